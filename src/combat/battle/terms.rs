//! The summands from which a ruleset derives a monster's numbers.

use crate::combat::state::Gear;
use crate::content::equipment::Weight;
use crate::content::{Catalogue, MonsterDef};
use crate::rules::derive::Term;
use crate::rules::{Ability, Modifier, ModifierKind, Ruleset, ShieldId, Source, Stat, Topic};

/// Feet of a move in worn armour: two thirds in armour heavier than what `light_enough`, rounded up
/// to 5 feet.
fn armoured_speed(feet: u16, weight: Option<Weight>, light_enough: Weight) -> i32 {
    let feet = i32::from(feet);
    if weight > Some(light_enough) {
        (feet * 2 + 14) / 15 * 5
    } else {
        feet
    }
}

/// A monster with what it wears.
pub(crate) struct Creature<'a> {
    pub rules: &'a Ruleset,
    pub def: &'a MonsterDef,
    pub gear: Gear,
    /// The shield weighs on it no more.
    pub shieldless: bool,
    pub catalogue: &'a Catalogue,
}

impl Creature<'_> {
    /// How heavy its armour is.
    pub fn weight(&self) -> Option<Weight> {
        self.gear
            .armour
            .map(|worn| self.catalogue.armours[worn.item].weight)
    }

    fn capped_dexterity(&self) -> i32 {
        let limits = &self.rules.policies.dexterity_limits;
        let armour = self.gear.armour.map(|w| {
            let stated = limits.get(self.catalogue.armours.name(w.item));
            stated.map_or(self.catalogue.armours[w.item].max_dexterity, |limit| *limit)
        });
        let shield = self
            .gear
            .shield
            .filter(|_| !self.shieldless)
            .and_then(|w| self.catalogue.shields[w.item].max_dexterity);
        let dexterity = self.def.abilities.modifier(Ability::Dexterity);
        [armour, shield]
            .into_iter()
            .flatten()
            .fold(dexterity, i32::min)
    }

    fn shield_bonus(&self, shield: ShieldId) -> i32 {
        let stated = &self.rules.policies.shield_bonuses;
        let stated = stated.get(self.catalogue.shields.name(shield)).copied();
        stated.unwrap_or(self.catalogue.shields[shield].bonus)
    }

    fn speed(&self) -> i32 {
        let light_enough = match self.rules.policies.movement.only_heavy_armour_slows {
            true => Weight::Medium,
            false => Weight::Light,
        };
        armoured_speed(self.def.speed, self.weight(), light_enough) / 5
    }

    /// What one summand is worth for this creature, whatever it is part of.
    pub fn value(&self, term: Term) -> i32 {
        self.term(Stat::HitPoints, term).value
    }

    /// What one summand of a stat is worth for this creature.
    pub fn term(&self, stat: Stat, term: Term) -> Modifier {
        let def = self.def;
        let armour = self
            .gear
            .armour
            .map(|w| (w.item, &self.catalogue.armours[w.item]));
        let shield = self
            .gear
            .shield
            .map(|w| (w.item, &self.catalogue.shields[w.item]));
        let plain = Source::Stat(stat);
        let of_armour = armour.map_or(plain, |(id, _)| Source::Armour(id));
        let of_shield = shield.map_or(plain, |(id, _)| Source::Shield(id));
        let level = i32::from(def.level);
        let (kind, value, source) = match term {
            Term::Const(value) => (ModifierKind::Base, value, plain),
            Term::Ability(a) => (a.into(), def.abilities.modifier(a), Source::Ability(a)),
            Term::CappedDexterity => {
                let source = Source::Ability(Ability::Dexterity);
                (ModifierKind::Dexterity, self.capped_dexterity(), source)
            }
            Term::Better(a, b) => {
                let counts = def.abilities.better(a, b);
                let better = def.abilities.modifier(counts);
                (counts.into(), better, Source::Ability(counts))
            }
            Term::BaseAttack => (ModifierKind::BaseAttack, def.base_attack, plain),
            Term::Level => (ModifierKind::Level, level, plain),
            Term::LevelTimes(by, over) => {
                let share = level * i32::from(by) / i32::from(over.max(1));
                (ModifierKind::Level, share, plain)
            }
            Term::Size => (ModifierKind::Size, def.size.modifier(), plain),
            Term::GrappleSize => (ModifierKind::Size, 4 * def.size.steps_above_medium(), plain),
            Term::SizeSteps => (ModifierKind::Size, def.size.steps_above_medium(), plain),
            Term::Armour => (
                ModifierKind::Armour,
                armour.map_or(0, |a| a.1.bonus),
                of_armour,
            ),
            Term::Shield => (
                ModifierKind::Shield,
                shield.map_or(0, |s| self.shield_bonus(s.0)),
                of_shield,
            ),
            Term::NaturalArmour => (ModifierKind::NaturalArmour, def.natural_armour, plain),
            Term::ClassDefence => (ModifierKind::ClassDefence, def.class_defence, plain),
            Term::ShieldCoverage => (
                ModifierKind::Shield,
                shield.map_or(0, |s| s.1.coverage),
                of_shield,
            ),
            Term::ArmourCoverage => (
                ModifierKind::Armour,
                armour.map_or(0, |a| a.1.coverage),
                of_armour,
            ),
            Term::BaseFortitude => (ModifierKind::Base, def.saves.fortitude, plain),
            Term::BaseReflex => (ModifierKind::Base, def.saves.reflex, plain),
            Term::BaseWill => (ModifierKind::Base, def.saves.will, plain),
            Term::Skill(skill) => (
                ModifierKind::Skill,
                def.skills.get(&skill).copied().unwrap_or(0),
                plain,
            ),
            Term::HitPoints => (ModifierKind::Base, def.hit_points, plain),
            Term::Speed => (ModifierKind::Base, self.speed(), plain),
            Term::HalfSpeed => (ModifierKind::Base, self.speed() / 2, plain),
        };
        let behind = match term {
            Term::Armour | Term::ArmourCoverage => Some(Topic::WornArmour),
            Term::Shield | Term::ShieldCoverage => Some(Topic::WornShield),
            Term::BaseAttack => Some(Topic::BaseAttack),
            Term::BaseFortitude | Term::BaseReflex | Term::BaseWill => Some(Topic::BaseSave),
            Term::Size | Term::GrappleSize => (value != 0).then_some(Topic::Size),
            Term::CappedDexterity => {
                let limited = value < def.abilities.modifier(Ability::Dexterity);
                limited.then_some(Topic::DexterityLimit)
            }
            Term::Const(_)
            | Term::Ability(_)
            | Term::Better(..)
            | Term::Level
            | Term::LevelTimes(..)
            | Term::SizeSteps
            | Term::NaturalArmour
            | Term::ClassDefence
            | Term::Skill(_)
            | Term::HitPoints
            | Term::Speed
            | Term::HalfSpeed => None,
        };
        Modifier {
            rule: behind.and_then(|topic| self.rules.cite(topic)),
            ..Modifier::plain(kind, value, source)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavier_armour_takes_a_third_of_the_speed() {
        let medium = Some(Weight::Medium);
        let slowed: Vec<_> = [20, 30, 40, 50, 60]
            .map(|f| armoured_speed(f, medium, Weight::Light))
            .into();
        assert_eq!(slowed, [15, 20, 30, 35, 40]);
        assert_eq!(armoured_speed(30, Some(Weight::Light), Weight::Light), 30);
        assert_eq!(armoured_speed(30, None, Weight::Light), 30);
        assert_eq!(armoured_speed(30, medium, Weight::Medium), 30);
    }
}
