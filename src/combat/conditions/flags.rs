//! The flags of the conditions in force.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::Flag;

/// Whether any condition in force on a combatant has this flag.
pub fn has(state: &State, seat: Seat, flag: Flag) -> bool {
    let conditions = &state.rules().conditions;
    state
        .conditions(seat)
        .iter()
        .any(|c| conditions[c.condition].flags.contains(&flag))
}
