//! Whom a readied action could be done to now.

use crate::combat::action::legality;
use crate::combat::attack::at_hand;
use crate::combat::conditions;
use crate::combat::conditions::{aiming, planes};
use crate::combat::contract::{Aim, Seat};
use crate::combat::state::{AttackMode, DeclaredAction, State};
use crate::grid::within_reach;
use crate::rules::primitive::Needs;
use crate::rules::{ActionDef, ActionId};

/// Whether a combatant is where the readied action could be done to it: within reach of the weapons, or
/// where the action says itself whom it can be done to.
pub(super) fn in_reach(state: &State, seat: Seat, action: ActionId, enemy: Seat) -> bool {
    let (Some(here), Some(there)) = (state.area(seat), state.area(enemy)) else {
        return false;
    };
    let def = state.rules().actions.get(action);
    if def.is_some_and(|def| def.charge().is_some()) {
        return can_charge(state, seat, action, enemy);
    }
    if def.is_some_and(|def| !def.is_attack() && def.target.gives(Needs::Creature)) {
        let declared = DeclaredAction {
            readied: true,
            ..DeclaredAction::new(seat, action, Aim::At(enemy))
        };
        return legality::aimed(state, &declared).is_ok();
    }
    let shoots = def.is_some_and(|def| def.is_plain_attack() || def.stance().is_some());
    let metric = state.rules().policies.threat.reach;
    let fighter = state.get(seat);
    // What strikes and flies waits for the combatant that comes to be struck.
    let strikes = |mode: &AttackMode| {
        let mut modes = fighter.modes.0.iter();
        mode.weapon.is_some() && modes.any(|f| !f.ranged && f.weapon == mode.weapon)
    };
    // A blow at a square needs no eyes.
    let guesses = def.is_some_and(ActionDef::strikes_at_square);
    let seen = guesses || aiming::from(state, (seat, here), (enemy, there)).is_ok();
    // Nobody notices in time what those do who are on another plane, and may be beyond its weapons.
    seen && !planes::apart(state, seat, enemy)
        && fighter.modes.0.iter().enumerate().any(|(i, mode)| {
            (!mode.ranged || shoots && !strikes(mode))
                && at_hand::usable(state, seat, i as u8).is_ok()
                && within_reach(here, there, mode.reach, metric)
                && !state.is_walled_off(here, there)
        })
}

/// The ways to strike in melee that a combatant has at hand.
pub(super) fn melee(state: &State, seat: Seat) -> impl Iterator<Item = u8> {
    let modes = state.get(seat).modes.0.iter();
    modes
        .zip(at_hand::modes(state, seat))
        .filter(|(mode, (_, usable))| !mode.ranged && usable.is_ok())
        .map(|(_, (index, _))| index)
}

/// Whether a readied charge at this enemy is possible now: a lane leads to it.
fn can_charge(state: &State, seat: Seat, action: ActionId, enemy: Seat) -> bool {
    melee(state, seat).any(|mode| {
        let charge = DeclaredAction {
            mode: Some(mode),
            readied: true,
            ..DeclaredAction::new(seat, action, Aim::Charge(enemy, Vec::new()))
        };
        legality::aimed(state, &charge).is_ok()
    })
}

/// Whether what is readied is to throw something, and it flies as far as this enemy.
pub(super) fn flies_to(state: &State, seat: Seat, action: ActionId, enemy: Seat) -> bool {
    let def = state.rules().actions.get(action);
    let thrown = def.is_some_and(ActionDef::is_hurled);
    let modes = 0..state.get(seat).modes.0.len() as u8;
    thrown
        && modes.into_iter().any(|mode| {
            let way = DeclaredAction {
                mode: Some(mode),
                readied: true,
                ..DeclaredAction::new(seat, action, Aim::At(enemy))
            };
            legality::aimed(state, &way).is_ok()
        })
}

/// Whether there is anyone at whom a plain attack that is readied can be aimed, near or far: seen, and on the same
/// plane. True of everything else.
pub(super) fn can_aim(state: &State, seat: Seat, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    let aims = |other: Seat| {
        let places = state.area(seat).zip(state.area(other));
        other != seat
            && conditions::present(state, other)
            && !planes::apart(state, seat, other)
            && places
                .is_some_and(|(from, to)| aiming::from(state, (seat, from), (other, to)).is_ok())
    };
    !def.is_some_and(ActionDef::is_plain_attack) || state.all().any(aims)
}
