//! What the ground costs and hides, nobody in the way.

use crate::content::terrain::{Concealment, Footing};
use crate::content::{BorderDef, TerrainDef};
use crate::grid::{Cost, CostMap, Diagonals, EntryCost, Fence, Passage, Square};
use crate::rules::{Climbing, DiagonalInDifficult, HamperedTwice, MovementRules};

/// Twelfths of a plain square.
pub const PLAIN: u16 = 12;

/// What this footing costs by itself, if it hampers at all.
fn cost(footing: Footing, rules: &MovementRules) -> Option<u16> {
    let costs = &rules.terrain;
    Some(match footing {
        Footing::Plain | Footing::Impassable | Footing::Chasm => return None,
        Footing::Light => costs.light,
        Footing::Difficult => costs.difficult,
        Footing::Severe => costs.severe,
        Footing::Obstacle => costs.obstacle,
        Footing::Hazardous => costs.hazardous,
    })
}

/// Whether ground of this kind is hard to see through, in the light of a torch or without.
pub fn is_murky(kind: &TerrainDef, lit: bool) -> bool {
    kind.murk && !(lit && kind.dark)
}

/// What entering ground of these kinds costs, one upon the other, in the light of a torch or without.
pub fn entry<'a>(
    kinds: impl Iterator<Item = &'a TerrainDef>,
    lit: bool,
    rules: &MovementRules,
) -> EntryCost {
    let (mut hampered, mut murk) = (None, false);
    for kind in kinds {
        murk |= is_murky(kind, lit);
        hampered = match (hampered, cost(kind.footing, rules)) {
            (Some(one), Some(other)) => Some(match rules.hampered_twice {
                HamperedTwice::Dearest => other.max(one),
                HamperedTwice::Multiply => one.saturating_mul(other) / PLAIN,
            }),
            (one, other) => one.or(other),
        };
    }
    let poor = rules.poor_visibility.filter(|_| murk);
    if hampered.is_none() && poor.is_none() {
        return EntryCost::open(rules.diagonals);
    }
    let twelfths = hampered.unwrap_or(PLAIN);
    let twelfths = twelfths.saturating_mul(poor.unwrap_or(PLAIN)) / PLAIN;
    priced(Cost(twelfths.into()), rules)
}

/// What it costs straight on and on the diagonal.
pub fn priced(straight: Cost, rules: &MovementRules) -> EntryCost {
    match (rules.diagonals, rules.diagonal_in_difficult) {
        (
            Diagonals::AlternateOneTwo,
            DiagonalInDifficult::HalfAgain | DiagonalInDifficult::HalfAgainUncounted,
        ) if straight > Cost::SQUARE => {
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

/// Whether ground of this kind is entered by wading only.
pub fn only_waded(kind: &TerrainDef, rules: &MovementRules) -> bool {
    rules.severe_is_waded && kind.footing == Footing::Severe
}

/// Whether ground of these kinds is swum in.
pub fn is_swum<'a>(
    mut kinds: impl Iterator<Item = &'a TerrainDef> + Clone,
    rules: &MovementRules,
) -> bool {
    let closed = |kind: &TerrainDef| {
        let shut = matches!(kind.footing, Footing::Impassable | Footing::Chasm);
        shut && kind.swim.is_none()
    };
    rules.swimming.is_some() && !kinds.clone().any(closed) && kinds.any(|kind| kind.swim.is_some())
}

/// Whether two things or more hamper in a square, poor sight among them, in the light of a torch or without.
pub fn hampers_twice<'a>(
    kinds: impl Iterator<Item = &'a TerrainDef>,
    lit: bool,
    rules: &MovementRules,
) -> bool {
    let poor = rules.poor_visibility.is_some_and(|cost| cost > PLAIN);
    let (mut hampering, mut murky) = (0, false);
    for kind in kinds {
        hampering += usize::from(cost(kind.footing, rules).is_some_and(|cost| cost > PLAIN));
        murky |= poor && is_murky(kind, lit);
    }
    hampering + usize::from(murky) > 1
}

/// Whether ground of this kind swallows those who enter.
pub fn snares(kind: &TerrainDef, rules: &MovementRules) -> bool {
    kind.snare.is_some() && rules.snares.is_some()
}

/// Whether ground slows: then it forbids the free step, running and charging.
pub fn hampers<'a>(
    kinds: impl Iterator<Item = &'a TerrainDef>,
    lit: bool,
    rules: &MovementRules,
) -> bool {
    entry(kinds, lit, rules).straight > Cost::SQUARE
}

/// Whether ground may hide or cover a combatant in it or behind it.
pub fn screens(kind: &TerrainDef) -> bool {
    kind.stops_effects()
        || kind.low_cover > 0
        || kind.slit
        || kind.concealment == Concealment::Total
}

/// Whether ground conceals.
pub fn veils(kind: &TerrainDef) -> bool {
    kind.concealment != Concealment::None
}

/// How a border is crossed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BorderGait {
    Walking,
    Climbing,
    /// Over everything that is no wall.
    Flying,
}

/// What crossing this takes.
pub fn fence(kind: &BorderDef, how: BorderGait, rules: &MovementRules) -> Fence {
    let steep = kind.climb.is_some() && matches!(rules.climbing, Climbing::OwnAction { .. });
    let open = Some(EntryCost::open(rules.diagonals));
    let entry = match cost(kind.footing, rules) {
        _ if how == BorderGait::Flying => open.filter(|_| kind.footing != Footing::Impassable),
        _ if kind.is_closed() || steep && how != BorderGait::Climbing => None,
        Some(twelfths) if !steep => Some(priced(Cost(twelfths.into()), rules)),
        _ => open,
    };
    Fence {
        entry,
        is_wall: kind.footing == Footing::Impassable,
    }
}

/// Enters the cost of one square, which has these kinds of ground; what is no terrain at all is a wall.
pub fn lay<'a>(
    map: &mut CostMap,
    square: Square,
    kinds: impl Iterator<Item = &'a TerrainDef> + Clone,
    rules: &MovementRules,
) {
    let none = kinds.clone().next().is_none();
    let is_wall = none
        || kinds
            .clone()
            .any(|kind| kind.footing == Footing::Impassable);
    map.set_entry(square, entry(kinds.clone(), false, rules));
    map.set_wall(square, is_wall);
    if is_wall {
        return;
    }
    let closed = |kind: &TerrainDef| {
        kind.footing == Footing::Chasm || only_climbed(kind, rules) || only_waded(kind, rules)
    };
    let passage = if kinds.clone().any(closed) || is_swum(kinds.clone(), rules) {
        Passage::Blocked
    } else {
        Passage::Open
    };
    map.set_passage(square, passage);
}
