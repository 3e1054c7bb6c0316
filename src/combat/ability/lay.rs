//! Abilities that change the ground of an area.

use crate::combat::ability::{aim, asking};
use crate::combat::contract::EventKind;
use crate::combat::movement::hazard;
use crate::combat::state::field::GROUND;
use crate::combat::state::{Access, Affecting, State, Use};
use crate::grid::{Passage, Square, SquareSet};
use crate::rules::{SpecialEffect, TerrainId, Topic};

/// Turns the open ground of an area into what the ability makes of it, and lets it have those who
/// stand there.
pub(crate) fn ground(battle: &mut Access<Affecting>, used: &Use) {
    let Some(terrain) = laid(battle, used) else {
        return;
    };
    let area = aim::squares(battle, used.seat, used.ability, &used.aim);
    let open: Vec<Square> = area
        .iter()
        .filter(|square| is_open(battle, *square, terrain))
        .collect();
    let book = battle.book.clone();
    for at in &open {
        let movement = &book.rules.policies.movement;
        let catalogue = &book.catalogue;
        battle
            .field_mut()
            .alter(*at, GROUND, terrain, catalogue, movement);
        let changed = EventKind::GroundChanged {
            seat: used.seat,
            at: *at,
            layer: GROUND,
            terrain,
        };
        battle.emit(&[Topic::AbilityEffect], changed);
    }
    let changed = SquareSet::from_squares(battle.field.dimensions, open);
    for seat in battle.all() {
        hazard::come_upon(&mut battle.lend(), seat, &changed);
    }
}

/// The terrain that an ability makes, if it makes any.
fn laid(state: &State, used: &Use) -> Option<TerrainId> {
    let mut effects = asking::def(state, used.ability)?.effects.iter();
    effects.find_map(|effect| match effect {
        SpecialEffect::Ground { terrain } => state.book.catalogue.terrain.id(terrain),
        _ => None,
    })
}

/// Whether a square is open ground of another kind: nothing that bars the way, no door, no thing.
fn is_open(state: &State, square: Square, terrain: TerrainId) -> bool {
    let thing = state
        .kinds(square)
        .any(|kind| kind.door.is_some() || kind.heavy.is_some() || kind.object.is_some());
    !thing
        && state.field.ground.passage(square) == Passage::Open
        && state.field.terrain_at(square) != Some(terrain)
}
