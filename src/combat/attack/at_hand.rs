//! Which attacks can be made with what is in hand.

use crate::combat::attack;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::equipment::two_hands;
use crate::combat::state::{State, powers};
use crate::rules::Topic;

/// Whether a mode's weapon is in hand and loaded.
pub fn usable(state: &State, seat: Seat, mode: u8) -> Result<(), Refusal> {
    let fighter = state.get(seat);
    let Some(mode) = fighter.modes.0.get(usize::from(mode)) else {
        return state.refuse(Topic::AttackRoll, "There is no such attack.");
    };
    if mode
        .ability
        .is_some_and(|a| !powers::wields(state, seat, a))
    {
        return state.refuse(Topic::TouchHeld, "You do not hold this ready.");
    }
    if !attack::in_hand(fighter.hands, mode) {
        return state.refuse(
            Topic::WeaponHandling,
            "You do not have this weapon in hand: draw it first.",
        );
    }
    if !attack::ready(fighter.hands, mode) {
        return state.refuse(Topic::WeaponHandling, "You have to load this weapon first.");
    }
    two_hands::fits(state, seat, mode)
}

/// Every attack mode of a combatant, with the reason where it cannot be used at present.
pub fn modes(state: &State, seat: Seat) -> Vec<(u8, Result<(), Refusal>)> {
    let modes = &state.get(seat).modes.0;
    (0..modes.len())
        .map(|i| (i as u8, usable(state, seat, i as u8)))
        .collect()
}
