//! Threatened squares: who threatens what, kept up to date in the field.

use super::arena::Arena;
use super::seat::Seat;
use crate::grid::Area;

/// Recomputes what one combatant threatens and which squares it occupies.
pub fn refresh(arena: &mut Arena, seat: Seat) {
    let _ = (arena, seat);
}

/// Recomputes everything derived from positions.
pub fn refresh_all(arena: &mut Arena) {
    for seat in arena.all() {
        refresh(arena, seat);
    }
}

/// Enemies of `target` that threaten it at `area`, in order of initiative, then seat.
pub fn threateners(arena: &Arena, target: Seat, area: Area) -> Vec<Seat> {
    let _ = (arena, target, area);
    Vec::new()
}

/// Whether `by` threatens `target` where it stands.
pub fn threatens(arena: &Arena, by: Seat, target: Seat) -> bool {
    arena.get(target).place.0.is_some_and(|area| threateners(arena, target, area).contains(&by))
}
