//! Climbing, and falling.
//!
//! Where climbing is an action of its own, what has to be climbed is entered and left by nothing
//! else (CD-MOVE-06 to 08). Where every square is checked for itself, such an obstacle is
//! entered like any other if the check succeeds (AM-TERR-03).

use crate::combat::attack::cover;
use crate::combat::checks;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::movement::{fall, mount, overlay, terrain};
use crate::combat::state::refusal::refusal;
use crate::combat::state::{Rolling, State, Wounding};
use crate::content::BorderDef;
use crate::content::terrain::Hazard;
use crate::dice::DiceExpr;
use crate::grid::{Area, Cost, Passage, Square};
use crate::rules::{Climbing, DamageKind, ModifierKind, MoveDef, Stat, Topic};

/// Feet of one step of height.
const FEET_PER_STEP: i32 = 3;
/// Feet of a fall for each die of damage.
const FEET_PER_DIE: i32 = 10;

/// Whether a combatant at `area` can move in this way: out of what is climbed only by climbing.
pub(crate) fn suits(state: &State, area: Area, def: &MoveDef) -> Result<(), Refusal> {
    if def.climbs || !state.field.climbs.touches(area) {
        return Ok(());
    }
    let topic = match def.exempt.spares_start() {
        true => Topic::WithdrawForm,
        false => Topic::Climb,
    };
    state.refuse(topic, "You are climbing: you can only climb on.")
}

/// The check of a climb along this way, against the number of the hardest square on it; `haste`: what
/// climbing so fast adds to the check, a negative number.
pub(crate) fn check(
    state: &State,
    seat: Seat,
    area: Area,
    path: &[Square],
    haste: i32,
) -> Result<DifficultyCheck, Refusal> {
    let spaces: Vec<Area> = path.iter().map(|&square| area.moved_to(square)).collect();
    let starts = std::iter::once(area).chain(spaces.iter().copied());
    let steps = starts.clone().zip(&spaces);
    let fences = steps.filter_map(|(from, to)| steepest(state, from, *to));
    let hardest = starts.clone().filter_map(|space| hardest(state, space));
    let hardest = hardest.chain(fences).max();
    rolled(state)
        .zip(hardest)
        .map(|(stat, against)| {
            let hasty = checks::modifier(state, Topic::ClimbFast, ModifierKind::Untyped, haste);
            let bonus = checks::tally(state, seat, stat, &[hasty]);
            DifficultyCheck::new(state, seat, bonus, against)
        })
        .ok_or_else(|| {
            refusal(
                state,
                Topic::Climb,
                "There is nothing to climb on this path.",
            )
        })
}

/// Whether anything that has to be climbed is so near that a way of this cost could touch it.
pub(crate) fn is_near(state: &State, area: Area, budget: Cost) -> bool {
    let far = budget.whole_squares() + 1;
    let near = |steep: Square| area.gap(Area::single(steep));
    let climbs = |kind| {
        let def = state.book.catalogue.borders.get(kind);
        def.is_some_and(|def| def.climb.is_some())
    };
    let borders = state.field.borders.iter();
    let fences = borders.filter(|(_, kind)| climbs(**kind));
    let fences = fences.flat_map(|(border, _)| border.squares());
    let mut steep = state.field.climbs.iter().chain(fences).map(near);
    steep.any(|(dx, dy)| dx.max(dy) <= far)
}

/// What has to be climbed over on a step, on the easier way around a corner.
fn steepest(state: &State, from: Area, to: Area) -> Option<i32> {
    let ways = terrain::fences(state, from, to).into_iter();
    let steep = |way: Vec<&BorderDef>| way.iter().filter_map(|def| def.climb).max();
    ways.map(steep).min().flatten().map(i32::from)
}

fn hardest(state: &State, area: Area) -> Option<i32> {
    let of = |square| state.kinds(square).filter_map(|kind| kind.climb);
    area.squares().flat_map(of).max().map(i32::from)
}

/// Rolls the check of an action that climbs; whether there is any progress. Failing by much is a
/// fall.
pub(crate) fn attempt(battle: &mut Wounding, check: DifficultyCheck) -> bool {
    let seat = check.seat;
    let short = -check.margin(battle, Topic::Climb);
    if let Climbing::OwnAction {
        falls_by: Some(falls_by),
        ..
    } = battle.rules().policies.movement.climbing
        && short >= i32::from(falls_by).max(1)
    {
        tumble(battle, seat);
    }
    short <= 0
}

/// Whether a walker climbs the obstacles in the squares that it enters next.
pub(crate) fn gets_over(battle: &mut Rolling, seat: Seat, from: Area, to: Area) -> bool {
    let Climbing::CheckEachSquare(stat) = battle.rules().policies.movement.climbing else {
        return true;
    };
    let hardest = terrain::newly_entered(from, to)
        .filter_map(|square| hardest(battle, Area::single(square)))
        .chain(steepest(battle, from, to))
        .max();
    hardest.is_none_or(|difficulty| {
        DifficultyCheck::of_stat(battle, seat, stat, difficulty).succeeds(battle, Topic::Climb)
    })
}

/// What is rolled for climbing, where ground that is climbed is more than ground to walk on.
pub(crate) fn rolled(state: &State) -> Option<Stat> {
    match state.rules().policies.movement.climbing {
        Climbing::Walked => None,
        Climbing::CheckEachSquare(check) | Climbing::OwnAction { check, .. } => Some(check),
    }
}

/// Falls to the nearest place further down; the combatant that stands at the foot falls nowhere.
fn tumble(battle: &mut Wounding, seat: Seat) {
    let Some(from) = battle.area(seat) else {
        return;
    };
    if !battle.field.climbs.touches(from) {
        return;
    }
    let high = i32::from(cover::height(battle, from.anchor));
    let map = overlay::overlay(battle, seat);
    let lower = |square: &Square| {
        i32::from(cover::height(battle, *square)) < high && {
            let to = from.moved_to(*square);
            to.squares().all(|s| map.passage(s) == Passage::Open)
        }
    };
    let squares = battle.field.dimensions.squares();
    let foot = squares
        .filter(lower)
        .min_by_key(|square| (from.anchor.steps_to(*square), *square));
    let Some(to) = foot else {
        return;
    };
    let feet = (high - i32::from(cover::height(battle, to))) * FEET_PER_STEP;
    mount::displace(battle, seat, from, to, &[Topic::Fall]);
    let dice = u32::try_from(feet / FEET_PER_DIE).unwrap_or(0);
    let hazard = Hazard {
        damage: DiceExpr::dice(dice, 6),
        kind: DamageKind::Bludgeoning,
        fall: true,
        ..Hazard::default()
    };
    fall::begin(battle, seat, hazard, true);
}
