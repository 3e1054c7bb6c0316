//! Why an action cannot be paid for, in words.

use crate::combat::conditions;
use crate::combat::conditions::barred;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::economy::{ledger, purse};
use crate::combat::state::{Mark, State};
use crate::rules::{ActionDef, CostDef, Flag, FreeStep, Lack, Slot, Topic};

/// Why something cannot be paid of which this is lacking.
pub(super) fn lacking(
    state: &State,
    seat: Seat,
    cost: &CostDef,
    lack: Lack,
) -> Result<(), Refusal> {
    let name = &cost.name;
    let (topic, reason) = match lack {
        Lack::Closed => (
            match ledger::took_whole_turn(state, seat) {
                true => Topic::WholeTurn,
                false => Topic::EndsTurn,
            },
            "You can take only free actions for the rest of this turn.".to_owned(),
        ),
        Lack::SingleAction | Lack::Slots
            if conditions::has(state, seat, Flag::SingleMove)
                && cost.slot() != Some(Slot::Move) =>
        {
            let what = "you can take only a move action";
            return Err(barred::single_action(state, seat, what));
        }
        Lack::SingleAction => {
            let what = "you have a single action this turn, and this takes more";
            return Err(barred::single_action(state, seat, what));
        }
        Lack::Slots if is_owed(state, seat, cost) => {
            let slot = cost.slot().map_or("", Slot::label);
            let reason = format!("You have given your {slot} action of this turn away before it.");
            (Topic::OwedAction, reason)
        }
        Lack::Slots if state.get(seat).budget.restricted && !is_swift_alone(cost) => {
            let what = match ledger::has_acted(state, seat) {
                true => "you have had your single action this turn",
                false => "you have a single action this turn, and this takes more",
            };
            return Err(barred::single_action(state, seat, what));
        }
        Lack::Untouched => (
            Topic::FullRound,
            format!("You need your whole turn for this ({name})."),
        ),
        Lack::OwnTurn => (
            Topic::FreeInAnyTurn,
            "You can do this only in your own turn.".to_owned(),
        ),
        Lack::Start => (
            Topic::Declared,
            "You have to do this before anything else in your turn.".to_owned(),
        ),
        Lack::Slots if cost.is_whole() => {
            let slots = cost.takes.iter().filter_map(|slots| slots.first());
            let slots: Vec<&str> = slots.map(|slot| slot.label()).collect();
            let all = slots.join(" and your ");
            let reason = format!("You need your {all} action for this ({name}).");
            (Topic::FullRound, reason)
        }
        Lack::Slots if cost.slot() == Some(Slot::Standard) && goes_on(state, seat) => {
            let reason = format!("You have no {name} left: your full attack goes on with attacks.");
            (Topic::FirstOfAll, reason)
        }
        Lack::Slots => {
            // What is left is too small to stand in for it.
            let traded = cost.takes.iter().any(|slots| slots.len() > 1);
            let small = traded && state.get(seat).budget.slots.swift > 0;
            let topic = match cost.slot() {
                Some(Slot::Swift) if cost.any_time => Topic::ImmediateAction,
                Some(Slot::Swift) => Topic::SwiftAction,
                Some(Slot::Standard | Slot::Move) | None if small => Topic::Trade,
                Some(Slot::Standard | Slot::Move) | None => Topic::Budget,
            };
            (topic, format!("You have no {name} left this turn."))
        }
        Lack::Walk => (
            Topic::Budget,
            "You can do this only along with a move, once a turn.".to_owned(),
        ),
        Lack::Owed(slot) => {
            let slot = slot.label();
            let reason = format!("Your next turn has already lost its {slot} action.");
            (Topic::OwedAction, reason)
        }
    };
    state.refuse(topic, reason)
}

/// Whether nothing but the swift action of a turn pays for this, of which a single action takes nothing away.
fn is_swift_alone(cost: &CostDef) -> bool {
    cost.takes.iter().flatten().all(|slot| *slot == Slot::Swift)
}

/// Whether what this costs was taken of this turn before it began (SP-SWIFT-04, EP-ACT-09).
fn is_owed(state: &State, seat: Seat, cost: &CostDef) -> bool {
    let mut owed = state.get(seat).budget.owed;
    cost.slot().is_some_and(|slot| *owed.of(slot) > 0)
}

/// Whether a full attack is under way for whose first attack another standard action stands.
fn goes_on(state: &State, seat: Seat) -> bool {
    let begun = &state.get(seat).budget.full_attack;
    begun.action.is_some() && begun.led
}

/// Whether the free step of a turn is left.
pub(crate) fn free_step(state: &State, seat: Seat) -> Result<(), Refusal> {
    let budget = state.get(seat).budget;
    let walked =
        budget.moved > 0 || budget.has(Mark::WholeMove) || ledger::counts_as_moved(state, seat);
    match state.rules().policies.economy.free_step {
        FreeStep::Absent => state.refuse(Topic::FreeStep, "These rules have no free step."),
        FreeStep::IfNoOtherMovement
            if budget.has(Mark::Stepped) && !budget.has(Mark::WholeMove) =>
        {
            let reason = "You have already taken your free step this turn.";
            state.refuse(Topic::FreeStep, reason)
        }
        FreeStep::IfNoOtherMovement if walked => {
            let reason = "You cannot take a free step: you have already moved this turn.";
            let begun = ledger::begun(state, seat).map(|deed| deed.action);
            let def = begun.and_then(|action| state.rules().actions.get(action));
            let topic = ruled_out_by(def).unwrap_or(Topic::StepRuledOut);
            state.refuse(topic, reason)
        }
        FreeStep::IfNoOtherMovement => Ok(()),
    }
}

/// The rule by which an action of this kind and the free step rule each other out.
fn ruled_out_by(def: Option<&ActionDef>) -> Option<Topic> {
    let def = def?;
    match def.movement() {
        None if def.charge().is_some() => Some(Topic::ChargeStep),
        Some(way) if way.exempt.spares_any() => Some(Topic::WithdrawStep),
        Some(way) if way.straight => Some(Topic::RunStep),
        _ if def.counts_as_movement => Some(Topic::StepRuledOut),
        _ => None,
    }
}

/// Refuses movement, by an action of this kind if one is meant, after the one square that was to be all of it in
/// this turn.
pub(crate) fn no_step_taken(
    state: &State,
    seat: Seat,
    def: Option<&ActionDef>,
) -> Result<(), Refusal> {
    let budget = state.get(seat).budget;
    if !budget.has(Mark::Stepped) {
        return Ok(());
    }
    if budget.has(Mark::WholeMove) {
        let reason = "You cannot move: you have moved one square without provoking, and that has to be your whole movement this turn.";
        return state.refuse(Topic::OpportunityExempt, reason);
    }
    let severed = purse(state, seat).severable.then_some(Topic::SeveredStep);
    let topic = ruled_out_by(def).or(severed).unwrap_or(Topic::FreeStep);
    let reason = "You cannot move: your step of one square was all your movement this turn.";
    state.refuse(topic, reason)
}
