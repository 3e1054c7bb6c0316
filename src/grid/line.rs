//! Straight lines: which squares they cross, and paths that follow them.
//!
//! Points are given in half-squares, so that centres and corners are integers: the square
//! (x, y) has its corners at (2x, 2y) and (2x + 2, 2y + 2) and its centre at (2x + 1, 2y + 1).

use super::area::Area;
use super::square::Square;

/// A point of the map in half-squares.
pub type Point2 = (i32, i32);

/// What a line meets on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// It passes through the inside of this square.
    Inside(Square),
    /// It passes exactly between these two: along their common border, or through the corner
    /// at which they touch diagonally.
    Between(Square, Square),
}

/// Follows the segment and tells `stop` everything it meets, in order, until that says true.
///
/// Returns whether it was stopped. The ends count as outside: a segment that begins at a
/// corner does not pass between the squares around it.
pub fn trace(from: Point2, to: Point2, mut stop: impl FnMut(Crossing) -> bool) -> bool {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    if dx == 0 && dy == 0 {
        let inside = from.0 % 2 != 0 && from.1 % 2 != 0;
        return inside && stop(Crossing::Inside(cell(from.0 >> 1, from.1 >> 1)));
    }
    if dx == 0 {
        return trace_axis(
            from.1,
            to.1,
            from.0,
            |along, across| cell(across, along),
            stop,
        );
    }
    if dy == 0 {
        return trace_axis(from.0, to.0, from.1, cell, stop);
    }
    // Mirrored so that the line always runs towards larger numbers.
    let (sx, sy) = (dx.signum(), dy.signum());
    let (px, py) = (from.0 * sx, from.1 * sy);
    let (dx, dy) = (i64::from(dx.abs()), i64::from(dy.abs()));
    let at = |cx: i32, cy: i32| {
        cell(
            if sx > 0 { cx } else { -cx - 1 },
            if sy > 0 { cy } else { -cy - 1 },
        )
    };
    let (mut cx, mut cy) = (px >> 1, py >> 1);
    // Where on the segment the next column and row begin, in units of 1 / (dx * dy).
    let mut next_x = i64::from(2 * (cx + 1) - px) * dy;
    let mut next_y = i64::from(2 * (cy + 1) - py) * dx;
    let end = dx * dy;
    loop {
        if stop(Crossing::Inside(at(cx, cy))) {
            return true;
        }
        if next_x.min(next_y) >= end {
            return false;
        }
        let (step_x, step_y) = (next_x <= next_y, next_y <= next_x);
        if step_x && step_y && stop(Crossing::Between(at(cx + 1, cy), at(cx, cy + 1))) {
            return true;
        }
        if step_x {
            cx += 1;
            next_x += 2 * dy;
        }
        if step_y {
            cy += 1;
            next_y += 2 * dx;
        }
    }
}

/// The same for a line along one axis, at `across` on the other.
fn trace_axis(
    from: i32,
    to: i32,
    across: i32,
    at: impl Fn(i32, i32) -> Square,
    mut stop: impl FnMut(Crossing) -> bool,
) -> bool {
    let (low, high) = (from.min(to) >> 1, (from.max(to) + 1) >> 1);
    let row = across >> 1;
    let on_border = across % 2 == 0;
    let count = high - low;
    for i in 0..count {
        let here = if from < to { low + i } else { high - 1 - i };
        if !on_border {
            if stop(Crossing::Inside(at(here, row))) {
                return true;
            }
            continue;
        }
        if stop(Crossing::Between(at(here, row - 1), at(here, row))) {
            return true;
        }
        if i + 1 < count {
            let next = if from < to { here + 1 } else { here - 1 };
            if stop(Crossing::Between(at(here, row - 1), at(next, row)))
                || stop(Crossing::Between(at(here, row), at(next, row - 1)))
            {
                return true;
            }
        }
    }
    false
}

fn cell(x: i32, y: i32) -> Square {
    let narrow = |v: i32| v.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
    Square::new(narrow(x), narrow(y))
}

/// The squares whose inside the segment between the two centres passes through, in order.
///
/// The first and last ones belong to the areas themselves. Touching a corner or running along
/// a border does not count.
pub fn crossed(from: Area, to: Area) -> Vec<Square> {
    let mut squares = Vec::new();
    trace(from.centre2(), to.centre2(), |crossing| {
        if let Crossing::Inside(square) = crossing {
            squares.push(square);
        }
        false
    });
    squares
}

/// Whether the segment between two points passes through the inside of `area`.
pub fn segment_enters(from: Point2, to: Point2, area: Area) -> bool {
    let (left, top) = (2 * area.left(), 2 * area.top());
    let (right, bottom) = (2 * area.right() + 2, 2 * area.bottom() + 2);
    if from.0.max(to.0) <= left
        || from.0.min(to.0) >= right
        || from.1.max(to.1) <= top
        || from.1.min(to.1) >= bottom
    {
        return false;
    }
    if from == to {
        return true;
    }
    let sides = [(left, top), (right, top), (left, bottom), (right, bottom)]
        .map(|corner| side_of(from, to, corner).signum());
    sides.contains(&1) && sides.contains(&-1)
}

