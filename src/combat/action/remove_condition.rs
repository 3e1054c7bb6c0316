//! Removing a condition from itself: putting out flames, slipping out of a net.

use crate::combat::action::legality::refusal;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Declaring;
use crate::combat::state::{Access, State};
use crate::rules::Topic;
use crate::rules::action::Attempt;

/// Whether there is anything to be rid of.
pub fn possible(state: &State, seat: Seat, condition: &str) -> Result<(), Refusal> {
    let rules = state.rules();
    let id = rules.condition(condition);
    if conditions::bears(state, seat, id) {
        return Ok(());
    }
    let name = id.map_or(condition, |id| rules.conditions[id].name.as_str());
    let reason = format!("You are not {name}.");
    Err(refusal(rules, Topic::FreeOneself, reason))
}

/// Tries it.
pub fn begin(
    battle: &mut Access<Declaring>,
    seat: Seat,
    condition: &str,
    attempt: Option<Attempt>,
) {
    if attempt.is_none_or(|attempt| succeeds(battle, seat, attempt)) {
        let id = battle.rules().condition(condition);
        conditions::end_known(&mut battle.lend(), seat, id);
    }
}

/// What is rolled, and what it has to reach.
fn check(state: &State, seat: Seat, attempt: Attempt) -> DifficultyCheck {
    match attempt {
        Attempt::Stat(stat, difficulty) => DifficultyCheck::of_stat(state, seat, stat, difficulty),
        Attempt::Ability(ability, difficulty) => {
            DifficultyCheck::of_ability(state, seat, ability, difficulty)
        }
    }
}

/// The chance that an attempt succeeds.
pub fn chance(state: &State, seat: Seat, attempt: Attempt) -> f64 {
    check(state, seat, attempt).chance()
}

fn succeeds(battle: &mut Access<Declaring>, seat: Seat, attempt: Attempt) -> bool {
    check(battle, seat, attempt).succeeds(&mut battle.lend(), &[Topic::FreeOneself])
}
