//! Points in the sequence of a battle.

use bevy_ecs::schedule::ScheduleLabel;
use serde::{Deserialize, Serialize};

use crate::combat::contract::{ComingIn, Seat, SideId};
use crate::rules::{Beginning, ConditionId};

/// A point in the sequence of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Sets out the stages of the beginning.
    Begin,
    Beginning(Beginning),
    /// Picks whose turn is next, or ends the round.
    NextTurn,
    BeginTurn(Seat),
    /// A turn that was put off until the next one came: its beginning and end without actions.
    MissedTurn(Seat),
    /// What the start of a turn does to a combatant: wounds that go on, the ground, a mount.
    Suffer(Seat),
    /// What a condition takes of the turn of its bearer; how many rounds were paid for when it was asked.
    Upkeep {
        seat: Seat,
        asked: Option<i32>,
    },
    /// Asks for the next action of the turn until it ends.
    Act(Seat),
    EndTurn(Seat),
    /// A turn is put off, to a count that was named or for as long as it takes; its beginning is
    /// taken back.
    PutOff {
        seat: Seat,
        count: Option<i32>,
    },
    /// A place in the order is gathered anew.
    Refocus(Seat),
    /// A place in the order rises or falls by so much.
    Shifted {
        seat: Seat,
        by: i32,
    },
    /// A side gives up.
    Surrender(SideId),
    /// What a strenuous action costs the disabled, once it is done, unless it has raised their hit points.
    Strained {
        seat: Seat,
        /// What they were when it was declared.
        hit_points: i32,
    },
    /// The stance of a declared action begins, unless an answer to it has come in between.
    Stance {
        seat: Seat,
        condition: ConditionId,
        amount: i32,
    },
    /// Asks those who delay, beginning with this one of them, whether they come in now.
    Waiting {
        when: ComingIn,
        asked: u8,
    },
}

/// What lies between two rounds.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Boundary {
    RoundBegins,
    RoundEnds,
}
