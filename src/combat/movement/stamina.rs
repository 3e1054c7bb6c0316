//! How long one can run: as many rounds as the Constitution score, then by checks, then not at all
//! until rested (CD-MOVE-04, CD-MOVE-05).

use crate::combat::action::declare::DeclaredAction;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::seat::Seat;
use crate::combat::movement::mode;
use crate::combat::state::combatant::Stamina;
use crate::combat::state::{Arena, State};
use crate::rules::{Ability, Topic};

/// Whether somebody has run for as long as it can without a check.
pub fn is_spent(arena: &State, seat: Seat) -> bool {
    let fighter = arena.get(seat);
    let score = fighter.who.abilities.score(Ability::Constitution);
    arena.rules().policies.movement.endurance.is_some()
        && fighter.stamina.rounds > 0
        && i32::from(fighter.stamina.rounds) >= score
}

/// Rolls whether somebody who has run to its limit can run on. If not, its rest begins with this
/// turn, and the run does not take place.
pub fn gives_out(arena: &mut Arena, declared: &DeclaredAction) -> bool {
    let seat = declared.seat;
    let runs = mode::definition(arena.rules(), declared.action).is_some_and(mode::runs);
    if !runs || !is_spent(arena, seat) {
        return false;
    }
    let Some(endurance) = arena.rules().policies.movement.endurance.clone() else {
        return false;
    };
    let fighter = arena.get_mut(seat);
    let made = i32::from(fighter.stamina.checks);
    let stamina = fighter.stamina.into_inner();
    stamina.checks = stamina.checks.saturating_add(1);
    let against = endurance.difficulty + made;
    let check = DifficultyCheck::of_ability(arena, seat, Ability::Constitution, against);
    let success = check.succeeds(arena, &[Topic::Endurance]);
    if !success {
        rest(arena, seat, &endurance.condition);
    }
    !success
}

/// Counts a round of running.
pub(crate) fn count(arena: &mut Arena, seat: Seat) {
    let stamina = arena.get_mut(seat).stamina.into_inner();
    if !stamina.runs {
        stamina.runs = true;
        stamina.rounds = stamina.rounds.saturating_add(1);
    }
}

/// Whoever stops running has to rest if it ran to its limit.
pub fn end_of_turn(arena: &mut Arena, seat: Seat) {
    if arena.get(seat).stamina.runs {
        arena.get_mut(seat).stamina.runs = false;
        return;
    }
    if is_spent(arena, seat)
        && let Some(endurance) = arena.rules().policies.movement.endurance.clone()
    {
        rest(arena, seat, &endurance.condition);
    }
    *arena.get_mut(seat).stamina = Stamina::default();
}

fn rest(arena: &mut Arena, seat: Seat, condition: &str) {
    *arena.get_mut(seat).stamina = Stamina::default();
    let condition = arena.rules().condition(condition);
    conditions::begin_known(arena, seat, condition, None);
}
