//! Conditions: beginning, ending, and what they do to their bearer.

use super::arena::Arena;
use super::components::Ending;
use super::seat::Seat;
use crate::rules::condition::Duration;
use crate::rules::{ConditionId, Flag};

/// Whether any condition in force on a combatant has this flag.
pub fn has(arena: &Arena, seat: Seat, flag: Flag) -> bool {
    let conditions = &arena.rules().conditions;
    arena.get(seat).conditions.0.iter().any(|c| conditions[c.condition].flags.contains(&flag))
}

/// Whether this very condition is in force.
pub fn bears(arena: &Arena, seat: Seat, condition: Option<ConditionId>) -> bool {
    condition.is_some_and(|id| arena.get(seat).conditions.0.iter().any(|c| c.condition == id))
}

/// Imposes a condition with its own default ending, and what it implies.
pub fn begin(arena: &mut Arena, seat: Seat, condition: ConditionId, by: Option<Seat>) {
    let _ = (arena, seat, condition, by);
}

/// Imposes a condition with a stated ending.
pub fn begin_until(arena: &mut Arena, seat: Seat, condition: ConditionId, ends: Ending, by: Option<Seat>) {
    let _ = (arena, seat, condition, ends, by);
}

/// Ends a condition and what came with it.
pub fn end(arena: &mut Arena, seat: Seat, condition: ConditionId) {
    let _ = (arena, seat, condition);
}

/// Ends every condition on anybody whose ending satisfies `over`.
pub fn end_where(arena: &mut Arena, over: impl Fn(Seat, Ending) -> bool) {
    let _ = (arena, over);
}

/// The ending that a default duration means for this bearer now.
pub fn ending(arena: &Arena, seat: Seat, duration: Duration) -> Ending {
    let _ = (arena, seat, duration);
    Ending::UntilEnded
}

/// Whether a combatant is in the fight: placed, not dead, not gone.
pub fn present(arena: &Arena, seat: Seat) -> bool {
    arena.get(seat).place.0.is_some() && !has(arena, seat, Flag::Dead) && !has(arena, seat, Flag::Gone)
}

/// Whether a combatant can take actions at all.
pub fn able(arena: &Arena, seat: Seat) -> bool {
    present(arena, seat) && !has(arena, seat, Flag::NoActions)
}
