//! Start, rounds, turns and their phases.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::arena::Arena;
use super::request::{Choice, Request};
use super::seat::Seat;

/// A point in the sequence of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Deployment, awareness, initiative.
    Begin,
    BeginRound,
    /// Picks whose turn is next, or ends the round.
    NextTurn,
    BeginTurn(Seat),
    /// Asks for the next action of the turn until it ends.
    Act(Seat),
    EndTurn(Seat),
    EndRound,
}

/// Takes the battle one stage further.
pub fn advance(In(stage): In<Stage>, arena: Arena) {
    let _ = (stage, arena);
}

/// Takes the answer to a turn or deployment request.
pub fn answer(In((request, choice)): In<(Request, Choice)>, arena: Arena) {
    let _ = (request, choice, arena);
}
