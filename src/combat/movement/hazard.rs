//! What the ground does to those who come upon it: it harms, and it holds.

use crate::combat::conditions;
use crate::combat::conditions::breath;
use crate::combat::contract::Seat;
use crate::combat::damage::{dying, resistance, wound};
use crate::combat::movement::{fall, inhale, snare, terrain};
use crate::combat::state::{Access, Fall, Inhaling, State, Wounding, ground};
use crate::content::TerrainDef;
use crate::content::terrain::Hazard;
use crate::grid::{Area, Square, SquareSet};
use crate::rules::{Natures, Topic};

/// Harms the combatant that entered `to` from `from` by the hazards of the newly entered squares, and
/// holds it where they hold.
pub fn harm(battle: &mut Access<Wounding>, seat: Seat, from: Area, to: Area) {
    if !battle.field.hazards.touches(to) {
        return;
    }
    let entered: Vec<Square> = terrain::newly_entered(from, to).collect();
    harm_in(battle, seat, &entered, false);
    snare::spring(battle, seat, &entered, Some(from));
}

/// A combatant comes down where it was in the air: the ground harms and holds it as if entered.
pub(super) fn come_down(battle: &mut Access<Wounding>, seat: Seat) {
    let area = battle.area(seat).into_iter();
    let beneath: Vec<Square> = area.flat_map(Area::squares).collect();
    harm_in(battle, seat, &beneath, false);
    snare::spring(battle, seat, &beneath, None);
}

/// The ground beneath a combatant has become something else: it harms and holds as if entered.
pub(crate) fn come_upon(battle: &mut Access<Wounding>, seat: Seat, changed: &SquareSet) {
    let area = battle.area(seat).into_iter();
    let beneath: Vec<Square> = area
        .flat_map(Area::squares)
        .filter(|square| changed.contains(*square))
        .collect();
    harm_in(battle, seat, &beneath, false);
    snare::spring(battle, seat, &beneath, None);
}

/// Harms a combatant by the hazards of these squares: of several under a large creature one is enough,
/// with everything in it that hurts. `staying`: it has been there before, and falls no more.
fn harm_in(battle: &mut Access<Wounding>, seat: Seat, squares: &[Square], staying: bool) {
    for &square in squares {
        let harm = battle.kinds(square).filter_map(TerrainDef::harm);
        let harm: Vec<Hazard> = harm.filter(|hazard| !(staying && hazard.fall)).collect();
        let hurts = !harm.is_empty();
        for hazard in harm {
            if !conditions::present(battle, seat) {
                continue;
            }
            if hazard.fall {
                let lies = false;
                fall::begin(battle, Fall { seat, hazard, lies });
                continue;
            }
            if hazard.inhaled {
                inhale::begin(battle, Inhaling { seat, hazard });
                continue;
            }
            let topic = match staying {
                true => Topic::HazardStays,
                false => Topic::Hazard,
            };
            strike(battle, seat, &hazard, topic);
        }
        if hurts {
            return;
        }
    }
}

/// What the ground is expected to do to a combatant that comes upon it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Toll {
    /// Mean damage in hit points, immunity, resistance and vulnerability counted.
    pub damage: f64,
    /// No combatant survives it.
    pub deadly: bool,
    /// It holds those who enter.
    pub holds: bool,
}

impl Toll {
    /// Whether it does anything at all.
    pub fn is_any(&self) -> bool {
        self.damage > 0.0 || self.deadly || self.holds
    }
}

/// What the ground is expected to do to a combatant that comes from one space to another; `None`: all
/// squares of the space are new to it.
pub fn toll(state: &State, seat: Seat, from: Option<Area>, to: Area) -> Toll {
    let mut toll = Toll::default();
    if !state.field.hazards.touches(to) {
        return toll;
    }
    let movement = &state.rules().policies.movement;
    let fresh = |square: &Square| from.is_none_or(|from| !from.contains(*square));
    for square in to.squares().filter(fresh) {
        let kinds = || state.kinds(square);
        toll.holds |= kinds().any(|kind| ground::snares(kind, movement));
        // Of several squares one is enough.
        if toll.damage > 0.0 || toll.deadly {
            continue;
        }
        let softly = fall::falls_softly(state, seat);
        for harm in kinds().filter_map(TerrainDef::harm) {
            let spared = harm.inhaled && breath::spared(state, seat).is_some();
            if harm.fall && softly || spared {
                continue;
            }
            let twice = resistance::passes(
                state,
                seat,
                (harm.damage.mean_x2(), harm.kind),
                Natures::default(),
                false,
            );
            toll.damage += f64::from(twice) / 2.0;
            toll.deadly |= harm.deadly;
        }
    }
    toll
}

/// Whether the ground will hurt a combatant at the start of its turn.
pub fn hurts_here(state: &State, seat: Seat) -> bool {
    let hurts = |square: Square| {
        let mut harm = state.kinds(square).filter_map(TerrainDef::harm);
        let spared = |hazard: &Hazard| hazard.inhaled && breath::spared(state, seat).is_some();
        harm.any(|hazard| !hazard.fall && !spared(&hazard))
    };
    let place = state.area(seat);
    state.rules().policies.damage.hazard_when_staying
        && place.is_some_and(|area| state.field.hazards.touches(area) && area.squares().any(hurts))
}

/// Harms the combatant that stands in a hazard at the start of its turn, where staying hurts.
pub fn harm_here(battle: &mut Access<Wounding>, seat: Seat) {
    if !hurts_here(battle, seat) {
        return;
    }
    let Some(area) = battle.area(seat) else {
        return;
    };
    let squares: Vec<Square> = area.squares().collect();
    harm_in(battle, seat, &squares, true);
}

/// Does to a combatant what this does.
pub(crate) fn strike(battle: &mut Access<Wounding>, seat: Seat, hazard: &Hazard, topic: Topic) {
    if hazard.deadly {
        return dying::kill(battle, seat, topic);
    }
    let kind = (hazard.kind, hazard.nonlethal);
    wound::roll_harm(battle, seat, &hazard.damage, kind, topic);
}
