//! Battles in words: what an event says on a log line, and what stands behind it.
//!
//! The log of the window, the narration in the terminal and the reports of tests all read the same
//! sentences. A [`Told`] event has one line and, when opened, every die and every
//! modifier by name, those that did not count included.

mod breakdown;
mod cast;
mod fold;
mod sentence;

pub use breakdown::{breakdown, modifier_name, tally_lines};
pub use cast::Cast;
pub use fold::tell_all;
pub use sentence::tell;

use crate::grid::Square;

/// A square in words, counted from 1 in the top left corner.
pub fn place(square: Square) -> String {
    format!("column {}, row {}", square.x + 1, square.y + 1)
}

/// How much a line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// A new round, the end of the battle.
    Heading,
    /// A new turn.
    Turn,
    /// What a combatant does, and the result.
    Action,
    /// How it came about: rolls and the like.
    Detail,
}

/// An event in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub weight: Weight,
    pub text: String,
    /// Every die and modifier, a line each.
    pub details: Vec<String>,
    /// Printed ids of the rules that were applied.
    pub rules: Vec<String>,
}
