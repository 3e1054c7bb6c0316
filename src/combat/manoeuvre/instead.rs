//! Manoeuvres that take the place of a melee attack.

use crate::combat::action::rules;
use crate::combat::attack::refusal;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, Manner, Refusal};
use crate::combat::state::chapters::Launching;
use crate::combat::state::step::Step;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::combat::threat::opportunity;
use crate::combat::{attack, conditions};
use crate::rules::{ActionId, Topic};
use bevy_ecs::prelude::*;

/// Whether something can be tried in place of this attack.
pub fn legal_instead(state: &State, order: &AttackOrder, action: ActionId) -> Result<(), Refusal> {
    let replaces = state.rules().actions.get(action);
    if !replaces.is_some_and(|def| def.replaces_attack) {
        let reason = "You cannot do this in place of an attack.";
        return Err(refusal(state, Topic::InsteadOfAttack, reason));
    }
    if attack::form(state, order).is_none_or(|form| form.ranged) {
        let reason = "You can do this only in place of a melee attack.";
        return Err(refusal(state, Topic::InsteadOfAttack, reason));
    }
    if let Some(by) = conditions::forbids(state, order.attacker, action) {
        let barrier = &state.rules().conditions[by];
        let rule = barrier.rules.first();
        return Err(Refusal {
            rule: rule.and_then(|rule| state.rules().compendium.id(rule)),
            reason: format!("You cannot do this now: {}.", barrier.name.to_lowercase()),
        });
    }
    let declared = deed_of(order, action);
    let def = state.rules().actions.get(action);
    def.map_or(Ok(()), |def| rules::legal(state, &declared, def))
}

/// What takes the place of an attack.
pub fn deed_of(order: &AttackOrder, action: ActionId) -> DeclaredAction {
    DeclaredAction {
        seat: order.attacker,
        action,
        aim: Aim::At(order.target),
        form: Some(order.form),
        manner: Manner {
            instead: None,
            ..order.manner
        },
        readied: false,
        extra: order.extra.clone(),
    }
}

/// Tries something in place of an attack, once the combatant that it leaves itself open to has struck.
pub(crate) fn in_place_of(battle: &mut Access<Launching>, order: &AttackOrder, action: ActionId) {
    let (attacker, target) = (order.attacker, order.target);
    if legal_instead(battle, order, action).is_err() {
        let why = crate::combat::contract::event::Miss::Interrupted;
        let kind = EventKind::AttackFailed {
            attacker,
            target,
            why,
        };
        return battle.emit(&[Topic::InsteadOfAttack], kind);
    }
    let declared = deed_of(order, action);
    let provocation = crate::combat::action::declare::provocation(battle, &declared);
    battle.emit_action(
        action,
        EventKind::Acted {
            seat: attacker,
            action,
            target: Some(target),
        },
    );
    battle.push(Step::DeclaredAction(declared));
    if let Some((cause, only)) = provocation {
        opportunity::offer(battle, attacker, cause, only);
    }
}
