//! What the ground hides: fog, foliage and darkness, and the light that takes darkness away.

use crate::combat::conditions::flags::has;
use crate::combat::conditions::senses::reach;
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::content::TerrainDef;
use crate::content::terrain::Concealment;
use crate::grid::line::trace;
use crate::grid::{Area, Crossing, Square, corners, distance};
use crate::rules::{Flag, Policies, Sense};

/// How well the ground hides a combatant at `to` from an observer at `from`: a large one as well as the
/// best seen of its squares. Dense fog hides less from next to it, and darkness nothing in the light
/// of a torch or from those who see in it.
pub fn ground(state: &State, observer: Seat, from: Area, to: Area) -> Concealment {
    let apart = || !from.is_adjacent(to) && !from.overlaps(to);
    if state.rules().policies.attack.concealment.by_lines && apart() {
        return along_lines(state, observer, from, to);
    }
    let kind = |square, def: &TerrainDef| match def.near {
        Some(near) if !def.dark && !apart() => near,
        _ => veil(state, (observer, from), to, square, def),
    };
    // Of several things in one square the one that hides best counts.
    let of = |square| {
        let kinds = state.kinds(square).map(|def| kind(square, def));
        kinds.max().unwrap_or_default()
    };
    to.squares().map(of).min().unwrap_or_default()
}

/// How well a kind of ground in a square hides a space from an observer: darkness less the lighter it is, and not
/// at all from those who see in it.
fn veil(
    state: &State,
    (observer, from): (Seat, Area),
    to: Area,
    square: Square,
    def: &TerrainDef,
) -> Concealment {
    if !def.dark {
        return def.concealment;
    }
    let in_dark = |sense| sense == Sense::Darkvision;
    let beyond = has(state, observer, Flag::Ethereal);
    if is_lit(state, beyond, square) || reach(state, (observer, from), to, in_dark) {
        Concealment::None
    } else if is_dim(state, beyond, square) {
        def.concealment.min(Concealment::Light)
    } else {
        def.concealment
    }
}

/// How well that hides which lines from the observer's best corner to the corners of a square of the subject
/// run through, the square itself included (EP-CONC-01). Darkness hides those in it alone.
fn along_lines(state: &State, observer: Seat, from: Area, to: Area) -> Concealment {
    let (left, top) = (from.left().min(to.left()), from.top().min(to.top()));
    let (right, bottom) = (from.right().max(to.right()), from.bottom().max(to.bottom()));
    if !state.field.veils.any_in(left, top, right, bottom) {
        return Concealment::None;
    }
    let hiding = |square| {
        let passes = |def: &&TerrainDef| !def.dark || to.contains(square);
        let kinds = state.kinds(square).filter(passes);
        let each = kinds.map(|def| veil(state, (observer, from), to, square, def));
        each.max().unwrap_or_default()
    };
    let line = |start, end| {
        let mut most = Concealment::None;
        trace(start, end, |crossing| {
            if let Crossing::Inside(square) = crossing {
                most = most.max(hiding(square));
            }
            false
        });
        most
    };
    let worst = |start, square| {
        let ends = corners(Area::single(square));
        ends.map(|end| line(start, end)).max().unwrap_or_default()
    };
    let starts = corners(from);
    let ways = starts.flat_map(|start| to.squares().map(move |square| worst(start, square)));
    ways.min().unwrap_or_default()
}

/// Whether the ground hides a combatant of this plane at `at` at all: all of it, and from afar.
pub fn is_concealed(state: &State, at: Area) -> bool {
    let hides = |def: &TerrainDef, square| {
        def.concealment != Concealment::None && !(def.dark && is_lit(state, false, square))
    };
    at.squares()
        .all(|square| state.kinds(square).any(|def| hides(def, square)))
}

/// Whether a combatant at `to` stands in something that hides less from next to it.
pub fn is_in_fog(state: &State, to: Area) -> bool {
    let thins = |square| state.kinds(square).any(|def| def.near.is_some());
    to.squares().any(thins)
}

/// Whether all of a space lies within solid things (EP-INC-05).
pub fn is_within(state: &State, at: Area) -> bool {
    let solid = &state.field.blocks_sight;
    at.squares().all(|square| solid.contains(square))
}

/// Whether several things in one square hide a combatant at `to`.
pub fn is_hidden_twice(state: &State, to: Area) -> bool {
    let hides = |def: &&TerrainDef| def.concealment != Concealment::None;
    let twice = |square| state.kinds(square).filter(hides).count() > 1;
    to.squares().any(twice)
}

/// Whether all of the space of a combatant there lies in darkness that no light takes away.
pub fn is_in_the_dark(state: &State, seat: Seat, at: Area) -> bool {
    let beyond = has(state, seat, Flag::Ethereal);
    let dark = |square| state.kinds(square).any(|def| def.dark) && !is_lit(state, beyond, square);
    at.squares().all(dark)
}

/// Whether a combatant carries a light near enough; `beyond`: for those on the ethereal plane, to whom the lights
/// there shine as well as the reflection of those here (EP-ETHER-01).
pub fn is_lit(state: &State, beyond: bool, square: Square) -> bool {
    let near = |light| reaches(&state.rules().policies, light, square);
    is_carried(state, beyond, near)
}

/// Whether a light is near enough for what is dim.
fn is_dim(state: &State, beyond: bool, square: Square) -> bool {
    let policies = &state.rules().policies;
    let dim = u32::from(policies.attack.concealment.dim);
    let near = |light| distance(light, Area::single(square), policies.movement.diagonals) <= dim;
    dim > 0 && is_carried(state, beyond, near)
}

/// Whether a light is carried at such a place.
fn is_carried(state: &State, beyond: bool, near: impl Fn(Area) -> bool) -> bool {
    state.all().any(|seat| {
        has(state, seat, Flag::ShedsLight)
            && (beyond || !has(state, seat, Flag::Ethereal))
            && state.area(seat).is_some_and(&near)
    })
}

/// Whether a light that is carried there reaches a square.
pub fn reaches(policies: &Policies, light: Area, square: Square) -> bool {
    let radius = u32::from(policies.attack.concealment.torch);
    distance(light, Area::single(square), policies.movement.diagonals) <= radius
}
