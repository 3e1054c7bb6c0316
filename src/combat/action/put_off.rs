//! Whether a turn can be put off, and for how long.

use crate::combat::contract::{Refusal, Seat};
use crate::combat::economy::ledger;
use crate::combat::state::{Mark, State};
use crate::rules::{Stat, Topic};

/// Whether the turn that has just begun can still be put off (CD-INIT-07, AM-DELAY-01).
pub fn legal(state: &State, seat: Seat) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Delay, reason);
    let budget = state.get(seat).budget;
    if state.rounds.current != Some(seat) {
        return refuse("You can delay only in your own turn.");
    }
    let acted = budget.has(Mark::Began) || ledger::has_acted(state, seat);
    if acted || budget.has(Mark::Stepped) || budget.moved > 0 {
        return refuse("You cannot delay any more: you have already acted or moved this turn.");
    }
    if state.rounds.before_turn.is_none() {
        return refuse(
            "You cannot delay any more: the effects at the start of your turn have already happened.",
        );
    }
    let count = state.initiative[seat].count;
    match lowest(state, seat) {
        Some(lowest) if count.is_some_and(|count| count <= lowest) => {
            let reason = "You cannot delay: your initiative count is already the lowest possible.";
            state.refuse(Topic::DelayLimit, reason)
        }
        _ => Ok(()),
    }
}

/// Whether a turn can be put off to this count (CD-INIT-07, CD-INIT-08).
pub fn legal_count(state: &State, seat: Seat, count: i32) -> Result<(), Refusal> {
    let Some(lowest) = lowest(state, seat) else {
        let reason = "You cannot name a count: you come in after the turn of another.";
        return state.refuse(Topic::Delay, reason);
    };
    if count < lowest {
        let reason = format!("You cannot delay below count {lowest}.");
        return state.refuse(Topic::DelayLimit, reason);
    }
    if state.initiative[seat].count.is_none_or(|own| count >= own) {
        let reason = "You can delay only to a lower count than your own.";
        return state.refuse(Topic::Delay, reason);
    }
    Ok(())
}

/// The lowest count to which a combatant can put its turn off, where delaying lowers the count
/// (CD-INIT-08).
pub fn lowest(state: &State, seat: Seat) -> Option<i32> {
    let floor = state.rules().policies.initiative.delay.floor()?;
    Some(floor.saturating_sub(state.get(seat).stats.plain(Stat::Initiative)))
}
