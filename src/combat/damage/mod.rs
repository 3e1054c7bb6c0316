//! Damage: rolls, layers of protection, hit points.

pub(crate) mod blow;
pub(crate) mod coverage;
pub(crate) mod dice_sum;
pub(crate) mod dying;
pub(crate) mod layers;
pub(crate) mod repair;
pub(crate) mod resistance;
pub(crate) mod rest;
pub(crate) mod substance;
pub(crate) mod things;
mod throw;
pub(crate) mod wound;

use smallvec::SmallVec;

use crate::combat::conditions;
use crate::combat::contract::{EventKind, Manner, Seat};
use crate::combat::damage::dice_sum::DiceSum;
use crate::combat::equipment::{arms, grip};
use crate::combat::state::{AttackMode, AttackOrder, Part, Rolling, State};
use crate::content::equipment::StrengthUse;
use crate::rules::{
    Ability, Aspect, Capability, DamageKind, Modifier, ModifierKind, Modifiers, Size, Tally, Topic,
};
pub use blow::advance;
pub(crate) use blow::{Guarded, is_bodily};
pub use dying::healing::heal;
pub(crate) use things::{scorch, strike as strike_thing};
pub(crate) use throw::{Harm, Throw};
pub use wound::wear;

/// The kind of damage that a mode deals.
pub fn kind_of(mode: &AttackMode) -> DamageKind {
    mode.kinds.first().copied().unwrap_or_default()
}

/// The kind of damage of an attack made in this manner: the one chosen, if the mode deals it.
pub fn kind_in(mode: &AttackMode, manner: Manner) -> DamageKind {
    let chosen = manner.kind.filter(|kind| mode.kinds.contains(kind));
    chosen.unwrap_or_else(|| kind_of(mode))
}

/// Whether an attack deals nonlethal damage.
pub fn is_nonlethal(state: &State, mode: &AttackMode, manner: Manner) -> bool {
    state.rules().policies.damage.nonlethal.exists() && mode.nonlethal != manner.other_lethality
}

/// The bonus of each roll of an attack's damage.
pub fn bonus(state: &State, order: &AttackOrder, mode: &AttackMode) -> Tally {
    let seat = order.attacker;
    let mut parts = Modifiers::from_slice(&mode.damage_bonus);
    if strikes_with_one_end(state, order, mode) {
        let of_one_hand = arms::in_one_hand(state, seat, mode);
        parts.retain(|part| part.kind != ModifierKind::Strength);
        parts.extend(of_one_hand);
    }
    conditions::effects(state, seat, Aspect::Damage, Some(mode.ranged), &mut parts);
    Tally::sum(parts, &state.rules().policies.stacking, &[])
}

/// Whether a weapon with two ends strikes with each of them as with a weapon of its own: neither end is held in
/// two hands then (SP-DMG-07, SP-ATK-20).
fn strikes_with_one_end(state: &State, order: &AttackOrder, mode: &AttackMode) -> bool {
    let weapons = &state.book.catalogue.weapons;
    let double = mode.weapon.and_then(|id| weapons.get(id));
    let both = |part: &Modifier| part.kind == ModifierKind::TwoWeapons;
    double.is_some_and(|weapon| weapon.double)
        && !(mode.ranged || mode.off_hand)
        && order.extra.iter().any(both)
}

/// Rolls the damage of a hit.
pub(crate) fn roll(battle: &mut Rolling, order: &AttackOrder, target: Seat, harm: Harm) -> i32 {
    let Some((mut sum, kind)) = throw(battle, order, harm) else {
        return 0;
    };
    let rolled = sum.total();
    let total = rolled.max(battle.rules().policies.damage.minimum);
    sum.bring_to(Topic::MinimumDamage, total);
    if !battle.log.closed {
        let mut topics = cited(battle, order, harm);
        topics.extend((rolled < total).then_some(Topic::MinimumDamage));
        let rolled = EventKind::DamageRolled {
            attacker: order.attacker,
            target,
            dice: sum.dice,
            bonus: sum.bonus,
            kind,
            total,
        };
        battle.emit(&topics, rolled);
    }
    total
}

/// Topics of a damage roll.
type Topics = SmallVec<[Topic; 16]>;

