//! Who rides whom, and who carries whom.
//!
//! Rider and mount are a pair of conditions, each imposed by the other; so are who carries and who is carried.

use crate::combat::conditions::flags::has;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::Flag;

fn partner(state: &State, seat: Seat, flag: Flag) -> Option<Seat> {
    if !has(state, seat, flag) {
        return None;
    }
    let rules = state.rules();
    let active = state.conditions(seat).iter();
    active
        .filter(|c| rules.flags(c.condition).has(flag))
        .find_map(|c| c.by)
}

/// Whom a combatant rides, if it rides.
pub fn mount_of(state: &State, rider: Seat) -> Option<Seat> {
    partner(state, rider, Flag::Mounted)
}

/// Who rides a combatant, if any combatant does.
pub fn rider_of(state: &State, mount: Seat) -> Option<Seat> {
    partner(state, mount, Flag::Ridden)
}

/// Whom a combatant carries, if it carries a comrade.
pub fn burden_of(state: &State, bearer: Seat) -> Option<Seat> {
    partner(state, bearer, Flag::Carrying)
}

/// Who carries a combatant, if any combatant does.
pub fn bearer_of(state: &State, carried: Seat) -> Option<Seat> {
    partner(state, carried, Flag::Carried)
}

/// Whether one of these two rides or carries the other.
pub fn are_pair(state: &State, a: Seat, b: Seat) -> bool {
    let bears = |one: Seat, other: Seat| {
        mount_of(state, one) == Some(other) || burden_of(state, one) == Some(other)
    };
    bears(a, b) || bears(b, a)
}

/// Whose legs carry a combatant: its own, or those of its mount.
pub fn carrier(state: &State, seat: Seat) -> Seat {
    mount_of(state, seat).unwrap_or(seat)
}

/// Whether a rider strikes down at a smaller combatant than its mount and on foot.
pub fn looks_down(state: &State, attacker: Seat, target: Seat) -> bool {
    mount_of(state, attacker).is_some_and(|mount| {
        mount_of(state, target).is_none()
            && state.who(target).size < state.who(mount).size
            && target != mount
    })
}
