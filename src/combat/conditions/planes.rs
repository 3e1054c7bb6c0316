//! The plane that a combatant is on: those on another are out of each other's reach (EP-ETHER-01).

use crate::combat::conditions::has;
pub use crate::combat::conditions::perception::apart;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::Flag;

/// Whether an effect of one reaches another; `crosses`: it gets from the material plane to the other.
pub fn reaches(state: &State, user: Seat, target: Seat, crosses: bool) -> bool {
    !apart(state, user, target) || crosses && !has(state, user, Flag::Ethereal)
}
