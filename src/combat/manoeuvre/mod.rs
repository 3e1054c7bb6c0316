//! Trip, grab, escape, bull rush, disarm, sunder, coup de grace and first aid: who may try them on
//! whom, and what comes of it.
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
use crate::combat::attack::{aid_feint, odds, refusal};
use crate::combat::contract::request::{Aim, Choice, Manner, Refusal, Request, Yielding};
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::two_hands;
use crate::combat::movement::forced;
use crate::combat::state::chapters::{Relieving, Striking, Wounding, Wrestling};
use crate::combat::state::step::Step;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::hold::Hold;
use crate::combat::state::step::rush::Rush;
use crate::combat::state::{Access, State, Writes};
use crate::combat::{attack, conditions};
use crate::rules::ruleset::Manoeuvres;
use crate::rules::{ActionDef, ActionId, Capability, Flag, Modifier, Procedure, Topic};
use force::{force, force_legal, strength_of};
pub(crate) use instead::in_place_of;
pub use instead::{deed_of, legal_instead};

/// Most size categories by which a target may be larger.
const LARGER_AT_MOST: i32 = 1;

fn procedure<'a>(state: &'a State, declared: &DeclaredAction) -> Option<&'a Procedure> {
    state
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

fn by_touch(state: &State) -> bool {
    state.rules().policies.manoeuvres == Manoeuvres::TouchThenOpposed
}

/// Whether a manoeuvre may be tried on its target.
pub fn legal(state: &State, declared: &DeclaredAction) -> Result<(), Refusal> {
    let Some(procedure) = procedure(state, declared) else {
        return Err(refusal(state, Topic::Budget, "There is no such action."));
    };
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
    if matches!(procedure, Procedure::Escape | Procedure::Wriggle) {
        return grab::escape_legal(state, declared.seat);
    }
    let Some(target) = target(declared) else {
        return Err(refusal(state, Topic::Budget, "Choose a target."));
    };
    if target == declared.seat || !conditions::present(state, target) {
        return Err(refusal(state, Topic::Budget, "There is no target there."));
    }
    match procedure {
        Procedure::FirstAid {
            heals, steps, kit, ..
        } => {
            first_aid::equipped(state, declared.seat, kit)?;
            first_aid::legal(state, declared, target, heals.is_some(), *steps)
        }
        Procedure::LetGo => grab::let_go_legal(state, declared.seat, target),
        Procedure::CoupDeGrace => coup_de_grace::legal(state, declared, target),
        Procedure::Trip => {
            hostile(state, declared, target, Topic::Trip)?;
            trip::legal(state, declared, target)
        }
        Procedure::Grab => {
            hostile(state, declared, target, Topic::Grab)?;
            adjacent(state, declared.seat, target, Topic::Grab)?;
            grab::legal(state, declared.seat, target)
        }
        Procedure::Grapple(what) => {
            hostile(state, declared, target, Topic::Grab)?;
            grapple::legal(state, declared.seat, target, *what)
        }
        Procedure::BullRush => {
            hostile(state, declared, target, Topic::BullRush)?;
            bull_rush::legal(state, declared.seat, target)
        }
        Procedure::Force { kind, within } => force_legal(state, declared, target, *kind, *within),
        Procedure::Disarm => {
            free_to_attack(state, declared.seat, Topic::Disarm)?;
            disarm::legal(state, declared, target)
        }
        Procedure::Sunder => {
            free_to_attack(state, declared.seat, Topic::Sunder)?;
            sunder::legal(state, declared, target)
        }
        _ => Err(refusal(
            state,
            Topic::Budget,
            "This action is not a manoeuvre.",
        )),
    }
}

