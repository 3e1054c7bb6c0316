//! Whether an attack may be made at all.

use crate::combat::attack::cover;
use crate::combat::conditions;
use crate::combat::conditions::{aiming, barred, fear, holds, perception, planes, veils};
use crate::combat::contract::{Reason, Refusal, Seat};
use crate::combat::damage::substance;
use crate::combat::equipment::{handling, room, two_hands};
use crate::combat::state::{AttackMode, AttackOrder, Hands, State, powers};
use crate::grid::{Area, distance};
use crate::rules::{Flag, RangeRule, Reload, Topic};

/// Whether the weapon of a mode is in hand; bodies always are.
pub fn in_hand(hands: &Hands, mode: &AttackMode) -> bool {
    mode.natural || mode.unarmed || mode.weapon.is_none_or(|weapon| hands.holds(weapon))
}

/// Whether the weapon of a mode is in hand and loaded.
pub fn ready(hands: &Hands, mode: &AttackMode) -> bool {
    in_hand(hands, mode)
        && (mode.reload == Reload::None
            || mode.weapon.is_none_or(|weapon| hands.holds_loaded(weapon)))
}

/// What an attack rests on that is to deal lethal damage instead of nonlethal, or the other way round.
pub(crate) fn lethality_topic(mode: &AttackMode) -> Topic {
    match mode.unarmed && mode.nonlethal {
        true => Topic::UnarmedLethality,
        false => Topic::OtherLethality,
    }
}

/// Squares that a ranged mode shoots at most.
pub fn range(rule: RangeRule, mode: &AttackMode) -> u32 {
    match rule {
        RangeRule::Increments { .. } => u32::from(mode.increment) * u32::from(mode.increments),
        RangeRule::FirstIncrementOnly => u32::from(mode.increment),
    }
}

/// Whether an attack may be made at all: mode usable, target in reach or range and in sight.
/// `from`: as if the attacker stood there.
pub fn legal(state: &State, order: &AttackOrder, from: Option<Area>) -> Result<(), Refusal> {
    let attacker = state.get(order.attacker);
    let Some(mode) = attacker.modes.0.get(usize::from(order.mode)) else {
        return state.refuse(Topic::AttackRoll, "There is no such attack.");
    };
    usable(state, order, mode)?;
    let (Some(from), Some(to)) = (
        from.or(state.area(order.attacker)),
        state.area(order.target),
    ) else {
        return state.refuse(Topic::Reach, "The target is not on the map.");
    };
    if order.attacker == order.target || !conditions::present(state, order.target) {
        return state.refuse(Topic::AttackRoll, "There is no target to attack.");
    }
    let crosses = substance::strikes_across_planes(state, order.attacker, mode);
    if !planes::reaches(state, order.attacker, order.target, crosses) {
        let reason = Reason::of(order.target).text(" is on another plane than you.");
        return state.refuse(Topic::Ethereal, reason);
    }
    if room::lacks(state, mode, from) {
        let reason = format!(
            "You have no room to swing your {}: something solid is beside you.",
            mode.name
        );
        return state.refuse(Topic::Cramped, reason);
    }
    let policies = &state.rules().policies;
    if mode.ranged {
        let range = range(policies.attack.range, mode);
        let away = distance(from, to, policies.movement.diagonals);
        if away > range {
            let reason = format!(
                "The target is {away} squares away; your {} reaches {range}.",
                mode.name
            );
            return state.refuse(Topic::MaximumRange, reason);
        }
    } else if !mode.reaches(from, to, policies.threat.reach) {
        let (topic, what) = match is_too_near(mode, from, to) {
            true => (Topic::TooNear, "is too close for"),
            false => (Topic::Reach, "is out of reach of"),
        };
        let reason = Reason::of(order.target).text(format!(" {what} your {}.", mode.name));
        return state.refuse(topic, reason);
    }
    if perception::forgets(state, order.attacker, order.target) {
        let reason = "You do not remember that anything is there.";
        return state.refuse(Topic::Forgotten, reason);
    }
    if order.at_square.is_none() {
        aiming::from(state, (order.attacker, from), (order.target, to))?;
    }
    if cover::of(state, order.attacker, from, order.target, mode.ranged).is_total() {
        let reason = if veils::is_within(state, to) {
            Reason::of(order.target).text(" is inside something solid.")
        } else if cover::is_out_of_view(state, from, to) {
            let reason = Reason::from("You cannot see any part of ").name(order.target);
            reason.text(" from there.")
        } else {
            let reason = Reason::from("Something solid keeps you from ").name(order.target);
            reason.text(", though you see it.")
        };
        return state.refuse(Topic::TotalCover, reason);
    }
    Ok(())
}

