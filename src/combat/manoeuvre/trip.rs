//! Trips: making somebody prone.

use crate::combat::action::declare::DeclaredAction;
use crate::combat::attack;
use crate::combat::attack::refusal;
use crate::combat::checks;
use crate::combat::checks::contest;
use crate::combat::checks::contest::{Contest, Tie};
use crate::combat::conditions;
use crate::combat::contract::request::{Refusal, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::movement::mount;
use crate::combat::state::{Arena, State};
use crate::rules::check::Edge;
use crate::rules::{Flag, Stat, Tally, Topic};

/// A trip replaces a melee attack and reaches as far where it begins with a touch; otherwise the
/// target has to be adjacent. Nobody who lies on the ground can be tripped.
pub(crate) fn legal(arena: &State, declared: &DeclaredAction, target: Seat) -> Result<(), Refusal> {
    if conditions::has(arena, target, Flag::Prone) {
        return Err(refusal(
            arena,
            Topic::Trip,
            "The target lies on the ground already.",
        ));
    }
    if !super::by_touch(arena) {
        super::grounded(arena, target, Topic::Trip)?;
        return super::adjacent(arena, declared.seat, target, Topic::Trip);
    }
    let Some(order) = super::touch_order(arena, declared, target) else {
        return Err(refusal(
            arena,
            Topic::Trip,
            "There is no melee attack to trip with.",
        ));
    };
    attack::legal(arena, &order, None)
}

/// Power against resilience.
pub(crate) fn overpower(arena: &mut Arena, seat: Seat, target: Seat) {
    if contest::power(arena, seat, target, &[])
        .roll(arena, Topic::Trip)
        .is_some()
    {
        fell(arena, target);
    }
}

/// Strength of the one who trips against Strength or Dexterity of the other.
pub(crate) fn contest(arena: &State, seat: Seat, target: Seat) -> Contest {
    Contest {
        first: seat,
        second: target,
        bonus: contest::strength(arena, seat, false, false, &[]),
        edge: Edge::None,
        answer: footing(arena, target),
        answer_edge: Edge::None,
        tie: Tie::HigherBonus,
    }
}

/// What keeps somebody on its feet: Strength or Dexterity, or in the saddle its riding.
fn footing(arena: &State, target: Seat) -> Tally {
    let own = contest::strength(arena, target, true, true, &[]);
    if mount::mount_of(arena, target).is_none() {
        return own;
    }
    let riding = checks::tally(arena, target, Stat::Ride, &[]);
    if riding.total > own.total {
        riding
    } else {
        own
    }
}

/// The touch has landed: the opposed check. Whoever loses it may be tripped in turn.
pub(crate) fn topple(arena: &mut Arena, declared: &DeclaredAction, target: Seat) {
    if contest(arena, declared.seat, target)
        .roll(arena, Topic::Trip)
        .is_some()
    {
        return fell(arena, target);
    }
    if conditions::able(arena, target) && !conditions::has(arena, declared.seat, Flag::Prone) {
        arena.ask(Request::Counter {
            seat: target,
            target: declared.seat,
            action: declared.action,
        });
    }
}

/// The answer in kind: no touch, no further answer.
pub(crate) fn counter(arena: &mut Arena, seat: Seat, target: Seat) {
    if contest(arena, seat, target)
        .roll(arena, Topic::Trip)
        .is_some()
    {
        fell(arena, target);
    }
}

pub(crate) fn fell(arena: &mut Arena, target: Seat) {
    let prone = arena.book.known.prone;
    conditions::begin_known(arena, target, prone, None);
    // Nobody holds on from the ground.
    super::let_go(arena, target);
}
