//! The ground of a battle.
//!
//! Zones never change in a battle, terrain where a door is opened or a chest is pushed.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::combat::state::Piece;
use crate::combat::state::ground::{self, BorderGait};
use crate::content::{BorderDef, Catalogue, TerrainDef};
use crate::grid::{
    Area, Blocks, Border, BorderSet, CostMap, Dimensions, EntryCost, Fences, Passage, Square,
    SquareSet, any_line,
};
use crate::rules::{BorderId, MovementRules, TerrainId};

/// The lowest layer of a square.
pub const GROUND: u8 = 0;

/// What lies on the ground, by square and layer, the layers from 1 upwards.
pub type Upper = BTreeMap<(Square, u8), TerrainId>;

/// A layer of a square that has become something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alteration {
    pub at: Square,
    pub layer: u8,
    pub was: Option<TerrainId>,
    pub is: Option<TerrainId>,
}

/// The ground of a battle.
#[derive(Component, Clone, Debug)]
pub struct Field {
    pub dimensions: Dimensions,
    /// The ground of every square.
    pub terrain: Vec<TerrainId>,
    /// What lies on it.
    pub upper: Upper,
    pub blocks_sight: SquareSet,
    /// Squares through which no attack or effect gets, those that block sight among them.
    pub blocks_effect: SquareSet,
    /// Ground that slows: no free step into it, no running or charging across it.
    pub hampering: SquareSet,
    /// Squares that harm or hold the combatant that enters them.
    pub hazards: SquareSet,
    /// Squares that have to be climbed, where climbing is an action of its own.
    pub climbs: SquareSet,
    /// Squares that are entered by wading only, where there are rules for that.
    pub waded: SquareSet,
    /// Squares that are swum in, where there are rules for that.
    pub swims: SquareSet,
    /// What has become something else, sorted by square and layer.
    pub altered: Vec<Alteration>,
    /// Points that things on the map have lost.
    pub harmed: Vec<(Square, i32)>,
    /// Squares that may hide or cover a combatant: walls, low walls, fog.
    pub screens: SquareSet,
    /// Squares that conceal.
    pub veils: SquareSet,
    /// What stands on borders between squares.
    pub borders: BTreeMap<Border, BorderId>,
    /// Borders that block sight.
    pub curtains: BorderSet,
    /// Borders through which no attack or effect gets, those that block sight among them.
    pub walls: BorderSet,
    /// Borders that may hide or cover a combatant.
    pub shelters: BorderSet,
    /// What stands on borders for those who climb.
    pub climbed: Option<Arc<Fences>>,
    /// What stands on borders for those who fly.
    pub flown: Option<Arc<Fences>>,
    /// Costs of terrain alone, no combatant in the way.
    pub ground: CostMap,
    pub zones: Vec<(String, SquareSet)>,
    /// Weapons on the ground.
    pub dropped: Vec<(Square, Piece)>,
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
    /// is missing is impassable. `upper` is what lies on it.
    pub fn new(
        dimensions: Dimensions,
        terrain: Vec<TerrainId>,
        (upper, borders): (Upper, BTreeMap<Border, BorderId>),
        zones: Vec<(String, SquareSet)>,
        catalogue: &Catalogue,
        rules: &MovementRules,
    ) -> Self {
        let none = || SquareSet::new(dimensions);
        let open = EntryCost::open(rules.diagonals);
        let of = |holds: fn(&BorderDef) -> bool| {
            let table = &catalogue.borders;
            let kept = borders
                .iter()
                .filter(|(_, kind)| table.get(**kind).is_some_and(holds));
            BorderSet::new(dimensions, kept.map(|(border, _)| *border))
        };
        let fences = |how| {
            let kinds = borders.iter().filter_map(|(border, kind)| {
                let def = catalogue.borders.get(*kind)?;
                Some((*border, ground::fence(def, how, rules)))
            });
            Fences::new(dimensions, kinds, rules.borders_add)
        };
        let mut field = Self {
            dimensions,
            terrain,
            upper,
            blocks_sight: none(),
            blocks_effect: none(),
            hampering: none(),
            hazards: none(),
            climbs: none(),
            waded: none(),
            swims: none(),
            altered: Vec::new(),
            harmed: Vec::new(),
            screens: none(),
            veils: none(),
            curtains: of(|def| def.blocks_sight),
            walls: of(BorderDef::stops_effects),
            shelters: of(BorderDef::screens),
            climbed: fences(BorderGait::Climbing),
            flown: fences(BorderGait::Flying),
            ground: CostMap::with_entry(dimensions, open),
            zones,
            dropped: Vec::new(),
            came_from: Vec::new(),
            borders: BTreeMap::new(),
        };
        field.ground.set_fences(fences(BorderGait::Walking));
        let uncounted = rules.diagonal_in_difficult.is_uncounted();
        field.ground.set_uncounted(uncounted);
        field.ground.set_whole_spaces(rules.whole_space_slows);
        field.borders = borders;
        for square in dimensions.squares() {
            field.lay(square, catalogue, rules);
        }
        field
    }

