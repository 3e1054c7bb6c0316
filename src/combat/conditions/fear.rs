//! Fear of somebody: whoever bears such a condition does not come closer to its source.

use crate::combat::contract::seat::Seat;
use crate::combat::state::State;
use crate::grid::{Area, CostMap, Passage, Square, distance};
use crate::rules::Flag;

/// Where those stand whom a combatant does not dare to approach.
fn feared(arena: &State, seat: Seat) -> Vec<Area> {
    let conditions = &arena.rules().conditions;
    let bears = arena.conditions(seat).iter();
    bears
        .filter(|c| conditions[c.condition].flags.contains(&Flag::KeepsAway))
        .filter_map(|c| c.by)
        .filter_map(|by| arena.area(by))
        .collect()
}

/// Whether a square is closer to somebody feared than the combatant is now.
pub fn is_too_close(arena: &State, seat: Seat, square: Square) -> bool {
    let Some(area) = arena.area(seat) else {
        return false;
    };
    let diagonals = arena.rules().policies.movement.diagonals;
    let there = Area::single(square);
    feared(arena, seat)
        .into_iter()
        .any(|source| distance(there, source, diagonals) < distance(area, source, diagonals))
}

/// Closes the squares that are too close on the map of a mover.
pub fn close(arena: &State, seat: Seat, map: &mut CostMap) {
    if feared(arena, seat).is_empty() {
        return;
    }
    for square in arena.field.dimensions.squares() {
        if is_too_close(arena, seat, square) {
            map.set_passage(square, Passage::Blocked);
        }
    }
}
