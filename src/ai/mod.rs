//! Computer players: they answer requests, nothing else.
//!
//! A player sees what a person at the table sees (the view, options, reaches and odds of a
//! [`Battle`]) and weighs one decision at a time: every square worth going to together with the best
//! thing to do there. Nothing is known of the battle's dice, and the player's own jitter comes from a
//! seed and the visible state, so that the same position gets the same answer on every machine.
//!
//! Whatever it thinks of, it only submits what [`Battle::check`] lets pass.

pub mod abilities;
mod ahead;
pub mod answers;
mod arms;
pub mod balance;
mod barriers;
mod breath;
pub mod candidates;
pub mod deploy;
pub mod distances;
pub mod evaluate;
pub mod fast;
pub mod figures;
pub mod ground;
mod hunt;
pub mod jitter;
mod means;
pub mod moves;
pub mod objective;
pub mod play;
pub mod player;
pub mod profile;
mod reach;
pub mod review;
pub mod route;
pub mod survey;
#[cfg(test)]
mod tests;
pub mod turn;
mod untargeted;
mod waiting;
pub mod worth;

pub use figures::{Figures, SideFigures};
pub use play::{Computer, Played, Thought, decide, play_out, wander};
pub use player::Player;
pub use profile::{Effort, Preset, Profile};
pub use review::{AttackRoll, Luck, Moment, Review};
pub use worth::Scored;
