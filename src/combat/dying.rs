//! What happens at zero hit points, and how it ends.

use super::arena::Arena;
use super::seat::Seat;

/// Settles a combatant's state after its hit points changed: disabled, dying, dead, awake.
pub fn settle(arena: &mut Arena, seat: Seat) {
    let _ = (arena, seat);
}

/// Ongoing damage, bleeding and stabilising rolls that fall at the start of a turn.
pub fn start_of_turn(arena: &mut Arena, seat: Seat) {
    let _ = (arena, seat);
}

/// Saves that fall at the end of a turn.
pub fn end_of_turn(arena: &mut Arena, seat: Seat) {
    let _ = (arena, seat);
}

/// Stabilising rolls that fall at the end of a round.
pub fn end_of_round(arena: &mut Arena) {
    let _ = arena;
}

/// What a standard action costs the disabled, after it is done.
pub fn after_strenuous(arena: &mut Arena, seat: Seat) {
    let _ = (arena, seat);
}
