//! What can be chosen: options are enumerated by the code that validates them.

use super::arena::Arena;
use super::forecast::Forecast;
use super::request::{Choice, Refusal, Request};
use super::seat::Seat;
use super::view::ActionOption;

/// The action bar of a combatant: every action of the ruleset with the reason if it is refused.
pub fn actions(arena: &Arena, seat: Seat) -> Vec<ActionOption> {
    let _ = (arena, seat);
    Vec::new()
}

/// Whether a choice answers a request legally.
pub fn check(arena: &Arena, request: &Request, choice: &Choice) -> Result<(), Refusal> {
    let _ = (arena, request, choice);
    Ok(())
}

/// What a choice would do.
pub fn forecast(arena: &Arena, request: &Request, choice: &Choice) -> Forecast {
    let _ = (arena, request, choice);
    Forecast::default()
}
