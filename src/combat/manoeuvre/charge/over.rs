//! The way of a charge that runs a combatant over.

use crate::combat::conditions;
use crate::combat::conditions::riding;
use crate::combat::contract::{Reason, Refusal, Seat};
use crate::combat::manoeuvre::charge::lane::{dragged, fence, obstacle};
use crate::combat::manoeuvre::charge::run::ChargeRun;
use crate::combat::manoeuvre::overrun;
use crate::combat::movement::terrain;
use crate::combat::state::State;
use crate::grid::{Area, CostMap, Passage, Square, closest_path, crossed};
use crate::rules::Topic;

/// Whom a charge at a target runs over: the one enemy in its lane, or the target itself if the lane
/// is free. A rider and its mount are one enemy, and the mount is the one that stands in the way.
pub(crate) fn victim(
    state: &State,
    seat: Seat,
    run: &ChargeRun,
    target: Seat,
) -> Result<Seat, Refusal> {
    let line = crossed(run.from, run.to);
    let stands = |other: &Seat| {
        let place = state.area(*other);
        *other != seat
            && *other != riding::carrier(state, target)
            && riding::mount_of(state, *other).is_none()
            && state.enemies(seat, *other)
            && conditions::present(state, *other)
            && place.is_some_and(|space| line.iter().any(|square| space.contains(*square)))
    };
    let mut in_the_way = state.all().filter(stands);
    let victim = in_the_way
        .next()
        .unwrap_or_else(|| riding::carrier(state, target));
    if in_the_way.next().is_some() {
        let reason = "There is more than one enemy in your way: you can overrun only one.";
        return state.refuse(Topic::Overrun, reason);
    }
    if terrain::fills(state, victim) {
        let reason = Reason::of(victim).text(" fills its squares: there is no way past.");
        return state.refuse(Topic::Fills, reason);
    }
    overrun::size_fits(state, seat, victim)?;
    Ok(victim)
}

/// Whether running a combatant over is all of a charge at this target: it is the target, or carries it.
pub(crate) fn is_all(state: &State, over: Option<Seat>, target: Seat) -> bool {
    over.is_some_and(|one| one == riding::carrier(state, target))
}

/// The straight way through the target: to the first square beyond it, or as far along the same line
/// as the mover chooses.
pub(crate) fn lane(
    state: &State,
    map: &CostMap,
    run: &ChargeRun,
    path: &[Square],
) -> Result<Vec<Square>, Refusal> {
    if path.is_empty() {
        // The first square beyond where it may stop; where there is none, whatever is wrong is said later.
        let mut ways = lanes(state, map, run);
        let stops = |way: &Vec<Square>| {
            let end = way.last().copied();
            end.is_some_and(|end| map.may_stop(run.from, end))
        };
        return match ways.find(stops) {
            Some(way) => Ok(way),
            None => straight_on(state, map, run, 0),
        };
    }
    let way = straight_on(state, map, run, path.len())?;
    if path != way {
        let reason = "An overrun has to go straight on.";
        return state.refuse(Topic::OverrunLane, reason);
    }
    Ok(way)
}

/// The same way ending in one square after another, the first beyond the target first.
pub(crate) fn lanes(
    state: &State,
    map: &CostMap,
    run: &ChargeRun,
) -> impl Iterator<Item = Vec<Square>> {
    let longest = run.budget.whole_squares() as usize;
    let mut least = 0;
    std::iter::from_fn(move || {
        let way = straight_on(state, map, run, least).ok()?;
        let goes_on = (least..=longest).contains(&way.len());
        least = way.len() + 1;
        goes_on.then_some(way)
    })
}

/// The straight way through the target that is so many squares long at least.
fn straight_on(
    state: &State,
    map: &CostMap,
    run: &ChargeRun,
    least: usize,
) -> Result<Vec<Square>, Refusal> {
    let (from, to) = (run.from.anchor, run.to.anchor);
    let (dx, dy) = (i32::from(to.x - from.x), i32::from(to.y - from.y));
    let times = run.budget.whole_squares() as i32 / dx.abs().max(dy.abs()).max(1) + 2;
    let reach = |start: i16, step: i32| {
        let end = i32::from(start) + step * times;
        i16::try_from(end).unwrap_or(if step < 0 { i16::MIN } else { i16::MAX })
    };
    let far = Square::new(reach(from.x, dx), reach(from.y, dy));
    let line = closest_path(from, far);
    let refuse = |reason: Reason| state.refuse(Topic::OverrunLane, reason);
    let mut met = false;
    let mut way = Vec::new();
    for square in line {
        let area = run.from.moved_to(square);
        if !area.is_within(state.field.dimensions) {
            return refuse(run.cannot("there is no room beyond the enemy"));
        }
        let within = area.overlaps(run.to);
        if let Some((_, reason)) = area
            .squares()
            .filter(|s| !run.to.contains(*s) && !run.from.contains(*s))
            .find_map(|s| obstacle(state, map, run, s))
        {
            return refuse(reason);
        }
        let before = way.last().map_or(run.from, |at| run.from.moved_to(*at));
        let dragged = || dragged(state, run, before, area);
        if let Some((_, reason)) = fence(state, map, run, before, area).or_else(dragged) {
            return refuse(reason);
        }
        way.push(square);
        met |= within;
        if met && !within && way.len() >= least {
            break;
        }
    }
    Ok(way)
}

/// Whether the run-up to the combatant that is run over is long enough, the square in which they meet
/// included, and the way ends beyond its space.
pub(crate) fn check_run_up(
    state: &State,
    run: &ChargeRun,
    victim: Seat,
    way: &[Square],
    least: u8,
) -> Result<(), Refusal> {
    let space = state.area(victim);
    let meets = |square: &Square| {
        let area: Area = run.from.moved_to(*square);
        space.is_some_and(|space| space.overlaps(area))
    };
    if way.last().is_some_and(meets) && terrain::passage(state, run.seat, victim) != Passage::Open {
        let reason = run.cannot_for(victim, " is where it would end.");
        return state.refuse(Topic::ChargeLane, reason);
    }
    match way.iter().position(meets) {
        Some(at) if at + 1 >= usize::from(least) => Ok(()),
        Some(at) => {
            let reason = format!(
                "You need a run-up of {least} squares for an overrun, and this one has {}.",
                at + 1
            );
            state.refuse(Topic::OverrunLane, reason)
        }
        None => {
            let reason = "Your path does not lead through the enemy that you want to overrun.";
            state.refuse(Topic::OverrunLane, reason)
        }
    }
}
