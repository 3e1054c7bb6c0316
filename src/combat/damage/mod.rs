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
pub(crate) mod wound;

use smallvec::SmallVec;

use crate::combat::conditions;
use crate::combat::contract::{EventKind, Manner, Seat};
use crate::combat::damage::dice_sum::{DiceSum, PLAIN};
use crate::combat::equipment::{arms, grip};
use crate::combat::state::{AttackMode, AttackOrder, Part, Rolling, State};
use crate::content::equipment::StrengthUse;
use crate::dice::{Averages, Dice, DiceExpr, Purpose, RollLabel};
use crate::rules::{
    Ability, Aspect, Capability, DamageKind, Modifier, ModifierKind, Modifiers, Size, Source,
    Tally, Topic,
};
pub use blow::advance;
pub(crate) use blow::{Guarded, is_bodily};
pub use dying::healing::heal;
pub(crate) use things::{scorch, strike as strike_thing};
pub use wound::wear;

/// Sides of the dice of extra damage.
const EXTRA_SIDES: u32 = 6;

/// How an attack's damage is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harm {
    /// How many times the weapon's damage is rolled.
    pub times: u8,
    /// All dice show their maximum and are not rolled.
    pub maximal: bool,
    /// Extra d6, rolled once.
    pub sneak: u8,
}

impl Harm {
    /// The weapon's damage, rolled once, and nothing else.
    pub const ONCE: Self = Self {
        times: 1,
        maximal: false,
        sneak: 0,
    };
}

/// The kind of damage that a mode deals.
pub fn kind_of(mode: &AttackMode) -> DamageKind {
    mode.kinds.first().copied().unwrap_or_default()
}

/// The kind of damage of an attack made in this manner: the one chosen, if the mode deals it.
pub fn kind_in(mode: &AttackMode, manner: Manner) -> DamageKind {
    let chosen = manner.kind.filter(|kind| mode.kinds.contains(kind));
    chosen.unwrap_or_else(|| kind_of(mode))
}

