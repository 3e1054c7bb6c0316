//! How long a combatant can run: as many rounds as the Constitution score, then by checks, then not at
//! all until rested (CD-MOVE-04, CD-MOVE-05).

use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::Seat;
use crate::combat::movement::kinds;
use crate::combat::state::{Acting, DeclaredAction, Stamina, State};
use crate::rules::{Ability, Topic};

/// Whether a combatant has run for as long as it can without a check.
pub fn is_spent(state: &State, seat: Seat) -> bool {
    let fighter = state.get(seat);
    let score = state.abilities(seat).score(Ability::Constitution);
    state.rules().policies.movement.endurance.is_some()
        && fighter.stamina.rounds > 0
        && i32::from(fighter.stamina.rounds) >= score
}

/// Rolls whether a combatant that has run to its limit can run on. If not, its rest begins with this
/// turn, and the run does not take place.
pub fn gives_out(battle: &mut Acting, declared: &DeclaredAction) -> bool {
    let seat = declared.seat;
    let runs = kinds::definition(battle.rules(), declared.action).is_some_and(kinds::runs);
    if !runs || !is_spent(battle, seat) {
        return false;
    }
    let Some(endurance) = battle.rules().policies.movement.endurance.clone() else {
        return false;
    };
    let made = i32::from(battle.stamina[seat].checks);
    let stamina = battle.stamina_mut(seat);
    stamina.checks = stamina.checks.saturating_add(1);
    let against = endurance.difficulty + made;
    let check = DifficultyCheck::of_ability(battle, seat, Ability::Constitution, against);
    let success = check.succeeds(battle, Topic::Endurance);
    if !success {
        rest(battle, seat, &endurance.condition);
    }
    !success
}

/// Counts a round of running.
pub(crate) fn count(battle: &mut Acting, seat: Seat) {
    let stamina = battle.stamina_mut(seat);
    if !stamina.runs {
        stamina.runs = true;
        stamina.rounds = stamina.rounds.saturating_add(1);
    }
}

/// A combatant that stops running has to rest if it ran to its limit.
pub fn end_of_turn(battle: &mut Acting, seat: Seat) {
    if battle.get(seat).stamina.runs {
        battle.stamina_mut(seat).runs = false;
        return;
    }
    if is_spent(battle, seat)
        && let Some(endurance) = battle.rules().policies.movement.endurance.clone()
    {
        rest(battle, seat, &endurance.condition);
    }
    *battle.stamina_mut(seat) = Stamina::default();
}

fn rest(battle: &mut Acting, seat: Seat, condition: &str) {
    *battle.stamina_mut(seat) = Stamina::default();
    let condition = battle.rules().condition(condition);
    conditions::begin_known(battle, seat, condition, None);
}
