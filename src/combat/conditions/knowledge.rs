//! What a side knows: by the best of its members.

use crate::combat::conditions::perception::{self, Perception, Unseen};
use crate::combat::conditions::{self, has, veils};
use crate::combat::contract::{Awareness, Seat, SideId};
use crate::combat::state::State;
use crate::rules::{Flag, UnseenSquares};

/// What a side knows of a subject by the best of its members; all of its own. Before they are placed nobody has
/// seen yet what the ground hides.
pub fn known_to(state: &State, side: SideId, subject: Seat) -> Awareness {
    let views = views(state, side, subject);
    let best = views.map(|seen| seen.known).min();
    best.unwrap_or_else(|| match is_still_to_be_found(state, side, subject) {
        true => Awareness::Unknown,
        false => Awareness::Seen,
    })
}

/// Whether a side that has no place on the map yet will have to find a subject.
fn is_still_to_be_found(state: &State, side: SideId, subject: Seat) -> bool {
    let found = state.rules().policies.attack.concealment.squares == UnseenSquares::Found;
    let mut own = state.all().filter(|one| state.who(*one).side == side);
    let hides = || {
        let area = state.area(subject);
        area.is_some_and(|area| veils::is_concealed(state, area))
            || has(state, subject, Flag::Invisible)
    };
    found
        && state.who(subject).side != side
        && own.all(|one| state.area(one).is_none() && !has(state, one, Flag::Dead))
        && hides()
}

/// Whether there is something that keeps a side from knowing where others are: unseen squares have to be found, or
/// others can hide.
fn has_secrets(state: &State) -> bool {
    let known = &state.book.known;
    let found = state.rules().policies.attack.concealment.squares == UnseenSquares::Found;
    found || known.hidden.is_some() || known.remembered.is_some()
}

/// Whether a side knows nothing of where a subject is, whatever keeps it from knowing.
pub fn is_unknown(state: &State, side: SideId, subject: Seat) -> bool {
    if !has_secrets(state) {
        return false;
    }
    let mut views = views(state, side, subject).peekable();
    match views.peek() {
        Some(_) => views.all(|seen| seen.known == Awareness::Unknown),
        None => is_still_to_be_found(state, side, subject),
    }
}

/// Whether a subject keeps itself from the knowledge of a side: it is invisible, in hiding or forgotten, and
/// nobody there has found it.
pub fn is_secret(state: &State, side: SideId, subject: Seat) -> bool {
    let secret = |seen: Perception| {
        seen.known == Awareness::Unknown && seen.why.is_some_and(Unseen::startles)
    };
    if !has_secrets(state) {
        return false;
    }
    let mut views = views(state, side, subject).peekable();
    views.peek().is_some() && views.all(secret)
}

/// How each member of a side perceives a subject of another that is on the map.
fn views(state: &State, side: SideId, subject: Seat) -> impl Iterator<Item = Perception> {
    let to = state
        .area(subject)
        .filter(|_| state.who(subject).side != side);
    let observers = state.all().filter(move |one| state.who(*one).side == side);
    observers.filter_map(move |one| {
        let (from, to) = (state.area(one)?, to?);
        conditions::able(state, one).then(|| perception::at(state, one, from, subject, to))
    })
}
