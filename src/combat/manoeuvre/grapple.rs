//! Inside a grapple: moving in, what can be done in it, pins, and where everybody stands afterwards.

use serde::{Deserialize, Serialize};

use crate::combat::action::declare::DeclaredAction;
use crate::combat::attack::{AttackOrder, refusal};
use crate::combat::checks::contest::{Contest, Tie};
use crate::combat::contract::event::{EventKind, Miss};
use crate::combat::contract::request::{Cause, Refusal};
use crate::combat::contract::seat::Seat;
use crate::combat::manoeuvre::bull_rush::{towards, walk};
use crate::combat::manoeuvre::{grab, trip};
use crate::combat::movement::{forced, mount, terrain};
use crate::combat::state::step::Step;
use crate::combat::state::{Arena, State};
use crate::combat::threat::opportunity;
use crate::combat::{attack, conditions};
use crate::dice::Purpose;
use crate::grid::{Area, Cost, DiagonalParity, Direction, Square, distance, price_step};
use crate::rules::action::GrappleMove;
use crate::rules::check::Edge;
use crate::rules::{Capability, Flag, Modifier, ModifierKind, Source, Topic};

/// A hold that has been won and is to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    pub seat: Seat,
    pub target: Seat,
    pub phase: Phase,
}

/// What comes next in keeping a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// About to leave the own square: whoever may strike is asked.
    Close,
    /// Moves into the space of the other.
    Enter,
}

