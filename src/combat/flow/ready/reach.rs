//! Reach of readied actions: where an enemy has to be for one to be taken.

use crate::combat::ability;
use crate::combat::attack::at_hand;
use crate::combat::conditions::{aiming, planes};
use crate::combat::contract::Seat;
use crate::combat::flow::ready::feasible::{can_be_done_to, can_charge};
use crate::combat::state::{AttackMode, State};
use crate::grid::{Area, Reach, distance, within_reach};
use crate::rules::primitive::Needs;
use crate::rules::{ActionDef, ActionId};

/// Whether an enemy is within reach of the action that is readied: of the weapons for an attack, of the
/// action or the ability where it has a reach of its own, and of the body for everything else.
pub(super) fn in_reach(state: &State, seat: Seat, action: ActionId, enemy: Seat) -> bool {
    let (Some(here), Some(there)) = (state.area(seat), state.area(enemy)) else {
        return false;
    };
    let Some(def) = state.rules().actions.get(action) else {
        return false;
    };
    if def.charge().is_some() {
        return can_charge(state, seat, action, enemy);
    }
    if def.attack().is_some() && !def.is_hurled() || def.strikes_at_square() {
        return is_struck(state, (seat, here), def, (enemy, there));
    }
    let ability = ability::of_action(state, def).and_then(|id| ability::def(state, id));
    let spares = ability.is_some_and(|ability| ability.target.spares_enemies());
    if def.target.gives(Needs::Enemy) && !spares {
        return can_be_done_to(state, seat, (action, def), enemy);
    }
    let far = ability.filter(|_| !spares);
    let far = far.and_then(|ability| ability.target.squares_away());
    let within = match far {
        Some(far) => {
            distance(here, there, state.rules().policies.movement.diagonals) <= far
                && aiming::from(state, (seat, here), (enemy, there)).is_ok()
        }
        None => {
            let reach = Reach::new(0, state.who(seat).reach);
            within_reach(here, there, reach, state.rules().policies.threat.reach)
        }
    };
    within && !planes::apart(state, seat, enemy) && !state.is_walled_off(here, there)
}

/// Whether an enemy is within reach of a weapon with which the readied attack can be made.
fn is_struck(
    state: &State,
    (seat, here): (Seat, Area),
    def: &ActionDef,
    (enemy, there): (Seat, Area),
) -> bool {
    let shoots = def.is_plain_attack() || def.stance().is_some();
    let metric = state.rules().policies.threat.reach;
    let fighter = state.get(seat);
    // A weapon that can be thrown waits for the combatant that comes into melee.
    let strikes = |mode: &AttackMode| {
        let mut modes = fighter.modes.0.iter();
        mode.weapon.is_some() && modes.any(|f| !f.ranged && f.weapon == mode.weapon)
    };
    // A blow at a square needs no eyes.
    let guesses = def.strikes_at_square();
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
