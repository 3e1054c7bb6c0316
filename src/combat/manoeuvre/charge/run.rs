//! What a charge is: as it is declared, as its entry says, and as it could be run.

use crate::combat::contract::{Reason, Refusal, Seat};
use crate::combat::state::State;
use crate::combat::state::refusal::refusal;
use crate::grid::{Area, Cost, DiagonalParity, Reach, Square};
use crate::rules::{ActionId, ChargeDef, Topic};

/// A charge as it is declared.
#[derive(Clone, Copy)]
pub struct Charge<'a> {
    pub seat: Seat,
    pub action: ActionId,
    /// The attack mode at its end.
    pub mode: u8,
    pub target: Seat,
    /// The way; an empty one lets the engine choose.
    pub path: &'a [Square],
}

/// A charge that could be made: from where, at whom, how far.
pub(crate) struct ChargeRun {
    pub seat: Seat,
    pub from: Area,
    pub to: Area,
    pub reach: Reach,
    pub budget: Cost,
    pub parity: DiagonalParity,
    /// It is all that a single action allows.
    pub partial: bool,
    /// Through the air.
    pub flies: bool,
    /// In the course of a move: difficult ground is walked through, at its price (AH-ALIST-18).
    pub in_move: bool,
    /// Allies in the lane let it by.
    pub past_allies: bool,
    /// What it is called in refusals.
    pub verb: &'static str,
    /// Whom it runs over.
    pub over: Option<Seat>,
}

/// What lines and refusals about the way of a charge rest on.
pub(super) fn topic(def: &ChargeDef) -> Topic {
    match def.ends.runs_over() {
        true => Topic::OverrunRun,
        false => Topic::Charge,
    }
}

/// A refusal under the first rule of a charge that asks for more than any other does, such as certain weapons; of
/// a plain one under a topic.
pub(super) fn own_refusal(
    state: &State,
    def: &ChargeDef,
    action: ActionId,
    topic: Topic,
    reason: impl Into<Reason>,
) -> Refusal {
    let special = !def.weapons.is_empty() || def.needs.is_some() || def.flies;
    let own = state.rules().action_rules(action).first();
    let mut refused = refusal(state, topic, reason);
    refused.rule = own.copied().filter(|_| special).or(refused.rule);
    refused
}

/// What a charge is called: running over a combatant is something else.
pub(super) fn verb(def: &ChargeDef) -> &'static str {
    match def.ends.runs_over() {
        true => "overrun",
        false => "charge",
    }
}

pub(super) fn definition<'a>(state: &'a State, action: ActionId) -> Option<&'a ChargeDef> {
    definition_in(state.rules(), action)
}

pub(super) fn definition_in(rules: &crate::rules::Ruleset, action: ActionId) -> Option<&ChargeDef> {
    rules.actions.get(action)?.charge()
}
