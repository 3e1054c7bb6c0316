//! Placing a side's members in its zone before the battle.

use crate::combat::action::legality::refusal;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::{Seat, SideId};
use crate::combat::state::State;
use crate::grid::{Area, Square, SquareSet};
use crate::rules::Topic;

/// The zone in which a side deploys.
fn zone<'a>(arena: &'a State, side: SideId) -> Option<&'a SquareSet> {
    let name = arena.sides.list.get(side.index())?.deploy.as_deref()?;
    arena.field.zone(name)
}

/// Whether these anchors are places for the unplaced, one each, in order.
pub fn check(
    arena: &State,
    side: SideId,
    unplaced: &[Seat],
    squares: &[Square],
) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::Occupied, reason));
    if squares.len() != unplaced.len() {
        return refuse("Everybody needs exactly one place.");
    }
    let mut taken: Vec<Area> = arena.all().filter_map(|seat| arena.area(seat)).collect();
    for (seat, square) in unplaced.iter().zip(squares) {
        let area = Area::new(*square, arena.who(*seat).footprint);
        if zone(arena, side).is_some_and(|zone| !area.squares().all(|s| zone.contains(s))) {
            return refuse("That is outside the deployment zone.");
        }
        if !arena.field.holds(area) {
            return refuse("The ground there cannot be stood on.");
        }
        if taken.iter().any(|other| other.overlaps(area)) {
            return refuse("Somebody else stands there.");
        }
        taken.push(area);
    }
    Ok(())
}

/// A place for everybody in reading order, if there is room.
pub fn suggestion(arena: &State, side: SideId, unplaced: &[Seat]) -> Option<Vec<Square>> {
    let zone = zone(arena, side)?;
    let mut taken: Vec<Area> = arena.all().filter_map(|seat| arena.area(seat)).collect();
    let mut squares = Vec::new();
    for seat in unplaced {
        let footprint = arena.who(*seat).footprint;
        let area = zone
            .iter()
            .map(|square| Area::new(square, footprint))
            .find(|area| {
                area.squares().all(|s| zone.contains(s))
                    && arena.field.holds(*area)
                    && !taken.iter().any(|other| other.overlaps(*area))
            })?;
        taken.push(area);
        squares.push(area.anchor);
    }
    Some(squares)
}
