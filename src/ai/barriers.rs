//! What bars the only way: doors to be opened, things to be broken.

use super::ground::Ground;
use super::means::{Means, blows, drawn};
use super::worth::Scored;
use crate::combat::contract::AttackModeView;
use crate::combat::{Aim, Choice, Manner, Sight};
use crate::content::TerrainDef;
use crate::content::terrain::Footing;
use crate::grid::Square;
use crate::rules::{ActionId, Handling, WeaponId};

/// What it is worth to open the way, where there is no combatant to strike.
const OPENED: f64 = 14.0;
/// What a blow at what bars the way is worth, and what it adds to break the whole of it.
const BLOW: f64 = 8.0;
const BROKEN: f64 = 6.0;
/// Points for the weapon that breaks what bars the way.
const ARMED: f64 = 7.0;

/// Draws a weapon that breaks an obstacle beside the combatant where no weapon in hand does, or drops a held item to
/// free a hand for it. Dropping scores a point less, so a combatant with a free hand draws.
pub(super) fn arming(
    battle: &Sight,
    ground: &Ground,
    action: ActionId,
    what: &Handling,
) -> Vec<Scored> {
    let survey = ground.survey;
    if !ground.is_barred() {
        return Vec::new();
    }
    let means = Means::of(battle, survey);
    let beside = survey.area.squares().flat_map(Square::neighbours);
    let obstacles: Vec<&TerrainDef> = beside
        .filter(|at| survey.dims.contains(*at) && ground.leads_through(*at))
        .flat_map(|at| battle.kinds(at))
        .filter(|def| def.footing == Footing::Impassable && def.object.is_some())
        .collect();
    let breaks = |mode: &AttackModeView| {
        let means = means.with(mode);
        obstacles.iter().any(|def| means.remove(def))
    };
    if blows(survey).any(|(_, mode)| breaks(mode)) {
        return Vec::new();
    }
    let mut weapons = drawn(survey)
        .filter(|mode| breaks(mode))
        .filter_map(|mode| mode.weapon);
    let (points, items): (f64, Vec<WeaponId>) = match what {
        Handling::Draw => (ARMED, weapons.collect()),
        Handling::Drop if weapons.next().is_some() => (ARMED - 1.0, survey.own().held.clone()),
        _ => return Vec::new(),
    };
    let choices = items
        .into_iter()
        .map(|item| Choice::aimed(action, Aim::Item(item)));
    let legal = choices.filter(|choice| battle.forecast_if_legal(choice).is_some());
    legal.map(|choice| (points, choice)).collect()
}

/// Opening or breaking what stands between a combatant and its enemies or its objective, if there is no way around.
pub(super) fn ideas(battle: &Sight, ground: &Ground, action: ActionId) -> Vec<Scored> {
    let survey = ground.survey;
    let means = Means::of(battle, survey);
    let mut list = Vec::new();
    for (square, ..) in battle.reachable(action).squares {
        if !ground.leads_through(square) {
            continue;
        }
        // An open door is no barrier any more.
        let bars = |def: &&TerrainDef| def.footing == Footing::Impassable && means.remove(def);
        let Some(def) = battle.kinds(square).find(bars) else {
            continue;
        };
        let choice = |mode| Choice::Act {
            action,
            aim: Aim::Along(vec![square]),
            mode,
            manner: Manner::default(),
        };
        let opens = survey.rules.actions[action].is_door();
        let Some(object) = def.object.as_ref().filter(|_| !opens) else {
            list.push((OPENED, choice(None)));
            continue;
        };
        let breaking = blows(survey).filter(|(_, mode)| means.with(mode).remove(def));
        for (index, mode) in breaking {
            let choice = choice(Some(index));
            let chance = battle
                .forecast_if_legal(&choice)
                .and_then(|forecast| forecast.success);
            let Some(chance) = chance else {
                continue;
            };
            let through = f64::from((mode.mean_damage_x2 - 2 * object.sturdy.hardness).max(1));
            let part = through / f64::from(2 * object.sturdy.hit_points.max(1));
            list.push((BLOW + BROKEN * chance * part.min(1.0), choice));
        }
    }
    list
}
