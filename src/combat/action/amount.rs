//! Amounts that the user of an action chooses (SP-MAN-03).

use crate::combat::action::{budget, target};
use crate::combat::contract::{Refusal, Seat};
use crate::combat::state::{DeclaredAction, State};
use crate::rules::{ActionDef, ActionId, Topic};

/// The highest amount that a combatant can choose for an action; 0 where there is nothing to choose.
pub(crate) fn most(state: &State, seat: Seat, def: &ActionDef) -> u8 {
    let Some(chooses) = def.chooses else {
        return 0;
    };
    let base_attack = u8::try_from(state.who(seat).base_attack.max(0)).unwrap_or(u8::MAX);
    match chooses.within_base_attack {
        true => chooses.most.min(base_attack),
        false => chooses.most,
    }
}

/// Whether there is any amount to choose.
pub(crate) fn possible(
    state: &State,
    seat: Seat,
    action: ActionId,
    def: &ActionDef,
) -> Result<(), Refusal> {
    if def.chooses.is_none() || most(state, seat, def) > 0 {
        return Ok(());
    }
    let reason = "You have no base attack bonus of which you could give something up.";
    Err(target::refusal(state, None, action, reason))
}

/// Whether the amount that was chosen is allowed. What goes on with something begun keeps the first.
pub(crate) fn allows(
    state: &State,
    declared: &DeclaredAction,
    def: &ActionDef,
) -> Result<(), Refusal> {
    let (seat, action, chosen) = (declared.seat, declared.action, declared.manner.amount);
    if def.chooses.is_none() || budget::continues(state, seat, action, &declared.aim) {
        return Ok(());
    }
    let most = most(state, seat, def);
    if (1..=most).contains(&chosen) {
        return Ok(());
    }
    let reason = format!("Choose a number from 1 to {most}.");
    Err(target::refusal(
        state,
        Some(Topic::ChosenAmount),
        action,
        reason,
    ))
}
