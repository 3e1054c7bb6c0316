//! Ways to go, postures, riding, carrying and doors as primitives of actions.

use crate::combat::checks;
use crate::combat::checks::difficulty;
use crate::combat::conditions::barred;
use crate::combat::contract::{Aim, Forecast, PathForecast, Seat};
use crate::combat::movement::{
    carry, doors, hazard, leap, mode, mount, speed, squeeze, swim, toll, tumble, turn,
};
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{Acting, PrimitiveRules, Run, State, Turning, User, refusal};
use crate::combat::{conditions, movement};
use crate::grid::{Area, Cost};
use crate::rules::{ActionId, Carry, Exempt, Flag, MovementPart, Posture, Ride, Topic};

/// Rules of the primitives of movement.
pub(crate) struct Movements;

impl<'a> PrimitiveRules<MovementPart<'a>> for Movements {
    fn concerns(
        &self,
        state: &State,
        seat: Seat,
        _action: ActionId,
        what: MovementPart<'_>,
    ) -> bool {
        match what {
            MovementPart::Move(way) if way.flies => speed::in_air(state, seat) > 0,
            MovementPart::Move(way) if way.tumbles.is_some_and(|def| def.trained) => {
                (way.tumbles).is_some_and(|def| checks::is_trained(state, seat, def.check))
            }
            MovementPart::Carry(way) => carry::concerns(state, seat, way),
            MovementPart::Move(way) if way.swims => speed::in_water(state, seat) == 0,
            MovementPart::Move(way) if way.wriggles.is_some() => {
                squeeze::can_be_wedged(state, seat)
            }
            MovementPart::Move(_)
            | MovementPart::Step
            | MovementPart::Leap(_)
            | MovementPart::Posture(_)
            | MovementPart::Ride(_)
            | MovementPart::Ground(_) => true,
        }
    }

    fn possible(&self, state: &State, user: User, what: MovementPart<'_>) -> Verdict {
        let seat = user.seat;
        let refuse = |topic, reason: &'static str| Some(state.refuse(topic, reason));
        let bar = |flag, topic, what| {
            let barred = barred::check(state, seat, flag, topic, what);
            barred.err().map(Err)
        };
        let prone = conditions::has(state, seat, Flag::Prone);
        let goes = matches!(what, MovementPart::Move(_) | MovementPart::Step);
        if goes
            && let Some(refused) = bar(Flag::NoMovement, Topic::Move, "you cannot leave your place")
        {
            return Some(refused);
        }
        match what {
            MovementPart::Posture(Posture::Up)
                if !prone && !conditions::has(state, seat, Flag::Kneeling) =>
            {
                refuse(Topic::StandUp, "You are already standing.")
            }
            MovementPart::Posture(Posture::Down) if prone => {
                refuse(Topic::DropProne, "You are already prone.")
            }
            MovementPart::Move(way) if way.flies && speed::in_air(state, seat) == 0 => {
                // To withdraw or run in a way that one has not is forbidden by the rule of that (SP-FULL-21).
                let special = way.exempt != Exempt::Nothing || way.straight;
                let own = state.rules().action_rules(user.action).first();
                let own = own.filter(|_| special);
                let mut refused = refusal::refusal(state, Topic::Move, "You cannot fly.");
                refused.rule = own.copied().or(refused.rule);
                Some(Err(refused))
            }
            MovementPart::Move(way) if let Err(refused) = swim::suits(state, seat, way) => {
                Some(Err(refused))
            }
            MovementPart::Move(way) if let Some(def) = &way.tumbles => {
                Some(tumble::possible(state, seat, def))
            }
            MovementPart::Leap(def) => Some(leap::possible(state, seat, def)),
            MovementPart::Step => bar(Flag::NoStep, Topic::FreeStep, "you cannot step"),
            MovementPart::Ride(ride) => Some(mount::possible(state, seat, ride)),
            MovementPart::Carry(way) => Some(carry::possible(state, seat, way)),
            MovementPart::Move(_) | MovementPart::Posture(_) | MovementPart::Ground(_) => None,
        }
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: MovementPart<'_>) -> Verdict {
        let declared = run.declared;
        let (seat, action) = (declared.seat, declared.action);
        let verdict = match (what, &declared.aim) {
            (
                MovementPart::Move(_) | MovementPart::Step | MovementPart::Leap(_),
                Aim::Along(path),
            ) => movement::legal(state, seat, action, path),
            (MovementPart::Ground(ground), Aim::Along(path)) => {
                doors::legal(state, seat, ground, path)
            }
            (MovementPart::Posture(Posture::QuarterTurn), Aim::Along(path)) => {
                turn::legal(state, seat, path)
            }
            (MovementPart::Ride(Ride::On), Aim::At(mount)) => mount::legal(state, seat, *mount),
            (MovementPart::Ride(Ride::Off), Aim::Along(path)) => {
                mount::legal_dismount(state, seat, path)
            }
            (MovementPart::Carry(Carry::Up), Aim::At(other)) => carry::legal(state, seat, *other),
            (MovementPart::Carry(Carry::Down | Carry::Off), Aim::Along(path)) => {
                carry::legal_down(state, seat, path)
            }
            (MovementPart::Posture(Posture::Up | Posture::Down), _)
            | (MovementPart::Ride(Ride::Obeys | Ride::Balks), _) => return None,
            (
                MovementPart::Move(_)
                | MovementPart::Step
                | MovementPart::Leap(_)
                | MovementPart::Posture(Posture::QuarterTurn)
                | MovementPart::Ride(Ride::On | Ride::Off)
                | MovementPart::Carry(_)
                | MovementPart::Ground(_),
                _,
            ) => refusal::aimless(state),
        };
        Some(verdict)
    }

