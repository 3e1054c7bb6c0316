//! The ways to attack that a weapon gives to the one who wields it.

use crate::combat::contract::Seat;
use crate::combat::equipment::two_hands;
use crate::combat::state::{AttackMode, Attacks, State, Stats};
use crate::content::equipment::StrengthUse;
use crate::content::{Catalogue, WeaponDef};
use crate::grid::Reach;
use crate::rules::{
    Abilities, Ability, AbilityId, Capability, Iterations, Modifier, ModifierKind, RangeRule,
    ReachWeapons, Ruleset, Size, Source, Stat, StrengthToDamage, Topic, WeaponId,
};

/// How a weapon is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InHand {
    Main,
    Off,
    Primary,
    Secondary,
    /// A bare hand.
    Bare,
}

/// The weapons in a combatant's hands that none of its own attacks is made with: won, picked up or
/// borrowed (CD-DIS-03).
pub(crate) fn strange(state: &State, seat: Seat) -> impl Iterator<Item = WeaponId> {
    let own = &state.unhurt[seat].modes.0;
    let weapons = &state.book.catalogue.weapons;
    let held = state.hands[seat].in_hand();
    held.filter(move |weapon| {
        !weapons[*weapon].tool && own.iter().all(|mode| mode.weapon != Some(*weapon))
    })
}

/// The attacks with those weapons, behind all others.
pub(crate) fn add_strange(state: &State, seat: Seat, modes: &mut Attacks) {
    let who = &state.who[seat];
    let wielder = Wielder {
        rules: state.rules(),
        catalogue: &state.book.catalogue,
        size: who.size,
        abilities: who.abilities,
        iterations: &who.iterations,
        stats: &state.unhurt[seat].stats,
        reach: who.reach,
    };
    let mut added = Attacks(Vec::new());
    let mut weapons: Vec<_> = strange(state, seat).collect();
    weapons.sort_unstable();
    weapons.dedup();
    for weapon in weapons {
        wielder.add(weapon, InHand::Main, &mut added.0);
    }
    as_learnt(wielder.rules, &who.capabilities, &mut added.0);
    two_hands::add(wielder.rules, wielder.catalogue, &mut added);
    modes.0.append(&mut added.0);
}

/// What Strength adds to the damage of an attack.
pub(crate) fn strength_to_damage(rules: &Ruleset, mode: &AttackMode, strength: i32) -> i32 {
    let both = mode.hands == 2 && !mode.ranged;
    match rules.policies.damage.strength {
        StrengthToDamage::Nothing => return 0,
        StrengthToDamage::TwoHandsAdd(_) if mode.strength != StrengthUse::Full => return 0,
        StrengthToDamage::TwoHandsAdd(_) if strength > 0 && mode.off_hand => return 0,
        StrengthToDamage::TwoHandsAdd(more) if strength > 0 && both && !mode.light => {
            return strength + more;
        }
        StrengthToDamage::TwoHandsAdd(_) => return strength,
        StrengthToDamage::ByHands => {}
    }
    let usable = match mode.strength {
        StrengthUse::Full => strength,
        StrengthUse::PenaltyOnly => strength.min(0),
        StrengthUse::UpTo(most) => strength.min(i32::from(most)),
        StrengthUse::None => 0,
    };
    match usable {
        ..=0 => usable,
        _ if mode.off_hand || mode.secondary => usable / 2,
        _ if both => usable * 3 / 2,
        _ => usable,
    }
}

/// What Strength adds to the damage of a weapon for two hands that is held in one.
pub(crate) fn in_one_hand(state: &State, seat: Seat, mode: &AttackMode) -> Option<Modifier> {
    let known = mode.damage_bonus.iter();
    let known = known
        .clone()
        .find(|part| part.kind == ModifierKind::Strength)?;
    let hands = mode.hands.min(1);
    let held = AttackMode {
        hands,
        ..mode.clone()
    };
    let strength = state.abilities(seat).modifier(Ability::Strength);
    let value = strength_to_damage(state.rules(), &held, strength);
    let rule = state.cite(strength_topic(&held, value));
    Some(Modifier {
        value,
        rule,
        ..*known
    })
}

