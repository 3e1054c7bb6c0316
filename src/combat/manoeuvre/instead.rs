//! Manoeuvres that take the place of a melee attack.

use crate::combat::conditions::barred;
use crate::combat::contract::{Aim, Manner, Refusal, Seat};
use crate::combat::state::{AttackOrder, DeclaredAction, State};
use crate::combat::{attack, conditions, manoeuvre, opportunity};
use crate::rules::{ActionDef, ActionId, Family, Topic};
use bevy_ecs::prelude::*;

/// Whether something can be tried in place of this attack.
pub fn legal_instead(state: &State, order: &AttackOrder, action: ActionId) -> Result<(), Refusal> {
    let replaces = |def: &ActionDef| def.replaces_attack || order.worst && def.replaces_worst;
    if !state.rules().actions.get(action).is_some_and(replaces) {
        let reason = "You cannot do this in place of an attack.";
        let topic = match order.opportunity {
            true => Topic::InsteadOfOpportunity,
            false => Topic::InsteadOfAttack,
        };
        return state.refuse(topic, reason);
    }
    if !order.worst && state.mode(order).is_none_or(|mode| mode.ranged) {
        let reason = "You can do this only in place of a melee attack.";
        return state.refuse(Topic::InsteadOfAttack, reason);
    }
    if let Some(by) = conditions::forbids(state, order.attacker, action) {
        return Err(barred::by_condition(state, by, action));
    }
    let declared = declared_instead(order, action);
    let def = state.rules().actions.get(action);
    def.map_or(Ok(()), |def| {
        // A manoeuvre knows its own reach, with whatever it is tried.
        if !(order.worst || def.any(|what| matches!(what.family(), Family::Manoeuvre(_)))) {
            attack::legal(state, order, None)?;
        }
        state.on.asks.legal(state, &declared, def)
    })
}

/// What takes the place of an attack.
pub fn declared_instead(order: &AttackOrder, action: ActionId) -> DeclaredAction {
    DeclaredAction {
        mode: Some(order.mode),
        manner: Manner {
            instead: None,
            ..order.manner
        },
        extra: order.extra.clone(),
        ..DeclaredAction::new(order.attacker, action, Aim::At(order.target))
    }
}

/// Whether something can be tried in place of the attack of opportunity.
pub fn may_replace(
    state: &State,
    (seat, target): (Seat, Seat),
    action: ActionId,
    mode: Option<u8>,
) -> Result<(), Refusal> {
    let modes = opportunity::modes(state, seat, target);
    let mode = mode.map_or(modes.first(), |mode| modes.iter().find(|f| **f == mode));
    let Some(mode) = mode else {
        let reason = "You cannot attack with that now.";
        return state.refuse(Topic::OpportunityMode, reason);
    };
    let order = AttackOrder {
        opportunity: true,
        ..AttackOrder::plain(seat, target, *mode)
    };
    manoeuvre::legal_instead(state, &order, action)
}
