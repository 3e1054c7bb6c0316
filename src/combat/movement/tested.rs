//! The checks that a way depends on, before it is walked.

use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::contract::{Seat, WayCheck};
use crate::combat::movement::{climb, kinds, squeeze, swim, tumble};
use crate::combat::state::{Plan, State};
use crate::rules::{ActionId, Stat, Topic};

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
    let check = if def.climbs && !mode.continuing {
        let check = climb::check(state, seat, mode.area, &plan.squares, def.check_bonus);
        climb::rolled(state).zip(check.ok())
    } else {
        of_all(state, seat, action, plan).map(|(_, check)| check)
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

/// The one check on which all of a planned way depends and nothing else, and the rule that asks for it.
pub(super) fn of_all(
    state: &State,
    seat: Seat,
    action: ActionId,
    plan: &Plan,
) -> Option<(Topic, (Stat, DifficultyCheck))> {
    let mode = plan.move_mode;
    if mode.continuing {
        return None;
    }
    if mode.swimming {
        let check = swim::check(state, seat, mode.area, &plan.squares).ok();
        return check.map(|check| (Topic::Swim, check));
    }
    squeeze::check(state, seat, action).map(|check| (Topic::Wriggling, check))
}
