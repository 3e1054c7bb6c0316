//! Numbers that follow the ability scores (attack, damage, defences, saves, skills, initiative), and
//! attacks that follow what is in hand.
//!
//! They are derived again from the numbers of the unhurt whenever points of an ability score are lost or
//! come back, whenever a condition begins or ends that lowers a score, whenever hands take or lose a
//! weapon that is none of the combatant's own, when its armour falls apart, and when a shield that limits
//! Dexterity leaves the arm or comes back to it. A rule that asks in the
//! step of the loss itself gets the stat derived on the spot.

use std::borrow::Cow;

use bevy_ecs::prelude::*;

use crate::combat::contract::Seat;
use crate::combat::equipment::arms::strength_to_damage;
use crate::combat::equipment::{arms, grip};
use crate::combat::state::{
    AttackMode, Attacks, Conditions, Gear, Hands, Identity, Reads, Shed, State, Stats, Vitals, gear,
};
use crate::rules::derive::Term;
use crate::rules::{Abilities, Ability, Losses, Modifier, ModifierKind, Ruleset, Source, Stat};

/// What numbers follow from.
type NumbersChanged = Or<(
    Changed<Vitals>,
    Changed<Conditions>,
    Changed<Hands>,
    Changed<Gear>,
)>;

/// The derived numbers of a combatant.
type Numbers = (&'static Identity, &'static mut Stats, &'static mut Attacks);

/// The numbers of those whose ability scores count for less or for more than before, who have got a
/// weapon into their hands that is none of their own, or have let it go, or whose armour is no more.
pub(crate) fn changed_numbers(
    changed: Query<&Identity, NumbersChanged>,
    mut battle: ParamSet<(Reads, Query<Numbers>)>,
) {
    if changed.is_empty() {
        return;
    }
    let state = battle.p0().state();
    let seats = changed.iter().map(|who| who.seat);
    let stale = seats.filter(|seat| !is_current(&state, *seat) || rearmed(&state, *seat));
    let mut fresh: Vec<_> = stale.map(|seat| (seat, derive(&state, seat))).collect();
    if fresh.is_empty() {
        return;
    }
    for (who, mut stats, mut attacks) in &mut battle.p1() {
        if let Some(at) = fresh.iter().position(|(seat, _)| *seat == who.seat) {
            (*stats, *attacks) = fresh.swap_remove(at).1;
        }
    }
}

/// Whether a combatant's stats take into account what it has lost.
fn is_current(state: &State, seat: Seat) -> bool {
    let known = &state.stats[seat];
    known.lost == state.losses(seat) && known.shed == shed(state, seat)
}

/// The attacks of a combatant in a supposed state, if they are others than it has.
pub(crate) fn supposed(there: &State, seat: Seat) -> Option<Attacks> {
    (!is_current(there, seat)).then(|| derive(there, seat).1)
}

/// What a combatant has shed of what it wears, as far as that makes a difference to its numbers.
fn shed(state: &State, seat: Seat) -> Shed {
    let known = &state.unhurt[seat].shed;
    let armour = known.iter().any(|(shed, _)| shed.armour);
    let shield = known.iter().any(|(shed, _)| shed.shield);
    Shed {
        armour: armour && gear::is_bare(state, seat),
        shield: shield && !grip::holds_shield(state, seat),
    }
}

/// The stats of a combatant with all its points, in what it wears now.
fn unhurt<'a>(state: &'a State<'_>, seat: Seat) -> &'a Stats {
    let unhurt = &state.unhurt[seat];
    if unhurt.shed.is_empty() {
        return &unhurt.stats;
    }
    let now = shed(state, seat);
    let mut known = unhurt.shed.iter();
    let known = known.find(|(shed, _)| *shed == now);
    known.map_or(&unhurt.stats, |(_, stats)| stats)
}

/// Whether the weapons in hand that are none of a combatant's own are others than its attacks know.
fn rearmed(state: &State, seat: Seat) -> bool {
    let own = state.unhurt[seat].modes.0.len();
    let (modes, hands) = (&state.modes[seat].0, &state.hands[seat]);
    let known = modes.iter().skip(own).filter_map(|mode| mode.weapon);
    known.clone().any(|weapon| !hands.holds(weapon))
        || arms::strange(state, seat).any(|weapon| !known.clone().any(|one| one == weapon))
}

/// A combatant's numbers from scratch.
pub(crate) fn derive(state: &State, seat: Seat) -> (Stats, Attacks) {
    let change = Change::of(state, seat);
    let mut stats = unhurt(state, seat).clone();
    let mut modes = (*state.unhurt[seat].modes).clone();
    (stats.lost, stats.shed) = (change.lost, shed(state, seat));
    arms::add_strange(state, seat, &mut modes);
    if change.before != change.now {
        for stat in change.rules.policies.derive.keys() {
            change.lower(*stat, stats.of_mut(*stat));
        }
        for mode in &mut modes.0 {
            change.lower_attack(mode);
        }
    }
    (stats, modes)
}

/// The parts of one stat now.
pub(crate) fn parts<'a>(state: &'a State, seat: Seat, stat: Stat) -> Cow<'a, [Modifier]> {
    if is_current(state, seat) {
        return Cow::Borrowed(state.stats[seat].of(stat));
    }
    let mut parts = unhurt(state, seat).of(stat).to_vec();
    Change::of(state, seat).lower(stat, &mut parts);
    Cow::Owned(parts)
}

