//! A way that becomes shorter while it is walked: a state that leaves a single action of the turn leaves
//! no more of its movement than that (AH-ACT-10, CD-ACT-04).

use crate::combat::economy;
use crate::combat::movement::mode;
use crate::combat::state::{Access, Moving, State, Walk};
use crate::grid::{Cost, DiagonalParity, walk};
use crate::rules::CostDef;

/// Shortens the way of a combatant whose turn has just become one of a single action. The walk is then
/// `cut` if it does not get to its goal, and nothing comes at its end.
pub(super) fn curtail(battle: &mut Access<Moving>, way: &mut Walk) {
    let seat = way.seat;
    if battle.rounds.current != Some(seat) || battle.get(seat).budget.restricted {
        return;
    }
    let Some(single) = economy::single(battle, seat) else {
        return;
    };
    let too_much = too_much(battle, way);
    economy::restrict(&mut battle.lend(), seat, single);
    if too_much == Cost::ZERO {
        return;
    }
    way.left = way.left.less(too_much);
    let fits = fitting(battle, way);
    if fits < way.path.len() {
        way.path.truncate(fits);
        way.cut = true;
        way.then = None;
        way.overrun = None;
    }
}

/// What a turn of a single action does not hold of a movement under way: the second half of what takes
/// the whole turn, and all of what is the second action of its turn.
fn too_much(state: &State, way: &Walk) -> Cost {
    let cost = state.rules().usual_cost(way.action);
    if cost.is_some_and(CostDef::is_whole) {
        return mode::curtailed(state, way.seat, way.action);
    }
    let slots = state.get(way.seat).budget.slots;
    let free = cost.is_none_or(CostDef::is_free);
    match !free && slots.standard == 0 && slots.movement == 0 {
        true => way.left,
        false => Cost::ZERO,
    }
}

/// How many of the next squares what is left is enough for, up to one where the mover can stop.
fn fitting(state: &State, way: &Walk) -> usize {
    let Some(area) = state.area(way.seat) else {
        return 0;
    };
    let parity = match state.get(way.seat).budget.odd_diagonals {
        true => DiagonalParity::Odd,
        false => DiagonalParity::Even,
    };
    let map = super::walk::map(state, way);
    let enough = |many: &usize| {
        // A way that ends where it may not stop is no way.
        let steps = walk(&map, area, &way.path[..*many], parity);
        let cost = steps.map(|steps| steps.last().map_or(Cost::ZERO, |last| last.cost_so_far));
        cost.is_ok_and(|cost| cost <= way.left)
    };
    (0..=way.path.len()).rev().find(enough).unwrap_or(0)
}
