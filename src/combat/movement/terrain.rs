//! Terrain and bodies in the way: what entering a square costs and who may be passed.

use bevy_ecs::prelude::*;

use crate::combat::conditions;
use crate::combat::conditions::{planes, riding, veils};
use crate::combat::contract::Seat;
use crate::combat::state::{Conditions, Field, MovementCosts, Place, Rulebook, State, ground};
use crate::content::BorderDef;
use crate::content::terrain::Footing;
use crate::grid::border::ways;
use crate::grid::{Area, Border, Cost, Direction, Passage, Square};
use crate::rules::{Capability, Flag, Topic};

/// Whether a square slows as it is now: a light takes away what darkness alone does.
pub fn is_hampered(state: &State, square: Square) -> bool {
    if !state.field.hampering.contains(square) {
        return false;
    }
    let rules = &state.rules().policies.movement;
    let dark = state.kinds(square).any(|kind| kind.dark && kind.murk);
    !dark
        || !veils::is_lit(state, false, square)
        || ground::hampers(state.kinds(square), true, rules)
}

/// Whether a space is in the dark, where no light reaches it.
pub fn in_the_dark(state: &State, area: Area) -> bool {
    let dark = |square| state.kinds(square).any(|kind| kind.dark && kind.murk);
    area.squares()
        .any(|square| dark(square) && !veils::is_lit(state, false, square))
}

/// Whether poor sight hampers movement in a square: murk, and darkness that no light reaches (SP-MVT-05).
pub fn is_veiled(state: &State, square: Square) -> bool {
    let rules = &state.rules().policies.movement;
    let murky = |lit| state.kinds(square).any(|kind| ground::is_murky(kind, lit));
    rules.poor_visibility.is_some() && murky(false) && murky(veils::is_lit(state, false, square))
}

/// Whether a step from one space to the next slows: what is entered, or what is stepped over.
pub fn is_slowed(state: &State, from: Area, to: Area) -> bool {
    trodden(state, from, to).any(|square| is_hampered(state, square)) || is_fenced(state, from, to)
}

/// The squares that price a step: all of the space to which it leads, or those that are newly entered (SP-TERR-04).
pub(crate) fn trodden(state: &State, from: Area, to: Area) -> impl Iterator<Item = Square> {
    let whole = state.rules().policies.movement.whole_space_slows;
    to.squares()
        .filter(move |&square| whole || !from.contains(square))
}

/// Whether a step is priced by a square in which two kinds of ground slow.
pub fn is_slowed_twice(state: &State, from: Area, to: Area) -> bool {
    let rules = &state.rules().policies.movement;
    trodden(state, from, to).any(|square| {
        let dark = state.kinds(square).any(|kind| kind.dark);
        let lit = dark && veils::is_lit(state, false, square);
        ground::hampers_twice(state.kinds(square), lit, rules)
    })
}

/// Whether something on the borders that a step crosses slows.
pub fn is_fenced(state: &State, from: Area, to: Area) -> bool {
    let direction = Direction::between(from.anchor, to.anchor);
    let crossed = direction.and_then(|direction| state.costs.map.crossing(from, direction));
    crossed.is_some_and(|cost| cost > Cost::SQUARE)
}

/// The things on the borders that a step crosses, on a diagonal those of either way around the corner.
pub fn fences<'a>(state: &'a State, from: Area, to: Area) -> Vec<Vec<&'a BorderDef>> {
    let direction = Direction::between(from.anchor, to.anchor);
    let Some(direction) = direction.filter(|_| !state.field.borders.is_empty()) else {
        return Vec::new();
    };
    let kind = |border: &Border| {
        let kind = state.field.borders.get(border)?;
        state.book.catalogue.borders.get(*kind)
    };
    let ways = ways(from, direction).into_iter();
    ways.map(|way| way.iter().filter_map(kind).collect())
        .collect()
}

/// Whether and how `mover` may share the squares of another combatant: enemies are in the way, allies
/// and the helpless can be passed, and so can creatures much larger or smaller. The dead and the
/// gone are no obstacle at all, and hardly any combatant is one for the smallest creatures. Those on another
/// plane can be passed.
pub fn passage(state: &State, mover: Seat, other: Seat) -> Passage {
    if !conditions::present(state, other) || riding::are_pair(state, mover, other) {
        return Passage::Open;
    }
    if planes::apart(state, mover, other) {
        return Passage::ThroughOnly;
    }
    let (me, them) = (state.who(mover), state.who(other));
    if fills(state, other) {
        return Passage::Blocked;
    }
    let movement = &state.rules().policies.movement;
    let helpless = || conditions::has(state, other, Flag::Helpless);
    if shares(state, mover, other) || movement.shares_with_helpless && helpless() {
        return Passage::Open;
    }
    let steps = me.size.steps_above(them.size).unsigned_abs();
    let passed_by_size = |least: u8| steps >= u32::from(least);
    let may_pass = me.side == them.side
        || helpless()
        || movement.pass_size_difference.is_some_and(passed_by_size);
    if may_pass {
        Passage::ThroughOnly
    } else {
        Passage::Blocked
    }
}

/// Whether a combatant leaves no way past itself (SP-MVT-15).
pub(crate) fn fills(state: &State, seat: Seat) -> bool {
    (state.who(seat).capabilities).contains(&Capability::FillsSquares)
}

/// Whether `mover` is so small that it has room in the space of the other (SP-MVT-13).
pub fn shares(state: &State, mover: Seat, other: Seat) -> bool {
    let (me, them) = (state.who(mover).size, state.who(other).size);
    let rules = &state.rules().policies.movement;
    let fits = |most| me <= most && (them > most || rules.shares_with_small);
    rules.shares_up_to.is_some_and(fits)
}

