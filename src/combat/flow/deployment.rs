//! Placing a side's members in its zone before the battle.

use crate::combat::contract::{Refusal, Seat, SideId};
use crate::combat::flow::ambush;
use crate::combat::state::State;
use crate::grid::{Area, Square, SquareSet};
use crate::rules::Topic;

/// The zone in which a side deploys.
fn zone<'a>(state: &'a State, side: SideId) -> Option<&'a SquareSet> {
    let name = state.sides.list.get(side.index())?.deploy.as_deref()?;
    state.field.zone(name)
}

/// Whether these anchors are places for the unplaced, one each, in order.
pub fn check(
    state: &State,
    side: SideId,
    unplaced: &[Seat],
    squares: &[Square],
) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Occupied, reason);
    if squares.len() != unplaced.len() {
        return state.refuse(
            Topic::Occupied,
            format!(
                "Choose one square for each of your {} combatants.",
                unplaced.len()
            ),
        );
    }
    let open = state.rounds.ambush.is_some();
    let mut placed: Vec<(Seat, Area)> = state
        .all()
        .filter_map(|seat| Some((seat, state.area(seat)?)))
        .collect();
    for (seat, square) in unplaced.iter().zip(squares) {
        let area = Area::new(*square, state.who(*seat).footprint);
        if !open && zone(state, side).is_some_and(|zone| !area.squares().all(|s| zone.contains(s)))
        {
            return refuse("That square is outside your deployment zone.");
        }
        if !state.field.holds(area) {
            return refuse("You cannot stand on that ground.");
        }
        if placed.iter().any(|(_, other)| other.overlaps(area)) {
            return refuse("Another combatant already stands there.");
        }
        placed.push((*seat, area));
    }
    match ambush::allows(state, &placed, unplaced.len()) {
        // Where those who stand already leave no way to keep its limits, an ambush has none.
        Err(refusal) if ambush::binds(state, unplaced) => Err(refusal),
        _ => Ok(()),
    }
}

/// A place for every combatant in reading order, if there is room.
pub fn suggestion(state: &State, side: SideId, unplaced: &[Seat]) -> Option<Vec<Square>> {
    if state.rounds.ambush.is_some() {
        return ambush::suggestion(state, unplaced);
    }
    let zone = zone(state, side)?;
    let mut taken: Vec<Area> = state.all().filter_map(|seat| state.area(seat)).collect();
    let mut squares = Vec::new();
    for seat in unplaced {
        let footprint = state.who(*seat).footprint;
        let area = zone
            .iter()
            .map(|square| Area::new(square, footprint))
            .find(|area| {
                area.squares().all(|s| zone.contains(s))
                    && state.field.holds(*area)
                    && !taken.iter().any(|other| other.overlaps(*area))
            })?;
        taken.push(area);
        squares.push(area.anchor);
    }
    Some(squares)
}
