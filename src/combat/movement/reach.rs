//! Where a combatant can get to, at what cost and under how many attacks.

use std::cell::RefCell;

use crate::combat::contract::Seat;
use crate::combat::economy;
use crate::combat::movement::price::walkable;
use crate::combat::movement::{climb, leap, mode, spot, squeeze, step, swim, toll};
use crate::combat::opportunity::exposure::{Exposure, Shelter};
use crate::combat::state::{MoveMode, State};
use crate::grid::{Cost, CostMap, PathSearch, Reachable, Square, closest_path};
use crate::rules::{ActionDef, ActionId, Exempt};

/// Squares that a movement can end in, with their costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveField {
    /// Anchor squares with cost in twelfths and how many attacks of opportunity the way invites, in
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
pub fn reachable(state: &State, seat: Seat, action: ActionId) -> MoveField {
    let mut field = MoveField::default();
    let def = state.rules().actions.get(action);
    if def.is_some_and(ActionDef::is_step) {
        field.budget = Cost::SQUARE.twelfths();
        field.squares = step::steps(state, seat, action)
            .into_iter()
            .map(|s| (s, field.budget, 0))
            .collect();
        field.squares.sort_unstable();
        return field;
    }
    if let Some(spots) = spots(state, seat, action) {
        field.squares = spots;
        field.budget = field
            .squares
            .iter()
            .map(|(_, cost, _)| *cost)
            .max()
            .unwrap_or(0);
        return field;
    }
    let map = mode::map(state, seat, action);
    for move_mode in move_modes(state, seat, action) {
        if move_mode.climbing && !climb::is_near(state, move_mode.area, move_mode.budget) {
            continue;
        }
        let exposure = Exposure::new(state, seat, move_mode.budget.whole_squares() + 1);
        let budget = move_mode.budget.twelfths();
        field.budget = field.budget.max(budget);
        if move_mode.continuing {
            field.under_way = budget;
        }
        let mut squares = Vec::new();
        spread(state, seat, move_mode, &map, &exposure, &mut squares);
        squares.sort_unstable();
        squares.dedup_by_key(|(square, ..)| *square);
        // What is left of a movement under way is gone on with where that suffices.
        squares.retain(|(square, ..)| {
            let known = field.squares.binary_search_by_key(square, |(at, ..)| *at);
            known.is_err()
        });
        field.squares.append(&mut squares);
        field.squares.sort_unstable();
    }
    field
}

/// Whether there is any square where a combatant can go with this action, or do it.
pub fn leads_anywhere(state: &State, seat: Seat, action: ActionId) -> bool {
    match possible_spots(state, seat, action) {
        Some(mut spots) => spots.next().is_some(),
        None => !reachable(state, seat, action).squares.is_empty(),
    }
}

/// The best way to a square: cheapest, and among those the one that hurts least: by the ground and by
/// attacks of opportunity.
pub fn way(state: &State, seat: Seat, action: ActionId, to: Square) -> Option<Vec<Square>> {
    best_way(state, seat, action, to, false)
}

/// The way to a square that hurts least, by the ground and by attacks of opportunity, and among those
/// the cheapest.
pub fn safe_way(state: &State, seat: Seat, action: ActionId, to: Square) -> Option<Vec<Square>> {
    best_way(state, seat, action, to, true)
}

/// The way of this action that comes nearest to a goal, whatever threatens on it; `None` if none leads
/// nearer than where the combatant stands. `away` tells how far each anchor is from the goal.
pub fn toward(
    state: &State,
    seat: Seat,
    action: ActionId,
    away: impl Fn(Square) -> Option<u16>,
) -> Option<Vec<Square>> {
    let move_mode = move_modes(state, seat, action).find(|move_mode| !move_mode.straight)?;
    let map = mode::map(state, seat, action);
    let here = away(move_mode.area.anchor)?;
    search(
        &map,
        move_mode,
        move_mode.area.anchor,
        &[],
        false,
        |found| {
            let order = |(square, cost): (Square, Cost)| Some((away(square)?, cost, square));
            let (nearest, _, square) = found.iter().filter_map(order).min()?;
            let way = || found.path_to(square).iter().map(|s| s.square).collect();
            (nearest < here).then(way)
        },
    )
}

