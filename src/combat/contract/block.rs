//! A stat block with final numbers, as scenarios state one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::content::equipment::{Material, Weight};
use crate::dice::DiceExpr;
use crate::rules::{
    Abilities, Adjustment, Body, DamageKind, ModifierKind, Reload, Size, Stat, Uses,
};

/// A stat block with final numbers, for scenarios: nothing is derived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StatBlock {
    pub size: Size,
    pub body: Body,
    /// Squares.
    pub speed: i32,
    pub hit_points: i32,
    pub level: i32,
    pub base_attack: i32,
    pub abilities: Abilities,
    /// Totals of any stats, such as `{ defence: 16, initiative: 2 }`.
    pub stats: BTreeMap<Stat, i32>,
    /// Points by pool, such as `{ "energy": 3 }`.
    pub pools: BTreeMap<String, i32>,
    /// How much of a stated stat is of which kind, such as `{ defence: { dexterity: 2, shield: 1 } }`;
    /// the rest is base.
    pub parts: BTreeMap<Stat, BTreeMap<ModifierKind, i32>>,
    /// Natural reach in squares; by size if left out.
    pub reach: Option<u8>,
    pub attacks: Vec<BlockAttack>,
    /// The attack bonus of a bare hand that strikes as size, level, Strength and traits make it.
    pub bare_hand: Option<i32>,
    /// Armour, helmet and shield by id, for systems in which they are struck.
    pub armour: Option<String>,
    pub helmet: Option<String>,
    pub shield: Option<String>,
    /// Hit points that worn armour has left and its condition, 0 mint to 3 ruined; mint and whole
    /// if left out.
    pub armour_left: Option<(i32, u8)>,
    /// Hit points that the helmet and the shield have left.
    pub helmet_left: Option<i32>,
    pub shield_left: Option<i32>,
    pub traits: Vec<String>,
    /// Special abilities by id, and how often each can be used.
    pub knows: BTreeMap<String, Uses>,
    pub heavy_armour: bool,
    /// How heavy what it carries is.
    pub load: Weight,
    /// Things by id that it holds besides the weapons of its attacks.
    pub in_hand: Vec<String>,
    /// Things on the belt, ready to be drawn.
    pub belt: Vec<String>,
    /// Things in the pack, which have to be got out first.
    pub pack: Vec<String>,
    /// Resistance, vulnerability and immunity to damage.
    pub adjusts: Vec<Adjustment>,
}

impl Default for StatBlock {
    fn default() -> Self {
        Self {
            size: Size::Medium,
            body: Body::Tall,
            speed: 6,
            hit_points: 10,
            level: 1,
            base_attack: 0,
            abilities: Abilities::default(),
            stats: BTreeMap::new(),
            pools: BTreeMap::new(),
            parts: BTreeMap::new(),
            reach: None,
            attacks: Vec::new(),
            bare_hand: None,
            armour: None,
            helmet: None,
            shield: None,
            armour_left: None,
            helmet_left: None,
            shield_left: None,
            traits: Vec::new(),
            knows: BTreeMap::new(),
            heavy_armour: false,
            load: Weight::Light,
            in_hand: Vec::new(),
            belt: Vec::new(),
            pack: Vec::new(),
            adjusts: Vec::new(),
        }
    }
}

/// An attack with final numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockAttack {
    pub name: String,
    /// Final attack bonus.
    pub attack: i32,
    /// Damage with everything in it.
    pub damage: DiceExpr,
    #[serde(default = "slashing")]
    pub kinds: Vec<DamageKind>,
    /// Further damage of other kinds that each hit deals.
    #[serde(default)]
    pub also: Vec<FurtherDamage>,
    #[serde(default = "twenty")]
    pub threat: u8,
    #[serde(default = "two")]
    pub multiplier: u8,
    /// Squares a melee attack reaches: smallest and largest. Natural reach if left out.
    #[serde(default)]
    pub reach: Option<(u8, u8)>,
    /// Squares of one range increment: makes it a ranged attack.
    #[serde(default)]
    pub range: Option<u16>,
    #[serde(default = "ten")]
    pub increments: u8,
    #[serde(default)]
    pub material: Material,
    #[serde(default)]
    pub reload: Reload,
    #[serde(default)]
    pub unarmed: bool,
    #[serde(default)]
    pub nonlethal: bool,
    #[serde(default)]
    pub natural: bool,
    #[serde(default)]
    pub usable_prone: bool,
    #[serde(default)]
    pub light: bool,
    /// Held in two hands.
    #[serde(default)]
    pub two_handed: bool,
    #[serde(default)]
    pub off_hand: bool,
    /// Has only to touch.
    #[serde(default)]
    pub touch: bool,
    /// An ability by id that takes effect on everyone whom it wounds.
    #[serde(default)]
    pub carries: Option<String>,
    /// Further attacks of a full attack, such as `[-5]`.
    #[serde(default)]
    pub iterations: Vec<i32>,
}

impl Default for BlockAttack {
    fn default() -> Self {
        Self {
            name: String::new(),
            attack: 0,
            damage: DiceExpr::dice(1, 6),
            kinds: slashing(),
            also: Vec::new(),
            threat: twenty(),
            multiplier: two(),
            reach: None,
            range: None,
            increments: ten(),
            material: Material::default(),
            reload: Reload::default(),
            unarmed: false,
            nonlethal: false,
            natural: false,
            usable_prone: false,
            light: false,
            two_handed: false,
            off_hand: false,
            touch: false,
            carries: None,
            iterations: Vec::new(),
        }
    }
}

/// Damage of another kind that comes along with an attack's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FurtherDamage {
    pub damage: DiceExpr,
    pub kind: DamageKind,
}

fn slashing() -> Vec<DamageKind> {
    vec![DamageKind::Slashing]
}
fn twenty() -> u8 {
    20
}
fn two() -> u8 {
    2
}
fn ten() -> u8 {
    10
}
