//! Thrown things that burst: at a combatant or at a square, and where they land when they miss.

use crate::combat::ability::asking::{in_the_way, unfit};
use crate::combat::ability::def;
use crate::combat::attack::bands::Bands;
use crate::combat::attack::cover;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions::perception;
use crate::combat::contract::{Aim, Refusal, Seat};
use crate::combat::state::{DeclaredAction, State};
use crate::combat::{checks, conditions};
use crate::dice::Purpose;
use crate::grid::{Area, Direction, Square, distance};
use crate::rules::{
    AbilityDef, AbilityId, Aspect, Edge, Flag, Modifier, ModifierKind, RangeRule, Stat, Tally,
    Target, Topic,
};

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
    strays: Option<u8>,
    breaks: bool,
}

pub(crate) fn lob(def: &AbilityDef) -> Option<Lob> {
    let Target::Lob {
        increment,
        square_defence,
        strays,
        breaks,
        ..
    } = def.target
    else {
        return None;
    };
    Some(Lob {
        increment,
        square_defence,
        strays,
        breaks,
    })
}

/// Whether it can be thrown at a square.
pub(super) fn legal(
    state: &State,
    def: &AbilityDef,
    here: Area,
    (square, range): (Square, u16),
) -> Result<(), Refusal> {
    if !state.field.dimensions.contains(square) {
        return unfit(state, def, "That is off the map.");
    }
    let solid = !state.field.holds(Area::single(square));
    if solid && !lob(def).is_some_and(|lob| lob.breaks) {
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
    let there = Area::single(square);
    if !cover::line(state, here, there) {
        return in_the_way(state, here, there);
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
        Aim::Spot(square) | Aim::Part(_, square) => Some(*square),
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
pub(crate) fn check(
    state: &State,
    seat: Seat,
    ability: AbilityId,
    (lob, at): (Lob, Square),
) -> DifficultyCheck {
    let modes = &state.get(seat).modes.0;
    let mode = modes.iter().find(|mode| mode.ability == Some(ability));
    let mut parts = mode.map_or_else(Vec::new, |mode| mode.attack.clone());
    for aspect in [Aspect::AttackRoll, Aspect::Stat(Stat::RangedAttack)] {
        conditions::effects(state, seat, aspect, Some(true), &mut parts);
    }
    parts.extend(beyond(state, seat, lob, at));
    let bonus = Tally::sum(parts, &state.rules().policies.stacking, &[]);
    DifficultyCheck {
        purpose: Purpose::Attack,
        edge: Edge::of(false, conditions::has(state, seat, Flag::Disadvantage)),
        ..DifficultyCheck::new(state, seat, bonus, lob.square_defence)
    }
}

/// What the distance takes from a throw.
fn beyond(state: &State, seat: Seat, lob: Lob, at: Square) -> Option<Modifier> {
    let RangeRule::Increments { penalty, .. } = state.rules().policies.attack.range else {
        return None;
    };
    let away = away(state, state.area(seat)?, at);
    let beyond = away.saturating_sub(1) / u32::from(lob.increment.max(1));
    let value = penalty * i32::try_from(beyond).unwrap_or(0);
    let topic = Topic::RangeIncrement;
    (value != 0).then(|| checks::modifier(state, topic, ModifierKind::Range, value))
}

/// What the natural results of a throw at a square mean.
pub(crate) fn bands(state: &State, check: &DifficultyCheck) -> Bands {
    let rules = &state.rules().policies.attack;
    Bands::of(rules, check.bonus.total, check.against, THREAT)
}

/// The square of a miss: 0 is back to the thrower, and on clockwise, by a square for each increment
/// that was begun or as many as it always strays, or until something is in the way.
pub(crate) fn strayed(state: &State, from: Area, square: Square, lob: Lob, turn: usize) -> Square {
    let mut near: Vec<Square> = from.squares().collect();
    near.sort_by_key(|own| (own.steps_to(square), *own));
    let back = near.first().map_or((0, -1), |own| towards(square, *own));
    let start = CLOCKWISE.iter().position(|step| *step == back);
    let (dx, dy) = CLOCKWISE[(start.unwrap_or(0) + turn) % CLOCKWISE.len()];
    let begun = || away(state, from, square).div_ceil(u32::from(lob.increment.max(1)));
    let squares = lob.strays.map_or_else(begun, u32::from);
    let mut here = square;
    for _ in 0..squares {
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

/// Whether it comes to anything where it comes down: nothing breaks on soft ground.
pub(crate) fn bursts(state: &State, lob: Lob, at: Square) -> bool {
    !lob.breaks || !state.kinds(at).any(|def| def.soft)
}

/// Whether an action throws something at a square where it would splash an enemy.
pub(crate) fn endangers(state: &State, declared: &DeclaredAction) -> bool {
    let casting = state.get(declared.seat).repertoire.casting.as_ref();
    let thrown = casting.and_then(|casting| def(state, casting.ability).and_then(lob));
    match declared.aim {
        Aim::Spot(at) if thrown.is_some() => {
            let mut near = around(state, declared.seat, at).into_iter();
            near.any(|other| state.enemies(declared.seat, other))
        }
        _ => false,
    }
}

/// Every combatant in a square and around it, by seat, but those whom the thrower has forgotten (EP-FADE-01). What
/// breaks on something solid splashes those on the side of the thrower.
pub(crate) fn around(state: &State, thrower: Seat, at: Square) -> Vec<Seat> {
    let here = Area::single(at);
    let solid = state.field.blocks_effect.contains(at);
    let from = state.area(thrower).filter(|_| solid);
    let on_this_side = |there| from.is_none_or(|from| cover::line(state, from, there));
    let near = |other: &Seat| {
        let there = state.area(*other);
        conditions::present(state, *other)
            && !cover::is_shut_in(state, *other)
            && !perception::forgets(state, thrower, *other)
            && there.is_some_and(|there| there.overlaps(here) || there.is_adjacent(here))
            && there.is_some_and(on_this_side)
    };
    state.all().filter(near).collect()
}
