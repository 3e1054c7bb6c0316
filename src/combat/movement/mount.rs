//! Riders and their mounts.
//!
//! The two share one space and one turn: the mount's, of which the rider decides. Who rides whom is
//! kept as a pair of conditions, each imposed by the other.

use crate::combat::action::budget;
use crate::combat::action::declare::DeclaredAction;
use crate::combat::action::legality::refusal;
use crate::combat::checks;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Aim, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::damage::dying;
use crate::combat::movement::place::occupy;
use crate::combat::movement::put;
use crate::combat::movement::terrain;
use crate::combat::state::{Arena, State};
use crate::grid::{Area, Passage, Square};
use crate::rules::{ActionCost, ActionDef, Capability, ConditionDef, Flag, Procedure, Stat, Topic};

/// Whom somebody rides, if it rides.
pub fn mount_of(arena: &State, rider: Seat) -> Option<Seat> {
    partner(arena, rider, Flag::Mounted)
}

/// Who rides somebody, if anybody does.
pub fn rider_of(arena: &State, mount: Seat) -> Option<Seat> {
    partner(arena, mount, Flag::Ridden)
}

fn partner(arena: &State, seat: Seat, flag: Flag) -> Option<Seat> {
    let table = &arena.rules().conditions;
    let active = arena.conditions(seat).iter();
    active
        .filter(|c| table[c.condition].flags.contains(&flag))
        .find_map(|c| c.by)
}

/// Whether these two are rider and mount.
pub fn are_pair(arena: &State, a: Seat, b: Seat) -> bool {
    mount_of(arena, a) == Some(b) || mount_of(arena, b) == Some(a)
}

/// Whose legs carry somebody: its own, or those of its mount.
pub fn carrier(arena: &State, seat: Seat) -> Seat {
    mount_of(arena, seat).unwrap_or(seat)
}

/// Whether a rider strikes down at somebody smaller than its mount and on foot.
pub fn looks_down(arena: &State, attacker: Seat, target: Seat) -> bool {
    mount_of(arena, attacker).is_some_and(|mount| {
        mount_of(arena, target).is_none()
            && arena.who(target).size < arena.who(mount).size
            && target != mount
    })
}

/// Puts a rider and its mount somewhere together.
pub fn put_both(arena: &mut Arena, seat: Seat, area: Area) {
    put(arena, seat, Some(area));
    let others = [mount_of(arena, seat), rider_of(arena, seat)];
    for other in others.into_iter().flatten() {
        put(arena, other, Some(area));
    }
}

/// Whether the combatant's state allows an action, as far as riding goes: a mount that is not used
/// to war has to be brought under control in each turn before anything else is done.
pub fn possible(arena: &State, seat: Seat, def: &ActionDef) -> Result<(), Refusal> {
    let refuse = |topic, reason: &str| Err(refusal(arena.rules(), topic, reason));
    let mount = mount_of(arena, seat);
    match &def.procedure {
        Procedure::Mount if mount.is_some() => refuse(Topic::Mount, "It rides already."),
        Procedure::Dismount if mount.is_none() => refuse(Topic::Mount, "It does not ride."),
        Procedure::ControlMount { .. } if !is_restive(arena, seat) => {
            refuse(Topic::ControlMount, "There is no restive mount to control.")
        }
        Procedure::CalmMount { condition } => {
            let id = arena.rules().condition(condition);
            if mount.is_some_and(|mount| conditions::bears(arena, mount, id)) {
                Ok(())
            } else {
                refuse(Topic::CalmMount, "Its mount needs no calming of that kind.")
            }
        }
        Procedure::ControlMount { .. } | Procedure::Dismount | Procedure::EndTurn => Ok(()),
        Procedure::Delay | Procedure::Surrender => Ok(()),
        _ if matches!(def.cost, ActionCost::None | ActionCost::Free) => Ok(()),
        _ if is_restive(arena, seat) => refuse(
            Topic::ControlMount,
            "The mount is not used to war, and has to be controlled first.",
        ),
        _ => Ok(()),
    }
}

