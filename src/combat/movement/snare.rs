//! Ground that swallows those who enter: quicksand.

use crate::combat::conditions::planes;
use crate::combat::contract::Seat;
use crate::combat::movement::{mount, terrain};
use crate::combat::state::{State, Wounding};
use crate::combat::{checks, conditions};
use crate::grid::{Area, Square};
use crate::rules::{Capability, ConditionId, TerrainId, Topic};

/// A combatant has come onto these squares, or they have become what they are beneath it: it saves and
/// is out on the nearest firm ground, or it is held. `from`: where it comes from.
pub(crate) fn spring(battle: &mut Wounding, seat: Seat, squares: &[Square], from: Option<Area>) {
    let book = battle.book.rules.clone();
    let Some(rule) = &book.policies.movement.snares else {
        return;
    };
    let Some((area, difficulty)) = battle.area(seat).zip(difficulty(battle, squares)) else {
        return;
    };
    let held = book.condition(&rule.condition);
    if passes_by(battle, seat, held) {
        return;
    }
    let topics = &[Topic::Snare];
    let (saved, _) = checks::save_with(battle, seat, rule.save, difficulty, &[], topics);
    let firm = firm_ground(battle, seat, area, from);
    match (saved, firm, held) {
        (true, Some(to), _) => mount::displace(battle, seat, area, to, topics),
        (_, _, Some(held)) => conditions::begin(battle, seat, held, None),
        _ => {}
    }
}

/// Whether such ground does nothing to a combatant.
fn passes_by(state: &State, seat: Seat, held: Option<ConditionId>) -> bool {
    let flies = state.who(seat).capabilities.contains(&Capability::Flies);
    flies || conditions::bears(state, seat, held) || !conditions::present(state, seat)
}

/// Whether the ground of these squares may hold a combatant that comes onto it.
pub(super) fn may_spring(state: &State, seat: Seat, squares: &[Square]) -> bool {
    let rule = state.rules().policies.movement.snares.as_ref();
    let held = rule.map(|rule| state.rules().condition(&rule.condition));
    held.is_some_and(|held| !passes_by(state, seat, held))
        && planes::is_here(state, seat)
        && difficulty(state, squares).is_some()
}

/// The ground of these squares that takes a combatant there which comes from another space, and the chance that it
/// is held; otherwise it is cast out.
pub(super) fn foreseen(
    state: &State,
    seat: Seat,
    squares: &[Square],
    from: Area,
) -> Option<(TerrainId, f64)> {
    if !may_spring(state, seat, squares) {
        return None;
    }
    let rule = state.rules().policies.movement.snares.as_ref()?;
    let (area, difficulty) = state.area(seat).zip(difficulty(state, squares))?;
    let saves = checks::chance(state, seat, rule.save, difficulty, 0);
    let chance = match firm_ground(state, seat, area, Some(from)) {
        Some(_) => 1.0 - saves,
        None => 1.0,
    };
    let kinds = squares
        .iter()
        .flat_map(|square| state.field.kinds_at(*square));
    let snares = |id: &TerrainId| {
        let def = state.book.catalogue.terrain.get(*id);
        def.is_some_and(|def| def.snare.is_some())
    };
    let mut kinds = kinds.map(|(_, id)| id).filter(snares);
    Some((kinds.next()?, chance))
}

/// The highest number that has to be reached against the ground of these squares.
fn difficulty(state: &State, squares: &[Square]) -> Option<i32> {
    let kinds = squares.iter().flat_map(|square| state.kinds(*square));
    kinds.filter_map(|kind| Some(kind.snare?.difficulty)).max()
}

/// The nearest free squares that hold no one fast; of several as near those that it comes from.
fn firm_ground(state: &State, seat: Seat, area: Area, from: Option<Area>) -> Option<Square> {
    let field = &state.field;
    let free = |there: Area| {
        let mut others = state.all().filter(|other| *other != seat);
        others.all(|other| state.area(other).is_none_or(|taken| !taken.overlaps(there)))
    };
    let fits = |there: &Area| {
        there.is_within(field.dimensions)
            && field.holds(*there)
            && !there
                .squares()
                .any(|square| terrain::swallows(state, square))
            && free(*there)
            && !field.parts(area, *there)
    };
    let anchors = field.dimensions.squares();
    let spaces = anchors.map(|anchor| area.moved_to(anchor)).filter(fits);
    let nearest = spaces.min_by_key(|there| {
        let away = area.anchor.steps_to(there.anchor);
        (away, Some(*there) != from, there.anchor)
    });
    nearest.map(|there| there.anchor)
}
