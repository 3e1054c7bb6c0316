//! Weapons, armour, helmets and shields, in neutral d20 terms.

use serde::{Deserialize, Serialize};

use crate::dice::DiceExpr;
use crate::rules::{DamageKind, Reload, Size, with_article};

/// A weapon. Everything a ruleset needs is derived from these neutral terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponDef {
    pub name: String,
    /// Light if smaller than the wielder, one-handed if the same size, two-handed if one larger.
    pub size: Size,
    /// Nothing for a tool.
    #[serde(default)]
    pub damage: DiceExpr,
    /// Kinds it can deal; the wielder chooses one of several.
    #[serde(default)]
    pub kinds: Vec<DamageKind>,
    /// Dice of its damage that show so much or less are rolled again until they show more.
    #[serde(default)]
    pub brutal: u8,
    /// To be strapped on and off, which takes an action of its own; it is not drawn, put away or dropped.
    #[serde(default)]
    pub attached: bool,
    /// Something that was not made as a weapon.
    #[serde(default)]
    pub improvised: bool,
    /// No weapon but a thing to be used: it makes no attacks.
    #[serde(default)]
    pub tool: bool,
    /// Lowest natural roll that threatens a critical hit.
    #[serde(default = "twenty")]
    pub threat: u8,
    /// How many times damage is rolled on a critical hit.
    #[serde(default = "two")]
    pub multiplier: u8,
    /// Range increment in feet, for thrown and projectile weapons.
    #[serde(default)]
    pub range: Option<u16>,
    /// Shoots projectiles rather than being thrown.
    #[serde(default)]
    pub projectile: bool,
    /// A bow or a crossbow.
    #[serde(default)]
    pub bow: bool,
    /// A reach weapon.
    #[serde(default)]
    pub reach: bool,
    /// A reach weapon that strikes near by as well.
    #[serde(default)]
    pub near: bool,
    #[serde(default)]
    pub material: Material,
    #[serde(default)]
    pub strength: StrengthUse,
    /// Can be used while prone (crossbows).
    #[serde(default)]
    pub usable_prone: bool,
    /// Has to be loaded again after each shot.
    #[serde(default)]
    pub reload: Reload,
    /// Shots between two loadings.
    #[serde(default = "one")]
    pub shots: u8,
    /// Takes both hands, however small it is, as a bow does.
    #[serde(default)]
    pub two_handed: bool,
    /// Both ends strike.
    #[serde(default)]
    pub double: bool,
    /// Its damage is nonlethal where the system has that.
    #[serde(default)]
    pub nonlethal: bool,
    /// A bare hand or foot.
    #[serde(default)]
    pub unarmed: bool,
    /// Part of a body: cannot be dropped, counts as armed.
    #[serde(default)]
    pub natural: bool,
    /// Fastened to the hand: cannot be struck out of it, dropped or put away.
    #[serde(default)]
    pub fastened: bool,
    /// Needs room to be swung: of no use beside blocked ground, where the ruleset has that.
    #[serde(default)]
    pub unwieldy: bool,
    /// Harder to use beside blocked ground.
    #[serde(default)]
    pub cumbersome: bool,
    /// Does double damage when readied against a charge.
    #[serde(default)]
    pub sets: bool,
    /// Does double damage in a charge from the saddle.
    #[serde(default)]
    pub lance: bool,
    /// Has only to touch.
    #[serde(default)]
    pub touch: bool,
    /// An ability by id that takes effect on everyone whom it wounds; a system without it ignores it.
    #[serde(default)]
    pub carries: Option<String>,
    /// What it stands when it is struck itself.
    #[serde(default)]
    pub sturdy: Sturdy,
}

impl WeaponDef {
    /// Its name in a sentence: "a longsword", "an antidote", "physician's tools".
    pub fn with_article(&self) -> String {
        with_article(&self.name.to_lowercase())
    }
}

/// What a thing stands when it is struck itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sturdy {
    /// Points of each blow that do nothing.
    pub hardness: i32,
    pub hit_points: i32,
}

impl Default for Sturdy {
    /// A blade of medium length.
    fn default() -> Self {
        Self {
            hardness: 10,
            hit_points: 5,
        }
    }
}

fn twenty() -> u8 {
    20
}

fn two() -> u8 {
    2
}

fn one() -> u8 {
    1
}

/// What a thing is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Material {
    #[default]
    Metal,
    Wood,
    /// Bone, horn, claw, stone: not blunt wood.
    Hard,
    /// Flesh, rope, leather: softer than wood.
    Soft,
}

/// What Strength does for a weapon's damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrengthUse {
    /// Bonus and penalty.
    #[default]
    Full,
    /// A penalty only: bows.
    PenaltyOnly,
    /// A bonus up to this number, and a penalty: composite bows.
    UpTo(u8),
    /// Neither: crossbows.
    None,
}

/// Damage that a layer ignores and takes upon itself, for one kind of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ward {
    /// Points ignored.
    pub reduction: i32,
    /// Points taken from the item's own hit points.
    pub absorption: i32,
}

/// Wards by weapon damage kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wards {
    pub slashing: Ward,
    pub piercing: Ward,
    pub bludgeoning: Ward,
}

impl Wards {
    /// The ward against a kind; none against fire and the like.
    pub fn against(&self, kind: DamageKind) -> Option<Ward> {
        match kind {
            DamageKind::Slashing => Some(self.slashing),
            DamageKind::Piercing => Some(self.piercing),
            DamageKind::Bludgeoning => Some(self.bludgeoning),
            _ => None,
        }
    }
}

/// How heavy armour is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    #[default]
    Light,
    Medium,
    Heavy,
}

/// A suit of armour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourDef {
    pub name: String,
    pub weight: Weight,
    /// Armour bonus where armour is part of the defence.
    pub bonus: i32,
    /// Highest Dexterity bonus in it.
    pub max_dexterity: i32,
    pub coverage: i32,
    pub wards: Wards,
    /// Hit points of each condition.
    pub hit_points: i32,
    #[serde(default)]
    pub material: Material,
}

/// A helmet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelmetDef {
    pub name: String,
    pub wards: Wards,
    pub hit_points: i32,
    #[serde(default)]
    pub material: Material,
}

/// A shield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShieldDef {
    pub name: String,
    pub size: Size,
    /// Shield bonus where shields are part of the defence.
    pub bonus: i32,
    #[serde(default)]
    pub max_dexterity: Option<i32>,
    /// To be strapped on and off, where a ruleset has actions of their own for that.
    #[serde(default)]
    pub attached: bool,
    pub coverage: i32,
    pub wards: Wards,
    pub hit_points: i32,
    #[serde(default)]
    pub material: Material,
    /// What it stands when it is struck on purpose.
    #[serde(default)]
    pub sturdy: Sturdy,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weapon_has_its_article_in_a_sentence() {
        for (name, told) in [
            ("Longsword", "a longsword"),
            ("Orc double axe", "an orc double axe"),
            ("Cutlass", "a cutlass"),
            ("Physician's tools", "physician's tools"),
        ] {
            let def: WeaponDef =
                ron::from_str(&format!("(name: \"{name}\", size: medium)")).expect("a weapon");
            assert_eq!(def.with_article(), told);
        }
    }
}
