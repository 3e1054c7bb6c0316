//! Answers to an attack: dodge, block, shield a neighbour.

use super::arena::Arena;
use super::request::{Choice, Request};
use bevy_ecs::prelude::*;

/// Takes the answer to a defence, protection or coverage request.
pub fn answer(In((request, choice)): In<(Request, Choice)>, arena: Arena) {
    let _ = (request, choice, arena);
}