/// Sets what a rated bow adds to the attacks of those who are weaker than its rating.
pub(crate) fn rate_bow(rules: &Ruleset, mode: &mut AttackMode, strength: i32) {
    let own = Source::Topic(Topic::StrongBow);
    mode.attack.retain(|part| part.source != own);
    let StrengthUse::UpTo(rating) = mode.strength else {
        return;
    };
    let value = rules.policies.attack.strong_bow;
    if value != 0 && strength < i32::from(rating) {
        mode.attack.push(Modifier {
            kind: ModifierKind::Untyped,
            value,
            source: own,
            rule: rules.cite(Topic::StrongBow),
        });
    }
}

/// What the Strength in the damage of an attack rests on.
pub(crate) fn strength_topic(mode: &AttackMode, value: i32) -> Topic {
    match () {
        () if mode.ranged => Topic::RangedDamage,
        () if value < 0 => Topic::StrengthPenalty,
        () if mode.off_hand => Topic::OffHandDamage,
        () if mode.hands == 2 => Topic::TwoHands,
        () => Topic::StrengthDamage,
    }
}

/// What of a combatant makes its attacks.
pub(crate) struct Wielder<'a> {
    pub rules: &'a Ruleset,
    pub catalogue: &'a Catalogue,
    pub size: Size,
    pub abilities: Abilities,
    /// Its further attacks with a weapon in a full attack.
    pub iterations: &'a [i32],
    pub stats: &'a Stats,
    /// Natural reach in squares.
    pub reach: u8,
}

