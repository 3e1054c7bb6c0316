//! Squares, the eight directions between them, and the size of a map.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// One square of the map: `x` counts to the right (east), `y` downwards (south), in squares.
///
/// Order is reading order: row by row from the top, each row from the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Square {
    /// Column, growing to the right.
    pub x: i16,
    /// Row, growing downwards.
    pub y: i16,
}

impl Square {
    /// The square in column `x` and row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// How many single steps (straight or diagonal, one each) lead from here to `other`.
    pub const fn steps_to(self, other: Self) -> u32 {
        let dx = (other.x as i32 - self.x as i32).unsigned_abs();
        let dy = (other.y as i32 - self.y as i32).unsigned_abs();
        if dx > dy { dx } else { dy }
    }

    /// Whether `other` is one of the eight squares around this one.
    pub const fn is_adjacent(self, other: Self) -> bool {
        self.steps_to(other) == 1
    }

    /// The direction of the single step from here to `other`, if one step suffices.
    pub const fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::from_delta(
            other.x as i32 - self.x as i32,
            other.y as i32 - self.y as i32,
        )
    }

    /// The square `steps` steps away in `direction`; stops at the edge of the number range.
    pub const fn stepped(self, direction: Direction, steps: i16) -> Self {
        let (dx, dy) = direction.delta();
        Self {
            x: self.x.saturating_add(dx.saturating_mul(steps)),
            y: self.y.saturating_add(dy.saturating_mul(steps)),
        }
    }

    /// The eight squares around this one, in the order of [`Direction::ALL`].
    pub fn neighbours(self) -> impl Iterator<Item = Square> {
        Direction::ALL.into_iter().map(move |d| self + d)
    }
}

impl From<(i16, i16)> for Square {
    #[inline]
    fn from((x, y): (i16, i16)) -> Self {
        Self::new(x, y)
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Add<Direction> for Square {
    type Output = Square;

    fn add(self, direction: Direction) -> Square {
        self.stepped(direction, 1)
    }
}

impl Sub<Direction> for Square {
    type Output = Square;

    fn sub(self, direction: Direction) -> Square {
        self.stepped(direction.opposite(), 1)
    }
}

/// One of the eight directions of a step; north is up the map, towards smaller `y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// All eight: the straight ones clockwise from north, then the diagonal ones.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::NorthWest,
    ];

    /// What one step this way adds to `x` and `y`.
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Direction::North => (0, -1),
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::West => (-1, 0),
            Direction::NorthEast => (1, -1),
            Direction::SouthEast => (1, 1),
            Direction::SouthWest => (-1, 1),
            Direction::NorthWest => (-1, -1),
        }
    }

    /// The direction of a step that adds exactly `dx` and `dy`, if it is a single step.
    pub const fn from_delta(dx: i32, dy: i32) -> Option<Self> {
        Some(match (dx, dy) {
            (0, -1) => Direction::North,
            (1, 0) => Direction::East,
            (0, 1) => Direction::South,
            (-1, 0) => Direction::West,
            (1, -1) => Direction::NorthEast,
            (1, 1) => Direction::SouthEast,
            (-1, 1) => Direction::SouthWest,
            (-1, -1) => Direction::NorthWest,
            _ => return None,
        })
    }

    /// The direction of the step from `from` to `to`, if the two are adjacent.
    pub const fn between(from: Square, to: Square) -> Option<Self> {
        from.direction_to(to)
    }

    /// Whether a step this way changes both column and row.
    pub const fn is_diagonal(self) -> bool {
        let (dx, dy) = self.delta();
        dx != 0 && dy != 0
    }

    /// The direction that leads back.
    pub const fn opposite(self) -> Self {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
            Direction::NorthEast => Direction::SouthWest,
            Direction::SouthEast => Direction::NorthWest,
            Direction::SouthWest => Direction::NorthEast,
            Direction::NorthWest => Direction::SouthEast,
        }
    }
}

/// The size of a map in squares; its squares run from (0, 0) to (width - 1, height - 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dimensions {
    /// Number of columns.
    pub width: u16,
    /// Number of rows.
    pub height: u16,
}

impl Dimensions {
    /// A map of `width` columns and `height` rows.
    pub const fn new(width: u16, height: u16) -> Self {
        Self { width, height }
    }

