//! Trip, grab, escape, bull rush, coup de grace, first aid and their kin.

use super::arena::Arena;
use super::condition;
use super::deed::Deed;
use super::request::{Choice, Refusal, Request};
use super::seat::Seat;
use bevy_ecs::prelude::*;

/// Whether a manoeuvre may be tried on its target.
pub fn legal(arena: &Arena, deed: &Deed) -> Result<(), Refusal> {
    let _ = (arena, deed);
    Ok(())
}

/// Resolves a manoeuvre.
pub fn begin(arena: &mut Arena, deed: &Deed) {
    let _ = (arena, deed);
}

/// Chance of success of a manoeuvre, if it is decided by checks.
pub fn chance(arena: &Arena, deed: &Deed) -> Option<f64> {
    let _ = (arena, deed);
    None
}

/// Takes the answer to a request of a manoeuvre (push to, counter).
pub fn answer(In((request, choice)): In<(Request, Choice)>, arena: Arena) {
    let _ = (request, choice, arena);
}

/// Lets go of everybody and out of every hold.
pub fn release(arena: &mut Arena, seat: Seat) {
    let known = arena.book.known;
    for other in arena.all() {
        for hold in [known.grabbed, known.grappling] {
            condition::end_by(arena, other, hold, seat);
            condition::end_by(arena, seat, hold, other);
        }
    }
}
