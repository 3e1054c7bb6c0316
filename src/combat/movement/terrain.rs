//! Terrain and bodies in the way: what entering a square costs and who may be passed.

use bevy_ecs::prelude::*;

use crate::combat::conditions;
use crate::combat::conditions::{fear, perception, planes, riding};
use crate::combat::contract::Seat;
use crate::combat::movement::speed;
use crate::combat::state::{
    ActiveCondition, Conditions, Field, MovementCosts, Place, Rulebook, State, ground,
};
use crate::content::BorderDef;
use crate::content::terrain::Footing;
use crate::grid::border::ways;
use crate::grid::{Area, Border, Cost, CostMap, Direction, EntryCost, Passage, Square, SquareSet};
use crate::rules::{Capability, Flag, MovementRules, Topic};

/// Whether a square slows as it is now: a light takes away what darkness alone does.
pub fn is_hampered(state: &State, square: Square) -> bool {
    if !state.field.hampering.contains(square) {
        return false;
    }
    let rules = &state.rules().policies.movement;
    let dark = state.kinds(square).any(|kind| kind.dark && kind.murk);
    !dark
        || !perception::is_lit(state, false, square)
        || ground::hampers(state.kinds(square), true, rules)
}

/// Whether a space is in the dark, where no light reaches it.
pub fn in_the_dark(state: &State, area: Area) -> bool {
    let dark = |square| state.kinds(square).any(|kind| kind.dark && kind.murk);
    area.squares()
        .any(|square| dark(square) && !perception::is_lit(state, false, square))
}

/// Whether poor sight hampers movement in a square: murk, and darkness that no light reaches (SP-MVT-05).
pub fn is_veiled(state: &State, square: Square) -> bool {
    let rules = &state.rules().policies.movement;
    let murky = |lit| state.kinds(square).any(|kind| ground::is_murky(kind, lit));
    rules.poor_visibility.is_some()
        && murky(false)
        && murky(perception::is_lit(state, false, square))
}

/// Lets poor sight hamper those whom no ground does: they have to see their way as well.
fn veil(state: &State, map: &mut CostMap) {
    let rules = &state.rules().policies.movement;
    let Some(cost) = rules.poor_visibility else {
        return;
    };
    map.set_whole_spaces(rules.whole_space_slows);
    let hampering = state.field.hampering.iter();
    for square in hampering.filter(|square| is_veiled(state, *square)) {
        map.set_entry(square, ground::priced(Cost(cost.into()), rules));
    }
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
        let lit = dark && perception::is_lit(state, false, square);
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
    let (table, policies) = (&book.rules.conditions, &book.rules.policies);
    let mut lights = Vec::new();
    if policies.movement.poor_visibility.is_some() && !changed.is_empty() {
        let bears = |conditions: &Conditions, flag| {
            let mut active = conditions.0.iter();
            active.any(|c: &ActiveCondition| table[c.condition].flags.contains(&flag))
        };
        let lit = carriers.iter().filter(|(_, conditions)| {
            bears(conditions, Flag::ShedsLight) && !bears(conditions, Flag::Ethereal)
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
                    .any(|light| perception::reaches(policies, *light, square))
            {
                map.set_entry(square, ground::entry(kinds(), true, &policies.movement));
            }
        }
    }
    **costs = MovementCosts { map, lights };
}

/// The map as `mover` finds it: the ground with every other combatant on it.
pub fn overlay(state: &State, mover: Seat) -> CostMap {
    overlay_without(state, mover, &[])
}

/// The same with some combatants and their riders left out, who are not in the way of what is tried.
pub fn overlay_without(state: &State, mover: Seat, spared: &[Seat]) -> CostMap {
    peopled(state, mover, (spared, Past::None), ground_of(state, mover))
}

/// How a mover gets past enemies who are in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Past {
    /// It does not.
    None,
    /// By checks, past all who leave it any way at all (SP-MVT-12, SP-MVT-15).
    Tumbling,
    /// In the narrow space through which it squeezes (SP-TERR-13).
    Squeezing,
}

/// The map of one who gets past enemies.
pub(crate) fn overlay_past(state: &State, mover: Seat, past: Past) -> CostMap {
    peopled(state, mover, (&[], past), ground_of(state, mover))
}

/// The ground as a mover finds it.
fn ground_of(state: &State, mover: Seat) -> CostMap {
    let mut map = state.costs.map.clone();
    lay_water(state, mover, &mut map);
    map
}

