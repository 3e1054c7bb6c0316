//! The space that a creature or an object takes up: a rectangle of whole squares.

use serde::{Deserialize, Serialize};

use super::square::{Dimensions, Square};

/// Width (west to east) and depth (north to south) of a space in squares; 0 is read as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Footprint {
    /// Squares from west to east.
    pub width: u8,
    /// Squares from north to south.
    pub depth: u8,
}

impl Footprint {
    /// One square.
    pub const SINGLE: Footprint = Footprint { width: 1, depth: 1 };

    /// A space of `width` by `depth` squares.
    pub const fn new(width: u8, depth: u8) -> Self {
        Self { width, depth }
    }

    /// A space of `side` by `side` squares.
    pub const fn square(side: u8) -> Self {
        Self::new(side, side)
    }

    /// The same space after a quarter turn.
    pub const fn turned(self) -> Self {
        Self::new(self.depth, self.width)
    }

    /// Whether this is a single square.
    pub const fn is_single(self) -> bool {
        self.width <= 1 && self.depth <= 1
    }

    const fn columns(self) -> i32 {
        if self.width == 0 {
            1
        } else {
            self.width as i32
        }
    }

    const fn rows(self) -> i32 {
        if self.depth == 0 {
            1
        } else {
            self.depth as i32
        }
    }
}

impl Default for Footprint {
    fn default() -> Self {
        Self::SINGLE
    }
}

/// A footprint laid on the map; `anchor` is its square with the smallest `x` and `y`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Area {
    /// North-west square of the area.
    pub anchor: Square,
    /// Its extent in squares.
    pub footprint: Footprint,
}

impl Area {
    /// The footprint laid with its north-west square on `anchor`.
    pub const fn new(anchor: Square, footprint: Footprint) -> Self {
        Self { anchor, footprint }
    }

    /// The area of one square.
    pub const fn single(square: Square) -> Self {
        Self::new(square, Footprint::SINGLE)
    }

    /// The same footprint laid elsewhere.
    pub const fn moved_to(self, anchor: Square) -> Self {
        Self::new(anchor, self.footprint)
    }

    /// Every space of this size that takes in this one.
    pub fn spaces_around(self, whole: Footprint) -> impl Iterator<Item = Self> {
        let anchors = (0..i16::from(whole.depth)).flat_map(move |y| {
            (0..i16::from(whole.width))
                .map(move |x| Square::new(self.anchor.x - x, self.anchor.y - y))
        });
        let spaces = anchors.map(move |anchor| Self::new(anchor, whole));
        spaces.filter(move |space| self.squares().all(|square| space.contains(square)))
    }

    /// First (westmost) column.
    #[inline]
    pub const fn left(self) -> i32 {
        self.anchor.x as i32
    }

    /// First (northmost) row.
    #[inline]
    pub const fn top(self) -> i32 {
        self.anchor.y as i32
    }

    /// Last (eastmost) column, still inside.
    #[inline]
    pub const fn right(self) -> i32 {
        self.left() + self.footprint.columns() - 1
    }

    /// Last (southmost) row, still inside.
    #[inline]
    pub const fn bottom(self) -> i32 {
        self.top() + self.footprint.rows() - 1
    }

    /// Its last square in reading order, the south-east one.
    pub const fn last(self) -> Square {
        Square::new(self.right() as i16, self.bottom() as i16)
    }

