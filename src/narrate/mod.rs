//! Battles in words: what an event says on a log line, and what stands behind it.
//!
//! The log of the window, the narration in the terminal and the reports of tests all read the same
//! sentences. [`tell`] says what one event is, with every die and every modifier by name, those that did
//! not count included. [`tell_all`] makes a log of them: a line for each thing that a combatant does,
//! with its result, and the sentences of all that belongs to it behind it.

mod breakdown;
mod cast;
mod fold;
mod objective;
mod sentence;

pub use breakdown::{breakdown, modifier_name, tally_lines};
pub use cast::Cast;
pub use fold::tell_all;
pub use objective::objective;
pub use sentence::tell;

use crate::combat::Seat;
use crate::grid::Square;
use crate::rules::RuleId;

/// A square in words, counted from 1 in the top left corner.
pub fn place(square: Square) -> String {
    format!("column {}, row {}", square.x + 1, square.y + 1)
}

/// A number with a proper minus.
pub fn minus(number: i32) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", number.unsigned_abs())
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

/// What happens on a line, for its icon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    #[default]
    Plain,
    /// A combatant moves.
    Move,
    /// An attack hits, or a combatant is hurt otherwise.
    Hit,
    /// An attack comes to nothing.
    Miss,
    /// A special ability is used.
    Ability,
    /// A combatant goes down.
    Fall,
}

impl Mark {
    /// Whether it is part of the fighting itself.
    pub fn is_fight(self) -> bool {
        matches!(self, Self::Hit | Self::Miss | Self::Ability | Self::Fall)
    }
}

/// An event in words, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub weight: Weight,
    pub mark: Mark,
    /// Whom the line is about, in the order in which it names them.
    pub about: Vec<Seat>,
    pub text: String,
    /// Every die and modifier, a line each.
    pub details: Vec<String>,
    /// The rules that were applied.
    pub rules: Vec<RuleId>,
}
