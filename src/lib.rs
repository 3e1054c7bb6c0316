//! Opportunist: tactical skirmishes on a square grid under several d20-family rule systems.
//!
//! Each module is a room; a room uses the rooms below it and none above it. From the ground up:
//! [`grid`], [`dice`] and [`files`], [`rules`] (what a rule system is), [`content`] (RON in), [`combat`] (the
//! rules at work), [`ai`] (computer players), [`lessons`] (a guided battle), [`journey`] (battle after
//! battle), [`rulebook`] (the rules to look up), [`savefile`] (saved battles).

pub mod ai;
pub mod art;
pub mod cli;
pub mod combat;
pub mod content;
pub mod dice;
pub mod files;
#[cfg(feature = "gui")]
pub mod game;
pub mod grid;
pub mod journey;
pub mod lessons;
pub mod narrate;
pub mod rulebook;
pub mod rules;
pub mod savefile;
pub mod scenario;
pub mod sound;
pub mod terminal;
