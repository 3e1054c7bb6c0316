//! What the ground costs and hides, nobody in the way.

use crate::content::TerrainDef;
use crate::content::terrain::{Concealment, Footing};
use crate::grid::{Cost, CostMap, Diagonals, Dimensions, EntryCost, Passage, Square};
use crate::rules::{Climbing, DiagonalInDifficult, MovementRules};

/// Twelfths of a plain square.
pub const PLAIN: u16 = 12;

/// What entering ground of this kind costs, seeing it poorly or well.
pub fn entry(kind: &TerrainDef, murk: bool, rules: &MovementRules) -> EntryCost {
    let costs = &rules.terrain;
    let poor = rules.poor_visibility.filter(|_| murk);
    let twelfths = match kind.footing {
        Footing::Plain | Footing::Impassable | Footing::Chasm if poor.is_none() => {
            return EntryCost::open(rules.diagonals);
        }
        Footing::Plain | Footing::Impassable | Footing::Chasm => PLAIN,
        Footing::Light => costs.light,
        Footing::Difficult => costs.difficult,
        Footing::Severe => costs.severe,
        Footing::Obstacle => costs.obstacle,
        Footing::Hazardous => costs.hazardous,
    };
    let straight = Cost((twelfths * poor.unwrap_or(PLAIN) / PLAIN).into());
    match (rules.diagonals, rules.diagonal_in_difficult) {
        (Diagonals::AlternateOneTwo, DiagonalInDifficult::HalfAgain) if straight > Cost::SQUARE => {
            let diagonal = straight.fraction(3, 2);
            EntryCost {
                straight,
                diagonal_odd: diagonal,
                diagonal_even: diagonal,
            }
        }
        (diagonals, _) => EntryCost::new(straight, diagonals),
    }
}

/// Whether ground of this kind can be entered by climbing only.
pub fn only_climbed(kind: &TerrainDef, rules: &MovementRules) -> bool {
    kind.climb.is_some() && matches!(rules.climbing, Climbing::OwnAction { .. })
}

/// Whether ground slows, unlit: then it forbids the free step, running and charging.
pub fn hampers(kind: &TerrainDef, rules: &MovementRules) -> bool {
    entry(kind, kind.murk, rules).straight > Cost::SQUARE
}

/// Whether ground may hide or cover a combatant in it or behind it.
pub fn screens(kind: &TerrainDef) -> bool {
    kind.blocks_sight || kind.low_cover > 0 || kind.slit || kind.concealment == Concealment::Total
}

/// Enters the cost of one square; what is no terrain at all is a wall.
pub fn lay(map: &mut CostMap, square: Square, kind: Option<&TerrainDef>, rules: &MovementRules) {
    let footing = kind.map_or(Footing::Impassable, |kind| kind.footing);
    map.set_wall(square, footing == Footing::Impassable);
    if footing == Footing::Impassable {
        return;
    }
    let closed = footing == Footing::Chasm || kind.is_some_and(|kind| only_climbed(kind, rules));
    let passage = if closed {
        Passage::Blocked
    } else {
        Passage::Open
    };
    map.set_passage(square, passage);
    if let Some(kind) = kind {
        map.set_entry(square, entry(kind, kind.murk, rules));
    }
}

/// The costs of the ground, no combatant in the way.
pub fn ground<'a>(
    dimensions: Dimensions,
    kind: impl Fn(usize) -> Option<&'a TerrainDef>,
    rules: &MovementRules,
) -> CostMap {
    let mut map = CostMap::with_entry(dimensions, EntryCost::open(rules.diagonals));
    for (i, square) in dimensions.squares().enumerate() {
        lay(&mut map, square, kind(i), rules);
    }
    map
}
