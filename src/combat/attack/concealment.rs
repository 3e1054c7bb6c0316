//! Concealment: the chance that an attack misses a target that is hard to see.

use crate::combat::attack::cover;
use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Rolling;
use crate::combat::state::{Access, State};
use crate::content::terrain::Concealment;
use crate::dice::Purpose;
use crate::grid::{Area, Square, distance};
use crate::rules::{Flag, Topic};

/// The miss chance in percent of an attack on `target` from `from`. Of several the highest counts.
pub fn percent(state: &State, attacker: Seat, from: Area, target: Seat) -> u8 {
    let rule = state.rules().policies.attack.concealment;
    let Some(to) = state.area(target) else {
        return 0;
    };
    if conditions::has(state, target, Flag::Invisible)
        || conditions::has(state, attacker, Flag::Blind)
    {
        return rule.total;
    }
    match ground(state, from, to) {
        Concealment::None => 0,
        Concealment::Light => rule.light,
        Concealment::Half => rule.half,
        Concealment::Heavy => rule.heavy,
        Concealment::NineTenths => rule.nine_tenths,
        Concealment::Total => rule.total,
    }
}

/// How well the ground hides a combatant at `to` from a combatant at `from`: a large one as well as the
/// best seen of its squares. Dense fog hides less from next to it, and darkness nothing in the light
/// of a torch.
fn ground(state: &State, from: Area, to: Area) -> Concealment {
    let of = |square| {
        let Some(def) = cover::terrain(state, square) else {
            return Concealment::None;
        };
        if def.dark && is_lit(state, square) {
            return Concealment::None;
        }
        match def.near {
            Some(near) if from.is_adjacent(to) || from.overlaps(to) => near,
            _ => def.concealment,
        }
    };
    to.squares().map(of).min().unwrap_or_default()
}

/// Whether a combatant carries a light near enough.
pub(crate) fn is_lit(state: &State, square: Square) -> bool {
    let policies = &state.rules().policies;
    let (radius, diagonals) = (
        u32::from(policies.attack.concealment.torch),
        policies.movement.diagonals,
    );
    let near = |area| distance(area, Area::single(square), diagonals) <= radius;
    state.all().any(|seat| {
        conditions::has(state, seat, Flag::ShedsLight) && state.area(seat).is_some_and(near)
    })
}

/// Whether the attacker would not see `target` at `to` at all.
pub fn is_total(state: &State, attacker: Seat, from: Area, target: Seat, to: Area) -> bool {
    conditions::has(state, target, Flag::Invisible)
        || conditions::has(state, attacker, Flag::Blind)
        || ground(state, from, to) == Concealment::Total
}

/// Rolls a miss chance after a hit; whether the attack misses because of it.
pub fn misses(battle: &mut Access<Rolling>, target: Seat, percent: u8) -> bool {
    if percent == 0 {
        return false;
    }
    let die = battle.roll(target, Purpose::Concealment, 100);
    let missed = die.rolled <= u32::from(percent);
    let kind = EventKind::ConcealmentRolled {
        target,
        percent,
        die,
        missed,
    };
    battle.emit(&[Topic::Concealment], kind);
    missed
}
