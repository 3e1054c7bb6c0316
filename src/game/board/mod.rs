//! The map on the table: ground, tokens, what is marked on it, and the camera above.
//!
//! World units are pixels of the drawn tiles: a square is [`TILE`](super::scale::TILE) units wide, `x` grows to the
//! right and `y` upwards, so row 0 is the topmost.

mod badges;
mod borders;
mod camera;
mod camera_nudge;
mod chips;
mod deployment;
mod dropped;
mod effects;
mod goal;
mod inspect;
mod labels;
mod legend;
mod lines;
mod marks;
mod pointer;
mod slips;
mod terrain;
mod tokens;

use bevy::prelude::*;

pub use super::scale::{TILE, centre};
pub use legend::{Sample, legend};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        camera::plugin,
        camera_nudge::plugin,
        terrain::plugin,
        borders::plugin,
        (tokens::plugin, effects::plugin),
        badges::plugin,
        dropped::plugin,
        goal::plugin,
        marks::plugin,
        labels::plugin,
        deployment::plugin,
        pointer::plugin,
    ));
}
