//! The ground, who stands where, and which squares are threatened.
//!
//! Terrain and zones never change in a battle. Occupancy and threat are derived: they are refreshed
//! after a step only where somebody moved or changed what it threatens with.

use bevy_ecs::prelude::*;

use super::seat::Seat;
use crate::grid::{CostMap, Dimensions, Square, SquareSet};
use crate::rules::{TerrainId, WeaponId};

/// The ground of a battle and what is derived from positions.
#[derive(Resource, Clone, Debug)]
pub struct Field {
    pub dimensions: Dimensions,
    /// Terrain of every square.
    pub terrain: Vec<TerrainId>,
    pub blocks_sight: SquareSet,
    /// Costs of terrain alone, nobody in the way.
    pub ground: CostMap,
    pub zones: Vec<(String, SquareSet)>,
    /// Weapons on the ground.
    pub dropped: Vec<(Square, WeaponId)>,
    /// Squares threatened by each combatant, by seat.
    pub threatened: Vec<SquareSet>,
    /// Who stands on a square, smallest seat first where several share it.
    pub occupants: Vec<Option<Seat>>,
}
