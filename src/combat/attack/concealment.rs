//! Concealment: the chance that a hit was at the wrong place.

use crate::combat::attack::cover;
use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::seat::Seat;
use crate::combat::state::{Arena, State};
use crate::content::terrain::Concealment;
use crate::dice::Purpose;
use crate::grid::{Area, Square, distance};
use crate::rules::{Flag, Topic};

/// The miss chance in percent of an attack on `target` from `from`. Of several the highest counts.
pub fn percent(arena: &State, attacker: Seat, from: Area, target: Seat) -> u8 {
    let rule = arena.rules().policies.attack.concealment;
    let Some(to) = arena.area(target) else {
        return 0;
    };
    if conditions::has(arena, target, Flag::Invisible)
        || conditions::has(arena, attacker, Flag::Blind)
    {
        return rule.total;
    }
    match ground(arena, from, to) {
        Concealment::None => 0,
        Concealment::Light => rule.light,
        Concealment::Half => rule.half,
        Concealment::Heavy => rule.heavy,
        Concealment::NineTenths => rule.nine_tenths,
        Concealment::Total => rule.total,
    }
}

/// How well the ground hides somebody at `to` from somebody at `from`: a large one as well as the
/// best seen of its squares. Dense fog hides less from next to it, and darkness nothing in the light
/// of a torch.
fn ground(arena: &State, from: Area, to: Area) -> Concealment {
    let of = |square| {
        let Some(def) = cover::terrain(arena, square) else {
            return Concealment::None;
        };
        if def.dark && is_lit(arena, square) {
            return Concealment::None;
        }
        match def.near {
            Some(near) if from.is_adjacent(to) || from.overlaps(to) => near,
            _ => def.concealment,
        }
    };
    to.squares().map(of).min().unwrap_or_default()
}

/// Whether somebody carries a light near enough.
pub(crate) fn is_lit(arena: &State, square: Square) -> bool {
    let policies = &arena.rules().policies;
    let (radius, diagonals) = (
        u32::from(policies.attack.concealment.torch),
        policies.movement.diagonals,
    );
    let near = |area| distance(area, Area::single(square), diagonals) <= radius;
    arena.all().any(|seat| {
        conditions::has(arena, seat, Flag::ShedsLight) && arena.area(seat).is_some_and(near)
    })
}

/// Whether the attacker would not see `target` at `to` at all.
pub fn is_total(arena: &State, attacker: Seat, from: Area, target: Seat, to: Area) -> bool {
    conditions::has(arena, target, Flag::Invisible)
        || conditions::has(arena, attacker, Flag::Blind)
        || ground(arena, from, to) == Concealment::Total
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
