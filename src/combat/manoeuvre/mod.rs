//! Trip, grab, escape, bull rush, disarm, sunder, coup de grace and first aid: who may try them on whom, and what
//! comes of it.
//!
//! Under [`Manoeuvres::TouchThenOpposed`] the first step is a touch attack, which runs through the
//! phases of an attack and comes back here as [`touched`].

pub(crate) mod bull_rush;
pub(crate) mod coup_de_grace;
pub(crate) mod disarm;
pub(crate) mod first_aid;
pub(crate) mod force;
pub(crate) mod grab;
pub(crate) mod grapple;
pub(crate) mod instead;
pub(crate) mod overrun;
pub(crate) mod struggle;
pub(crate) mod sunder;
#[cfg(test)]
mod tests;
pub(crate) mod trip;

use bevy_ecs::prelude::*;

use crate::combat::action::barred;
use crate::combat::action::declare::DeclaredAction;
use crate::combat::attack;
use crate::combat::attack::aid_feint;
use crate::combat::attack::odds;
use crate::combat::attack::{AttackOrder, refusal};
use crate::combat::conditions;
use crate::combat::contract::request::{Aim, Choice, Manner, Refusal, Request, Yielding};
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::two_hands;
use crate::combat::movement::forced;
use crate::combat::state::step::Step;
use crate::combat::state::{Arena, State};
use crate::combat::state::{Everything, Writes};
use crate::rules::ruleset::Manoeuvres;
use crate::rules::{ActionDef, ActionId, Capability, Flag, Modifier, Procedure, Topic};
use force::{force, force_legal, strength_of};
pub(crate) use instead::in_place_of;
pub use instead::{deed_of, legal_instead};

/// Most size categories by which a target may be larger.
const LARGER_AT_MOST: i32 = 1;

fn procedure<'a>(arena: &'a State, declared: &DeclaredAction) -> Option<&'a Procedure> {
    arena
        .rules()
        .actions
        .get(declared.action)
        .map(|def| &def.procedure)
}

fn target(declared: &DeclaredAction) -> Option<Seat> {
    match declared.aim {
        Aim::At(target) | Aim::Held(target, _) | Aim::Charge(target, _) => Some(target),
        _ => None,
    }
}

fn by_touch(arena: &State) -> bool {
    arena.rules().policies.manoeuvres == Manoeuvres::TouchThenOpposed
}

/// Whether a manoeuvre may be tried on its target.
pub fn legal(arena: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let Some(procedure) = procedure(arena, declared) else {
        return Err(refusal(arena, Topic::Budget, "There is no such action."));
    };
    if !conditions::able(arena, declared.seat) {
        let flag = Flag::NoActions;
        return Err(barred::by(
            arena,
            declared.seat,
            flag,
            Topic::Budget,
            "no actions",
        ));
    }
    if matches!(procedure, Procedure::Escape | Procedure::Wriggle) {
        return grab::escape_legal(arena, declared.seat);
    }
    let Some(target) = target(declared) else {
        return Err(refusal(arena, Topic::Budget, "Choose whom it is aimed at."));
    };
    if target == declared.seat || !conditions::present(arena, target) {
        return Err(refusal(arena, Topic::Budget, "There is nobody there."));
    }
    match procedure {
        Procedure::FirstAid {
            heals, steps, kit, ..
        } => {
            first_aid::equipped(arena, declared.seat, kit)?;
            first_aid::legal(arena, declared, target, heals.is_some(), *steps)
        }
        Procedure::LetGo => grab::let_go_legal(arena, declared.seat, target),
        Procedure::CoupDeGrace => coup_de_grace::legal(arena, declared, target),
        Procedure::Trip => {
            hostile(arena, declared, target, Topic::Trip)?;
            trip::legal(arena, declared, target)
        }
        Procedure::Grab => {
            hostile(arena, declared, target, Topic::Grab)?;
            adjacent(arena, declared.seat, target, Topic::Grab)?;
            grab::legal(arena, declared.seat, target)
        }
        Procedure::Grapple(what) => {
            hostile(arena, declared, target, Topic::Grab)?;
            grapple::legal(arena, declared.seat, target, *what)
        }
        Procedure::BullRush => {
            hostile(arena, declared, target, Topic::BullRush)?;
            bull_rush::legal(arena, declared.seat, target)
        }
        Procedure::Force { kind, within } => force_legal(arena, declared, target, *kind, *within),
        Procedure::Disarm => {
            free_to_attack(arena, declared.seat, Topic::Disarm)?;
            disarm::legal(arena, declared, target)
        }
        Procedure::Sunder => {
            free_to_attack(arena, declared.seat, Topic::Sunder)?;
            sunder::legal(arena, declared, target)
        }
        _ => Err(refusal(arena, Topic::Budget, "This is no manoeuvre.")),
    }
}