/// What may carry a light somewhere else.
type LightMoved = Or<(Changed<Place>, Changed<Conditions>)>;

/// What a step leads over or into that has rules of its own: obstacles, and bodies that are passed.
pub(super) fn in_the_way(state: &State, mover: Seat, from: Area, to: Area) -> Vec<Topic> {
    let obstacle = |square| {
        let mut kinds = state.kinds(square);
        is_hampered(state, square) && kinds.any(|kind| kind.footing == Footing::Obstacle)
    };
    let crossed = is_fenced(state, from, to) || newly_entered(from, to).any(obstacle);
    let crossed = crossed && !ignores_footing(state, mover);
    let mut topics = Vec::from_iter(crossed.then_some(Topic::ObstacleCrossed));
    let passed = state.all().filter(|&other| {
        let area = state.area(other).filter(|area| area.overlaps(to));
        other != mover && area.is_some() && !riding::are_pair(state, mover, other)
    });
    let here =
        |&other: &Seat| conditions::present(state, other) && !planes::apart(state, mover, other);
    for other in passed.filter(here) {
        topics.extend(is_bulky(state, other).then_some(Topic::Bulky));
        let enemies = state.who(mover).side != state.who(other).side;
        if shares(state, mover, other) {
            topics.push(Topic::SharesSpace);
        } else if enemies && !conditions::has(state, other, Flag::Helpless) {
            topics.push(Topic::PassedBySize);
        }
    }
    topics
}

/// What every square costs to enter, derived anew when the ground has changed or a light was moved: where
/// a combatant carries one, darkness slows no combatant.
pub(crate) fn movement_costs(
    changed: Query<(), LightMoved>,
    carriers: Query<(&Place, &Conditions)>,
    field: Single<Ref<Field>>,
    book: Single<&Rulebook>,
    mut costs: Single<&mut MovementCosts>,
) {
    let policies = &book.rules.policies;
    let mut lights = Vec::new();
    if policies.movement.poor_visibility.is_some() && !changed.is_empty() {
        let lit = carriers.iter().filter(|(_, conditions)| {
            let flags = conditions.flags();
            flags.has(Flag::ShedsLight) && !flags.has(Flag::Ethereal)
        });
        lights.extend(lit.filter_map(|(place, _)| place.area));
    } else if field.is_changed() {
        lights.clone_from(&costs.lights);
    } else {
        return;
    }
    if !field.is_changed() && lights == costs.lights {
        return;
    }
    let mut map = field.ground.clone();
    if !lights.is_empty() {
        for square in field.dimensions.squares() {
            let kinds = || {
                let kinds = field.kinds_at(square);
                kinds.filter_map(|(_, kind)| book.catalogue.terrain.get(kind))
            };
            if kinds().any(|kind| kind.dark && kind.murk)
                && lights
                    .iter()
                    .any(|light| veils::reaches(policies, *light, square))
            {
                map.set_entry(square, ground::entry(kinds(), true, &policies.movement));
            }
        }
    }
    **costs = MovementCosts { map, lights };
}

/// Whether ground hampers nothing of what a combatant does.
pub(crate) fn ignores_footing(state: &State, seat: Seat) -> bool {
    let carrier = riding::carrier(state, seat);
    conditions::is_capable(state, carrier, Capability::IgnoresFooting)
        || !planes::is_here(state, carrier)
}

/// Whether this combatant charges and steps over ground as if there were none.
pub(crate) fn hovers(state: &State, seat: Seat) -> bool {
    let known = &state.who(riding::carrier(state, seat)).capabilities;
    known.contains(&Capability::Hovers) || ignores_footing(state, seat)
}

/// Whether a step slows this combatant; `aloft`: no ground hampers it. Poor sight slows any.
pub fn slows(state: &State, aloft: bool, from: Area, to: Area) -> bool {
    match aloft {
        true => trodden(state, from, to).any(|square| is_veiled(state, square)),
        false => is_slowed(state, from, to),
    }
}

/// Whether a square is filled by something solid.
pub(crate) fn is_solid(state: &State, square: Square) -> bool {
    let mut kinds = state.kinds(square);
    kinds.any(|kind| kind.footing == Footing::Impassable)
}

/// Whether a combatant passes through solid things: a rider and its mount only if both do (EP-TERR-04).
pub(crate) fn passes_solids(state: &State, seat: Seat) -> bool {
    let passes = |one| conditions::is_capable(state, one, Capability::PassesSolids);
    let mut others = [riding::mount_of(state, seat), riding::rider_of(state, seat)]
        .into_iter()
        .flatten();
    passes(seat) && others.all(passes)
}

/// Whether a square is solid and a combatant passes through solid things.
pub(super) fn passes_through(state: &State, seat: Seat, square: Square) -> bool {
    is_solid(state, square) && passes_solids(state, seat)
}

/// The squares of `to` that are not part of `from`.
pub fn newly_entered(from: Area, to: Area) -> impl Iterator<Item = Square> {
    to.squares().filter(move |&square| !from.contains(square))
}

/// Whether a square swallows those who enter.
pub(crate) fn swallows(state: &State, square: Square) -> bool {
    let rules = &state.rules().policies.movement;
    state.kinds(square).any(|kind| ground::snares(kind, rules))
}

/// Whether a combatant lies there as an obstacle: helpless and large enough (SP-MVT-09).
pub(super) fn is_bulky(state: &State, seat: Seat) -> bool {
    let least = state.rules().policies.movement.bulky_from;
    least.is_some_and(|least| state.who(seat).size >= least)
        && conditions::present(state, seat)
        && conditions::has(state, seat, Flag::Helpless)
}
