//! The ways to attack that a combatant's weapons give it.

use crate::combat::checks::weakness::strength_to_damage;
use crate::combat::contract::setup::named;
use crate::combat::contract::{BlockAttack, SetupError, StatBlock};
use crate::combat::state::{AttackMode, Attacks, Hands, Stats};
use crate::content::equipment::{Material, StrengthUse};
use crate::content::{Catalogue, MonsterDef, WeaponDef};
use crate::dice::DiceExpr;
use crate::grid::Reach;
use crate::rules::{
    Ability, Capability, DamageKind, Iterations, Modifier, ModifierKind, RangeRule, ReachWeapons,
    Ruleset, Size, Source, Stat, Topic, WeaponId,
};

/// How a weapon is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    Main,
    Off,
    Primary,
    Secondary,
    /// A bare hand.
    Bare,
}

/// The modes of a monster, and what its hands hold.
pub(crate) fn of_monster(
    rules: &Ruleset,
    catalogue: &Catalogue,
    def: &MonsterDef,
    (stats, capabilities): (&Stats, &[Capability]),
    reach: u8,
) -> Result<(Attacks, Hands), SetupError> {
    let builder = AttackBuilder {
        rules,
        catalogue,
        def,
        stats,
        reach,
    };
    let (mut modes, mut hands) = (Vec::new(), Hands::default());
    for (i, name) in def.weapons.iter().enumerate() {
        let id: WeaponId = named(&catalogue.weapons, "weapon", name)?;
        let off = i == 1 && def.two_weapons;
        builder.add(id, if off { Hold::Off } else { Hold::Main }, &mut modes);
        if i == 0 || off {
            hands.held.push(id);
        } else {
            hands.carried.push(id);
        }
    }
    for (i, name) in def.natural.iter().enumerate() {
        let id: WeaponId = named(&catalogue.weapons, "weapon", name)?;
        builder.add(
            id,
            if i == 0 {
                Hold::Primary
            } else {
                Hold::Secondary
            },
            &mut modes,
        );
    }
    for (list, place) in [
        (&def.belt, &mut hands.carried),
        (&def.pack, &mut hands.stored),
    ] {
        for name in list.iter().filter(|name| rules.has_use_for(name)) {
            place.push(named(&catalogue.weapons, "tool", name)?);
        }
    }
    // Every combatant without natural weapons can still strike with a bare hand.
    let bare = catalogue
        .weapons
        .iter()
        .find(|(_, w)| w.unarmed && !w.natural);
    if let Some((id, _)) = bare
        && def.natural.is_empty()
        && !modes.iter().any(|mode| mode.unarmed)
    {
        builder.add(id, Hold::Bare, &mut modes);
    }
    let level = i32::from(def.level);
    for mode in modes.iter_mut().filter(|mode| mode.unarmed) {
        bare_hands(rules, mode, def.size, level, capabilities);
    }
    Ok((Attacks(modes), hands))
}

/// What size and training make of the blow of a bare hand.
fn bare_hands(
    rules: &Ruleset,
    mode: &mut AttackMode,
    size: Size,
    level: i32,
    capabilities: &[Capability],
) {
    mode.armed |= mode.natural || capabilities.contains(&Capability::ArmedUnarmed);
    let Some(rule) = &rules.policies.damage.bare_hands else {
        return;
    };
    let small = size < Size::Medium;
    if small {
        mode.damage = rule.small;
    }
    let trained = capabilities.contains(&Capability::MartialArts);
    let arts = rule.martial_arts.as_ref().filter(|_| trained);
    if let Some(damage) = arts.and_then(|arts| arts.damage(level, small)) {
        mode.damage = damage;
        mode.nonlethal = false;
    }
}

struct AttackBuilder<'a> {
    rules: &'a Ruleset,
    catalogue: &'a Catalogue,
    def: &'a MonsterDef,
    stats: &'a Stats,
    reach: u8,
}

