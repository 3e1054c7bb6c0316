//! Powers that push, pull and slide.

use crate::combat::contract::{Refusal, Seat};
use crate::combat::manoeuvre::bull_rush;
use crate::combat::movement::forced;
use crate::combat::state::{DeclaredAction, State, Wounding};
use crate::grid::distance;
use crate::rules::{Capability, Force, Topic, counted};
use bevy_ecs::prelude::*;

/// By how many squares a combatant can move others in this way.
pub(crate) fn strength_of(state: &State, seat: Seat, kind: Force) -> Option<u8> {
    let capabilities = &state.who(seat).capabilities;
    capabilities.iter().find_map(|capability| match capability {
        Capability::Forces(known, squares) if *known == kind => Some(*squares),
        _ => None,
    })
}

pub(crate) fn force_legal(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
    kind: Force,
    within: u8,
) -> Result<(), Refusal> {
    let topic = Topic::ForcedMovement;
    if strength_of(state, declared.seat, kind).is_none() {
        return state.refuse(topic, "You have not learnt this.");
    }
    let diagonals = state.rules().policies.movement.diagonals;
    match (state.area(declared.seat), state.area(target)) {
        (Some(here), Some(there)) if distance(here, there, diagonals) <= within.into() => Ok(()),
        _ => {
            let squares = counted(within, "square");
            let reason =
                format!("The target is too far away: it has to be within {squares} of you.");
            state.refuse(topic, reason)
        }
    }
}

/// Moves the target, if its mover's check is won.
pub(crate) fn force(battle: &mut Wounding, seat: Seat, target: Seat, kind: Force) {
    let checks = bull_rush::contest(battle, seat, target, &[]);
    if let Some(squares) = strength_of(battle, seat, kind)
        && checks
            .and_then(|checks| checks.roll(battle, Topic::ForcedMovement))
            .is_some()
    {
        forced::begin(battle, seat, target, kind, squares.into());
    }
}
