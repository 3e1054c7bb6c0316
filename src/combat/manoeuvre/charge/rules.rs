//! The charge as a primitive of actions.

use crate::combat::attack::{at_hand, odds};
use crate::combat::conditions::barred;
use crate::combat::contract::{Aim, Forecast, Refusal, Seat};
use crate::combat::manoeuvre::charge;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::refusal::aimless;
use crate::combat::state::{Access, DeclaredAction, Performing, PrimitiveRules, Run, State, User};
use crate::rules::{Flag, Primitive, Topic};

/// This chapter among the others.
pub(crate) struct Charges;

impl PrimitiveRules for Charges {
    fn possible(&self, state: &State, user: User, _what: &Primitive) -> Verdict {
        let bar = |flag, topic, what| barred::check(state, user.seat, flag, topic, what);
        bar(Flag::NoMovement, Topic::Move, "you cannot leave your place")
            .and_then(|()| bar(Flag::NoRunning, Topic::Charge, "you cannot charge"))
            .err()
            .map(Err)
    }

    fn legal(&self, state: &State, run: &Run<'_>, _what: &Primitive) -> Verdict {
        let declared = run.declared;
        Some(match &declared.aim {
            Aim::Charge(target, way) => charge_legal(state, declared, *target, way),
            _ => aimless(state),
        })
    }

    fn forecast(&self, state: &State, run: &Run<'_>, _: &Primitive, forecast: &mut Forecast) {
        let declared = run.declared;
        let (seat, action) = (declared.seat, declared.action);
        let Aim::Charge(target, way) = &declared.aim else {
            return;
        };
        if forecast.refusal.is_some() {
            return;
        }

        let mode = declared.mode.unwrap_or(0);
        forecast.path = charge::price(state, seat, action, mode, *target, way).ok();
        let end = forecast.path.as_ref().and_then(|path| path.squares.last());
        let end = state
            .area(seat)
            .zip(end)
            .map(|(here, anchor)| here.moved_to(*anchor));
        let (ends, success) = charge::outcome(state, seat, action, mode, *target);
        forecast.success = success;
        if ends == charge::End::Attack {
            let manner = declared.manner;
            let order = charge::order(state, seat, action, mode, *target, manner);
            forecast.attack = Some(odds::of_attack(state, &order, end));
        }
    }

    fn begin(&self, battle: &mut Access<Performing>, run: &Run<'_>, _what: &Primitive) {
        let declared = run.declared;
        battle.budget_mut(declared.seat).attacked = true;
        charge::begin(&mut battle.lend(), declared);
    }
}

fn charge_legal(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
    way: &[crate::grid::Square],
) -> Result<(), Refusal> {
    let (seat, action) = (declared.seat, declared.action);
    let strikes = charge::needs_mode(state, action);
    let mode = match declared.mode {
        Some(mode) => mode,
        None if strikes => return aimless(state),
        None => 0,
    };
    if strikes {
        at_hand::usable(state, seat, mode)?;
    }
    let replaces = |action| {
        let def = state.rules().actions.get(action);
        def.is_some_and(|def| def.replaces_attack)
    };
    if declared
        .manner
        .instead
        .is_some_and(|action| !replaces(action))
    {
        let reason = "You cannot do this in place of an attack.";
        return state.refuse(Topic::InsteadOfAttack, reason);
    }
    charge::legal(state, seat, action, mode, target, way)
}
