//! Drawings: everything that is seen on the map table is drawn in code, with `tiny-skia`.
//!
//! The room knows content and grid only, so that the window and `opportunist render` share it. All
//! drawing is deterministic: the same tile looks the same on every machine.
//!
//! | file | draws |
//! | --- | --- |
//! | [`canvas`] | the pen: lines, discs, paths, hatching, and its own small random numbers |
//! | [`palette`] | the colours of ink, paper, ground and sides |
//! | [`tile`] | one square of ground, aware of its neighbours |
//! | [`border`] | walls, fences and hedges between two squares |
//! | [`emblem`] | the figure on a token |
//! | [`portrait`] | heads and shoulders on a token, put together of painted parts |
//! | [`icon`] | the icon of an action |
//! | [`token`] | the token with its rim, and the ring of hit points |
//! | [`pip`] | the shapes of the parts of a turn |
//! | [`paper`] | parchment, wood and frames of the panels |
//! | [`mark`] | washes and hatching for marked squares |
//! | [`typeface`] | the letters of texts in pictures and in the window |
//! | [`level`] | a whole level as one picture |

pub mod border;
pub mod canvas;
pub mod emblem;
mod figure;
pub mod ground;
pub mod icon;
pub mod level;
pub mod mark;
pub mod object;
pub mod palette;
pub mod paper;
pub mod pip;
pub mod portrait;
pub mod sign;
pub mod tile;
pub mod token;
pub mod typeface;

pub use canvas::Canvas;

/// Pixels along the side of one drawn square.
pub const TILE: u32 = 96;
