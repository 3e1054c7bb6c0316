use std::collections::BTreeMap;

use super::super::area::Footprint;
use super::super::cost::EntryCost;
use super::super::cost_map::Passage;
use super::super::distance::{Diagonals, distance};
use super::super::walk::{price_step, walk};
use super::*;

const EVEN: DiagonalParity = DiagonalParity::Even;

fn open(side: u16, diagonals: Diagonals) -> CostMap {
    CostMap::with_entry(Dimensions::new(side, side), EntryCost::open(diagonals))
}

fn at(x: i16, y: i16) -> Area {
    Area::single(Square::new(x, y))
}

#[test]
fn over_open_ground_the_cost_is_the_distance() {
    for diagonals in [Diagonals::AlternateOneTwo, Diagonals::Equal] {
        let (map, mover) = (open(32, diagonals), at(15, 15));
        let mut search = PathSearch::new();
        let found = search.reachable(&map, mover, Cost::squares(6), EVEN, None);
        for square in map.dims().squares() {
            let away = distance(mover, square.into(), diagonals);
            let expected = (away <= 6).then(|| Cost::squares(away));
            assert_eq!(found.cost(square), expected, "{square:?}");
        }
    }
}

#[test]
fn a_diagonal_made_earlier_in_the_move_makes_the_next_one_dear() {
    let map = open(8, Diagonals::AlternateOneTwo);
    let mut search = PathSearch::new();
    let odd = DiagonalParity::Odd;
    let found = search.reachable(&map, at(3, 3), Cost::squares(2), odd, None);
    assert_eq!(found.cost(Square::new(4, 4)), Some(Cost::squares(2)));
    assert_eq!(
        found.path_to(Square::new(4, 4)).len(),
        1 + 1,
        "round the corner costs no more"
    );
    assert_eq!(found.cost(Square::new(5, 5)), None);
}

#[test]
fn among_equal_ways_the_straight_one_is_taken() {
    let map = open(16, Diagonals::Equal);
    let mut search = PathSearch::new();
    let found = search.reachable(&map, at(2, 5), Cost::squares(6), EVEN, None);
    let path = found.path_to(Square::new(8, 5));
    assert!(path.iter().all(|step| step.square.y == 5));
}

#[test]
fn one_passes_a_friend_in_a_corridor_but_does_not_stop_there() {
    let mut map = CostMap::new(Dimensions::new(6, 1));
    map.set_passage(Square::new(0, 0), Passage::Blocked);
    map.set_passage(Square::new(2, 0), Passage::ThroughOnly);
    map.set_passage(Square::new(5, 0), Passage::Blocked);
    let mut search = PathSearch::new();
    let found = search.reachable(&map, at(0, 0), Cost::squares(9), EVEN, None);
    let stops: Vec<_> = found
        .iter()
        .map(|(s, c)| (s.x, c.whole_squares()))
        .collect();
    assert_eq!(stops, [(0, 0), (1, 1), (3, 3), (4, 4)]);
    assert_eq!(found.path_to(Square::new(2, 0)), []);
}

#[test]
fn a_surcharge_turns_the_way_only_where_that_costs_nothing() {
    let map = open(7, Diagonals::Equal);
    let mut surcharge = vec![0; map.dims().len()];
    for y in 2..=4 {
        surcharge[map.dims().index(Square::new(3, y)).unwrap()] = 1;
    }
    let mut search = PathSearch::new();
    let (goal, budget) = (Square::new(6, 3), Cost::squares(6));
    // From (0, 3) the detour over row 1 costs a step too much for six squares straight.
    let found = search.reachable(&map, at(0, 3), budget, EVEN, Some(&surcharge));
    assert_eq!(found.cost(goal), Some(budget));
    assert_eq!(
        found.surcharge(goal),
        Some(0),
        "two rows up and down again costs no more"
    );
    surcharge[map.dims().index(Square::new(3, 1)).unwrap()] = 1;
    surcharge[map.dims().index(Square::new(3, 5)).unwrap()] = 1;
    let found = search.reachable(&map, at(1, 3), budget, EVEN, Some(&surcharge));
    assert_eq!(found.surcharge(goal), Some(1));
    assert_eq!(found.cost(goal), Some(Cost::squares(5)));
    let found = search.safest(&map, at(1, 3), budget, EVEN, Some(&surcharge));
    assert_eq!(found.surcharge(goal), Some(0));
    assert_eq!(found.cost(goal), Some(Cost::squares(6)));
}

#[test]
fn whatever_lies_off_the_map_is_not_reached() {
    let map = open(8, Diagonals::Equal);
    let mut search = PathSearch::new();
    assert!(
        search
            .reachable(&map, at(8, 0), Cost::SQUARE, EVEN, None)
            .is_empty()
    );
    let ogre = Area::new(Square::new(7, 7), Footprint::square(2));
    assert!(
        search
            .reachable(&map, ogre, Cost::SQUARE, EVEN, None)
            .is_empty()
    );
    let found = search.reachable(&map, at(0, 0), Cost(u32::MAX), EVEN, Some(&[9]));
    assert_eq!(found.len(), 64);
    assert_eq!(found.cost(Square::new(-1, 99)), None);
    let nothing = CostMap::new(Dimensions::default());
    assert!(
        search
            .reachable(&nothing, at(0, 0), Cost::SQUARE, EVEN, None)
            .is_empty()
    );
}

