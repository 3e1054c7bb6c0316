//! Inside a grapple: moving in, what can be done in it, pins, and where every combatant stands
//! afterwards.

use crate::combat::checks::contest::Contest;
use crate::combat::conditions::{holds, riding};
use crate::combat::contract::{Cause, Miss, Refusal, Seat};
use crate::combat::manoeuvre::bull_rush::{towards, walk};
use crate::combat::manoeuvre::{common, contest, grab, trip};
use crate::combat::movement::{forced, mount, overlay};
use crate::combat::state::step::hold::Phase;
use crate::combat::state::{Acting, AttackOrder, DeclaredAction, Hold, Mark, State, Wounding};
use crate::combat::{conditions, opportunity};
use crate::grid::{Area, Cost, DiagonalParity, Direction, Footprint, Square, distance, price_step};
use crate::rules::{
    ActionId, Capability, Family, Flag, Grapple, ManoeuvrePart, Modifier, ModifierKind, Source,
    Topic,
};

/// Whether a grab needs neither touch nor leave, because the target has its hands full.
pub(crate) fn joins(state: &State, seat: Seat, target: Seat) -> bool {
    state.rules().policies.grapple.joining_is_free
        && holds::opponents(state, target)
            .iter()
            .any(|other| *other != seat)
}

/// How much of a crowd a combatant makes around a target, in halves of one of the target's size.
fn weight(state: &State, seat: Seat, target: Seat) -> u32 {
    let (own, other) = (state.who(seat).size, state.who(target).size);
    match own.steps_above(other) {
        ..=-1 => 1,
        0 => 2,
        1 => 4,
        2.. => 8,
    }
}

/// Whether there is room around a target for one more.
pub(crate) fn room(state: &State, seat: Seat, target: Seat) -> Result<(), Refusal> {
    let Some(most) = state.rules().policies.grapple.crowd else {
        return Ok(());
    };
    let others = holds::opponents(state, target).into_iter();
    let taken: u32 = others.map(|one| weight(state, one, target)).sum();
    if taken + weight(state, seat, target) > 2 * u32::from(most) {
        let reason = "You cannot join: there is no room for another grappler around the target.";
        return state.refuse(Topic::GrappleCrowd, reason);
    }
    Ok(())
}

/// Whether a check in a grapple can be tried.
pub(crate) fn legal(state: &State, seat: Seat, target: Seat, what: Grapple) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    if !holds::opponents(state, seat).contains(&target) {
        return refuse(Topic::GrappleCheck, "You are not grappling that target.");
    }
    if !holds::pinners(state, seat).is_empty() {
        return refuse(
            Topic::GrapplePinned,
            "You are pinned: you can only try to get free.",
        );
    }
    let pinned = holds::pins(state, seat);
    match what {
        Grapple::Damage if pinned.is_some_and(|one| one != target) => refuse(
            Topic::GrapplePin,
            "You can damage only the enemy that you pin.",
        ),
        Grapple::Pin if pinned.is_some() => refuse(Topic::GrapplePin, "You already pin an enemy."),
        Grapple::Free if held_allies(state, seat, target).is_empty() => refuse(
            Topic::GrappleFree,
            "The target does not pin any of your allies.",
        ),
        Grapple::Damage
        | Grapple::Pin
        | Grapple::Free
        | Grapple::Grab
        | Grapple::Escape
        | Grapple::Wriggle
        | Grapple::LetGo => Ok(()),
    }
}

/// Allies in the grapple whom an opponent pins.
fn held_allies(state: &State, seat: Seat, pinner: Seat) -> Vec<Seat> {
    let mut list = holds::opponents(state, pinner);
    list.retain(|one| {
        *one != seat && !state.enemies(seat, *one) && holds::pinners(state, *one).contains(&pinner)
    });
    list
}

/// The check of one grappler against another.
pub(crate) fn contest(
    state: &State,
    declared: &DeclaredAction,
    target: Seat,
    what: Grapple,
) -> Option<Contest> {
    let mut extra: Vec<Modifier> = grab::lower(&declared.extra).collect();
    let seat = declared.seat;
    let trained = state
        .who(seat)
        .capabilities
        .contains(&Capability::MartialArts);
    if what == Grapple::Damage && declared.manner.other_lethality && !trained {
        extra.push(Modifier {
            kind: ModifierKind::Untyped,
            value: state.rules().policies.damage.nonlethal.penalty(),
            source: Source::Topic(Topic::Nonlethal),
            rule: state.cite(Topic::GrappleDamage),
        });
    }
    let rule = &state.rules().policies.manoeuvres.grapple;
    contest::of(state, rule, (seat, target), &extra, [None, None])
}

