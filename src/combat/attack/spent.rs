//! What making an attack roll uses up.

use crate::combat::conditions;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::equipment::{grip, handling};
use crate::combat::state::{Acting, Afflicting, AttackOrder, Mark, Noise, State};
use crate::grid::{Area, Direction, Square, distance};
use crate::rules::{Reload, Topic, UsedUp, WeaponId};

/// What making the roll uses up: a loaded or thrown weapon, conditions until the next attack.
pub(crate) fn spend(battle: &mut Acting, order: &AttackOrder) {
    conditions::end_by_attack(battle, order.attacker);
    let ranged = battle.mode(order).is_some_and(|mode| mode.ranged);
    let (attacker, target) = (order.attacker, order.target);
    let by = UsedUp::ByBearer;
    conditions::used_up::by(battle, attacker, target, by, ranged);
    battle.reactions_mut(attacker).reached_out = true;
    if !ranged {
        engage(battle, attacker, target);
    }
    if battle.rounds.surprise {
        let (target, hit) = (order.target, false);
        let noise = Noise {
            target,
            ranged,
            hit,
        };
        battle.reactions_mut(attacker).noise.push(noise);
    }
    let own_turn = battle.rounds.current == Some(order.attacker);
    if own_turn && !order.opportunity {
        battle.budget_mut(order.attacker).mark(Mark::Attacked);
    }
    if let Some(at) = battle.area(order.target).map(|area| area.anchor) {
        weapon(battle, attacker, order.mode, at);
    }
}

/// One combatant is in melee with another from now on, as it strikes at it.
pub(crate) fn engage(battle: &mut Acting, attacker: Seat, target: Seat) {
    if battle.reactions[attacker].attacked.contains(&target) {
        return;
    }
    let attacked = &mut battle.reactions_mut(attacker).attacked;
    attacked.push(target);
    attacked.sort_unstable();
}

/// A roll at a thing in a combatant's hand is the next attack against that combatant as well.
pub(super) fn against_bearer(battle: &mut Afflicting, order: &AttackOrder, ranged: bool) {
    let (attacker, bearer) = (order.attacker, order.target);
    conditions::used_up::by(battle, attacker, bearer, UsedUp::ByBearer, ranged);
}

/// A shot or throw at a thing or a square uses up the weapon as one at a combatant does. What is
/// thrown where nobody can stand lies before it.
pub(super) fn weapon_at(battle: &mut Afflicting, attacker: Seat, mode: u8, at: Square) {
    let lies = before(battle, attacker, at);
    weapon(battle, attacker, mode, lies);
}

/// The nearest square to the thrower at or beside this one on which a combatant can stand.
fn before(state: &State, thrower: Seat, at: Square) -> Square {
    let open = |square: &Square| {
        state.field.dimensions.contains(*square) && state.field.holds(Area::single(*square))
    };
    let Some(from) = state.area(thrower).filter(|_| !open(&at)) else {
        return at;
    };
    let diagonals = state.rules().policies.movement.diagonals;
    let beside = Direction::ALL.into_iter().map(|way| at + way);
    let nearest = beside
        .filter(open)
        .min_by_key(|square| (distance(from, Area::single(*square), diagonals), *square));
    nearest.unwrap_or(at)
}

/// Unloads a weapon that has been shot, and lets one that has been thrown lie where it came down.
fn weapon(battle: &mut Afflicting, attacker: Seat, mode: u8, at: Square) {
    let Some(mode) = battle.modes[attacker].0.get(usize::from(mode)) else {
        return;
    };
    let Some(weapon) = mode.weapon.filter(|_| mode.ranged && !mode.natural) else {
        return;
    };
    if mode.reload != Reload::None {
        return handling::shoot(battle, attacker, weapon);
    }
    let known = battle.book.catalogue.weapons.get(weapon);
    if known.is_some_and(|known| !known.projectile) {
        throw(battle, attacker, weapon, at);
    }
}

/// The attack has struck its target, which a surprised one feels.
pub(crate) fn strike(battle: &mut Acting, order: &AttackOrder) {
    if !battle.rounds.surprise {
        return;
    }
    if let Some(noise) = battle.reactions_mut(order.attacker).noise.last_mut() {
        noise.hit = true;
    }
}

/// What the attack uses up on its target, once that has answered or has nothing to answer to.
pub(crate) fn settle(battle: &mut Acting, order: &AttackOrder) {
    let ranged = battle.mode(order).is_some_and(|mode| mode.ranged);
    let (attacker, target) = (order.attacker, order.target);
    let by = UsedUp::ByOther;
    conditions::used_up::by(battle, target, attacker, by, ranged);
}

/// A thrown weapon leaves the hand and lies where its target is.
fn throw(battle: &mut Afflicting, seat: Seat, weapon: WeaponId, at: Square) {
    let Some(thrown) = grip::lose(battle, seat, weapon) else {
        return;
    };
    battle.field_mut().dropped.push((at, thrown));
    battle.emit(
        &[Topic::WeaponHandling],
        EventKind::WeaponDropped {
            seat,
            weapon,
            at,
            thrown: true,
        },
    );
}
