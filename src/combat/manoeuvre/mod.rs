//! Trip, grab, escape, bull rush, coup de grace and first aid: who may try them on whom, and what
//! comes of it.
//!
//! Under [`Manoeuvres::TouchThenOpposed`] the first step is a touch attack, which runs through the
//! phases of an attack and comes back here as [`touched`].

mod bull_rush;
mod contest;
mod coup_de_grace;
mod first_aid;
mod grab;
mod trip;

use bevy_ecs::prelude::*;

use super::arena::Arena;
use super::attack::{self, AttackOrder, refusal};
use super::condition;
use super::deed::Deed;
use super::odds;
use super::request::{Aim, Choice, Refusal, Request};
use super::seat::Seat;
use crate::rules::ruleset::Manoeuvres;
use crate::rules::{Flag, Procedure, Topic};

/// Most size categories by which a target may be larger.
const LARGER_AT_MOST: i32 = 1;

fn procedure<'a>(arena: &'a Arena, deed: &Deed) -> Option<&'a Procedure> {
    arena
        .rules()
        .actions
        .get(deed.action)
        .map(|def| &def.procedure)
}

fn target(deed: &Deed) -> Option<Seat> {
    match deed.aim {
        Aim::At(target) => Some(target),
        _ => None,
    }
}

fn by_touch(arena: &Arena) -> bool {
    arena.rules().policies.manoeuvres == Manoeuvres::TouchThenOpposed
}

/// Whether a manoeuvre may be tried on its target.
pub fn legal(arena: &Arena, deed: &Deed) -> Result<(), Refusal> {
    let Some(procedure) = procedure(arena, deed) else {
        return Err(refusal(arena, Topic::Budget, "There is no such action."));
    };
    if !condition::able(arena, deed.seat) {
        return Err(refusal(arena, Topic::Budget, "It cannot act now."));
    }
    if *procedure == Procedure::Escape {
        return grab::escape_legal(arena, deed.seat);
    }
    let Some(target) = target(deed) else {
        return Err(refusal(arena, Topic::Budget, "Choose whom it is aimed at."));
    };
    if target == deed.seat || !condition::present(arena, target) {
        return Err(refusal(arena, Topic::Budget, "There is nobody there."));
    }
    match procedure {
        Procedure::FirstAid { heals, .. } => {
            first_aid::legal(arena, deed.seat, target, heals.is_some())
        }
        Procedure::CoupDeGrace => coup_de_grace::legal(arena, deed, target),
        Procedure::Trip => {
            hostile(arena, deed, target, Topic::Trip)?;
            trip::legal(arena, deed, target)
        }
        Procedure::Grab => {
            hostile(arena, deed, target, Topic::Grab)?;
            adjacent(arena, deed.seat, target, Topic::Grab)?;
            grab::legal(arena, deed.seat, target)
        }
        Procedure::BullRush => {
            hostile(arena, deed, target, Topic::BullRush)?;
            adjacent(arena, deed.seat, target, Topic::BullRush)
        }
        _ => Err(refusal(arena, Topic::Budget, "This is no manoeuvre.")),
    }
}

/// What all attempts against an enemy have in common: attacks are possible, and it is not too large.
fn hostile(arena: &Arena, deed: &Deed, target: Seat, topic: Topic) -> Result<(), Refusal> {
    if condition::has(arena, deed.seat, Flag::NoAttacks) {
        return Err(refusal(arena, topic, "Its condition allows no attacks."));
    }
    let (own, other) = (arena.get(deed.seat).who.size, arena.get(target).who.size);
    // A touch that begins a grapple may be tried on anybody; the hold will not be kept.
    let limited = topic != Topic::Grab || !by_touch(arena);
    if limited && other.steps_above(own) > LARGER_AT_MOST {
        return Err(refusal(arena, Topic::SizeLimit, "The target is too large."));
    }
    Ok(())
}

fn adjacent(arena: &Arena, seat: Seat, target: Seat, topic: Topic) -> Result<(), Refusal> {
    if is_adjacent(arena, seat, target) {
        Ok(())
    } else {
        Err(refusal(arena, topic, "The target has to be adjacent."))
    }
}

fn is_adjacent(arena: &Arena, seat: Seat, target: Seat) -> bool {
    match (arena.get(seat).place.0, arena.get(target).place.0) {
        (Some(here), Some(there)) => here.is_adjacent(there),
        _ => false,
    }
}