/// What losing so many more points of an ability score does to a stat.
pub(crate) fn further(state: &State, seat: Seat, stat: Stat, ability: Ability, more: i32) -> i32 {
    let mut change = Change::of(state, seat);
    change.before = change.now;
    change.now = change.now.lowered(&Losses::default().and(ability, more));
    let mut parts = Vec::new();
    change.lower(stat, &mut parts);
    parts.iter().map(|m| m.value).sum()
}

/// The scores that numbers were derived from, and those that count now.
struct Change<'a> {
    rules: &'a Ruleset,
    before: Abilities,
    now: Abilities,
    lost: Losses,
}

impl<'a> Change<'a> {
    fn of(state: &'a State, seat: Seat) -> Self {
        Self {
            rules: state.rules(),
            before: state.who[seat].abilities,
            now: state.abilities(seat),
            lost: state.losses(seat),
        }
    }

    /// What the modifier of an ability falls by, as a negative number.
    fn falls(&self, ability: Ability) -> i32 {
        self.now.modifier(ability) - self.before.modifier(ability)
    }

    fn lower(&self, stat: Stat, parts: &mut Vec<Modifier>) {
        for term in self.rules.policies.derive.get(&stat).into_iter().flatten() {
            let (ability, by) = match *term {
                Term::Ability(ability) => (ability, self.falls(ability)),
                Term::Better(one, other) => {
                    self.turn_to_better(parts, one, other);
                    continue;
                }
                Term::CappedDexterity => {
                    let slack = self.slack(parts);
                    (
                        Ability::Dexterity,
                        (self.falls(Ability::Dexterity) + slack).min(0),
                    )
                }
                Term::Const(_)
                | Term::BaseAttack
                | Term::Level
                | Term::LevelTimes(..)
                | Term::Size
                | Term::GrappleSize
                | Term::SizeSteps
                | Term::Armour
                | Term::Shield
                | Term::NaturalArmour
                | Term::ClassDefence
                | Term::ShieldCoverage
                | Term::ArmourCoverage
                | Term::BaseFortitude
                | Term::BaseReflex
                | Term::BaseWill
                | Term::Skill(_)
                | Term::HitPoints
                | Term::Speed
                | Term::HalfSpeed => continue,
            };
            shift(parts, ability.into(), ability, by);
        }
    }

    /// Of two abilities the other one may have become the better, and counts from now on.
    fn turn_to_better(&self, parts: &mut Vec<Modifier>, one: Ability, other: Ability) {
        let [was, is] = [self.before, self.now].map(|of| of.better(one, other));
        let [before, now] = [self.before.modifier(was), self.now.modifier(is)];
        match parts.iter().position(|m| m.source == Source::Ability(was)) {
            Some(at) if was != is => {
                parts.remove(at);
                shift(parts, is.into(), is, now);
            }
            _ => shift(parts, is.into(), is, now - before),
        }
    }

    /// The Dexterity that armour keeps from counting, which is lost first. A stat that was stated as a
    /// whole does not say.
    fn slack(&self, parts: &[Modifier]) -> i32 {
        let own = Source::Ability(Ability::Dexterity);
        let derived = parts.iter().any(|m| !matches!(m.source, Source::Stated(_)));
        let counted = parts.iter().filter(|m| m.source == own).map(|m| m.value);
        match derived {
            true => (self.before.modifier(Ability::Dexterity) - counted.sum::<i32>()).max(0),
            false => 0,
        }
    }

    fn lower_attack(&self, mode: &mut AttackMode) {
        let (attack, damage) = match mode.ranged {
            true => (Stat::RangedAttack, Stat::RangedDamage),
            false => (Stat::MeleeAttack, Stat::MeleeDamage),
        };
        self.lower(attack, &mut mode.attack);
        if mode.ability.is_some() {
            return;
        }
        self.lower(damage, &mut mode.damage_bonus);
        arms::rate_bow(self.rules, mode, self.now.modifier(Ability::Strength));
        let strength =
            |of: Abilities| strength_to_damage(self.rules, mode, of.modifier(Ability::Strength));
        let by = strength(self.now) - strength(self.before);
        shift(
            &mut mode.damage_bonus,
            ModifierKind::Strength,
            Ability::Strength,
            by,
        );
    }
}

/// Changes the part of a kind, or adds one.
fn shift(parts: &mut Vec<Modifier>, kind: ModifierKind, ability: Ability, by: i32) {
    if by == 0 {
        return;
    }
    match parts.iter().position(|m| m.kind == kind) {
        Some(at) if parts[at].value + by == 0 => _ = parts.remove(at),
        Some(at) => parts[at].value += by,
        None => parts.push(Modifier::plain(kind, by, Source::Ability(ability))),
    }
}