/// A map full of everything, from a small generator.
fn wild(seed: &mut u32, dims: Dimensions) -> (CostMap, Vec<u8>) {
    let mut roll = |sides: u32| {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*seed >> 16) % sides
    };
    let mut map = CostMap::new(dims);
    for square in dims.squares() {
        let mut price = || Cost(6 + 6 * roll(5));
        map.set_entry(
            square,
            EntryCost {
                straight: price(),
                diagonal_odd: price(),
                diagonal_even: price(),
            },
        );
        match roll(12) {
            0 => map.set_wall(square, true),
            1 => map.set_passage(square, Passage::Blocked),
            2 => map.set_passage(square, Passage::ThroughOnly),
            3 => map.set_corner(square, true),
            _ => {}
        }
    }
    let surcharge = (0..dims.len())
        .map(|_| roll(6).saturating_sub(2) as u8)
        .collect();
    (map, surcharge)
}

/// Least surcharge for every place to stop and every exact cost, by plain enumeration.
fn enumerated(
    map: &CostMap,
    mover: Area,
    budget: u32,
    surcharge: &[u8],
) -> Vec<(Square, Vec<Option<u32>>)> {
    let dims = map.dims();
    let parities = [DiagonalParity::Even, DiagonalParity::Odd];
    let mut best = vec![vec![[None::<u32>; 2]; dims.len()]; budget as usize + 1];
    best[0][dims.index(mover.anchor).unwrap()][0] = Some(0);
    for cost in 0..=budget as usize {
        for (i, here) in dims.squares().enumerate() {
            for (layer, parity) in parities.into_iter().enumerate() {
                let Some(paid) = best[cost][i][layer] else {
                    continue;
                };
                let space = mover.moved_to(here).squares();
                let leaving = space
                    .map(|s| surcharge[dims.index(s).unwrap()])
                    .max()
                    .unwrap();
                for direction in Direction::ALL {
                    let priced = price_step(map, mover, here, direction, parity);
                    let Ok(Cost(price)) = priced else { continue };
                    let then = cost + price as usize;
                    if then > budget as usize {
                        continue;
                    }
                    let layer = layer ^ usize::from(direction.is_diagonal());
                    let known = &mut best[then][dims.index(here + direction).unwrap()][layer];
                    let sum = paid + u32::from(leaving);
                    *known = Some(known.map_or(sum, |k| k.min(sum)));
                }
            }
        }
    }
    let stops = dims.squares().filter(|&s| map.may_stop(mover, s));
    stops
        .map(|s| {
            let i = dims.index(s).unwrap();
            let of = |cost: &Vec<[Option<u32>; 2]>| cost[i].iter().flatten().min().copied();
            (s, best.iter().map(of).collect())
        })
        .collect()
}

#[test]
fn the_search_finds_what_plain_enumeration_finds_and_every_way_can_be_walked() {
    let (mut seed, dims, budget) = (7, Dimensions::new(9, 8), 90);
    let mut search = PathSearch::new();
    let footprints = [(1, 1), (1, 1), (2, 2), (1, 2), (3, 2)];
    for round in 0..60 {
        let (map, surcharge) = wild(&mut seed, dims);
        let (width, depth) = footprints[round % footprints.len()];
        let mover = Area::new(Square::new(3, 3), Footprint::new(width, depth));
        for (square, by_cost) in enumerated(&map, mover, budget, &surcharge) {
            let ways = || (0u32..).zip(&by_cost).filter_map(|(c, s)| Some((c, (*s)?)));
            let cheapest = ways().min();
            let safest = ways().min_by_key(|&(c, s)| (s, c));
            for (is_safest, expected) in [(false, cheapest), (true, safest)] {
                let limit = Cost(budget);
                let found = if is_safest {
                    search.safest(&map, mover, limit, EVEN, Some(&surcharge))
                } else {
                    search.reachable(&map, mover, limit, EVEN, Some(&surcharge))
                };
                let got = found.cost(square).zip(found.surcharge(square));
                assert_eq!(
                    got.map(|(c, s)| (c.0, s)),
                    expected,
                    "{square:?} {is_safest}"
                );
                if expected.is_some() {
                    let path = found.path_to(square);
                    let squares: Vec<_> = path.iter().map(|s| s.square).collect();
                    assert_eq!(walk(&map, mover, &squares, EVEN), Ok(path));
                }
            }
        }
    }
}

/// A way of the plain search: cost, surcharge, diagonals; where it is; what it goes on from.
struct Way {
    key: (u32, u32, u32),
    node: (Square, usize),
    parent: Option<usize>,
}

