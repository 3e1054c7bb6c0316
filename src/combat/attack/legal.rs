//! Whether an attack may be made at all.

use crate::combat::action::barred;
use crate::combat::attack::cover;
use crate::combat::contract::request::Refusal;
use crate::combat::equipment::two_hands;
use crate::combat::manoeuvre::grapple;
use crate::combat::state::State;
use crate::combat::state::combatant::{AttackMode, Hands};
use crate::combat::state::step::attack::AttackOrder;
use crate::combat::{ability, conditions};
use crate::content::equipment::Reload;
use crate::grid::{Area, ReachMetric, distance, within_reach};
use crate::rules::attack::RangeRule;
use crate::rules::damage::Nonlethal;
use crate::rules::{Flag, Topic};

/// A refusal with the rule behind a topic and a sentence for the player.
pub fn refusal(state: &State, topic: Topic, reason: impl Into<String>) -> Refusal {
    Refusal {
        rule: state.cite(topic),
        reason: reason.into(),
    }
}

/// Whether the weapon of a form is in hand; bodies always are.
pub fn in_hand(hands: &Hands, form: &AttackMode) -> bool {
    form.natural
        || form.unarmed
        || form
            .weapon
            .is_none_or(|weapon| hands.held.contains(&weapon))
}

/// Whether the weapon of a form is in hand and loaded.
pub fn ready(hands: &Hands, form: &AttackMode) -> bool {
    in_hand(hands, form)
        && (form.reload == Reload::None
            || form
                .weapon
                .is_none_or(|weapon| !hands.unloaded.contains(&weapon)))
}

/// Squares that a ranged form shoots at most.
pub fn range(rule: RangeRule, form: &AttackMode) -> u32 {
    match rule {
        RangeRule::Increments { .. } => u32::from(form.increment) * u32::from(form.increments),
        RangeRule::FirstIncrementOnly => u32::from(form.increment),
    }
}

/// Whether an attack may be made at all: form usable, target in reach or range and in sight.
/// `from`: as if the attacker stood there.
pub fn legal(state: &State, order: &AttackOrder, from: Option<Area>) -> Result<(), Refusal> {
    let attacker = state.get(order.attacker);
    let Some(form) = attacker.forms.0.get(usize::from(order.form)) else {
        return Err(refusal(
            state,
            Topic::AttackRoll,
            "There is no such attack.",
        ));
    };
    usable(state, order, form)?;
    let target = state.get(order.target);
    let (Some(from), Some(to)) = (
        from.or(state.area(order.attacker)),
        state.area(order.target),
    ) else {
        return Err(refusal(
            state,
            Topic::Reach,
            "The target is not on the field.",
        ));
    };
    if order.attacker == order.target || !conditions::present(state, order.target) {
        return Err(refusal(
            state,
            Topic::AttackRoll,
            "There is nobody to attack.",
        ));
    }
    let policies = &state.rules().policies;
    if form.ranged {
        let range = range(policies.attack.range, form);
        let away = distance(from, to, policies.movement.diagonals);
        if away > range {
            let reason = format!(
                "The target is {away} squares away; {} reaches {range}.",
                form.name
            );
            return Err(refusal(state, Topic::RangeIncrement, reason));
        }
    } else if !reaches(form, from, to, policies.threat.reach) {
        let near = form.reach.min > 1 && from.is_adjacent(to);
        let reason = if near {
            "is too close for"
        } else {
            "is out of reach of"
        };
        let reason = format!("{} {reason} {}.", target.who.name, form.name);
        return Err(refusal(state, Topic::Reach, reason));
    }
    if cover::of(state, order.attacker, from, order.target, form.ranged).is_total() {
        let reason = format!("Nothing of {} can be seen from there.", target.who.name);
        return Err(refusal(state, Topic::TotalCover, reason));
    }
    Ok(())
}

/// Whether a melee form reaches from one space to another: what strikes next to its own space
/// strikes at whoever shares it, too.
fn reaches(form: &AttackMode, from: Area, to: Area, metric: ReachMetric) -> bool {
    within_reach(from, to, form.reach, metric) || form.reach.min <= 1 && from.overlaps(to)
}

/// Whether a form can be used now, wherever the target is.
fn usable(state: &State, order: &AttackOrder, form: &AttackMode) -> Result<(), Refusal> {
    let seat = order.attacker;
    let attacker = state.get(seat);
    let refuse = |topic, reason: &str| Err(refusal(state, topic, reason));
    let bar = |flag, topic, what: &str| Err(barred::by(state, seat, flag, topic, what));
    if !conditions::able(state, seat) {
        return bar(Flag::NoActions, Topic::AttackRoll, "no actions");
    }
    if conditions::has(state, seat, Flag::NoAttacks) {
        return bar(Flag::NoAttacks, Topic::AttackRoll, "no attacks");
    }
    if form.ranged && !form.usable_prone && conditions::has(state, seat, Flag::NoRangedAttacks) {
        let topic = if conditions::has(state, seat, Flag::Grappling) {
            Topic::Grappling
        } else {
            Topic::Prone
        };
        return bar(Flag::NoRangedAttacks, topic, "no attacks with this weapon");
    }
    if form
        .ability
        .is_some_and(|a| !ability::wields(state, seat, a))
    {
        return refuse(Topic::TouchHeld, "That is not ready to strike.");
    }
    if !in_hand(attacker.hands, form) {
        return refuse(Topic::WeaponHandling, "The weapon is not in hand.");
    }
    if !ready(attacker.hands, form) {
        return refuse(Topic::WeaponHandling, "The weapon has to be loaded first.");
    }
    two_hands::fits(state, seat, form)?;
    if conditions::has(state, seat, Flag::Grappling) {
        if !(form.light || form.natural) {
            let reason = "Only light weapons can be used in a grapple.";
            return refuse(Topic::GrappleWeapon, reason);
        }
        if order.manner.both_weapons {
            let reason = "In a grapple there is no fighting with two weapons.";
            return refuse(Topic::GrappleWeapon, reason);
        }
        if conditions::has(state, seat, Flag::Pinned) || grapple::pins(state, seat).is_some() {
            let reason = "Whoever is pinned, or pins somebody, uses no weapon.";
            return refuse(Topic::GrappleWeapon, reason);
        }
    }
    if order.manner.other_lethality {
        let kind = state.rules().policies.damage.nonlethal;
        if kind == Nonlethal::Absent || form.ranged {
            return refuse(
                Topic::Nonlethal,
                "This attack cannot be made nonlethal or lethal.",
            );
        }
    }
    Ok(())
}