fn best_way(
    state: &State,
    seat: Seat,
    action: ActionId,
    to: Square,
    safest: bool,
) -> Option<Vec<Square>> {
    let def = state.rules().actions.get(action)?;
    if def.is_step() || def.is_done_to_a_square() {
        return spot::legal(state, seat, action, &[to])
            .is_ok()
            .then(|| vec![to]);
    }
    let map = mode::map(state, seat, action);
    move_modes(state, seat, action).find_map(|move_mode| {
        let exposure = Exposure::new(state, seat, move_mode.budget.whole_squares() + 1);
        let path = if move_mode.straight {
            Some(closest_path(move_mode.area.anchor, to))
        } else {
            let ways = starts(state, seat, move_mode, &map)
                .into_iter()
                .filter_map(|start| {
                    let surcharge = surcharge(state, seat, move_mode, start, &exposure);
                    search(&map, move_mode, start, &surcharge, safest, |found| {
                        let cost = found.cost(to)?.0;
                        let squares: Vec<_> = found.path_to(to).iter().map(|s| s.square).collect();
                        let attacks = attacks(state, seat, move_mode, start, &exposure, &squares);
                        let shift = (start != move_mode.area.anchor).then_some(start);
                        let path: Vec<_> = shift.into_iter().chain(squares).collect();
                        let harm = attacks + dread(state, seat, move_mode, &path);
                        let order = match safest {
                            true => (harm, cost),
                            false => (cost, harm),
                        };
                        Some((order, path))
                    })
                });
            let least = move_mode.one_at_least
                && least_from(state, seat, move_mode)
                    .iter()
                    .any(|start| start.steps_to(to) == 1);
            let way = ways.min().map(|(_, path)| path);
            way.or_else(|| least.then(|| vec![to]))
        };
        path.filter(|path| walkable(state, seat, move_mode, &map, path).is_ok())
    })
}

/// The squares that a leap leads to, or that an action can be done to; `None`: it is done to no square.
fn possible_spots<'a>(
    state: &'a State,
    seat: Seat,
    action: ActionId,
) -> Option<impl Iterator<Item = Square> + 'a> {
    let def = state.rules().actions.get(action)?;
    if !def.is_done_to_a_square() {
        return None;
    }
    let here = state.area(seat)?.anchor;
    let far = match def.leap() {
        Some(def) if leap::possible(state, seat, def).is_err() => None,
        Some(def) => Some(u16::try_from(leap::length(state, seat, def)).unwrap_or(u16::MAX)),
        None => Some(u16::MAX),
    };
    let dimensions = state.field.dimensions;
    let near = far.into_iter();
    let near = near.flat_map(move |far| dimensions.squares_near(here, here, far));
    Some(near.filter(move |square| spot::legal(state, seat, action, &[*square]).is_ok()))
}

/// The same with the distance of a leap and the attacks that it invites where it lands.
fn spots(state: &State, seat: Seat, action: ActionId) -> Option<Vec<(Square, u16, u8)>> {
    let def = state.rules().actions.get(action)?;
    let squares = possible_spots(state, seat, action)?;
    let spot = |square: Square| {
        let leaps = def.leap().zip(leap::end(state, seat, square));
        let Some((def, (landing, cost))) = leaps else {
            return (square, 0, 0);
        };
        let attacks = leap::invited(state, seat, action, def, landing).len();
        let attacks = u8::try_from(attacks).unwrap_or(u8::MAX);
        (square, cost.twelfths(), attacks)
    };
    Some(squares.map(spot).collect())
}

/// The rest of a movement under way, then a new one if it can be paid for. A readied movement is paid for
/// already.
fn move_modes(state: &State, seat: Seat, action: ActionId) -> impl Iterator<Item = MoveMode> {
    let readied = state.rounds.current.is_some_and(|current| current != seat);
    let under_way = mode::under_way(state, seat, action).filter(|_| !readied);
    let affords = readied || economy::affords(state, seat, action).is_ok();
    let fresh = mode::fresh(state, seat, action).ok().filter(|_| affords);
    under_way.into_iter().chain(fresh)
}

/// Where the paid part of a movement can begin: here, or after a shift.
fn starts(state: &State, seat: Seat, move_mode: MoveMode, map: &CostMap) -> Vec<Square> {
    let here = move_mode.area.anchor;
    let mut starts = vec![here];
    if move_mode.exempt == Exempt::FirstShift {
        let shifts = |s: &Square| step::can_shift(state, seat, map, *s);
        starts.extend(here.neighbours().filter(shifts));
    }
    if move_mode.squeezing {
        let begins = squeeze::beginnings(state, seat, move_mode.area).into_iter();
        starts.extend(begins.filter(|square| *square != here));
    }
    starts
}