/// The places to stop in the order found and the squares of the way to each, as [`PathSearch`]
/// promises them, without any of what makes it fast: all ways of one cost in a list, the last
/// found first (for the safest ways: the best first), every step priced.
fn plainly(
    map: &CostMap,
    mover: Area,
    budget: u32,
    parity: DiagonalParity,
    surcharge: &[u8],
    safest: bool,
) -> Vec<(Square, Vec<Square>)> {
    let layers = usize::from(map.alternates());
    let gain = |new: (u32, u32, u32), old: (u32, u32, u32)| {
        if safest { new.1 < old.1 } else { new < old }
    };
    let mut ways: Vec<Way> = Vec::new();
    let mut turns = vec![Vec::new(); budget as usize + 1];
    let mut best: BTreeMap<(Square, usize), usize> = BTreeMap::new();
    let mut stops = Vec::new();
    let mut found = vec![((0, 0, 0), (mover.anchor, parity as usize & layers), None)];
    for cost in 0..=budget as usize {
        loop {
            for (key, node, parent) in found.drain(..) {
                let known = best.get(&node).map(|&way: &usize| ways[way].key);
                if key.0 <= budget && known.is_none_or(|known| gain(key, known)) {
                    if !safest {
                        best.insert(node, ways.len());
                    }
                    turns[key.0 as usize].push(ways.len());
                    ways.push(Way { key, node, parent });
                }
            }
            if safest {
                turns[cost].sort_by_key(|&way| Reverse((ways[way].key, way)));
            }
            let Some(now) = turns[cost].pop() else {
                break;
            };
            let Way { key, node, .. } = ways[now];
            if safest {
                if best.get(&node).is_some_and(|&b| !gain(key, ways[b].key)) {
                    continue;
                }
                best.insert(node, now);
            } else if best[&node] != now {
                continue;
            }
            let (here, layer) = node;
            if map.may_stop(mover, here) && !stops.contains(&here) {
                stops.push(here);
            }
            let space = mover.moved_to(here).squares();
            let leaving = space.map(|s| surcharge[map.dims().index(s).unwrap()]).max();
            for direction in Direction::ALL {
                let parity = [DiagonalParity::Even, DiagonalParity::Odd][layer];
                let Ok(price) = price_step(map, mover, here, direction, parity) else {
                    continue;
                };
                let diagonal = u32::from(direction.is_diagonal());
                let paid = key.1 + u32::from(leaving.unwrap());
                let layer = layer ^ (diagonal as usize & layers);
                let key = (key.0 + price.0, paid, key.2 + diagonal);
                found.push((key, (here + direction, layer), Some(now)));
            }
        }
    }
    let way_to = |stop: Square| {
        let ends = [0, 1]
            .into_iter()
            .filter_map(|layer| best.get(&(stop, layer)));
        let order = |&&way: &&usize| (if safest { ways[way].key.1 } else { 0 }, ways[way].key);
        let last = ends.min_by_key(order).copied();
        let mut squares: Vec<_> = std::iter::successors(last, |&way| ways[way].parent)
            .map(|way| ways[way].node.0)
            .collect();
        squares.pop();
        squares.reverse();
        squares
    };
    stops.into_iter().map(|stop| (stop, way_to(stop))).collect()
}

#[test]
fn of_equal_ways_the_search_takes_the_one_that_the_plain_search_takes() {
    let (mut seed, dims) = (11, Dimensions::new(9, 8));
    let mut search = PathSearch::new();
    let footprints = [(1, 1), (1, 1), (2, 2), (1, 1), (3, 2)];
    for round in 0..120 {
        let (wild, mut surcharge) = wild(&mut seed, dims);
        let map = match round % 4 {
            0 => CostMap::with_entry(dims, EntryCost::open(Diagonals::AlternateOneTwo)),
            1 => CostMap::with_entry(dims, EntryCost::open(Diagonals::Equal)),
            _ => wild,
        };
        if round % 3 == 0 {
            surcharge.fill(0);
        }
        let (width, depth) = footprints[round % footprints.len()];
        let mover = Area::new(Square::new(3, 3), Footprint::new(width, depth));
        let (budget, paid) = (Cost(72), Some(surcharge.as_slice()));
        for parity in [DiagonalParity::Even, DiagonalParity::Odd] {
            for safest in [false, true] {
                let found = if safest {
                    search.safest(&map, mover, budget, parity, paid)
                } else {
                    search.reachable(&map, mover, budget, parity, paid)
                };
                let ways: Vec<_> = found
                    .iter()
                    .map(|(stop, _)| {
                        let path = found.path_to(stop);
                        (stop, path.iter().map(|step| step.square).collect())
                    })
                    .collect();
                let expected = plainly(&map, mover, budget.0, parity, &surcharge, safest);
                assert_eq!(ways, expected, "round {round}, safest {safest}");
                assert_eq!(found.anchors().count(), ways.len());
            }
        }
    }
}
