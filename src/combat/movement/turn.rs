//! Turning a space that is longer than wide.

use crate::combat::conditions::riding;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::movement::mode::held_fast;
use crate::combat::movement::overlay;
use crate::combat::movement::place::occupy;
use crate::combat::state::{Acting, Mark, State};
use crate::grid::{Area, Passage, Square};
use crate::rules::Topic;

/// Whether a combatant can turn so that its smallest corner is in this square: once a turn, about
/// a square that it keeps, into free ones.
pub fn legal(state: &State, seat: Seat, path: &[Square]) -> Result<(), Refusal> {
    turned(state, seat, path).map(|_| ())
}

fn turned(state: &State, seat: Seat, path: &[Square]) -> Result<Area, Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Turn, reason);
    let area = held_fast(state, riding::carrier(state, seat))?;
    let footprint = area.footprint.turned();
    let &[anchor] = path else {
        return refuse("Choose the square for the top left corner of your space.");
    };
    if footprint == area.footprint {
        return refuse("You need not turn: your space is as wide as it is deep.");
    }
    if state.get(seat).budget.has(Mark::Turned) {
        return refuse("You have already turned this turn.");
    }
    let to = Area::new(anchor, footprint);
    let map = overlay::overlay(state, seat);
    if !to.overlaps(area) || !to.squares().all(|s| map.passage(s) == Passage::Open) {
        return refuse("You have no room to turn that way.");
    }
    Ok(to)
}

/// Turns.
pub fn begin(battle: &mut Acting, seat: Seat, path: &[Square]) {
    let Ok(to) = turned(battle, seat, path) else {
        return;
    };
    battle.budget_mut(seat).mark(Mark::Turned);
    let both = std::iter::once(seat).chain(riding::mount_of(battle, seat));
    for one in both.collect::<Vec<_>>() {
        occupy(battle, one, to, Topic::Turn);
    }
}