/// Where the one square can begin that any combatant can move: here, or anywhere in the space that it draws
/// together from.
fn least_from(state: &State, seat: Seat, move_mode: MoveMode) -> Vec<Square> {
    let mut starts = vec![move_mode.area.anchor];
    if move_mode.squeezing {
        starts.extend(squeeze::beginnings(state, seat, move_mode.area));
    }
    starts
}

/// Adds every place that a move mode leads to.
fn spread(
    state: &State,
    seat: Seat,
    move_mode: MoveMode,
    map: &CostMap,
    exposure: &Exposure,
    squares: &mut Vec<(Square, u16, u8)>,
) {
    if move_mode.straight {
        return spread_straight(state, seat, move_mode, map, exposure, squares);
    }
    let here = move_mode.area.anchor;
    let rise = move_mode.rise.map_or(Cost::ZERO, |rise| rise.cost);
    let rises = move_mode.rise.is_some_and(|rise| rise.provokes);
    let single = move_mode.area.footprint.is_single();
    let squeezes_in = move_mode.whole.is_some();
    for start in starts(state, seat, move_mode, map) {
        let surcharge = surcharge(state, seat, move_mode, start, exposure);
        search(map, move_mode, start, &surcharge, false, |found| {
            for (square, cost) in found.iter() {
                if square == here && move_mode.rise.is_none() {
                    continue;
                }
                let path = || found.path_to(square).iter().map(|s| s.square).collect();
                if move_mode.swimming && !is_wet(state, seat, move_mode, path()) {
                    continue;
                }
                let sum = found.surcharge(square).unwrap_or(0);
                let exact = !rises && !squeezes_in && (sum == 0 || (sum == 1 && single));
                let attacks = if exact {
                    sum
                } else {
                    attacks(state, seat, move_mode, start, exposure, &path())
                };
                let attacks = u8::try_from(attacks).unwrap_or(u8::MAX);
                squares.push((square, (cost + rise).twelfths(), attacks));
            }
            Some(())
        });
    }
    if move_mode.one_at_least {
        spread_least(state, seat, move_mode, map, exposure, squares);
    }
    if state.rules().policies.threat.five_foot_move_exempt {
        spare_single_steps(state, seat, move_mode, map, squares);
    }
}

/// A single square that is all the movement of the turn invites nothing, which longer ways through it do.
fn spare_single_steps(
    state: &State,
    seat: Seat,
    move_mode: MoveMode,
    map: &CostMap,
    squares: &mut [(Square, u16, u8)],
) {
    let beside = |square: Square| move_mode.area.anchor.steps_to(square) == 1;
    let invited = squares.iter_mut().filter(|(_, _, attacks)| *attacks > 0);
    for (square, _, attacks) in invited.filter(|(square, ..)| beside(*square)) {
        if walkable(state, seat, move_mode, map, &[*square]).is_ok_and(|plan| plan.closes) {
            *attacks = 0;
        }
    }
}

/// The one square that any combatant can move, where it costs more than there is to spend.
fn spread_least(
    state: &State,
    seat: Seat,
    move_mode: MoveMode,
    map: &CostMap,
    exposure: &Exposure,
    squares: &mut Vec<(Square, u16, u8)>,
) {
    let starts = least_from(state, seat, move_mode);
    for to in starts.into_iter().flat_map(Square::neighbours) {
        if squares.iter().any(|(square, ..)| *square == to) {
            continue;
        }
        if let Ok(plan) = walkable(state, seat, move_mode, map, &[to]) {
            let attacks = exposure.count(state, seat, None, &plan.exposed(), plan.shelter());
            let attacks = u8::try_from(attacks).unwrap_or(u8::MAX);
            squares.push((to, plan.cost().twelfths(), attacks));
        }
    }
}

/// Whether a way leads through water at all.
fn is_wet(state: &State, seat: Seat, move_mode: MoveMode, path: Vec<Square>) -> bool {
    swim::check(state, seat, move_mode.area, &path).is_ok()
}