/// What all attempts against an enemy have in common: attacks are possible, and it is not too large.
fn hostile(
    arena: &State,
    declared: &DeclaredAction,
    target: Seat,
    topic: Topic,
) -> Result<(), Refusal> {
    free_to_attack(arena, declared.seat, topic)?;
    let (own, other) = (arena.who(declared.seat).size, arena.who(target).size);
    // A touch that begins a grapple may be tried on anybody; the hold will not be kept.
    let limited = topic != Topic::Grab || !by_touch(arena);
    if limited && other.steps_above(own) > LARGER_AT_MOST {
        if topic == Topic::BullRush {
            return rush_fits(arena, declared.seat, target);
        }
        return Err(refusal(arena, Topic::SizeLimit, "The target is too large."));
    }
    Ok(())
}

/// Where manoeuvres are a matter of power, nobody in the air is thrown or seized.
fn grounded(arena: &State, target: Seat, topic: Topic) -> Result<(), Refusal> {
    if arena.who(target).capabilities.contains(&Capability::Flies) {
        return Err(refusal(arena, topic, "The target is not on the ground."));
    }
    Ok(())
}

fn free_to_attack(arena: &State, seat: Seat, topic: Topic) -> Result<(), Refusal> {
    if conditions::has(arena, seat, Flag::NoAttacks) {
        return Err(refusal(arena, topic, "Its condition allows no attacks."));
    }
    Ok(())
}

fn adjacent(arena: &State, seat: Seat, target: Seat, topic: Topic) -> Result<(), Refusal> {
    if is_adjacent(arena, seat, target) {
        Ok(())
    } else {
        Err(refusal(arena, topic, "The target has to be adjacent."))
    }
}

fn is_adjacent(arena: &State, seat: Seat, target: Seat) -> bool {
    match (arena.area(seat), arena.area(target)) {
        (Some(here), Some(there)) => here.is_adjacent(there),
        _ => false,
    }
}