/// Those with whom a combatant is locked in a grapple, in order.
pub(crate) fn opponents(arena: &State, seat: Seat) -> Vec<Seat> {
    let grappling = arena.book.known.grappling;
    let mut list: Vec<Seat> = arena
        .conditions(seat)
        .iter()
        .filter(|c| Some(c.condition) == grappling)
        .filter_map(|c| c.by)
        .collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// Everybody in the same grapple, in order; nobody for those who are in none.
pub(crate) fn crowd(arena: &State, seat: Seat) -> Vec<Seat> {
    let mut found = opponents(arena, seat);
    if found.is_empty() {
        return found;
    }
    found.push(seat);
    let mut next = 0;
    while let Some(&one) = found.get(next) {
        for other in opponents(arena, one) {
            if !found.contains(&other) {
                found.push(other);
            }
        }
        next += 1;
    }
    found.sort_unstable();
    found
}

/// Who pins a combatant.
pub(crate) fn pinners(arena: &State, seat: Seat) -> Vec<Seat> {
    let table = &arena.rules().conditions;
    let conditions = arena.conditions(seat);
    let pins = conditions
        .iter()
        .filter(|c| table[c.condition].flags.contains(&Flag::Pinned));
    pins.filter_map(|c| c.by).collect()
}

/// Whom a combatant pins.
pub(crate) fn pins(arena: &State, seat: Seat) -> Option<Seat> {
    opponents(arena, seat)
        .into_iter()
        .find(|other| pinners(arena, *other).contains(&seat))
}

/// Whether a grab needs neither touch nor leave, because the target has its hands full.
pub(crate) fn joins(arena: &State, seat: Seat, target: Seat) -> bool {
    arena.rules().policies.grapple.joining_is_free
        && opponents(arena, target).iter().any(|other| *other != seat)
}

/// How much of a crowd somebody makes around a target, in halves of one of the target's size.
fn weight(arena: &State, seat: Seat, target: Seat) -> u32 {
    let (own, other) = (arena.who(seat).size, arena.who(target).size);
    match own.steps_above(other) {
        ..=-1 => 1,
        0 => 2,
        1 => 4,
        2.. => 8,
    }
}

/// Whether there is room around a target for one more.
pub(crate) fn room(arena: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    let Some(most) = arena.rules().policies.grapple.crowd else {
        return Ok(());
    };
    let others = opponents(arena, target).into_iter();
    let taken: u32 = others.map(|one| weight(arena, one, target)).sum();
    if taken + weight(arena, seat, target) > 2 * u32::from(most) {
        let reason = "There is no room around the target for one more grappler.";
        return Err(refusal(arena, Topic::GrappleCrowd, reason));
    }
    Ok(())
}

/// Whether a check in a grapple can be tried.
pub(crate) fn legal(
    arena: &State,
    seat: Seat,
    target: Seat,
    what: GrappleMove,
) -> Result<(), Refusal> {
    let refuse = |topic, reason: &str| Err(refusal(arena, topic, reason));
    if !opponents(arena, seat).contains(&target) {
        return refuse(Topic::GrappleCheck, "They do not grapple each other.");
    }
    if !pinners(arena, seat).is_empty() {
        return refuse(
            Topic::GrapplePinned,
            "Whoever is pinned can only try to get free.",
        );
    }
    let pinned = pins(arena, seat);
    match what {
        GrappleMove::Damage if pinned.is_some_and(|one| one != target) => refuse(
            Topic::GrapplePin,
            "It has its hands full with the one it pins.",
        ),
        GrappleMove::Pin if pinned.is_some() => {
            refuse(Topic::GrapplePin, "It pins somebody already.")
        }
        GrappleMove::Free if held_friends(arena, seat, target).is_empty() => {
            refuse(Topic::GrappleFree, "The target pins none of its friends.")
        }
        GrappleMove::Damage | GrappleMove::Pin | GrappleMove::Free => Ok(()),
    }
}

/// Friends in the grapple whom an opponent pins.
fn held_friends(arena: &State, seat: Seat, pinner: Seat) -> Vec<Seat> {
    let mut list = opponents(arena, pinner);
    list.retain(|one| {
        *one != seat && !arena.enemies(seat, *one) && pinners(arena, *one).contains(&pinner)
    });
    list
}

/// The check of one grappler against another.
pub(crate) fn contest(
    arena: &State,
    declared: &DeclaredAction,
    target: Seat,
    what: GrappleMove,
) -> Contest {
    let mut extra = Vec::new();
    let seat = declared.seat;
    let trained = arena
        .who(seat)
        .capabilities
        .contains(&Capability::MartialArts);
    if what == GrappleMove::Damage && declared.manner.other_lethality && !trained {
        extra.push(Modifier {
            kind: ModifierKind::Untyped,
            value: arena.rules().policies.damage.nonlethal.penalty(),
            source: Source::Topic(Topic::Nonlethal),
            rule: arena.cite(Topic::GrappleDamage),
        });
    }
    Contest {
        first: seat,
        second: target,
        bonus: grab::own(arena, (seat, target), &declared.extra, &extra),
        edge: Edge::None,
        answer: grab::tally(arena, target, seat),
        answer_edge: Edge::None,
        tie: Tie::HigherBonus,
    }
}

/// Tries something in a grapple.
pub(crate) fn attempt(
    arena: &mut Arena,
    declared: &DeclaredAction,
    target: Seat,
    what: GrappleMove,
) {
    let topic = match what {
        GrappleMove::Damage => Topic::GrappleDamage,
        GrappleMove::Pin => Topic::GrapplePin,
        GrappleMove::Free => Topic::GrappleFree,
    };
    let seat = declared.seat;
    let checks = contest(arena, declared, target, what);
    let won = checks.roll(arena, topic).is_some();
    conditions::use_up_in_grapple(arena, seat, target);
    if !won {
        return;
    }
    match what {
        GrappleMove::Damage => grab::squeeze(arena, seat, target, declared.manner),
        GrappleMove::Pin => {
            let pinned = arena.book.known.pinned;
            conditions::begin_known(arena, target, pinned, Some(seat));
        }
        GrappleMove::Free => {
            let pinned = arena.book.known.pinned;
            for friend in held_friends(arena, seat, target) {
                conditions::end_by(arena, friend, pinned, target);
            }
        }
    }
}

/// Keeps a hold that has been won: at once, or by moving into the target's space.
pub(crate) fn keep(arena: &mut Arena, seat: Seat, target: Seat) {
    if !arena.rules().policies.grapple.shares_space {
        return lock(arena, seat, target);
    }
    arena.push(Step::Hold(Hold {
        seat,
        target,
        phase: Phase::Close,
    }));
}

fn lock(arena: &mut Arena, seat: Seat, target: Seat) {
    let known = arena.book.known;
    conditions::begin_known(arena, target, known.grappling.or(known.grabbed), Some(seat));
    conditions::begin_known(arena, seat, known.grappling, Some(target));
}

/// Moves in, if whoever holds still can.
pub(crate) fn advance(arena: &mut Arena, hold: Hold) {
    let Hold { seat, target, .. } = hold;
    let fit = conditions::able(arena, seat)
        && !conditions::has(arena, seat, Flag::Prone)
        && conditions::present(arena, target);
    let (Some(from), Some(to), true) = (arena.area(seat), arena.area(target), fit) else {
        return lose(arena, hold);
    };
    if from.overlaps(to) {
        return lock(arena, seat, target);
    }
    let Some((way, cost)) = entry(arena, seat, target) else {
        return lose(arena, hold);
    };
    match hold.phase {
        Phase::Close => {
            arena.push(Step::Hold(Hold {
                phase: Phase::Enter,
                ..hold
            }));
            opportunity::offer_except(arena, seat, Cause::Leaving(from.anchor), Some(target));
        }
        Phase::Enter => {
            arena.field.came_from.retain(|(one, _)| *one != seat);
            arena.field.came_from.push((seat, from.anchor));
            walk(arena, seat, way, cost, Topic::GrappleEntry);
            if conditions::able(arena, seat) {
                lock(arena, seat, target);
            }
        }
    }
}

/// The way into the space of a target and of those who hold it with others.
fn entry(arena: &State, seat: Seat, target: Seat) -> Option<(Direction, Cost)> {
    let (from, to) = (arena.area(seat)?, arena.area(target)?);
    let direction = towards(from, to)?;
    let mut spared = crowd(arena, target);
    spared.push(target);
    let map = terrain::overlay_without(arena, seat, &spared);
    let parity = if arena.get(seat).budget.odd_diagonals {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    let cost = price_step(&map, from, from.anchor, direction, parity).ok()?;
    let room = map.may_stop(from, from.anchor + direction);
    room.then_some((direction, cost))
}

fn lose(arena: &mut Arena, hold: Hold) {
    let (attacker, target, why) = (hold.seat, hold.target, Miss::Interrupted);
    let failed = EventKind::AttackFailed {
        attacker,
        target,
        why,
    };
    arena.emit(&[Topic::GrappleEntry], failed);
}

/// Somebody no longer grapples: whoever shares a space without a reason finds one of its own. `back`:
/// where it came from, if that is free.
pub(crate) fn part(arena: &mut Arena, seat: Seat, back: bool) {
    let Some(area) = arena.area(seat) else {
        return;
    };
    if !conditions::able(arena, seat)
        || !opponents(arena, seat).is_empty()
        || !(jostled(arena, seat, area) || back && shares(arena, seat, area))
    {
        return;
    }
    let known = arena.field.came_from.iter();
    let known = known
        .filter(|(one, _)| back && *one == seat)
        .map(|(_, at)| *at);
    let known: Vec<Square> = known.collect();
    let diagonals = arena.rules().policies.movement.diagonals;
    let mut near: Vec<Square> = area.anchor.neighbours().collect();
    near.sort_by_key(|square| (distance(area, area.moved_to(*square), diagonals), *square));
    let free = |square: &Square| {
        let there = area.moved_to(*square);
        there.is_within(arena.field.dimensions)
            && arena.field.holds(there)
            && !shares(arena, seat, there)
    };
    let spot = known.into_iter().chain(near).find(free);
    arena.field.came_from.retain(|(one, _)| *one != seat);
    match spot {
        Some(square) => forced::shift(arena, seat, square, &[Topic::GrappleParts]),
        // No room at all: it lies where it is.
        None => trip::fell(arena, seat),
    }
}

/// Whether somebody on its feet is in the same space for no reason that a rule gives.
fn jostled(arena: &State, seat: Seat, area: Area) -> bool {
    arena.all().any(|other| {
        let place = arena.area(other);
        other != seat
            && conditions::able(arena, other)
            && !conditions::has(arena, other, Flag::Prone)
            && !mount::are_pair(arena, seat, other)
            && place.is_some_and(|space| space.overlaps(area))
    })
}

/// Whether anybody else who is in the fight has a part of this space.
fn shares(arena: &State, seat: Seat, area: Area) -> bool {
    arena.all().any(|other| {
        let place = arena.area(other);
        other != seat
            && conditions::present(arena, other)
            && !mount::are_pair(arena, seat, other)
            && place.is_some_and(|space| space.overlaps(area))
    })
}

/// At the end of its turn whoever got out of a grapple and did not walk away stands beside it.
pub(crate) fn end_of_turn(arena: &mut Arena, seat: Seat) {
    if arena.rules().policies.grapple.shares_space && !conditions::has(arena, seat, Flag::Prone) {
        part(arena, seat, false);
    }
}

/// Whom a shot into a grapple strikes: anybody in it, by chance.
pub(crate) fn shoot(arena: &mut Arena, order: AttackOrder) -> AttackOrder {
    let ranged = attack::form(arena, &order).is_some_and(|form| form.ranged);
    if !ranged || !arena.rules().policies.grapple.shots_stray {
        return order;
    }
    let crowd = crowd(arena, order.target);
    if crowd.len() < 2 || crowd.contains(&order.attacker) {
        return order;
    }
    let attacker = order.attacker;
    let die = arena.roll(attacker, Purpose::Stray, crowd.len() as u32);
    let target = crowd[(die.rolled as usize).clamp(1, crowd.len()) - 1];
    let chosen = EventKind::TargetChosen {
        attacker,
        target,
        die,
    };
    arena.emit(&[Topic::GrappleShot], chosen);
    AttackOrder { target, ..order }
}
