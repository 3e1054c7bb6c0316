//! Carrying a comrade (SP-MVT-02).
//!
//! Who carries whom is kept as a pair of conditions, each imposed by the other; the two share one space,
//! and the one who is carried goes where the other goes ([`put`](super::put)). It weighs like a heavy load.

use crate::combat::conditions;
use crate::combat::conditions::riding;
use crate::combat::contract::{Aim, Reason, Refusal, Seat};
use crate::combat::movement::mount::{is_free, nearest_free};
use crate::combat::movement::place::{Shift, moved, occupy};
use crate::combat::state::{Acting, Afflicting, State};
use crate::grid::{Area, Square};
use crate::rules::{Carry, ConditionId, Flag, Topic};

/// Whether the combatant's state allows this much of carrying.
pub(crate) fn possible(state: &State, seat: Seat, carry: Carry) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Carry, reason);
    let carries = riding::burden_of(state, seat).is_some();
    let borne = riding::bearer_of(state, seat).is_some();
    let rides = riding::mount_of(state, seat).or(riding::rider_of(state, seat));
    match carry {
        Carry::Up if carries => refuse("You already carry a comrade."),
        Carry::Up if borne || rides.is_some() => {
            refuse("You cannot lift a comrade while you ride or are carried.")
        }
        Carry::Down if !carries => refuse("You carry no comrade."),
        Carry::Off if !borne => refuse("You are not carried."),
        Carry::Up | Carry::Down | Carry::Off => Ok(()),
    }
}

/// Whether a combatant can lift this one.
pub(crate) fn legal(state: &State, seat: Seat, other: Seat) -> Result<(), Refusal> {
    let who = state.who(other);
    let refuse = |reason: Reason| state.refuse(Topic::Carry, reason);
    let cannot = || Reason::from("You cannot lift ").name(other);
    let places = state.area(seat).zip(state.area(other));
    if seat == other || state.enemies(seat, other) {
        return refuse("You can lift a comrade only.".into());
    }
    if !places.is_some_and(|(here, there)| state.field.adjoin(here, there)) {
        return refuse(Reason::of(other).text(" is not next to you."));
    }
    if !conditions::has(state, other, Flag::Helpless) {
        return refuse(Reason::of(other).text(" can still go by itself."));
    }
    if who.size > state.who(seat).size {
        return refuse(cannot().text(": it is larger than you."));
    }
    if conditions::has(state, other, Flag::Held) {
        return refuse(cannot().text(": it is held."));
    }
    if riding::bearer_of(state, other).is_some() {
        return refuse(Reason::of(other).text(" is carried already."));
    }
    Ok(())
}

/// The combatant that is set down, by its bearer or by its own will.
pub(super) fn carried_by(state: &State, seat: Seat) -> Option<Seat> {
    pair(state, seat).map(|(_, carried)| carried)
}

/// The pair of which a combatant is one: who carries and who is carried.
fn pair(state: &State, seat: Seat) -> Option<(Seat, Seat)> {
    let carries = riding::burden_of(state, seat).map(|other| (seat, other));
    carries.or_else(|| riding::bearer_of(state, seat).map(|other| (other, seat)))
}

/// Whether the one who is carried can be set down in this square.
pub(crate) fn legal_down(state: &State, seat: Seat, path: &[Square]) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Carry, reason);
    let (Some((bearer, carried)), &[square]) = (pair(state, seat), path) else {
        return refuse("Choose one free square next to you.");
    };
    let to = Area::new(square, state.who(carried).footprint);
    let beside = (state.area(bearer)).is_some_and(|here| state.field.adjoin(here, to));
    if !beside || !is_free(state, carried, to) {
        return refuse("You need a free square next to you.");
    }
    Ok(())
}

/// Lifting and setting down.
pub(super) fn begin(battle: &mut Acting, seat: Seat, carry: Carry, aim: &Aim) {
    match (carry, aim) {
        (Carry::Up, Aim::At(other)) if legal(battle, seat, *other).is_ok() => {
            lift(battle, seat, *other);
        }
        (Carry::Down | Carry::Off, Aim::Along(path)) if legal_down(battle, seat, path).is_ok() => {
            if let Some((bearer, carried)) = pair(battle, seat) {
                set_down(battle, (bearer, carried), path[0], false);
            }
        }
        (Carry::Up | Carry::Down | Carry::Off, _) => {}
    }
}

fn lift(battle: &mut Afflicting, seat: Seat, other: Seat) {
    let known = |flag: Flag| -> Option<ConditionId> {
        let mut all = battle.rules().conditions.iter();
        all.find(|(_, def)| def.flags.contains(&flag))
            .map(|(id, _)| id)
    };
    let (Some(carrying), Some(carried)) = (known(Flag::Carrying), known(Flag::Carried)) else {
        return;
    };
    let (Some(from), Some(to)) = (battle.area(other), battle.area(seat)) else {
        return;
    };
    conditions::begin(battle, seat, carrying, Some(other));
    conditions::begin(battle, other, carried, Some(seat));
    told(battle, other, (from, to), false);
    occupy(battle, other, to, Topic::Carry);
}

fn told(battle: &mut Afflicting, seat: Seat, (from, to): (Area, Area), forced: bool) {
    let shift = Shift {
        from,
        to: to.anchor,
        cost_twelfths: 0,
        forced,
    };
    moved(battle, seat, shift, &[Topic::Carry]);
}

fn set_down(battle: &mut Afflicting, (bearer, carried): (Seat, Seat), to: Square, forced: bool) {
    part(battle, bearer, carried);
    let Some(from) = battle.area(carried) else {
        return;
    };
    let area = Area::new(to, battle.who(carried).footprint);
    told(battle, carried, (from, area), forced);
    occupy(battle, carried, area, Topic::Carry);
}

/// Ends what makes the two a pair.
fn part(battle: &mut Afflicting, bearer: Seat, carried: Seat) {
    for (one, by, flag) in [
        (bearer, carried, Flag::Carrying),
        (carried, bearer, Flag::Carried),
    ] {
        let bearing: Vec<_> = conditions::in_force(battle, one)
            .filter(|(_, def)| def.flags.contains(&flag))
            .map(|(id, _)| id)
            .collect();
        for id in bearing {
            conditions::end_by(battle, one, Some(id), by);
        }
    }
}

/// Whom a combatant carries goes where it goes, and stays behind where it leaves the map.
pub(super) fn along(battle: &mut Afflicting, seat: Seat, to: Option<Area>) {
    let Some(carried) = riding::burden_of(battle, seat) else {
        return;
    };
    let (Some(from), Some(to)) = (battle.area(carried), to) else {
        return part(battle, seat, carried);
    };
    if from != to {
        battle.set_area(carried, Some(to));
        told(battle, carried, (from, to), false);
    }
}

/// Lets the one fall whom a combatant carries that goes down itself: into the nearest free square.
pub(super) fn drop(battle: &mut Afflicting, seat: Seat) {
    let Some(carried) = riding::burden_of(battle, seat) else {
        return;
    };
    let Some(here) = battle.area(carried) else {
        return;
    };
    let beside = nearest_free(battle, carried, here);
    let to = beside.unwrap_or(here.anchor);
    set_down(battle, (seat, carried), to, true);
}

/// Whether this part of carrying is for a combatant at all: to lift for any, the rest for one of a pair.
pub(crate) fn concerns(state: &State, seat: Seat, carry: Carry) -> bool {
    match carry {
        Carry::Up => true,
        Carry::Down => riding::burden_of(state, seat).is_some(),
        Carry::Off => riding::bearer_of(state, seat).is_some(),
    }
}