/// Resolves a manoeuvre, or begins it with a touch.
pub fn begin(arena: &mut Arena, deed: &Deed) {
    // What interrupted it may have changed everything.
    if legal(arena, deed).is_err() {
        return;
    }
    let rules = std::sync::Arc::clone(&arena.book.rules);
    let Some(procedure) = rules.actions.get(deed.action).map(|def| &def.procedure) else {
        return;
    };
    if *procedure == Procedure::Escape {
        return grab::escape(arena, deed.seat);
    }
    let Some(target) = target(deed) else { return };
    match procedure {
        Procedure::Trip | Procedure::Grab if by_touch(arena) => touch(arena, deed, target),
        Procedure::Trip => trip::overpower(arena, deed.seat, target),
        Procedure::Grab => grab::overpower(arena, deed.seat, target),
        Procedure::BullRush => bull_rush::push(arena, deed.seat, target),
        Procedure::CoupDeGrace => coup_de_grace::strike(arena, deed, target),
        Procedure::FirstAid {
            difficulty,
            heals,
            adds_skill,
        } => {
            first_aid::treat(
                arena,
                deed.seat,
                target,
                *difficulty,
                heals.as_deref(),
                *adds_skill,
            );
        }
        _ => {}
    }
}

/// Begins with a touch attack.
fn touch(arena: &mut Arena, deed: &Deed, target: Seat) {
    if procedure(arena, deed) == Some(&Procedure::Grab) && grab::was_hurt(arena, deed.seat) {
        return grab::repelled(arena, deed.seat, target);
    }
    if let Some(order) = touch_order(arena, deed, target) {
        attack::begin_touch(arena, order, deed.clone());
    }
}

/// The touch attack of a manoeuvre: with the chosen form, or the first that can be used.
fn touch_order(arena: &Arena, deed: &Deed, target: Seat) -> Option<AttackOrder> {
    let fighter = arena.get(deed.seat);
    let usable = |index: &usize| {
        fighter
            .forms
            .0
            .get(*index)
            .is_some_and(|form| !form.ranged && attack::in_hand(fighter.hands, form))
    };
    let chosen = deed.form.map(usize::from).filter(usable);
    let form = chosen.or_else(|| (0..fighter.forms.0.len()).find(usable))?;
    Some(AttackOrder {
        attacker: deed.seat,
        target,
        form: u8::try_from(form).ok()?,
        extra: Vec::new(),
        opportunity: false,
        manner: deed.manner,
    })
}

/// A touch attack for a manoeuvre has landed.
pub(super) fn touched(arena: &mut Arena, deed: &Deed) {
    let Some(target) = target(deed) else { return };
    match procedure(arena, deed) {
        Some(Procedure::Trip) => trip::topple(arena, deed, target),
        Some(Procedure::Grab) => grab::hold(arena, deed.seat, target),
        _ => {}
    }
}

/// Chance of success of a manoeuvre, if it is decided by checks.
pub fn chance(arena: &Arena, deed: &Deed) -> Option<f64> {
    legal(arena, deed).ok()?;
    let procedure = procedure(arena, deed)?;
    if *procedure == Procedure::Escape {
        return grab::escape_chance(arena, deed.seat);
    }
    let target = target(deed)?;
    let checks = match procedure {
        Procedure::Trip if by_touch(arena) => trip::contest(arena, deed.seat, target),
        Procedure::Grab if by_touch(arena) => grab::contest(arena, deed.seat, target)?,
        Procedure::BullRush if by_touch(arena) => bull_rush::contest(arena, deed.seat, target),
        Procedure::Trip | Procedure::Grab | Procedure::BullRush => {
            contest::power(arena, deed.seat, target)
        }
        Procedure::FirstAid { difficulty, .. } => {
            return Some(first_aid::chance(arena, deed.seat, *difficulty));
        }
        _ => return None,
    };
    let touches = match procedure {
        Procedure::Trip | Procedure::Grab if by_touch(arena) => {
            odds::of_touch(arena, &touch_order(arena, deed, target)?)
        }
        _ => 1.0,
    };
    Some(touches * checks.chance())
}

/// Takes the answer to a request of a manoeuvre (push to, counter).
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut arena: Arena) {
    let arena = &mut arena;
    match (request, choice) {
        (
            Request::PushTo {
                target, squares, ..
            },
            Choice::PushTo(square),
        ) if squares.contains(&square) => {
            bull_rush::put(arena, target, square);
        }
        (Request::Counter { seat, target, .. }, Choice::Accept { .. }) => {
            trip::counter(arena, seat, target);
        }
        _ => {}
    }
}

/// Lets go of everybody and out of every hold.
pub fn release(arena: &mut Arena, seat: Seat) {
    let known = arena.book.known;
    for other in arena.all() {
        for hold in [known.grabbed, known.grappling] {
            condition::end_by(arena, other, hold, seat);
            condition::end_by(arena, seat, hold, other);
        }
    }
}

/// Lets go of everybody, but does not get free.
fn let_go(arena: &mut Arena, seat: Seat) {
    let grabbed = arena.book.known.grabbed;
    for other in arena.all() {
        condition::end_by(arena, other, grabbed, seat);
    }
}

#[cfg(test)]
mod tests;