/// Resolves a manoeuvre, or begins it with a touch.
pub fn begin(arena: &mut Arena, declared: &DeclaredAction) {
    // What interrupted it may have changed everything.
    if legal(arena, declared).is_err() {
        return;
    }
    let rules = std::sync::Arc::clone(&arena.book.rules);
    let Some(procedure) = rules.actions.get(declared.action).map(|def| &def.procedure) else {
        return;
    };
    if struggle_of(procedure, &declared.extra).is_some() {
        return struggle::begin(arena, declared);
    }
    let Some(target) = target(declared) else {
        return;
    };
    match procedure {
        Procedure::Trip | Procedure::Grab if by_touch(arena) => touch(arena, declared, target),
        Procedure::Grapple(what) => grapple::attempt(arena, declared, target, *what),
        Procedure::Trip => trip::overpower(arena, declared.seat, target),
        Procedure::Grab => grab::overpower(arena, declared.seat, target),
        Procedure::BullRush => bull_rush::begin(arena, declared, target),
        Procedure::Force { kind, .. } => force(arena, declared.seat, target, *kind),
        Procedure::Disarm => disarm::attempt(arena, declared, target),
        Procedure::Sunder => sunder::attempt(arena, declared, target),
        Procedure::LetGo => grab::let_go(arena, declared.seat, target),
        Procedure::CoupDeGrace => coup_de_grace::strike(arena, declared, target),
        Procedure::FirstAid {
            difficulty,
            heals,
            adds_skill,
            steps,
            ..
        } => {
            if *steps && first_aid::approach(arena, declared, target) {
                return;
            }
            first_aid::treat(
                arena,
                declared.seat,
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
fn touch(arena: &mut Arena, declared: &DeclaredAction, target: Seat) {
    if procedure(arena, declared) == Some(&Procedure::Grab) && grab::was_hurt(arena, declared.seat)
    {
        return grab::repelled(arena, declared.seat, target, Topic::Grab);
    }
    if procedure(arena, declared) == Some(&Procedure::Grab)
        && grapple::joins(arena, declared.seat, target)
    {
        return grab::hold(arena, declared.seat, target, &declared.extra);
    }
    if let Some(order) = touch_order(arena, declared, target) {
        attack::begin_touch(arena, order, declared.clone());
    }
}

/// The touch attack of a manoeuvre: with the chosen form, or the first that can be used.
fn touch_order(arena: &State, declared: &DeclaredAction, target: Seat) -> Option<AttackOrder> {
    let fighter = arena.get(declared.seat);
    let usable = |index: &usize| {
        fighter.forms.0.get(*index).is_some_and(|form| {
            let free = two_hands::fits(arena, declared.seat, form).is_ok();
            form.ability.is_none() && !form.ranged && free && attack::in_hand(fighter.hands, form)
        })
    };
    let chosen = declared.form.map(usize::from).filter(usable);
    let form = chosen.or_else(|| (0..fighter.forms.0.len()).find(usable))?;
    Some(AttackOrder {
        attacker: declared.seat,
        target,
        form: u8::try_from(form).ok()?,
        extra: declared.extra.clone(),
        opportunity: false,
        manner: Manner {
            instead: None,
            ..declared.manner
        },
        times: 1,
    })
}

/// How a procedure gets somebody free, if it does.
fn struggle_of<'a>(procedure: &Procedure, extra: &'a [Modifier]) -> Option<grab::Struggle<'a>> {
    match procedure {
        Procedure::Escape => Some(grab::Struggle::Force(extra)),
        Procedure::Wriggle => Some(grab::Struggle::Skill),
        _ => None,
    }
}

/// Takes the keeping of a hold further.
pub fn hold(In(hold): In<grapple::Hold>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    grapple::advance(&mut arena, hold);
}

/// A touch attack for a manoeuvre has landed.
pub(crate) fn touched(arena: &mut Arena, declared: &DeclaredAction) {
    let Some(target) = target(declared) else {
        return;
    };
    match procedure(arena, declared) {
        Some(Procedure::Trip) => trip::topple(arena, declared, target),
        Some(Procedure::Grab) => grab::hold(arena, declared.seat, target, &declared.extra),
        // The touch for somebody who stands in the way of an overrun.
        Some(Procedure::Charge(_)) => trip::topple(arena, declared, target),
        _ => {}
    }
}

/// Chance of success of a manoeuvre, if it is decided by checks.
pub fn chance(arena: &State, declared: &DeclaredAction) -> Option<f64> {
    legal(arena, declared).ok()?;
    let procedure = procedure(arena, declared)?;
    if let Some(how) = struggle_of(procedure, &declared.extra) {
        return Some(grab::escape_chance(arena, declared.seat, how));
    }
    let target = target(declared)?;
    match procedure {
        Procedure::Disarm => return disarm::odds(arena, declared, target),
        Procedure::Sunder => return sunder::odds(arena, declared, target),
        _ => {}
    }
    let checks = match procedure {
        Procedure::Trip if by_touch(arena) => trip::contest(arena, declared.seat, target),
        Procedure::Grab if by_touch(arena) => {
            grab::contest(arena, declared.seat, target, &declared.extra)?
        }
        Procedure::Grapple(what) => grapple::contest(arena, declared, target, *what),
        Procedure::BullRush | Procedure::Force { .. } => {
            bull_rush::contest(arena, declared.seat, target, &[])
        }
        Procedure::Trip | Procedure::Grab => {
            crate::combat::checks::contest::power(arena, declared.seat, target, &[])
        }
        Procedure::FirstAid { difficulty, .. } => {
            return Some(first_aid::chance(arena, declared.seat, *difficulty));
        }
        _ => return None,
    };
    let touches = match procedure {
        Procedure::Grab if grapple::joins(arena, declared.seat, target) => 1.0,
        Procedure::Trip | Procedure::Grab if by_touch(arena) => {
            odds::of_touch(arena, &touch_order(arena, declared, target)?)
        }
        _ => 1.0,
    };
    Some(touches * checks.chance())
}

/// Takes a bull rush further.
pub fn rush(In(rush): In<bull_rush::Rush>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let mut arena = arena.access();
    bull_rush::advance(&mut arena, rush);
}

/// Whether a combatant has an action at all: what needs a capability is for those who have it.
pub fn is_known(arena: &State, seat: Seat, def: &ActionDef) -> bool {
    match def.procedure {
        Procedure::Force { kind, .. } => strength_of(arena, seat, kind).is_some(),
        _ => true,
    }
}

/// Whether a target can be pushed as far as its size goes.
pub(crate) fn rush_fits(arena: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    let (own, other) = (arena.who(seat).size, arena.who(target).size);
    if other.steps_above(own) > LARGER_AT_MOST {
        return Err(refusal(
            arena,
            Topic::BullRushSize,
            "The target is too large.",
        ));
    }
    Ok(())
}

/// The chance of what a charge ends with, if it is decided by checks.
pub(crate) fn rush_chance(arena: &State, seat: Seat, target: Seat, extra: &[Modifier]) -> f64 {
    bull_rush::contest(arena, seat, target, extra).chance()
}

/// The chance that an answer in kind succeeds, where it is decided by checks.
pub fn counter_chance(arena: &State, seat: Seat, target: Seat, action: ActionId) -> Option<f64> {
    match arena.rules().actions.get(action).map(|def| &def.procedure) {
        Some(Procedure::Disarm) => disarm::counter_odds(arena, seat, target),
        Some(Procedure::Trip) => Some(trip::contest(arena, seat, target).chance()),
        _ => None,
    }
}

/// Takes the answer to a request of a manoeuvre (push to, counter, yield, help).
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    match (request, choice) {
        (Request::PushTo { squares, .. }, Choice::PushTo(square)) if squares.contains(&square) => {
            match arena.stack.0.last() {
                Some(Step::Rush(_)) => bull_rush::answer(arena, &squares, square),
                _ => forced::answer(arena, square),
            }
        }
        (
            Request::Yield {
                seat,
                what: Yielding::Way,
                ..
            },
            choice,
        ) => overrun::answer(arena, seat, matches!(choice, Choice::Accept { .. })),
        (
            Request::Yield {
                seat,
                what: Yielding::Shot,
                ..
            },
            choice,
        ) => attack::answer_from_cover(arena, seat, matches!(choice, Choice::Accept { .. })),
        (
            Request::Yield {
                seat,
                what: Yielding::Grip,
                ..
            },
            choice,
        ) => struggle::answer(arena, seat, matches!(choice, Choice::Accept { .. })),
        (
            Request::Counter {
                seat,
                target,
                action,
            },
            Choice::Accept { .. },
        ) => match arena.rules().actions.get(action).map(|def| &def.procedure) {
            Some(Procedure::Disarm) => disarm::counter(arena, seat, target),
            _ => trip::counter(arena, seat, target),
        },
        (
            Request::Help {
                seat,
                foe,
                friends,
                action,
            },
            Choice::Pick(friend),
        ) if friends.contains(&friend) => aid_feint::help(arena, seat, action, foe, friend),
        _ => {}
    }
}

/// Lets go of everybody and out of every hold.
pub fn release(arena: &mut Arena, seat: Seat) {
    let known = arena.book.known;
    for other in arena.all() {
        for hold in [known.grabbed, known.grappling, known.pinned] {
            conditions::end_by(arena, other, hold, seat);
            conditions::end_by(arena, seat, hold, other);
        }
    }
}

/// Drops out of every hold; whoever shared the space for its sake goes back where it came from.
pub fn drop_out(arena: &mut Arena, seat: Seat) {
    let partners = grapple::opponents(arena, seat);
    release(arena, seat);
    for partner in partners {
        grapple::part(arena, partner, true);
    }
}

/// Lets go of everybody, but does not get free.
fn let_go(arena: &mut Arena, seat: Seat) {
    let grabbed = arena.book.known.grabbed;
    for other in arena.all() {
        conditions::end_by(arena, other, grabbed, seat);
    }
}
