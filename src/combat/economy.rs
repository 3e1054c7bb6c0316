//! What a turn holds and what actions take of it.

use super::arena::Arena;
use super::request::Refusal;
use super::seat::Seat;
use crate::rules::ActionId;

/// Gives a combatant the budget of a new turn.
pub fn renew(arena: &mut Arena, seat: Seat, restricted: bool) {
    let _ = (arena, seat, restricted);
}

/// Whether the budget allows an action now.
pub fn affords(arena: &Arena, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let _ = (arena, seat, action);
    Ok(())
}

/// Takes the cost of an action from the budget.
pub fn pay(arena: &mut Arena, seat: Seat, action: ActionId) {
    let _ = (arena, seat, action);
}
