//! Tumbling: past enemies, and through their spaces, by checks (SP-MVT-12).
//!
//! There is one check against each enemy, when the mover first comes to leave a square that it threatens
//! or to enter its space, against the higher number if the way leads through that space.

use crate::combat::checks;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions::riding;
use crate::combat::contract::{Cause, Refusal, Seat, WayCheck};
use crate::combat::movement::{blindly, kinds, load, terrain};
use crate::combat::opportunity;
use crate::combat::state::{Acting, Plan, State, Walk};
use crate::grid::{Area, Passage, Square};
use crate::rules::{ActionId, Topic, Tumble};

/// Whether a combatant can tumble at all.
pub(crate) fn possible(state: &State, seat: Seat, def: &Tumble) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Tumble, reason);
    if def.trained && !checks::is_trained(state, seat, def.check) {
        return refuse("You cannot tumble: you are not trained in it.");
    }
    if def.unburdened && load::is_burdened(state, seat) {
        return refuse("You cannot tumble: what you wear or carry is too heavy.");
    }
    if riding::carrier(state, seat) != seat {
        return refuse("You cannot tumble while mounted.");
    }
    Ok(())
}

/// An enemy to be got past.
struct Hurdle {
    by: Seat,
    /// What the check has to reach.
    against: i32,
    /// It is in the way.
    stops: bool,
}

/// The enemies with whom a mover in `area` has to do before it enters the first square of the rest of its
/// way, those that it has `faced` before left out.
fn hurdles(
    state: &State,
    (seat, def): (Seat, &Tumble),
    (area, rest): (Area, &[Square]),
    faced: &[(Seat, bool)],
) -> Vec<Hurdle> {
    let Some(&first) = rest.first() else {
        return Vec::new();
    };
    let blocks = |other: Seat, square: Square| {
        let space = state.area(other);
        space.is_some_and(|space| space.overlaps(area.moved_to(square)))
            && terrain::passage(state, seat, other) == Passage::Blocked
    };
    let mut enemies = opportunity::invited(state, seat, Cause::Leaving(area.anchor), area);
    let ahead = state.all().filter(|&other| blocks(other, first));
    let ahead: Vec<Seat> = ahead.filter(|other| !enemies.contains(other)).collect();
    enemies.extend(ahead);
    enemies.retain(|other| faced.iter().all(|(known, _)| known != other));
    let count = |i: usize| i32::try_from(faced.len() + i).unwrap_or(0);
    let hurdle = |(i, by): (usize, Seat)| {
        let stops = rest.iter().any(|&square| blocks(by, square));
        let number = if stops { def.through } else { def.past };
        Hurdle {
            by,
            against: number + count(i) * def.each,
            stops,
        }
    };
    enemies.into_iter().enumerate().map(hurdle).collect()
}

/// The checks of a planned way, as far as its mover knows what is there.
pub(super) fn foreseen(state: &State, seat: Seat, def: &Tumble, plan: &Plan) -> Vec<WayCheck> {
    blindly::as_known(state, seat, None, |known| checks_of(known, seat, def, plan))
}

fn checks_of(state: &State, seat: Seat, def: &Tumble, plan: &Plan) -> Vec<WayCheck> {
    let (mut found, mut faced) = (Vec::new(), Vec::new());
    let mut area = plan.move_mode.area;
    for (i, &square) in plan.squares.iter().enumerate() {
        let rest = &plan.squares[i..];
        for hurdle in hurdles(state, (seat, def), (area, rest), &faced) {
            faced.push((hurdle.by, true));
            let check = DifficultyCheck::of_stat(state, seat, def.check, hurdle.against);
            found.push(WayCheck {
                stat: def.check,
                against: Some(hurdle.by),
                difficulty: hurdle.against,
                chance: check.chance(),
                stops: hurdle.stops,
            });
        }
        area = area.moved_to(square);
    }
    found
}

fn definition(state: &State, action: ActionId) -> Option<Tumble> {
    kinds::definition(state.rules(), action)?.tumbles
}

/// Rolls against the enemies with whom the mover has to do before it leaves its square.
pub(super) fn face(battle: &mut Acting, walk: &mut Walk) {
    let seat = walk.seat;
    let (Some(def), Some(area)) = (definition(battle, walk.action), battle.area(seat)) else {
        return;
    };
    for hurdle in hurdles(battle, (seat, &def), (area, &walk.path), &walk.faced) {
        let check = DifficultyCheck::of_stat(battle, seat, def.check, hurdle.against);
        let made = check.succeeds(battle, Topic::Tumble);
        walk.faced.push((hurdle.by, made));
    }
}

/// The enemies that may not strike at the mover any more.
pub(super) fn evaded(walk: &Walk) -> Vec<Seat> {
    let made = walk.faced.iter().filter(|(_, made)| *made);
    made.map(|(seat, _)| *seat).collect()
}

/// Whether an enemy that the mover did not get past stands in the space that it would enter.
pub(super) fn is_stopped(state: &State, walk: &Walk, to: Area) -> bool {
    let mut failed = walk.faced.iter().filter(|(_, made)| !made);
    failed.any(|(by, _)| {
        state.area(*by).is_some_and(|space| space.overlaps(to))
            && terrain::passage(state, walk.seat, *by) == Passage::Blocked
    })
}
