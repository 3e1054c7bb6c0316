//! Who rides whom.
//!
//! Rider and mount are a pair of conditions, each imposed by the other.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::Flag;

fn partner(state: &State, seat: Seat, flag: Flag) -> Option<Seat> {
    let table = &state.rules().conditions;
    let active = state.conditions(seat).iter();
    active
        .filter(|c| table[c.condition].flags.contains(&flag))
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

/// Whether these two are rider and mount.
pub fn are_pair(state: &State, a: Seat, b: Seat) -> bool {
    mount_of(state, a) == Some(b) || mount_of(state, b) == Some(a)
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
