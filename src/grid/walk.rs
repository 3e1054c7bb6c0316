//! A given path, checked and priced step by step.

use super::area::Area;
use super::cost::{Cost, DiagonalParity};
use super::cost_map::{CostMap, Obstacle};
use super::square::{Direction, Square};

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Step {
    /// Where the mover's anchor is after the step.
    pub square: Square,
    /// What the path has cost up to and including this step.
    pub cost_so_far: Cost,
    /// Whether the diagonals made so far are even or odd in number.
    pub parity: DiagonalParity,
}

/// Why a step of a path is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepRefusal {
    /// It does not lead to an adjacent square.
    NotAdjacent,
    /// It leaves the map, or the mover is not on the map.
    OffMap,
    /// This square may not be entered.
    Blocked(Square),
    /// It cuts diagonally past the corner of this wall.
    Corner(Square),
    /// What stands on the border between these two squares cannot be crossed.
    Border(Square, Square),
    /// The path ends where the mover may pass and not stop.
    NoStopping,
}

/// Checks and prices the path of `mover` over these anchor squares, its own one not among them.
///
/// An error names the number of the offending step. The last step must be a place to stop; an
/// empty path is always right.
pub fn walk(
    map: &CostMap,
    mover: Area,
    path: &[Square],
    parity: DiagonalParity,
) -> Result<Vec<Step>, (usize, StepRefusal)> {
    let mut now = Step {
        square: mover.anchor,
        cost_so_far: Cost::ZERO,
        parity,
    };
    let mut steps = Vec::with_capacity(path.len());
    for (i, &to) in path.iter().enumerate() {
        let direction = Direction::between(now.square, to).ok_or((i, StepRefusal::NotAdjacent))?;
        let cost = price_step(map, mover, now.square, direction, now.parity).map_err(|e| (i, e))?;
        now = Step {
            square: to,
            cost_so_far: now.cost_so_far + cost,
            parity: parity_after(map, mover, now.square, direction, now.parity),
        };
        steps.push(now);
    }
    match path.last() {
        Some(&end) if !map.may_stop(mover, end) => Err((path.len() - 1, StepRefusal::NoStopping)),
        _ => Ok(steps),
    }
}

/// The parity of diagonals after one step.
pub fn parity_after(
    map: &CostMap,
    mover: Area,
    at: Square,
    direction: Direction,
    parity: DiagonalParity,
) -> DiagonalParity {
    let bodies = map.body(mover).zip(map.body(mover.moved_to(at)));
    let counts = bodies.is_some_and(|(body, here)| match body.is_single() {
        true => map.counts::<true>(&body, here.start, direction),
        false => map.counts::<false>(&body, here.start, direction),
    });
    parity.after(counts.into())
}

/// What one step costs `mover`, whose move began in its area and whose anchor has come to `at`.
pub fn price_step(
    map: &CostMap,
    mover: Area,
    at: Square,
    direction: Direction,
    parity: DiagonalParity,
) -> Result<Cost, StepRefusal> {
    let body = map.body(mover).ok_or(StepRefusal::OffMap)?;
    let here = map.body(mover.moved_to(at)).ok_or(StepRefusal::OffMap)?;
    let priced = if body.is_single() {
        map.step::<true>(&body, here.start, direction, parity)
    } else {
        map.step::<false>(&body, here.start, direction, parity)
    };
    let square = |position: usize| {
        let (x, y) = (position % map.stride(), position / map.stride());
        Square::new((x as i32 - 1) as i16, (y as i32 - 1) as i16)
    };
    priced.map(Cost).map_err(|obstacle| match obstacle {
        Obstacle::Rim => StepRefusal::OffMap,
        Obstacle::Blocked(position) => StepRefusal::Blocked(square(position)),
        Obstacle::Corner(position) => StepRefusal::Corner(square(position)),
        Obstacle::Border(from, to) => StepRefusal::Border(square(from), square(to)),
    })
}

#[cfg(test)]
mod tests {
    use super::super::area::Footprint;
    use super::super::cost::EntryCost;
    use super::super::cost_map::Passage;
    use super::super::distance::Diagonals;
    use super::super::square::Dimensions;
    use super::*;

    const DIMS: Dimensions = Dimensions::new(8, 8);
    const EVEN: DiagonalParity = DiagonalParity::Even;

    fn open() -> CostMap {
        CostMap::with_entry(DIMS, EntryCost::open(Diagonals::AlternateOneTwo))
    }

    fn at(x: i16, y: i16) -> Area {
        Area::single(Square::new(x, y))
    }

    fn squares(path: &[(i16, i16)]) -> Vec<Square> {
        path.iter().map(|&(x, y)| Square::new(x, y)).collect()
    }

    fn price(map: &CostMap, mover: Area, path: &[(i16, i16)]) -> Result<u32, (usize, StepRefusal)> {
        walk(map, mover, &squares(path), EVEN)
            .map(|steps| steps.last().map_or(0, |s| s.cost_so_far.whole_squares()))
    }

