//! What a combatant wears and carries, and how that slows it (SP-MVT-02).

use crate::combat::conditions;
use crate::combat::contract::Seat;
use crate::combat::state::{State, gear};
use crate::content::equipment::Weight;
use crate::rules::Flag;

/// How heavy what a combatant wears is.
fn worn(state: &State, seat: Seat) -> Weight {
    let armours = &state.book.catalogue.armours;
    let worn = state.gear[seat]
        .armour
        .filter(|_| !gear::is_bare(state, seat));
    match gear::is_heavy(state, seat) {
        true => Weight::Heavy,
        false => worn.map_or(Weight::Light, |worn| armours[worn.item].weight),
    }
}

/// How heavy what a combatant carries is: a comrade is a heavy load (SP-MVT-02).
fn load(state: &State, seat: Seat) -> Weight {
    match conditions::has(state, seat, Flag::Carrying) {
        true => Weight::Heavy,
        false => state.who(seat).load,
    }
}

/// Whether what a combatant wears or carries is heavier than light.
pub(crate) fn is_burdened(state: &State, seat: Seat) -> bool {
    worn(state, seat).max(load(state, seat)) > Weight::Light
}

/// Whether a combatant runs no faster than in heavy armour: in it, or with a heavy load.
pub(crate) fn is_laden(state: &State, seat: Seat) -> bool {
    worn(state, seat).max(load(state, seat)) == Weight::Heavy
}

/// What a load leaves of a speed, as armour of its weight would. What is worn has slowed already.
pub(crate) fn laden_speed(state: &State, seat: Seat, squares: u32) -> u32 {
    let slows = load(state, seat) > light_enough(state) && worn(state, seat) <= light_enough(state);
    lessened(squares, slows)
}

/// What a load leaves of a speed in the air or in the water, which armour does not slow.
pub(crate) fn laden_off_land(state: &State, seat: Seat, squares: u32) -> u32 {
    lessened(squares, load(state, seat) > light_enough(state))
}

/// The heaviest weight that slows nobody.
fn light_enough(state: &State) -> Weight {
    match state.rules().policies.movement.only_heavy_armour_slows {
        true => Weight::Medium,
        false => Weight::Light,
    }
}

fn lessened(squares: u32, slows: bool) -> u32 {
    match slows {
        true => (squares * 10).div_ceil(15),
        false => squares,
    }
}
