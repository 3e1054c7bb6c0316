//! The plane that a combatant is on: those on another are out of each other's reach (EP-ETHER-01).

use crate::combat::conditions::has;
pub use crate::combat::conditions::perception::apart;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::Flag;

/// Whether an effect of one reaches another: force gets from the material plane to the other.
pub fn reaches(state: &State, user: Seat, target: Seat, force: bool) -> bool {
    !apart(state, user, target) || force && !has(state, user, Flag::Ethereal)
}