    /// Its squares in reading order.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        (self.top()..=self.bottom()).flat_map(move |y| {
            (self.left()..=self.right()).filter_map(move |x| {
                Some(Square::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?))
            })
        })
    }

    /// Whether `square` belongs to the area.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let (x, y) = (square.x as i32, square.y as i32);
        self.left() <= x && x <= self.right() && self.top() <= y && y <= self.bottom()
    }

    /// Whether the whole area is on a map of that size.
    pub const fn is_within(self, dims: Dimensions) -> bool {
        self.left() >= 0
            && self.top() >= 0
            && self.right() < dims.width as i32
            && self.bottom() < dims.height as i32
    }

    /// Whether the two areas share a square.
    #[inline]
    pub const fn overlaps(self, other: Area) -> bool {
        matches!(self.gap(other), (0, 0))
    }

    /// Columns and rows from one area's nearest square to the other's; 0 where they overlap,
    /// 1 where they touch.
    #[inline]
    pub const fn gap(self, other: Area) -> (u32, u32) {
        (
            apart(self.left(), self.right(), other.left(), other.right()),
            apart(self.top(), self.bottom(), other.top(), other.bottom()),
        )
    }

    /// Whether the areas touch, at a border or a corner, without overlapping.
    pub const fn is_adjacent(self, other: Area) -> bool {
        matches!(self.gap(other), (1, 0 | 1) | (0, 1))
    }

    /// The centre in half-squares: square (0, 0) has its centre at (1, 1).
    pub const fn centre2(self) -> (i32, i32) {
        (
            2 * self.left() + self.footprint.columns(),
            2 * self.top() + self.footprint.rows(),
        )
    }

    /// The square of this area that is nearest to `other`.
    pub fn nearest_to(self, other: Area) -> Square {
        let pick = |low: i32, high: i32, a: i32, b: i32| {
            let wanted = if high < a {
                high
            } else if b < low {
                low
            } else {
                low.max(a)
            };
            wanted.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
        };
        Square::new(
            pick(self.left(), self.right(), other.left(), other.right()),
            pick(self.top(), self.bottom(), other.top(), other.bottom()),
        )
    }
}

impl From<Square> for Area {
    fn from(square: Square) -> Self {
        Area::single(square)
    }
}

const fn apart(low: i32, high: i32, other_low: i32, other_high: i32) -> u32 {
    if other_low > high {
        (other_low - high) as u32
    } else if low > other_high {
        (low - other_high) as u32
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(x: i16, y: i16, width: u8, depth: u8) -> Area {
        Area::new(Square::new(x, y), Footprint::new(width, depth))
    }

    #[test]
    fn a_large_creature_takes_up_four_squares_from_its_anchor() {
        let ogre = area(2, 3, 2, 2);
        let squares: Vec<_> = ogre.squares().map(|s| (s.x, s.y)).collect();
        assert_eq!(squares, [(2, 3), (3, 3), (2, 4), (3, 4)]);
        assert!(ogre.squares().all(|s| ogre.contains(s)));
        assert!(!ogre.contains(Square::new(4, 3)));
    }

    #[test]
    fn a_long_creature_may_turn() {
        let horse = area(0, 0, 1, 2);
        assert_eq!(horse.footprint.turned(), Footprint::new(2, 1));
        assert_eq!(Footprint::SINGLE.turned(), Footprint::SINGLE);
    }

    #[test]
    fn the_gap_counts_from_nearest_square_to_nearest_square() {
        let ogre = area(0, 0, 2, 2);
        assert_eq!(ogre.gap(area(5, 1, 1, 1)), (4, 0));
        assert_eq!(area(5, 1, 1, 1).gap(ogre), (4, 0));
        assert_eq!(ogre.gap(area(2, 2, 1, 1)), (1, 1));
        assert_eq!(ogre.gap(area(1, 1, 3, 3)), (0, 0));
    }

    #[test]
    fn touching_at_a_corner_is_adjacent_and_overlapping_is_not() {
        let ogre = area(0, 0, 2, 2);
        assert!(ogre.is_adjacent(area(2, 2, 1, 1)));
        assert!(ogre.is_adjacent(area(0, 2, 1, 1)));
        assert!(!ogre.is_adjacent(area(3, 0, 1, 1)));
        assert!(!ogre.is_adjacent(area(1, 1, 1, 1)));
        assert!(ogre.overlaps(area(1, 1, 1, 1)));
    }

    #[test]
    fn the_centre_is_counted_in_half_squares() {
        assert_eq!(area(0, 0, 1, 1).centre2(), (1, 1));
        assert_eq!(area(3, 2, 2, 2).centre2(), (8, 6));
        assert_eq!(area(-1, 0, 1, 1).centre2(), (-1, 1));
    }

    #[test]
    fn the_nearest_square_faces_the_other_area() {
        let ogre = area(0, 0, 2, 2);
        assert_eq!(ogre.nearest_to(area(5, 1, 1, 1)), Square::new(1, 1));
        assert_eq!(ogre.nearest_to(area(-4, -4, 1, 1)), Square::new(0, 0));
    }

    #[test]
    fn a_footprint_of_nothing_is_read_as_one_square() {
        assert_eq!(area(1, 1, 0, 0).squares().count(), 1);
        assert_eq!(area(i16::MAX, i16::MAX, 9, 9).squares().count(), 1);
    }
}
