//! Squares and world units: where things lie on the table, and on which layer.

use bevy::prelude::*;

use crate::art;
use crate::grid::{Area, Dimensions, Square};

/// Side of a square in world units.
pub const TILE: f32 = art::TILE as f32;

/// Heights of the layers.
pub mod layer {
    pub const TABLE: f32 = -10.0;
    pub const GROUND: f32 = 0.0;
    pub const BORDER: f32 = 1.5;
    pub const GOAL: f32 = 1.7;
    pub const REACH: f32 = 2.0;
    pub const RISK: f32 = 2.5;
    pub const THREAT: f32 = 3.0;
    pub const STRIKES: f32 = 3.2;
    pub const FALLEN: f32 = 5.0;
    pub const TOKEN: f32 = 6.0;
    pub const PATH: f32 = 8.0;
    pub const LABEL: f32 = 20.0;
    pub const FRAME: f32 = 1.0;
}

/// The middle of a square.
pub fn centre(square: Square) -> Vec2 {
    Vec2::new(
        (f32::from(square.x) + 0.5) * TILE,
        -(f32::from(square.y) + 0.5) * TILE,
    )
}

/// The middle of a space.
pub fn middle(area: Area) -> Vec2 {
    let (x2, y2) = area.centre2();
    Vec2::new(x2 as f32, -y2 as f32) * TILE / 2.0
}

/// From the middle of a space to its corner.
pub fn half(area: Area) -> Vec2 {
    let footprint = area.footprint;
    Vec2::new(f32::from(footprint.width), f32::from(footprint.depth)) * TILE / 2.0
}

/// The square at a point, if it is on the map.
pub fn square_at(point: Vec2, dims: Dimensions) -> Option<Square> {
    let (x, y) = ((point.x / TILE).floor(), (-point.y / TILE).floor());
    let inside = |n: f32| (f32::from(i16::MIN)..f32::from(i16::MAX)).contains(&n);
    let square = (inside(x) && inside(y)).then(|| Square::new(x as i16, y as i16));
    square.filter(|s| dims.contains(*s))
}

/// How much larger words on the map have to be so that they can be read at this scale.
pub fn legible(scale: f32) -> f32 {
    (0.62 * scale).max(0.9)
}

/// The extent of a map in world units.
pub fn extent(dims: Dimensions) -> Vec2 {
    Vec2::new(f32::from(dims.width), f32::from(dims.height)) * TILE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_square_lies_in_it() {
        let dims = Dimensions::new(8, 6);
        for square in dims.squares() {
            assert_eq!(square_at(centre(square), dims), Some(square));
        }
        assert_eq!(square_at(Vec2::new(-1.0, -1.0), dims), None);
        assert_eq!(square_at(Vec2::new(1.0, 1.0), dims), None);
    }
}