impl AttackBuilder<'_> {
    /// Adds the modes of one weapon: melee, thrown or shot.
    fn add(&self, id: WeaponId, hold: Hold, modes: &mut Vec<AttackMode>) {
        let weapon = &self.catalogue.weapons[id];
        let natural = matches!(hold, Hold::Primary | Hold::Secondary);
        let larger = weapon.size.steps_above(self.def.size);
        let unwieldy = self.rules.policies.attack.unwieldy;
        if !natural && unwieldy.is_some_and(|least| larger >= i32::from(least)) {
            return;
        }
        if !weapon.projectile {
            modes.push(self.mode(id, weapon, hold, false));
        }
        // The other end strikes like a second weapon.
        if weapon.double && hold == Hold::Main && self.rules.policies.attack.two_weapons.is_some() {
            let end = self.mode(id, weapon, Hold::Off, false);
            let name = format!("{} (other end)", weapon.name);
            modes.push(AttackMode { name, ..end });
        }
        if weapon.range.is_some() {
            modes.push(self.mode(id, weapon, hold, true));
        } else if hold == Hold::Main && !weapon.fastened {
            modes.extend(self.hurled(id, weapon));
        }
    }

    /// A weapon for two hands that is not meant to be thrown, thrown all the same.
    fn hurled(&self, id: WeaponId, weapon: &WeaponDef) -> Option<AttackMode> {
        let rule = self.rules.policies.attack.hurl?;
        let mut mode = self.mode(id, weapon, Hold::Main, true);
        if mode.hands < 2 {
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

    fn mode(&self, id: WeaponId, weapon: &WeaponDef, hold: Hold, ranged: bool) -> AttackMode {
        let policies = &self.rules.policies;
        let natural = matches!(hold, Hold::Primary | Hold::Secondary);
        let larger = weapon.size.steps_above(self.def.size);
        let hands = match hold {
            Hold::Primary | Hold::Secondary => 0,
            _ if larger > 0 || weapon.double => 2,
            _ => 1,
        };
        let (increment, increments) = if ranged { self.range(weapon) } else { (0, 0) };
        let (attack, damage) = if ranged {
            (Stat::RangedAttack, Stat::RangedDamage)
        } else {
            (Stat::MeleeAttack, Stat::MeleeDamage)
        };
        let mut attack = self.stats.of(attack).to_vec();
        if hold == Hold::Secondary {
            attack.push(Modifier {
                kind: ModifierKind::Iteration,
                value: policies.attack.secondary,
                source: Source::Topic(Topic::Iteration),
                rule: self.rules.cite(Topic::Iteration),
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
            iterations: match policies.attack.iterations {
                Iterations::FiveLower if !natural => iterations(self.def.base_attack),
                _ => Vec::new(),
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
            off_hand: hold == Hold::Off,
            natural,
            secondary: hold == Hold::Secondary,
            ability: None,
            touch: weapon.touch,
            improvised: false,
            both_hands: false,
        };
        let strength = self.def.abilities.modifier(Ability::Strength);
        let strength = strength_to_damage(self.rules, &mode, strength);
        if strength != 0 {
            mode.damage_bonus.push(Modifier {
                kind: ModifierKind::Strength,
                value: strength,
                source: Source::Ability(Ability::Strength),
                rule: self.rules.cite(Topic::StrengthDamage),
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
fn melee_reach(natural: u8, long: bool, rule: ReachWeapons) -> Reach {
    match (long, rule) {
        (false, _) if natural == 0 => Reach::new(0, 0),
        (false, _) => Reach::new(1, natural),
        (true, ReachWeapons::DoubledButNotWithin) => {
            Reach::new(natural.saturating_add(1), natural.saturating_mul(2).max(1))
        }
        (true, ReachWeapons::OneMoreAndWithin) => Reach::new(1, natural.saturating_add(1)),
    }
}

/// The largest distance of a ranged weapon.
fn far(increment: u16, increments: u8) -> Reach {
    let squares = increment.saturating_mul(u16::from(increments));
    Reach::new(1, u8::try_from(squares).unwrap_or(u8::MAX))
}

/// Further attacks, 5 lower each, as long as the base attack bonus stays above zero.
fn iterations(base_attack: i32) -> Vec<i32> {
    (1..4)
        .map(|i| -5 * i)
        .filter(|lower| base_attack + lower >= 1)
        .collect()
}

/// The weapon of the equipment that an attack of a block is named after, if it is.
pub(crate) fn weapon_named(catalogue: &Catalogue, attack: &str) -> Option<WeaponId> {
    let id = attack.to_lowercase().replace([' ', '-'], "_");
    catalogue.weapons.id(&id)
}

/// The modes of a stat block. An attack named after a weapon is made with that weapon, so that it
/// can be dropped, taken and reloaded.
pub(crate) fn of_block(
    rules: &Ruleset,
    catalogue: &Catalogue,
    block: &StatBlock,
    capabilities: &[Capability],
    reach: u8,
) -> Result<(Attacks, Hands), SetupError> {
    let mut hands = Hands::default();
    let mut modes: Vec<AttackMode> = block
        .attacks
        .iter()
        .map(|attack| {
            let id = weapon_named(catalogue, &attack.name);
            if let Some(id) =
                id.filter(|id| !attack.natural && !attack.unarmed && !hands.held.contains(id))
            {
                hands.held.push(id);
            }
            let mut mode = block_mode(attack, id, reach);
            if mode.unarmed {
                mode.armed |= capabilities.contains(&Capability::ArmedUnarmed);
            }
            mode
        })
        .collect();
    if let Some(attack) = block.bare_hand {
        modes.push(bare_hand(rules, block, attack, capabilities, reach));
    }
    for (list, place) in [
        (&block.in_hand, &mut hands.held),
        (&block.belt, &mut hands.carried),
        (&block.pack, &mut hands.stored),
    ] {
        for name in list {
            place.push(named(&catalogue.weapons, "thing", name)?);
        }
    }
    Ok((Attacks(modes), hands))
}

/// The bare hand of a stat block, as size, level, Strength and traits make it.
fn bare_hand(
    rules: &Ruleset,
    block: &StatBlock,
    attack: i32,
    capabilities: &[Capability],
    reach: u8,
) -> AttackMode {
    let plain = BlockAttack {
        name: "bare hand".to_owned(),
        attack,
        damage: DiceExpr::dice(1, 3),
        kinds: vec![DamageKind::Bludgeoning],
        material: Material::Soft,
        unarmed: true,
        nonlethal: true,
        light: true,
        ..BlockAttack::default()
    };
    let mut mode = block_mode(&plain, None, reach);
    mode.damage_bonus.push(Modifier {
        kind: ModifierKind::Strength,
        value: block.abilities.modifier(Ability::Strength),
        source: Source::Ability(Ability::Strength),
        rule: rules.cite(Topic::StrengthDamage),
    });
    bare_hands(rules, &mut mode, block.size, block.level, capabilities);
    mode
}

fn block_mode(attack: &BlockAttack, weapon: Option<WeaponId>, natural_reach: u8) -> AttackMode {
    let reach = match (attack.range, attack.reach) {
        (Some(increment), _) => far(increment, attack.increments),
        (None, Some((min, max))) => Reach::new(min, max),
        (None, None) => melee_reach(natural_reach, false, ReachWeapons::OneMoreAndWithin),
    };
    let stat = if attack.range.is_some() {
        Stat::RangedAttack
    } else {
        Stat::MeleeAttack
    };
    AttackMode {
        name: attack.name.clone(),
        weapon,
        ranged: attack.range.is_some(),
        reach,
        increment: attack.range.unwrap_or(0),
        increments: if attack.range.is_some() {
            attack.increments
        } else {
            0
        },
        attack: vec![Modifier::plain(
            ModifierKind::Base,
            attack.attack,
            Source::Stated(stat),
        )],
        iterations: attack.iterations.clone(),
        damage: attack.damage,
        damage_bonus: Vec::new(),
        kinds: attack.kinds.clone(),
        also: attack.also.iter().map(|a| (a.damage, a.kind)).collect(),
        threat: attack.threat,
        multiplier: attack.multiplier,
        material: attack.material,
        strength: match attack.range {
            Some(_) => StrengthUse::None,
            None => StrengthUse::Full,
        },
        reload: attack.reload,
        usable_prone: attack.usable_prone,
        nonlethal: attack.nonlethal,
        unarmed: attack.unarmed,
        armed: !attack.unarmed || attack.natural,
        light: attack.light,
        hands: match (attack.natural, attack.two_handed) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => 1,
        },
        off_hand: attack.off_hand,
        natural: attack.natural,
        secondary: false,
        ability: None,
        touch: attack.touch,
        improvised: false,
        both_hands: false,
    }
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
        assert_eq!(
            melee_reach(1, false, ReachWeapons::OneMoreAndWithin),
            Reach::ADJACENT
        );
    }
}
