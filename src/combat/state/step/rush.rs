//! Bull rushes under way.

use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::grid::{Area, Cost, Direction};
use crate::rules::{ActionId, Modifier};

/// A bull rush under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rush {
    pub seat: Seat,
    pub target: Seat,
    pub action: ActionId,
    /// What a charge adds to the check.
    pub extra: Vec<Modifier>,
    /// What the pusher may still walk.
    pub left: Cost,
    /// All that the pusher was given to walk with: less is left if it becomes slower.
    #[serde(default)]
    pub given: Cost,
    /// Where the pusher comes from.
    pub from: Option<Area>,
    /// The target was helpless before it was pushed.
    #[serde(default)]
    pub limp: bool,
    pub phase: Phase,
}

/// What comes next in a bull rush.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// The combatants that may strike at the end of a charge are asked.
    Provoke,
    /// The pusher moves in.
    Enter,
    /// The checks.
    Shove,
    /// The pusher chooses how far.
    Choose(Direction),
    /// The target is about to leave its square, with so many still to come.
    Push(Direction, u8),
    /// It leaves.
    Shift(Direction, u8),
    /// The pusher is about to go after it.
    Follow(Direction, u8),
    /// It goes.
    Walk(Direction, u8),
}
