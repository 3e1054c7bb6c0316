//! Knowledge of a side: that of its best member.
//!
//! Questions on behalf of a side are answered from the battle as that side knows it ([`of_side`]): without unknown
//! enemies, and without knowing which enemies have found its own members.

use crate::combat::conditions::perception::{self, Perception};
use crate::combat::conditions::{self, has, veils};
use crate::combat::contract::{Awareness, Seat, SideId};
use crate::combat::state::{State, Supposed};
use crate::rules::Flag;

/// What a side knows of a subject by the best of its members; all of its own. Before they are placed nobody has
/// seen yet what the ground hides.
pub fn known_to(state: &State, side: SideId, subject: Seat) -> Awareness {
    if state.unknown.contains(&subject) {
        return Awareness::Unknown;
    }
    let views = views(state, side, subject);
    let best = views.map(|seen| seen.known).min();
    best.unwrap_or_else(|| match is_still_to_be_found(state, side, subject) {
        true => Awareness::Unknown,
        false => Awareness::Seen,
    })
}

/// Whether a side that has no place on the map yet will have to find a subject.
fn is_still_to_be_found(state: &State, side: SideId, subject: Seat) -> bool {
    let found = state.rules().hides_unseen_squares();
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

/// Whether there is something that keeps a side from knowing where others are: unseen squares have to be found,
/// others can hide, or its members do not know yet that there are enemies.
fn has_secrets(state: &State, side: SideId) -> bool {
    let known = &state.book.known;
    let found = state.rules().hides_unseen_squares();
    let unaware = |one: Seat| state.who(one).side == side && has(state, one, Flag::Unaware);
    found || known.hidden.is_some() || known.remembered.is_some() || state.all().any(unaware)
}

/// The battle as a side knows it; `None`: as it is. `about`: an enemy of which it knows by what it is asked.
pub(crate) fn of_side(state: &State, side: SideId, about: Option<Seat>) -> Option<Supposed> {
    let mut supposed = None;
    for other in lost(state, side).filter(|other| Some(*other) != about) {
        let known = supposed.get_or_insert_with(|| Supposed::of(state));
        known.forget(other);
    }
    let located = state.book.known.located?;
    let is_found = |one: &Seat| conditions::bears(state, *one, Some(located));
    let own = state.all().filter(|one| state.who(*one).side == side);
    for one in own.filter(is_found) {
        let known = supposed.get_or_insert_with(|| Supposed::of(state));
        known.change_conditions(state.rules(), one, |list| {
            list.retain(|c| c.condition != located);
        });
    }
    supposed
}

/// Answers a question from the battle as a side knows it; `about`: an enemy of which it knows by what it is asked.
pub(crate) fn as_known<T>(
    state: &State,
    side: SideId,
    about: Option<Seat>,
    ask: impl FnOnce(&State) -> T,
) -> T {
    match of_side(state, side, about) {
        Some(known) => ask(&known.state(state)),
        None => ask(state),
    }
}

/// Enemies on the map of which a side knows nothing.
pub(crate) fn lost(state: &State, side: SideId) -> impl Iterator<Item = Seat> {
    let secrets = has_secrets(state, side);
    let enemy = move |other: &Seat| secrets && state.who(*other).side != side;
    let unknown = move |other: &Seat| {
        state.area(*other).is_some()
            && conditions::present(state, *other)
            && is_unknown(state, side, *other)
    };
    state.all().filter(enemy).filter(unknown)
}

/// Whether a side knows nothing of where a subject is, whatever keeps it from knowing.
pub fn is_unknown(state: &State, side: SideId, subject: Seat) -> bool {
    if state.unknown.contains(&subject) {
        return true;
    }
    if !has_secrets(state, side) {
        return false;
    }
    let mut views = views(state, side, subject).peekable();
    match views.peek() {
        Some(_) => views.all(|seen| seen.known == Awareness::Unknown),
        None => is_still_to_be_found(state, side, subject),
    }
}

/// How each member of a side perceives a subject of another that is on the map.
fn views(state: &State, side: SideId, subject: Seat) -> impl Iterator<Item = Perception> {
    let to = state
        .area(subject)
        .filter(|_| state.who(subject).side != side);
    let observers = move || state.all().filter(move |one| state.who(*one).side == side);
    // Where nobody can do anything any more, they lie where they are and see no more than before.
    let is_any = observers().any(|one| conditions::able(state, one));
    observers().filter_map(move |one| {
        let (from, to) = (state.area(one)?, to?);
        let looks = !is_any || conditions::able(state, one);
        looks.then(|| perception::at(state, one, from, subject, to))
    })
}
