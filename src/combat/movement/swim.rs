//! Swimming: by actions of their own with a check, or with a speed in the water (SP-MACT-03, SP-FULL-21).
//!
//! Who has a speed in the water moves in it as others do on land, whatever the action; a movement that
//! leads from one into the other is reckoned by the speed of where it begins.

use crate::combat::checks;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions::riding;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::movement::mode;
use crate::combat::state::State;
use crate::combat::state::refusal::refusal;
use crate::grid::{Area, Cost, CostMap, EntryCost, Passage, Square};
use crate::rules::{MoveDef, Stat, Topic};

/// Squares of one move in the water: none for those who swim by checks alone.
pub fn speed(state: &State, seat: Seat) -> u32 {
    let total = checks::tally(state, seat, Stat::SwimSpeed, &[]).total;
    mode::slowed(state, seat, u32::try_from(total).unwrap_or(0))
}

/// Whether a combatant is in the water.
pub(crate) fn is_afloat(state: &State, seat: Seat) -> bool {
    let area = state.area(seat);
    area.is_some_and(|area| state.field.swims.touches(area))
}

/// Whether a combatant moves by a speed of its own in the water now.
pub(crate) fn is_swimmer(state: &State, seat: Seat) -> bool {
    is_afloat(state, seat) && speed(state, seat) > 0
}

/// Whether a combatant can move in this way where it is: out of the water only by swimming, if it has no
/// speed there.
pub(crate) fn suits(state: &State, seat: Seat, def: &MoveDef) -> Result<(), Refusal> {
    let carrier = riding::carrier(state, seat);
    if def.swims && speed(state, carrier) > 0 {
        let reason = "You need no check to swim: move as you do on land.";
        return state.refuse(Topic::Swim, reason);
    }
    if def.swims || !is_afloat(state, carrier) || speed(state, carrier) > 0 {
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

/// What the ground costs for one who has a speed in the water.
pub(super) fn lay(state: &State, seat: Seat, map: &mut CostMap) {
    let carrier = riding::carrier(state, seat);
    if state.field.swims.is_empty() || speed(state, carrier) == 0 {
        return;
    }
    let (land, water) = (mode::land_speed(state, carrier), speed(state, carrier));
    let afloat = is_afloat(state, carrier);
    let diagonals = state.rules().policies.movement.diagonals;
    let mut entry = EntryCost::open(diagonals);
    if afloat {
        map.scale(water, land);
    } else {
        entry = EntryCost::new(Cost::SQUARE.fraction(land, water), diagonals);
    }
    for square in state.field.swims.iter() {
        map.set_entry(square, entry);
        map.set_passage(square, Passage::Open);
    }
}
