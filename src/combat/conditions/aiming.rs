//! Aiming at those whom one does not see.

use crate::combat::conditions::{perception, planes};
use crate::combat::contract::{Reason, Refusal, Seat};
use crate::combat::state::State;
use crate::content::terrain::Concealment;
use crate::grid::Area;
use crate::rules::Topic;

/// Whether a combatant can aim at an enemy as far as seeing it goes (EP-CONC-04).
pub(crate) fn at(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    match (state.area(seat), state.area(target)) {
        (Some(from), Some(to)) if state.enemies(seat, target) => {
            self::from(state, (seat, from), (target, to))
        }
        _ => Ok(()),
    }
}

/// The same of anyone, as if the one stood here and the other there.
pub(crate) fn from(
    state: &State,
    (seat, from): (Seat, Area),
    (target, to): (Seat, Area),
) -> Result<(), Refusal> {
    let aims = state.rules().policies.attack.aims_at_unseen;
    if !aims.needs_sight()
        || perception::at(state, seat, from, target, to).hidden != Concealment::Total
    {
        return Ok(());
    }
    unseen(state, seat, target)
}

/// The refusal to do something to an enemy of which nothing is known, wherever it is.
pub(crate) fn unknown(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    planes::at_hand(state, seat, target)?;
    unseen(state, seat, target)
}

fn unseen(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    if perception::forgets(state, seat, target) {
        let reason = "You do not remember that anything is there.";
        return state.refuse(Topic::Forgotten, reason);
    }
    let reason = Reason::from("You cannot see ").name(target);
    let reason = reason.text(": strike at the square where you think it is.");
    state.refuse(Topic::UnseenSquare, reason)
}
