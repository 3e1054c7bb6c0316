//! Expected effects of terrain, from the functions that then resolve them.

use crate::combat::conditions::{breath, riding};
use crate::combat::contract::{GroundForecast, PathForecast, Seat};
use crate::combat::damage::resistance::Toughness;
use crate::combat::damage::wound::Harmful;
use crate::combat::damage::{Guarded, coverage};
use crate::combat::movement::hazard::{self, Meets};
use crate::combat::movement::{fall, kinds, snare};
use crate::combat::state::{Laid, MoveMode, Plan, State, Supposed};
use crate::content::terrain::Hazard;
use crate::dice::Distribution;
use crate::grid::{Area, Cost, Square};
use crate::rules::{ActionDef, ActionId, TerrainId, Topic};

/// Expected effect of terrain on a combatant that enters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Toll {
    /// Mean damage in hit points, immunity, resistance and vulnerability counted.
    pub damage: f64,
    /// No combatant survives it.
    pub deadly: bool,
    /// Holds creatures that enter.
    pub holds: bool,
}

/// Returns the expected effect of terrain on a combatant that comes from one space to another; `None`: all
/// squares of the space are new to it.
pub fn toll(state: &State, seat: Seat, from: Option<Area>, to: Area) -> Toll {
    let mut toll = Toll::default();
    if !state.field.hazards.touches(to) {
        return toll;
    }
    let fresh = fresh(from, to);
    for harm in harms(state, seat, fresh.iter().copied(), Meets::Anew) {
        toll.damage += harm.damage.mean();
        toll.deadly |= harm.deadly && harm.chance > 0.0;
    }
    toll.holds = snare::may_spring(state, seat, &fresh);
    toll
}

/// How much a search of ways avoids a square: 0 if it does nothing to the combatant. More than 1 otherwise, so
/// that a sum of 1 is always one attack of opportunity.
pub(super) fn dread(state: &State, seat: Seat, square: Square) -> u8 {
    const HURTS: i32 = 2;
    const DEADLY: u8 = 100;
    let mut mean = 0;
    for (harm, _, laid) in hazard::met(state, seat, [square], Meets::Anew) {
        if is_spared(state, seat, &harm) {
            continue;
        }
        if harm.deadly {
            return DEADLY;
        }
        let (what, kind) = (hazard::harmful(state, &harm, laid), harm.kind);
        let tough = Toughness::of(state, seat, (kind, what.natures), what.unresisted);
        let most = tough.passes(harm.damage.max());
        mean += most.min(tough.passes(harm.damage.mean_x2() / 2).max(1));
    }
    match mean {
        0 if !snare::may_spring(state, seat, &[square]) => 0,
        mean => u8::try_from(HURTS + mean).map_or(DEADLY, |dread| dread.min(DEADLY)),
    }
}

/// The squares of a space that are new to one that comes from another.
fn fresh(from: Option<Area>, to: Area) -> Vec<Square> {
    let fresh = |square: &Square| from.is_none_or(|from| !from.contains(*square));
    to.squares().filter(fresh).collect()
}

/// Whether a hazard passes a combatant by.
fn is_spared(state: &State, seat: Seat, harm: &Hazard) -> bool {
    let softly =
        harm.fall && (harm.damage.max() <= 0 && !harm.deadly || fall::falls_softly(state, seat));
    softly || !harm.fall && harm.inhaled && breath::spared(state, seat).is_some()
}

/// Effect of a hazard on a combatant.
struct Harm {
    terrain: TerrainId,
    chance: f64,
    damage: Distribution,
    nonlethal: bool,
    deadly: bool,
}

/// Effects of the hazards in these squares on a combatant that enters.
fn harms(
    state: &State,
    seat: Seat,
    squares: impl IntoIterator<Item = Square>,
    how: Meets,
) -> Vec<Harm> {
    let met = hazard::met(state, seat, squares, how).into_iter();
    let harms = met.filter(|(hazard, ..)| !is_spared(state, seat, hazard));
    let harms = harms.map(|(hazard, terrain, laid)| harm(state, seat, &hazard, terrain, laid));
    harms.filter(|harm| harm.chance > 0.0).collect()
}

fn harm(
    state: &State,
    seat: Seat,
    hazard: &Hazard,
    terrain: TerrainId,
    laid: Option<Laid>,
) -> Harm {
    let laid = laid.filter(|_| !hazard.fall);
    let comes = laid.map_or(1.0, |laid| state.on.asks.overcomes(state, laid, seat));
    if hazard.deadly {
        return Harm {
            terrain,
            chance: comes,
            damage: Distribution::certain(0),
            nonlethal: false,
            deadly: true,
        };
    }
    let what = match hazard.fall {
        true => Harmful::plain((hazard.kind, hazard.nonlethal)),
        false => hazard::harmful(state, hazard, laid),
    };
    let rolled = Distribution::of(&hazard.damage).at_least_everywhere(0);
    let tough = Toughness::of(state, seat, (what.kind, what.natures), what.unresisted);
    let guarded = coverage::guard(state, seat, None, what.kind).is_some();
    let layers = coverage::chances(state, seat, None, what.kind).into_iter();
    let through = layers.map(|(layer, chance)| {
        let guarded = Guarded::of(state, seat, layer, what.kind, None);
        let passes = |amount| tough.passes(guarded.passes(amount));
        (comes * chance, rolled.map(passes))
    });
    let nothing = (1.0 - comes, Distribution::certain(0));
    let damage = Distribution::mixture(through.chain([nothing]));
    let known = state.rules().policies.damage.nonlethal.exists();
    Harm {
        terrain,
        chance: damage.at_least(1),
        damage,
        nonlethal: what.nonlethal && known && !guarded,
        deadly: false,
    }
}

