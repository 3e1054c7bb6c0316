//! The rulebook: the compendium of a rule system to read and to search, and what the other systems say
//! about the same.
//!
//! The window and the terminal show the same book.

mod counterparts;
mod index;

pub use counterparts::{Counterpart, counterparts, has_counterparts};
pub use index::{chapter, chapters, find, rank};
