//! The checks that a way depends on, before it is walked.

use crate::combat::contract::{Seat, WayCheck};
use crate::combat::movement::{climb, kinds, squeeze, tumble};
use crate::combat::state::{Plan, State};
use crate::rules::ActionId;

/// The checks that a planned way takes, in their order.
pub(super) fn on_the_way(
    state: &State,
    seat: Seat,
    action: ActionId,
    plan: &Plan,
) -> Vec<WayCheck> {
    let Some(def) = kinds::definition(state.rules(), action) else {
        return Vec::new();
    };
    if let Some(tumble) = &def.tumbles {
        return tumble::foreseen(state, seat, tumble, plan);
    }
    let mode = plan.move_mode;
    if mode.continuing {
        return Vec::new();
    }
    let check = if def.climbs {
        let check = climb::check(state, seat, mode.area, &plan.squares, def.check_bonus);
        climb::rolled(state).zip(check.ok())
    } else {
        squeeze::check(state, seat, action)
    };
    let check = check.map(|(stat, check)| WayCheck {
        stat,
        against: None,
        difficulty: check.against,
        chance: check.chance(),
        stops: true,
    });
    check.into_iter().collect()
}