/// How many attacks of opportunity a way from `start` invites.
fn attacks(
    state: &State,
    seat: Seat,
    move_mode: MoveMode,
    start: Square,
    exposure: &Exposure,
    path: &[Square],
) -> u32 {
    let shelter = Shelter {
        spaces: usize::from(move_mode.exempt.spares_start()),
        from_seen: move_mode.exempt == Exempt::StartingSquareSeen,
        entered: path.first().map(|&square| move_mode.area.moved_to(square)),
    };
    let area = move_mode.area.moved_to(start);
    let mut spaces = MoveMode { area, ..move_mode }.exposed(path);
    if let Some(whole) = move_mode.whole {
        spaces.insert(0, whole);
    }
    let rises = move_mode
        .rise
        .is_some_and(|rise| rise.provokes)
        .then_some(move_mode.area);
    exposure.count(state, seat, rises, &spaces, shelter)
}

/// Straight ways: each square within the budget is tried along the line to it.
fn spread_straight(
    state: &State,
    seat: Seat,
    move_mode: MoveMode,
    map: &CostMap,
    exposure: &Exposure,
    squares: &mut Vec<(Square, u16, u8)>,
) {
    let here = move_mode.area.anchor;
    let far = move_mode.budget.whole_squares();
    let diagonals = state.rules().policies.movement.diagonals;
    for square in state.field.dimensions.squares() {
        let (dx, dy) = (square.x.abs_diff(here.x), square.y.abs_diff(here.y));
        let length = diagonals.length(dx.into(), dy.into());
        // One diagonal made before in the turn may make the way one square longer or shorter.
        if square == here || length > far + 1 || !map.may_stop(move_mode.area, square) {
            continue;
        }
        let path = closest_path(here, square);
        let Ok(plan) = walkable(state, seat, move_mode, map, &path) else {
            continue;
        };
        let attacks = exposure.count(state, seat, None, &plan.exposed(), plan.shelter());
        let attacks = u8::try_from(attacks).unwrap_or(u8::MAX);
        squares.push((square, plan.cost().twelfths(), attacks));
    }
}

/// How exposed each square is to leave, and how much it hurts to have been in it.
fn surcharge(
    state: &State,
    seat: Seat,
    move_mode: MoveMode,
    start: Square,
    exposure: &Exposure,
) -> Vec<u8> {
    let sheltered = move_mode.exempt.spares_start();
    let mut surcharge = exposure.surcharge(sheltered.then(|| move_mode.area.moved_to(start)));
    // Terrain affects a flyer only at the end of its path.
    if state.field.hazards.is_empty() || move_mode.flying {
        return surcharge;
    }
    let dimensions = state.field.dimensions;
    surcharge.resize(dimensions.len(), 0);
    for square in state.field.hazards.iter() {
        if let Some(i) = dimensions.index(square) {
            surcharge[i] = surcharge[i].saturating_add(toll::dread(state, seat, square));
        }
    }
    surcharge
}

/// How much the ground of a way is to be avoided, its end aside.
fn dread(state: &State, seat: Seat, move_mode: MoveMode, path: &[Square]) -> u32 {
    if state.field.hazards.is_empty() || move_mode.flying {
        return 0;
    }
    let passed = path.split_last().map_or(path, |(_, passed)| passed);
    let of = |square: Square| u32::from(toll::dread(state, seat, square));
    let worst = |anchor: &Square| move_mode.area.moved_to(*anchor).squares().map(of).max();
    passed.iter().filter_map(worst).sum()
}

/// Every anchor that a movement from where it begins can end in.
pub(super) fn ends(map: &CostMap, move_mode: MoveMode) -> Vec<Square> {
    let all = |found: &Reachable| Some(found.iter().map(|(square, _)| square).collect());
    let start = move_mode.area.anchor;
    search(map, move_mode, start, &[], false, all).unwrap_or_default()
}

/// Searches from one start and looks at what was found.
fn search<T>(
    map: &CostMap,
    move_mode: MoveMode,
    start: Square,
    surcharge: &[u8],
    safest: bool,
    look: impl FnOnce(&Reachable) -> Option<T>,
) -> Option<T> {
    let rise = move_mode.rise.map_or(Cost::ZERO, |rise| rise.cost);
    if rise > move_mode.budget {
        return None;
    }
    let (mover, budget) = (move_mode.area.moved_to(start), move_mode.budget.less(rise));
    let surcharge = (!surcharge.is_empty()).then_some(surcharge);
    SEARCH.with_borrow_mut(|memory| {
        let found = if safest {
            memory.safest(map, mover, budget, move_mode.parity, surcharge)
        } else {
            memory.reachable(map, mover, budget, move_mode.parity, surcharge)
        };
        look(found)
    })
}

#[cfg(test)]
mod tests;
