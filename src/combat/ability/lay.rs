//! Abilities that change the ground of an area, for good or for a time.

use crate::combat::ability::{area, asking};
use crate::combat::conditions;
use crate::combat::conditions::{perception, planes};
use crate::combat::contract::{Aim, EventKind, Seat};
use crate::combat::damage::substance;
use crate::combat::movement::hazard;
use crate::combat::state::field::GROUND;
use crate::combat::state::laid::LYING;
use crate::combat::state::powers::{self, Lying};
use crate::combat::state::{Acting, Laid, Noise, State, Use, Wounding};
use crate::content::TerrainDef;
use crate::content::terrain::Hazard;
use crate::grid::{Area, Passage, Square, SquareSet};
use crate::rules::{AbilityDef, AbilityId, ConditionId, Natures, SpecialEffect, TerrainId, Topic};

/// Turns the open ground of an area into what the ability makes of it, or lays something upon it, and lets
/// it have those who stand there.
pub(crate) fn ground(battle: &mut Acting, used: &Use) {
    let from = source(battle, used.ability);
    let Some((terrain, condition)) = laid(battle, from) else {
        return;
    };
    let area = area::squares(battle, used.seat, used.ability, &used.aim);
    let made = made(battle, used.seat, used.ability, used.level);
    let new: Vec<Square> = area
        .iter()
        .filter(|square| is_new(battle, *square, terrain, made.beyond))
        .collect();
    if condition.is_some() {
        take_up(battle, used.seat, from);
    }
    // It stays where it lies already, and comes upon nobody there.
    let open: Vec<Square> = area
        .iter()
        .filter(|square| is_open(battle, *square, terrain))
        .collect();
    let layer = match condition {
        None => GROUND,
        Some(condition) => {
            let lying = Lying {
                ability: from,
                terrain,
                squares: open.clone(),
                condition,
                level: made.level,
                beyond: made.beyond,
            };
            battle.repertoire_mut(used.seat).lying.push(lying);
            if !conditions::bears(battle, used.seat, Some(condition)) {
                conditions::begin(battle, used.seat, condition, Some(used.seat));
            }
            LYING
        }
    };
    for at in &open {
        put(battle, used.seat, (*at, layer), terrain);
    }
    let changed = SquareSet::from_squares(battle.field.dimensions, new);
    for seat in battle.all() {
        let spared = perception::forgets(battle, made.by, seat);
        if hazard::touches(battle, seat, made) && !spared {
            startle(battle, used, seat, &changed);
            hazard::come_upon(battle, seat, &changed);
        }
    }
}

/// What is moved onto an enemy is noticed as what is laid there is.
fn startle(battle: &mut Acting, used: &Use, target: Seat, changed: &SquareSet) {
    let moves = asking::def(battle, used.ability).is_some_and(|def| def.moves.is_some());
    let beneath = battle.area(target);
    let comes = beneath.is_some_and(|area| changed.touches(area));
    if moves && comes && battle.enemies(used.seat, target) {
        let harms = is_dangerous(battle, used.ability);
        befall(battle, used.seat, target, harms);
    }
}

/// An ability befalls an enemy: who `harms` it reaches out of what it is in (EP-INC-05), and in a surprise round it is
/// noticed like a shot that hits.
pub(super) fn befall(battle: &mut Acting, seat: Seat, target: Seat, harms: bool) {
    if harms {
        battle.reactions_mut(seat).reached_out = true;
    }
    if battle.rounds.surprise {
        let noise = Noise {
            target,
            ranged: true,
            hit: true,
        };
        battle.reactions_mut(seat).noise.push(noise);
    }
}

/// What an ability lays upon the ground or moves there: what is moved stays what it was made.
fn made(state: &State, by: Seat, ability: AbilityId, level: i32) -> Laid {
    let from = source(state, ability);
    let mut lying = state.repertoire[by].lying.iter();
    let known = lying.find(|lying| lying.ability == from && ability != from);
    let (level, beyond) = known.map_or_else(
        || (level, !planes::is_here(state, by)),
        |lying| (lying.level, lying.beyond),
    );
    Laid {
        by,
        ability: from,
        level,
        beyond,
    }
}

/// Whether what an ability moves lies on another plane than its user, who can no longer reach it (EP-ETHER-01).
pub(super) fn lies_beyond_reach(state: &State, by: Seat, ability: AbilityId) -> bool {
    let from = source(state, ability);
    let mut lying = state.repertoire[by].lying.iter();
    let moved = lying.find(|lying| lying.ability == from && ability != from);
    moved.is_some_and(|lying| lying.beyond == planes::is_here(state, by))
}

/// What the ground does to a combatant upon which an ability lays it, or to which it moves it.
pub(super) fn harm(
    state: &State,
    (seat, ability, aim): (Seat, AbilityId, &Aim),
    target: Seat,
) -> Option<(Hazard, Natures)> {
    let made = made(state, seat, ability, 0);
    let (terrain, _) = laid(state, made.ability)?;
    let def = asking::def(state, made.ability)?;
    let comes =
        comes_upon(state, (seat, ability, aim), target) && hazard::touches(state, target, made);
    let comes = comes && !perception::forgets(state, seat, target);
    let known = state.book.catalogue.terrain.get(terrain);
    let harm = known.filter(|_| comes).and_then(TerrainDef::harm);
    let harm = harm.filter(|hazard| !hazard.fall)?;
    Some((harm, substance::of_ability(state, seat, def)))
}