/// Effects of terrain along a checked path, on the mover or on its mount.
pub(super) fn on_the_way(
    state: &State,
    seat: Seat,
    action: ActionId,
    plan: &Plan,
) -> Vec<GroundForecast> {
    let def = state.rules().actions.get(action);
    let who = match def.and_then(ActionDef::leap) {
        Some(_) => seat,
        None => riding::carrier(state, seat),
    };
    along(state, who, action, plan)
}

/// Effects of terrain along a checked path, on the one whose legs go it.
fn along(state: &State, who: Seat, action: ActionId, plan: &Plan) -> Vec<GroundForecast> {
    let mut found = Vec::new();
    if state.field.hazards.is_empty() {
        return found;
    }
    let rules = state.rules();
    let flies = kinds::flies(rules, action);
    let mut supposed = None;
    let mut from = plan.move_mode.area;
    for (before, &square) in plan.squares.iter().enumerate() {
        let (to, after) = (from.moved_to(square), before + 1);
        // Terrain affects a flyer only at the end of its path.
        let lands = !flies || after == plan.squares.len();
        if lands && state.field.hazards.touches(to) {
            let there = supposed.get_or_insert_with(|| Supposed::of(state));
            there.put(who, to);
            entered(&there.state(state), who, (from, to), after, &mut found);
        }
        from = to;
    }
    found
}

/// A step that leads to this square and no path, into the space of a target or out of a saddle, with the effects of
/// terrain there on the mover, if there are any. `area`: where the step begins. `chance`: of coming that far.
pub(crate) fn of_entry(
    state: &State,
    (mover, area): (Seat, Area),
    action: ActionId,
    (to, cost): (Square, Cost),
    chance: f64,
) -> Option<PathForecast> {
    let plan = Plan {
        move_mode: MoveMode::plain(area, cost, Topic::Move),
        squares: vec![to],
        costs: vec![cost],
        sheltered: 0,
        gratis: 0,
        closes: false,
    };
    let mut ground = along(state, mover, action, &plan);
    for one in &mut ground {
        one.chance *= chance;
        let spared = (1.0 - chance, Distribution::certain(0));
        one.damage = Distribution::mixture([(chance, one.damage.clone()), spared]);
    }
    (!ground.is_empty()).then(|| PathForecast {
        squares: plan.squares,
        costs: vec![cost.twelfths()],
        ground,
        survives: 1.0,
        arrives: 1.0,
        ..PathForecast::default()
    })
}

/// Adds what the ground does to a combatant that has entered a space from another.
fn entered(
    state: &State,
    seat: Seat,
    (from, to): (Area, Area),
    after: usize,
    found: &mut Vec<GroundForecast>,
) {
    let fresh = fresh(Some(from), to);
    let harms = harms(state, seat, fresh.iter().copied(), Meets::Anew);
    found.extend(harms.into_iter().map(|harm| harm.told(seat, after)));
    if let Some((terrain, chance)) = snare::foreseen(state, seat, &fresh, from) {
        found.push(GroundForecast {
            seat,
            terrain,
            after,
            chance,
            damage: Distribution::certain(0),
            nonlethal: false,
            deadly: false,
            holds: true,
        });
    }
}

/// Effects of terrain at the start of the next turn, for a combatant that stays at the end of a checked path.
pub(super) fn at_the_end(state: &State, seat: Seat, plan: &Plan) -> Vec<GroundForecast> {
    let end = plan.squares.last();
    let Some(end) = end.map(|end| plan.move_mode.area.moved_to(*end)) else {
        return Vec::new();
    };
    let again = state.rules().policies.damage.hazard_when_staying;
    if !again || !state.field.hazards.touches(end) {
        return Vec::new();
    }
    let mut there = Supposed::of(state);
    there.put(seat, end);
    let harms = harms(&there.state(state), seat, end.squares(), Meets::Again).into_iter();
    harms
        .map(|harm| harm.told(seat, plan.squares.len()))
        .collect()
}

impl Harm {
    fn told(self, seat: Seat, after: usize) -> GroundForecast {
        let Self {
            terrain,
            chance,
            damage,
            nonlethal,
            deadly,
        } = self;
        GroundForecast {
            seat,
            terrain,
            after,
            chance,
            damage,
            nonlethal,
            deadly,
            holds: false,
        }
    }
}

#[cfg(test)]
mod tests;
