//! A step that goes along with an action at an ally next to it.

use crate::combat::contract::{Aim, Seat};
use crate::combat::state::{Acting, DeclaredAction, Mark, State};
use crate::combat::{conditions, movement};
use crate::grid::Square;
use crate::rules::ActionId;

/// Whether two stand next to each other.
pub(crate) fn is_adjacent(state: &State, seat: Seat, target: Seat) -> bool {
    match (state.area(seat), state.area(target)) {
        (Some(here), Some(there)) => state.field.adjoin(here, there),
        _ => false,
    }
}

/// Whether a step comes first: because one was chosen, or because the target is too far away.
pub(crate) fn must_step(state: &State, declared: &DeclaredAction, target: Seat) -> bool {
    let chosen = matches!(&declared.aim, Aim::Charge(_, way) if !way.is_empty());
    chosen || !is_adjacent(state, declared.seat, target)
}

/// The step that leads next to the target: the chosen one, or the first that does.
pub(crate) fn step(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
) -> Option<(ActionId, Square)> {
    let rules = state.rules();
    let action = rules.basics().step?;
    if conditions::forbids(state, declared.seat, action).is_some() {
        return None;
    }
    let (here, there) = (state.area(declared.seat)?, state.area(target)?);
    let chosen = match &declared.aim {
        Aim::Charge(_, way) => way.first().copied(),
        _ => None,
    };
    movement::steps(state, declared.seat, action)
        .into_iter()
        .filter(|square| chosen.is_none_or(|chosen| chosen == *square))
        .find(|square| state.field.adjoin(here.moved_to(*square), there))
        .map(|square| (action, square))
}

/// Takes the step that comes first, if one does; the action waits below it. Otherwise the step
/// is left for afterwards.
pub(crate) fn approach(battle: &mut Acting, declared: &DeclaredAction, target: Seat) -> bool {
    if !must_step(battle, declared, target) {
        // An empty way says that the step was taken before.
        let stepped = matches!(declared.aim, Aim::Charge(..));
        battle
            .budget_mut(declared.seat)
            .marks
            .set(Mark::StepLeft, !stepped);
        return false;
    }
    let Some((action, square)) = step(battle, declared, target) else {
        return false;
    };
    battle.push(DeclaredAction {
        aim: Aim::Charge(target, Vec::new()),
        ..declared.clone()
    });
    let walk = DeclaredAction {
        action,
        aim: Aim::Along(vec![square]),
        ..declared.clone()
    };
    movement::begin(battle, &walk);
    true
}
