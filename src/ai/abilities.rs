//! Special abilities and the things that they are used with: what they do to enemies, less what they do
//! to allies and what they cost.

use super::answers::danger;
use super::candidates::uses;
use super::evaluate;
use super::ground::Ground;
use super::reach::harms;
use super::survey::Survey;
use super::worth::Scored;
use crate::combat::contract::{CombatantView, View};
use crate::combat::{Aim, Choice, Forecast, Seat, Sight};
use crate::rules::{
    AbilityDef, ActionDef, ActionId, Aspect, Flag, Ruleset, SpecialEffect, Stat, WeaponId,
};

/// What a point of a pool is worth.
const POINT: f64 = 1.0;
/// What it is worth to keep enough points for what harms.
const RESERVE: f64 = 3.0;
/// What a condition that helps is worth to an ally.
const HELP: f64 = 3.0;
/// What a condition that harms is worth on an enemy.
const HINDRANCE: f64 = 8.0;
/// How much harm to an enemy counts that is out of the fight already.
const FALLEN: f64 = 0.1;
/// How much harm to its own side counts beside harm to enemies.
const OWN_SIDE: f64 = 1.5;
/// What a whole life is worth.
const LIFE: f64 = 40.0;
/// What a quiet round is worth that fills a pool: as much as it takes not to run off instead.
const GATHERED: f64 = 15.0;

/// Every way to use an ability, by its forecast.
pub(super) fn ideas(battle: &Sight, ground: &Ground, action: ActionId, ideas: &mut Vec<Scored>) {
    let (survey, profile) = (ground.survey, ground.profile);
    let rules = std::sync::Arc::clone(battle.rules());
    let Some(def) = ability(&rules, action) else {
        return;
    };
    if breaks(&rules, survey.own(), def) {
        return;
    }
    let own_life = evaluate::own_life(survey);
    let price = price(&rules, survey.own(), def);
    // What takes points is for those who have a combatant to deal with.
    let reach = 2 * u32::from(survey.own().speed) + 2;
    let near = |enemy: &super::survey::Other| survey.away(enemy.area, survey.area) <= reach;
    let pressed = def.takes.is_empty() || survey.enemies.iter().any(near);
    for choice in uses(battle, action) {
        let Some(forecast) = battle.forecast_if_legal(&choice) else {
            continue;
        };
        let lays = lays(def);
        let Some(mut points) = effect(&survey.view, survey.me, &forecast, (pressed, lays)) else {
            continue;
        };
        // What takes several rounds is worth no more in each of them than its share.
        points /= f64::from(def.rounds.max(1));
        points -= price + evaluate::opportunities(&forecast.provokes, own_life, profile);
        ideas.push((points, choice));
    }
}

fn ability(rules: &Ruleset, action: ActionId) -> Option<&AbilityDef> {
    let name = rules.actions.get(action)?.ability()?;
    rules.abilities.by_name(name)
}

/// Whether an ability would end what its user is casting already.
fn breaks(rules: &Ruleset, own: &CombatantView, def: &AbilityDef) -> bool {
    own.busy.is_some() && rules.ends_long_cast(def)
}

/// Whether an ability changes the ground.
fn lays(def: &AbilityDef) -> bool {
    let lays = |effect: &SpecialEffect| matches!(effect, SpecialEffect::Ground { .. });
    def.effects.iter().any(lays)
}

