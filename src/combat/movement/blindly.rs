//! Ways as the mover knows them: an enemy of which its side knows nothing bars none, until it is walked into.

use crate::combat::attack::hiding;
use crate::combat::conditions::{knowledge, planes};
use crate::combat::contract::Seat;
use crate::combat::movement::terrain;
use crate::combat::state::{Afflicting, State};
use crate::grid::{Area, Passage};

/// What a mover takes to be so, who knows nothing of some enemies; `about`: whom its question is about.
pub(crate) fn as_known<T>(
    state: &State,
    seat: Seat,
    about: Option<Seat>,
    ask: impl FnOnce(&State) -> T,
) -> T {
    knowledge::as_known(state, state.who(seat).side, about, ask)
}

/// Who is met, of whom nothing was known, by a step into this space; `last`: the way was to end there.
pub(super) fn met(state: &State, seat: Seat, to: Area, last: bool) -> Option<Seat> {
    let in_the_way = |other: &Seat| {
        state.area(*other).is_some_and(|area| area.overlaps(to))
            && match terrain::passage(state, seat, *other) {
                Passage::Open => false,
                Passage::ThroughOnly => last,
                Passage::Blocked => true,
            }
    };
    knowledge::lost(state, state.who(seat).side).find(in_the_way)
}

/// A mover has walked into one of whom it knew nothing, and knows its square now, if it is on the same plane.
pub(super) fn meet(battle: &mut Afflicting, seat: Seat, other: Seat) {
    if !planes::apart(battle, seat, other) {
        hiding::walked_into(battle, seat, other);
    }
}