    /// What one layer of a square is, if anything.
    pub fn in_layer(&self, square: Square, layer: u8) -> Option<TerrainId> {
        match layer {
            GROUND => self.terrain_at(square),
            _ => self.upper.get(&(square, layer)).copied(),
        }
    }

    /// The kinds of terrain of a square by layer, the ground first.
    pub fn kinds_at(&self, square: Square) -> impl DoubleEndedIterator<Item = (u8, TerrainId)> {
        let ground = self.terrain_at(square).map(|kind| (GROUND, kind));
        let layers = (square, GROUND + 1)..=(square, u8::MAX);
        let upper = (!self.upper.is_empty()).then(|| self.upper.range(layers));
        let upper = upper.into_iter().flatten();
        ground
            .into_iter()
            .chain(upper.map(|(&(_, layer), &kind)| (layer, kind)))
    }

    /// Turns one layer of a square into another kind of terrain, as when a door is opened. Open ground
    /// upon the ground is nothing.
    pub fn alter(
        &mut self,
        at: Square,
        layer: u8,
        to: TerrainId,
        catalogue: &Catalogue,
        rules: &MovementRules,
    ) {
        let bare = catalogue.terrain.get(to).is_none_or(TerrainDef::is_bare);
        let is = (layer == GROUND || !bare).then_some(to);
        let was = self.in_layer(at, layer);
        let first = match (self.altered.iter()).position(|a| (a.at, a.layer) == (at, layer)) {
            Some(known) => self.altered.remove(known).was,
            None => was,
        };
        if first != is {
            let place = (self.altered).partition_point(|a| (a.at, a.layer) < (at, layer));
            let alteration = Alteration {
                at,
                layer,
                was: first,
                is,
            };
            self.altered.insert(place, alteration);
        }
        self.put(at, layer, is);
        self.lay(at, catalogue, rules);
    }

    /// Puts all alterations back and makes these.
    pub(crate) fn restore_ground(
        &mut self,
        altered: &[Alteration],
        catalogue: &Catalogue,
        rules: &MovementRules,
    ) {
        if self.altered == altered {
            return;
        }
        for old in std::mem::take(&mut self.altered) {
            self.put(old.at, old.layer, old.was);
            self.lay(old.at, catalogue, rules);
        }
        for new in altered {
            if self.in_layer(new.at, new.layer) == new.was {
                self.put(new.at, new.layer, new.is);
                self.lay(new.at, catalogue, rules);
                self.altered.push(*new);
            }
        }
    }

    fn put(&mut self, at: Square, layer: u8, kind: Option<TerrainId>) {
        match (layer, kind, self.dimensions.index(at)) {
            (GROUND, Some(kind), Some(i)) => self.terrain[i] = kind,
            (GROUND, ..) | (_, _, None) => {}
            (_, Some(kind), _) => {
                self.upper.insert((at, layer), kind);
            }
            (_, None, _) => {
                self.upper.remove(&(at, layer));
            }
        }
    }