/// Whether somebody's mount has still to be controlled in this turn.
fn is_restive(arena: &State, seat: Seat) -> bool {
    let skittish = |mount: Seat| {
        let capabilities = &arena.who(mount).capabilities;
        capabilities.contains(&Capability::Skittish)
    };
    mount_of(arena, seat).is_some_and(skittish) && !arena.get(seat).budget.mount_controlled
}

/// Whether somebody can get onto this mount.
pub fn legal(arena: &State, seat: Seat, mount: Seat) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::Mount, reason));
    let (rider, beast) = (arena.get(seat), arena.get(mount));
    let (Some(from), Some(to)) = (arena.area(seat), arena.area(mount)) else {
        return refuse("There is nobody to ride.");
    };
    if seat == mount || !beast.who.capabilities.contains(&Capability::Mount) {
        return refuse("That is nothing to ride.");
    }
    if arena.enemies(seat, mount) {
        return refuse("It does not let an enemy onto its back.");
    }
    if beast.who.size <= rider.who.size {
        return refuse("A mount has to be larger than its rider.");
    }
    if !from.is_adjacent(to) {
        return refuse("The mount is not adjacent.");
    }
    if rider_of(arena, mount).is_some() {
        return refuse("Somebody rides it already.");
    }
    const DOWN: [Flag; 4] = [Flag::Prone, Flag::Helpless, Flag::NoActions, Flag::Held];
    for flag in DOWN {
        if conditions::has(arena, mount, flag) || conditions::has(arena, seat, flag) {
            return refuse("Not while one of the two is down or held.");
        }
    }
    Ok(())
}

/// Whether a rider can get off into this square.
pub fn legal_dismount(arena: &State, seat: Seat, path: &[Square]) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::Mount, reason));
    let (Some(mount), &[square]) = (mount_of(arena, seat), path) else {
        return refuse("Choose one square next to the mount.");
    };
    let Some(from) = arena.area(mount) else {
        return refuse("The mount is not on the map.");
    };
    let to = Area::new(square, arena.who(seat).footprint);
    if !from.is_adjacent(to) || !is_free(arena, seat, to) {
        return refuse("That square is not free, or not next to the mount.");
    }
    Ok(())
}

fn is_free(arena: &State, seat: Seat, to: Area) -> bool {
    let map = terrain::overlay(arena, seat);
    let others = arena.all().filter(|&other| other != seat);
    to.squares().all(|s| map.passage(s) == Passage::Open)
        && !others.into_iter().any(|other| {
            let area = arena.area(other);
            area.is_some_and(|area| area.overlaps(to)) && conditions::present(arena, other)
        })
}

/// Mounting, dismounting, controlling and calming.
pub fn begin(arena: &mut Arena, declared: &DeclaredAction, def: &ActionDef) {
    let seat = declared.seat;
    match (&def.procedure, &declared.aim) {
        (Procedure::Mount, Aim::At(mount)) => get_on(arena, seat, *mount),
        (Procedure::Dismount, Aim::Along(path)) if legal_dismount(arena, seat, path).is_ok() => {
            get_off(arena, seat, path[0], false);
        }
        (Procedure::ControlMount { difficulty }, _) => control(arena, seat, *difficulty),
        (Procedure::CalmMount { condition }, _) => calm(arena, seat, condition),
        _ => {}
    }
}

fn get_on(arena: &mut Arena, seat: Seat, mount: Seat) {
    if legal(arena, seat, mount).is_err() {
        return;
    }
    let (Some(from), Some(area)) = (arena.area(seat), arena.area(mount)) else {
        return;
    };
    let bearing = |flag| {
        let conditions = &arena.rules().conditions;
        let bears = |(_, def): &(_, &ConditionDef)| def.flags.contains(&flag);
        conditions.iter().find(bears).map(|(id, _)| id)
    };
    let (Some(mounted), Some(ridden)) = (bearing(Flag::Mounted), bearing(Flag::Ridden)) else {
        return;
    };
    conditions::begin(arena, seat, mounted, Some(mount));
    conditions::begin(arena, mount, ridden, Some(seat));
    told(arena, seat, from.anchor, area.anchor, false);
    occupy(arena, seat, area, Topic::Mount);
}

fn told(arena: &mut Arena, seat: Seat, from: Square, to: Square, forced: bool) {
    let moved = EventKind::Moved {
        seat,
        from,
        to,
        cost_twelfths: 0,
        forced,
    };
    arena.emit(&[Topic::Mount], moved);
}

