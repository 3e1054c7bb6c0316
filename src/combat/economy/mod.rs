//! What a turn holds and what actions take of it.

use crate::combat::conditions::barred;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Paying;
use crate::combat::state::combatant::{Budget, Change, Reactions};
use crate::combat::state::refusal::refusal;
use crate::combat::state::{Access, State};
use crate::rules::economy::{FreeStep, FullRound, Slots};
use crate::rules::{ActionCost, ActionId, Provokes, Topic};

/// Gives a combatant the budget of a new turn.
pub fn renew(battle: &mut Access<Paying>, seat: Seat, restricted: bool) {
    let economy = &battle.rules().policies.economy;
    let slots = if restricted {
        economy.restricted
    } else {
        economy.turn
    };
    let owes = std::mem::take(&mut battle.reactions_mut(seat).owes_move);
    *battle.budget_mut(seat) = Budget {
        standard: slots.standard,
        movement: slots.movement.saturating_sub(u8::from(owes)),
        swift: slots.swift,
        restricted,
        ..Budget::default()
    };
}

/// Gives limited reactions back, at the start of its own turn.
pub fn renew_reactions(battle: &mut Access<Paying>, seat: Seat) {
    let reactions = battle.reactions_mut(seat);
    let (owes_move, begun) = (reactions.owes_move, reactions.begun);
    let once = std::mem::take(&mut reactions.once);
    // Room for the list is kept: it is needed again.
    let mut provoked = std::mem::take(&mut reactions.provoked);
    provoked.clear();
    *reactions = Reactions {
        owes_move,
        begun,
        once,
        provoked,
        ..Reactions::default()
    };
}

/// What the traits of a combatant make of an action, the last word first.
pub fn change(state: &State, seat: Seat, action: ActionId) -> Option<Change> {
    let changes = &state.who(seat).changes;
    changes.iter().rev().find(|c| c.action == action).copied()
}

/// Whom an action provokes when this combatant takes it.
pub fn provokes(state: &State, seat: Seat, action: ActionId) -> Provokes {
    let rules = state.rules();
    let free = cost(state, seat, action) == Some(ActionCost::Free);
    if free && rules.policies.threat.free_actions_exempt {
        return Provokes::No;
    }
    let own = rules
        .actions
        .get(action)
        .map_or(Provokes::No, |def| def.provokes);
    let changed = change(state, seat, action).and_then(|change| change.provokes);
    changed.unwrap_or(own)
}

/// What an action costs this combatant in this turn; `None`: not possible with a single action.
pub fn cost(state: &State, seat: Seat, action: ActionId) -> Option<ActionCost> {
    let def = state.rules().actions.get(action)?;
    if let Some(cost) = change(state, seat, action).and_then(|change| change.cost) {
        return Some(cost);
    }
    let fighter = state.get(seat);
    let restricted = fighter.budget.restricted;
    if finishes(state, seat, action) {
        return Some(ActionCost::Standard);
    }
    if def
        .free_on_the_move
        .is_some_and(|least| fighter.who.base_attack >= least)
        && fighter.budget.walked
        && !fighter.budget.drew
    {
        return Some(ActionCost::Free);
    }
    if !restricted {
        return Some(def.cost);
    }
    match def.cost {
        ActionCost::FullRound => def.restricted_cost,
        own => Some(def.restricted_cost.unwrap_or(own)),
    }
}

/// Whether this is the action that was begun in the turn before, so that it is finished now.
pub fn finishes(state: &State, seat: Seat, action: ActionId) -> bool {
    let begun = state.get(seat).reactions.begun;
    let before = |round: u16| round.saturating_add(1) == state.rounds.round;
    begun.is_some_and(|(known, round)| known == action && before(round))
}

/// Whether the budget affords an action anew.
pub fn affords(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let rules = state.rules();
    let refuse = |topic, reason: &str| Err(refusal(rules, topic, reason));
    let Some(def) = rules.actions.get(action) else {
        return refuse(Topic::Budget, "There is no such action.");
    };
    let fighter = state.get(seat);
    let budget: &Budget = fighter.budget;
    let Some(cost) = cost(state, seat, action) else {
        let what = "you have a single action this turn, and this takes more";
        let reason = barred::single_action(state, seat, what);
        return refuse(Topic::Restricted, &reason);
    };
    let idle = matches!(cost, ActionCost::None | ActionCost::Free);
    let goes = def.covers_distance() || def.is_step();
    if budget.still && goes {
        return refuse(
            Topic::Still,
            "You cannot move: what you have done this turn rules it out.",
        );
    }
    if def.still && (budget.moved > 0 || budget.stepped) {
        return refuse(
            Topic::Still,
            "You cannot do this: you have already moved this turn.",
        );
    }
    if def.is_step() && idle {
        free_step(state, budget)?;
        return Ok(());
    }
    if cost == ActionCost::Free && freely_done(state, budget, action) {
        return refuse(
            Topic::FreeActions,
            "You have already done this: you can take each free action once a turn.",
        );
    }
    let granted = budget.step_left && def.is_step();
    if idle || granted {
        return Ok(());
    }
    if budget.closed {
        return refuse(
            Topic::EndsTurn,
            "You can take only free actions for the rest of this turn.",
        );
    }
    let moves_only = def.movement().is_some_and(|walk| walk.move_only);
    if moves_only && budget.acted && !budget.move_only {
        return refuse(
            Topic::MoveOnlyTurn,
            "You cannot spend the whole turn moving: you have already taken another action.",
        );
    }
    if budget.move_only && !moves_only {
        return refuse(
            Topic::MoveOnlyTurn,
            "You can only move: you have declared this whole turn as movement.",
        );
    }
    if budget.stepped && def.covers_distance() {
        return refuse(
            Topic::FreeStep,
            "You cannot move: you have already taken a free step this turn.",
        );
    }
    match cost {
        ActionCost::FullRound => full_round(state, seat, budget),
        // After the first attack of a full attack one may still move instead of the others.
        ActionCost::Move if turns_to_move(state, budget) => Ok(()),
        _ => match paying(state, budget, cost) {
            Some(_) => Ok(()),
            None => refuse(Topic::Budget, lacking(cost)),
        },
    }
}

