//! Where a combatant is, whatever brought it there: standing, lying, held.

use bevy_ecs::prelude::*;

use crate::combat::attack::hiding;
use crate::combat::conditions;
use crate::combat::conditions::riding;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::movement::{carry, terrain};
use crate::combat::state::{Afflicting, Conditions, Identity, Occupancy, Place};
use crate::grid::{Area, Square};
use crate::rules::{ConditionDef, Flag, Flags, Topic};

/// What decides where a combatant stands: who it is, its place, and whether it is in the fight.
type Standing = (&'static Identity, &'static Place, &'static Conditions);

/// What moves a combatant on or off the map.
type StandingChanged = Or<(Changed<Place>, Changed<Conditions>)>;

/// Who stands where, derived anew for those who have moved, come or gone.
pub(crate) fn occupied_squares(
    changed: Query<Standing, StandingChanged>,
    mut occupancy: Single<&mut Occupancy>,
) {
    for (identity, place, conditions) in &changed {
        let dead = conditions.flags().has(Flag::Dead);
        occupancy.stand(identity.seat, place.area.filter(|_| !dead));
    }
}

/// A change of squares, of a combatant's own accord or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    pub from: Area,
    pub to: Square,
    /// In twelfths of a square; 0 where nothing is paid.
    pub cost_twelfths: u16,
    /// Against the combatant's will.
    pub forced: bool,
}

/// Tells that a combatant has come to other squares. Unless it is ridden or carried there, the ground takes effect on
/// it: at [`hazard::tread`], or after the step.
pub(super) fn moved(battle: &mut Afflicting, seat: Seat, shift: Shift, topics: &[Topic]) {
    let carried = riding::mount_of(battle, seat).or_else(|| riding::bearer_of(battle, seat));
    if carried.is_none() {
        battle.place_mut(seat).entered_from = Some(shift.from);
    }
    let moved = EventKind::Moved {
        seat,
        from: shift.from.anchor,
        to: shift.to,
        cost_twelfths: shift.cost_twelfths,
        forced: shift.forced,
    };
    battle.emit(topics, moved);
}

/// Puts a combatant somewhere without any rule of movement.
pub fn put(battle: &mut Afflicting, seat: Seat, area: Option<Area>) {
    battle.set_area(seat, area);
    release(battle, seat);
    let_go(battle, seat);
    carry::along(battle, seat, area);
    hiding::has_moved(battle, seat);
}

/// Puts a combatant into a space of another shape, and tells so.
pub fn occupy(battle: &mut Afflicting, seat: Seat, area: Area, topic: Topic) {
    put(battle, seat, Some(area));
    battle.emit(&[topic], EventKind::SpaceChanged { seat, area });
}

/// Ground has no hold of a combatant that is not on it any more.
fn let_go(battle: &mut Afflicting, seat: Seat) {
    let Some(rule) = &battle.rules().policies.movement.snares else {
        return;
    };
    let held = battle.rules().condition(&rule.condition);
    let Some(held) = held.filter(|held| conditions::bears(battle, seat, Some(*held))) else {
        return;
    };
    let mut beneath = battle.area(seat).into_iter().flat_map(Area::squares);
    if !beneath.any(|square| terrain::swallows(battle, square)) {
        conditions::end(battle, seat, held);
    }
}

/// Ends holds between this combatant and the combatant that is no longer next to it.
fn release(battle: &mut Afflicting, seat: Seat) {
    let apart = |a: Seat, b: Seat| match (battle.area(a), battle.area(b)) {
        (Some(a), Some(b)) => !a.is_adjacent(b) && !a.overlaps(b),
        _ => true,
    };
    const BODILY: Flags = Flags::of(&[Flag::Held, Flag::Grappling, Flag::Pinned]);
    let mut over = Vec::new();
    for bearer in battle.all() {
        for active in battle.conditions(bearer) {
            let Some(by) = active.by else { continue };
            let concerns = (bearer == seat) != (by == seat);
            let flags = battle.rules().flags(active.condition);
            if concerns && flags.has_any(BODILY) && apart(bearer, by) {
                over.push((bearer, active.condition, by));
            }
        }
    }
    for (bearer, condition, by) in over {
        conditions::end_by(battle, bearer, Some(condition), by);
    }
}

/// Gets up from the ground.
pub fn stand_up(battle: &mut Afflicting, seat: Seat) {
    let prone: Vec<_> = conditions::in_force(battle, seat)
        .filter(|(_, def)| lies_low(def))
        .map(|(id, _)| id)
        .collect();
    for condition in prone {
        conditions::end(battle, seat, condition);
    }
}

/// Whether a condition is a posture that standing up ends.
pub fn lies_low(def: &ConditionDef) -> bool {
    def.flags.contains(&Flag::Prone) || def.flags.contains(&Flag::Kneeling)
}

/// Falls prone at will.
pub fn drop_prone(battle: &mut Afflicting, seat: Seat) {
    conditions::begin_known(battle, seat, battle.book.known.prone, Some(seat));
}
