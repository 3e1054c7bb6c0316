//! The ledger of a turn: the actions that were paid for, in order, and what follows from them for the rest of it.

use crate::combat::contract::Seat;
use crate::combat::economy::is_limited;
use crate::combat::state::{Deed, State};
use crate::rules::{ActionDef, ActionId, CostDef, Slot};

/// All deeds of the turn, with their costs.
fn all<'a>(
    state: &'a State,
    seat: Seat,
) -> impl DoubleEndedIterator<Item = (&'a Deed, &'a CostDef)> {
    let deeds = state.get(seat).budget.deeds.iter();
    deeds.filter_map(|deed| Some((deed, state.rules().costs.get(deed.cost)?)))
}

/// Deeds that took something of the turn.
fn spent<'a>(
    state: &'a State,
    seat: Seat,
) -> impl DoubleEndedIterator<Item = (&'a Deed, &'a CostDef)> {
    all(state, seat).filter(|(_, cost)| !cost.is_free())
}

/// Actions of the deeds that took something of the turn.
fn actions<'a>(state: &'a State, seat: Seat) -> impl Iterator<Item = &'a ActionDef> {
    spent(state, seat).filter_map(|(deed, _)| state.rules().actions.get(deed.action))
}

/// Whether an action has taken something of the turn.
pub(crate) fn has_acted(state: &State, seat: Seat) -> bool {
    spent(state, seat).next().is_some()
}

/// Whether an action has taken something of the turn that does not belong to its start.
pub(crate) fn is_opened(state: &State, seat: Seat) -> bool {
    spent(state, seat).any(|(deed, _)| !deed.opening)
}

/// Whether an action has taken the whole turn.
pub(crate) fn took_whole_turn(state: &State, seat: Seat) -> bool {
    spent(state, seat).any(|(_, cost)| cost.closes && !cost.in_between)
}

/// Whether the turn was declared as nothing but movement.
pub(crate) fn only_moves(state: &State, seat: Seat) -> bool {
    let only = |def: &ActionDef| def.movement().is_some_and(|walk| walk.move_only);
    actions(state, seat).any(only)
}

/// Whether an action was taken that counts as movement though it covers no distance.
pub(crate) fn counts_as_moved(state: &State, seat: Seat) -> bool {
    actions(state, seat).any(|def| def.counts_as_movement)
}

/// Whether an action rules out all movement in the turn.
pub(crate) fn rules_out_movement(state: &State, seat: Seat) -> bool {
    let mut deeds = state.get(seat).budget.deeds.iter();
    let actions = &state.rules().actions;
    deeds.any(|deed| actions.get(deed.action).is_some_and(|def| def.still))
}

/// Whether an action was taken at a cost at which it is possible once in a turn.
pub(crate) fn has_done_freely(state: &State, seat: Seat, action: ActionId) -> bool {
    all(state, seat).any(|(deed, cost)| deed.action == action && is_limited(state, cost, action))
}

/// The latest action that can be continued. Actions in between do not count.
pub(crate) fn begun(state: &State, seat: Seat) -> Option<Deed> {
    let begun = spent(state, seat).rfind(|(_, cost)| !cost.in_between);
    begun.map(|(deed, _)| *deed)
}

/// Number of the latest action that took a move action.
pub(crate) fn moved_by(state: &State, seat: Seat) -> Option<u32> {
    let moved = all(state, seat).rfind(|(_, cost)| cost.slot() == Some(Slot::Move));
    moved.map(|(deed, _)| deed.serial)
}

/// Number of the latest action that can stand for the first attack of a full attack.
pub(crate) fn led_by(state: &State, seat: Seat) -> Option<u32> {
    let led = spent(state, seat).rfind(|(deed, _)| deed.leads);
    led.map(|(deed, _)| deed.serial)
}
