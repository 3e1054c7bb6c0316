//! Opportunist.
pub mod grid;
