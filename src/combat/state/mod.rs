//! The state of a battle: the components of a combatant and the resources beside them. No rules.
//!
//! A rule that only reads takes [`&State`](State). A rule that writes takes
//! `&mut Access<Chapter>`, where the [chapter](chapters) says what it may write. A system declares
//! the same chapter to Bevy as [`Writes<Chapter>`](Writes) and opens it in its first line.

pub(crate) mod access;
mod asking;
pub(crate) mod chapters;
mod column;
pub(crate) mod combatant;
pub(crate) mod engine;
pub(crate) mod field;
pub(crate) mod full_attack;
pub(crate) mod gear;
pub(crate) mod ground;
mod list;
pub(crate) mod listeners;
pub(crate) mod occupancy;
mod parts;
pub(crate) mod plan;
pub(crate) mod powers;
pub(crate) mod refusal;
pub(crate) mod resources;
pub(crate) mod rights;
mod saved;
pub(crate) mod step;
mod supposed;
mod view;

pub(crate) use access::{Access, Reads};
pub(crate) use saved::{Columns, Combatant, Common};
pub(crate) use supposed::Supposed;
pub(crate) use view::{Reader, State, Writes};
