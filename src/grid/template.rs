//! Shapes of areas: bursts around a corner, cones, lines, and what surrounds a combatant.
//!
//! A corner is named by the square south-east of it: (5, 5) is where the squares (4, 4) and (5, 5)
//! touch. Shapes are pure geometry; what walls keep off is for [`reaches`] to say.

use std::collections::BTreeSet;

use super::area::Area;
use super::border::{BorderSet, Rays, quarters};
use super::distance::{Diagonals, distance};
use super::line::{Crossing, Point2, trace};
use super::set::SquareSet;
use super::sight::Blocks;
use super::square::{Dimensions, Direction, Square};

/// The corner north-west of a square, in half-squares.
pub const fn corner(square: Square) -> Point2 {
    (2 * square.x as i32, 2 * square.y as i32)
}

/// Squares within `radius` of a corner. The four squares that touch it are one away.
pub fn burst(at: Square, radius: u16, diagonals: Diagonals, dims: Dimensions) -> SquareSet {
    let away = |square: i16, corner: i16| {
        let offset = i32::from(square) - i32::from(corner);
        (if offset >= 0 { offset + 1 } else { -offset }) as u32
    };
    let near = |s: &Square| diagonals.length(away(s.x, at.x), away(s.y, at.y)) <= u32::from(radius);
    SquareSet::from_squares(dims, dims.squares_near(at, at, radius).filter(near))
}

/// Squares that something reaches which spreads from a corner, round other corners, too: by a way past what
/// blocks that is no longer than `radius`.
pub fn spread<'a>(
    at: Square,
    radius: u16,
    diagonals: Diagonals,
    blocks: impl Into<Blocks<'a>>,
) -> SquareSet {
    let blocks: Blocks<'a> = blocks.into();
    let nothing = BorderSet::default();
    let rays = Rays {
        borders: blocks.borders.unwrap_or(&nothing),
        solid: |square| blocks.is_solid(square),
        spaces: [Area::single(at), Area::single(at)],
    };
    // Every step is one square, and every second diagonal two where they alternate: `odd` is whether the next
    // one is such a second one.
    let mut open: BTreeSet<(u32, Square, bool)> = BTreeSet::new();
    let first = quarters(corner(at)).filter(|square| !blocks.is_solid(*square));
    open.extend(first.map(|square| (1, square, false)));
    let mut reached = SquareSet::new(blocks.squares.dims());
    let mut known: BTreeSet<(Square, bool)> = BTreeSet::new();
    while let Some((away, here, odd)) = open.pop_first() {
        if away > u32::from(radius) {
            break;
        }
        if !known.insert((here, odd)) {
            continue;
        }
        reached.insert(here);
        for direction in Direction::ALL {
            let next = here + direction;
            let (dx, dy) = direction.delta();
            let diagonal = dx != 0 && dy != 0;
            let corners = [Square::new(next.x, here.y), Square::new(here.x, next.y)];
            let squeezes = diagonal && corners.iter().all(|via| blocks.is_solid(*via));
            if blocks.is_solid(next) || squeezes || !rays.passes(here, next) {
                continue;
            }
            let double = diagonal && odd && diagonals == Diagonals::AlternateOneTwo;
            open.insert((away + 1 + u32::from(double), next, odd != diagonal));
        }
    }
    reached
}

/// Squares within `radius` of a space, the space itself included.
pub fn around(from: Area, radius: u16, diagonals: Diagonals, dims: Dimensions) -> SquareSet {
    let near = |s: &Square| distance(from, Area::single(*s), diagonals) <= u32::from(radius);
    SquareSet::from_squares(dims, close_to(from, radius, dims).filter(near))
}

/// The squares of the map in a box around a space, wide enough for everything within so many squares.
fn close_to(from: Area, radius: u16, dims: Dimensions) -> impl Iterator<Item = Square> {
    dims.squares_near(from.anchor, from.last(), radius)
}

