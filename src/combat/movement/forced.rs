//! Forced movement: a combatant is pushed, pulled or slid, and does not walk itself.
//!
//! The combatant that moves it chooses every square. The squares are an allowance: ground takes of it
//! what the ruleset's `forced` section says, whatever walking over it would cost.

use crate::combat::conditions::riding;
use crate::combat::contract::{Choice, EventKind, Refusal, Request, Seat};
use crate::combat::movement::{hazard, mount, overlay, terrain};
use crate::combat::state::refusal::refusal;
use crate::combat::state::step::Step;
use crate::combat::state::{Acting, Answered, Forced, State, Turning, Wounding};
use crate::combat::{checks, conditions};
use crate::content::terrain::Footing;
use crate::grid::{Area, Cost, DiagonalParity, Direction, EntryCost, Square, distance, price_step};
use crate::rules::{Force, Stat, Topic};

/// Begins to move a combatant by so many squares. One who is carried goes where its bearer goes, and nowhere
/// without it (SP-MVT-02).
pub fn begin(battle: &mut Wounding, by: Seat, target: Seat, kind: Force, squares: u32) {
    if riding::bearer_of(battle, target).is_some() {
        return;
    }
    battle.push(Forced {
        by,
        target,
        kind,
        left: Cost::squares(squares),
        odd: false,
        moved: false,
    });
}

/// Asks for the next square, or moves where there is nothing to choose.
pub fn advance(battle: &mut Turning, forced: Forced) {
    if !conditions::present(battle, forced.target) || !conditions::present(battle, forced.by) {
        return;
    }
    let mut squares = squares(battle, &forced);
    if squares.is_empty() {
        return stuck(battle, &forced);
    }
    if let (false, [only]) = (forced.moved, &squares[..]) {
        let only = *only;
        return take(battle, forced, only);
    }
    let (seat, target) = (forced.by, forced.target);
    if forced.moved {
        squares.extend(battle.area(target).map(|area| area.anchor));
    }
    let request = Request::PushTo {
        seat,
        target,
        squares,
    };
    battle.ask(request, forced);
}

/// Tells that there was no room at all for the movement.
fn stuck(battle: &mut Acting, forced: &Forced) {
    let seat = forced.target;
    let place = battle.area(seat).filter(|_| !forced.moved);
    if let Some(at) = place.map(|area| area.anchor) {
        let stopped = EventKind::MovementStopped { seat, at };
        battle.emit(&[topic(forced)], stopped);
    }
}

/// Takes the chosen square; the one that the target stands on ends the movement.
pub(crate) fn answer(battle: &mut Turning, (forced, _, choice): Answered<Forced>) {
    let here = battle.area(forced.target).map(|area| area.anchor);
    if let Choice::PushTo(square) = choice
        && here != Some(square)
    {
        take(battle, forced, square);
    }
}

fn topic(forced: &Forced) -> Topic {
    match forced.kind {
        Force::Push => Topic::ForcedMovement,
        Force::Pull => Topic::Pull,
        Force::Slide => Topic::Slide,
    }
}

/// The refusal of a square into which the target of the movement under way cannot be moved.
pub(crate) fn elsewhere(state: &State) -> Refusal {
    let under_way = state.steps().rev().find_map(|step| match step {
        Step::Forced(forced) => Some(topic(forced)),
        _ => None,
    });
    let topic = under_way.unwrap_or(Topic::ForcedMovement);
    refusal(state, topic, "You cannot move the target into that square.")
}

/// The squares into which the target can be moved next.
fn squares(state: &State, forced: &Forced) -> Vec<Square> {
    let (by, target) = (state.area(forced.by), state.area(forced.target));
    let (Some(from), Some(there)) = (by, target) else {
        return Vec::new();
    };
    let diagonals = state.rules().policies.movement.diagonals;
    let away = distance(from, there, diagonals);
    let fits = |direction: &Direction| {
        let area = there.moved_to(there.anchor + *direction);
        let far = distance(from, area, diagonals);
        let leads = match forced.kind {
            Force::Push => far > away,
            Force::Pull => far < away,
            Force::Slide => true,
        };
        leads
            && cost(state, forced.target, *direction, forced.odd, None)
                .is_some_and(|cost| cost <= forced.left)
    };
    let ways = Direction::ALL.into_iter().filter(fits);
    let mut squares: Vec<Square> = ways.map(|way| there.anchor + way).collect();
    squares.sort_unstable();
    squares
}

