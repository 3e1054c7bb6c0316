//! Whether a turn still holds what an action takes, and taking it.

use crate::combat::action::rules;
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::economy;
use crate::combat::state::chapters::Paying;
use crate::combat::state::{Access, State};
use crate::rules::economy::FullRound;
use crate::rules::{ActionCost, ActionId};

/// Whether an action goes on with something begun in this turn and costs nothing more: the rest of
/// a movement, the further attacks of a full attack.
pub fn continues(state: &State, seat: Seat, action: ActionId, aim: &Aim) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(|def| {
        let mut program = def.does.iter();
        program.any(|what| rules::of(state, what).continues(state, seat, action, aim, what))
    })
}

/// Whether the turn allows an action now: because it goes on with something, or because the budget
/// affords it anew.
pub fn allows(state: &State, seat: Seat, action: ActionId, aim: &Aim) -> Result<(), Refusal> {
    if continues(state, seat, action, aim) {
        return Ok(());
    }
    economy::affords(state, seat, action)
}

/// Takes the cost of an action from the budget.
pub fn pay(battle: &mut Access<Paying>, seat: Seat, action: ActionId, aim: &Aim) {
    if continues(battle, seat, action, aim) {
        return;
    }
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.actions.get(action) else {
        return;
    };
    let Some(cost) = economy::cost(battle, seat, action) else {
        return;
    };
    if def.is_step() && battle.get(seat).budget.step_left {
        battle.budget_mut(seat).step_left = false;
        return;
    }
    let slot = economy::paying(battle, battle.get(seat).budget, cost);
    let economy = &rules.policies.economy;
    let limited = economy::is_limited(battle, action);
    let includes_swift =
        economy::change(battle, seat, action).is_some_and(|change| change.includes_swift);
    let budget = battle.budget_mut(seat);
    if matches!(cost, ActionCost::None | ActionCost::Free) {
        if cost == ActionCost::Free && limited {
            budget.freely.push(action);
        }
        return;
    }
    budget.acted = true;
    // Whatever was under way is over: moves and attacks are not resumed after something else.
    budget.moving = None;
    budget.routine.clear();
    budget.routine_action = None;
    if def.movement().is_some_and(|walk| walk.move_only) {
        budget.move_only = true;
    }
    if def.ends_turn {
        budget.closed = true;
    }
    if cost == ActionCost::FullRound {
        budget.standard = 0;
        budget.movement = 0;
        if economy.full_round == FullRound::WholeTurn {
            budget.swift = u8::from(includes_swift);
            budget.closed = !includes_swift;
        }
        if rules.policies.threat.full_round_silences {
            battle.reactions_mut(seat).silenced = true;
        }
        return;
    }
    match slot {
        Some(ActionCost::Standard) => budget.standard = budget.standard.saturating_sub(1),
        Some(ActionCost::Move) => budget.movement = budget.movement.saturating_sub(1),
        Some(ActionCost::Swift) => budget.swift = budget.swift.saturating_sub(1),
        _ => {}
    }
    if includes_swift {
        budget.swift = budget.swift.saturating_add(1);
    }
}
