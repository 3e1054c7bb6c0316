//! What the line about a death cites.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::{Ability, Topic};

/// Why a combatant dies whose body has reached its limit: of wounds, or with its last Constitution
/// (SP-DYING-14). `drains`: wounds go on to Constitution.
pub(super) fn death(state: &State, seat: Seat, drains: bool) -> Topic {
    let spent = state.left_of(seat, Ability::Constitution) <= 0;
    match spent && !drains {
        true => Topic::ConstitutionLoss,
        false => Topic::Dead,
    }
}