/// What the ground costs for one who has a speed in the water.
fn lay_water(state: &State, seat: Seat, map: &mut CostMap) {
    let carrier = riding::carrier(state, seat);
    if state.field.swims.is_empty() || speed::in_water(state, carrier) == 0 {
        return;
    }
    let (land, water) = (
        speed::on_land(state, carrier),
        speed::in_water(state, carrier),
    );
    let afloat = speed::is_afloat(state, carrier);
    let diagonals = state.rules().policies.movement.diagonals;
    let mut entry = EntryCost::open(diagonals);
    if afloat {
        map.scale(water, land);
    } else {
        entry = EntryCost::new(Cost::SQUARE.fraction(land, water), diagonals);
    }
    for square in state.field.swims.iter() {
        map.set_entry(square, entry);
        map.set_passage(square, Passage::Open);
    }
}

/// The map for a combatant that flies: everything but walls is open air, and it comes down on ground
/// that holds it.
fn flying_overlay(state: &State, mover: Seat, past: (&[Seat], Past)) -> CostMap {
    let field = &state.field;
    let diagonals = state.rules().policies.movement.diagonals;
    let mut map = CostMap::with_entry(field.dimensions, EntryCost::open(diagonals));
    map.set_fences(field.flown.clone());
    for square in field.dimensions.squares() {
        let mut kinds = state.kinds(square).peekable();
        let none = kinds.peek().is_none();
        if none || kinds.any(|kind| kind.footing == Footing::Impassable) {
            map.set_wall(square, true);
        } else if !field.holds(Area::single(square)) {
            map.set_passage(square, Passage::ThroughOnly);
        }
    }
    veil(state, &mut map);
    peopled(state, mover, past, map)
}

fn peopled(
    state: &State,
    mover: Seat,
    (spared, past): (&[Seat], Past),
    mut map: CostMap,
) -> CostMap {
    let is_spared =
        |other| spared.contains(&other) || spared.contains(&riding::carrier(state, other));
    for other in state
        .all()
        .filter(|&other| other != mover && !is_spared(other))
    {
        let Some(area) = state.area(other) else {
            continue;
        };
        if is_bulky(state, other) && !planes::apart(state, mover, other) {
            for square in area.squares() {
                hamper(&mut map, square, &state.rules().policies.movement);
            }
        }
        let passage = passage(state, mover, other);
        if passage == Passage::Open {
            continue;
        }
        let leads_past = |square| match past {
            Past::None => false,
            Past::Tumbling => !fills(state, other),
            Past::Squeezing => leads_past(state, mover, other, square),
        };
        for square in area.squares() {
            // Of several in one square the hardest to pass counts.
            if map.passage(square) != Passage::Blocked {
                let passes = passage == Passage::Blocked && leads_past(square);
                let passes = passes.then_some(Passage::ThroughOnly);
                map.set_passage(square, passes.unwrap_or(passage));
            }
        }
    }
    fear::close(state, mover, &mut map);
    map
}

/// Whether one who squeezes passes this enemy in this square: where there is no room for its whole space
/// (SP-TERR-13).
fn leads_past(state: &State, seat: Seat, other: Seat, square: Square) -> bool {
    let rules = state.rules().policies.movement.squeezing;
    if fills(state, other) || !rules.is_some_and(|rules| rules.past_enemies) {
        return false;
    }
    let whole = state.who(riding::carrier(state, seat)).footprint;
    let mut wide = Area::single(square).spaces_around(whole);
    !wide.any(|space| state.field.holds(space))
}

/// Whether a combatant lies there as an obstacle: helpless and large enough (SP-MVT-09).
fn is_bulky(state: &State, seat: Seat) -> bool {
    let least = state.rules().policies.movement.bulky_from;
    least.is_some_and(|least| state.who(seat).size >= least)
        && conditions::present(state, seat)
        && conditions::has(state, seat, Flag::Helpless)
}

/// Doubles what a square costs, and prices its diagonal as that of any hampered ground (SP-TERR-17).
fn hamper(map: &mut CostMap, square: Square, rules: &MovementRules) {
    if let Some(entry) = map.entry(square) {
        let twice = Cost(entry.straight.0.saturating_mul(2));
        map.set_entry(square, ground::priced(twice, rules));
    }
}

