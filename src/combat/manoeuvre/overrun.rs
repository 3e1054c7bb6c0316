//! Overrun: charging right over a combatant in the lane.

use crate::combat::attack::odds;
use crate::combat::conditions;
use crate::combat::conditions::riding;
use crate::combat::contract::{Aim, EventKind, Reason, Refusal, Request, Seat, Yielding};
use crate::combat::manoeuvre::bull_rush::retreat;
use crate::combat::manoeuvre::{contest, trip};
use crate::combat::movement::mode;
use crate::combat::state::{
    Answered, AttackOrder, DeclaredAction, Overrun, OverrunStage, Pace, State, Turning, Walk,
    Wounding,
};
use crate::combat::{economy, threat};
use crate::rules::{ActionId, Flag, Provokes, Topic};

/// Whether the sizes of the two allow an overrun.
pub(crate) fn size_fits(state: &State, seat: Seat, victim: Seat) -> Result<(), Refusal> {
    let rule = &state.rules().policies.manoeuvres.overrun;
    let above = state.who(victim).size.steps_above(state.who(seat).size);
    let exceeds = |most: Option<i32>, steps: i32| most.is_some_and(|most| steps > most);
    let what = match () {
        () if exceeds(rule.larger_at_most, above) => "large",
        () if exceeds(rule.smaller_at_most, -above) => "small",
        () => return Ok(()),
    };
    let reason = Reason::of(victim).text(format!(" is too {what} for you to overrun it."));
    state.refuse(Topic::Overrun, reason)
}

/// Whether a combatant can stand in the way at all. The helpless are passed like nothing (AH-MOVE-08,
/// CD-MOVE-15). Where a trip decides, nor can it be those who lie, and those who can do nothing do not
/// choose to (CD-OVER-03); a plain check meets them as well (AH-ALIST-18).
fn resists(state: &State, victim: Seat) -> bool {
    let trips = state.rules().policies.manoeuvres.overrun.touch;
    let stands = conditions::able(state, victim) && !conditions::has(state, victim, Flag::Prone);
    !conditions::has(state, victim, Flag::Helpless) && (stands || !trips)
}

/// Whether a combatant can step aside: none that can do nothing, lies, or is kept where it is.
fn may_avoid(state: &State, victim: Seat) -> bool {
    conditions::able(state, victim)
        && !conditions::has(state, victim, Flag::Prone)
        && mode::held_fast(state, victim).is_ok()
}

/// Whether an overrun provokes from the one in the way only as it comes into its space: what provokes from
/// the target alone does so at once only where the target reaches the mover (AH-ALIST-18).
pub(crate) fn provokes_late(state: &State, (seat, victim): (Seat, Seat), action: ActionId) -> bool {
    let reaches = |area| threat::threateners(state, seat, area).contains(&victim);
    economy::provokes(state, seat, action) == Provokes::FromTarget
        && state.area(seat).is_some_and(|area| !reaches(area))
}

/// The mover stands in the space of the one in the way, who is asked to step aside.
pub(crate) fn meet(battle: &mut Wounding, mut walk: Walk) {
    let Some(mut overrun) = walk.overrun else {
        return;
    };
    let (victim, by) = (overrun.victim, walk.seat);
    if !resists(battle, victim) {
        overrun.state = OverrunStage::Past;
        walk.overrun = Some(overrun);
        walk.pace = Pace::Entered;
        return battle.push(walk);
    }
    walk.pace = Pace::Contested;
    if !may_avoid(battle, victim) {
        return withstand(battle, walk, overrun);
    }
    let request = Request::Yield {
        seat: victim,
        by,
        what: Yielding::Way,
    };
    battle.ask(request, walk);
}

/// The answer of the one in the way.
pub(crate) fn answer(battle: &mut Turning, (mut walk, _, choice): Answered<Walk>) {
    let Some(mut overrun) = walk.overrun else {
        return;
    };
    let (runner, victim) = (walk.seat, overrun.victim);
    if choice.accepts() {
        overrun.state = OverrunStage::Past;
        walk.overrun = Some(overrun);
        walk.pace = Pace::Entered;
        battle.emit(
            &[Topic::OverrunAvoided],
            EventKind::Yielded {
                seat: victim,
                by: runner,
            },
        );
        return battle.push(walk);
    }
    withstand(battle, walk, overrun);
}

