//! Turning a space that is longer than wide.

use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::movement::mode::{held_fast, refuse};
use crate::combat::movement::place::occupy;
use crate::combat::movement::{mount, terrain};
use crate::combat::state::{Arena, State};
use crate::grid::{Area, Passage, Square};
use crate::rules::Topic;

/// Whether somebody can turn so that its smallest corner is in this square: once a turn, about
/// a square that it keeps, into free ones.
pub fn legal(arena: &State, seat: Seat, path: &[Square]) -> Result<(), Refusal> {
    turned(arena, seat, path).map(|_| ())
}

fn turned(arena: &State, seat: Seat, path: &[Square]) -> Result<Area, Refusal> {
    let refuse = |reason: &str| Err(refuse(arena, Topic::Turn, reason));
    let area = held_fast(arena, mount::carrier(arena, seat))?;
    let footprint = area.footprint.turned();
    let &[anchor] = path else {
        return refuse("Choose the square for its smallest corner.");
    };
    if footprint == area.footprint {
        return refuse("Its space is the same whichever way it turns.");
    }
    if arena.get(seat).budget.turned {
        return refuse("It has turned in this turn already.");
    }
    let to = Area::new(anchor, footprint);
    let map = terrain::overlay(arena, seat);
    if !to.overlaps(area) || !to.squares().all(|s| map.passage(s) == Passage::Open) {
        return refuse("There is no room to turn that way.");
    }
    Ok(to)
}

/// Turns.
pub fn begin(arena: &mut Arena, seat: Seat, path: &[Square]) {
    let Ok(to) = turned(arena, seat, path) else {
        return;
    };
    arena.get_mut(seat).budget.turned = true;
    let both = std::iter::once(seat).chain(mount::mount_of(arena, seat));
    for one in both.collect::<Vec<_>>() {
        occupy(arena, one, to, Topic::Turn);
    }
}
