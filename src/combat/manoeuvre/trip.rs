//! Trips: knocking a combatant prone.

use crate::combat::checks::contest;
use crate::combat::checks::contest::Contest;
use crate::combat::conditions::riding;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::{Afflicting, Striking};
use crate::combat::state::refusal::refusal;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::combat::{attack, checks, conditions};
use crate::rules::check::Edge;
use crate::rules::primitive::Ties;
use crate::rules::{Flag, Stat, Tally, Topic};

/// A trip replaces a melee attack and reaches as far where it begins with a touch; otherwise the
/// target has to be adjacent. No combatant that lies on the ground can be tripped.
pub(crate) fn legal(state: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    if conditions::has(state, target, Flag::Prone) {
        let reason = format!("{} is already prone.", state.who(target).name);
        return Err(refusal(state, Topic::Trip, reason));
    }
    if !super::by_touch(state) {
        super::grounded(state, target, Topic::Trip)?;
        return super::adjacent(state, declared.seat, target, Topic::Trip);
    }
    let Some(order) = super::touch_order(state, declared, target) else {
        return Err(refusal(
            state,
            Topic::Trip,
            "You need a melee attack to trip with.",
        ));
    };
    attack::legal(state, &order, None)
}

/// Power against resilience.
pub(crate) fn overpower(battle: &mut Access<Striking>, seat: Seat, target: Seat) {
    if contest::power(battle, seat, target, &[])
        .roll(&mut battle.lend(), Topic::Trip)
        .is_some()
    {
        fell(&mut battle.lend(), target);
    }
}

/// Strength of the one who trips against Strength or Dexterity of the other.
pub(crate) fn contest(state: &State, seat: Seat, target: Seat) -> Contest {
    Contest {
        first: seat,
        second: target,
        bonus: contest::strength(state, seat, false, false, &[]),
        edge: Edge::None,
        answer: footing(state, target),
        answer_edge: Edge::None,
        tie: Ties::HigherBonus,
    }
}

/// What keeps a combatant on its feet: Strength or Dexterity, or in the saddle its riding.
fn footing(state: &State, target: Seat) -> Tally {
    let own = contest::strength(state, target, true, true, &[]);
    if riding::mount_of(state, target).is_none() {
        return own;
    }
    let riding = checks::tally(state, target, Stat::Ride, &[]);
    if riding.total > own.total {
        riding
    } else {
        own
    }
}

/// The touch has landed: the opposed check. A combatant that loses it may be tripped in turn.
pub(crate) fn topple(battle: &mut Access<Striking>, declared: &DeclaredAction, target: Seat) {
    if contest(battle, declared.seat, target)
        .roll(&mut battle.lend(), Topic::Trip)
        .is_some()
    {
        return fell(&mut battle.lend(), target);
    }
    if conditions::able(battle, target) && !conditions::has(battle, declared.seat, Flag::Prone) {
        super::invite_counter(battle, declared, target);
    }
}

/// The answer in kind: no touch, no further answer.
pub(crate) fn counter(battle: &mut Access<Striking>, seat: Seat, target: Seat) {
    if contest(battle, seat, target)
        .roll(&mut battle.lend(), Topic::Trip)
        .is_some()
    {
        fell(&mut battle.lend(), target);
    }
}

pub(crate) fn fell(battle: &mut Access<Afflicting>, target: Seat) {
    let prone = battle.book.known.prone;
    conditions::begin_known(battle, target, prone, None);
    // No combatant holds on from the ground.
    super::let_go(&mut battle.lend(), target);
}