/// Whether all that an ability does is to lay something upon the ground.
pub(super) fn only_lays(def: &AbilityDef) -> bool {
    let lays = |effect: &SpecialEffect| matches!(effect, SpecialEffect::Ground { .. });
    def.moves.is_some() || def.effects.iter().all(lays)
}

/// Whether the ground beneath a combatant becomes what an ability lays or moves, and is not that already.
pub(super) fn comes_upon(
    state: &State,
    (seat, ability, aim): (Seat, AbilityId, &Aim),
    target: Seat,
) -> bool {
    let made = made(state, seat, ability, 0);
    let Some((terrain, _)) = laid(state, made.ability) else {
        return false;
    };
    let area = area::squares(state, seat, ability, aim);
    let mut beneath = state.area(target).into_iter().flat_map(Area::squares);
    beneath.any(|square| area.contains(square) && is_new(state, square, terrain, made.beyond))
}

/// Turns one layer of a square into this.
fn put(battle: &mut Wounding, seat: Seat, (at, layer): (Square, u8), terrain: TerrainId) {
    let book = battle.book.clone();
    let movement = &book.rules.policies.movement;
    let catalogue = &book.catalogue;
    battle
        .field_mut()
        .alter(at, layer, terrain, catalogue, movement);
    let changed = EventKind::GroundChanged {
        seat,
        at,
        layer,
        terrain,
    };
    battle.emit(&[Topic::AbilityEffect], changed);
}

/// What an ability of a combatant has laid upon the ground is gone.
fn take_up(battle: &mut Wounding, seat: Seat, ability: AbilityId) {
    let lying = &battle.repertoire[seat].lying;
    let Some(place) = lying.iter().position(|lying| lying.ability == ability) else {
        return;
    };
    let lying = battle.repertoire_mut(seat).lying.remove(place);
    let bare = {
        let mut kinds = battle.book.catalogue.terrain.iter();
        kinds.find(|(_, kind)| TerrainDef::is_bare(kind))
    };
    let Some(bare) = bare.map(|(bare, _)| bare) else {
        return;
    };
    for at in lying.squares {
        // Another may have laid the same there.
        let others = powers::laid(battle, at, LYING, lying.terrain).count();
        if others == 0 && battle.field.in_layer(at, LYING) == Some(lying.terrain) {
            put(battle, seat, (at, LYING), bare);
        }
    }
}

/// Removes terrain that an ability has laid, once the condition has ended that it lasts with.
pub(crate) fn prune(battle: &mut Wounding) {
    let over: Vec<(Seat, AbilityId)> = battle
        .all()
        .flat_map(|seat| {
            let lying = battle.repertoire[seat].lying.iter();
            lying.map(move |lying| (seat, lying))
        })
        .filter(|(seat, lying)| !conditions::bears(battle, *seat, Some(lying.condition)))
        .map(|(seat, lying)| (seat, lying.ability))
        .collect();
    for (seat, ability) in over {
        take_up(battle, seat, ability);
    }
}

/// Whether the ground that an ability makes or moves hurts or holds those who come upon it.
pub(crate) fn is_dangerous(state: &State, ability: AbilityId) -> bool {
    let terrain = laid(state, source(state, ability)).map(|(terrain, _)| terrain);
    let kind = terrain.and_then(|terrain| state.book.catalogue.terrain.get(terrain));
    kind.is_some_and(TerrainDef::is_dangerous)
}

/// The ability whose ground it is: the one that an ability moves, or itself.
fn source(state: &State, ability: AbilityId) -> AbilityId {
    let def = asking::def(state, ability);
    let moved = def.and_then(|def| asking::moved(state, def));
    moved.unwrap_or(ability)
}

/// The terrain that an ability makes, if it makes any, and the condition with which it is gone.
fn laid(state: &State, ability: AbilityId) -> Option<(TerrainId, Option<ConditionId>)> {
    let mut effects = asking::def(state, ability)?.effects.iter();
    effects.find_map(|effect| {
        let SpecialEffect::Ground {
            terrain,
            lasts_with,
        } = effect
        else {
            return None;
        };
        let condition = lasts_with.as_ref();
        let condition = condition.and_then(|name| state.rules().condition(name));
        Some((state.book.catalogue.terrain.id(terrain)?, condition))
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

/// Whether it is to become something that it is not already on that plane, with what lies upon it.
fn is_new(state: &State, square: Square, terrain: TerrainId, beyond: bool) -> bool {
    let lies = state.field.in_layer(square, LYING) == Some(terrain);
    let mut laid = powers::laid(state, square, LYING, terrain);
    is_open(state, square, terrain) && !(lies && laid.any(|laid| laid.beyond == beyond))
}
