//! Borders between squares: the line that two neighbours share, many of them at once, and whether a
//! line of sight gets across.
//!
//! A line ends just inside the two spaces that it joins, so that a border right at a space has a side.
//! Elsewhere touching the end of a border does no harm, unless borders on both sides of that point
//! leave no way past it.

use serde::{Deserialize, Serialize};

use super::area::Area;
use super::line::{Crossing, Point2, trace};
use super::set::SquareSet;
use super::square::{Dimensions, Direction, Square};

/// The line that two orthogonal neighbours share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Border {
    /// The northern or western one of the two.
    pub at: Square,
    /// The other lies to the east, not to the south.
    pub upright: bool,
}

impl Border {
    /// The border of two squares, if they share one.
    pub fn between(a: Square, b: Square) -> Option<Self> {
        let (dx, dy) = (
            i32::from(b.x) - i32::from(a.x),
            i32::from(b.y) - i32::from(a.y),
        );
        match (dx, dy) {
            (1, 0) => Some(Self {
                at: a,
                upright: true,
            }),
            (-1, 0) => Some(Self {
                at: b,
                upright: true,
            }),
            (0, 1) => Some(Self {
                at: a,
                upright: false,
            }),
            (0, -1) => Some(Self {
                at: b,
                upright: false,
            }),
            _ => None,
        }
    }

    /// The two squares that share it.
    pub fn squares(self) -> [Square; 2] {
        let beyond = match self.upright {
            true => Direction::East,
            false => Direction::South,
        };
        [self.at, self.at + beyond]
    }

    /// Its two ends.
    pub fn ends(self) -> [Point2; 2] {
        let [_, beyond] = self.squares();
        let (x, y) = (2 * i32::from(beyond.x), 2 * i32::from(beyond.y));
        match self.upright {
            true => [(x, y), (x, y + 2)],
            false => [(x, y), (x + 2, y)],
        }
    }
}

/// The borders that an area crosses on a straight step, and those that it then has within its new
/// column or row.
pub fn leading(from: Area, direction: Direction) -> impl Iterator<Item = Border> {
    let to = from.moved_to(from.anchor + direction);
    let new = to.squares().filter(move |square| !from.contains(*square));
    new.filter_map(move |square| {
        let (dx, dy) = direction.delta();
        let before = Square::new(square.x - dx, square.y - dy);
        Border::between(before, square)
    })
}

/// The ways that a step takes: one straight on, or the two around the corner of a diagonal.
pub fn ways(from: Area, direction: Direction) -> Vec<Vec<Border>> {
    let (dx, dy) = direction.delta();
    if dx == 0 || dy == 0 {
        return vec![leading(from, direction).collect()];
    }
    let legs = [
        Direction::from_delta(dx.into(), 0),
        Direction::from_delta(0, dy.into()),
    ];
    let [Some(one), Some(other)] = legs else {
        return Vec::new();
    };
    let way = |first: Direction, then: Direction| {
        let corner = from.moved_to(from.anchor + first);
        leading(from, first).chain(leading(corner, then)).collect()
    };
    vec![way(one, other), way(other, one)]
}

/// A set of borders of one map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BorderSet {
    upright: SquareSet,
    level: SquareSet,
    any: bool,
}

impl BorderSet {
    /// The set of these.
    pub fn new(dims: Dimensions, borders: impl IntoIterator<Item = Border>) -> Self {
        let mut set = Self {
            upright: SquareSet::new(dims),
            level: SquareSet::new(dims),
            any: false,
        };
        for border in borders {
            set.any |= match border.upright {
                true => set.upright.insert(border.at),
                false => set.level.insert(border.at),
            };
        }
        set
    }

    /// Whether nothing is in.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !self.any
    }

    /// Whether this border is in.
    #[inline]
    pub fn contains(&self, border: Border) -> bool {
        match border.upright {
            true => self.upright.contains(border.at),
            false => self.level.contains(border.at),
        }
    }

    /// Whether a border is in between two squares of this rectangle (all included).
    pub fn any_in(&self, left: i32, top: i32, right: i32, bottom: i32) -> bool {
        self.any
            && (self.upright.any_in(left, top, right - 1, bottom)
                || self.level.any_in(left, top, right, bottom - 1))
    }

    fn severs(&self, a: Square, b: Square) -> bool {
        Border::between(a, b).is_some_and(|border| self.contains(border))
    }
}

