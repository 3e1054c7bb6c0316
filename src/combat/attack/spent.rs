//! What making an attack roll uses up.

use crate::combat::conditions;
use crate::combat::contract::EventKind;
use crate::combat::equipment::handling;
use crate::combat::state::{Access, AttackOrder, Ending, Noise, Striking};
use crate::content::equipment::Reload;
use crate::rules::{Topic, UsedUp, WeaponId};

/// What making the roll uses up: a loaded or thrown weapon, conditions until the next attack.
pub(crate) fn spend(battle: &mut Access<Striking>, order: &AttackOrder) {
    conditions::end_for(&mut battle.lend(), order.attacker, Ending::NextAttack);
    let ranged = battle.mode(order).is_some_and(|mode| mode.ranged);
    let (attacker, target) = (order.attacker, order.target);
    let by = UsedUp::ByBearer;
    conditions::use_up(&mut battle.lend(), attacker, target, by, ranged);
    if !ranged {
        let reactions = &battle.reactions[order.attacker];
        if !reactions.attacked.contains(&order.target) {
            let attacked = &mut battle.reactions_mut(order.attacker).attacked;
            attacked.push(order.target);
            attacked.sort_unstable();
        }
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
        battle.budget_mut(order.attacker).attacked = true;
    }
    let Some(mode) = battle.mode(order) else {
        return;
    };
    let Some(weapon) = mode.weapon.filter(|_| mode.ranged && !mode.natural) else {
        return;
    };
    if mode.reload != Reload::None {
        handling::shoot(&mut battle.lend(), order.attacker, weapon);
    } else if battle
        .book
        .catalogue
        .weapons
        .get(weapon)
        .is_some_and(|w| !w.projectile)
    {
        throw(battle, order, weapon);
    }
}

/// The attack has struck its target, which a surprised one feels.
pub(crate) fn strike(battle: &mut Access<Striking>, order: &AttackOrder) {
    if !battle.rounds.surprise {
        return;
    }
    if let Some(noise) = battle.reactions_mut(order.attacker).noise.last_mut() {
        noise.hit = true;
    }
}

/// What the attack uses up on its target, once that has answered or has nothing to answer to.
pub(crate) fn settle(battle: &mut Access<Striking>, order: &AttackOrder) {
    let ranged = battle.mode(order).is_some_and(|mode| mode.ranged);
    let (attacker, target) = (order.attacker, order.target);
    let by = UsedUp::ByOther;
    conditions::use_up(&mut battle.lend(), target, attacker, by, ranged);
}

/// A thrown weapon leaves the hand and lies where the target stands.
fn throw(battle: &mut Access<Striking>, order: &AttackOrder, weapon: WeaponId) {
    let seat = order.attacker;
    let Some(at) = battle.area(order.target).map(|area| area.anchor) else {
        return;
    };
    let held = &mut battle.hands_mut(seat).held;
    let Some(index) = held.iter().position(|w| *w == weapon) else {
        return;
    };
    held.remove(index);
    battle.field_mut().dropped.push((at, weapon));
    battle.emit(
        &[Topic::WeaponHandling],
        EventKind::WeaponDropped { seat, weapon, at },
    );
}
