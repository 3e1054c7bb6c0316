//! Dice: expressions, distributions and rolls.
//!
//! Three questions about dice come up all over the game, and each has a file of its own:
//!
//! - **What is written on the sheet?** [`DiceExpr`] is "2d6+3" as content files write it.
//! - **What are the odds?** [`Distribution`] holds the exact chance of every total, so that a
//!   preview can be computed instead of sampled.
//! - **What was rolled?** [`Dice`] throws single dice, either from a seed or from a script. Every
//!   throw carries a [`RollLabel`] that says who rolls and what for; a test script is checked
//!   against the labels, and a log line can name every die.
//!
//! ```
//! use opportunist::dice::{Dice, DiceExpr, Distribution, Purpose, RollLabel};
//!
//! let damage: DiceExpr = "2d6+3".parse().unwrap();
//! assert_eq!((damage.min(), damage.max(), damage.mean_x2()), (5, 15, 20));
//!
//! let odds = Distribution::of(&damage);
//! assert!((odds.at_least(15) - 1.0 / 36.0).abs() < 1e-12);
//!
//! let mut dice = Dice::seeded(42);
//! let attack = dice.roll(RollLabel::new(0, Purpose::Attack), 20);
//! assert!((1..=20).contains(&attack));
//! ```
//!
//! Nothing here knows a rule. The same seed gives the same dice on every machine, because the
//! generator (ChaCha8) and the step from its words to a die are both fixed here; see
//! [`SeededDice`].

mod averages;
mod biased;
mod distribution;
mod expr;
mod label;
mod roller;
mod script;

pub use averages::Averages;
pub use biased::BiasedDice;
pub use distribution::Distribution;
pub use expr::{DiceExpr, DiceExprError, DiceTerm};
pub use label::{Purpose, RollLabel, UnknownPurpose};
pub use roller::{Dice, Die, Handful, SeededDice, Thrown};
pub use script::{ScriptFault, ScriptFaultKind, ScriptedDice, ScriptedRoll};