impl Wielder<'_> {
    /// Adds the modes of one weapon: melee, thrown or shot.
    pub fn add(&self, id: WeaponId, hold: InHand, modes: &mut Vec<AttackMode>) {
        let weapon = &self.catalogue.weapons[id];
        let natural = matches!(hold, InHand::Primary | InHand::Secondary);
        let larger = weapon.size.steps_above(self.size);
        let unwieldy = self.rules.policies.attack.unwieldy;
        if !natural && unwieldy.is_some_and(|least| larger >= i32::from(least)) {
            return;
        }
        if !weapon.projectile {
            modes.push(self.mode(id, weapon, hold, false));
        }
        // The other end strikes like a second weapon.
        if weapon.double && hold == InHand::Main && self.rules.policies.attack.two_weapons.is_some()
        {
            let end = self.mode(id, weapon, InHand::Off, false);
            let name = format!("{} (other end)", weapon.name);
            modes.push(AttackMode { name, ..end });
        }
        if weapon.range.is_some() {
            modes.push(self.mode(id, weapon, hold, true));
        } else if hold == InHand::Main && !weapon.fastened {
            modes.extend(self.hurled(id, weapon));
        }
    }

    /// What a weapon carries, if the ruleset knows that.
    fn carried(&self, name: Option<&str>) -> Option<AbilityId> {
        self.rules.abilities.id(name?)
    }

    /// What is not meant to be thrown, thrown all the same: a weapon for two hands, or any.
    fn hurled(&self, id: WeaponId, weapon: &WeaponDef) -> Option<AttackMode> {
        let rule = self.rules.policies.attack.hurl?;
        let mut mode = self.mode(id, weapon, InHand::Main, true);
        if mode.hands < 2 && !rule.whatever {
            return None;
        }
        mode.improvised = true;
        mode.increment = rule.increment;
        mode.reach = far(mode.increment, mode.increments);
        mode.attack.push(Modifier {
            kind: ModifierKind::Untyped,
            value: rule.penalty,
            source: Source::Topic(Topic::Hurl),
            rule: self.rules.cite(Topic::Hurl),
        });
        Some(mode)
    }

    fn mode(&self, id: WeaponId, weapon: &WeaponDef, hold: InHand, ranged: bool) -> AttackMode {
        let policies = &self.rules.policies;
        let natural = matches!(hold, InHand::Primary | InHand::Secondary);
        let larger = weapon.size.steps_above(self.size);
        let hands = match hold {
            InHand::Primary | InHand::Secondary => 0,
            _ if larger > 0 || weapon.double || weapon.two_handed => 2,
            _ => 1,
        };
        let (increment, increments) = if ranged { self.range(weapon) } else { (0, 0) };
        let (attack, damage) = if ranged {
            (Stat::RangedAttack, Stat::RangedDamage)
        } else {
            (Stat::MeleeAttack, Stat::MeleeDamage)
        };
        let mut attack = self.stats.of(attack).to_vec();
        if hold == InHand::Secondary {
            attack.push(Modifier {
                kind: ModifierKind::Iteration,
                value: policies.attack.secondary,
                source: Source::Topic(Topic::Iteration),
                rule: self
                    .rules
                    .cite(Topic::SecondaryAttack)
                    .or(self.rules.cite(Topic::Iteration)),
            });
        }
        let improvised = policies.attack.improvised;
        if weapon.improvised && !ranged && improvised != 0 {
            attack.push(Modifier {
                kind: ModifierKind::Untyped,
                value: improvised,
                source: Source::Topic(Topic::Improvised),
                rule: self.rules.cite(Topic::Improvised),
            });
        }
        let name = if ranged && !weapon.projectile {
            format!("{} (thrown)", weapon.name)
        } else {
            weapon.name.clone()
        };
        let mut mode = AttackMode {
            name,
            weapon: Some(id),
            ranged,
            reach: if ranged {
                far(increment, increments)
            } else {
                let reach = melee_reach(self.reach, weapon.reach, policies.threat.reach_weapons);
                let min = if weapon.near { 1 } else { reach.min };
                Reach { min, ..reach }
            },
            increment,
            increments,
            attack,
            iterations: match natural {
                true => Vec::new(),
                false => self.iterations.to_vec(),
            },
            damage: weapon.damage,
            damage_bonus: Vec::new(),
            kinds: weapon.kinds.clone(),
            also: Vec::new(),
            threat: weapon.threat,
            multiplier: weapon.multiplier,
            material: weapon.material,
            strength: weapon.strength,
            reload: weapon.reload,
            usable_prone: weapon.usable_prone,
            nonlethal: weapon.nonlethal,
            unarmed: weapon.unarmed,
            armed: natural || !weapon.unarmed,
            light: larger < 0 || natural || weapon.unarmed,
            hands,
            off_hand: hold == InHand::Off,
            natural,
            secondary: hold == InHand::Secondary,
            ability: None,
            touch: weapon.touch,
            improvised: false,
            brutal: weapon.brutal,
            both_hands: false,
            carries: self.carried(weapon.carries.as_deref()),
        };
        let strength = self.abilities.modifier(Ability::Strength);
        rate_bow(self.rules, &mut mode, strength);
        let strength = strength_to_damage(self.rules, &mode, strength);
        if strength != 0 {
            mode.damage_bonus.push(Modifier {
                kind: ModifierKind::Strength,
                value: strength,
                source: Source::Ability(Ability::Strength),
                rule: self.rules.cite(strength_topic(&mode, strength)),
            });
        }
        mode.damage_bonus.extend(self.stats.of(damage));
        mode
    }

    /// Squares of one range increment, and how many increments there are.
    fn range(&self, weapon: &WeaponDef) -> (u16, u8) {
        let increment = (weapon.range.unwrap_or(0) / 5).max(1);
        let increments = match self.rules.policies.attack.range {
            RangeRule::Increments {
                thrown, projectile, ..
            } => {
                if weapon.projectile {
                    projectile
                } else {
                    thrown
                }
            }
            RangeRule::FirstIncrementOnly => 1,
        };
        (increment, increments)
    }
}

/// Squares that a melee weapon reaches, from natural reach.
pub(crate) fn melee_reach(natural: u8, long: bool, rule: ReachWeapons) -> Reach {
    match (long, rule) {
        (false, _) if natural == 0 => Reach::new(0, 0),
        (false, _) => Reach::new(1, natural),
        (true, ReachWeapons::DoubledButNotWithin) => {
            Reach::new(natural.saturating_add(1), natural.saturating_mul(2).max(1))
        }
        (true, ReachWeapons::OneMoreButNotBeside) => {
            let farthest = natural.saturating_add(1);
            Reach::new(farthest.min(2), farthest)
        }
        (true, ReachWeapons::OneMoreAndWithin) => Reach::new(1, natural.saturating_add(1)),
    }
}

