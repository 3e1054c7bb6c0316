//! Trips: knocking a combatant prone.

use crate::combat::checks::contest::Contest;
use crate::combat::contract::{Reason, Refusal, Seat};
use crate::combat::manoeuvre::contest;
use crate::combat::state::{Acting, Afflicting, DeclaredAction, State};
use crate::combat::{attack, conditions};
use crate::rules::{ActionId, Flag, Topic};

/// A trip that takes an attack reaches as far as the weapon; otherwise the target has to be
/// adjacent. No combatant that lies on the ground can be tripped.
pub(crate) fn legal(state: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    if conditions::has(state, target, Flag::Prone) {
        let reason = Reason::of(target).text(" is already prone.");
        return state.refuse(Topic::Trip, reason);
    }
    let rule = &state.rules().policies.manoeuvres.trip;
    super::common::posture(state, rule, (declared.seat, target), (Topic::Trip, "trip"))?;
    if !rule.is_attack() {
        return super::common::adjacent(state, declared.seat, target, Topic::Trip);
    }
    let Some(order) = super::common::touch_order(state, declared, target) else {
        return state.refuse(Topic::Trip, "You need a melee attack to trip with.");
    };
    attack::legal(state, &order, None)
}

/// The contest of a trip, or of an overrun, which is the same.
pub(crate) fn contest(
    state: &State,
    action: ActionId,
    seat: Seat,
    target: Seat,
) -> Option<Contest> {
    let rule = contest::rule_of(state, action)?;
    contest::of(state, rule, (seat, target), &[], [None, None])
}

/// Knocks the target down, if the contest is won. A combatant that loses it may be tripped in turn.
pub(crate) fn topple(battle: &mut Acting, declared: &DeclaredAction, target: Seat) {
    let (seat, action) = (declared.seat, declared.action);
    if try_to(battle, action, seat, target) {
        return;
    }
    let answered = contest::rule_of(battle, action).is_some_and(|rule| rule.answered);
    if answered && conditions::able(battle, target) && !conditions::has(battle, seat, Flag::Prone) {
        super::common::invite_counter(battle, declared, target);
    }
}

/// Rolls the contest; whether the target falls. An answer in kind has no touch and no further answer.
pub(crate) fn try_to(battle: &mut Acting, action: ActionId, seat: Seat, target: Seat) -> bool {
    let Some(checks) = contest(battle, action, seat, target) else {
        return false;
    };
    let bonus = checks.bonus.clone();
    let won = checks.roll(battle, Topic::Trip).is_some();
    conditions::used_up::by_check(battle, seat, &bonus);
    if won {
        fell(battle, target);
    }
    won
}

pub(crate) fn fell(battle: &mut Afflicting, target: Seat) {
    let prone = battle.book.known.prone;
    conditions::begin_known(battle, target, prone, None);
}
