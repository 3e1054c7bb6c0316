//! To whom the parts of a program are done.

use crate::combat::attack::cover;
use crate::combat::conditions;
use crate::combat::conditions::{perception, riding};
use crate::combat::contract::Seat;
use crate::combat::state::{Run, State};
use crate::grid::distance;
use crate::rules::{Flag, Party};

/// Those who are meant, in the order of their seats.
pub(crate) fn of(state: &State, run: &Run<'_>, party: Party) -> Vec<Seat> {
    let known = known(state, run.declared.seat, party);
    known.unwrap_or_else(|| {
        let one = match party {
            Party::Target => run.declared.target(),
            Party::Picked => run.picked,
            // They are known before anything is chosen.
            Party::Me | Party::Mount | Party::Allies { .. } => None,
        };
        one.into_iter().collect()
    })
}

/// The same before anything is chosen; `None`: it depends on that.
pub(crate) fn known(state: &State, seat: Seat, party: Party) -> Option<Vec<Seat>> {
    match party {
        Party::Me => Some(vec![seat]),
        Party::Target | Party::Picked => None,
        Party::Mount => Some(riding::mount_of(state, seat).into_iter().collect()),
        Party::Allies { within, notice, me } => {
            let is_one = |one: &Seat| match *one == seat {
                true => me,
                false => {
                    is_ally(state, *one, seat, within) && (!notice || notices(state, *one, seat))
                }
            };
            Some(state.all().filter(is_one).collect())
        }
    }
}

fn is_ally(state: &State, ally: Seat, seat: Seat, within: Option<u16>) -> bool {
    let near = || {
        let (Some(here), Some(there)) = (state.area(seat), state.area(ally)) else {
            return false;
        };
        let away = distance(here, there, state.rules().policies.movement.diagonals);
        within.is_none_or(|within| away <= within.into())
    };
    !state.enemies(ally, seat) && conditions::present(state, ally) && near()
}

fn notices(state: &State, ally: Seat, seat: Seat) -> bool {
    conditions::able(state, ally)
        && (!conditions::has(state, ally, Flag::Deaf) || sees(state, ally, seat))
}

/// Whether one combatant sees another: nothing hides it, and nothing solid stands between them.
pub(super) fn sees(state: &State, observer: Seat, subject: Seat) -> bool {
    let (Some(from), Some(to)) = (state.area(observer), state.area(subject)) else {
        return false;
    };
    perception::sees(state, observer, from, subject, to) && !cover::is_out_of_view(state, from, to)
}
