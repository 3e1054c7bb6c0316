//! Whether a turn can be put off.

use crate::combat::conditions;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::state::State;
use crate::rules::{DelayRule, Topic};

/// Whether the turn that has just begun can still be put off.
pub fn legal(state: &State, seat: Seat) -> Result<(), Refusal> {
    let refuse = |reason: &str| state.refuse(Topic::Delay, reason);
    let budget = state.get(seat).budget;
    if state.rounds.current != Some(seat) {
        return refuse("You can delay only in your own turn.");
    }
    if budget.acted || budget.stepped || budget.moved > 0 {
        return refuse("You cannot delay any more: you have already acted or moved this turn.");
    }
    if state.rounds.before_turn.is_none() {
        return refuse(
            "You cannot delay any more: the effects at the start of your turn have already happened.",
        );
    }
    let later = || {
        state.order.0.iter().any(|other| {
            *other != seat
                && !state.rounds.done.contains(other)
                && conditions::present(state, *other)
        })
    };
    match state.rules().policies.initiative.delay {
        DelayRule::LowerCount { .. } if !later() => {
            refuse("You cannot delay: every other combatant has already acted this round.")
        }
        _ => Ok(()),
    }
}
