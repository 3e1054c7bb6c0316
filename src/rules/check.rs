//! A d20 roll with its whole breakdown.

use serde::{Deserialize, Serialize};

use super::Tally;

/// Whether one die or two are rolled, and which counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edge {
    #[default]
    None,
    /// Two dice, the higher counts.
    Advantage,
    /// Two dice, the lower counts.
    Disadvantage,
}

impl Edge {
    /// Any number of sources count as one, and the two kinds cancel.
    pub fn of(advantage: bool, disadvantage: bool) -> Self {
        match (advantage, disadvantage) {
            (true, false) => Self::Advantage,
            (false, true) => Self::Disadvantage,
            _ => Self::None,
        }
    }
}

/// A d20 check: the die that counts, the other one if two were rolled, and the modifiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The natural result that counts, 1 to 20; 10 when taken.
    pub natural: i32,
    /// The die that was rolled and does not count.
    pub discarded: Option<i32>,
    pub edge: Edge,
    /// The roller took 10 instead of rolling.
    pub taken: bool,
    pub bonus: Tally,
}

impl Check {
    /// Natural result plus modifiers.
    pub fn total(&self) -> i32 {
        self.natural + self.bonus.total
    }
}
