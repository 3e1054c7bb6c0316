//! Senses beside the eye, and how far they reach.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::grid::{Area, distance};
use crate::rules::{Capability, Sense};

/// Whether one of an observer's senses that are meant reaches a space.
pub(super) fn reach(
    state: &State,
    (observer, from): (Seat, Area),
    to: Area,
    meant: impl Fn(Sense) -> bool,
) -> bool {
    let diagonals = state.rules().policies.movement.diagonals;
    let mut known = state.who(observer).capabilities.iter();
    known.any(|capability| match capability {
        Capability::Senses(sense, within) => {
            meant(*sense) && distance(from, to, diagonals) <= u32::from(*within)
        }
        _ => false,
    })
}
