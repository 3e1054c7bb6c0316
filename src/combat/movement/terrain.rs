//! Terrain and bodies in the way: what entering a square costs and who may be passed.

use crate::combat::attack::{concealment, cover};
use crate::combat::conditions::fear;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::seat::Seat;
use crate::combat::damage::dying;
use crate::combat::movement::mount;
use crate::combat::state::chapters::Wounding;
use crate::combat::state::{Access, State};
use crate::combat::{conditions, damage};
use crate::content::TerrainDef;
use crate::content::terrain::{Concealment, Footing, Hazard};
use crate::dice::{DiceExpr, Purpose, RollLabel};
use crate::grid::{Area, Cost, CostMap, Diagonals, Dimensions, EntryCost, Passage, Square};
use crate::rules::damage::DamageKind;
use crate::rules::movement::Climbing;
use crate::rules::movement::{DiagonalInDifficult, MovementRules};
use crate::rules::{Flag, Tally, Topic};

/// Twelfths of a plain square.
const PLAIN: u16 = 12;

/// Whether ground slows, unlit: then it forbids the free step, running and charging.
pub fn hampers(kind: &TerrainDef, rules: &MovementRules) -> bool {
    entry(kind, kind.murk, rules).straight > Cost::SQUARE
}

/// Whether a square slows as it is now: a light takes away what darkness alone does.
pub fn is_hampered(state: &State, square: Square) -> bool {
    if !state.field.hampering.contains(square) {
        return false;
    }
    let rules = &state.rules().policies.movement;
    match cover::terrain(state, square).filter(|kind| kind.dark && kind.murk) {
        Some(kind) if concealment::is_lit(state, square) => {
            entry(kind, false, rules).straight > Cost::SQUARE
        }
        _ => true,
    }
}