/// The topics of the damage of a hit.
fn cited(state: &State, order: &AttackOrder, harm: Harm) -> Topics {
    let mut topics = Topics::from_slice(&[Topic::Damage]);
    let Some(mode) = state.mode(order) else {
        return topics;
    };
    let seat = order.attacker;
    let several = order.times > 1;
    let critical = harm.times > order.times.max(1);
    let raised = harm.maximal || critical;
    let learnt = mode.unarmed && has(state, seat, Capability::MartialArts);
    let left_out = left_out(state, seat, mode);
    let notes = [
        (mode.weapon.is_some(), Topic::ListedWeapon),
        (gains_nothing(state, seat, mode), Topic::LightInTwoHands),
        (state.who(seat).size != Size::Medium, Topic::ListedDice),
        (halves(state, order, mode), Topic::Rounding),
        (left_out.is_some(), left_out.unwrap_or(Topic::Damage)),
        (mode.unarmed && !learnt, Topic::UnarmedDamage),
        (learnt, Topic::MartialArts),
        (mode.brutal > 0, Topic::Brutal),
        (conditions::averaged(state, seat) > 0, Topic::Averages),
        (raised, Topic::CriticalDamage),
        (several, order.multiplied_by(state)),
        (several && critical, Topic::Multipliers),
        (harm.sneak > 0, Topic::ExtraDamage),
        (raised && harm.sneak > 0, Topic::ExtraCritical),
    ];
    let applies = notes.into_iter().filter(|(applies, _)| *applies);
    topics.extend(applies.map(|(_, topic)| topic));
    topics
}

/// Whether a half of the Strength in an attack's damage is dropped.
fn halves(state: &State, order: &AttackOrder, mode: &AttackMode) -> bool {
    let strength = state.abilities(order.attacker).modifier(Ability::Strength);
    let parts = bonus(state, order, mode).parts;
    let mut parts = parts.iter().map(|part| &part.modifier);
    let other = parts.any(|m| m.kind == ModifierKind::Strength && m.value != strength);
    other && !mode.ranged && strength > 0 && strength % 2 != 0
}

/// Why the Strength of an attacker is no part of its damage.
fn left_out(state: &State, seat: Seat, mode: &AttackMode) -> Option<Topic> {
    let strength = state.abilities(seat).modifier(Ability::Strength);
    let counts = |m: &Modifier| m.kind == ModifierKind::Strength;
    if strength == 0 || mode.damage_bonus.iter().any(counts) {
        return None;
    }
    let shot = mode.ranged && mode.strength != StrengthUse::Full;
    let of_shot = shot.then_some(Topic::ProjectileDamage);
    of_shot.or((mode.off_hand && !mode.ranged).then_some(Topic::OffHandDamage))
}

/// Whether a second hand is free for a weapon that is too light to gain by it.
fn gains_nothing(state: &State, seat: Seat, mode: &AttackMode) -> bool {
    let strength = state.abilities(seat).modifier(Ability::Strength);
    state.rules().policies.damage.both_hands_by_choice
        && mode.light
        && !(mode.ranged || mode.off_hand || mode.natural || mode.unarmed)
        && strength > 1
        && grip::hands_beside(state, seat, mode.weapon) == 0
}

fn has(state: &State, seat: Seat, capability: Capability) -> bool {
    state.who(seat).capabilities.contains(&capability)
}

/// Throws the dice of a hit without an event: the dice with all that is added to them, and the kind.
pub(crate) fn throw(
    battle: &mut Rolling,
    order: &AttackOrder,
    harm: Harm,
) -> Option<(DiceSum, DamageKind)> {
    let mode = battle.mode(order)?;
    let (throw, kind) = (Throw::of(battle, order, mode), kind_in(mode, order.manner));
    let dice = &mut battle.dice_mut().0;
    Some((throw.thrown(harm, dice, order.attacker), kind))
}

/// Rolls the damage of other kinds that comes along with a hit: once, whatever becomes of the weapon's own.
pub(crate) fn roll_also(
    battle: &mut Rolling,
    order: &AttackOrder,
    target: Seat,
    harm: Harm,
) -> Vec<Part> {
    let attacker = order.attacker;
    let Some(mode) = battle.mode(order) else {
        return Vec::new();
    };
    let raised = harm.maximal || harm.times > order.times.max(1);
    let averaged = conditions::averaged(battle, attacker);
    let harm = Harm {
        maximal: harm.maximal,
        ..Harm::ONCE
    };
    let mut parts = Vec::new();
    for (throw, kind) in Throw::also(battle, attacker, mode) {
        let sum = throw.thrown(harm, &mut battle.dice_mut().0, attacker);
        let total = sum.total();
        let rolled = EventKind::DamageRolled {
            attacker,
            target,
            dice: sum.dice,
            bonus: sum.bonus,
            kind,
            total,
        };
        let mut topics = vec![Topic::Damage, Topic::ExtraDamage];
        topics.extend(raised.then_some(Topic::ExtraCritical));
        topics.extend((averaged > 0).then_some(Topic::Averages));
        battle.emit(&topics, rolled);
        parts.push((total, kind));
    }
    parts
}
