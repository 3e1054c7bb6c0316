//! Checks on a d20 and saving throws.

use super::arena::Arena;
use super::seat::Seat;
use crate::dice::Purpose;
use crate::rules::check::Edge;
use crate::rules::{Check, Modifier, Stat, Tally};

/// A stat's total for a combatant now: its parts, what conditions add, what they deny.
pub fn tally(arena: &Arena, seat: Seat, stat: Stat, extra: &[Modifier]) -> Tally {
    let _ = extra;
    Tally { parts: Vec::new(), total: arena.get(seat).stats.plain(stat) }
}

/// Rolls a d20 (two at an edge) and adds the bonus.
pub fn d20(arena: &mut Arena, seat: Seat, purpose: Purpose, bonus: Tally, edge: Edge) -> Check {
    let natural = arena.roll(seat, purpose, 20).rolled as i32;
    Check { natural, discarded: None, edge, taken: false, bonus }
}

/// A saving throw; emits its event.
pub fn save(arena: &mut Arena, seat: Seat, stat: Stat, difficulty: i32) -> bool {
    let _ = (arena, seat, stat, difficulty);
    true
}
