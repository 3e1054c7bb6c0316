//! The map as a mover finds it: the ground as it moves over it, with every other combatant on it.

use crate::combat::conditions;
use crate::combat::conditions::{fear, planes, riding};
use crate::combat::contract::Seat;
use crate::combat::movement::speed;
use crate::combat::movement::terrain::{
    fills, is_bulky, is_solid, is_veiled, passage, passes_solids,
};
use crate::combat::state::{State, ground};
use crate::content::terrain::Footing;
use crate::grid::{Area, Cost, CostMap, EntryCost, Passage, Square, SquareSet};
use crate::rules::{Flag, MovementRules};

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

/// Doubles what a square costs, and prices its diagonal as that of any hampered ground (SP-TERR-17).
fn hamper(map: &mut CostMap, square: Square, rules: &MovementRules) {
    if let Some(entry) = map.entry(square) {
        let twice = Cost(entry.straight.0.saturating_mul(2));
        map.set_entry(square, ground::priced(twice, rules));
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
