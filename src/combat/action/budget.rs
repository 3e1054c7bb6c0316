//! Whether a turn still holds what an action takes, and taking it.

use crate::combat::action::rules::ask;
use crate::combat::conditions::breath;
use crate::combat::contract::{Aim, Refusal, Seat};
use crate::combat::economy;
use crate::combat::movement::allowance;
use crate::combat::state::step::Step;
use crate::combat::state::{Acting, Deed, Mark, Stage, State, User, Wounding};
use crate::rules::{ActionId, EndsTurn, Slot};

/// Whether an action goes on with something begun in this turn and costs nothing more: the rest of
/// a movement, the further attacks of a full attack.
pub fn continues(state: &State, seat: Seat, action: ActionId, aim: &Aim) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(|def| {
        let user = User {
            seat,
            action,
            cites: None,
        };
        let mut program = def.does.iter();
        program.any(|what| {
            ask!(state, what, |rules, part| rules
                .continues(state, user, aim, part))
        })
    })
}

/// Whether the turn allows an action now: because it goes on with something, or because the budget
/// affords it anew.
pub fn allows(state: &State, seat: Seat, action: ActionId, aim: &Aim) -> Result<(), Refusal> {
    if continues(state, seat, action, aim) {
        return Ok(());
    }
    economy::affords_at(state, seat, action, aim)
}

/// Takes the cost of an action from the budget.
pub fn pay(battle: &mut Acting, seat: Seat, action: ActionId, aim: &Aim) {
    if continues(battle, seat, action, aim) {
        return;
    }
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.actions.get(action) else {
        return;
    };
    let Some(id) = economy::cost_at(battle, seat, action, aim) else {
        return;
    };
    let cost = &rules.costs[id];
    if def.is_step() && battle.get(seat).budget.has(Mark::StepLeft) {
        battle.budget_mut(seat).marks.set(Mark::StepLeft, false);
        return;
    }
    let purse = economy::purse(battle, seat);
    if battle.rounds.current != Some(seat) && cost.any_time {
        if let Ok(left) = purse.owing(cost) {
            battle.reactions_mut(seat).owes = left.owes;
        }
        return;
    }
    let left = economy::pay(battle, seat, action, cost).unwrap_or(purse);
    let whole = economy::pay_unrestricted(battle, seat, action, cost);
    let along = along(battle, seat, action);
    // What could have gone along with a move, and is a move action of its own, has gone along with that.
    let cheaper = rules.price(action).cheaper;
    let cheaper = cheaper.and_then(|(cost, _)| rules.costs.get(cost));
    let rides = cheaper.is_some_and(|cost| cost.with_move);
    let first = economy::stands_for_first(battle, seat, action, cost);
    let leads =
        economy::may_lead(battle, action, cost) && left.slots.standard < purse.slots.standard;
    let opening = cost.at_start || breath::keeps_up(battle, seat, action);
    let severed = purse.severable && !left.severable;
    let deed = Deed {
        action,
        cost: id,
        serial: battle.rounds.serial,
        opening,
        leads: leads || first,
    };
    let budget = battle.budget_mut(seat);
    budget.deeds.push(deed);
    budget.marks.add_if(Mark::Drew, cost.with_walk);
    budget.rides = left.rides;
    if cost.slot() == Some(Slot::Move) {
        budget.rides = budget.rides.saturating_sub(u8::from(rides));
    }
    if cost.is_free() {
        return;
    }
    if let (Some(limit), Some(whole)) = (&mut budget.limit, whole) {
        limit.whole = whole;
        if !cost.in_between {
            limit.full_attack.sever();
            limit.moving = None;
        }
    }
    let keeps_leading = !cost.is_whole() || purse.slots.standard == 0;
    let led = leads || keeps_leading && budget.has(Mark::Led);
    budget.marks.set(Mark::Led, led);
    if cost.in_between {
        budget.slots = left.slots;
        if severed {
            budget.full_attack.sever();
        }
        battle.reactions_mut(seat).owes = left.owes;
        return;
    }
    // Whatever was under way is over: moves and attacks are not resumed after something else.
    budget.moving = along.map(|(moving, _)| moving);
    budget.given = along.map_or(0, |(_, given)| given);
    match first {
        true => budget.full_attack.lead(),
        false => budget.full_attack.sever(),
    }
    let closes = left.closed || def.ends_turn == EndsTurn::ButFree;
    budget.marks.set(Mark::Closed, closes);
    budget.slots = left.slots;
    battle.reactions_mut(seat).owes = left.owes;
    economy::silence(battle, seat, cost.silences || battle.silenced[seat].0);
}

/// The move in the course of which an action is made: what is left of it and what it was given, or all
/// of a fresh one.
fn along(state: &State, seat: Seat, action: ActionId) -> Option<((ActionId, u16), u16)> {
    let walk = state.rules().made_in(action)?;
    let budget = state.get(seat).budget;
    let fresh = || {
        let whole = allowance::whole(state, seat, walk).unwrap_or_default();
        let whole = u16::try_from(whole.0).unwrap_or(u16::MAX);
        ((walk, whole), whole)
    };
    let under_way = budget.moving.filter(|(known, _)| *known == walk);
    Some(under_way.map_or_else(fresh, |moving| (moving, budget.given)))
}

/// Lets the turn of this combatant end next.
pub(crate) fn finish(battle: &mut Wounding, seat: Seat) {
    if battle.stack.0.last() == Some(&Step::Stage(Stage::Act(seat))) {
        battle.stack_mut().0.pop();
        battle.push(Stage::EndTurn(seat));
    }
}
