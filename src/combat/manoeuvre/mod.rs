//! Trip, grab, escape, bull rush, disarm, sunder and coup de grace: who may try them on whom, and what
//! comes of it.
//!
//! How each is decided stands in the ruleset's table, from which [`contest`] makes what is rolled.
//! Where a touch attack comes first, it runs through the phases of an attack and comes back here as
//! [`touched`].

pub(crate) mod bull_rush;
pub(crate) mod charge;
mod common;
pub(crate) mod contest;
pub(crate) mod coup_de_grace;
pub(crate) mod disarm;
pub(crate) mod force;
pub(crate) mod grab;
pub(crate) mod grapple;
pub(crate) mod instead;
pub(crate) mod overrun;
pub(crate) mod rules;
pub(crate) mod struggle;
pub(crate) mod sunder;
#[cfg(test)]
mod tests;
pub(crate) mod trip;

use bevy_ecs::prelude::*;

use crate::combat::attack::{begun, odds};
use crate::combat::conditions;
use crate::combat::conditions::{aiming, barred, planes, riding};
use crate::combat::contract::{Aim, Miss, PathForecast, Refusal, Seat};
use crate::combat::damage::substance;
use crate::combat::movement::toll;
use crate::combat::state::{Acting, Answered, Counter, DeclaredAction, State};
use crate::rules::{
    ActionId, Family, Flag, Grapple, ManoeuvrePart, ManoeuvreRule, Primitive, Spoiled, Topic,
};
use common::{adjacent, fits, struggles, touch_order};
use force::{force, force_legal};
pub use instead::{declared_instead, legal_instead};

/// Whether a manoeuvre may be tried on its target.
pub(crate) fn legal(
    state: &State,
    declared: &DeclaredAction,
    what: ManoeuvrePart,
) -> Result<(), Refusal> {
    if !conditions::able(state, declared.seat) {
        let flag = Flag::NoActions;
        return Err(barred::by(
            state,
            declared.seat,
            flag,
            Topic::Budget,
            "you can take no actions",
        ));
    }
    if struggles(what) {
        return grab::escape_legal(state, declared.seat);
    }
    let Some(target) = declared.target() else {
        return state.refuse(Topic::Budget, "Choose a target.");
    };
    if target == declared.seat || !conditions::present(state, target) {
        return state.refuse(Topic::Budget, "There is no target there.");
    }
    planes::at_hand(state, declared.seat, target)?;
    // Who has hold of an enemy, or is held by it, feels where it is.
    if !matches!(what, ManoeuvrePart::Grapple(grip) if grip != Grapple::Grab) {
        aiming::at(state, declared.seat, target)?;
    }
    let gentle = matches!(
        what,
        ManoeuvrePart::Grapple(Grapple::LetGo) | ManoeuvrePart::CoupDeGrace
    );
    if !gentle {
        hostile(state, declared, target, what)?;
    }
    match what {
        ManoeuvrePart::CoupDeGrace => coup_de_grace::legal(state, declared, target),
        ManoeuvrePart::Grapple(Grapple::LetGo) => grab::let_go_legal(state, declared.seat, target),
        ManoeuvrePart::Trip => trip::legal(state, declared, target),
        ManoeuvrePart::Grapple(Grapple::Grab) => {
            adjacent(state, declared.seat, target, Topic::Grab)?;
            grab::legal(state, declared, target)
        }
        ManoeuvrePart::Grapple(grip) => grapple::legal(state, declared.seat, target, grip),
        ManoeuvrePart::BullRush => bull_rush::legal(state, declared.seat, target),
        ManoeuvrePart::Force { kind, within } => force_legal(state, declared, target, kind, within),
        ManoeuvrePart::Disarm => disarm::legal(state, declared, target),
        ManoeuvrePart::Sunder => sunder::legal(state, declared, target),
    }
}

/// What the refusals of a manoeuvre cite.
fn topic(what: ManoeuvrePart) -> Topic {
    match what {
        ManoeuvrePart::Trip => Topic::Trip,
        ManoeuvrePart::Disarm => Topic::Disarm,
        ManoeuvrePart::Sunder => Topic::Sunder,
        ManoeuvrePart::BullRush => Topic::BullRush,
        ManoeuvrePart::Force { .. } => Topic::ForcedMovement,
        ManoeuvrePart::Grapple(_) | ManoeuvrePart::CoupDeGrace => Topic::Grab,
    }
}

