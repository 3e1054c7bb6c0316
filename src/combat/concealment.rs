//! Concealment: the chance that a hit was at the wrong place.

use super::arena::Arena;
use super::condition;
use super::cover;
use super::event::EventKind;
use super::seat::Seat;
use crate::content::terrain::Concealment;
use crate::dice::Purpose;
use crate::grid::Area;
use crate::rules::{Flag, Topic};

/// The miss chance in percent of an attack on `target` from `from`. Of several the highest counts.
pub fn percent(arena: &Arena, attacker: Seat, from: Area, target: Seat) -> u8 {
    let rule = arena.rules().policies.attack.concealment;
    let Some(to) = arena.get(target).place.0 else {
        return 0;
    };
    if condition::has(arena, target, Flag::Invisible)
        || condition::has(arena, attacker, Flag::Blind)
    {
        return rule.total;
    }
    let hidden = ground(arena, to);
    match hidden {
        Concealment::None => 0,
        Concealment::Light => rule.light,
        Concealment::Heavy => rule.heavy,
        // What swallows everything from afar can be made out from next to it.
        Concealment::Total if from.is_adjacent(to) => rule.heavy,
        Concealment::Total => rule.total,
    }
}

/// How well the ground hides somebody: a large one as well as the best seen of its squares.
fn ground(arena: &Arena, to: Area) -> Concealment {
    let of = |s| cover::terrain(arena, s).map_or(Concealment::None, |def| def.concealment);
    to.squares().map(of).min().unwrap_or_default()
}

/// Whether the attacker would not see `target` at `to` at all.
pub fn is_total(arena: &Arena, attacker: Seat, from: Area, target: Seat, to: Area) -> bool {
    condition::has(arena, target, Flag::Invisible)
        || condition::has(arena, attacker, Flag::Blind)
        || (!from.is_adjacent(to) && ground(arena, to) == Concealment::Total)
}

/// Rolls a miss chance after a hit; whether the attack misses because of it.
pub fn misses(arena: &mut Arena, target: Seat, percent: u8) -> bool {
    if percent == 0 {
        return false;
    }
    let die = arena.roll(target, Purpose::Concealment, 100);
    let missed = die.rolled <= u32::from(percent);
    let kind = EventKind::ConcealmentRolled {
        target,
        percent,
        die,
        missed,
    };
    arena.emit(&[Topic::Concealment], kind);
    missed
}