/// How many times damage is rolled: each multiplier adds what it has beyond one.
pub fn times(of_order: u8, multiplier: u8, critical: bool) -> u8 {
    let once_more = if critical { multiplier.max(1) - 1 } else { 0 };
    of_order.max(1).saturating_add(once_more)
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
    if battle.mode(order).is_none() {
        return 0;
    }
    let (mut sum, kind) = throw(battle, order, harm);
    let rolled = sum.total();
    let total = rolled.max(battle.rules().policies.damage.minimum);
    sum.bring_to(Topic::MinimumDamage, total);
    let several = order.times > 1;
    let critical = harm.times > order.times.max(1);
    let raised = harm.maximal || critical;
    let bare = battle.mode(order).is_some_and(|mode| mode.unarmed);
    let learnt = bare && has(battle, order.attacker, Capability::MartialArts);
    let halves = battle
        .mode(order)
        .is_some_and(|mode| halves(battle, order, mode));
    let mode = battle.mode(order);
    let light = mode.is_some_and(|mode| gains_nothing(battle, order.attacker, mode));
    let left_out = mode.and_then(|mode| left_out(battle, order.attacker, mode));
    let unscaled = battle.who(order.attacker).size != Size::Medium;
    let listed = battle.mode(order).is_some_and(|mode| mode.weapon.is_some());
    let notes = [
        (listed, Topic::ListedWeapon),
        (light, Topic::LightInTwoHands),
        (unscaled, Topic::ListedDice),
        (halves, Topic::Rounding),
        (left_out.is_some(), left_out.unwrap_or(Topic::Damage)),
        (bare && !learnt, Topic::UnarmedDamage),
        (learnt, Topic::MartialArts),
        (mode.is_some_and(|mode| mode.brutal > 0), Topic::Brutal),
        (
            conditions::averaged(battle, order.attacker) > 0,
            Topic::Averages,
        ),
        (raised, Topic::CriticalDamage),
        (several, order.multiplied_by(battle)),
        (several && critical, Topic::Multipliers),
        (harm.sneak > 0, Topic::ExtraDamage),
        (raised && harm.sneak > 0, Topic::ExtraCritical),
        (rolled < total, Topic::MinimumDamage),
    ];
    let notes = notes.into_iter().filter(|(applies, _)| *applies);
    let topics = std::iter::once(Topic::Damage).chain(notes.map(|(_, topic)| topic));
    let topics: SmallVec<[Topic; 16]> = topics.collect();
    let attacker = order.attacker;
    let rolled = EventKind::DamageRolled {
        attacker,
        target,
        dice: sum.dice,
        bonus: sum.bonus,
        kind,
        total,
    };
    battle.emit(&topics, rolled);
    total
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

/// Throws the dice of a hit without telling: the dice with all that is added to them, and the kind.
pub(crate) fn throw(
    battle: &mut Rolling,
    order: &AttackOrder,
    harm: Harm,
) -> (DiceSum, DamageKind) {
    let Some(mode) = battle.mode(order) else {
        return (DiceSum::default(), DamageKind::default());
    };
    let (expr, kind, brutal) = (mode.damage, kind_in(mode, order.manner), mode.brutal);
    let further = further_dice(&mode.also);
    let source = mode.weapon.map_or(PLAIN, Source::Weapon);
    let each = bonus(battle, order, mode).plus(dice_sum::constant(&expr, source));
    let sneak = i32::from(harm.sneak);
    if harm.maximal {
        let mut sum = DiceSum::from_bonus(each);
        let most = expr.max() - expr.bonus() + sneak * EXTRA_SIDES as i32;
        sum.add_of(Topic::CriticalDamage, most);
        return (sum, kind);
    }
    let mut sum = DiceSum::from_bonus(each.times(harm.times));
    let all = expr.count() * usize::from(harm.times) + usize::from(harm.sneak);
    let averaged = conditions::averaged(battle, order.attacker);
    let mut averages = Averages::of(all, averaged.saturating_sub(further));
    let label = |purpose| RollLabel::new(order.attacker.0, purpose);
    let dice: &mut Dice = &mut battle.dice_mut().0;
    for _ in 0..harm.times {
        sum.throw(dice, &mut averages, label(Purpose::Damage), (&expr, brutal));
    }
    let extra = DiceExpr::dice(1, EXTRA_SIDES);
    for _ in 0..sneak {
        sum.throw(
            dice,
            &mut averages,
            label(Purpose::ExtraDamage),
            (&extra, 0),
        );
    }
    sum.list_averages();
    (sum, kind)
}

/// How many dice damage of other kinds has. It is rolled last, and of all dice the last ones are averaged.
pub(crate) fn further_dice(also: &[(DiceExpr, DamageKind)]) -> usize {
    also.iter().map(|(expr, _)| expr.count()).sum()
}

/// Rolls the damage of other kinds that comes along with a hit: once, whatever becomes of the weapon's own.
pub(crate) fn roll_also(
    battle: &mut Rolling,
    order: &AttackOrder,
    target: Seat,
    harm: Harm,
) -> Vec<Part> {
    let Some(also) = battle.mode(order).map(|mode| mode.also.clone()) else {
        return Vec::new();
    };
    let attacker = order.attacker;
    let raised = harm.maximal || harm.times > order.times.max(1);
    let averaged = conditions::averaged(battle, attacker);
    let mut parts = Vec::new();
    for (index, (expr, kind)) in also.iter().enumerate() {
        let constant = dice_sum::constant(expr, PLAIN);
        let mut sum = DiceSum::default();
        sum.add(constant);
        if harm.maximal {
            sum.add_of(Topic::CriticalDamage, expr.max() - expr.bonus());
        } else {
            let label = RollLabel::new(attacker.0, Purpose::Damage);
            let later = further_dice(&also[index + 1..]);
            let mut averages = Averages::of(expr.count(), averaged.saturating_sub(later));
            let dice: &mut Dice = &mut battle.dice_mut().0;
            sum.throw(dice, &mut averages, label, (expr, 0));
            sum.list_averages();
        }
        let total = sum.total();
        let rolled = EventKind::DamageRolled {
            attacker,
            target,
            dice: sum.dice,
            bonus: sum.bonus,
            kind: *kind,
            total,
        };
        let mut topics = vec![Topic::Damage, Topic::ExtraDamage];
        topics.extend(raised.then_some(Topic::ExtraCritical));
        topics.extend((averaged > 0).then_some(Topic::Averages));
        battle.emit(&topics, rolled);
        parts.push((total, *kind));
    }
    parts
}
