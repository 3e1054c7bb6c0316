//! A guard that is down before one attacker only.

use crate::combat::contract::seat::Seat;
use crate::combat::state::State;
use crate::rules::Flag;

/// Whether a combatant's guard is down before this attacker.
pub fn is_open(state: &State, attacker: Seat, target: Seat) -> bool {
    let table = &state.rules().conditions;
    let active = state.conditions(target);
    active
        .iter()
        .any(|c| c.by == Some(attacker) && table[c.condition].flags.contains(&Flag::OpenToImposer))
}