/// What a step of forced movement takes of the allowance; `None` where it is not possible: a wall, a
/// chasm, the edge of the map, a combatant's space (but not that of `spared`). `odd`: after an odd
/// number of diagonals.
pub(crate) fn cost(
    state: &State,
    target: Seat,
    direction: Direction,
    odd: bool,
    spared: Option<Seat>,
) -> Option<Cost> {
    let from = state.area(target)?;
    let map = overlay::moved_overlay(state, target, spared.as_slice());
    let parity = if odd {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    price_step(&map, from, from.anchor, direction, parity).ok()?;
    let to = from.anchor + direction;
    if !map.may_stop(from, to) {
        return None;
    }
    let straight = match terrain::ignores_footing(state, target) {
        true => Cost::SQUARE,
        false => taken_by_ground(state, from, from.moved_to(to))?,
    };
    let entry = EntryCost::new(straight, state.rules().policies.movement.diagonals);
    Some(match (direction.is_diagonal(), odd) {
        (false, _) => entry.straight,
        (true, false) => entry.diagonal_odd,
        (true, true) => entry.diagonal_even,
    })
}

/// What the ground takes of the allowance for a step straight on.
fn taken_by_ground(state: &State, from: Area, to: Area) -> Option<Cost> {
    let entered = terrain::newly_entered(from, to);
    let straight = entered.map(|square| price_of_push(state, square)).max()?;
    let fences = terrain::fences(state, from, to).into_iter();
    let fences = fences.map(|way| way.iter().map(|def| toll(state, def.footing)).max());
    Some(straight.max(fences.flatten().min().unwrap_or(Cost::ZERO)))
}

fn price_of_push(state: &State, square: Square) -> Cost {
    let kinds = state.kinds(square).map(|kind| toll(state, kind.footing));
    kinds.max().unwrap_or(Cost::SQUARE)
}

/// What this footing takes of the allowance.
fn toll(state: &State, footing: Footing) -> Cost {
    let rules = state.rules().policies.forced;
    match footing {
        Footing::Obstacle => Cost(rules.obstacle.into()),
        Footing::Hazardous => Cost(rules.hazardous.into()),
        _ => Cost::SQUARE,
    }
}

fn take(battle: &mut Wounding, forced: Forced, square: Square) {
    let Some(area) = battle.area(forced.target) else {
        return;
    };
    let Some(direction) = Direction::between(area.anchor, square) else {
        return;
    };
    let Some(cost) = cost(battle, forced.target, direction, forced.odd, None) else {
        return;
    };
    if holds_back(battle, forced.target, area.moved_to(square)) {
        return;
    }
    let topic = topic(&forced);
    let target = forced.target;
    battle.push(Forced {
        left: forced.left.less(cost),
        odd: forced.odd != direction.is_diagonal(),
        moved: true,
        ..forced
    });
    shift(battle, target, square, &[topic, Topic::ForcedCost]);
}

/// Whether a combatant that is forced into harm holds on at the edge of it.
fn holds_back(battle: &mut Wounding, seat: Seat, to: Area) -> bool {
    const DIFFICULTY: i32 = 10;
    let Some(from) = battle.area(seat) else {
        return false;
    };
    let hurts = terrain::newly_entered(from, to).any(|s| battle.field.hazards.contains(s));
    if !hurts
        || !battle.rules().policies.forced.save_at_edge
        || !checks::save(battle, seat, Stat::Reflex, DIFFICULTY)
    {
        return false;
    }
    let at = from.anchor;
    battle.emit(
        &[Topic::HazardEdge],
        EventKind::MovementStopped { seat, at },
    );
    true
}

/// Puts a combatant into a square against its will, and lets the ground do its harm.
pub(crate) fn shift(battle: &mut Wounding, seat: Seat, to: Square, topics: &[Topic]) {
    let Some(area) = battle.area(seat) else {
        return;
    };
    mount::displace(battle, seat, area, to, topics);
    hazard::tread(battle);
}
