//! Weapons that need room: beside blocked ground some are hard to use, and others of no use (EP-TERR-06).

use crate::combat::state::{AttackMode, State};
use crate::content::WeaponDef;
use crate::content::terrain::Footing;
use crate::grid::{Area, Border, Square};

/// Whether there is no room for a weapon in this space.
pub(crate) fn lacks(state: &State, mode: &AttackMode, at: Area) -> bool {
    let rule = state.rules().policies.attack.cramped;
    rule.is_some()
        && weapon(state, mode).is_some_and(|weapon| weapon.unwieldy)
        && is_cramped(state, at)
}

/// What the lack of room takes from an attack, 0 if there is enough.
pub(crate) fn penalty(state: &State, mode: &AttackMode, at: Area) -> i32 {
    let cumbersome = weapon(state, mode).is_some_and(|weapon| weapon.cumbersome);
    let rule = state.rules().policies.attack.cramped;
    rule.filter(|_| cumbersome && is_cramped(state, at))
        .unwrap_or(0)
}

fn weapon<'a>(state: &'a State, mode: &AttackMode) -> Option<&'a WeaponDef> {
    state.book.catalogue.weapons.get(mode.weapon?)
}

/// Whether a space is beside ground or a border that cannot be entered.
fn is_cramped(state: &State, at: Area) -> bool {
    let shut = |square: Square| {
        let mut kinds = state.kinds(square);
        kinds.any(|def| def.footing == Footing::Impassable)
    };
    let walled = |a: Square, b: Square| {
        let kind = Border::between(a, b).and_then(|border| state.field.borders.get(&border));
        let def = kind.and_then(|kind| state.book.catalogue.borders.get(*kind));
        def.is_some_and(|def| def.footing == Footing::Impassable)
    };
    at.squares().any(|own| {
        own.neighbours()
            .any(|beside| !at.contains(beside) && (shut(beside) || walled(own, beside)))
    })
}