/// The largest distance of a ranged weapon.
pub(crate) fn far(increment: u16, increments: u8) -> Reach {
    let squares = increment.saturating_mul(u16::from(increments));
    Reach::new(1, u8::try_from(squares).unwrap_or(u8::MAX))
}

/// The sum of what a kind of capability gives a combatant.
fn sum(capabilities: &[Capability], what: impl Fn(Capability) -> Option<u8>) -> u8 {
    let each = capabilities.iter().filter_map(|known| what(*known));
    each.fold(0, u8::saturating_add)
}

/// How many results lower a combatant's attacks threaten than those of others.
pub(crate) fn wider_threat(capabilities: &[Capability]) -> u8 {
    sum(capabilities, |known| match known {
        Capability::WiderThreat(by) => Some(by),
        _ => None,
    })
}

/// How many squares farther a combatant strikes in melee than others of its kind.
pub(crate) fn longer_reach(capabilities: &[Capability]) -> u8 {
    sum(capabilities, |known| match known {
        Capability::LongerReach(by) => Some(by),
        _ => None,
    })
}

/// What its training, or the want of it, makes of a combatant's attacks.
pub(crate) fn as_learnt(rules: &Ruleset, capabilities: &[Capability], modes: &mut [AttackMode]) {
    let wider = wider_threat(capabilities);
    let clumsy = capabilities.iter().find_map(|known| match known {
        Capability::NotProficient(penalty) => Some(i32::from(*penalty)),
        _ => None,
    });
    let brutality = sum(capabilities, |known| match known {
        Capability::Brutality(more) => Some(more),
        _ => None,
    });
    for mode in modes {
        if mode.brutal > 0 {
            mode.brutal = mode.brutal.saturating_add(brutality);
        }
        mode.threat = mode.threat.saturating_sub(wider).max(2);
        // A body, a spell and a flask need no training.
        let made = !mode.natural && !mode.unarmed && mode.ability.is_none();
        if let Some(value) = clumsy.filter(|_| made) {
            mode.attack.push(Modifier {
                kind: ModifierKind::Untyped,
                value,
                source: Source::Topic(Topic::Nonproficient),
                rule: rules.cite(Topic::Nonproficient),
            });
        }
    }
}

/// The further attacks of a full attack with a weapon: as they are listed, if the rules look at that,
/// or else by base attack.
pub(crate) fn further(rules: &Ruleset, base_attack: i32, listed: &[i32]) -> Vec<i32> {
    match (rules.policies.attack.iterations, listed) {
        (Iterations::Single, _) => Vec::new(),
        (Iterations::Listed, [first, rest @ ..]) => rest.iter().map(|b| b - first).collect(),
        (Iterations::Listed, []) | (Iterations::FiveLower, _) => iterations(base_attack),
    }
}

/// Further attacks, 5 lower each, as long as the base attack bonus stays above zero.
fn iterations(base_attack: i32) -> Vec<i32> {
    (1..4)
        .map(|i| -5 * i)
        .filter(|lower| base_attack + lower >= 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_attacks_come_with_every_five_points() {
        assert!(iterations(5).is_empty());
        assert_eq!(iterations(6), [-5]);
        assert_eq!(iterations(11), [-5, -10]);
        assert_eq!(iterations(30), [-5, -10, -15]);
    }

    #[test]
    fn a_reach_weapon_strikes_far_and_perhaps_near() {
        let long = |natural, rule| melee_reach(natural, true, rule);
        assert_eq!(long(1, ReachWeapons::DoubledButNotWithin), Reach::new(2, 2));
        assert_eq!(long(2, ReachWeapons::DoubledButNotWithin), Reach::new(3, 4));
        assert_eq!(long(1, ReachWeapons::OneMoreAndWithin), Reach::new(1, 2));
        let beyond = ReachWeapons::OneMoreButNotBeside;
        assert_eq!(long(0, beyond), Reach::new(1, 1));
        assert_eq!(long(1, beyond), Reach::new(2, 2));
        assert_eq!(long(2, beyond), Reach::new(2, 3));
        assert_eq!(
            melee_reach(1, false, ReachWeapons::OneMoreAndWithin),
            Reach::ADJACENT
        );
    }
}
