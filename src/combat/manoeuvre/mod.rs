//! Trip, grab, escape, bull rush, disarm, sunder and coup de grace: who may try them on whom, and what
//! comes of it.
//!
//! Under [`Manoeuvres::TouchThenOpposed`] the first step is a touch attack, which runs through the
//! phases of an attack and comes back here as [`touched`].

pub(crate) mod bull_rush;
pub(crate) mod charge;
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

use crate::combat::attack::odds;
use crate::combat::conditions::{barred, holds};
use crate::combat::contract::request::{Aim, Manner, Refusal, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::equipment::two_hands;
use crate::combat::movement::approach::is_adjacent;
use crate::combat::state::chapters::{Launching, Relieving, Striking, Wounding, Wrestling};
use crate::combat::state::engine::{Answered, EngineBuilder};
use crate::combat::state::refusal::refusal;
use crate::combat::state::step::Step;
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::hold::{Counter, Hold};
use crate::combat::state::step::rush::Rush;
use crate::combat::state::{Access, State, Writes};
use crate::combat::{attack, conditions};
use crate::rules::primitive::Family;
use crate::rules::primitive::{Grapple, Primitive};
use crate::rules::ruleset::Manoeuvres;
use crate::rules::{ActionId, Capability, Flag, Modifier, Topic};
use force::{force, force_legal};
pub use instead::{deed_of, legal_instead};

/// Manoeuvres, and what a charge ends with.
pub(crate) fn plugin(engine: &mut EngineBuilder) {
    engine
        .step(Step::Rush, rush)
        .answer(Step::Rush, bull_rush::answer)
        .step(Step::Hold, hold)
        .step(Step::Struggle, struggle::advance)
        .answer(Step::Struggle, struggle::answer)
        .step(Step::Counter, counter)
        .answer(Step::Counter, allow_counter)
        .answer(Step::Walk, overrun::answer)
        .primitives(Family::Manoeuvre, &rules::Manoeuvres)
        .primitives(Family::Charge, &charge::rules::Charges);
    engine.on.loses_holds = Some(drop_out);
    engine.on.touched = Some(touched);
    engine.on.runs_into = Some(overrun::meet);
    engine.on.has_overrun = Some(overrun::resolve);
    engine.on.legal_instead = Some(legal_instead);
}

/// Most size categories by which a target may be larger.
const LARGER_AT_MOST: i32 = 1;

/// The manoeuvre of an action.
fn primitive<'a>(state: &'a State, declared: &DeclaredAction) -> Option<&'a Primitive> {
    let def = state.rules().actions.get(declared.action)?;
    def.does.first()
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
pub(crate) fn legal(
    state: &State,
    declared: &DeclaredAction,
    what: &Primitive,
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
    if struggle_of(what, &[]).is_some() {
        return grab::escape_legal(state, declared.seat);
    }
    let Some(target) = target(declared) else {
        return Err(refusal(state, Topic::Budget, "Choose a target."));
    };
    if target == declared.seat || !conditions::present(state, target) {
        return Err(refusal(state, Topic::Budget, "There is no target there."));
    }
    match what {
        Primitive::Grapple(Grapple::LetGo) => grab::let_go_legal(state, declared.seat, target),
        Primitive::CoupDeGrace => coup_de_grace::legal(state, declared, target),
        Primitive::Trip => {
            hostile(state, declared, target, Topic::Trip)?;
            trip::legal(state, declared, target)
        }
        Primitive::Grapple(Grapple::Grab) => {
            hostile(state, declared, target, Topic::Grab)?;
            adjacent(state, declared.seat, target, Topic::Grab)?;
            grab::legal(state, declared.seat, target)
        }
        Primitive::Grapple(grip) => {
            hostile(state, declared, target, Topic::Grab)?;
            grapple::legal(state, declared.seat, target, *grip)
        }
        Primitive::BullRush => {
            hostile(state, declared, target, Topic::BullRush)?;
            bull_rush::legal(state, declared.seat, target)
        }
        Primitive::Force { kind, within } => force_legal(state, declared, target, *kind, *within),
        Primitive::Disarm => {
            free_to_attack(state, declared.seat, Topic::Disarm)?;
            disarm::legal(state, declared, target)
        }
        Primitive::Sunder => {
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

/// Resolves a manoeuvre, or begins it with a touch.
pub(crate) fn begin(battle: &mut Access<Wrestling>, declared: &DeclaredAction, what: &Primitive) {
    // What interrupted it may have changed everything.
    if legal(battle, declared, what).is_err() {
        return;
    }
    if struggle_of(what, &declared.extra).is_some() {
        return struggle::begin(battle, declared);
    }
    let Some(target) = target(declared) else {
        return;
    };
    match what {
        Primitive::Trip | Primitive::Grapple(Grapple::Grab) if by_touch(battle) => {
            touch(&mut battle.lend(), declared, target)
        }
        Primitive::Trip => trip::overpower(&mut battle.lend(), declared.seat, target),
        Primitive::Grapple(Grapple::Grab) => {
            grab::overpower(&mut battle.lend(), declared.seat, target)
        }
        Primitive::Grapple(Grapple::LetGo) => {
            grab::let_go(&mut battle.lend(), declared.seat, target)
        }
        Primitive::Grapple(grip) => grapple::attempt(&mut battle.lend(), declared, target, *grip),
        Primitive::BullRush => bull_rush::begin(&mut battle.lend(), declared, target),
        Primitive::Force { kind, .. } => force(&mut battle.lend(), declared.seat, target, *kind),
        Primitive::Disarm => disarm::attempt(&mut battle.lend(), declared, target),
        Primitive::Sunder => sunder::attempt(battle, declared, target),
        Primitive::CoupDeGrace => coup_de_grace::strike(&mut battle.lend(), declared, target),
        _ => {}
    }
}

/// Begins with a touch attack.
fn touch(battle: &mut Access<Striking>, declared: &DeclaredAction, target: Seat) {
    let grabs = primitive(battle, declared) == Some(&Primitive::Grapple(Grapple::Grab));
    if grabs && grab::was_hurt(battle, declared.seat) {
        return grab::repelled(battle, declared.seat, target, Topic::Grab);
    }
    if grabs && grapple::joins(battle, declared.seat, target) {
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

/// How a primitive gets a combatant free, if it does.
fn struggle_of<'a>(what: &Primitive, extra: &'a [Modifier]) -> Option<grab::Struggle<'a>> {
    match what {
        Primitive::Grapple(Grapple::Escape) => Some(grab::Struggle::Force(extra)),
        Primitive::Grapple(Grapple::Wriggle) => Some(grab::Struggle::Skill),
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
    match primitive(battle, declared) {
        Some(Primitive::Trip) => trip::topple(battle, declared, target),
        Some(Primitive::Grapple(Grapple::Grab)) => {
            grab::hold(battle, declared.seat, target, &declared.extra)
        }
        // The touch for a combatant who stands in the way of an overrun.
        Some(Primitive::Charge(_)) => trip::topple(battle, declared, target),
        _ => {}
    }
}

/// Chance of success of a manoeuvre, if it is decided by checks.
pub(crate) fn chance(state: &State, declared: &DeclaredAction, what: &Primitive) -> Option<f64> {
    legal(state, declared, what).ok()?;
    if let Some(how) = struggle_of(what, &declared.extra) {
        return Some(grab::escape_chance(state, declared.seat, how));
    }
    let target = target(declared)?;
    match what {
        Primitive::Disarm => return disarm::odds(state, declared, target),
        Primitive::Sunder => return sunder::odds(state, declared, target),
        _ => {}
    }
    let checks = match what {
        Primitive::Trip if by_touch(state) => trip::contest(state, declared.seat, target),
        Primitive::Grapple(Grapple::Grab) if by_touch(state) => {
            grab::contest(state, declared.seat, target, &declared.extra)?
        }
        Primitive::BullRush | Primitive::Force { .. } => {
            bull_rush::contest(state, declared.seat, target, &[])
        }
        Primitive::Trip | Primitive::Grapple(Grapple::Grab) => {
            crate::combat::checks::contest::power(state, declared.seat, target, &[])
        }
        Primitive::Grapple(grip @ (Grapple::Damage | Grapple::Pin | Grapple::Free)) => {
            grapple::contest(state, declared, target, *grip)
        }
        _ => return None,
    };
    let touches = match what {
        Primitive::Grapple(Grapple::Grab) if grapple::joins(state, declared.seat, target) => 1.0,
        Primitive::Trip | Primitive::Grapple(Grapple::Grab) if by_touch(state) => {
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
    match state
        .rules()
        .actions
        .get(action)
        .and_then(|def| def.does.first())
    {
        Some(Primitive::Disarm) => disarm::counter_odds(state, seat, target),
        Some(Primitive::Trip) => Some(trip::contest(state, seat, target).chance()),
        _ => None,
    }
}

/// Asks the target of a failed manoeuvre whether it answers in kind.
fn invite_counter(battle: &mut Access<Striking>, declared: &DeclaredAction, by: Seat) {
    let (seat, target, action) = (by, declared.seat, declared.action);
    let request = Request::Counter {
        seat,
        target,
        action,
    };
    battle.ask(
        request,
        Counter {
            seat,
            target,
            action,
        },
    );
}

fn allow_counter(In((counter, _, choice)): Answered<Counter>, mut battle: Writes<Launching>) {
    if choice.accepts() {
        battle.open().access().push(counter);
    }
}

fn counter(In(counter): In<Counter>, mut battle: Writes<Striking>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let def = battle.rules().actions.get(counter.action);
    match def.and_then(|def| def.does.first()) {
        Some(Primitive::Disarm) => disarm::counter(battle, counter.seat, counter.target),
        _ => trip::counter(battle, counter.seat, counter.target),
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
    let partners = holds::opponents(battle, seat);
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
