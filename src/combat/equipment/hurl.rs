//! Throwing with one hand what takes two, and what is not meant to be thrown at all.

use crate::combat::contract::Refusal;
use crate::combat::equipment::grip;
use crate::combat::state::{AttackMode, DeclaredAction, State};
use crate::rules::Topic;

/// Whether an action is one with which this mode can be used: a weapon for two hands is thrown with
/// one by an action of its own only.
pub fn fits(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let fighter = state.get(declared.seat);
    let mode = declared
        .mode
        .and_then(|mode| fighter.modes.0.get(usize::from(mode)));
    let heavy = mode.is_some_and(|mode| is_heavy(state, mode));
    let refuse = |reason: &'static str| state.refuse(Topic::Hurl, reason);
    let def = state.rules().actions.get(declared.action);
    if def.is_some_and(|def| def.is_hurled()) {
        return match heavy {
            true => Ok(()),
            false => refuse("This is only for throwing a two-handed weapon."),
        };
    }
    let Some(mode) = mode.filter(|_| heavy) else {
        return Ok(());
    };
    if mode.improvised {
        return refuse("Throwing this takes a full-round action: it is not a throwing weapon.");
    }
    let strict = state.rules().policies.attack.hurl.is_some();
    if strict && grip::hands_beside(state, declared.seat, mode.weapon) > 0 {
        return refuse("Throwing this weapon with one hand takes a full-round action.");
    }
    Ok(())
}

/// Whether a mode is a throw of something that takes two hands.
fn is_heavy(state: &State, mode: &AttackMode) -> bool {
    let weapons = &state.book.catalogue.weapons;
    let def = mode.weapon.and_then(|weapon| weapons.get(weapon));
    mode.ranged && mode.hands == 2 && def.is_some_and(|def| !def.projectile)
}