    /// Enters anew what follows from the terrain of a square: each kind forbids what it forbids, hides
    /// what it hides and hurts by itself.
    fn lay(&mut self, square: Square, catalogue: &Catalogue, rules: &MovementRules) {
        let mut kinds: Vec<&TerrainDef> = Vec::with_capacity(1);
        let all = self.kinds_at(square);
        kinds.extend(all.filter_map(|(_, kind)| catalogue.terrain.get(kind)));
        let none = kinds.is_empty();
        let all = || kinds.iter().copied();
        let sets = [
            (
                &mut self.blocks_sight,
                none || all().any(|kind| kind.blocks_sight),
            ),
            (
                &mut self.blocks_effect,
                none || all().any(TerrainDef::stops_effects),
            ),
            (&mut self.hampering, ground::hampers(all(), false, rules)),
            (
                &mut self.hazards,
                all().any(|kind| kind.harm().is_some() || ground::snares(kind, rules)),
            ),
            (
                &mut self.climbs,
                all().any(|kind| ground::only_climbed(kind, rules)),
            ),
            (
                &mut self.waded,
                all().any(|kind| ground::only_waded(kind, rules)),
            ),
            (&mut self.swims, ground::is_swum(all(), rules)),
            (&mut self.screens, none || all().any(ground::screens)),
            (&mut self.veils, all().any(ground::veils)),
        ];
        for (set, holds) in sets {
            if holds {
                set.insert(square);
            } else {
                set.remove(square);
            }
        }
        ground::lay(&mut self.ground, square, all(), rules);
    }

    /// What lines of sight meet.
    pub fn sight(&self) -> Blocks<'_> {
        Blocks::new(&self.blocks_sight, &self.curtains)
    }

    /// What lines of attacks and effects meet.
    pub fn effect(&self) -> Blocks<'_> {
        Blocks::new(&self.blocks_effect, &self.walls)
    }

    /// Whether nothing that is struck, shot or thrown gets from one space to another. `edges`: a line along
    /// the edge of what is solid does not pass.
    pub fn is_walled_off(&self, from: Area, to: Area, edges: bool) -> bool {
        let (left, top) = (from.left().min(to.left()), from.top().min(to.top()));
        let (right, bottom) = (from.right().max(to.right()), from.bottom().max(to.bottom()));
        let solid = &self.blocks_effect;
        if self.walls.is_empty() && !solid.any_in(left, top, right, bottom) {
            return false;
        }
        let blocks = self.effect();
        let blocks = if edges {
            blocks.with_edges(solid)
        } else {
            blocks
        };
        !any_line(from, to, blocks)
    }

    /// Whether walls on borders keep two spaces apart altogether.
    pub fn parts(&self, from: Area, to: Area) -> bool {
        let nothing = || SquareSet::new(self.dimensions);
        !self.walls.is_empty() && !any_line(from, to, Blocks::new(&nothing(), &self.walls))
    }

    /// Whether two spaces touch or overlap and no wall stands between them.
    pub fn adjoin(&self, one: Area, other: Area) -> bool {
        one.overlaps(other) || one.is_adjacent(other) && !self.parts(one, other)
    }

    /// The ground of a square, if it is on the map.
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
        area.squares().all(|square| self.stands(square)) && self.ground.is_undivided(area)
    }

    fn stands(&self, square: Square) -> bool {
        self.ground.passage(square) == Passage::Open || self.waded.contains(square)
    }

    /// Whether a combatant could be there: standing or swimming.
    pub fn bears(&self, area: Area) -> bool {
        let swum = |square| self.swims.contains(square);
        area.squares()
            .all(|square| self.stands(square) || swum(square))
            && self.ground.is_undivided(area)
    }
}
