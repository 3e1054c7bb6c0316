//! Checks of the level of the user: on its guard, and against spell resistance.

use crate::combat::ability::{def, kind, lay, working};
use crate::combat::checks;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::{Lost, Seat};
use crate::combat::state::{Laid, Rolling, State, Use, Wounding};
use crate::rules::{
    AbilityDef, AbilityId, Flag, Modifier, ModifierKind, Source, SpecialEffect, Stat, Tally, Topic,
};

/// A check with this level.
fn check(state: &State, seat: Seat, level: i32, against: i32) -> DifficultyCheck {
    let source = Source::Stat(Stat::CasterLevel);
    let part = Modifier::plain(ModifierKind::Base, level, source);
    let bonus = Tally::sum([part], &state.rules().policies.stacking, &[]);
    DifficultyCheck::new(state, seat, bonus, against)
}

/// Whether an ability does something to others without having to hit them, by itself or by what it lays upon
/// the ground.
pub(crate) fn is_offensive(state: &State, ability: AbilityId, def: &AbilityDef) -> bool {
    let harms = |effect: &SpecialEffect| {
        matches!(
            effect,
            SpecialEffect::Damage { .. }
                | SpecialEffect::Splash { .. }
                | SpecialEffect::Weaken { .. }
                | SpecialEffect::Condition { .. }
                | SpecialEffect::Turn { .. }
        )
    };
    def.attack.is_none()
        && !def.target.spares_enemies()
        && (def.effects.iter().any(harms) || lay::is_dangerous(state, ability))
}

/// The check that an ability takes of a combatant on its guard: of those that it has a choice of, the best
/// (EP-DEF-04).
pub(crate) fn on_guard(
    state: &State,
    seat: Seat,
    ability: AbilityId,
    level: i32,
) -> Option<DifficultyCheck> {
    let rules = state.rules();
    let rule = rules.policies.abilities.on_guard.as_ref()?;
    let def = def(state, ability)?;
    let cost = rules.costs.by_name(&def.cost);
    let bears = |name: &String| conditions::bears(state, seat, rules.condition(name));
    let concerned = rule.kinds.contains(&def.kind) && is_offensive(state, ability, def);
    let takes_time = cost.is_some_and(|cost| !cost.is_free());
    if !concerned || !takes_time || !rule.conditions.iter().any(bears) {
        return None;
    }
    let against = rule.base + rule.each_level * state.who(seat).level;
    let checks = rule.best_of.iter().rev().map(|stat| match stat {
        Stat::CasterLevel => check(state, seat, level, against),
        stat => DifficultyCheck::of_stat(state, seat, *stat, against),
    });
    checks.max_by_key(|check| check.bonus.total)
}

/// Rolls what an ability takes of a combatant on its guard; if that fails, nothing comes of it for the
/// rest of the round (EP-DEF-05).
pub(crate) fn fails(battle: &mut Wounding, seat: Seat, ability: AbilityId, level: i32) -> bool {
    let Some(check) = on_guard(battle, seat, ability, level) else {
        return false;
    };
    let failed = !check.succeeds(battle, Topic::OnGuard);
    if failed {
        battle.repertoire_mut(seat).spoilt.push(ability);
        working::lose(battle, seat, ability, Lost::OnGuard);
    }
    failed
}

/// The resistance that an ability has to overcome to have any effect on a combatant (EP-STD-06).
pub(crate) fn resistance(
    state: &State,
    seat: Seat,
    ability: AbilityId,
    target: Seat,
) -> Option<i32> {
    let stat = kind(state, ability)?.resisted_by?;
    let number = checks::tally(state, target, stat, &[]).total;
    let lowered = conditions::has(state, target, Flag::ResistanceLowered);
    (seat != target && number > 0 && !lowered).then_some(number)
}

/// The chance that an ability overcomes the resistance of a combatant.
pub(crate) fn chance(
    state: &State,
    seat: Seat,
    ability: AbilityId,
    (level, target): (i32, Seat),
) -> f64 {
    let against = resistance(state, seat, ability, target);
    against.map_or(1.0, |against| check(state, seat, level, against).chance())
}

/// Whether an ability fails against the resistance of a combatant.
pub(crate) fn is_resisted(battle: &mut Rolling, used: &Use, target: Seat) -> bool {
    fails_against(battle, (used.seat, used.ability, used.level), target)
}

/// Whether what an ability has laid upon the ground fails against the resistance of a combatant that it is about to
/// harm.
pub(crate) fn is_withstood(battle: &mut Rolling, laid: Laid, target: Seat) -> bool {
    fails_against(battle, (laid.by, laid.ability, laid.level), target)
}

/// The chance that what an ability has laid upon the ground overcomes the resistance of a combatant.
pub(crate) fn overcomes(state: &State, laid: Laid, target: Seat) -> f64 {
    chance(state, laid.by, laid.ability, (laid.level, target))
}

fn fails_against(
    battle: &mut Rolling,
    (seat, ability, level): (Seat, AbilityId, i32),
    target: Seat,
) -> bool {
    let against = resistance(battle, seat, ability, target);
    against.is_some_and(|against| {
        let check = check(battle, seat, level, against);
        !check.succeeds(battle, Topic::SpellResistance)
    })
}