/// Positive on one side of the line, negative on the other, 0 on it.
pub fn side_of(from: Point2, to: Point2, point: Point2) -> i64 {
    let (dx, dy) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
    dx * i64::from(point.1 - from.1) - dy * i64::from(point.0 - from.0)
}

/// The squares entered on the shortest way of single steps that stays closest to the line
/// between the two centres, `to` included.
pub fn closest_path(from: Square, to: Square) -> Vec<Square> {
    let dx = i32::from(to.x) - i32::from(from.x);
    let dy = i32::from(to.y) - i32::from(from.y);
    let steps = dx.abs().max(dy.abs());
    // Rounds to the nearest square; exactly half-way it stays on the side of the start.
    let part = |delta: i32, step: i32| {
        let whole = i64::from(delta.abs()) * i64::from(step) * 2 - 1;
        let rounded = (whole + i64::from(steps)) / (2 * i64::from(steps));
        delta.signum() * rounded as i32
    };
    (1..=steps)
        .map(|i| {
            cell(
                i32::from(from.x) + part(dx, i),
                i32::from(from.y) + part(dy, i),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::area::Footprint;
    use super::*;

    fn at(x: i16, y: i16) -> Area {
        Area::single(Square::new(x, y))
    }

    fn pairs(squares: Vec<Square>) -> Vec<(i16, i16)> {
        squares.into_iter().map(|s| (s.x, s.y)).collect()
    }

    #[test]
    fn a_straight_line_crosses_every_square_on_it() {
        assert_eq!(
            pairs(crossed(at(0, 0), at(3, 0))),
            [(0, 0), (1, 0), (2, 0), (3, 0)]
        );
        assert_eq!(pairs(crossed(at(0, 2), at(0, 0))), [(0, 2), (0, 1), (0, 0)]);
    }

    #[test]
    fn a_diagonal_line_only_touches_the_squares_beside_it() {
        assert_eq!(pairs(crossed(at(0, 0), at(2, 2))), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(pairs(crossed(at(2, 0), at(0, 2))), [(2, 0), (1, 1), (0, 2)]);
    }

    #[test]
    fn a_knights_move_crosses_two_squares_between() {
        assert_eq!(
            pairs(crossed(at(0, 0), at(2, 1))),
            [(0, 0), (1, 0), (1, 1), (2, 1)]
        );
        assert_eq!(
            pairs(crossed(at(0, 0), at(-1, -2))),
            [(0, 0), (0, -1), (-1, -1), (-1, -2)]
        );
    }

    #[test]
    fn between_large_creatures_the_line_may_run_along_borders() {
        let a = Area::new(Square::new(0, 0), Footprint::square(2));
        assert_eq!(crossed(a, a.moved_to(Square::new(6, 0))), []);
        assert_eq!(crossed(a, a), []);
        assert_eq!(pairs(crossed(at(3, 3), at(3, 3))), [(3, 3)]);
    }

    #[test]
    fn the_line_back_crosses_the_same_squares() {
        for to in [at(7, 3), at(-4, 9), at(-8, -3), at(5, -5), at(0, 6)] {
            let mut back = crossed(to, at(0, 0));
            back.reverse();
            assert_eq!(crossed(at(0, 0), to), back);
        }
    }

    #[test]
    fn the_traced_squares_are_those_that_the_segment_enters() {
        let from = Area::new(Square::new(0, 0), Footprint::new(2, 1));
        for to in [at(7, 3), at(-4, 5), at(-6, -3), at(5, -5), at(1, 6)] {
            let crossed = crossed(from, to);
            for (x, y) in (-9..9).flat_map(|x| (-9..9).map(move |y| (x, y))) {
                let enters = segment_enters(from.centre2(), to.centre2(), at(x, y));
                assert_eq!(crossed.contains(&Square::new(x, y)), enters, "{x} {y}");
            }
        }
    }

    #[test]
    fn the_closest_path_takes_the_fewest_steps_beside_the_line() {
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let (from, to) = (Square::new(0, 0), Square::new(x, y));
            let path = closest_path(from, to);
            assert_eq!(path.len() as u32, from.steps_to(to));
            assert_eq!(path.last().copied().unwrap_or(from), to);
            let starts = std::iter::once(&from).chain(&path);
            assert!(starts.zip(&path).all(|(a, b)| a.is_adjacent(*b)));
        }
        let path = closest_path(Square::new(0, 0), Square::new(4, 1));
        assert_eq!(pairs(path), [(1, 0), (2, 0), (3, 1), (4, 1)]);
    }
}
