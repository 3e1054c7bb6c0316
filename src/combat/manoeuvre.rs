//! Trip, grab, escape, bull rush, coup de grace, first aid and their kin.

use super::arena::Arena;
use super::deed::Deed;
use super::request::{Choice, Refusal, Request};
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
