//! Looking for enemies of which a side knows nothing: where it knew them last, and then where none of its
//! members has been, or not for long. All of it follows from the part of the log that the side sees.

use super::distances::{Distances, FAR};
use super::means::Means;
use super::survey::Survey;
use crate::combat::contract::{Awareness, CombatantView};
use crate::combat::{EventKind, Seat, Sight};
use crate::grid::Square;

/// Squares along each edge of a patch of the map: who comes anywhere into it has looked at it.
const PATCH: i16 = 4;

/// Where to look next. Empty: no enemy is anywhere, or there is nowhere to go.
pub(super) fn goals(battle: &Sight, survey: &Survey) -> Vec<Square> {
    let combatants = &survey.view.combatants;
    let is_own = |seat: Seat| combatants[seat.index()].side == survey.side;
    let mut foes = combatants.iter().filter(|one| !is_own(one.seat));
    let lost = |one: &CombatantView| one.known == Awareness::Unknown;
    if !foes.any(|one| one.standing && (one.area.is_some() || lost(one))) {
        return Vec::new();
    }
    let (wide, high) = (survey.dims.width as i16, survey.dims.height as i16);
    let columns = (wide + PATCH - 1) / PATCH;
    let patch = |at: Square| ((at.y / PATCH) * columns + at.x / PATCH) as usize;
    let rows = (high + PATCH - 1) / PATCH;
    // When a member of its side was last in each patch, and an enemy last in a square; 0: never.
    let mut visited = vec![0; (columns * rows) as usize];
    let mut seen: Vec<Option<(usize, Square)>> = vec![None; combatants.len()];
    let events = battle.events();
    for (when, event) in (1..).zip(events) {
        let (seat, at) = match event.kind {
            EventKind::Moved { seat, to: at, .. } | EventKind::Placed { seat, at } => (seat, at),
            _ => continue,
        };
        if !survey.dims.contains(at) || !event.is_seen_by(survey.side) {
            continue;
        }
        match is_own(seat) {
            true => visited[patch(at)] = when,
            false => seen[seat.index()] = Some((when, at)),
        }
    }
    let now = events.len() + 1;
    for ally in survey.allies.iter().map(|ally| ally.area) {
        visited[patch(ally.anchor)] = now;
    }
    visited[patch(survey.area.anchor)] = now;
    let means = Means::of(battle, survey);
    let (here, footprint) = (survey.area.squares(), survey.area.footprint);
    let steps = Distances::through(battle, footprint, here, |def| means.remove(def));
    let standing = |seat: usize| combatants[seat].standing;
    let tracks = (0..).zip(&seen).filter(|(seat, _)| standing(*seat));
    let tracks = tracks.filter_map(|(_, seen)| *seen);
    let fresh = tracks.filter(|(when, at)| *when > visited[patch(*at)] && steps.from(*at) != FAR);
    let fresh: Vec<Square> = fresh.map(|(_, at)| at).collect();
    if !fresh.is_empty() {
        return fresh;
    }
    let open = survey.dims.squares().filter(|at| steps.from(*at) != FAR);
    let next = open.min_by_key(|at| (visited[patch(*at)], steps.from(*at), *at));
    next.into_iter().collect()
}