fn get_off(arena: &mut Arena, seat: Seat, to: Square, forced: bool) {
    let Some(mount) = mount_of(arena, seat) else {
        return;
    };
    part(arena, seat, mount);
    let from = arena.area(seat).map_or(to, |area| area.anchor);
    let area = Area::new(to, arena.who(seat).footprint);
    told(arena, seat, from, to, forced);
    occupy(arena, seat, area, Topic::Mount);
}

/// Ends what makes the two a pair, and what the rider shared with its mount.
fn part(arena: &mut Arena, rider: Seat, mount: Seat) {
    for (bearer, by, flag) in [(rider, mount, Flag::Mounted), (mount, rider, Flag::Ridden)] {
        let bearing: Vec<_> = conditions::in_force(arena, bearer)
            .filter(|(_, def)| def.flags.contains(&flag))
            .map(|(id, _)| id)
            .collect();
        for id in bearing {
            conditions::end_by(arena, bearer, Some(id), by);
        }
    }
    // Its own space is wide enough for it.
    conditions::end_known(arena, rider, arena.book.known.squeezing);
}

/// Throws a rider off whose mount goes down, or who goes down itself.
pub fn unseat(arena: &mut Arena, seat: Seat) {
    let rider = match (mount_of(arena, seat), rider_of(arena, seat)) {
        (Some(_), _) => seat,
        (None, Some(rider)) => rider,
        (None, None) => return,
    };
    let Some(from) = arena.area(rider) else {
        return;
    };
    let footprint = arena.who(rider).footprint;
    let squares = arena.field.dimensions.squares();
    let beside = squares
        .filter(|&square| {
            let to = Area::new(square, footprint);
            !to.overlaps(from) && is_free(arena, rider, to)
        })
        .min_by_key(|&square| {
            let steps = from.nearest_to(Area::single(square)).steps_to(square);
            (steps, square)
        });
    if let Some(to) = beside {
        get_off(arena, rider, to, true);
        conditions::begin_known(arena, rider, arena.book.known.prone, None);
    }
}

/// A check of riding; a failure uses up the whole turn.
fn control(arena: &mut Arena, seat: Seat, against: i32) {
    let check = DifficultyCheck::of_stat(arena, seat, Stat::Ride, against);
    let success = check.succeeds(arena, &[Topic::ControlMount]);
    let budget = arena.get_mut(seat).budget.into_inner();
    budget.mount_controlled = success;
    budget.restricted = true;
    budget.movement = 0;
    if !success {
        budget.standard = 0;
        budget.swift = 0;
        budget.closed = true;
    }
}

/// The chance that a check of riding brings a mount under control.
pub fn control_chance(arena: &State, seat: Seat, against: i32) -> f64 {
    DifficultyCheck::of_stat(arena, seat, Stat::Ride, against).chance()
}

/// The rider rolls a save for its mount.
fn calm(arena: &mut Arena, seat: Seat, condition: &str) {
    let Some(mount) = mount_of(arena, seat) else {
        return;
    };
    if checks::save(arena, seat, Stat::Will, 0) {
        let id = arena.rules().condition(condition);
        conditions::end_known(arena, mount, id);
    }
}

/// What falls to a mount at the start of its rider's turn.
pub fn start_of_turn(arena: &mut Arena, rider: Seat) {
    if let Some(mount) = mount_of(arena, rider) {
        let ends = crate::combat::state::combatant::Ending::StartOfTurn(mount);
        conditions::end_where(arena, |_, other| other == ends);
        budget::renew_reactions(arena, mount);
        dying::start_of_turn(arena, mount);
    }
}

/// What falls to a mount at the end of its rider's turn.
pub fn end_of_turn(arena: &mut Arena, rider: Seat) {
    if let Some(mount) = mount_of(arena, rider) {
        let ends = crate::combat::state::combatant::Ending::EndOfTurn(mount);
        conditions::end_where(arena, |_, other| other == ends);
        dying::end_of_turn(arena, mount);
        // Whatever becomes of the rider, the mount has had its part of this round.
        if !arena.rounds.done.contains(&mount) {
            arena.rounds.done.push(mount);
        }
    }
}