    fn continues(&self, state: &State, user: User, aim: &Aim, what: MovementPart<'_>) -> bool {
        let seat = user.seat;
        let action = user.action;
        match (what, aim) {
            (MovementPart::Move(_), Aim::Along(path)) => {
                movement::continues(state, seat, action, path)
            }
            (MovementPart::Move(_), _) => mode::under_way(state, seat, action).is_some(),
            (
                MovementPart::Step
                | MovementPart::Leap(_)
                | MovementPart::Posture(_)
                | MovementPart::Ride(_)
                | MovementPart::Carry(_)
                | MovementPart::Ground(_),
                _,
            ) => false,
        }
    }

    fn forecast(
        &self,
        state: &State,
        run: &Run<'_>,
        what: MovementPart<'_>,
        forecast: &mut Forecast,
    ) {
        let declared = run.declared;
        let (seat, action) = (declared.seat, declared.action);
        if let (
            MovementPart::Move(_) | MovementPart::Step | MovementPart::Leap(_),
            Aim::Along(path),
        ) = (what, &declared.aim)
        {
            forecast.path = movement::price(state, seat, action, path).ok();
            forecast.success = forecast.path.as_ref().and_then(PathForecast::succeeds);
        }
        if let (Some(put), Aim::Along(path)) = (puts(state, seat, what), &declared.aim)
            && let &[to] = path.as_slice()
            && forecast.refusal.is_none()
        {
            let from = state.area(put).map(|area| area.anchor);
            let from = from.map(|anchor| Area::new(anchor, state.who(put).footprint));
            let step = (to, Cost::ZERO);
            forecast.path =
                from.and_then(|from| toll::of_entry(state, (put, from), action, step, 1.0));
        }
    }

    fn declare(&self, battle: &mut Turning, run: &Run<'_>, what: MovementPart<'_>) {
        let declared = run.declared;
        let continues = run.continues;
        if let MovementPart::Move(walk) = what
            && let Some((stat, against)) = walk.check
            && !continues
        {
            difficulty::roll(battle, declared.seat, stat, against);
        }
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: MovementPart<'_>) {
        let declared = run.declared;
        let seat = declared.seat;
        match (what, &declared.aim) {
            (MovementPart::Move(_) | MovementPart::Step | MovementPart::Leap(_), _) => {
                movement::begin(battle, declared);
            }
            (MovementPart::Ground(ground), Aim::Along(path)) => {
                doors::begin(battle, seat, ground, path);
            }
            (MovementPart::Posture(Posture::Up), _) => movement::stand_up(battle, seat),
            (MovementPart::Posture(Posture::Down), _) => movement::drop_prone(battle, seat),
            (MovementPart::Posture(Posture::QuarterTurn), Aim::Along(path)) => {
                turn::begin(battle, seat, path);
            }
            (MovementPart::Ride(ride), aim) => mount::begin(battle, seat, ride, aim),
            (MovementPart::Carry(way), aim) => carry::begin(battle, seat, way, aim),
            // Neither is legal without squares.
            (MovementPart::Posture(Posture::QuarterTurn) | MovementPart::Ground(_), _) => {}
        }
        hazard::tread(battle);
    }
}

/// The combatant that a primitive puts into a square without a walk.
fn puts(state: &State, seat: Seat, what: MovementPart<'_>) -> Option<Seat> {
    match what {
        MovementPart::Ride(Ride::Off) => Some(seat),
        MovementPart::Carry(Carry::Down | Carry::Off) => carry::carried_by(state, seat),
        MovementPart::Move(_)
        | MovementPart::Step
        | MovementPart::Leap(_)
        | MovementPart::Posture(_)
        | MovementPart::Ride(Ride::On | Ride::Obeys | Ride::Balks)
        | MovementPart::Carry(Carry::Up)
        | MovementPart::Ground(_) => None,
    }
}