/// What all attempts against an enemy have in common: attacks are possible, and it is not too large.
fn hostile(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
    topic: Topic,
) -> Result<(), Refusal> {
    free_to_attack(state, declared.seat, topic)?;
    let (own, other) = (state.who(declared.seat).size, state.who(target).size);
    // A touch that begins a grapple may be tried on any combatant; the hold will not be kept.
    let limited = topic != Topic::Grab || !by_touch(state);
    if limited && other.steps_above(own) > LARGER_AT_MOST {
        if topic == Topic::BullRush {
            return rush_fits(state, declared.seat, target);
        }
        return Err(too_large(state, target, Topic::SizeLimit));
    }
    Ok(())
}

fn too_large(state: &State, target: Seat, topic: Topic) -> Refusal {
    let name = &state.who(target).name;
    let reason = format!("{name} is too large: it is more than one size larger than you.");
    refusal(state, topic, reason)
}

/// Where manoeuvres are power checks, a flying combatant cannot be tripped or grabbed.
fn grounded(state: &State, target: Seat, topic: Topic) -> Result<(), Refusal> {
    if state.who(target).capabilities.contains(&Capability::Flies) {
        let reason = format!("{} is not on the ground.", state.who(target).name);
        return Err(refusal(state, topic, reason));
    }
    Ok(())
}

fn free_to_attack(state: &State, seat: Seat, topic: Topic) -> Result<(), Refusal> {
    if conditions::has(state, seat, Flag::NoAttacks) {
        return Err(refusal(state, topic, "Your condition allows no attacks."));
    }
    Ok(())
}

fn adjacent(state: &State, seat: Seat, target: Seat, topic: Topic) -> Result<(), Refusal> {
    if is_adjacent(state, seat, target) {
        Ok(())
    } else {
        let reason = format!("{} is not next to you.", state.who(target).name);
        Err(refusal(state, topic, reason))
    }
}

fn is_adjacent(state: &State, seat: Seat, target: Seat) -> bool {
    match (state.area(seat), state.area(target)) {
        (Some(here), Some(there)) => here.is_adjacent(there),
        _ => false,
    }
}