/// The squares around a corner, given in half-squares; around any other point the one that it is in.
pub(super) fn quarters(point: Point2) -> impl Iterator<Item = Square> {
    let low = |v: i32| ((v + 1) >> 1) - 1;
    let columns = low(point.0)..=point.0 >> 1;
    let rows = low(point.1)..=point.1 >> 1;
    rows.flat_map(move |y| {
        columns
            .clone()
            .map(move |x| Square::new(x as i16, y as i16))
    })
}

/// Whether a line gets past borders, from one of the squares around its start to one around its end.
pub(super) struct Rays<'a, S> {
    pub borders: &'a BorderSet,
    /// Squares that no line gets through.
    pub solid: S,
    /// Borders within these two spaces are in no way.
    pub spaces: [Area; 2],
}

impl<S: Fn(Square) -> bool> Rays<'_, S> {
    fn open(&self, a: Square, b: Square) -> bool {
        let within = |space: &Area| space.contains(a) && space.contains(b);
        !self.borders.severs(a, b) || self.spaces.iter().any(within)
    }

    /// Whether a line gets from one square to a neighbour through the point where both touch.
    pub fn passes(&self, a: Square, b: Square) -> bool {
        if a.x == b.x || a.y == b.y {
            return a == b || self.open(a, b);
        }
        let ways = [Square::new(b.x, a.y), Square::new(a.x, b.y)];
        let free = |via: &Square| !(self.solid)(*via) && self.open(a, *via) && self.open(*via, b);
        // Between two solid squares alone it is for others to say.
        ways.iter().any(free) || ways.iter().all(|via| (self.solid)(*via))
    }

    /// Whether the line between two points is free of borders.
    pub fn is_free(&self, from: Point2, to: Point2, starts: &[Square], ends: &[Square]) -> bool {
        if from == to {
            let to = |a: &Square| ends.iter().any(|b| self.passes(*a, *b));
            return starts.iter().any(to);
        }
        if from.1 == to.1 && from.1 % 2 == 0 {
            let cell = |along: i32, across: i32| Square::new(along as i16, across as i16);
            return self.runs_along(from.0, to.0, from.1, starts, ends, cell, |s| s.y);
        }
        if from.0 == to.0 && from.0 % 2 == 0 {
            let cell = |along: i32, across: i32| Square::new(across as i16, along as i16);
            return self.runs_along(from.1, to.1, from.0, starts, ends, cell, |s| s.x);
        }
        let mut here: Option<Square> = None;
        let stopped = trace(from, to, |crossing| {
            let Crossing::Inside(next) = crossing else {
                return false;
            };
            let free = match here {
                None => starts.iter().any(|a| self.passes(*a, next)),
                Some(here) => self.passes(here, next),
            };
            here = Some(next);
            !free
        });
        !stopped && here.is_some_and(|here| ends.iter().any(|b| self.passes(here, *b)))
    }

    /// A line along the borders between two rows: it stays on the side on which both of its ends are,
    /// and changes sides once if they are on two.
    #[allow(clippy::too_many_arguments)]
    fn runs_along(
        &self,
        from: i32,
        to: i32,
        across: i32,
        starts: &[Square],
        ends: &[Square],
        cell: impl Fn(i32, i32) -> Square,
        row: impl Fn(Square) -> i16,
    ) -> bool {
        let (low, high) = (from.min(to) >> 1, (from.max(to) + 1) >> 1);
        let at = |i: i32| if from < to { low + i } else { high - 1 - i };
        let side = |square: Square| usize::from(i32::from(row(square)) >= across >> 1);
        let square = |i: i32, side: usize| cell(at(i), (across >> 1) - 1 + side as i32);
        // By side: on it from the start, and come over to it.
        let (mut stayed, mut changed) = ([false; 2], [false; 2]);
        for &start in starts {
            let side = side(start);
            stayed[side] |= self.passes(start, square(0, side));
        }
        for i in 0..high - low {
            for side in 0..2 {
                if i > 0 && !self.open(square(i - 1, side), square(i, side)) {
                    (stayed[side], changed[side]) = (false, false);
                }
            }
            if self.open(square(i, 0), square(i, 1)) {
                (changed[0], changed[1]) = (changed[0] || stayed[1], changed[1] || stayed[0]);
            }
        }
        let arrives = |&end: &Square| {
            let side = side(end);
            (stayed[side] || changed[side]) && self.passes(square(high - low - 1, side), end)
        };
        ends.iter().any(arrives)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sight::{Blocks, any_line, corner_lines};
    use super::*;

    const DIMS: Dimensions = Dimensions::new(12, 8);

    fn at(x: i16, y: i16) -> Area {
        Area::single(Square::new(x, y))
    }

    /// Walls on the borders between these squares.
    fn walls(pairs: &[[(i16, i16); 2]]) -> BorderSet {
        let square = |(x, y)| Square::new(x, y);
        let border = |[a, b]: &[(i16, i16); 2]| Border::between(square(*a), square(*b)).unwrap();
        BorderSet::new(DIMS, pairs.iter().map(border))
    }

    /// Blocked corner lines, after a look that they are the same in the mirror.
    fn blocked(from: Area, to: Area, walls: &BorderSet) -> u8 {
        let squares = SquareSet::new(DIMS);
        let blocks = Blocks::new(&squares, walls);
        assert_eq!(any_line(from, to, blocks), any_line(to, from, blocks));
        corner_lines(from, to, blocks).blocked
    }

    #[test]
    fn nothing_is_seen_through_a_wall_that_one_leans_on() {
        let wall = walls(&[[(1, 1), (2, 1)]]);
        assert_eq!(blocked(at(1, 1), at(2, 1), &wall), 4);
        assert_eq!(blocked(at(0, 1), at(5, 1), &wall), 4);
        assert_eq!(blocked(at(1, 1), at(1, 2), &wall), 0);
        assert_eq!(blocked(at(1, 1), at(1, 0), &wall), 0);
    }

    #[test]
    fn around_the_end_of_a_wall_one_sees() {
        let wall = walls(&[[(1, 1), (2, 1)]]);
        assert!(blocked(at(1, 1), at(2, 2), &wall) < 4);
        assert!(blocked(at(1, 1), at(4, 3), &wall) < 4);
        assert_eq!(blocked(at(1, 0), at(2, 0), &wall), 0);
    }

    #[test]
    fn a_long_wall_hides_all_behind_it() {
        let pairs: Vec<_> = (0..8).map(|y| [(3, y), (4, y)]).collect();
        let wall = walls(&pairs);
        for y in 0..8 {
            for x in 4..12 {
                assert_eq!(blocked(at(1, 4), at(x, y), &wall), 4, "{x} {y}");
            }
            assert_eq!(blocked(at(1, 4), at(3, y), &wall), 0);
        }
    }

    #[test]
    fn two_walls_that_meet_close_the_corner() {
        // A stands in the angle of two walls.
        let wall = walls(&[[(1, 1), (2, 1)], [(1, 1), (1, 2)]]);
        assert_eq!(blocked(at(1, 1), at(2, 2), &wall), 4);
        assert_eq!(blocked(at(2, 1), at(1, 2), &wall), 0);
    }

    #[test]
    fn a_large_space_sees_from_all_of_it() {
        let wall = walls(&[[(2, 1), (3, 1)]]);
        let large = Area::new(Square::new(1, 1), super::super::area::Footprint::square(2));
        assert!(blocked(large, at(3, 1), &wall) < 4);
        let wall = walls(&[[(2, 1), (3, 1)], [(2, 2), (3, 2)]]);
        assert_eq!(blocked(large, at(3, 1), &wall), 4);
    }

    #[test]
    fn a_diagonal_step_has_two_ways() {
        let from = at(1, 1);
        assert_eq!(ways(from, Direction::East).len(), 1);
        let both = ways(from, Direction::SouthEast);
        assert_eq!(both.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    }
}
