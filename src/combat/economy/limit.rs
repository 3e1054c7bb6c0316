//! Turns of a single action: a state restricts a turn as long as it lasts, and gives back what it has kept.

use crate::combat::contract::Seat;
use crate::combat::economy::{ledger, single};
use crate::combat::state::{Acting, Limit, Mark};
use crate::rules::Slots;

/// Lets the turn under way hold what the state of its combatant leaves of it now: a restriction begins and ends with
/// its cause.
pub fn follow_state(battle: &mut Acting, seat: Seat) {
    let single = single(battle, seat);
    let limit = battle.get(seat).budget.limit.as_ref();
    if limit.is_some_and(|limit| Some(limit.single) != single) {
        lift(battle, seat);
    }
    if let Some(single) = single {
        restrict(battle, seat, single);
    }
}

/// Gives back what a state has kept of the turn, as if it had never begun (SP-DYING-06).
fn lift(battle: &mut Acting, seat: Seat) {
    let budget = battle.budget_mut(seat);
    if let Some(limit) = budget.limit.take() {
        budget.slots = limit.whole;
        budget.full_attack = limit.full_attack;
        budget.moving = budget.moving.or(limit.moving);
        budget.restricted = budget.has(Mark::MountControlled);
    }
}

/// Restricts a turn under way to a single action: the action taken, or one still to come (AH-ACT-10, CD-ACT-04).
/// Longer actions under way end. `single`: slots of a turn of a single action.
pub fn restrict(battle: &mut Acting, seat: Seat, single: Slots) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let economy = &rules.policies.economy;
    let budget = battle.get(seat).budget;
    if budget.restricted {
        return;
    }
    let slots = budget.slots;
    let taken = slots.standard < economy.turn.standard || slots.movement < economy.turn.movement;
    let nothing = Slots {
        swift: single.swift,
        ..Slots::default()
    };
    let most = match taken && ledger::has_acted(battle, seat) {
        true => nothing,
        false => single,
    };
    let whole = |action| {
        rules
            .usual_cost(action)
            .is_some_and(|cost| !cost.is_single())
    };
    let budget = battle.budget_mut(seat);
    budget.restricted = true;
    budget.limit = Some(Limit {
        single,
        whole: slots,
        full_attack: budget.full_attack.clone(),
        moving: budget.moving,
    });
    budget.slots = slots.at_most(most);
    budget.full_attack.sever();
    budget.moving = budget.moving.filter(|(action, _)| !whole(*action));
}
