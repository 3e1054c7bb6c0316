//! Fear of a combatant: the combatant that bears such a condition does not come closer to its source.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::grid::{Area, CostMap, Passage, Square, distance};
use crate::rules::Flag;

/// Where those stand whom a combatant does not dare to approach.
fn feared(state: &State, seat: Seat) -> Vec<Area> {
    let conditions = &state.rules().conditions;
    let bears = state.conditions(seat).iter();
    bears
        .filter(|c| conditions[c.condition].flags.contains(&Flag::KeepsAway))
        .filter_map(|c| c.by)
        .filter_map(|by| state.area(by))
        .collect()
}

/// Whether a square is closer to a feared combatant than the combatant is now.
pub fn is_too_close(state: &State, seat: Seat, square: Square) -> bool {
    let Some(area) = state.area(seat) else {
        return false;
    };
    let diagonals = state.rules().policies.movement.diagonals;
    let there = Area::single(square);
    feared(state, seat)
        .into_iter()
        .any(|source| distance(there, source, diagonals) < distance(area, source, diagonals))
}

/// Closes the squares that are too close on the map of a mover.
pub fn close(state: &State, seat: Seat, map: &mut CostMap) {
    if feared(state, seat).is_empty() {
        return;
    }
    for square in state.field.dimensions.squares() {
        if is_too_close(state, seat, square) {
            map.set_passage(square, Passage::Blocked);
        }
    }
}