/// Resolves a manoeuvre, or begins it with a touch.
pub fn begin(battle: &mut Access<Wrestling>, declared: &DeclaredAction) {
    // What interrupted it may have changed everything.
    if legal(battle, declared).is_err() {
        return;
    }
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(procedure) = rules.actions.get(declared.action).map(|def| &def.procedure) else {
        return;
    };
    if struggle_of(procedure, &declared.extra).is_some() {
        return struggle::begin(battle, declared);
    }
    let Some(target) = target(declared) else {
        return;
    };
    match procedure {
        Procedure::Trip | Procedure::Grab if by_touch(battle) => {
            touch(&mut battle.lend(), declared, target)
        }
        Procedure::Grapple(what) => grapple::attempt(&mut battle.lend(), declared, target, *what),
        Procedure::Trip => trip::overpower(&mut battle.lend(), declared.seat, target),
        Procedure::Grab => grab::overpower(&mut battle.lend(), declared.seat, target),
        Procedure::BullRush => bull_rush::begin(&mut battle.lend(), declared, target),
        Procedure::Force { kind, .. } => force(&mut battle.lend(), declared.seat, target, *kind),
        Procedure::Disarm => disarm::attempt(&mut battle.lend(), declared, target),
        Procedure::Sunder => sunder::attempt(battle, declared, target),
        Procedure::LetGo => grab::let_go(&mut battle.lend(), declared.seat, target),
        Procedure::CoupDeGrace => coup_de_grace::strike(&mut battle.lend(), declared, target),
        Procedure::FirstAid {
            difficulty,
            heals,
            adds_skill,
            steps,
            ..
        } => {
            if *steps && first_aid::approach(battle, declared, target) {
                return;
            }
            first_aid::treat(
                battle,
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
fn touch(battle: &mut Access<Striking>, declared: &DeclaredAction, target: Seat) {
    if procedure(battle, declared) == Some(&Procedure::Grab)
        && grab::was_hurt(battle, declared.seat)
    {
        return grab::repelled(battle, declared.seat, target, Topic::Grab);
    }
    if procedure(battle, declared) == Some(&Procedure::Grab)
        && grapple::joins(battle, declared.seat, target)
    {
        return grab::hold(battle, declared.seat, target, &declared.extra);
    }
    if let Some(order) = touch_order(battle, declared, target) {
        attack::begin_touch(&mut battle.lend(), order, declared.clone());
    }
}

/// The touch attack of a manoeuvre: with the chosen form, or the first that can be used.
fn touch_order(state: &State, declared: &DeclaredAction, target: Seat) -> Option<AttackOrder> {
    let fighter = state.get(declared.seat);
    let usable = |index: &usize| {
        fighter.forms.0.get(*index).is_some_and(|form| {
            let free = two_hands::fits(state, declared.seat, form).is_ok();
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

/// How a procedure gets a combatant free, if it does.
fn struggle_of<'a>(procedure: &Procedure, extra: &'a [Modifier]) -> Option<grab::Struggle<'a>> {
    match procedure {
        Procedure::Escape => Some(grab::Struggle::Force(extra)),
        Procedure::Wriggle => Some(grab::Struggle::Skill),
        _ => None,
    }
}

/// Takes the keeping of a hold further.
pub fn hold(In(hold): In<Hold>, mut battle: Writes<Wrestling>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    grapple::advance(battle, hold);
}

/// A touch attack for a manoeuvre has landed.
pub(crate) fn touched(battle: &mut Access<Striking>, declared: &DeclaredAction) {
    let Some(target) = target(declared) else {
        return;
    };
    match procedure(battle, declared) {
        Some(Procedure::Trip) => trip::topple(battle, declared, target),
        Some(Procedure::Grab) => grab::hold(battle, declared.seat, target, &declared.extra),
        // The touch for a combatant that stands in the way of an overrun.
        Some(Procedure::Charge(_)) => trip::topple(battle, declared, target),
        _ => {}
    }
}

/// Chance of success of a manoeuvre, if it is decided by checks.
pub fn chance(state: &State, declared: &DeclaredAction) -> Option<f64> {
    legal(state, declared).ok()?;
    let procedure = procedure(state, declared)?;
    if let Some(how) = struggle_of(procedure, &declared.extra) {
        return Some(grab::escape_chance(state, declared.seat, how));
    }
    let target = target(declared)?;
    match procedure {
        Procedure::Disarm => return disarm::odds(state, declared, target),
        Procedure::Sunder => return sunder::odds(state, declared, target),
        _ => {}
    }
    let checks = match procedure {
        Procedure::Trip if by_touch(state) => trip::contest(state, declared.seat, target),
        Procedure::Grab if by_touch(state) => {
            grab::contest(state, declared.seat, target, &declared.extra)?
        }
        Procedure::Grapple(what) => grapple::contest(state, declared, target, *what),
        Procedure::BullRush | Procedure::Force { .. } => {
            bull_rush::contest(state, declared.seat, target, &[])
        }
        Procedure::Trip | Procedure::Grab => {
            crate::combat::checks::contest::power(state, declared.seat, target, &[])
        }
        Procedure::FirstAid { difficulty, .. } => {
            return Some(first_aid::chance(state, declared.seat, *difficulty));
        }
        _ => return None,
    };
    let touches = match procedure {
        Procedure::Grab if grapple::joins(state, declared.seat, target) => 1.0,
        Procedure::Trip | Procedure::Grab if by_touch(state) => {
            odds::of_touch(state, &touch_order(state, declared, target)?)
        }
        _ => 1.0,
    };
    Some(touches * checks.chance())
}

/// Takes a bull rush further.
pub fn rush(In(rush): In<Rush>, mut battle: Writes<Wrestling>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    bull_rush::advance(battle, rush);
}

/// Whether a combatant has an action at all: what needs a capability is for those who have it.
pub fn is_known(state: &State, seat: Seat, def: &ActionDef) -> bool {
    match def.procedure {
        Procedure::Force { kind, .. } => strength_of(state, seat, kind).is_some(),
        _ => true,
    }
}

/// Whether a target can be pushed as far as its size goes.
pub(crate) fn rush_fits(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    let (own, other) = (state.who(seat).size, state.who(target).size);
    if other.steps_above(own) > LARGER_AT_MOST {
        return Err(too_large(state, target, Topic::BullRushSize));
    }
    Ok(())
}

/// The chance of what a charge ends with, if it is decided by checks.
pub(crate) fn rush_chance(state: &State, seat: Seat, target: Seat, extra: &[Modifier]) -> f64 {
    bull_rush::contest(state, seat, target, extra).chance()
}

/// The chance that an answer in kind succeeds, where it is decided by checks.
pub fn counter_chance(state: &State, seat: Seat, target: Seat, action: ActionId) -> Option<f64> {
    match state.rules().actions.get(action).map(|def| &def.procedure) {
        Some(Procedure::Disarm) => disarm::counter_odds(state, seat, target),
        Some(Procedure::Trip) => Some(trip::contest(state, seat, target).chance()),
        _ => None,
    }
}

/// Takes the answer to a request of a manoeuvre (push to, counter, yield, help).
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut battle: Writes<Wrestling>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    match (request, choice) {
        (Request::PushTo { squares, .. }, Choice::PushTo(square)) if squares.contains(&square) => {
            match battle.stack.0.last() {
                Some(Step::Rush(_)) => bull_rush::answer(battle, &squares, square),
                _ => forced::answer(&mut battle.lend(), square),
            }
        }
        (
            Request::Yield {
                seat,
                what: Yielding::Way,
                ..
            },
            choice,
        ) => overrun::answer(battle, seat, matches!(choice, Choice::Accept { .. })),
        (
            Request::Yield {
                seat,
                what: Yielding::Shot,
                ..
            },
            choice,
        ) => attack::answer_from_cover(
            &mut battle.lend(),
            seat,
            matches!(choice, Choice::Accept { .. }),
        ),
        (
            Request::Yield {
                seat,
                what: Yielding::Grip,
                ..
            },
            choice,
        ) => struggle::answer(battle, seat, matches!(choice, Choice::Accept { .. })),
        (
            Request::Counter {
                seat,
                target,
                action,
            },
            Choice::Accept { .. },
        ) => match battle.rules().actions.get(action).map(|def| &def.procedure) {
            Some(Procedure::Disarm) => disarm::counter(&mut battle.lend(), seat, target),
            _ => trip::counter(&mut battle.lend(), seat, target),
        },
        (
            Request::Help {
                seat,
                foe,
                friends,
                action,
            },
            Choice::Pick(friend),
        ) if friends.contains(&friend) => {
            aid_feint::help(&mut battle.lend(), seat, action, foe, friend)
        }
        _ => {}
    }
}

/// Lets go of every combatant and out of every hold.
pub fn release(battle: &mut Access<Relieving>, seat: Seat) {
    let known = battle.book.known;
    for other in battle.all() {
        for hold in [known.grabbed, known.grappling, known.pinned] {
            conditions::end_by(battle, other, hold, seat);
            conditions::end_by(battle, seat, hold, other);
        }
    }
}

/// Drops out of every hold; the combatant that shared the space for its sake goes back where it came
/// from.
pub fn drop_out(battle: &mut Access<Wounding>, seat: Seat) {
    let partners = grapple::opponents(battle, seat);
    release(&mut battle.lend(), seat);
    for partner in partners {
        grapple::part(battle, partner, true);
    }
}

/// Lets go of every combatant, but does not get free.
fn let_go(battle: &mut Access<Relieving>, seat: Seat) {
    let grabbed = battle.book.known.grabbed;
    for other in battle.all() {
        conditions::end_by(battle, other, grabbed, seat);
    }
}
