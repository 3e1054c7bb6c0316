//! The plane that a combatant is on: those on another are out of each other's reach, and so is the ground
//! (EP-ETHER-01).

use crate::combat::conditions::has;
pub use crate::combat::conditions::perception::apart;
use crate::combat::contract::{Reason, Refusal, Seat};
use crate::combat::state::{Laid, State};
use crate::rules::{Flag, Topic};

/// Whether an effect of one reaches another; `crosses`: it gets from the material plane to the other.
pub fn reaches(state: &State, user: Seat, target: Seat, crosses: bool) -> bool {
    !apart(state, user, target) || crosses && !has(state, user, Flag::Ethereal)
}

/// Whether the ground and the things on it are there for a combatant.
pub fn is_here(state: &State, seat: Seat) -> bool {
    !has(state, seat, Flag::Ethereal)
}

/// Whether what lies upon the ground is there for a combatant; `crosses`: it reaches from the material plane to the
/// other.
pub fn touched(state: &State, seat: Seat, laid: Laid, crosses: bool) -> bool {
    match is_here(state, seat) {
        true => !laid.beyond,
        false => laid.beyond || crosses,
    }
}

/// Refuses to lay hands on one on another plane.
pub(crate) fn at_hand(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    match apart(state, seat, target) {
        true => {
            let reason = Reason::of(target).text(" is on another plane than you.");
            state.refuse(Topic::Ethereal, reason)
        }
        false => Ok(()),
    }
}

/// Refuses to handle what is on the map to one that is on another plane.
pub(crate) fn handles(state: &State, seat: Seat) -> Result<(), Refusal> {
    match is_here(state, seat) {
        true => Ok(()),
        false => {
            let reason = "You are on another plane: you cannot handle what is here.";
            state.refuse(Topic::Ethereal, reason)
        }
    }
}
