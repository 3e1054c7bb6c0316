//! The rule state of a battle, taken out and put back.

use serde::{Deserialize, Serialize};

use super::components::*;
use super::state::{Pending, Rounds, Sides, Stack};
use crate::dice::Dice;
use crate::grid::Square;
use crate::rules::WeaponId;

/// The whole rule state as plain vectors by seat. Undo, save, look-ahead and replay use it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub place: Vec<Place>,
    pub vitals: Vec<Vitals>,
    pub conditions: Vec<Conditions>,
    pub budget: Vec<Budget>,
    pub reactions: Vec<Reactions>,
    pub hands: Vec<Hands>,
    pub gear: Vec<Gear>,
    pub initiative: Vec<Initiative>,
    pub readied: Vec<Readied>,
    pub sides: Sides,
    pub rounds: Rounds,
    pub stack: Stack,
    pub pending: Pending,
    pub dice: Dice,
    pub dropped: Vec<(Square, WeaponId)>,
    /// How many events had happened.
    pub events: usize,
}
