//! How a walk ends: at its goal, before it, or where the ground has put the walker.

use crate::combat::attack::{at_hand, begun};
use crate::combat::conditions::riding;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::movement::{footing, hazard, kinds, mode, squeeze};
use crate::combat::state::step::Step;
use crate::combat::state::{Acting, AttackOrder, Finish, Pace, Rush, State, Walk};
use crate::combat::{attack, conditions, opportunity};
use crate::grid::{DiagonalParity, Direction, Square, price_step};
use crate::rules::{ConditionId, Flag, Flags, Topic};

/// The end of the path: what is left may be used later, and a charge strikes.
pub(super) fn arrive(battle: &mut Acting, walk: Walk) {
    squeeze::unfold(battle, walk.seat, walk.behind);
    if walk.lasting && can_go_on(battle, &walk) {
        // What a charge was made in goes on as the move that it is.
        let along = battle.rules().made_in(walk.action);
        let left = (along.unwrap_or(walk.action), walk.left.twelfths());
        let budget = battle.budget_mut(walk.seat);
        budget.moving = Some(left);
        budget.given = walk.given.twelfths();
    }
    match walk.then {
        Some(Finish::Attack(order)) => strike(battle, order),
        Some(Finish::Rush(rush)) => {
            let (left, given) = (walk.left, walk.given);
            battle.push(Rush {
                left,
                given,
                ..rush
            });
        }
        None => {}
    }
}

/// The attack at the end of a charge, with the weapon or with what is left.
fn strike(battle: &mut Acting, order: AttackOrder) {
    let order = at_hand::with_what_is_left(battle, &order).unwrap_or(order);
    if order.manner.instead.is_none() && attack::legal(battle, &order, None).is_err() {
        return;
    }
    begun::single(battle, order.clone());
    opportunity::offer_bare(battle, &order);
}

/// Ends a path into which a combatant has come since. What is left of a walk can lead elsewhere.
pub(super) fn bar(battle: &mut Acting, mut walk: Walk) {
    if !walk.lasting || walk.then.is_some() || walk.overrun.is_some() {
        return fall_short(battle, walk);
    }
    stop(battle, &walk);
    walk.path.clear();
    arrive(battle, walk);
}

/// Ends a movement that its mover cannot go on with. A charger strikes from there if its target is in reach
/// all the same.
pub(super) fn fall_short(battle: &mut Acting, walk: Walk) {
    stop(battle, &walk);
    if let Some(Finish::Attack(order)) = walk.then {
        strike(battle, order);
    }
}

/// Whether what is left suffices for any further square.
fn can_go_on(state: &State, walk: &Walk) -> bool {
    let Some(area) = state.area(walk.seat) else {
        return false;
    };
    let odd = state.get(walk.seat).budget.odd_diagonals;
    let parity = if odd {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    let map = mode::map(state, walk.seat, walk.action);
    let rise = mode::rise(state, walk.seat, walk.action);
    rise.is_some_and(|rise| rise.cost <= walk.left)
        || Direction::ALL.into_iter().any(|direction| {
            let price = price_step(&map, area, area.anchor, direction, parity);
            price.is_ok_and(|price| price <= walk.left)
        })
}

/// Ends a movement before its goal.
pub(super) fn stop(battle: &mut Acting, walk: &Walk) {
    let carrier = riding::carrier(battle, walk.seat);
    let before = battle.area(carrier);
    footing::step_back(battle, walk);
    // What a flyer was over it has not come upon yet.
    let aloft = kinds::flies(battle.rules(), walk.action)
        && walk.behind.is_some()
        && (walk.cut || !walk.path.is_empty());
    if aloft && battle.area(carrier) == before {
        hazard::come_down(battle, carrier);
    }
    halt(battle, walk.seat, walk.behind, walk.cut);
}

/// `cut`: the mover's state does not let it get any farther.
pub(super) fn halt(battle: &mut Acting, seat: Seat, behind: Option<Square>, cut: bool) {
    squeeze::unfold(battle, seat, behind);
    battle.budget_mut(seat).moving = None;
    let Some(area) = battle.area(seat) else {
        return;
    };
    let stopped = EventKind::MovementStopped {
        seat,
        at: area.anchor,
    };
    let able = conditions::able(battle, seat);
    let restricted = battle.get(seat).budget.restricted;
    if let Some(slow) = slowing(battle, seat).filter(|_| able && cut && !restricted) {
        return battle.emit_condition(slow, &[Topic::Move], stopped);
    }
    let why = match able {
        true => cut.then_some(Topic::Restricted),
        false => Some(Topic::Prevented),
    };
    let topics: Vec<Topic> = [Topic::Move].into_iter().chain(why).collect();
    battle.emit(&topics, stopped);
}

/// What makes a combatant slow, or keeps it from running.
fn slowing(state: &State, seat: Seat) -> Option<ConditionId> {
    const SLOW: Flags = Flags::of(&[Flag::HalfSpeed, Flag::NoRunning]);
    let mut all = conditions::in_force(state, riding::carrier(state, seat));
    all.find(|(id, _)| state.rules().flags(*id).has_any(SLOW))
        .map(|(id, _)| id)
}

/// The ground has put the mover somewhere else: its way ends there.
pub(super) fn break_off(battle: &mut Acting, seat: Seat) {
    let steps = &mut battle.stack_mut().0;
    let walk = steps.iter_mut().rev().find_map(|step| match step {
        Step::Walk(walk) if walk.seat == seat => Some(walk),
        _ => None,
    });
    if let Some(walk) = walk {
        walk.path.clear();
        walk.overrun = None;
        walk.pace = Pace::Leaving;
    }
}
