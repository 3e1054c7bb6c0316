//! How far apart two spaces are, and which squares a reach covers.

use serde::{Deserialize, Serialize};

use super::area::Area;
use super::set::SquareSet;
use super::square::Dimensions;

/// How diagonal steps are counted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Diagonals {
    /// The first diagonal counts one square, the second two, the third one, and so on.
    #[default]
    AlternateOneTwo,
    /// Every diagonal counts one square.
    Equal,
}

impl Diagonals {
    /// Length in squares of a way of `dx` columns and `dy` rows.
    pub const fn length(self, dx: u32, dy: u32) -> u32 {
        let (long, short) = if dx > dy { (dx, dy) } else { (dy, dx) };
        match self {
            Diagonals::AlternateOneTwo => long + short / 2,
            Diagonals::Equal => long,
        }
    }
}

/// Distance in squares between the nearest squares of two areas; 0 if they overlap.
pub const fn distance(a: Area, b: Area, diagonals: Diagonals) -> u32 {
    let (dx, dy) = a.gap(b);
    diagonals.length(dx, dy)
}

/// What shape a reach has.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum ReachMetric {
    /// Every square within so many columns and rows: a reach is a full square block.
    Square,
    /// Distance with alternating diagonals, except that two squares diagonally count as two:
    /// a reach of two covers its corners as well.
    #[default]
    AlternateButTwoDiagonal,
    /// Distance with alternating diagonals, except for what reaches two squares and no nearer: a long
    /// weapon covers its corners, a long arm does not (SP-AOO-04, SP-AOO-06).
    AlternateButLongTwoDiagonal,
}

impl ReachMetric {
    /// Distance in squares for reach between spaces that are `dx` columns and `dy` rows apart.
    pub const fn length(self, dx: u32, dy: u32) -> u32 {
        match (self, dx, dy) {
            (ReachMetric::Square, ..) => Diagonals::Equal.length(dx, dy),
            (ReachMetric::AlternateButTwoDiagonal, 2, 2) => 2,
            (
                ReachMetric::AlternateButTwoDiagonal | ReachMetric::AlternateButLongTwoDiagonal,
                ..,
            ) => Diagonals::AlternateOneTwo.length(dx, dy),
        }
    }

    /// How what has this reach is measured.
    const fn of(self, reach: Reach) -> Self {
        match (self, reach) {
            (ReachMetric::AlternateButLongTwoDiagonal, Reach { min: 2, max: 2 }) => {
                ReachMetric::AlternateButTwoDiagonal
            }
            _ => self,
        }
    }
}

/// From how near to how far something reaches, in squares, both ends included.
///
/// `min` 0 covers its own squares too, 1 starts next to them, 2 is a long weapon that cannot
/// strike what is adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Reach {
    /// Nearest distance that counts.
    pub min: u8,
    /// Farthest distance that counts.
    pub max: u8,
}

impl Reach {
    /// The adjacent squares.
    pub const ADJACENT: Reach = Reach { min: 1, max: 1 };

    /// From `min` to `max` squares away.
    pub const fn new(min: u8, max: u8) -> Self {
        Self { min, max }
    }

    const fn covers(self, length: u32) -> bool {
        self.min as u32 <= length && length <= self.max as u32
    }
}

/// Whether something at `from` with this reach reaches any square of `to`.
pub fn within_reach(from: Area, to: Area, reach: Reach, metric: ReachMetric) -> bool {
    let (metric, (dx, dy)) = (metric.of(reach), from.gap(to));
    if metric.length(dx, dy) > u32::from(reach.max) {
        return false;
    }
    if metric.length(dx, dy) >= u32::from(reach.min) {
        return true;
    }
    // Its nearest square is too near, but a large target may stick out to where it counts.
    !to.footprint.is_single()
        && to.squares().any(|square| {
            let (dx, dy) = from.gap(Area::single(square));
            reach.covers(metric.length(dx, dy))
        })
}

