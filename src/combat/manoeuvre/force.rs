//! Powers that push, pull and slide.

use crate::combat::action::declare::DeclaredAction;
use crate::combat::attack::refusal;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::manoeuvre::{bull_rush, hostile};
use crate::combat::movement::forced;
use crate::combat::state::{Arena, State};
use crate::grid::distance;
use crate::rules::manoeuvre::Force;
use crate::rules::{Capability, Topic};
use bevy_ecs::prelude::*;

/// By how many squares somebody can move others in this way.
pub(crate) fn strength_of(arena: &State, seat: Seat, kind: Force) -> Option<u8> {
    let capabilities = &arena.who(seat).capabilities;
    capabilities.iter().find_map(|capability| match capability {
        Capability::Forces(known, squares) if *known == kind => Some(*squares),
        _ => None,
    })
}

pub(crate) fn force_legal(
    arena: &State,
    declared: &DeclaredAction,
    target: Seat,
    kind: Force,
    within: u8,
) -> Result<(), Refusal> {
    let topic = Topic::ForcedMovement;
    hostile(arena, declared, target, topic)?;
    if strength_of(arena, declared.seat, kind).is_none() {
        return Err(refusal(arena, topic, "It has no such power."));
    }
    let diagonals = arena.rules().policies.movement.diagonals;
    match (arena.area(declared.seat), arena.area(target)) {
        (Some(here), Some(there)) if distance(here, there, diagonals) <= within.into() => Ok(()),
        _ => {
            let reason = format!("The target has to be within {within} squares.");
            Err(refusal(arena, topic, reason))
        }
    }
}

/// Moves the target, if its mover's check is won.
pub(crate) fn force(arena: &mut Arena, seat: Seat, target: Seat, kind: Force) {
    let checks = bull_rush::contest(arena, seat, target, &[]);
    if let Some(squares) = strength_of(arena, seat, kind)
        && checks.roll(arena, Topic::ForcedMovement).is_some()
    {
        forced::begin(arena, seat, target, kind, squares.into());
    }
}