/// Whether ground may hide or cover a combatant in it or behind it.
pub fn screens(kind: &TerrainDef) -> bool {
    kind.blocks_sight || kind.low_cover > 0 || kind.slit || kind.concealment == Concealment::Total
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
        (Diagonals::AlternateOneTwo, DiagonalInDifficult::HalfAgain) => {
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

/// Whether and how `mover` may share the squares of another combatant: enemies are in the way, friends
/// and the helpless can be passed, and so can creatures much larger or smaller. The dead and the
/// gone are no obstacle at all.
pub fn passage(state: &State, mover: Seat, other: Seat) -> Passage {
    if !conditions::present(state, other) || mount::are_pair(state, mover, other) {
        return Passage::Open;
    }
    let (me, them) = (state.who(mover), state.who(other));
    let steps = me.size.steps_above(them.size).unsigned_abs();
    let passed_by_size = |least: u8| steps >= u32::from(least);
    let may_pass = me.side == them.side
        || conditions::has(state, other, Flag::Helpless)
        || state
            .rules()
            .policies
            .movement
            .pass_size_difference
            .is_some_and(passed_by_size);
    if may_pass {
        Passage::ThroughOnly
    } else {
        Passage::Blocked
    }
}

/// Where a combatant carries a light, darkness slows no combatant.
fn light(state: &State, map: &mut CostMap) {
    let rules = &state.rules().policies.movement;
    let carried = || {
        state
            .all()
            .any(|seat| conditions::has(state, seat, Flag::ShedsLight))
    };
    if rules.poor_visibility.is_none() || !carried() {
        return;
    }
    for square in state.field.dimensions.squares() {
        let dark = cover::terrain(state, square).filter(|kind| kind.dark && kind.murk);
        if let Some(kind) = dark
            && concealment::is_lit(state, square)
        {
            map.set_entry(square, entry(kind, false, rules));
        }
    }
}

/// The map as `mover` finds it: the ground with every other combatant on it.
pub fn overlay(state: &State, mover: Seat) -> CostMap {
    overlay_without(state, mover, &[])
}

/// The same with some combatants left out, who are not in the way of what is tried.
pub fn overlay_without(state: &State, mover: Seat, spared: &[Seat]) -> CostMap {
    let mut map = state.field.ground.clone();
    light(state, &mut map);
    for other in state
        .all()
        .filter(|&other| other != mover && !spared.contains(&other))
    {
        let Some(area) = state.area(other) else {
            continue;
        };
        let passage = passage(state, mover, other);
        if passage == Passage::Open {
            continue;
        }
        for square in area.squares() {
            // Of several in one square the hardest to pass counts.
            if map.passage(square) != Passage::Blocked {
                map.set_passage(square, passage);
            }
        }
    }
    fear::close(state, mover, &mut map);
    map
}

/// The map for a combatant that climbs: what has to be climbed can be entered like open ground.
pub fn climbing_overlay(state: &State, mover: Seat) -> CostMap {
    let mut map = overlay(state, mover);
    let diagonals = state.rules().policies.movement.diagonals;
    for square in state.field.climbs.iter() {
        map.set_entry(square, EntryCost::open(diagonals));
        let taken = state
            .occupancy
            .occupant(square)
            .filter(|&other| other != mover);
        let passage = taken.map_or(Passage::Open, |other| passage(state, mover, other));
        map.set_passage(square, passage);
    }
    map
}

/// Whether ground of this kind can be entered by climbing only.
pub fn only_climbed(kind: &TerrainDef, rules: &MovementRules) -> bool {
    kind.climb.is_some() && matches!(rules.climbing, Climbing::OwnAction { .. })
}

/// The squares of `to` that are not part of `from`.
pub fn newly_entered(from: Area, to: Area) -> impl Iterator<Item = Square> {
    to.squares().filter(move |&square| !from.contains(square))
}

/// Harms the combatant that entered `to` from `from` by the hazards of the newly entered squares.
pub fn harm(battle: &mut Access<Wounding>, seat: Seat, from: Area, to: Area) {
    if !battle.field.hazards.touches(to) {
        return;
    }
    for square in newly_entered(from, to) {
        let Some(hazard) = cover::terrain(battle, square).and_then(TerrainDef::harm) else {
            continue;
        };
        if !conditions::present(battle, seat) {
            return;
        }
        strike(battle, seat, &hazard);
        // Of several hazards under a large creature one is enough.
        return;
    }
}

/// Whether the ground will hurt a combatant at the start of its turn.
pub fn hurts_here(state: &State, seat: Seat) -> bool {
    let place = state.area(seat);
    state.rules().policies.damage.hazard_when_staying
        && place.is_some_and(|area| state.field.hazards.touches(area))
}

/// Harms the combatant that stands in a hazard at the start of its turn, where staying hurts.
pub fn harm_here(battle: &mut Access<Wounding>, seat: Seat) {
    if !hurts_here(battle, seat) {
        return;
    }
    let Some(area) = battle.area(seat) else {
        return;
    };
    let nowhere = Area::single(Square::new(i16::MIN, i16::MIN));
    harm(battle, seat, nowhere, area);
}

fn strike(battle: &mut Access<Wounding>, seat: Seat, hazard: &Hazard) {
    if hazard.deadly {
        return dying::kill(battle, seat, Topic::Hazard);
    }
    roll_harm(battle, seat, &hazard.damage, hazard.kind, Topic::Hazard);
}

/// Rolls damage that no combatant deals, and deals it.
pub fn roll_harm(
    battle: &mut Access<Wounding>,
    seat: Seat,
    dice: &DiceExpr,
    kind: DamageKind,
    topic: Topic,
) {
    let label = RollLabel {
        who: seat.0,
        purpose: Purpose::Damage,
    };
    let thrown = battle.dice_mut().0.throw(label, dice);
    let total = thrown.total.max(0);
    let (dice, bonus) = (thrown.dice, Tally::default());
    let rolled = EventKind::DamageRolled {
        attacker: seat,
        target: seat,
        dice,
        bonus,
        kind,
        total,
    };
    battle.emit(&[topic], rolled);
    if topic == Topic::Ongoing {
        damage::wear(battle, seat, total, kind);
    } else {
        damage::hurt(battle, seat, None, total, kind);
    }
}