/// Makes `into` the set of squares of a map of size `dims` that `from` reaches.
pub fn reached_squares(
    from: Area,
    reach: Reach,
    metric: ReachMetric,
    dims: Dimensions,
    into: &mut SquareSet,
) {
    into.reset(dims);
    let (metric, max) = (metric.of(reach), i32::from(reach.max));
    let rows = (from.top() - max).max(0)..=(from.bottom() + max).min(i32::from(dims.height) - 1);
    for y in rows {
        let dy = (from.top() - y).max(y - from.bottom()).max(0) as u32;
        // Within a row the distance never shrinks outwards, so each side is one run.
        let Some(far) = (0..=u32::from(reach.max))
            .rev()
            .find(|&dx| metric.length(dx, dy) <= u32::from(reach.max))
        else {
            continue;
        };
        let Some(near) = (0..=far).find(|&dx| metric.length(dx, dy) >= u32::from(reach.min)) else {
            continue;
        };
        let (near, far) = (near as i32, far as i32);
        if near == 0 {
            into.insert_row(y, from.left() - far, from.right() + far);
        } else {
            into.insert_row(y, from.left() - far, from.left() - near);
            into.insert_row(y, from.right() + near, from.right() + far);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::area::Footprint;
    use super::super::square::Square;
    use super::*;

    const DIMS: Dimensions = Dimensions::new(20, 20);
    const METRICS: [ReachMetric; 2] = [ReachMetric::Square, ReachMetric::AlternateButTwoDiagonal];
    const LONG: ReachMetric = ReachMetric::AlternateButLongTwoDiagonal;

    fn at(x: i16, y: i16) -> Area {
        Area::single(Square::new(x, y))
    }

    fn reached(from: Area, reach: Reach, metric: ReachMetric) -> SquareSet {
        let mut set = SquareSet::default();
        reached_squares(from, reach, metric, DIMS, &mut set);
        set
    }

    #[test]
    fn every_second_diagonal_counts_two_squares() {
        let lengths: Vec<_> = (0..=5)
            .map(|n| distance(at(0, 0), at(n, n), Diagonals::AlternateOneTwo))
            .collect();
        assert_eq!(lengths, [0, 1, 3, 4, 6, 7]);
        assert_eq!(distance(at(0, 0), at(5, 3), Diagonals::AlternateOneTwo), 6);
    }

    #[test]
    fn or_every_diagonal_counts_one() {
        assert_eq!(distance(at(0, 0), at(5, 5), Diagonals::Equal), 5);
        assert_eq!(distance(at(0, 0), at(-5, 3), Diagonals::Equal), 5);
    }

    #[test]
    fn a_large_creature_is_measured_from_its_nearest_square() {
        let ogre = Area::new(Square::new(0, 0), Footprint::square(2));
        assert_eq!(distance(ogre, at(4, 0), Diagonals::Equal), 3);
        assert_eq!(distance(ogre, at(3, 3), Diagonals::AlternateOneTwo), 3);
    }

    #[test]
    fn a_reach_of_one_covers_the_eight_squares_around() {
        for metric in METRICS {
            let set = reached(at(5, 5), Reach::ADJACENT, metric);
            assert_eq!(set.count(), 8);
            assert!(!set.contains(Square::new(5, 5)));
        }
    }

    #[test]
    fn a_reach_of_two_covers_its_corners_too() {
        for metric in METRICS {
            let set = reached(at(5, 5), Reach::new(1, 2), metric);
            assert_eq!(set.count(), 24);
            assert!(set.contains(Square::new(7, 7)));
        }
    }

    #[test]
    fn long_arms_lack_the_corners_that_long_weapons_have() {
        let arm = reached(at(5, 5), Reach::new(1, 2), LONG);
        assert_eq!(arm.count(), 20);
        assert!(!within_reach(at(5, 5), at(7, 7), Reach::new(1, 2), LONG));
        let weapon = reached(at(5, 5), Reach::new(2, 2), LONG);
        assert_eq!(weapon.count(), 16);
        assert!(within_reach(at(5, 5), at(7, 7), Reach::new(2, 2), LONG));
    }

    #[test]
    fn a_reach_of_three_lacks_its_corners_when_diagonals_alternate() {
        let set = reached(
            at(5, 5),
            Reach::new(1, 3),
            ReachMetric::AlternateButTwoDiagonal,
        );
        assert!(!set.contains(Square::new(8, 8)));
        assert!(!set.contains(Square::new(8, 7)));
        assert!(set.contains(Square::new(8, 6)));
        assert!(set.contains(Square::new(7, 7)));
    }

    #[test]
    fn a_long_weapon_cannot_strike_what_is_adjacent() {
        let reach = Reach::new(2, 2);
        for metric in METRICS {
            assert!(!within_reach(at(5, 5), at(6, 6), reach, metric));
            assert!(within_reach(at(5, 5), at(7, 7), reach, metric));
            assert_eq!(reached(at(5, 5), reach, metric).count(), 16);
        }
    }

    #[test]
    fn a_long_weapon_strikes_the_far_side_of_a_large_neighbour() {
        let ogre = Area::new(Square::new(6, 5), Footprint::square(2));
        let reach = Reach::new(2, 2);
        assert!(within_reach(at(5, 5), ogre, reach, ReachMetric::Square));
    }

    #[test]
    fn the_set_and_the_question_agree_everywhere_even_at_the_edge_of_the_map() {
        for from in [
            at(5, 5),
            at(0, 19),
            Area::new(Square::new(16, 3), Footprint::new(3, 2)),
        ] {
            for metric in METRICS {
                for (min, max) in [
                    (0, 0),
                    (0, 1),
                    (1, 1),
                    (1, 2),
                    (2, 2),
                    (3, 4),
                    (1, 6),
                    (5, 2),
                ] {
                    let reach = Reach::new(min, max);
                    let set = reached(from, reach, metric);
                    for square in DIMS.squares() {
                        let to = Area::single(square);
                        assert_eq!(set.contains(square), within_reach(from, to, reach, metric));
                    }
                }
            }
        }
    }
}
