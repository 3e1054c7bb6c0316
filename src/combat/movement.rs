//! Movement square by square: prices, legality, the walk itself.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::arena::Arena;
use super::deed::Deed;
use super::forecast::PathForecast;
use super::request::Refusal;
use super::seat::Seat;
use crate::grid::{Area, Square};
use crate::rules::ActionId;

/// A movement under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    pub seat: Seat,
    pub action: ActionId,
    /// Squares still to be entered, next first.
    pub path: Vec<Square>,
}

/// Squares that a movement can end in, with their costs.
#[derive(Clone, Debug, Default)]
pub struct MoveField {
    /// Anchor squares with cost in twelfths and how many opportunity attacks the way invites.
    pub squares: Vec<(Square, u16, u8)>,
    /// Twelfths of a square that can be spent.
    pub budget: u16,
}

/// Where a combatant can go with this action now.
pub fn reachable(arena: &Arena, seat: Seat, action: ActionId) -> MoveField {
    let _ = (arena, seat, action);
    MoveField::default()
}

/// The best way to a square: cheapest, and among those the least exposed.
pub fn way(arena: &Arena, seat: Seat, action: ActionId, to: Square) -> Option<Vec<Square>> {
    let _ = (arena, seat, action, to);
    None
}

/// Prices a path and checks it against every rule of movement.
pub fn price(
    arena: &Arena,
    seat: Seat,
    action: ActionId,
    path: &[Square],
) -> Result<PathForecast, Refusal> {
    let _ = (arena, seat, action, path);
    Ok(PathForecast { squares: Vec::new(), costs: Vec::new(), opportunities: Vec::new(), arrives: 1.0 })
}

/// Starts a movement along a path (actions with procedure `move` and `step`).
pub fn begin(arena: &mut Arena, deed: &Deed) {
    let _ = (arena, deed);
}

/// Walks one square.
pub fn advance(In(walk): In<Walk>, arena: Arena) {
    let _ = (walk, arena);
}

/// Puts a combatant somewhere without any rule of movement, and refreshes what depends on it.
pub fn put(arena: &mut Arena, seat: Seat, area: Option<Area>) {
    let _ = (arena, seat, area);
}

/// The free step or shift: squares it can reach.
pub fn steps(arena: &Arena, seat: Seat, action: ActionId) -> Vec<Square> {
    let _ = (arena, seat, action);
    Vec::new()
}
