//! Undoing what an enemy casts, at the moment at which it is cast.

use super::casting::spend;
use crate::combat::ability::{def, kind, known, working};
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::contract::{Lost, Seat};
use crate::combat::state::{State, Wounding};
use crate::rules::{AbilityId, SpecialEffect, Stat, Topic};

/// Who is bringing about something that can be countered right now.
fn countered(state: &State, by: Seat) -> Option<(Seat, AbilityId, i32)> {
    state.all().find_map(|seat| {
        let casting = state.get(seat).repertoire.casting.as_ref()?;
        let open = !casting.lost && !casting.under_way && state.enemies(seat, by);
        let magic = kind(state, casting.ability).is_some_and(|kind| kind.magic);
        (open && magic).then_some((seat, casting.ability, casting.level))
    })
}

/// Whether there is anything to counter at this moment.
pub(crate) fn can_counter(state: &State, seat: Seat) -> bool {
    countered(state, seat).is_some()
}

/// Whether a combatant has anything with which to counter what this enemy is about to cast:
/// only magic is countered, by the same ability or by one that dispels.
pub fn may_counter(state: &State, by: Seat, seat: Seat) -> bool {
    let Some(casting) = state.get(seat).repertoire.casting.as_ref() else {
        return false;
    };
    let same = known(state, by, casting.ability).is_some_and(|known| known.left != Some(0));
    let magic = kind(state, casting.ability).is_some_and(|kind| kind.magic);
    magic && (same || dispelling(state, by).is_some())
}

/// Undoes what an enemy is about to do: by the same ability, or by one that dispels.
pub fn counter(battle: &mut Wounding, by: Seat, check: Stat, difficulty: i32) {
    let Some((seat, ability, level)) = countered(battle, by) else {
        return;
    };
    let spell = def(battle, ability).map_or(0, |def| i32::from(def.level));
    let check = DifficultyCheck::of_stat(battle, by, check, difficulty + spell);
    let succeeds = check.succeeds(battle, Topic::CounterCheck);
    let left = |state: &State, ability| {
        known(state, by, ability).is_some_and(|known| known.left != Some(0))
    };
    let undone = if succeeds && left(battle, ability) {
        spend(battle, by, ability);
        true
    } else if let Some((dispel, most)) = dispelling(battle, by) {
        spend(battle, by, dispel);
        working::overcomes(battle, by, dispel, most, level)
    } else {
        false
    };
    if undone {
        if let Some(casting) = &mut battle.repertoire_mut(seat).casting {
            casting.lost = true;
        }
        working::lose(battle, seat, ability, Lost::Countered);
    }
}

/// An ability that dispels, with uses left.
fn dispelling(state: &State, seat: Seat) -> Option<(AbilityId, u8)> {
    let known = &state.get(seat).repertoire.known;
    let ready = known.iter().filter(|known| known.left != Some(0));
    ready
        .filter_map(|known| Some((known.ability, def(state, known.ability)?)))
        .find_map(|(ability, def)| {
            def.effects.iter().find_map(|effect| {
                let SpecialEffect::Dispel { most } = effect else {
                    return None;
                };
                Some((ability, *most))
            })
        })
}
