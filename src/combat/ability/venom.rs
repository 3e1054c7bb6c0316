//! What weapons carry into a wound, and abilities that come again after a time.

use crate::combat::ability::{asking, effect};
use crate::combat::contract::{Aim, EventKind, Seat};
use crate::combat::damage::dying;
use crate::combat::state::step::ability::{Phase, Way};
use crate::combat::state::{ActiveCondition, Afflicting, Ending, State, Use, Wounding};
use crate::combat::{checks, conditions};
use crate::rules::{AbilityDef, AbilityId, ConditionId, SpecialEffect, Topic};

/// What the weapon carried is in a wound that has reached the body.
pub(crate) fn carried(battle: &mut Wounding, by: Seat, target: Seat, ability: AbilityId) {
    let Some(def) = asking::def(battle, ability) else {
        return;
    };
    let suits = asking::suits(battle, by, target, def.target.whom());
    if suits && conditions::present(battle, target) {
        let used = on(battle, by, target, ability, Way::Carried);
        battle.push(used);
    }
}

/// An ability on one combatant, without attack or aim. What it brings is rolled when it is needed.
fn on(state: &State, by: Seat, target: Seat, ability: AbilityId, way: Way) -> Use {
    let level = asking::level(state, by, ability);
    Use {
        queue: vec![target],
        phase: Phase::Affect,
        way,
        ..Use::new(by, ability, level, Aim::At(target))
    }
}

/// Tells that an ability works on a combatant without having been used just now.
pub(crate) fn tell(battle: &mut Wounding, used: &Use, seat: Seat) {
    if used.way == Way::Used {
        return;
    }
    let (ability, again) = (used.ability, used.way == Way::Again);
    let works = EventKind::TakesHold {
        seat,
        ability,
        again,
    };
    let name = battle.rules().abilities.name(ability);
    if let Some(action) = battle.rules().actions.id(name) {
        battle.emit_action(action, &[], works);
    }
}

/// Once an ability was saved against or not: from now on its victim waits for it to come again.
pub(crate) fn lurk(battle: &mut Afflicting, used: &Use, def: &AbilityDef, target: Seat) {
    let waits = def.again.as_ref().filter(|_| used.way != Way::Again);
    if let Some(condition) = waits.and_then(|name| battle.rules().condition(name)) {
        conditions::begin(battle, target, condition, Some(used.seat));
    }
}

/// What has run out just now comes again, in the order in which it ended.
pub(crate) fn comes_again(battle: &mut Wounding, ended: &[(Seat, ActiveCondition)]) {
    for (target, active) in ended.iter().rev() {
        if let Some(again) = second(battle, *target, *active) {
            battle.push(again);
        }
    }
}

/// What comes to a combatant for the second time when this runs out, if anything does.
fn second(state: &State, target: Seat, active: ActiveCondition) -> Option<Use> {
    let ability = waited_for(state, active.condition)?;
    let by = active.by.unwrap_or(target);
    conditions::present(state, target).then(|| on(state, by, target, ability, Way::Again))
}

/// The ability that comes again when a condition has run out.
fn waited_for(state: &State, condition: ConditionId) -> Option<AbilityId> {
    let rules = state.rules();
    let name = rules.conditions.name(condition);
    let mut all = rules.abilities.iter();
    all.find(|(_, def)| def.again.as_deref() == Some(name))
        .map(|(ability, _)| ability)
}

/// When the battle is over its time goes on: what would still come again does so now.
pub(crate) fn run_its_course(battle: &mut Wounding) {
    for seat in battle.all() {
        let timed = |active: &&ActiveCondition| matches!(active.ends, Ending::AtCount { .. });
        let mut waiting: Vec<_> = battle
            .conditions(seat)
            .iter()
            .filter(timed)
            .copied()
            .collect();
        waiting.sort_unstable_by_key(|active| active.since);
        for active in waiting {
            if let Some(again) = second(battle, seat, active) {
                conditions::end_one(battle, seat, active);
                work(battle, &again, seat);
            }
        }
    }
}

/// Saving throw and loss, all at once.
fn work(battle: &mut Wounding, used: &Use, target: Seat) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.abilities.get(used.ability) else {
        return;
    };
    tell(battle, used, target);
    if effect::shrugs_off(battle, used, def, target) {
        return;
    }
    if let Some(save) = def.save {
        let difficulty = asking::difficulty(battle, used.seat, used.ability);
        let cited = &[Topic::AbilitySave];
        if checks::save_with(battle, target, save.stat, difficulty, &[], cited).0 {
            return;
        }
    }
    for effect in &def.effects {
        if let SpecialEffect::Weaken { ability, .. } = effect {
            let points = effect::roll(battle, used, effect).total;
            dying::weaken(battle, target, *ability, points);
        }
    }
}
