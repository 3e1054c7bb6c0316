//! By what something lies upon the ground for a time.

use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::rules::AbilityId;

/// The layer of what lies upon the ground for a time: above everything else.
pub const LYING: u8 = u8::MAX;

/// By what something lies upon the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// Whose ability has laid it.
    pub by: Seat,
    pub ability: AbilityId,
    pub level: i32,
    /// It lies on the other plane.
    pub beyond: bool,
}