/// What lets a combatant trained to fight with bare hands try a grapple with each attack of theirs.
pub(crate) fn with_bare_hands(
    state: &State,
    order: &AttackOrder,
    action: ActionId,
) -> Option<Topic> {
    let trained = &state.who(order.attacker).capabilities;
    let bare = state.mode(order).is_some_and(|mode| mode.unarmed);
    let wrestles = matches!(
        super::contest::of_action(state, action),
        Some(Family::Manoeuvre(ManoeuvrePart::Grapple(_)))
    );
    (bare && wrestles && trained.contains(&Capability::MartialArts))
        .then_some(Topic::GrappleBareHands)
}

/// Tries something in a grapple.
pub(crate) fn attempt(battle: &mut Acting, declared: &DeclaredAction, target: Seat, what: Grapple) {
    let seat = declared.seat;
    let Some(checks) = contest(battle, declared, target, what) else {
        return;
    };
    let won = checks.roll(battle, what.topic()).is_some();
    conditions::used_up::in_grapple(battle, seat, target);
    if !won {
        return;
    }
    match what {
        Grapple::Damage => grab::squeeze(battle, seat, target, declared.manner),
        Grapple::Pin => {
            let pinned = battle.book.known.pinned;
            conditions::begin_known(battle, target, pinned, Some(seat));
        }
        Grapple::Free => {
            let pinned = battle.book.known.pinned;
            for ally in held_allies(battle, seat, target) {
                conditions::end_by(battle, ally, pinned, target);
            }
        }
        // These are decided elsewhere.
        Grapple::Grab | Grapple::Escape | Grapple::Wriggle | Grapple::LetGo => {}
    }
}

/// Keeps a hold that has been won: at once, or by moving into the target's space.
pub(crate) fn keep(battle: &mut Acting, seat: Seat, target: Seat) {
    if !battle.rules().policies.grapple.shares_space {
        return lock(battle, seat, target);
    }
    battle.push(Hold {
        seat,
        target,
        phase: Phase::Close,
    });
}

fn lock(battle: &mut Acting, seat: Seat, target: Seat) {
    let known = battle.book.known;
    conditions::begin_known(
        battle,
        target,
        known.grappling.or(known.grabbed),
        Some(seat),
    );
    conditions::begin_known(battle, seat, known.grappling, Some(target));
}

/// Moves in, if the combatant that holds still can.
pub(crate) fn advance(battle: &mut Acting, hold: Hold) {
    let Hold { seat, target, .. } = hold;
    let fit = conditions::able(battle, seat)
        && !conditions::has(battle, seat, Flag::Prone)
        && conditions::present(battle, target);
    let (Some(from), Some(to), true) = (battle.area(seat), battle.area(target), fit) else {
        return lose(battle, hold);
    };
    if from.overlaps(to) {
        return lock(battle, seat, target);
    }
    let Some((from, way, cost)) = entry(battle, seat, target) else {
        return lose(battle, hold);
    };
    match hold.phase {
        Phase::Close => {
            battle.push(Hold {
                phase: Phase::Enter,
                ..hold
            });
            opportunity::offer_except(battle, seat, Cause::Leaving(from.anchor), &[target]);
        }
        Phase::Enter => {
            // A combatant in its own square at the beginning of a grapple has come from nowhere.
            let held = !holds::opponents(battle, target).is_empty();
            let stays = |one: Seat| one != seat && (held || one != target);
            (battle.field_mut().came_from).retain(|(one, _)| stays(*one));
            battle.field_mut().came_from.push((seat, from.anchor));
            mount::get_off(battle, seat, from.anchor, false);
            walk(battle, seat, way, cost, Topic::GrappleEntry);
            if conditions::able(battle, seat) {
                lock(battle, seat, target);
            }
        }
    }
}

/// The step into the space of a target and of its other grapplers, with the area that it begins in. A rider goes
/// without its mount and has to come clear of it.
pub(super) fn entry(state: &State, seat: Seat, target: Seat) -> Option<(Area, Direction, Cost)> {
    let (whole, to) = (state.area(seat)?, state.area(target)?);
    let rides = riding::mount_of(state, seat).is_some();
    let from = match rides {
        true => within(whole, state.who(seat).footprint, to),
        false => whole,
    };
    let direction = towards(from, to)?;
    let mut spared = holds::crowd(state, target);
    spared.push(target);
    let map = overlay::overlay_without(state, seat, &spared);
    let parity = if state.get(seat).budget.odd_diagonals {
        DiagonalParity::Odd
    } else {
        DiagonalParity::Even
    };
    let cost = price_step(&map, from, from.anchor, direction, parity).ok()?;
    let end = from.moved_to(from.anchor + direction);
    let room = map.may_stop(from, end.anchor) && !(rides && end.overlaps(whole));
    room.then_some((from, direction, cost))
}

