//! The flags of the conditions in force.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::{Flag, Flags};

/// Whether any condition in force on a combatant has this flag.
#[inline]
pub fn has(state: &State, seat: Seat, flag: Flag) -> bool {
    state.conditions[seat].flags().has(flag)
}

/// Whether any condition in force on a combatant has one of these flags.
#[inline]
pub(crate) fn has_any(state: &State, seat: Seat, flags: Flags) -> bool {
    state.conditions[seat].flags().has_any(flags)
}
