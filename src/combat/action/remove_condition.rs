//! Ridding oneself of a condition: putting out flames, slipping out of a net.

use crate::combat::action::legality::refusal;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::state::{Arena, State};
use crate::rules::Topic;
use crate::rules::action::Attempt;

/// Whether there is anything to be rid of.
pub fn possible(arena: &State, seat: Seat, condition: &str) -> Result<(), Refusal> {
    let rules = arena.rules();
    let id = rules.condition(condition);
    if conditions::bears(arena, seat, id) {
        return Ok(());
    }
    let name = id.map_or(condition, |id| rules.conditions[id].name.as_str());
    let reason = format!("Is not {name}.");
    Err(refusal(rules, Topic::FreeOneself, reason))
}

/// Tries it.
pub fn begin(arena: &mut Arena, seat: Seat, condition: &str, attempt: Option<Attempt>) {
    if attempt.is_none_or(|attempt| succeeds(arena, seat, attempt)) {
        let id = arena.rules().condition(condition);
        conditions::end_known(arena, seat, id);
    }
}

/// What is rolled, and what it has to reach.
fn check(arena: &State, seat: Seat, attempt: Attempt) -> DifficultyCheck {
    match attempt {
        Attempt::Stat(stat, difficulty) => DifficultyCheck::of_stat(arena, seat, stat, difficulty),
        Attempt::Ability(ability, difficulty) => {
            DifficultyCheck::of_ability(arena, seat, ability, difficulty)
        }
    }
}

/// The chance that an attempt succeeds.
pub fn chance(arena: &State, seat: Seat, attempt: Attempt) -> f64 {
    check(arena, seat, attempt).chance()
}

fn succeeds(arena: &mut Arena, seat: Seat, attempt: Attempt) -> bool {
    check(arena, seat, attempt).succeeds(arena, &[Topic::FreeOneself])
}