/// The part of a space that has this footprint and lies nearest to a target.
fn within(space: Area, footprint: Footprint, target: Area) -> Area {
    let near = space.nearest_to(target);
    let [width, depth] = [footprint.width, footprint.depth].map(i32::from);
    let last = |end: i32, size: i32, start: i32| (end - size + 1).max(start) as i16;
    let right = last(space.right(), width, space.left());
    let bottom = last(space.bottom(), depth, space.top());
    Area::new(
        Square::new(near.x.min(right), near.y.min(bottom)),
        footprint,
    )
}

fn lose(battle: &mut Acting, hold: Hold) {
    let sides = (hold.seat, hold.target);
    battle.fail(&[Topic::GrappleEntry], sides, Miss::Interrupted);
}

/// A combatant no longer grapples: the combatant that shares a space without a reason finds one of its
/// own. `back`: the other side has ended it, so that only the one that moved in goes, to where it came from if that is
/// free (CD-GRP-19).
pub(crate) fn part(battle: &mut Wounding, seat: Seat, back: bool) {
    let Some(area) = battle.area(seat) else {
        return;
    };
    if !conditions::able(battle, seat) || !holds::opponents(battle, seat).is_empty() {
        return;
    }
    let came_from = battle.field.came_from.iter();
    let mut came_from = came_from.filter(|(one, _)| *one == seat);
    let came_from = came_from.next().map(|(_, at)| *at);
    let goes = match back {
        true => came_from.is_some() && shares(battle, seat, area),
        false => jostled(battle, seat, area),
    };
    if !goes {
        return;
    }
    let known = came_from.filter(|_| back);
    let diagonals = battle.rules().policies.movement.diagonals;
    let mut near: Vec<Square> = area.anchor.neighbours().collect();
    near.sort_by_key(|square| (distance(area, area.moved_to(*square), diagonals), *square));
    let free = |square: &Square| {
        let there = area.moved_to(*square);
        there.is_within(battle.field.dimensions)
            && battle.field.holds(there)
            && !shares(battle, seat, there)
    };
    let spot = known.into_iter().chain(near).find(free);
    battle.field_mut().came_from.retain(|(one, _)| *one != seat);
    match spot {
        Some(square) => forced::shift(battle, seat, square, &[Topic::GrappleParts]),
        // No room at all: it lies where it is.
        None => trip::fell(battle, seat),
    }
}

/// Whether another combatant is in the same space for no reason that a rule gives. Of two who lie, neither
/// has to make room.
fn jostled(state: &State, seat: Seat, area: Area) -> bool {
    let lies = |one| conditions::has(state, one, Flag::Prone);
    state.all().any(|other| {
        let place = state.area(other);
        other != seat
            && conditions::able(state, other)
            && !(lies(seat) && lies(other))
            && !riding::are_pair(state, seat, other)
            && place.is_some_and(|space| space.overlaps(area))
    })
}

/// Whether any other combatant that is in the fight has a part of this space.
fn shares(state: &State, seat: Seat, area: Area) -> bool {
    state.all().any(|other| {
        let place = state.area(other);
        other != seat
            && conditions::present(state, other)
            && !riding::are_pair(state, seat, other)
            && place.is_some_and(|space| space.overlaps(area))
    })
}

/// At the end of its turn the combatant that got out of a grapple and did not walk away is put beside
/// it. One that lies in a shared space for another reason stays there.
pub(crate) fn end_of_turn(battle: &mut Wounding, seat: Seat) {
    let stays =
        conditions::has(battle, seat, Flag::Prone) && !battle.get(seat).budget.has(Mark::GotFree);
    if battle.rules().policies.grapple.shares_space && !stays {
        part(battle, seat, false);
    }
}

/// Drops out of every hold; the combatant that shared the space for its sake goes back where it came
/// from.
pub fn drop_out(battle: &mut Wounding, seat: Seat) {
    let partners = holds::opponents(battle, seat);
    common::release(battle, seat);
    for partner in partners {
        part(battle, partner, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rider_leaves_from_within_the_space_of_its_mount() {
        let footprint = |width, depth| Footprint { width, depth };
        let mount = Area::new(Square::new(2, 2), footprint(2, 4));
        for (target, anchor) in [((5, 5), (3, 4)), ((2, 1), (2, 2)), ((0, 7), (2, 4))] {
            let target = Area::single(Square::new(target.0, target.1));
            let from = within(mount, footprint(1, 2), target);
            assert_eq!(from.anchor, Square::new(anchor.0, anchor.1));
            assert!(from.squares().all(|square| mount.contains(square)));
        }
    }
}
