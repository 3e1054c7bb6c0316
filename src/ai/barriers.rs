//! What bars the only way: doors to be opened, things to be broken.

use super::ground::Ground;
use super::means::{Means, blows};
use super::worth::Scored;
use crate::combat::{Aim, Choice, Manner, Sight};
use crate::content::TerrainDef;
use crate::content::terrain::Footing;
use crate::rules::ActionId;

/// What it is worth to open the way, where there is no combatant to strike.
const OPENED: f64 = 14.0;
/// What a blow at what bars the way is worth, and what it adds to break the whole of it.
const BLOW: f64 = 8.0;
const BROKEN: f64 = 6.0;

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
        for (index, mode) in blows(survey) {
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
