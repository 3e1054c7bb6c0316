//! A way that becomes shorter while it is walked: a state that leaves a single action of the turn leaves
//! no more of its movement than that (AH-ACT-10, CD-ACT-04), one that slows counts it anew, and one that
//! rules out running or charging ends a run or a charge (AH-COND-09).

use crate::combat::economy;
use crate::combat::movement::allowance;
use crate::combat::state::{Acting, State, Walk};
use crate::grid::{Cost, DiagonalParity, walk};
use crate::rules::CostDef;

/// Shortens the way of a combatant that has become slower, or whose turn has just become one of a single
/// action. The walk is then `cut` if it does not get to its goal, and nothing comes at its end.
pub(super) fn curtail(battle: &mut Acting, way: &mut Walk) {
    let before = way.left;
    restrict(battle, way);
    let lost = allowance::lost(battle, way.seat, way.action, way.given);
    way.left = way.left.less(lost);
    way.given = way.given.less(lost);
    if way.left == before {
        return;
    }
    let fits = fitting(battle, way);
    if fits < way.path.len() {
        way.path.truncate(fits);
        way.cut = true;
        way.then = None;
        way.overrun = None;
    }
}

/// Makes the mover's turn one of a single action, if its state leaves no more. Of what is the second
/// action of its turn nothing is left then.
fn restrict(battle: &mut Acting, way: &mut Walk) {
    let seat = way.seat;
    if battle.rounds.current != Some(seat) || battle.get(seat).budget.restricted {
        return;
    }
    let Some(single) = economy::single(battle, seat) else {
        return;
    };
    let cost = battle.rules().usual_cost(way.action);
    let (whole, free) = (
        cost.is_some_and(CostDef::is_whole),
        cost.is_none_or(CostDef::is_free),
    );
    let slots = battle.get(seat).budget.slots;
    if !whole && !free && slots.standard == 0 && slots.movement == 0 {
        way.left = Cost::ZERO;
    }
    economy::restrict(battle, seat, single);
}

/// How many of the next squares what is left is enough for, up to one where the mover can stop.
pub(super) fn fitting(state: &State, way: &Walk) -> usize {
    let Some(area) = state.area(way.seat) else {
        return 0;
    };
    let parity = match state.get(way.seat).budget.odd_diagonals {
        true => DiagonalParity::Odd,
        false => DiagonalParity::Even,
    };
    let map = super::walk::map(state, way);
    let one = allowance::takes_one(state, way.seat, way.action);
    let enough = |many: &usize| {
        // A way that ends where it may not stop is no way.
        let steps = walk(&map, area, &way.path[..*many], parity);
        let cost = steps.map(|steps| steps.last().map_or(Cost::ZERO, |last| last.cost_so_far));
        cost.is_ok_and(|cost| cost <= way.left || one && *many == 1)
    };
    (0..=way.path.len()).rev().find(enough).unwrap_or(0)
}
