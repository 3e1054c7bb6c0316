//! Skill checks as actions of their own: looking around, knowing something, being quiet on the way.

use super::arena::Arena;
use super::event::EventKind;
use super::options::refusal;
use super::request::Refusal;
use super::save;
use super::seat::Seat;
use crate::dice::Purpose;
use crate::rules::check::Edge;
use crate::rules::{ActionId, Stat, Topic};

/// Whether a check that is limited can still be made before the next own turn.
pub fn possible(arena: &Arena, seat: Seat, action: ActionId, once: bool) -> Result<(), Refusal> {
    if once && arena.get(seat).reactions.answered.contains(&action) {
        return Err(refusal(
            arena.rules(),
            Topic::CheckLimit,
            "That was already tried since the last turn began.",
        ));
    }
    Ok(())
}

/// Rolls the check. It never provokes and no advantage helps it.
pub fn roll(arena: &mut Arena, seat: Seat, stat: Stat, against: i32) -> bool {
    let purpose = Purpose::Check;
    let bonus = save::tally(arena, seat, stat, &[]);
    let check = save::d20(arena, seat, purpose, bonus, Edge::None);
    let success = check.total() >= against;
    arena.emit(
        &[Topic::SkillCheck],
        EventKind::Checked {
            seat,
            purpose,
            check,
            against,
            success,
        },
    );
    success
}
