//! Actions that are done to one square, whatever they are.

use crate::combat::action::legality;
use crate::combat::attack::{objects, unseen};
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::movement::{doors, mount};
use crate::combat::movement::{price, turn};
use crate::combat::state::State;
use crate::grid::Square;
use crate::rules::{ActionId, Procedure};

/// Whether an action can be done to this square; of a blow, with the first attack in hand.
pub(crate) fn legal(
    state: &State,
    seat: Seat,
    action: ActionId,
    path: &[Square],
) -> Result<(), Refusal> {
    match state.rules().actions.get(action).map(|def| &def.procedure) {
        Some(Procedure::Door | Procedure::PushObject) => doors::legal(state, seat, action, path),
        Some(Procedure::Turn) => turn::legal(state, seat, path),
        Some(Procedure::Dismount) => mount::legal_dismount(state, seat, path),
        Some(Procedure::StrikeSquare) => unseen::legal(state, seat, first(state, seat), path),
        Some(Procedure::StrikeObject { .. }) => {
            objects::within(state, seat, first(state, seat), path)
        }
        _ => price::legal(state, seat, action, path),
    }
}

/// The first attack that can be used.
fn first(state: &State, seat: Seat) -> Option<u8> {
    let forms = legality::forms(state, seat).into_iter();
    forms
        .filter(|(_, usable)| usable.is_ok())
        .map(|(i, _)| i)
        .next()
}
