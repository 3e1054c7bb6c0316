//! Attacks of opportunity: who is offered one, and taking it.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::arena::Arena;
use super::forecast::OpportunityForecast;
use super::request::{Cause, Choice, Request};
use super::seat::Seat;
use crate::grid::Area;

/// Opportunity attacks still to be offered against one provocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub target: Seat,
    pub cause: Cause,
    /// Who is still to be asked, next first.
    pub askers: Vec<Seat>,
}

/// Offers opportunity attacks against `target` for one provocation to all who may take one
/// (`only`: to nobody else). Pushes a step if there is anybody to ask.
pub fn offer(arena: &mut Arena, target: Seat, cause: Cause, only: Option<Seat>) {
    let _ = (arena, target, cause, only);
}

/// Asks the next one, or is done.
pub fn advance(In(offer): In<Offer>, arena: Arena) {
    let _ = (offer, arena);
}

/// Takes the answer to an opportunity request.
pub fn answer(In((request, choice)): In<(Request, Choice)>, arena: Arena) {
    let _ = (request, choice, arena);
}

/// The opportunity attacks that a provocation at `at` would invite, with their odds.
pub fn forecast(
    arena: &Arena,
    target: Seat,
    cause: Cause,
    at: Area,
    only: Option<Seat>,
) -> Vec<OpportunityForecast> {
    let _ = (arena, target, cause, at, only);
    Vec::new()
}
