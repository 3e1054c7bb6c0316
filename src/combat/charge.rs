//! Charges: whom, along which lane, and what comes at the end.

use super::arena::Arena;
use super::deed::Deed;
use super::request::Refusal;
use super::seat::Seat;
use crate::grid::Square;
use crate::rules::ActionId;

/// The way of a charge at a target, or why there is none.
pub fn lane(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    form: u8,
    target: Seat,
) -> Result<Vec<Square>, Refusal> {
    let _ = (arena, seat, action, form, target);
    Ok(Vec::new())
}

/// Starts a charge: the movement and then the attack.
pub fn begin(arena: &mut Arena, deed: &Deed) {
    let _ = (arena, deed);
}
