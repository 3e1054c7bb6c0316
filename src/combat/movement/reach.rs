//! Where a combatant can get to, at what cost and under how many attacks.

use std::cell::RefCell;

use super::gait::{self, Gait};
use super::price::{self, walkable};
use super::step;
use crate::combat::arena::Arena;
use crate::combat::opportunity::{self, Watch};
use crate::combat::seat::Seat;
use crate::combat::{economy, terrain};
use crate::grid::{Area, Cost, CostMap, PathSearch, Reachable, Square, closest_path};
use crate::rules::ActionId;
use crate::rules::action::{Exempt, Procedure};

/// Squares that a movement can end in, with their costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveField {
    /// Anchor squares with cost in twelfths and how many opportunity attacks the way invites, in
    /// reading order.
    pub squares: Vec<(Square, u16, u8)>,
    /// Twelfths of a square that can be spent.
    pub budget: u16,
    /// So much of it is left of a movement under way: what costs no more takes no further action.
    pub under_way: u16,
}

thread_local! {
    /// Memory of the path search, kept from one search to the next.
    static SEARCH: RefCell<PathSearch> = RefCell::new(PathSearch::new());
}

/// Where a combatant can go with this action now.
pub fn reachable(arena: &Arena, seat: Seat, action: ActionId) -> MoveField {
    let mut field = MoveField::default();
    if matches!(
        arena.rules().actions.get(action).map(|a| &a.procedure),
        Some(Procedure::Step)
    ) {
        field.budget = twelfths(Cost::SQUARE);
        field.squares = step::steps(arena, seat, action)
            .into_iter()
            .map(|s| (s, field.budget, 0))
            .collect();
        field.squares.sort_unstable();
        return field;
    }
    let map = terrain::overlay(arena, seat);
    let watches = opportunity::watches(arena, seat);
    if let Some(gait) = gait_now(arena, seat, action) {
        let budget = twelfths(gait.budget);
        field.budget = field.budget.max(budget);
        if gait.continuing {
            field.under_way = budget;
        }
        spread(arena, seat, gait, &map, &watches, &mut field.squares);
    }
    field.squares.sort_unstable();
    field.squares.dedup_by_key(|(square, ..)| *square);
    field
}

/// The best way to a square: cheapest, and among those the least exposed.
pub fn way(arena: &Arena, seat: Seat, action: ActionId, to: Square) -> Option<Vec<Square>> {
    best_way(arena, seat, action, to, false)
}

/// The least exposed way to a square, and among those the cheapest.
pub fn safe_way(arena: &Arena, seat: Seat, action: ActionId, to: Square) -> Option<Vec<Square>> {
    best_way(arena, seat, action, to, true)
}

fn best_way(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    to: Square,
    safest: bool,
) -> Option<Vec<Square>> {
    if matches!(
        arena.rules().actions.get(action)?.procedure,
        Procedure::Step
    ) {
        return price::legal(arena, seat, action, &[to])
            .is_ok()
            .then(|| vec![to]);
    }
    let map = terrain::overlay(arena, seat);
    let watches = opportunity::watches(arena, seat);
    gait_now(arena, seat, action).and_then(|gait| {
        let path = if gait.straight {
            Some(closest_path(gait.area.anchor, to))
        } else {
            let ways = starts(arena, seat, gait).into_iter().filter_map(|start| {
                let surcharge = surcharge(arena, gait, start, &watches);
                let path = search(&map, gait, start, &surcharge, safest, |found| {
                    let cost = found.cost(to)?;
                    let steps = found.path_to(to);
                    let path: Vec<_> = steps.iter().map(|step| step.square).collect();
                    Some((cost, found.surcharge(to)?, path))
                })?;
                let (cost, exposure, mut path) = path;
                if start != gait.area.anchor {
                    path.insert(0, start);
                }
                let order = if safest {
                    (exposure, cost.0)
                } else {
                    (cost.0, exposure)
                };
                Some((order, path))
            });
            ways.min().map(|(_, path)| path)
        };
        path.filter(|path| walkable(arena, seat, gait, &map, path).is_ok())
    })
}

/// What is left of a movement under way, or a fresh one if it can be paid for.
fn gait_now(arena: &Arena, seat: Seat, action: ActionId) -> Option<Gait> {
    gait::under_way(arena, seat, action).or_else(|| {
        let affords = economy::affords(arena, seat, action).is_ok();
        gait::fresh(arena, seat, action).ok().filter(|_| affords)
    })
}

/// Where the paid part of a movement can begin: here, or after a shift.
fn starts(arena: &Arena, seat: Seat, gait: Gait) -> Vec<Square> {
    let here = gait.area.anchor;
    let mut starts = vec![here];
    if gait.exempt == Exempt::FirstShift {
        let shifts = |s: &Square| step::can_shift(arena, seat, gait.area.moved_to(*s));
        starts.extend(here.neighbours().filter(shifts));
    }
    starts
}