/// What an ability would do, in points. `pressed`: help is needed now; `lays`: it changes the ground, upon
/// which those who stand there have to stay or out of which they have to come.
fn effect(
    view: &View,
    me: Seat,
    forecast: &Forecast,
    (pressed, lays): (bool, bool),
) -> Option<f64> {
    let ability = forecast.ability.as_ref()?;
    let own = if lays { 2.0 * OWN_SIDE } else { OWN_SIDE };
    let side = view.combatants[me.index()].side;
    let mut points = 0.0;
    for one in &ability.affected {
        let view = &view.combatants[one.seat.index()];
        let life = f64::from(view.hit_points.max(1));
        let part = (one.damage.mean() / life).min(1.0);
        let harms = one.damage.max() > 0;
        // Nothing hinders those who lie already.
        let hinders = one.alters && !harms && (view.standing || view.side == side);
        let hits = one.attack.as_ref().map_or(1.0, |attack| attack.hit);
        let state = if hinders { HINDRANCE * hits } else { 0.0 };
        // And nothing fells them again that does no damage.
        let falls = if harms || view.standing {
            one.down
        } else {
            0.0
        };
        let harm = LIFE * part + LIFE * falls + state;
        // Those who lie fight no more; to kill them is a little safer.
        let counts = if view.standing { 1.0 } else { FALLEN };
        let missing = f64::from((view.max_hit_points - view.hit_points).max(0));
        let whole = f64::from(view.max_hit_points.max(1));
        // The less is left, the more it helps.
        let help = LIFE * one.heals.min(missing) / whole * (1.0 + (missing / whole).min(1.0));
        points += match (view.side == side, harms, one.heals > 0.0) {
            (true, true, _) => -own * harm,
            (true, false, true) => help,
            (false, _, true) => -help,
            // What one can save against is nothing to wish upon an ally.
            (true, false, false) if one.saves.is_some() || lays => -own * harm,
            (true, false, false) if one.alters && pressed => HELP,
            (true, false, false) => 0.0,
            (false, ..) => counts * harm * (1.0 - one.saves.unwrap_or(0.0) * 0.5),
        };
    }
    Some(points * ability.concentration)
}

/// What the points that an ability takes are worth, and what they would be missed for.
fn price(rules: &Ruleset, own: &CombatantView, def: &AbilityDef) -> f64 {
    let each = def.takes.iter().map(|(pool, points)| {
        let left = rules.pools.id(pool).map_or(0, |pool| own.points.of(pool));
        let points = i32::from(*points);
        let affordable = harmful(rules, own, pool).filter(|other| *other <= left);
        let missed = !harms(def) && left - points < affordable.max().unwrap_or(0);
        POINT * f64::from(points) + if missed { RESERVE } else { 0.0 }
    });
    each.sum()
}

/// What each of a combatant's abilities that do damage, and each attack, takes of a pool.
fn harmful(rules: &Ruleset, own: &CombatantView, pool: &str) -> impl Iterator<Item = i32> {
    let known = own.abilities.iter();
    let defs = known.filter_map(|known| rules.abilities.get(known.ability));
    let takes = |def: &AbilityDef| def.takes.get(pool).map_or(0, |points| i32::from(*points));
    let attacks = rules.actions.iter().filter(|(_, def)| def.is_attack());
    let spent = attacks.filter_map(|(_, def)| def.pays());
    let spent = spent.filter(move |(of, _)| *of == pool);
    let spent = spent.map(|(_, points)| i32::from(points));
    defs.filter(|def| harms(def)).map(takes).chain(spent)
}

/// Taking a thing in hand that would help to use: `ready` says how much is lost until it is used.
pub(super) fn things(battle: &Sight, survey: &Survey, action: ActionId, ready: f64) -> Vec<Scored> {
    let own = survey.own();
    let missing = f64::from((own.max_hit_points - own.hit_points).max(0));
    let part = missing / f64::from(own.max_hit_points.max(1));
    // Not for a scratch.
    let hurt = own.hit_points * 2 < own.max_hit_points;
    let fallen = survey.view.combatants.iter().any(|one| {
        let near = |area| survey.away(area, survey.area) <= 2 * u32::from(own.speed);
        one.side == own.side && !one.standing && !one.dead && one.area.is_some_and(near)
    });
    let worth = |thing: WeaponId| -> f64 {
        let name = battle.catalogue().weapons.name(thing);
        let held = own.held.contains(&thing);
        let heals = survey.rules.abilities.iter().any(|(_, def)| {
            let healing = |effect: &SpecialEffect| matches!(effect, SpecialEffect::Heal { .. });
            def.item.as_deref() == Some(name) && def.effects.iter().any(healing)
        });
        let mut actions = survey.rules.actions.iter();
        let treats = actions.any(|(_, def)| def.is_done_with(name));
        match () {
            () if held => 0.0,
            () if heals && hurt => ready * LIFE * part,
            () if treats && fallen => ready * LIFE / 4.0,
            () => 0.0,
        }
    };
    let carried = own.carried.iter().map(|thing| (worth(*thing), *thing));
    let useful = carried.filter(|(points, _)| *points > 0.0);
    let choice = |thing| Choice::aimed(action, Aim::Item(thing));
    useful
        .map(|(points, thing)| (points, choice(thing)))
        .collect()
}