/// A cone from a space towards a square: one of eight directions, the nearest to it. It is as wide
/// at its end as it is long.
pub fn cone(
    from: Area,
    towards: Square,
    length: u16,
    diagonals: Diagonals,
    dims: Dimensions,
) -> SquareSet {
    let (east, south) = heading(from, towards);
    let beyond = |low: i32, high: i32, at: i32| {
        if at > high {
            at - high
        } else {
            (at - low).min(0)
        }
    };
    let inside = |s: &Square| {
        let dx = beyond(from.left(), from.right(), i32::from(s.x));
        let dy = beyond(from.top(), from.bottom(), i32::from(s.y));
        let (ahead, aside) = match (east, south) {
            // Along a diagonal the cone is the quarter between the two directions.
            (e, s) if e != 0 && s != 0 => {
                let quarter = dx * e > 0 && dy * s > 0;
                return quarter
                    && diagonals.length(dx.unsigned_abs(), dy.unsigned_abs()) <= u32::from(length);
            }
            (0, s) => (dy * s, dx.abs()),
            (e, _) => (dx * e, dy.abs()),
        };
        ahead > 0
            && aside < ahead
            && diagonals.length(ahead as u32, aside as u32) <= u32::from(length)
    };
    SquareSet::from_squares(dims, close_to(from, length, dims).filter(inside))
}

/// The direction of the eight that is nearest to the way from a space to a square.
fn heading(from: Area, towards: Square) -> (i32, i32) {
    let ((x, y), to) = (from.centre2(), Area::single(towards).centre2());
    let (dx, dy) = (to.0 - x, to.1 - y);
    // Beyond two to one a way is straight rather than diagonal.
    let straight = |along: i32, across: i32| along.abs() > 2 * across.abs();
    match () {
        () if straight(dx, dy) => (dx.signum(), 0),
        () if straight(dy, dx) => (0, dy.signum()),
        () => (dx.signum(), dy.signum()),
    }
}

/// Squares through which a line passes from a space towards a square and on to its full length, or
/// to the first square that blocks it.
pub fn line<'a>(
    from: Area,
    towards: Square,
    length: u16,
    diagonals: Diagonals,
    blocks: impl Into<Blocks<'a>>,
) -> SquareSet {
    let blocks: Blocks<'a> = blocks.into();
    let dims = blocks.squares.dims();
    let mut squares = SquareSet::new(dims);
    let target = Area::single(towards);
    let start = Area::single(from.nearest_to(target));
    let (a, b) = (start.centre2(), target.centre2());
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let reach = dx.abs().max(dy.abs());
    if reach == 0 {
        return squares;
    }
    // Far enough to pass the full length; the distance of each square decides.
    let times = 2 * i32::from(length) / reach + 2;
    let end = (a.0 + dx * times, a.1 + dy * times);
    let mut here = start.anchor;
    trace(a, end, |crossing| {
        if let Crossing::Inside(square) = crossing {
            let away = distance(start, Area::single(square), diagonals);
            let free = |borders| {
                let spaces = [from, start];
                let solid = |s| blocks.squares.contains(s);
                let rays = Rays {
                    borders,
                    solid,
                    spaces,
                };
                rays.passes(here, square)
            };
            if away > u32::from(length)
                || blocks.squares.contains(square)
                || !blocks.borders.is_none_or(free)
            {
                return true;
            }
            here = square;
            if !from.contains(square) && dims.contains(square) {
                squares.insert(square);
            }
        }
        false
    });
    squares
}

/// Whether something spreads from a point to a square past what blocks: some straight line from the
/// point to a corner or the centre of the square is free.
pub fn reaches<'a>(point: Point2, square: Square, blocks: impl Into<Blocks<'a>>) -> bool {
    let blocks: Blocks<'a> = blocks.into();
    let (x, y) = corner(square);
    let ends = [(0, 0), (2, 0), (0, 2), (2, 2), (1, 1)];
    ends.into_iter()
        .any(|(dx, dy)| is_free(point, (x + dx, y + dy), Area::single(square), blocks))
}

/// How many of the lines from a point to the four corners of a space are blocked.
pub fn blocked_from<'a>(point: Point2, target: Area, blocks: impl Into<Blocks<'a>>) -> u8 {
    let blocks: Blocks<'a> = blocks.into();
    let (left, top) = (2 * target.left(), 2 * target.top());
    let (right, bottom) = (2 * target.right() + 2, 2 * target.bottom() + 2);
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let blocked = |to: &&Point2| !is_free(point, **to, target, blocks);
    corners.iter().filter(blocked).count() as u8
}