/// What all attempts against an enemy have in common: attacks are possible, and it is not too large.
fn hostile(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
    what: ManoeuvrePart,
) -> Result<(), Refusal> {
    let barred = "you cannot attack";
    barred::check(state, declared.seat, Flag::NoAttacks, topic(what), barred)?;
    if !substance::are_alike(state, declared.seat, target) {
        let reason = "One of you has no body: you cannot lay hands on each other.";
        return state.refuse(Topic::Bodiless, reason);
    }
    let topic = match what {
        ManoeuvrePart::BullRush => Topic::BullRushSize,
        ManoeuvrePart::CoupDeGrace
        | ManoeuvrePart::Trip
        | ManoeuvrePart::Disarm
        | ManoeuvrePart::Sunder
        | ManoeuvrePart::Force { .. }
        | ManoeuvrePart::Grapple(_) => Topic::SizeLimit,
    };
    let rule = contest::rule(state, what);
    rule.map_or(Ok(()), |rule| {
        fits(state, rule, declared.seat, target, topic)
    })
}

/// The attack mode with which a trip begins, if it begins with a touch. A grapple is one of bare hands in
/// any case, and what it provokes is its own.
pub(crate) fn trips_with(state: &State, declared: &DeclaredAction) -> Option<u8> {
    let Aim::At(target) = declared.aim else {
        return None;
    };
    let trip = Family::Manoeuvre(ManoeuvrePart::Trip);
    contest::of_action(state, declared.action).filter(|what| *what == trip)?;
    contest::rule(state, ManoeuvrePart::Trip).filter(|rule| rule.touch)?;
    touch_order(state, declared, target).map(|order| order.mode)
}

/// Resolves a manoeuvre, or begins it with a touch.
pub(crate) fn begin(battle: &mut Acting, declared: &DeclaredAction, what: ManoeuvrePart) {
    // What interrupted it may have changed everything.
    if legal(battle, declared, what).is_err() {
        if let Some(target) = declared.target() {
            let sides = (declared.seat, target);
            battle.fail(&[topic(what)], sides, Miss::Interrupted);
        }
        return;
    }
    if struggles(what) {
        return struggle::begin(battle, declared);
    }
    let (Some(target), seat) = (declared.target(), declared.seat) else {
        return;
    };
    let rule = contest::rule(battle, what);
    let touch = rule.is_some_and(|rule| rule.touch);
    let spoiled = match rule.map(|rule| rule.spoiled).unwrap_or_default() {
        Spoiled::ByNothing => false,
        Spoiled::ByDamage => declared.was_hurt(battle),
        Spoiled::ByHit => declared.was_hit(battle),
    };
    if spoiled {
        return battle.fail(&[topic(what)], (seat, target), Miss::Interrupted);
    }
    if touch && !joins(battle, what, seat, target) {
        let waiting = declared.waiting_at(battle, Family::Manoeuvre(what), 0);
        common::touch(battle, waiting, target)
    } else {
        decide(battle, declared, target, what);
    }
    if battle.enemies(seat, target) {
        conditions::end_by_harming(battle, seat);
    }
}

/// Whether an action is an attack by the rules that comes to no attack roll of its own, at which those
/// would be asked who wait for an attack.
pub(crate) fn strikes(state: &State, declared: &DeclaredAction) -> bool {
    let Some(def) = state.rules().actions.get(declared.action) else {
        return false;
    };
    if def.any(|what| *what == Primitive::Sunder) {
        return true;
    }
    let Some(Family::Manoeuvre(what)) = contest::of_action(state, declared.action) else {
        return false;
    };
    let (Some(rule), Some(target)) = (contest::rule(state, what), declared.target()) else {
        return false;
    };
    let hostile = !struggles(what);
    let touches = rule.touch && !joins(state, what, declared.seat, target);
    hostile && !touches && (rule.is_attack() || def.replaces_attack)
}

/// Whether a grab needs no touch, because its target has its hands full.
fn joins(state: &State, what: ManoeuvrePart, seat: Seat, target: Seat) -> bool {
    what == ManoeuvrePart::Grapple(Grapple::Grab) && grapple::joins(state, seat, target)
}

/// Decides a manoeuvre whose touch has landed or was not needed.
fn decide(battle: &mut Acting, declared: &DeclaredAction, target: Seat, what: ManoeuvrePart) {
    let seat = declared.seat;
    match what {
        ManoeuvrePart::Trip => trip::topple(battle, declared, target),
        ManoeuvrePart::Grapple(Grapple::Grab) => grab::hold(battle, seat, target, &declared.extra),
        ManoeuvrePart::Grapple(Grapple::LetGo) => grab::let_go(battle, seat, target),
        ManoeuvrePart::Grapple(grip) => grapple::attempt(battle, declared, target, grip),
        ManoeuvrePart::BullRush => bull_rush::begin(battle, declared, target),
        ManoeuvrePart::Force { kind, .. } => force(battle, seat, target, kind),
        ManoeuvrePart::Disarm => disarm::attempt(battle, declared, target),
        ManoeuvrePart::Sunder => sunder::attempt(battle, declared, target),
        ManoeuvrePart::CoupDeGrace => coup_de_grace::strike(battle, declared, target),
    }
}

