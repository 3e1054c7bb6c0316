//! Shots into a grapple: anyone in it may be struck.

use crate::combat::conditions::holds;
use crate::combat::contract::EventKind;
use crate::combat::state::{AttackOrder, Rolling};
use crate::dice::Purpose;
use crate::rules::Topic;

/// Whom a shot into a grapple strikes: any combatant in it, by chance.
pub fn shoot(battle: &mut Rolling, order: AttackOrder) -> AttackOrder {
    let ranged = battle.mode(&order).is_some_and(|mode| mode.ranged);
    if !ranged || !battle.rules().policies.grapple.shots_stray {
        return order;
    }
    let crowd = holds::crowd(battle, order.target);
    if crowd.len() < 2 || crowd.contains(&order.attacker) {
        return order;
    }
    let attacker = order.attacker;
    let die = battle.roll(attacker, Purpose::Stray, crowd.len() as u32);
    let target = crowd[(die.rolled as usize).clamp(1, crowd.len()) - 1];
    let chosen = EventKind::TargetChosen {
        attacker,
        target,
        die,
    };
    battle.emit(&[Topic::GrappleShot], chosen);
    AttackOrder { target, ..order }
}
