//! Throwing with one hand what takes two, and what is not meant to be thrown at all.

use crate::combat::contract::Refusal;
use crate::combat::equipment::grip;
use crate::combat::state::{AttackMode, DeclaredAction, State};
use crate::rules::Topic;

/// Whether an action is one with which this form can be used: a weapon for two hands is thrown with
/// one by an action of its own only.
pub fn fits(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let fighter = state.get(declared.seat);
    let form = declared
        .form
        .and_then(|form| fighter.forms.0.get(usize::from(form)));
    let heavy = form.is_some_and(|form| is_heavy(state, form));
    let refuse = |reason: &str| state.refuse(Topic::Hurl, reason);
    let def = state.rules().actions.get(declared.action);
    if def.is_some_and(|def| def.is_hurled()) {
        return match heavy {
            true => Ok(()),
            false => refuse("You need this only to throw a two-handed weapon."),
        };
    }
    let Some(form) = form.filter(|_| heavy) else {
        return Ok(());
    };
    if form.improvised {
        return refuse("You need the whole round to throw this: it is not a throwing weapon.");
    }
    let strict = state.rules().policies.attack.hurl.is_some();
    if strict && grip::hands_beside(state, declared.seat, form.weapon) > 0 {
        return refuse("You need the whole round to throw this weapon with one hand.");
    }
    Ok(())
}

/// Whether a form is a throw of something that takes two hands.
fn is_heavy(state: &State, form: &AttackMode) -> bool {
    let weapons = &state.book.catalogue.weapons;
    let def = form.weapon.and_then(|weapon| weapons.get(weapon));
    form.ranged && form.hands == 2 && def.is_some_and(|def| !def.projectile)
}
