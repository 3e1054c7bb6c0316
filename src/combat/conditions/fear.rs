//! Fear of a combatant: the combatant that bears such a condition does not come closer to its source, and
//! one that flees does not fight while it can get away.

use crate::combat::conditions::{barred, has, perception, present};
use crate::combat::contract::{Refusal, Seat};
use crate::combat::state::State;
use crate::grid::{
    Area, CostMap, DiagonalParity, Direction, Passage, Square, distance, price_step,
};
use crate::rules::{Flag, Stat, Topic};

/// Where those stand whom a combatant does not dare to approach.
fn feared(state: &State, seat: Seat) -> Vec<Area> {
    let mut list = Vec::new();
    for active in state.conditions(seat) {
        let flags = state.rules().flags(active.condition);
        match active.by {
            Some(by) if flags.has(Flag::KeepsAway) => list.extend(state.area(by)),
            Some(by) if flags.has(Flag::Flees) => list.extend(dreaded(state, by)),
            None if flags.has(Flag::Flees) => list.extend(enemies_in_sight(state, seat)),
            _ => {}
        }
    }
    list
}

/// Where a combatant stands, unless it is down and no cause for flight.
fn dreaded(state: &State, other: Seat) -> Option<Area> {
    let stands = present(state, other) && !has(state, other, Flag::Helpless);
    state.area(other).filter(|_| stands)
}

/// Where the enemies stand from whom a combatant flees that no single one has frightened.
fn enemies_in_sight(state: &State, seat: Seat) -> Vec<Area> {
    let here = state.area(seat);
    let sees =
        |other, there| here.is_some_and(|at| perception::sees(state, seat, at, other, there));
    let enemies = state.all().filter(|other| state.enemies(seat, *other));
    enemies
        .filter_map(|other| dreaded(state, other).filter(|there| sees(other, *there)))
        .collect()
}

/// Whether a space is closer to one of these than another space is.
fn is_closer(state: &State, feared: &[Area], to: Area, from: Area) -> bool {
    let diagonals = state.rules().policies.movement.diagonals;
    let away = |one: Area, other: &Area| distance(one, *other, diagonals);
    feared
        .iter()
        .any(|source| away(to, source) < away(from, source))
}

/// Whether a square is closer to a feared combatant than the combatant is now.
pub fn is_too_close(state: &State, seat: Seat, square: Square) -> bool {
    let feared = feared(state, seat);
    let area = state.area(seat);
    area.is_some_and(|area| is_closer(state, &feared, Area::single(square), area))
}

/// Closes the squares that are too close on the map of a mover.
pub fn close(state: &State, seat: Seat, map: &mut CostMap) {
    let feared = feared(state, seat);
    let Some(area) = state.area(seat).filter(|_| !feared.is_empty()) else {
        return;
    };
    for square in state.field.dimensions.squares() {
        if is_closer(state, &feared, Area::single(square), area) {
            map.set_passage(square, Passage::Blocked);
        }
    }
}

/// Where those stand from whom a combatant flees now; none: it does not flee, or is cornered.
pub fn fled_from(state: &State, seat: Seat) -> Vec<Area> {
    match is_fleeing(state, seat) {
        true => feared(state, seat),
        false => Vec::new(),
    }
}

/// Whether a combatant flees and can: it is free to go, and a square beside it is farther from what it fears.
/// Otherwise it is cornered, and may fight (AH-COND-09).
pub fn is_fleeing(state: &State, seat: Seat) -> bool {
    if !has(state, seat, Flag::Flees) {
        return false;
    }
    let squares = |stat| {
        let parts = state.stats[seat].of(stat).iter();
        parts.map(|part| part.value).sum::<i32>()
    };
    let stuck = has(state, seat, Flag::NoMovement) || has(state, seat, Flag::Held);
    let speeds = [Stat::Speed, Stat::FlySpeed, Stat::SwimSpeed];
    let goes = !stuck && speeds.into_iter().any(|stat| squares(stat) > 0);
    goes && state
        .area(seat)
        .is_some_and(|here| has_way_out(state, seat, here))
}

/// Refuses what a fleeing combatant does to its enemies.
pub fn dares(state: &State, seat: Seat) -> Result<(), Refusal> {
    if !is_fleeing(state, seat) {
        return Ok(());
    }
    let what = "you do not fight while you can get away";
    barred::check(state, seat, Flag::Flees, Topic::Fear, what)
}

fn has_way_out(state: &State, seat: Seat, here: Area) -> bool {
    let feared = feared(state, seat);
    let map = &state.costs.map;
    Direction::ALL.into_iter().any(|direction| {
        let to = here.moved_to(here.anchor + direction);
        let step = price_step(map, here, here.anchor, direction, DiagonalParity::Even);
        let free = |square| {
            let occupant = state.occupancy.occupant(square);
            occupant.is_none_or(|other| other == seat)
        };
        step.is_ok()
            && map.may_stop(here, to.anchor)
            && to.squares().all(free)
            && is_closer(state, &feared, here, to)
            && !is_closer(state, &feared, to, here)
    })
}
