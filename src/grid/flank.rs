//! Flanking geometry: whether two creatures stand on opposite sides of a third.

use super::area::Area;
use super::line::Point2;

/// Whether the line between the centres of `a` and `b` passes through opposite borders of the
/// target's space, corners of those borders included.
///
/// Next to a single square these are exactly the directly opposite squares. Whether the two
/// threaten the target is for the rules to ask.
pub fn opposite(a: Area, target: Area, b: Area) -> bool {
    let (from, to) = (a.centre2(), b.centre2());
    let (left, top) = (2 * target.left(), 2 * target.top());
    let (right, bottom) = (2 * target.right() + 2, 2 * target.bottom() + 2);
    let flipped = |p: Point2| (p.1, p.0);
    let through_columns = meets(from, to, left, top, bottom) && meets(from, to, right, top, bottom);
    through_columns
        || meets(flipped(from), flipped(to), top, left, right)
            && meets(flipped(from), flipped(to), bottom, left, right)
}

/// Whether the segment meets the border at `x` between `low` and `high`, ends included.
fn meets(from: Point2, to: Point2, x: i32, low: i32, high: i32) -> bool {
    if from.0.min(to.0) > x || from.0.max(to.0) < x || from.0 == to.0 {
        return false;
    }
    let (start, end) = if from.0 < to.0 {
        (from, to)
    } else {
        (to, from)
    };
    let dx = i64::from(end.0 - start.0);
    let y = i64::from(start.1) * dx + i64::from(end.1 - start.1) * i64::from(x - start.0);
    i64::from(low) * dx <= y && y <= i64::from(high) * dx
}

#[cfg(test)]
mod tests {
    use super::super::area::Footprint;
    use super::super::square::{Direction, Square};
    use super::*;

    fn at(x: i16, y: i16) -> Area {
        Area::single(Square::new(x, y))
    }

    fn large(x: i16, y: i16) -> Area {
        Area::new(Square::new(x, y), Footprint::square(2))
    }

    #[test]
    fn next_to_a_single_square_only_the_directly_opposite_one_flanks() {
        let target = Square::new(0, 0);
        for a in Direction::ALL {
            for b in Direction::ALL {
                let flanks = opposite(
                    Area::single(target + a),
                    Area::single(target),
                    Area::single(target + b),
                );
                assert_eq!(flanks, b == a.opposite(), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn with_reach_the_two_need_not_be_adjacent() {
        assert!(opposite(at(-2, 0), at(0, 0), at(1, 0)));
        assert!(opposite(at(-2, -2), at(0, 0), at(1, 1)));
        assert!(opposite(at(-2, 1), at(0, 0), at(2, -1)));
        assert!(!opposite(at(-2, 0), at(0, 0), at(1, 1)));
        assert!(!opposite(at(-2, 0), at(0, 0), at(-1, 0)));
    }

    #[test]
    fn a_large_target_has_broad_borders() {
        let ogre = large(0, 0);
        assert!(opposite(at(-1, 0), ogre, at(2, 1)));
        assert!(opposite(at(-1, -1), ogre, at(2, 2)));
        assert!(opposite(at(0, -1), ogre, at(1, 2)));
        assert!(!opposite(at(-1, 0), ogre, at(0, 2)));
        assert!(!opposite(at(-1, -1), ogre, at(2, -1)));
    }

    #[test]
    fn large_creatures_flank_too() {
        assert!(opposite(large(-2, 0), at(0, 0), at(1, 0)));
        assert!(opposite(large(-2, -1), at(0, 0), large(1, 0)));
        assert!(!opposite(large(-2, -2), at(0, 0), at(1, -1)));
    }

    #[test]
    fn the_order_of_the_two_does_not_matter() {
        for (x, y) in (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y))) {
            for (u, v) in (-3..=3).flat_map(|u| (-3..=3).map(move |v| (u, v))) {
                let one_way = opposite(at(x, y), at(0, 0), at(u, v));
                assert_eq!(one_way, opposite(at(u, v), at(0, 0), at(x, y)));
            }
        }
    }
}
