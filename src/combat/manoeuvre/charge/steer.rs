//! Charges under way whose target has moved, or whose weapon has been lost.

use crate::combat::attack::at_hand;
use crate::combat::conditions::perception;
use crate::combat::contract::{Awareness, Seat};
use crate::combat::manoeuvre::charge::lane;
use crate::combat::manoeuvre::charge::plan::{found_by, prepare};
use crate::combat::manoeuvre::charge::run::{Charge, definition};
use crate::combat::movement::blindly;
use crate::combat::state::{AttackOrder, Finish, OverrunStage, State, Walk};
use crate::grid::{Area, DiagonalParity, Square, closest_path, walk as steps, within_reach};
use crate::rules::Lane;

/// Path of a charge from here on, if its target or its weapon is not what it was when the path was chosen:
/// none where the target is in reach already, or else the rest of a path that reaches it, as far as the lane
/// and the movement that is left allow. `None`: it goes on as it is.
pub(crate) fn steer(state: &State, walk: &Walk) -> Option<Vec<Square>> {
    let Some(Finish::Attack(order)) = &walk.then else {
        return None;
    };
    let runs_over = walk
        .overrun
        .is_some_and(|one| one.state != OverrunStage::Past);
    let (here, to) = (state.area(walk.seat)?, state.area(order.target)?);
    let known = perception::at(state, walk.seat, here, order.target, to).known;
    if runs_over || known == Awareness::Unknown {
        return None;
    }
    let modes = modes_left(state, order);
    let reaches = |from: Area| {
        modes
            .iter()
            .any(|mode| strikes(state, walk.seat, *mode, from, to))
    };
    if reaches(here) {
        // In the space of an ally it cannot stop.
        return (walk.footing == here.anchor).then(Vec::new);
    }
    let end = walk.path.last().map(|&end| here.moved_to(end));
    if end.is_some_and(reaches) {
        return None;
    }
    modes
        .iter()
        .find_map(|&mode| rest(state, walk, order, mode))
}

/// Mode of an attack, or every other mode at hand if its weapon is lost.
fn modes_left(state: &State, order: &AttackOrder) -> Vec<u8> {
    if at_hand::usable(state, order.attacker, order.mode).is_ok() {
        return vec![order.mode];
    }
    let others = at_hand::modes(state, order.attacker).into_iter();
    let others = others.filter(|(_, usable)| usable.is_ok());
    others.map(|(mode, _)| mode).collect()
}

/// Whether a melee mode reaches the target from there.
fn strikes(state: &State, seat: Seat, mode: u8, from: Area, to: Area) -> bool {
    let mode = state.get(seat).modes.0.get(usize::from(mode));
    let metric = state.rules().policies.threat.reach;
    mode.is_some_and(|mode| !mode.ranged && within_reach(from, to, mode.reach, metric))
}

/// Rest of a path to the target where it is now.
fn rest(state: &State, walk: &Walk, order: &AttackOrder, mode: u8) -> Option<Vec<Square>> {
    let (seat, target) = (walk.seat, order.target);
    let charge = Charge {
        seat,
        action: walk.action,
        mode,
        target,
        path: &[],
    };
    blindly::as_known(state, seat, Some(target), |state| {
        let def = definition(state, walk.action)?;
        let mut run = prepare(state, def, charge).ok()?;
        run.budget = walk.left;
        run.parity = match state.get(seat).budget.odd_diagonals {
            true => DiagonalParity::Odd,
            false => DiagonalParity::Even,
        };
        let map = found_by(state, def, seat, None);
        let ways = match def.lane {
            Lane::Straight => lane::straight(state, &map, &run),
            Lane::EachSquareCloser => lane::closer(state, seat, &map, &run, true),
        };
        let leads_on = |way: &Vec<Square>| {
            let costs = steps(&map, run.from, way, run.parity);
            let cost = costs.ok().and_then(|steps| Some(steps.last()?.cost_so_far));
            cost.is_some_and(|cost| cost <= walk.left)
                && (def.lane != Lane::Straight || is_straight_on(walk, run.from.anchor, way))
        };
        ways.ok()?.into_iter().find(leads_on)
    })
}

/// Whether a path from here goes on with the straight line on which the charge has come.
fn is_straight_on(walk: &Walk, here: Square, way: &[Square]) -> bool {
    let Some((start, end)) = walk.start.zip(way.last()) else {
        return false;
    };
    let come = closest_path(start, here);
    let whole = closest_path(start, *end);
    whole.len() == come.len() + way.len() && whole.starts_with(&come) && whole.ends_with(way)
}