/// Whether a free action was taken in this turn, where each is possible once.
fn freely_done(state: &State, budget: &Budget, action: ActionId) -> bool {
    is_limited(state, action) && budget.freely.contains(&action)
}

pub(crate) fn is_limited(state: &State, action: ActionId) -> bool {
    let rules = state.rules();
    let except = rules.policies.economy.free_once_except.as_ref();
    except.is_some_and(|except| !except.iter().any(|id| id == rules.actions.name(action)))
}

fn lacking(cost: ActionCost) -> &'static str {
    match cost {
        ActionCost::Move => "You have no move action left this turn.",
        ActionCost::Swift => "You have no swift action left this turn.",
        _ => "You have no standard action left this turn.",
    }
}

fn free_step(state: &State, budget: &Budget) -> Result<(), Refusal> {
    let rules = state.rules();
    let refuse = |reason: &str| Err(refusal(rules, Topic::FreeStep, reason));
    match rules.policies.economy.free_step {
        FreeStep::Absent => refuse("These rules have no free step."),
        FreeStep::IfNoOtherMovement if budget.stepped => {
            refuse("You have already taken your free step this turn.")
        }
        FreeStep::IfNoOtherMovement if budget.moved > 0 => {
            refuse("You cannot take a free step: you have already moved this turn.")
        }
        FreeStep::IfNoOtherMovement => Ok(()),
    }
}

fn full_round(state: &State, seat: Seat, budget: &Budget) -> Result<(), Refusal> {
    let rules = state.rules();
    let refuse = |reason: &str| Err(refusal(rules, Topic::FullRound, reason));
    let economy = &rules.policies.economy;
    let Slots {
        standard,
        movement,
        swift,
    } = economy.turn;
    if budget.restricted {
        let what = "you have a single action this turn and cannot take a full-round action";
        return refuse(&barred::single_action(state, seat, what));
    }
    match economy.full_round {
        FullRound::StandardAndMove if budget.standard < standard || budget.movement < movement => {
            refuse("You need both your standard and your move action for a full-round action.")
        }
        FullRound::WholeTurn
            if budget.standard < standard
                || budget.movement < movement
                || budget.swift < swift
                || budget.stepped =>
        {
            refuse("You need your whole turn for a full-round action.")
        }
        _ => Ok(()),
    }
}

/// Whether there is a movement left in the turn.
pub fn may_move(state: &State, seat: Seat) -> bool {
    let budget = state.get(seat).budget;
    state.rounds.current == Some(seat)
        && !budget.stepped
        && (budget.movement > 0 || turns_to_move(state, budget))
}

/// Whether a full attack can still be given up for a movement.
fn turns_to_move(state: &State, budget: &Budget) -> bool {
    state.rules().policies.economy.full_round == FullRound::StandardAndMove
        && budget.routine_action.is_some()
        && budget.routine_made == 1
        && !budget.stepped
        && budget.moved == 0
}

/// The slot that pays for an action of this cost: the first free one in order of preference.
pub(crate) fn paying(state: &State, budget: &Budget, cost: ActionCost) -> Option<ActionCost> {
    let pays = &state.rules().policies.economy.pays;
    let own = [cost];
    let slots: &[ActionCost] = match cost {
        ActionCost::Standard if !pays.standard.is_empty() => &pays.standard,
        ActionCost::Move if !pays.movement.is_empty() => &pays.movement,
        ActionCost::Swift if !pays.swift.is_empty() => &pays.swift,
        _ => &own,
    };
    slots.iter().copied().find(|slot| match slot {
        ActionCost::Standard => budget.standard > 0,
        ActionCost::Move => budget.movement > 0,
        ActionCost::Swift => budget.swift > 0,
        ActionCost::None | ActionCost::Free => true,
        ActionCost::FullRound => false,
    })
}

#[cfg(test)]
mod tests;
