//! Thrown things coming down: on whom they were aimed at, on a square, or somewhere else.

use crate::combat::ability::{def, effect, lob};
use crate::combat::contract::EventKind;
use crate::combat::state::{Use, Wounding};
use crate::combat::{checks, conditions};
use crate::dice::{Die, Purpose};
use crate::grid::Square;
use crate::rules::{SpecialEffect, Topic};

/// Throws at a square: one roll against its number, and where the throw comes down.
pub fn at_square(battle: &mut Wounding, used: &Use, square: Square) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(lob) = rules.abilities.get(used.ability).and_then(lob::lob) else {
        return;
    };
    let check = lob::check(battle, used.seat, used.ability, (lob, square));
    let (against, purpose) = (check.against, check.purpose);
    let bands = lob::bands(battle, &check);
    conditions::end_by_attack(battle, used.seat);
    let check = checks::d20(battle, used.seat, purpose, check.bonus, check.edge);
    let success = bands.hits(check.natural);
    let mut topics = vec![Topic::Lob, Topic::AttackRoll];
    if check.natural == 1 {
        topics.push(Topic::NaturalOne);
    }
    battle.emit(
        &topics,
        EventKind::Checked {
            seat: used.seat,
            purpose,
            check,
            against,
            success,
        },
    );
    if success {
        burst(battle, used, square, None);
    } else {
        astray(battle, used, square, lob);
    }
}

/// A throw that strikes whom it was aimed at.
pub fn hit(battle: &mut Wounding, used: &Use) {
    if def(battle, used.ability).and_then(lob::lob).is_some()
        && let Some(at) = lob::goal(battle, used.seat, &used.aim)
    {
        tell(battle, used, at, None);
    }
}

/// A throw that missed whom it was aimed at comes down somewhere else.
pub fn missed(battle: &mut Wounding, used: &Use) {
    let lob = def(battle, used.ability).and_then(lob::lob);
    let goal = lob::goal(battle, used.seat, &used.aim);
    if let (Some(lob), Some(square)) = (lob, goal) {
        astray(battle, used, square, lob);
    }
}

/// A miss comes down somewhere else: a d8 tells the direction.
pub fn astray(battle: &mut Wounding, used: &Use, goal: Square, lob: lob::Lob) {
    let Some(from) = battle.area(used.seat) else {
        return;
    };
    let die = battle.roll(used.seat, Purpose::Scatter, lob::DIRECTIONS as u32);
    let turn = die.rolled.saturating_sub(1) as usize;
    let at = lob::strayed(battle, from, goal, lob, turn);
    burst(battle, used, at, Some(die));
}

fn tell(battle: &mut Wounding, used: &Use, at: Square, scatter: Option<Die>) {
    let topics = [Topic::Lob, Topic::Scatter];
    let cited = &topics[..1 + usize::from(scatter.is_some())];
    let (seat, ability) = (used.seat, used.ability);
    battle.emit(
        cited,
        EventKind::Landed {
            seat,
            ability,
            at,
            scatter,
        },
    );
}

/// It bursts where it came down: every combatant in the square and around it is splashed.
pub fn burst(battle: &mut Wounding, used: &Use, at: Square, scatter: Option<Die>) {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let Some(def) = rules.abilities.get(used.ability) else {
        return;
    };
    tell(battle, used, at, scatter);
    if lob::lob(def).is_some_and(|lob| !lob::bursts(battle, lob, at)) {
        return;
    }
    let around = lob::around(battle, used.seat, at);
    let halved = def.effects.contains(&SpecialEffect::SplashHalf);
    for special in &def.effects {
        let (whole, half) = (special.splash(), special.damage().filter(|_| halved));
        let Some((_, kind)) = whole.or(half) else {
            continue;
        };
        let rolled = effect::roll(battle, used, special).total;
        let amount = match half.is_some() {
            true => battle.rules().policies.abilities.half(rolled),
            false => rolled,
        };
        // What is pushed last is settled first.
        for other in around.iter().rev() {
            effect::splash(battle, used, *other, amount, kind);
        }
    }
}