/// The one in the way stands its ground: the check, or the touch and trip that decide.
fn withstand(battle: &mut Wounding, mut walk: Walk, mut overrun: Overrun) {
    let (runner, victim, action) = (walk.seat, overrun.victim, walk.action);
    if battle.rules().policies.manoeuvres.overrun.touch {
        battle.push(walk);
        let mut declared = DeclaredAction {
            mode: Some(overrun.mode),
            ..DeclaredAction::new(runner, action, Aim::At(victim))
        };
        if let Some(charge) = contest::of_action(battle, action) {
            declared = declared.waiting_at(battle, charge, 0);
        }
        return super::common::touch(battle, declared, victim);
    }
    let checks = trip::contest(battle, action, runner, victim);
    let topic = Topic::OverrunBlocked;
    if checks.is_some_and(|checks| checks.roll(battle, topic).is_some()) {
        // It may have been down before: what counts is the check.
        overrun.state = OverrunStage::Past;
        walk.overrun = Some(overrun);
        walk.pace = Pace::Entered;
        battle.push(walk);
        return trip::fell(battle, victim);
    }
    battle.push(walk);
    answer_back(battle, runner, victim);
}

/// One that stood its ground against a plain check tries at once to throw the runner down, where the rules
/// say so. Nothing is asked: it has nothing to lose (SP-MVT-11).
fn answer_back(battle: &mut Wounding, runner: Seat, victim: Seat) {
    let rule = battle.rules().policies.manoeuvres.overrun.clone();
    if !rule.answered || !conditions::able(battle, victim) {
        return;
    }
    let checks = contest::of(battle, &rule, (victim, runner), &[], [None, None]);
    let topic = Topic::OverrunFails;
    if checks.is_some_and(|checks| checks.roll(battle, topic).is_some()) {
        trip::fell(battle, runner);
    }
}

/// The checks are over: the mover goes on over the combatant that has fallen, or its charge ends here.
pub(crate) fn resolve(battle: &mut Wounding, mut walk: Walk) {
    let Some(mut overrun) = walk.overrun else {
        return;
    };
    let OverrunStage::Met(from) = overrun.state else {
        return;
    };
    let (seat, victim) = (walk.seat, overrun.victim);
    let down = |state: &State, one: Seat| {
        !conditions::able(state, one) || conditions::has(state, one, Flag::Prone)
    };
    let trips = battle.rules().policies.manoeuvres.overrun.touch;
    // Back to the last free square; a charge goes back where it came from, free or not (CD-OVER-05).
    let back = match trips {
        true => from,
        false => from.moved_to(walk.footing),
    };
    let riderless = riderless(battle, &overrun);
    if let Some(mount) = riderless {
        // Its rider was thrown beside it: it goes back alone.
        retreat(battle, mount, back, Topic::OverrunFails);
    }
    if riderless.is_some() || trips && down(battle, seat) {
        // Tripped in return: it lies where it is.
        if let Some(area) = battle.area(seat) {
            let at = area.anchor;
            battle.emit(
                &[Topic::OverrunFails],
                EventKind::MovementStopped { seat, at },
            );
        }
    } else if trips && down(battle, victim) {
        overrun.state = OverrunStage::Past;
        walk.overrun = Some(overrun);
        walk.pace = Pace::Entered;
        battle.push(walk);
    } else {
        retreat(battle, seat, back, Topic::OverrunFails);
        let at = back.anchor;
        battle.emit(
            &[Topic::OverrunFails],
            EventKind::MovementStopped { seat, at },
        );
    }
}

/// The mount that stands in the space of the victim after the runner was thrown off it there.
fn riderless(state: &State, overrun: &Overrun) -> Option<Seat> {
    let (mount, space) = (overrun.mount?, state.area(overrun.victim)?);
    let inside = state.area(mount).is_some_and(|at| at.overlaps(space));
    let stands = conditions::able(state, mount) && !conditions::has(state, mount, Flag::Prone);
    (inside && stands && riding::rider_of(state, mount).is_none()).then_some(mount)
}

/// The chance to run a combatant down who stands its ground.
pub(crate) fn chance(state: &State, seat: Seat, victim: Seat, mode: u8) -> Option<f64> {
    if !resists(state, victim) {
        return Some(1.0);
    }
    let rule = &state.rules().policies.manoeuvres.overrun;
    let won = contest::of(state, rule, (seat, victim), &[], [None, None])?.chance();
    Some(if rule.touch {
        odds::of_touch(state, &AttackOrder::plain(seat, victim, mode)) * won
    } else {
        won
    })
}
