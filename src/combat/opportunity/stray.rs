//! Attacks of opportunity at one of two in a bull rush: either may be struck.

use crate::combat::contract::{Aim, Seat};
use crate::combat::state::step::Step;
use crate::combat::state::{AttackOrder, Rolling, State};
use crate::combat::{attack, checks};
use crate::dice::Purpose;
use crate::rules::{ActionDef, ActionId, Topic};

/// Whether an action is a bull rush of its own.
pub fn is_rush(state: &State, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    def.is_some_and(ActionDef::is_bull_rush)
}

/// Who else may be struck by an attack of opportunity of `by` at one of two who are locked in a bull
/// rush, and with what chance in percent.
pub fn astray(state: &State, by: Seat, target: Seat) -> Option<(u8, Seat)> {
    let percent = state.rules().policies.bull_rush.stray;
    let (seat, other) = state.steps().rev().find_map(|step| match step {
        Step::Rush(rush) => Some((rush.seat, rush.target)),
        Step::DeclaredAction(declared) if is_rush(state, declared.action) => match declared.aim {
            Aim::At(target) => Some((declared.seat, target)),
            _ => None,
        },
        _ => None,
    })?;
    let struck = match target {
        _ if by == seat || by == other || percent == 0 => return None,
        target if target == seat => other,
        target if target == other => seat,
        _ => return None,
    };
    Some((percent, struck))
}

/// The attack that is made in the end: at its target, or at the other of two in a bull rush.
pub fn deflect(battle: &mut Rolling, order: AttackOrder) -> AttackOrder {
    let Some((percent, other)) = astray(battle, order.attacker, order.target) else {
        return order;
    };
    let stray = AttackOrder {
        target: other,
        ..order.clone()
    };
    if attack::legal(battle, &stray, None).is_err() {
        return order;
    }
    let (purpose, topic) = (Purpose::Stray, Topic::BullRushStray);
    let success = checks::percent(battle, order.attacker, purpose, percent, topic);
    if success { stray } else { order }
}
