//! Ways to go, postures, riding and doors as primitives of actions.

use crate::combat::action::barred;
use crate::combat::action::declare;
use crate::combat::action::legality::{refusal, usable};
use crate::combat::action::rules::{PrimitiveRules, Run, User, Verdict};
use crate::combat::attack::odds;
use crate::combat::checks::difficulty;
use crate::combat::conditions;
use crate::combat::contract::forecast::Forecast;
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::movement;
use crate::combat::movement::{charge, climb, doors, leap, mode, mount, turn};
use crate::combat::state::chapters::Declaring;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::rules::primitive::{Posture, Primitive, Ride};
use crate::rules::{ActionId, Flag, Topic};

/// This chapter among the others.
pub(crate) struct Movements;

impl PrimitiveRules for Movements {
    fn possible(&self, state: &State, user: User, what: &Primitive) -> Verdict {
        let seat = user.seat;
        let refuse = |topic, reason: &str| Some(Err(refusal(state.rules(), topic, reason)));
        let bar = |flag, topic, what: &str| {
            let barred = conditions::has(state, seat, flag);
            barred.then(|| Err(barred::by(state, seat, flag, topic, what)))
        };
        let prone = conditions::has(state, seat, Flag::Prone);
        let goes = matches!(
            what,
            Primitive::Move(_) | Primitive::Step | Primitive::Charge(_)
        );
        if goes
            && let Some(refused) = bar(Flag::NoMovement, Topic::Move, "you cannot leave your place")
        {
            return Some(refused);
        }
        match what {
            Primitive::Posture(Posture::Up)
                if !prone && !conditions::has(state, seat, Flag::Kneeling) =>
            {
                refuse(Topic::StandUp, "You are already standing.")
            }
            Primitive::Posture(Posture::Down) if prone => {
                refuse(Topic::DropProne, "You are already prone.")
            }
            Primitive::Leap(def) => Some(leap::possible(state, seat, *def)),
            Primitive::Charge(_) => bar(Flag::NoRunning, Topic::Charge, "you cannot charge"),
            Primitive::Step => bar(Flag::NoStep, Topic::FreeStep, "you cannot step"),
            Primitive::Ride(ride) => Some(mount::possible(state, seat, *ride)),
            _ => None,
        }
    }

    fn legal(
        &self,
        state: &State,
        declared: &DeclaredAction,
        _cites: Option<Topic>,
        what: &Primitive,
    ) -> Verdict {
        let (seat, action) = (declared.seat, declared.action);
        let verdict = match (what, &declared.aim) {
            (Primitive::Move(_) | Primitive::Step | Primitive::Leap(_), Aim::Along(path)) => {
                movement::legal(state, seat, action, path)
            }
            (Primitive::Ground(ground), Aim::Along(path)) => {
                doors::legal(state, seat, *ground, path)
            }
            (Primitive::Posture(Posture::QuarterTurn), Aim::Along(path)) => {
                turn::legal(state, seat, path)
            }
            (Primitive::Ride(Ride::On), Aim::At(mount)) => mount::legal(state, seat, *mount),
            (Primitive::Ride(Ride::Off), Aim::Along(path)) => {
                mount::legal_dismount(state, seat, path)
            }
            (Primitive::Charge(_), Aim::Charge(target, way)) => {
                charge_legal(state, declared, *target, way)
            }
            (Primitive::Posture(Posture::Up | Posture::Down), _)
            | (Primitive::Ride(Ride::Obeys | Ride::Balks), _) => return None,
            _ => declare::aimless(state),
        };
        Some(verdict)
    }

    fn continues(
        &self,
        state: &State,
        seat: Seat,
        action: ActionId,
        aim: &Aim,
        what: &Primitive,
    ) -> bool {
        match (what, aim) {
            (Primitive::Move(_), Aim::Along(path)) => {
                movement::continues(state, seat, action, path)
            }
            (Primitive::Move(_), _) => mode::under_way(state, seat, action).is_some(),
            _ => false,
        }
    }

    fn forecast(
        &self,
        state: &State,
        declared: &DeclaredAction,
        what: &Primitive,
        forecast: &mut Forecast,
    ) {
        let (seat, action) = (declared.seat, declared.action);
        match (what, &declared.aim) {
            (Primitive::Move(_) | Primitive::Step | Primitive::Leap(_), Aim::Along(path)) => {
                forecast.path = movement::price(state, seat, action, path).ok();
                forecast.success = climb::chance(state, declared);
            }
            (Primitive::Charge(_), Aim::Charge(target, way)) if forecast.refusal.is_none() => {
                let form = declared.form.unwrap_or(0);
                forecast.path = charge::price(state, seat, action, form, *target, way).ok();
                let end = forecast.path.as_ref().and_then(|path| path.squares.last());
                let end = state
                    .area(seat)
                    .zip(end)
                    .map(|(here, anchor)| here.moved_to(*anchor));
                let (ends, success) = charge::outcome(state, seat, action, form, *target);
                forecast.success = success;
                if ends == charge::End::Attack {
                    let manner = declared.manner;
                    let order = charge::order(state, seat, action, form, *target, manner);
                    forecast.attack = Some(odds::of_attack(state, &order, end));
                }
            }
            _ => {}
        }
    }

    fn declare(
        &self,
        battle: &mut Access<Declaring>,
        declared: &DeclaredAction,
        continues: bool,
        what: &Primitive,
    ) {
        if let Primitive::Move(walk) = what
            && let Some((stat, against)) = walk.check
            && !continues
        {
            difficulty::roll(&mut battle.lend(), declared.seat, stat, against);
        }
    }

    fn begin(&self, battle: &mut Access<Declaring>, run: &Run<'_>, what: &Primitive) {
        let declared = run.declared;
        let seat = declared.seat;
        match (what, &declared.aim) {
            (Primitive::Move(_) | Primitive::Step | Primitive::Leap(_), _) => {
                movement::begin(&mut battle.lend(), declared);
            }
            (Primitive::Charge(_), _) => {
                battle.budget_mut(seat).attacked = true;
                charge::begin(&mut battle.lend(), declared);
            }
            (Primitive::Ground(ground), Aim::Along(path)) => {
                doors::begin(&mut battle.lend(), seat, *ground, path);
            }
            (Primitive::Posture(Posture::Up), _) => movement::stand_up(&mut battle.lend(), seat),
            (Primitive::Posture(Posture::Down), _) => {
                movement::drop_prone(&mut battle.lend(), seat)
            }
            (Primitive::Posture(Posture::QuarterTurn), Aim::Along(path)) => {
                turn::begin(&mut battle.lend(), seat, path);
            }
            (Primitive::Ride(ride), aim) => mount::begin(&mut battle.lend(), seat, *ride, aim),
            _ => {}
        }
    }
}

fn charge_legal(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
    way: &[crate::grid::Square],
) -> Result<(), Refusal> {
    let (seat, action) = (declared.seat, declared.action);
    let strikes = charge::needs_form(state, action);
    let form = match declared.form {
        Some(form) => form,
        None if strikes => return declare::aimless(state),
        None => 0,
    };
    if strikes {
        usable(state, seat, form)?;
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
        return Err(refusal(state.rules(), Topic::InsteadOfAttack, reason));
    }
    charge::legal(state, seat, action, form, target, way)
}