    #[test]
    fn diagonals_cost_one_two_one_two() {
        let path = squares(&[(1, 1), (2, 2), (3, 3), (4, 3), (5, 4)]);
        let steps = walk(&open(), at(0, 0), &path, EVEN).unwrap();
        let costs: Vec<_> = steps
            .iter()
            .map(|s| s.cost_so_far.whole_squares())
            .collect();
        assert_eq!(costs, [1, 3, 4, 5, 7]);
        assert_eq!(steps[3].parity, DiagonalParity::Odd);
        let after_one = walk(&open(), at(0, 0), &path[..1], DiagonalParity::Odd).unwrap();
        assert_eq!(after_one[0].cost_so_far, Cost::squares(2));
    }

    #[test]
    fn hampering_ground_costs_by_the_square_entered() {
        let mut map = open();
        let rubble = EntryCost {
            straight: Cost::squares(2),
            diagonal_odd: Cost::squares(3),
            diagonal_even: Cost::squares(3),
        };
        map.set_entry(Square::new(1, 0), rubble);
        assert_eq!(price(&map, at(0, 0), &[(1, 0), (2, 0)]), Ok(3));
        assert_eq!(price(&map, at(0, 1), &[(1, 0), (2, 0)]), Ok(4));
    }

    #[test]
    fn no_diagonal_goes_past_the_corner_of_a_wall() {
        let mut map = open();
        map.set_wall(Square::new(1, 0), true);
        let refused = StepRefusal::Corner(Square::new(1, 0));
        assert_eq!(price(&map, at(0, 0), &[(1, 1)]), Err((0, refused)));
        assert_eq!(price(&map, at(2, 0), &[(1, 1)]), Err((0, refused)));
        assert_eq!(price(&map, at(0, 0), &[(0, 1), (1, 1)]), Ok(2));
    }

    #[test]
    fn a_creature_is_no_corner() {
        let mut map = open();
        map.set_passage(Square::new(1, 0), Passage::Blocked);
        assert_eq!(price(&map, at(0, 0), &[(1, 1)]), Ok(1));
        let refused = StepRefusal::Blocked(Square::new(1, 0));
        assert_eq!(price(&map, at(0, 0), &[(0, 1), (1, 0)]), Err((1, refused)));
    }

    #[test]
    fn one_may_pass_a_friend_but_not_end_in_its_square() {
        let mut map = open();
        map.set_passage(Square::new(1, 0), Passage::ThroughOnly);
        assert_eq!(price(&map, at(0, 0), &[(1, 0), (2, 0)]), Ok(2));
        let refused = Err((0, StepRefusal::NoStopping));
        assert_eq!(price(&map, at(0, 0), &[(1, 0)]), refused);
    }

    #[test]
    fn a_large_creature_pays_for_its_costliest_newly_entered_square() {
        let mut map = open();
        let ogre = Area::new(Square::new(0, 0), Footprint::square(2));
        map.set_entry(
            Square::new(2, 1),
            EntryCost::new(Cost::squares(2), Diagonals::Equal),
        );
        assert_eq!(price(&map, ogre, &[(1, 0)]), Ok(2));
        // The rubble is already under it: the next step east enters open ground only.
        assert_eq!(price(&map, ogre, &[(1, 0), (2, 0)]), Ok(3));
        // Where the whole space counts, it pays until it has left the rubble behind.
        map.set_whole_spaces(true);
        assert_eq!(price(&map, ogre, &[(1, 0), (2, 0)]), Ok(4));
        assert_eq!(price(&map, ogre, &[(1, 0), (2, 0), (3, 0)]), Ok(5));
    }

    #[test]
    fn a_large_creature_needs_room_for_all_its_squares() {
        let mut map = open();
        let ogre = Area::new(Square::new(0, 0), Footprint::square(2));
        for square in ogre.squares() {
            map.set_passage(square, Passage::Blocked);
        }
        map.set_wall(Square::new(3, 1), true);
        assert_eq!(
            price(&map, ogre, &[(1, 0)]),
            Ok(1),
            "its own squares are open"
        );
        let refused = StepRefusal::Blocked(Square::new(3, 1));
        assert_eq!(price(&map, ogre, &[(1, 0), (2, 0)]), Err((1, refused)));
        let refused = StepRefusal::Corner(Square::new(3, 1));
        assert_eq!(
            price(&map, ogre, &[(1, 0), (2, 1)]),
            Err((1, StepRefusal::Blocked(Square::new(3, 1))))
        );
        assert_eq!(
            price(&map, ogre, &[(0, 1), (1, 2), (2, 2), (3, 1)]),
            Err((3, StepRefusal::Blocked(Square::new(3, 1))))
        );
        assert_eq!(
            price(&map, ogre, &[(1, 0), (1, 1), (2, 2)]),
            Err((2, refused))
        );
    }

    #[test]
    fn steps_must_be_steps_and_stay_on_the_map() {
        let map = open();
        assert_eq!(
            price(&map, at(0, 0), &[(2, 0)]),
            Err((0, StepRefusal::NotAdjacent))
        );
        assert_eq!(
            price(&map, at(0, 0), &[(0, 0)]),
            Err((0, StepRefusal::NotAdjacent))
        );
        assert_eq!(
            price(&map, at(0, 0), &[(-1, 0)]),
            Err((0, StepRefusal::OffMap))
        );
        assert_eq!(
            price(&map, at(99, 0), &[(98, 0)]),
            Err((0, StepRefusal::OffMap))
        );
        assert_eq!(price(&map, at(99, 0), &[]), Ok(0));
    }
}
