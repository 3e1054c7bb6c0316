//! Actions that are done to one square, whatever they are.

use crate::combat::attack::at_hand;
use crate::combat::contract::{Aim, Refusal, Seat};
use crate::combat::state::{DeclaredAction, State};
use crate::grid::Square;
use crate::rules::{ActionId, Topic};

/// Whether an action can be done to this square; of a blow, with the first attack in hand.
pub(crate) fn legal(
    state: &State,
    seat: Seat,
    action: ActionId,
    path: &[Square],
) -> Result<(), Refusal> {
    let Some(def) = state.rules().actions.get(action) else {
        return state.refuse(Topic::Budget, "There is no such action.");
    };
    let declared = DeclaredAction {
        mode: def.is_attack().then(|| first(state, seat)).flatten(),
        ..DeclaredAction::new(seat, action, Aim::Along(path.to_vec()))
    };
    state.on.asks.legal(state, &declared, def)
}

/// The first attack that can be used.
fn first(state: &State, seat: Seat) -> Option<u8> {
    let modes = at_hand::modes(state, seat).into_iter();
    modes
        .filter(|(_, usable)| usable.is_ok())
        .map(|(i, _)| i)
        .next()
}
