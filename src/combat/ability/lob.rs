//! Thrown things that burst: at a combatant or at a square, and where they land when they miss.

use crate::combat::ability::asking::unfit;
use crate::combat::attack::bands::Bands;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::{Aim, Refusal, Seat};
use crate::combat::state::State;
use crate::dice::Purpose;
use crate::grid::{Area, Direction, Square, any_line, distance};
use crate::rules::{AbilityDef, AbilityId, Aspect, Edge, Flag, Stat, Tally, Target, Topic};

/// The eight directions clockwise, from north.
const CLOCKWISE: [(i16, i16); 8] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];
/// How many there are.
pub(crate) const DIRECTIONS: usize = CLOCKWISE.len();
/// The lowest natural result that threatens; a square is never struck critically.
const THREAT: u8 = 20;

/// The numbers of a throw.
#[derive(Clone, Copy)]
pub(crate) struct Lob {
    increment: u16,
    square_defence: i32,
}

pub(crate) fn lob(def: &AbilityDef) -> Option<Lob> {
    match def.target {
        Target::Lob {
            increment,
            square_defence,
            ..
        } => Some(Lob {
            increment,
            square_defence,
        }),
        _ => None,
    }
}

/// Whether it can be thrown at a square.
pub(super) fn legal(
    state: &State,
    def: &AbilityDef,
    here: Area,
    (square, range): (Square, u16),
) -> Result<(), Refusal> {
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    if !state.field.dimensions.contains(square) {
        return unfit(state, def, "That is off the map.");
    }
    if !state.field.holds(Area::single(square)) {
        return unfit(
            state,
            def,
            "You cannot throw it there: that square is solid.",
        );
    }
    let away = away(state, here, square);
    if away > u32::from(range) {
        let reason = format!("That is {away} squares away; the range is {range}.");
        return unfit(state, def, reason);
    }
    if !any_line(here, Area::single(square), state.field.sight()) {
        return refuse(
            Topic::LineOfSight,
            "You have no line of sight: something is in the way.",
        );
    }
    Ok(())
}

fn away(state: &State, from: Area, square: Square) -> u32 {
    let diagonals = state.rules().policies.movement.diagonals;
    distance(from, Area::single(square), diagonals)
}

/// The square that is aimed at: of a large combatant, the nearest.
pub(crate) fn goal(state: &State, seat: Seat, aim: &Aim) -> Option<Square> {
    match aim {
        Aim::Spot(square) => Some(*square),
        Aim::At(target) => {
            let here = state.area(seat)?;
            let there = state.area(*target)?;
            let mut squares: Vec<Square> = there.squares().collect();
            squares.sort_by_key(|square| (away(state, here, *square), *square));
            squares.first().copied()
        }
        _ => None,
    }
}

/// The roll of a throw at a square.
pub(crate) fn check(state: &State, seat: Seat, ability: AbilityId, lob: Lob) -> DifficultyCheck {
    let modes = &state.get(seat).modes.0;
    let mode = modes.iter().find(|mode| mode.ability == Some(ability));
    let mut parts = mode.map_or_else(Vec::new, |mode| mode.attack.clone());
    for aspect in [Aspect::AttackRoll, Aspect::Stat(Stat::RangedAttack)] {
        conditions::effects(state, seat, aspect, Some(true), &mut parts);
    }
    let bonus = Tally::sum(parts, &state.rules().policies.stacking, &[]);
    DifficultyCheck {
        purpose: Purpose::Attack,
        edge: Edge::of(false, conditions::has(state, seat, Flag::Disadvantage)),
        ..DifficultyCheck::new(seat, bonus, lob.square_defence)
    }
}

/// What the natural results of a throw at a square mean.
pub(crate) fn bands(state: &State, check: &DifficultyCheck) -> Bands {
    let rules = &state.rules().policies.attack;
    Bands::of(rules, check.bonus.total, check.against, THREAT)
}

/// The square of a miss: 0 is back to the thrower, and on clockwise, by a square for each increment
/// that was begun, or until something is in the way.
pub(crate) fn strayed(state: &State, from: Area, square: Square, lob: Lob, turn: usize) -> Square {
    let mut near: Vec<Square> = from.squares().collect();
    near.sort_by_key(|own| (own.steps_to(square), *own));
    let back = near.first().map_or((0, -1), |own| towards(square, *own));
    let start = CLOCKWISE.iter().position(|step| *step == back);
    let (dx, dy) = CLOCKWISE[(start.unwrap_or(0) + turn) % CLOCKWISE.len()];
    let increments = away(state, from, square).div_ceil(u32::from(lob.increment.max(1)));
    let mut here = square;
    for _ in 0..increments {
        let next = Square::new(here.x.saturating_add(dx), here.y.saturating_add(dy));
        let open = state.field.dimensions.contains(next)
            && state.field.holds(Area::single(next))
            && Direction::between(here, next).is_some();
        if !open {
            break;
        }
        here = next;
    }
    here
}

/// The direction from one square to another, as one of eight.
fn towards(from: Square, to: Square) -> (i16, i16) {
    let (dx, dy) = (
        i32::from(to.x) - i32::from(from.x),
        i32::from(to.y) - i32::from(from.y),
    );
    let steep = |along: i32, across: i32| along.abs() > 2 * across.abs();
    let (dx, dy) = match () {
        () if steep(dx, dy) => (dx.signum(), 0),
        () if steep(dy, dx) => (0, dy.signum()),
        () => (dx.signum(), dy.signum()),
    };
    (dx as i16, dy as i16)
}

/// Every combatant in a square and around it, by seat.
pub(crate) fn around(state: &State, at: Square) -> Vec<Seat> {
    let here = Area::single(at);
    let near = |other: &Seat| {
        let there = state.area(*other);
        conditions::present(state, *other)
            && there.is_some_and(|there| there.overlaps(here) || there.is_adjacent(here))
    };
    state.all().filter(near).collect()
}