/// Filling a pool while no combatant can come close, for those who need more than they have.
pub(super) fn gather(survey: &Survey, action: ActionId) -> Vec<Scored> {
    let (own, rules) = (survey.own(), &survey.rules);
    let pool = rules.actions.get(action).and_then(ActionDef::fills);
    let short = pool.is_some_and(|pool| {
        let left = rules.pools.id(pool).map_or(0, |pool| own.points.of(pool));
        harmful(rules, own, pool).any(|points| points > left)
    });
    let comes = survey.enemies.iter().any(|enemy| {
        let far = enemy.speed.saturating_mul(2) + enemy.reach;
        survey.away(enemy.area, survey.area) <= far
    });
    if short && !comes {
        vec![(GATHERED, Choice::act(action))]
    } else {
        Vec::new()
    }
}

/// Answers out of turn, the best first: what they do, and what they keep off, less what they cost.
pub(super) fn responses(battle: &Sight, seat: Seat, by: Seat, choices: &[Choice]) -> Vec<Choice> {
    let view = battle.view();
    let rules = std::sync::Arc::clone(battle.rules());
    let heavy = danger(&view, seat, by);
    let mut ranked: Vec<(f64, Choice)> = Vec::new();
    for choice in choices {
        let Choice::Act { action, .. } = choice else {
            continue;
        };
        let points = match ability(&rules, *action) {
            // What costs nothing is worth taking.
            None => HELP,
            Some(def) if breaks(&rules, &view.combatants[seat.index()], def) => continue,
            Some(def) => {
                let forecast = battle.forecast(choice);
                let done = effect(&view, seat, &forecast, (false, lays(def))).unwrap_or(0.0);
                let own = &view.combatants[seat.index()];
                let saved = if softens(&rules, def) { HELP } else { 0.0 };
                done + saved + LIFE * heavy * guard(&rules, def) - price(&rules, own, def)
            }
        };
        if points > 0.0 {
            ranked.push((points, choice.clone()));
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = ranked.into_iter().map(|(_, choice)| choice);
    best.chain([Choice::Decline]).collect()
}

/// Whether an ability takes the harm out of a fall.
fn softens(rules: &Ruleset, def: &AbilityDef) -> bool {
    def.effects.iter().any(|effect| match effect {
        SpecialEffect::Condition { condition, .. } => {
            let condition = rules.conditions.by_name(condition);
            condition.is_some_and(|def| def.flags.contains(&Flag::FallsSoftly))
        }
        _ => false,
    })
}

/// The part of all attacks that what an ability brings keeps off.
fn guard(rules: &Ruleset, def: &AbilityDef) -> f64 {
    let mut points = 0;
    for effect in &def.effects {
        let SpecialEffect::Condition { condition, .. } = effect else {
            continue;
        };
        let Some(condition) = rules.conditions.by_name(condition) else {
            continue;
        };
        let raises = |on| matches!(on, Aspect::Stat(Stat::Defence | Stat::PassiveDefence));
        let raised = condition.effects.iter().filter(|effect| raises(effect.on));
        points += raised.map(|effect| effect.value).sum::<i32>();
    }
    f64::from(points.clamp(0, 20)) / 20.0
}
