//! Seats and sides: stable numbers of combatants and sides.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The stable number of a combatant in its battle, counted from 0. Everything that has an order is
/// ordered by rule and then by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

/// Some combatants; as many as stand around one need no memory of their own.
pub type Seats = SmallVec<[Seat; 16]>;

/// The number of a side, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SideId(pub u8);

impl Seat {
    /// Position in tables by seat.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl SideId {
    /// Position in tables by side.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
