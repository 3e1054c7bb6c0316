//! What the lines about death and waking cite.

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

/// The topics of healing: for a combatant that was down also what it wakes to (SP-DYING-17, SP-DYING-18).
pub(super) fn healing(was_down: bool, hit_points: i32) -> Vec<Topic> {
    let wakes = match hit_points {
        0 => Some(Topic::HealedToZero),
        1.. => Some(Topic::HealedAwake),
        _ => None,
    };
    let wakes = wakes.filter(|_| was_down);
    std::iter::once(Topic::Healing).chain(wakes).collect()
}