/// Adds every place that a gait leads to.
fn spread(
    arena: &Arena,
    seat: Seat,
    gait: Gait,
    map: &CostMap,
    watches: &[Watch],
    squares: &mut Vec<(Square, u16, u8)>,
) {
    if gait.straight {
        return spread_straight(arena, seat, gait, map, watches, squares);
    }
    let here = gait.area.anchor;
    let rise = gait.rise.map_or(Cost::ZERO, |rise| rise.cost);
    let stays = u8::try_from(watches_at(watches, gait.area)).unwrap_or(u8::MAX);
    let rises = gait.rise.is_some_and(|rise| rise.provokes);
    for start in starts(arena, seat, gait) {
        let shifted = start != here;
        let surcharge = surcharge(arena, gait, start, watches);
        search(map, gait, start, &surcharge, false, |found| {
            for (square, cost) in found.iter() {
                if square == here && gait.rise.is_none() {
                    continue;
                }
                // Shifting first is free, so a way that could begin with a shift does.
                let sum = found.surcharge(square).unwrap_or(0);
                let attacks = if sum == 0 || (sum == 1 && gait.area.footprint.is_single()) {
                    sum
                } else {
                    let path = found.path_to(square);
                    let anchors = path.iter().map(|step| step.square);
                    let sheltered = gait.exempt == Exempt::StartingSquare;
                    let skip = usize::from(sheltered && !shifted);
                    let left = std::iter::once(start).chain(anchors).skip(skip);
                    let left: Vec<_> = left.map(|s| gait.area.moved_to(s)).collect();
                    let last = left.len().saturating_sub(1);
                    opportunity::count(arena, watches, &left[..last])
                };
                let attacks = u8::try_from(attacks).unwrap_or(u8::MAX);
                let attacks = if rises { attacks.max(stays) } else { attacks };
                squares.push((square, twelfths(cost + rise), attacks));
            }
            Some(())
        });
    }
}

fn watches_at(watches: &[Watch], area: Area) -> usize {
    watches
        .iter()
        .filter(|watch| watch.squares.touches(area))
        .count()
}

/// Straight ways: each square within the budget is tried along the line to it.
fn spread_straight(
    arena: &Arena,
    seat: Seat,
    gait: Gait,
    map: &CostMap,
    watches: &[Watch],
    squares: &mut Vec<(Square, u16, u8)>,
) {
    let here = gait.area.anchor;
    let far = gait.budget.whole_squares();
    for square in arena.field.dimensions.squares() {
        if square == here || here.steps_to(square) > far || !map.may_stop(gait.area, square) {
            continue;
        }
        let path = closest_path(here, square);
        let Ok(plan) = walkable(arena, seat, gait, map, &path) else {
            continue;
        };
        let left = std::iter::once(here)
            .chain(path.iter().copied())
            .take(path.len());
        let left: Vec<_> = left
            .map(|s| gait.area.moved_to(s))
            .skip(plan.sheltered.into())
            .collect();
        let attacks = u8::try_from(opportunity::count(arena, watches, &left)).unwrap_or(u8::MAX);
        squares.push((square, twelfths(plan.cost()), attacks));
    }
}

/// How exposed each square is to leave.
fn surcharge(arena: &Arena, gait: Gait, start: Square, watches: &[Watch]) -> Vec<u8> {
    let dimensions = arena.field.dimensions;
    if watches.is_empty() {
        return Vec::new();
    }
    let mut surcharge = vec![0u8; dimensions.len()];
    for square in watches.iter().flat_map(|watch| watch.squares.iter()) {
        if let Some(i) = dimensions.index(square) {
            surcharge[i] = surcharge[i].saturating_add(1);
        }
    }
    if gait.exempt == Exempt::StartingSquare {
        for square in gait.area.moved_to(start).squares() {
            if let Some(i) = dimensions.index(square) {
                surcharge[i] = 0;
            }
        }
    }
    surcharge
}

/// Searches from one start and looks at what was found.
fn search<T>(
    map: &CostMap,
    gait: Gait,
    start: Square,
    surcharge: &[u8],
    safest: bool,
    look: impl FnOnce(&Reachable) -> Option<T>,
) -> Option<T> {
    let rise = gait.rise.map_or(Cost::ZERO, |rise| rise.cost);
    if rise > gait.budget {
        return None;
    }
    let (mover, budget) = (gait.area.moved_to(start), gait.budget.less(rise));
    let surcharge = (!surcharge.is_empty()).then_some(surcharge);
    SEARCH.with_borrow_mut(|memory| {
        let found = if safest {
            memory.safest(map, mover, budget, gait.parity, surcharge)
        } else {
            memory.reachable(map, mover, budget, gait.parity, surcharge)
        };
        look(found)
    })
}

fn twelfths(cost: Cost) -> u16 {
    u16::try_from(cost.0).unwrap_or(u16::MAX)
}
