//! To whom the parts of a program are done.

use crate::combat::attack::cover;
use crate::combat::conditions;
use crate::combat::conditions::{perception, riding};
use crate::combat::contract::Seat;
use crate::combat::state::{Run, State};
use crate::rules::{Flag, Party, Primitive};

/// Those who are meant, in the order of their seats.
pub(crate) fn of(state: &State, run: &Run<'_>, party: Party) -> Vec<Seat> {
    let seat = run.declared.seat;
    let one = match party {
        Party::Me => Some(seat),
        Party::Target => run.declared.target(),
        Party::Picked => run.picked,
        Party::Mount => riding::mount_of(state, seat),
        Party::FriendsWhoNotice => return who_notice(state, seat),
    };
    one.into_iter().collect()
}

/// Whether a primitive is done to every ally who notices its user.
pub(crate) fn is_for_all(what: &Primitive) -> bool {
    matches!(
        what,
        Primitive::Impose {
            on: Party::FriendsWhoNotice,
            ..
        } | Primitive::Lift {
            from: Party::FriendsWhoNotice,
            ..
        } | Primitive::Heal {
            to: Party::FriendsWhoNotice,
            ..
        }
    )
}

/// The allies who see or hear a combatant.
pub(crate) fn who_notice(state: &State, seat: Seat) -> Vec<Seat> {
    state
        .all()
        .filter(|friend| *friend != seat && notices(state, *friend, seat))
        .collect()
}

fn notices(state: &State, friend: Seat, seat: Seat) -> bool {
    if state.enemies(friend, seat) || !conditions::able(state, friend) {
        return false;
    }
    !conditions::has(state, friend, Flag::Deaf) || sees(state, friend, seat)
}

fn sees(state: &State, friend: Seat, seat: Seat) -> bool {
    let (Some(from), Some(to)) = (state.area(friend), state.area(seat)) else {
        return false;
    };
    perception::sees(state, friend, from, seat, to)
        && !cover::of(state, friend, from, seat, true).is_total()
}
