//! Swimming: by actions of their own with a check, or with a speed in the water (SP-MACT-03, SP-FULL-21).
//!
//! Who has a speed in the water moves in it as others do on land, whatever the action; a movement that
//! leads from one into the other is reckoned by the speed of where it begins.

use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions::riding;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::movement::speed;
use crate::combat::state::State;
use crate::combat::state::refusal::refusal;
use crate::grid::{Area, Square};
use crate::rules::{MoveDef, Stat, Topic};

/// Whether a combatant can move in this way where it is: out of the water only by swimming, if it has no
/// speed there.
pub(crate) fn suits(state: &State, seat: Seat, def: &MoveDef) -> Result<(), Refusal> {
    let carrier = riding::carrier(state, seat);
    if def.swims && speed::in_water(state, carrier) > 0 {
        let reason = "You need no check to swim: move as you do on land.";
        return state.refuse(Topic::Swim, reason);
    }
    if def.swims || !speed::is_afloat(state, carrier) || speed::in_water(state, carrier) > 0 {
        return Ok(());
    }
    match def.exempt.spares_start() {
        true => {
            let reason = "You cannot withdraw here: you have no speed of swimming.";
            state.refuse(Topic::WithdrawForm, reason)
        }
        false => state.refuse(Topic::Swim, "You are in the water: you can only swim."),
    }
}

/// The check of swimming along this way, against the number of the roughest water on it.
pub(crate) fn check(
    state: &State,
    seat: Seat,
    area: Area,
    path: &[Square],
) -> Result<(Stat, DifficultyCheck), Refusal> {
    let of = |square| state.kinds(square).filter_map(|kind| kind.swim);
    let ways = path.iter().map(|&square| area.moved_to(square));
    let spaces = std::iter::once(area).chain(ways);
    let roughest = spaces.flat_map(Area::squares).flat_map(of).max();
    let skill = state.rules().policies.movement.swimming;
    let check = skill.zip(roughest).map(|(skill, against)| {
        let check = DifficultyCheck::of_stat(state, seat, skill, against.into());
        (skill, check)
    });
    let reason = "There is no water to swim in on this path.";
    check.ok_or_else(|| refusal(state, Topic::Swim, reason))
}
