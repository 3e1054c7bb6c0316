//! Where a combatant is, whatever brought it there: standing, lying, held.

use crate::combat::contract::event::EventKind;
use crate::combat::contract::seat::Seat;
use crate::combat::state::Arena;
use crate::combat::{conditions, threat};
use crate::grid::Area;
use crate::rules::{ConditionDef, Flag, Topic};

/// Puts a combatant somewhere without any rule of movement, and refreshes what depends on it.
pub fn put(arena: &mut Arena, seat: Seat, area: Option<Area>) {
    arena.set_area(seat, area);
    threat::refresh(arena, seat);
    release(arena, seat);
}

/// Puts a combatant into a space of another shape, and tells so.
pub fn occupy(arena: &mut Arena, seat: Seat, area: Area, topic: Topic) {
    put(arena, seat, Some(area));
    arena.emit(&[topic], EventKind::SpaceChanged { seat, area });
}

/// Ends holds between this combatant and whoever is no longer next to it.
fn release(arena: &mut Arena, seat: Seat) {
    let apart = |a: Seat, b: Seat| match (arena.area(a), arena.area(b)) {
        (Some(a), Some(b)) => !a.is_adjacent(b) && !a.overlaps(b),
        _ => true,
    };
    let table = &arena.rules().conditions;
    let holds = |flags: &[Flag]| {
        const BODILY: [Flag; 3] = [Flag::Held, Flag::Grappling, Flag::Pinned];
        flags.iter().any(|flag| BODILY.contains(flag))
    };
    let mut over = Vec::new();
    for bearer in arena.all() {
        for active in arena.conditions(bearer) {
            let Some(by) = active.by else { continue };
            let concerns = (bearer == seat) != (by == seat);
            if concerns && holds(&table[active.condition].flags) && apart(bearer, by) {
                over.push((bearer, active.condition, by));
            }
        }
    }
    for (bearer, condition, by) in over {
        conditions::end_by(arena, bearer, Some(condition), by);
    }
}

/// Gets up from the ground.
pub fn stand_up(arena: &mut Arena, seat: Seat) {
    let prone: Vec<_> = conditions::in_force(arena, seat)
        .filter(|(_, def)| lies_low(def))
        .map(|(id, _)| id)
        .collect();
    for condition in prone {
        conditions::end(arena, seat, condition);
    }
}

/// Whether a condition is a posture that standing up ends.
pub fn lies_low(def: &ConditionDef) -> bool {
    def.flags.contains(&Flag::Prone) || def.flags.contains(&Flag::Kneeling)
}

/// Falls prone at will.
pub fn drop_prone(arena: &mut Arena, seat: Seat) {
    conditions::begin_known(arena, seat, arena.book.known.prone, Some(seat));
}
