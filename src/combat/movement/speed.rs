//! How far one move leads: on land, in the water, in the air.

use crate::combat::contract::Seat;
use crate::combat::movement::load;
use crate::combat::state::State;
use crate::combat::{checks, conditions};
use crate::rules::Stat;

/// Squares of one move where the combatant is: on land or in the water.
pub fn of(state: &State, seat: Seat) -> u32 {
    match is_swimmer(state, seat) {
        true => in_water(state, seat),
        false => on_land(state, seat),
    }
}

/// Squares of one move on land: speed with everything that changes it.
pub(super) fn on_land(state: &State, seat: Seat) -> u32 {
    let squares = total(state, seat, Stat::Speed);
    slowed(state, seat, load::laden_speed(state, seat, squares))
}

/// Squares of one move in the water: none for those who swim by checks alone.
pub fn in_water(state: &State, seat: Seat) -> u32 {
    let squares = total(state, seat, Stat::SwimSpeed);
    slowed(state, seat, load::laden_off_land(state, seat, squares))
}

/// Squares of one move in the air: none for those who cannot fly.
pub fn in_air(state: &State, seat: Seat) -> u32 {
    let squares = total(state, seat, Stat::FlySpeed);
    slowed(state, seat, load::laden_off_land(state, seat, squares))
}

/// Squares of one move, on the ground or in the air.
pub(crate) fn any(state: &State, carrier: Seat, flies: bool) -> u32 {
    match flies {
        true => in_air(state, carrier),
        false => of(state, carrier),
    }
}

/// Whether a combatant is in the water.
pub(crate) fn is_afloat(state: &State, seat: Seat) -> bool {
    let area = state.area(seat);
    area.is_some_and(|area| state.field.swims.touches(area))
}

/// Whether a combatant moves by a speed of its own in the water now.
pub(crate) fn is_swimmer(state: &State, seat: Seat) -> bool {
    is_afloat(state, seat) && in_water(state, seat) > 0
}

fn total(state: &State, seat: Seat, stat: Stat) -> u32 {
    let total = checks::tally(state, seat, stat, &[]).total;
    u32::try_from(total).unwrap_or(0)
}

fn slowed(state: &State, seat: Seat, squares: u32) -> u32 {
    if conditions::is_slowed(state, seat) {
        squares / 2
    } else {
        squares
    }
}
