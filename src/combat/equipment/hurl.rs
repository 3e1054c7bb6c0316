//! Throwing with one hand what takes two, and what is not meant to be thrown at all.

use crate::combat::contract::Refusal;
use crate::combat::equipment::grip;
use crate::combat::state::{AttackMode, DeclaredAction, State};
use crate::rules::{Topic, with_article};

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
            false => refuse("This is only for throwing what is not made for it."),
        };
    }
    let Some(mode) = mode.filter(|_| heavy) else {
        return Ok(());
    };
    if mode.improvised {
        let reason = format!("{}: it is not a throwing weapon.", takes(state));
        return state.refuse(Topic::Hurl, reason);
    }
    let strict = state.rules().policies.attack.hurl.is_some();
    if strict && grip::hands_beside(state, declared.seat, mode.weapon) > 0 {
        let reason = format!("{} if one hand does it.", takes(state));
        return state.refuse(Topic::Hurl, reason);
    }
    Ok(())
}

/// What it takes to throw like this, as a beginning of a sentence.
fn takes(state: &State) -> String {
    let rules = state.rules();
    let mut all = rules.actions.iter();
    let cost = all.find(|(_, def)| def.is_hurled());
    let cost = cost.and_then(|(_, def)| rules.costs.by_name(&def.cost));
    let name = cost.map_or("an action of its own", |cost| &cost.name);
    format!("Throwing this takes {}", with_article(name))
}

/// Whether a mode is a throw of something that takes two hands, or is not made to be thrown.
fn is_heavy(state: &State, mode: &AttackMode) -> bool {
    let weapons = &state.book.catalogue.weapons;
    let def = mode.weapon.and_then(|weapon| weapons.get(weapon));
    mode.ranged && (mode.hands == 2 || mode.improvised) && def.is_some_and(|def| !def.projectile)
}