/// Whether ground hampers nothing of what a combatant does.
pub(crate) fn ignores_footing(state: &State, seat: Seat) -> bool {
    let carrier = riding::carrier(state, seat);
    let known = &state.who(carrier).capabilities;
    known.contains(&Capability::IgnoresFooting) || !planes::is_here(state, carrier)
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

/// The map for a combatant that climbs: what has to be climbed can be entered like open ground.
pub fn climbing_overlay(state: &State, mover: Seat) -> CostMap {
    let mut map = opened(state, mover, &state.field.climbs, &[]);
    map.set_fences(state.field.climbed.clone());
    map
}

/// The map for a combatant that swims: what is swum in can be entered like open ground.
pub fn swimming_overlay(state: &State, mover: Seat) -> CostMap {
    opened(state, mover, &state.field.swims, &[])
}

/// The map for a combatant that passes through solid things, as thick as it is wide at most (EP-INC-04).
fn drifting_overlay(state: &State, mover: Seat, spared: &[Seat]) -> CostMap {
    let dims = state.field.dimensions;
    let open = EntryCost::open(state.rules().policies.movement.diagonals);
    let mut map = CostMap::with_entry(dims, open);
    for square in dims.squares() {
        if is_solid(state, square) {
            map.set_solid(square);
        }
    }
    veil(state, &mut map);
    peopled(state, mover, (spared, Past::None), map)
}

/// Whether a square is filled by something solid.
pub(crate) fn is_solid(state: &State, square: Square) -> bool {
    let mut kinds = state.kinds(square);
    kinds.any(|kind| kind.footing == Footing::Impassable)
}

/// The map for a combatant on another plane: nothing here is in its way, and it stops where something would bear it
/// if it came back, or in the midst of something solid (EP-ETHER-02).
fn ethereal_overlay(state: &State, mover: Seat, spared: &[Seat]) -> CostMap {
    let dims = state.field.dimensions;
    let open = EntryCost::open(state.rules().policies.movement.diagonals);
    let mut map = CostMap::with_entry(dims, open);
    for square in dims.squares() {
        if !state.field.holds(Area::single(square)) && !is_solid(state, square) {
            map.set_passage(square, Passage::ThroughOnly);
        }
    }
    peopled(state, mover, (spared, Past::None), map)
}

/// The map for those to whom the ground is nothing: on another plane, through solid things, or `aloft`; `None`:
/// they go on the ground. `spared`: nobody of these is in the way.
pub(crate) fn clear_of_ground(
    state: &State,
    mover: Seat,
    aloft: bool,
    spared: &[Seat],
) -> Option<CostMap> {
    clear_of_ground_past(state, mover, aloft, (spared, Past::None))
}

/// The same for one who gets past enemies, where it is in the air.
pub(crate) fn clear_of_ground_past(
    state: &State,
    mover: Seat,
    aloft: bool,
    past: (&[Seat], Past),
) -> Option<CostMap> {
    let flying = || aloft.then(|| flying_overlay(state, mover, past));
    through_all(state, mover, past.0).or_else(flying)
}

/// The map for those on another plane and those who pass through solid things; `None`: the ground holds this one.
fn through_all(state: &State, mover: Seat, spared: &[Seat]) -> Option<CostMap> {
    if conditions::has(state, riding::carrier(state, mover), Flag::Ethereal) {
        return Some(ethereal_overlay(state, mover, spared));
    }
    passes_solids(state, mover).then(|| drifting_overlay(state, mover, spared))
}

/// The map for a combatant that is moved by another: what only holds up those who walk is no wall to it (EP-TERR-02).
pub(crate) fn moved_overlay(state: &State, mover: Seat, spared: &[Seat]) -> CostMap {
    through_all(state, mover, spared)
        .unwrap_or_else(|| opened(state, mover, &state.field.waded, spared))
}

/// Whether a combatant passes through solid things: a rider and its mount only if both do (EP-TERR-04).
pub(crate) fn passes_solids(state: &State, seat: Seat) -> bool {
    let passes = |one| (state.who(one).capabilities).contains(&Capability::PassesSolids);
    let mut others = [riding::mount_of(state, seat), riding::rider_of(state, seat)]
        .into_iter()
        .flatten();
    passes(seat) && others.all(passes)
}

/// The map for a combatant that wades: what is waded in can be entered like open ground.
pub fn wading_overlay(state: &State, mover: Seat) -> CostMap {
    opened(state, mover, &state.field.waded, &[])
}

fn opened(state: &State, mover: Seat, squares: &SquareSet, spared: &[Seat]) -> CostMap {
    let mut map = overlay_without(state, mover, spared);
    let diagonals = state.rules().policies.movement.diagonals;
    for square in squares.iter() {
        map.set_entry(square, EntryCost::open(diagonals));
        let taken = state
            .occupancy
            .occupant(square)
            .filter(|other| *other != mover && !spared.contains(other));
        let passage = taken.map_or(Passage::Open, |other| passage(state, mover, other));
        map.set_passage(square, passage);
    }
    map
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
