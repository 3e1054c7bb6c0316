//! The plane that a combatant is on: those on another are out of each other's reach (EP-ETHER-01).

use crate::combat::conditions::has;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::Flag;

/// Whether two are on different planes.
pub fn apart(state: &State, one: Seat, other: Seat) -> bool {
    has(state, one, Flag::Ethereal) != has(state, other, Flag::Ethereal)
}

/// Whether a subject is on another plane, where it is unseen from the observer's (EP-ETHER-04).
pub fn is_beyond(state: &State, observer: Seat, subject: Seat) -> bool {
    has(state, subject, Flag::Ethereal) && !has(state, observer, Flag::Ethereal)
}

/// Whether an effect of one reaches another: force gets from the material plane to the other.
pub fn reaches(state: &State, user: Seat, target: Seat, force: bool) -> bool {
    !apart(state, user, target) || force && !has(state, user, Flag::Ethereal)
}