/// A touch attack for a manoeuvre has landed.
pub(crate) fn touched(battle: &mut Acting, declared: &DeclaredAction) {
    let Some(target) = declared.target() else {
        return;
    };
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let def = rules.actions.get(declared.action);
    match def
        .and_then(|def| def.at(declared.at))
        .map(Primitive::family)
    {
        Some(Family::Manoeuvre(what)) => decide(battle, declared, target, what),
        // The charge is one that ends in an overrun.
        Some(Family::Charge(_)) => trip::topple(battle, declared, target),
        Some(
            Family::General(_)
            | Family::Attack(_)
            | Family::Movement(_)
            | Family::Handling(_)
            | Family::Ability(_)
            | Family::Turn(_)
            | Family::Perception(_),
        )
        | None => {}
    }
}

/// Chance of success of a manoeuvre, if it is decided by checks.
pub(crate) fn chance(state: &State, declared: &DeclaredAction, what: ManoeuvrePart) -> Option<f64> {
    legal(state, declared, what).ok()?;
    if struggles(what) {
        return Some(grab::escape_chance(state, declared, what));
    }
    let (seat, target) = (declared.seat, declared.target()?);
    let checks = match what {
        ManoeuvrePart::Sunder => return sunder::odds(state, declared, target),
        ManoeuvrePart::Trip => trip::contest(state, declared.action, seat, target),
        ManoeuvrePart::Disarm => disarm::declared(state, declared, target),
        ManoeuvrePart::BullRush | ManoeuvrePart::Force { .. } => {
            bull_rush::contest(state, seat, target, &[])
        }
        ManoeuvrePart::Grapple(Grapple::Grab) => {
            grab::contest(state, seat, target, &declared.extra)
        }
        ManoeuvrePart::Grapple(grip) => grapple::contest(state, declared, target, grip),
        ManoeuvrePart::CoupDeGrace => None,
    };
    let rule = contest::rule(state, what)?;
    let touches = if rule.touch && !joins(state, what, seat, target) {
        odds::of_touch(state, &touch_order(state, declared, target)?)
    } else {
        1.0
    };
    Some(touches * checks?.chance())
}

/// The step into the space of the target, where a manoeuvre takes it and the terrain there matters.
pub(crate) fn entry(
    state: &State,
    declared: &DeclaredAction,
    what: ManoeuvrePart,
) -> Option<PathForecast> {
    let (seat, target) = (declared.seat, declared.target()?);
    let policies = &state.rules().policies;
    let (mover, (from, way, cost), chance) = match what {
        ManoeuvrePart::BullRush if policies.bull_rush.moves_in => {
            let (way, cost) = bull_rush::entry(state, seat, target)?;
            let mover = riding::carrier(state, seat);
            (mover, (state.area(seat)?, way, cost), 1.0)
        }
        ManoeuvrePart::Grapple(Grapple::Grab) if policies.grapple.shares_space => (
            seat,
            grapple::entry(state, seat, target)?,
            chance(state, declared, what)?,
        ),
        ManoeuvrePart::CoupDeGrace
        | ManoeuvrePart::Trip
        | ManoeuvrePart::Disarm
        | ManoeuvrePart::Sunder
        | ManoeuvrePart::BullRush
        | ManoeuvrePart::Force { .. }
        | ManoeuvrePart::Grapple(_) => return None,
    };
    legal(state, declared, what).ok()?;
    let to = from.anchor + way;
    toll::of_entry(state, (mover, from), declared.action, (to, cost), chance)
}

/// Whether the answer in kind to an action is a disarm. To a trip and an overrun it is a trip.
fn is_countered_by_disarm(state: &State, action: ActionId) -> bool {
    let disarm = Family::Manoeuvre(ManoeuvrePart::Disarm);
    contest::of_action(state, action) == Some(disarm)
}

/// The chance that an answer in kind succeeds.
pub fn counter_chance(state: &State, seat: Seat, target: Seat, action: ActionId) -> Option<f64> {
    match is_countered_by_disarm(state, action) {
        true => disarm::counter_odds(state, seat, target),
        false => Some(trip::contest(state, action, seat, target)?.chance()),
    }
}

/// Takes the answer of a combatant that may answer in kind.
pub(crate) fn allow_counter(battle: &mut Acting, (counter, _, choice): Answered<Counter>) {
    if choice.accepts() {
        let Counter {
            seat,
            target,
            action,
        } = counter;
        battle.push(counter);
        if contest::rule_of(battle, action).is_some_and(ManoeuvreRule::is_attack) {
            begun::attack(battle, seat, Some(target));
        }
        begun::action(battle, seat, action);
    }
}

/// Answers a failed manoeuvre in kind.
pub(crate) fn counter(battle: &mut Acting, counter: Counter) {
    let Counter {
        seat,
        target,
        action,
    } = counter;
    match is_countered_by_disarm(battle, action) {
        true => disarm::counter(battle, seat, target),
        false => {
            trip::try_to(battle, action, seat, target);
        }
    }
}