/// Whether what strikes farther away does not strike here, because it is next to the attacker.
pub fn is_too_near(mode: &AttackMode, from: Area, to: Area) -> bool {
    !mode.ranged && mode.reach.min > 1 && from.is_adjacent(to)
}

/// What keeps a combatant from shooting or throwing with a mode, whatever it aims at.
pub(crate) fn no_shot(state: &State, seat: Seat, mode: &AttackMode) -> Option<Flag> {
    if !mode.ranged || mode.usable_prone {
        return None;
    }
    let weapons = &state.book.catalogue.weapons;
    // The missile weapon that a stat block has of its own says by itself if it can be used prone.
    let bow = mode
        .weapon
        .map_or(!mode.natural, |weapon| weapons[weapon].bow);
    let flags = [(Flag::NoRangedAttacks, true), (Flag::NoBows, bow)];
    let mut forbidding = flags.into_iter().filter(|(_, concerns)| *concerns);
    forbidding
        .find(|(flag, _)| conditions::has(state, seat, *flag))
        .map(|(flag, _)| flag)
}

/// Whether a mode can be used now, wherever the target is.
pub(crate) fn usable(state: &State, order: &AttackOrder, mode: &AttackMode) -> Result<(), Refusal> {
    let seat = order.attacker;
    let attacker = state.get(seat);
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    let bar = |flag, topic, what: &str| Err(barred::by(state, seat, flag, topic, what));
    if !conditions::able(state, seat) {
        return bar(
            Flag::NoActions,
            Topic::AttackRoll,
            "you can take no actions",
        );
    }
    barred::attacks(state, seat)?;
    fear::dares(state, seat)?;
    if let Some(flag) = no_shot(state, seat, mode) {
        let what = "you cannot attack with this weapon";
        let topic = match () {
            () if conditions::has(state, seat, Flag::Grappling) => Topic::Grappling,
            () if conditions::has(state, seat, Flag::Prone) => Topic::Prone,
            () => return bar(flag, Topic::AttackRoll, what),
        };
        return Err(barred::under(state, seat, flag, topic, what));
    }
    if mode
        .ability
        .is_some_and(|a| !powers::wields(state, seat, a))
    {
        return refuse(Topic::TouchHeld, "You do not hold this ready.");
    }
    if !in_hand(attacker.hands, mode) {
        return refuse(
            Topic::WeaponHandling,
            "You do not have this weapon in hand: draw it first.",
        );
    }
    if !ready(attacker.hands, mode) {
        return Err(handling::unloaded(state, mode.weapon));
    }
    two_hands::fits(state, seat, mode)?;
    let any_weapon = state.rules().policies.grapple.any_weapon;
    if conditions::has(state, seat, Flag::Grappling) && !any_weapon {
        if !(mode.light || mode.natural) {
            let reason = "You can use only light weapons in a grapple.";
            return refuse(Topic::GrappleWeapon, reason);
        }
        if order.manner.both_weapons {
            let reason = "You cannot fight with two weapons in a grapple.";
            return refuse(Topic::GrappleWeapon, reason);
        }
        if conditions::has(state, seat, Flag::Pinned) || holds::pins(state, seat).is_some() {
            let reason = "You cannot use a weapon while you are pinned or pin an enemy.";
            return refuse(Topic::GrappleWeapon, reason);
        }
    }
    if order.manner.other_lethality {
        let kind = state.rules().policies.damage.nonlethal;
        // Only a melee weapon that is made to kill can spare, but any that is made to spare can kill (SP-NONL-07).
        if !kind.exists() || mode.ranged && !mode.nonlethal {
            return refuse(
                lethality_topic(mode),
                "You cannot change whether this attack is lethal.",
            );
        }
    }
    Ok(())
}
