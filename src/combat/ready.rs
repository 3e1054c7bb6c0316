//! Delay and ready.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::arena::Arena;
use super::request::{Choice, Request, Trigger};
use super::seat::Seat;

/// Readied actions still to be offered for one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadiedOffer {
    pub by: Seat,
    pub trigger: Trigger,
    /// Who is still to be asked, next first.
    pub askers: Vec<Seat>,
}

/// Offers readied actions that this event sets off. Pushes a step if there is anybody to ask.
pub fn offer(arena: &mut Arena, by: Seat, trigger: Trigger) {
    let _ = (arena, by, trigger);
}

/// Asks the next one, or is done.
pub fn advance(In(offer): In<ReadiedOffer>, arena: Arena) {
    let _ = (offer, arena);
}

/// Takes the answer to a readied or come-in request.
pub fn answer(In((request, choice)): In<(Request, Choice)>, arena: Arena) {
    let _ = (request, choice, arena);
}
