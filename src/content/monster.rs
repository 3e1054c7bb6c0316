//! Monsters, written once for every ruleset.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::equipment::Weight;
use crate::rules::{Abilities, Body, Size, SkillId, Stat, Uses};

/// A monster in neutral d20 terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterDef {
    pub name: String,
    /// One sentence for the tooltip.
    #[serde(default)]
    pub text: String,
    pub size: Size,
    #[serde(default)]
    pub body: Body,
    pub level: u8,
    pub hit_points: i32,
    /// Feet of one move, unarmoured.
    pub speed: u16,
    /// Feet of one move in the air.
    #[serde(default)]
    pub fly: Option<u16>,
    /// Feet of one move in the water.
    #[serde(default)]
    pub swim: Option<u16>,
    /// How heavy what it carries is.
    #[serde(default)]
    pub load: Weight,
    #[serde(default)]
    pub abilities: Abilities,
    pub base_attack: i32,
    /// The base bonus of each attack of a full attack, the first that of `base_attack`, for rulesets in
    /// which they are listed; those of `base_attack` if left out.
    #[serde(default)]
    pub attack_bonuses: Vec<i32>,
    /// Base save bonuses.
    #[serde(default)]
    pub saves: BaseSaves,
    #[serde(default)]
    pub natural_armour: i32,
    /// What class and level add to its defence, where a ruleset counts that.
    #[serde(default)]
    pub class_defence: i32,
    /// Equipment by id.
    #[serde(default)]
    pub armour: Option<String>,
    #[serde(default)]
    pub helmet: Option<String>,
    #[serde(default)]
    pub shield: Option<String>,
    /// In hand at the start: the first in the main hand; a second light one in the off hand when
    /// `two_weapons` is set.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// Tools on the belt, ready to be drawn; a ruleset ignores those that it has no use for.
    #[serde(default)]
    pub belt: Vec<String>,
    /// Tools in the pack, which have to be got out first.
    #[serde(default)]
    pub pack: Vec<String>,
    /// Weapons hidden on the body, where a ruleset has an action to draw those.
    #[serde(default)]
    pub hidden: Vec<String>,
    /// The second weapon is held in the off hand.
    #[serde(default)]
    pub two_weapons: bool,
    /// Natural weapons by id; the first is the primary one, all are part of a full attack.
    #[serde(default)]
    pub natural: Vec<String>,
    /// None of its natural weapons is primary: it fights with a weapon first.
    #[serde(default)]
    pub natural_secondary: bool,
    /// Ranks in skills.
    #[serde(default)]
    pub skills: BTreeMap<SkillId, i32>,
    /// Traits by neutral name; a ruleset ignores those that it does not define.
    #[serde(default)]
    pub traits: Vec<String>,
    /// Special abilities by id, and how often each can be used in a battle; a ruleset ignores those
    /// that it does not define.
    #[serde(default)]
    pub knows: BTreeMap<String, Uses>,
    /// Natural reach in squares, if unusual for the size.
    #[serde(default)]
    pub reach: Option<u8>,
    /// Stats stated outright, by ruleset.
    #[serde(default)]
    pub overrides: BTreeMap<String, BTreeMap<Stat, i32>>,
    /// Points that it begins with, stated outright by pool; a ruleset ignores pools that it does not
    /// have.
    #[serde(default)]
    pub pools: BTreeMap<String, i32>,
    /// How the token looks.
    #[serde(default)]
    pub token: Token,
}

/// Base save bonuses before ability modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BaseSaves {
    pub fortitude: i32,
    pub reflex: i32,
    pub will: i32,
}

/// The face of a token.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Token {
    /// One to three characters for the terminal and for tokens without a drawing.
    pub letters: String,
    /// A drawing of the token set, such as "sword", "bow", "claw".
    pub emblem: String,
}
