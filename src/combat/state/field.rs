//! The ground of a battle.
//!
//! Zones never change in a battle, terrain where a door is opened or a chest is pushed.

use bevy_ecs::prelude::*;

use crate::combat::contract::Seat;
use crate::combat::state::ground;
use crate::content::Catalogue;
use crate::grid::{Area, CostMap, Dimensions, Passage, Square, SquareSet};
use crate::rules::{MovementRules, TerrainId, WeaponId};

/// The ground of a battle.
#[derive(Component, Clone, Debug)]
pub struct Field {
    pub dimensions: Dimensions,
    /// Terrain of every square.
    pub terrain: Vec<TerrainId>,
    pub blocks_sight: SquareSet,
    /// Ground that slows: no free step into it, no running or charging across it.
    pub hampering: SquareSet,
    /// Squares that harm the combatant that enters them.
    pub hazards: SquareSet,
    /// Squares that have to be climbed, where climbing is an action of its own.
    pub climbs: SquareSet,
    /// Squares that have become something else: what they were, and what they are.
    pub altered: Vec<(Square, TerrainId, TerrainId)>,
    /// Points that things on the map have lost.
    pub harmed: Vec<(Square, i32)>,
    /// Squares that may hide or cover a combatant: walls, low walls, fog.
    pub screens: SquareSet,
    /// Costs of terrain alone, no combatant in the way.
    pub ground: CostMap,
    pub zones: Vec<(String, SquareSet)>,
    /// Weapons on the ground.
    pub dropped: Vec<(Square, WeaponId)>,
    /// Where those who moved into the space of another in a grapple stood before.
    pub came_from: Vec<(Seat, Square)>,
}

/// What every square costs to enter with the lights that are carried, no combatant in the way; derived
/// from the ground and from those who carry them.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct MovementCosts {
    pub map: CostMap,
    /// Where lights are carried, if darkness slows.
    pub lights: Vec<Area>,
}

impl MovementCosts {
    /// Without any light.
    pub fn of(field: &Field) -> Self {
        Self {
            map: field.ground.clone(),
            lights: Vec::new(),
        }
    }
}

impl Field {
    /// The ground with no combatant on it. `terrain` holds one kind per square, in reading order; what
    /// is missing is impassable.
    pub fn new(
        dimensions: Dimensions,
        terrain: Vec<TerrainId>,
        zones: Vec<(String, SquareSet)>,
        catalogue: &Catalogue,
        rules: &MovementRules,
    ) -> Self {
        let kind_of = |i: usize| terrain.get(i).and_then(|&id| catalogue.terrain.get(id));
        let squares_of = |wanted: &dyn Fn(usize) -> bool| {
            let squares = dimensions.squares().enumerate();
            SquareSet::from_squares(
                dimensions,
                squares
                    .filter(|&(i, _)| wanted(i))
                    .map(|(_, square)| square),
            )
        };
        Self {
            dimensions,
            blocks_sight: squares_of(&|i| kind_of(i).is_none_or(|kind| kind.blocks_sight)),
            hampering: squares_of(&|i| kind_of(i).is_some_and(|kind| ground::hampers(kind, rules))),
            hazards: squares_of(&|i| kind_of(i).is_some_and(|kind| kind.harm().is_some())),
            climbs: squares_of(&|i| {
                kind_of(i).is_some_and(|kind| ground::only_climbed(kind, rules))
            }),
            altered: Vec::new(),
            harmed: Vec::new(),
            screens: squares_of(&|i| kind_of(i).is_none_or(ground::screens)),
            ground: ground::ground(dimensions, kind_of, rules),
            zones,
            dropped: Vec::new(),
            came_from: Vec::new(),
            terrain,
        }
    }

    /// Turns a square into another kind of terrain, as when a door is opened.
    pub fn alter(
        &mut self,
        square: Square,
        to: TerrainId,
        catalogue: &Catalogue,
        rules: &MovementRules,
    ) {
        let Some(was) = self.terrain_at(square) else {
            return;
        };
        let first = match self.altered.iter().position(|(at, ..)| *at == square) {
            Some(known) => self.altered.remove(known).1,
            None => was,
        };
        if first != to {
            let at = self.altered.partition_point(|(other, ..)| *other < square);
            self.altered.insert(at, (square, first, to));
        }
        self.lay(square, to, catalogue, rules);
    }

    /// Puts all alterations back and makes these.
    pub(crate) fn restore_ground(
        &mut self,
        altered: &[(Square, TerrainId, TerrainId)],
        catalogue: &Catalogue,
        rules: &MovementRules,
    ) {
        if self.altered == altered {
            return;
        }
        for (square, first, _) in std::mem::take(&mut self.altered) {
            self.lay(square, first, catalogue, rules);
        }
        for &(square, first, now) in altered {
            if self.terrain_at(square) == Some(first) {
                self.alter(square, now, catalogue, rules);
            }
        }
    }

    fn lay(&mut self, square: Square, to: TerrainId, catalogue: &Catalogue, rules: &MovementRules) {
        let (Some(i), Some(kind)) = (self.dimensions.index(square), catalogue.terrain.get(to))
        else {
            return;
        };
        self.terrain[i] = to;
        let sets = [
            (&mut self.blocks_sight, kind.blocks_sight),
            (&mut self.hampering, ground::hampers(kind, rules)),
            (&mut self.hazards, kind.harm().is_some()),
            (&mut self.climbs, ground::only_climbed(kind, rules)),
            (&mut self.screens, ground::screens(kind)),
        ];
        for (set, holds) in sets {
            if holds {
                set.insert(square);
            } else {
                set.remove(square);
            }
        }
        ground::lay(&mut self.ground, square, Some(kind), rules);
    }

    /// The kind of terrain of a square, if it is on the map.
    pub fn terrain_at(&self, square: Square) -> Option<TerrainId> {
        self.dimensions
            .index(square)
            .and_then(|i| self.terrain.get(i))
            .copied()
    }

    /// The named place, if the level has it.
    pub fn zone(&self, name: &str) -> Option<&SquareSet> {
        self.zones
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, set)| set)
    }

    /// Whether a combatant could stand on this area as far as the ground is concerned.
    pub fn holds(&self, area: Area) -> bool {
        area.squares()
            .all(|square| self.ground.passage(square) == Passage::Open)
    }
}