    /// Number of squares on the map.
    pub const fn len(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the map has no squares at all.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether `square` is on the map.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        square.x >= 0
            && square.y >= 0
            && (square.x as u16) < self.width
            && (square.y as u16) < self.height
    }

    /// Position of `square` in a flat array in reading order; `None` off the map.
    #[inline]
    pub const fn index(self, square: Square) -> Option<usize> {
        if self.contains(square) {
            Some(square.y as usize * self.width as usize + square.x as usize)
        } else {
            None
        }
    }

    /// The square at position `index` of a flat array; the inverse of [`Dimensions::index`].
    pub fn square(self, index: usize) -> Option<Square> {
        if index >= self.len() {
            return None;
        }
        // Two sides of 16 bits fit 32, which divide faster than 64.
        let (index, width) = (index as u32, u32::from(self.width));
        Some(Square::new(
            i16::try_from(index % width).ok()?,
            i16::try_from(index / width).ok()?,
        ))
    }

    /// All squares in reading order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.len()).filter_map(move |i| self.square(i))
    }

    /// The squares of the map up to so many steps from a box of squares, the box included, in reading order:
    /// `from` is its north-west corner, `to` its south-east one.
    pub fn squares_near(
        self,
        from: Square,
        to: Square,
        steps: u16,
    ) -> impl Iterator<Item = Square> {
        let span = |low: i16, high: i16, most: u16| {
            let low = i32::from(low) - i32::from(steps);
            let high = (i32::from(high) + i32::from(steps)).min(i32::from(most) - 1);
            low.max(0) as i16..=high as i16
        };
        let columns = span(from.x, to.x, self.width);
        let rows = span(from.y, to.y, self.height);
        rows.flat_map(move |y| columns.clone().map(move |x| Square::new(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_leads_to_its_own_neighbour_and_back() {
        let here = Square::new(3, 3);
        for direction in Direction::ALL {
            let there = here + direction;
            assert_eq!(Direction::between(here, there), Some(direction));
            assert_eq!(there + direction.opposite(), here);
            assert_eq!(there - direction, here);
        }
        assert_eq!(Direction::between(here, here), None);
        assert_eq!(Direction::between(here, Square::new(5, 3)), None);
    }

    #[test]
    fn four_directions_are_diagonal() {
        let diagonal = Direction::ALL.into_iter().filter(|d| d.is_diagonal());
        assert_eq!(diagonal.count(), 4);
    }

    #[test]
    fn squares_are_ordered_like_reading() {
        assert!(Square::new(9, 0) < Square::new(0, 1));
        let read: Vec<_> = Dimensions::new(3, 2).squares().collect();
        assert!(read.is_sorted());
        assert_eq!(read.len(), 6);
    }

    #[test]
    fn near_squares_end_at_the_edge_of_the_map() {
        let dims = Dimensions::new(5, 4);
        let near = |from: Square, to: Square, steps| -> Vec<_> {
            dims.squares_near(from, to, steps).collect()
        };
        let corner = Square::new(0, 0);
        let beside = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Square::new(x, y));
        assert_eq!(near(corner, corner, 1), beside);
        assert_eq!(near(Square::new(3, 2), Square::new(4, 3), 0).len(), 4);
        assert_eq!(near(corner, corner, 9).len(), dims.len());
        let outside = Square::new(-4, 2);
        assert!(near(outside, outside, 3).is_empty());
    }

    #[test]
    fn index_and_square_are_inverse_and_refuse_what_is_off_the_map() {
        let dims = Dimensions::new(5, 4);
        for (i, square) in dims.squares().enumerate() {
            assert_eq!(dims.index(square), Some(i));
        }
        assert_eq!(dims.index(Square::new(5, 0)), None);
        assert_eq!(dims.index(Square::new(-1, 0)), None);
        assert_eq!(dims.square(20), None);
    }

    #[test]
    fn the_edge_of_the_number_range_does_not_panic() {
        let far = Square::new(i16::MAX, i16::MIN);
        assert_eq!(far + Direction::NorthEast, far);
        assert_eq!(
            Square::new(i16::MIN, 0).steps_to(Square::new(i16::MAX, 0)),
            65535
        );
    }
}