/// Whether nothing blocks the line from a point to a point of a space. What spreads from a corner goes
/// out into every square around it.
fn is_free(point: Point2, to: Point2, space: Area, blocks: Blocks<'_>) -> bool {
    let solid = |s: Square| !space.contains(s) && blocks.is_solid(s);
    let met = trace(point, to, |crossing| match crossing {
        Crossing::Inside(s) => solid(s),
        Crossing::Between(a, b) => solid(a) && solid(b),
    });
    !met && blocks.borders.is_none_or(|borders| {
        let starts: Vec<_> = quarters(point).collect();
        let ends: Vec<_> = quarters(to).filter(|s| space.contains(*s)).collect();
        let spaces = [space, space];
        let rays = Rays {
            borders,
            solid,
            spaces,
        };
        rays.is_free(point, to, &starts, &ends)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIMS: Dimensions = Dimensions {
        width: 13,
        height: 13,
    };

    fn rows(set: &SquareSet) -> Vec<usize> {
        let row = |y: i16| (0..13).filter(|x| set.contains(Square::new(*x, y))).count();
        (0..13).map(row).filter(|n| *n > 0).collect()
    }

    #[test]
    fn bursts_are_the_well_known_circles() {
        let at = Square::new(6, 6);
        let burst = |radius| burst(at, radius, Diagonals::AlternateOneTwo, DIMS);
        assert_eq!(rows(&burst(1)), [2, 2]);
        assert_eq!(rows(&burst(2)), [2, 4, 4, 2]);
        assert_eq!(rows(&burst(4)), [2, 6, 6, 8, 8, 6, 6, 2]);
    }

    #[test]
    fn where_diagonals_count_alike_bursts_are_squares() {
        let set = burst(Square::new(4, 4), 2, Diagonals::Equal, DIMS);
        assert_eq!(rows(&set), [4, 4, 4, 4]);
        assert!(set.contains(Square::new(2, 2)) && set.contains(Square::new(5, 5)));
    }

    #[test]
    fn a_cone_widens_and_ends() {
        let from = Area::single(Square::new(2, 6));
        let cone = |to: (i16, i16)| {
            cone(
                from,
                Square::new(to.0, to.1),
                3,
                Diagonals::AlternateOneTwo,
                DIMS,
            )
        };
        let east = cone((9, 6));
        assert_eq!(rows(&east), [2, 3, 2]);
        assert!(east.contains(Square::new(3, 6)) && east.contains(Square::new(5, 5)));
        assert!(!east.contains(Square::new(3, 5)));
        let north_east = cone((5, 3));
        assert_eq!(rows(&north_east), [1, 2, 3]);
    }

    #[test]
    fn a_line_goes_on_to_its_length() {
        let from = Area::single(Square::new(1, 1));
        let mut walls = SquareSet::new(DIMS);
        let line = |to: (i16, i16), walls: &SquareSet| {
            let to = Square::new(to.0, to.1);
            line(from, to, 6, Diagonals::AlternateOneTwo, walls)
        };
        let set = line((3, 1), &walls);
        assert_eq!(rows(&set), [6]);
        let diagonal = line((2, 2), &walls);
        assert_eq!(rows(&diagonal), [1, 1, 1, 1]);
        assert!(line((1, 1), &walls).is_empty());
        walls.insert(Square::new(4, 1));
        assert_eq!(rows(&line((2, 1), &walls)), [2]);
    }

    #[test]
    fn walls_stop_what_spreads_from_a_point() {
        let wall = SquareSet::from_squares(DIMS, (0..13).map(|y| Square::new(6, y)));
        let point = corner(Square::new(5, 5));
        assert!(reaches(point, Square::new(2, 5), &wall));
        assert!(reaches(point, Square::new(6, 5), &wall));
        assert!(!reaches(point, Square::new(8, 5), &wall));
        let area = Area::single(Square::new(8, 5));
        assert_eq!(blocked_from(point, area, &wall), 4);
        assert_eq!(
            blocked_from(point, Area::single(Square::new(3, 5)), &wall),
            0
        );
    }
}
