//! What a battle starts from: ground, sides, combatants.
//!
//! A setup is made from a level or a scenario. It names content by id; [`Setup::seat_all`] derives
//! every combatant's numbers under the ruleset.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::combat::contract::care::Care;
use crate::combat::contract::seat::{Seat, SideId};
use crate::content::equipment::{Material, Weight};
use crate::content::level::Edge;
use crate::content::nearest::nearest;
use crate::content::{MonsterDef, Objective};
use crate::dice::DiceExpr;
use crate::grid::{Border, Dimensions, Square, SquareSet};
use crate::rules::{
    Abilities, Adjustment, Body, DamageKind, Id, Losses, ModifierKind, Reload, Size, Stat, Table,
    Uses,
};

/// Destroyed: the last condition of a worn item.
pub const DESTROYED: u8 = 4;

/// The conditions of worn items in words, by their numbers.
pub const WEAR_WORDS: [&str; 5] = ["mint", "damaged", "battered", "ruined", "destroyed"];

/// Everything that a battle starts from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub dimensions: Dimensions,
    /// Terrain id of every square, row by row.
    pub terrain: Vec<String>,
    /// What lies on the ground: by square, in layers from 1 upwards.
    #[serde(default)]
    pub upper: Vec<(Square, u8, String)>,
    /// What stands on borders between squares.
    #[serde(default)]
    pub borders: Vec<(Border, String)>,
    /// Named places: deployment zones and goals.
    pub zones: BTreeMap<String, SquareSet>,
    pub sides: Vec<SideSetup>,
    pub combatants: Vec<CombatantSetup>,
    pub objective: Objective,
    /// What was repaired in the rest before this battle, or tried to be: the checks are its first dice.
    #[serde(default)]
    pub repairs: Vec<Repair>,
    /// Start in the middle: no initiative is rolled for those who state it, no combatant is flat-footed
    /// unless said so.
    #[serde(default)]
    pub opening: Opening,
    /// With or without attacks of opportunity, where the rules leave that open; `None`: as they have it.
    #[serde(default)]
    pub attacks_of_opportunity: Option<bool>,
    /// A prepared ambush, where the rules have such.
    #[serde(default)]
    pub ambush: Option<AmbushSetup>,
}

/// An ambush that a side has prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AmbushSetup {
    pub by: SideId,
    /// How many rounds it was prepared for.
    pub rounds: u16,
    /// All who wait are in total cover and keep still.
    pub hiding: bool,
    /// One of them spoke or left its space so many rounds ago.
    pub since_spoiled: Option<u16>,
}

/// A combatant repairs what it or another wears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    pub by: Seat,
    pub owner: Seat,
    pub item: Wearable,
}

/// What is worn and wears out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wearable {
    Armour,
    Helmet,
    Shield,
}

impl Wearable {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Armour, Self::Helmet, Self::Shield];
}

/// How the battle opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Awareness, surprise round if any, initiative, round 1.
    #[default]
    Beginning,
    /// Round 1 of a battle under way: every combatant has acted before, no combatant is flat-footed.
    UnderWay,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSetup {
    pub id: String,
    pub name: String,
    /// Zone for members without a place.
    pub deploy: Option<String>,
}

/// One combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatantSetup {
    pub name: String,
    pub side: SideId,
    /// Smallest corner of its space; `None`: to be deployed.
    pub at: Option<Square>,
    pub kind: CombatantKind,
    pub aware: AwareSetup,
    /// Stated initiative count; otherwise rolled.
    pub initiative: Option<i32>,
    /// Those with whom it rolls initiative together, where the rules have that: all who name the same.
    #[serde(default)]
    pub group: Option<String>,
    /// Conditions that it starts with.
    pub conditions: Vec<StartingCondition>,
    /// Current hit points, if not the maximum.
    pub hit_points: Option<i32>,
    pub nonlethal: i32,
    /// What else earlier battles have taken.
    #[serde(default)]
    pub scars: Scars,
    /// How it lay since the battle before this one.
    #[serde(default)]
    pub care: Care,
    /// Has had its first turn (not flat-footed).
    pub has_acted: bool,
    /// Uses the rules for the important.
    pub important: bool,
    /// Not there at the start: when and where it enters.
    #[serde(default)]
    pub arrives: Option<Arrival>,
}

impl CombatantSetup {
    /// A combatant that is aware, whole and still to be placed.
    pub fn new(name: impl Into<String>, side: SideId, kind: CombatantKind) -> Self {
        Self {
            name: name.into(),
            side,
            at: None,
            kind,
            aware: AwareSetup::Aware,
            initiative: None,
            group: None,
            conditions: Vec::new(),
            hit_points: None,
            nonlethal: 0,
            scars: Scars::default(),
            care: Care::default(),
            has_acted: false,
            important: false,
            arrives: None,
        }
    }
}

/// What earlier battles have taken besides hit points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scars {
    /// Points of abilities.
    pub lost: Losses,
    /// Hit points that armour, helmet and shield have left, and their condition, 0 mint to
    /// 4 destroyed; as new if left out.
    pub armour: Option<(i32, u8)>,
    pub helmet: Option<(i32, u8)>,
    pub shield: Option<(i32, u8)>,
    /// The worst condition that the armour has been in.
    pub worst: u8,
    /// Hit points that weapons by id have left, one number for each of them that is worn; one with none
    /// is broken and does not come along.
    pub weapons: BTreeMap<String, Vec<i32>>,
}

impl Scars {
    /// Whether the shield is no more.
    pub fn is_shieldless(&self) -> bool {
        self.shield
            .is_some_and(|(_, condition)| condition >= DESTROYED)
    }

    /// Whether the armour is no more.
    pub fn is_bare(&self) -> bool {
        self.armour
            .is_some_and(|(_, condition)| condition >= DESTROYED)
    }
}

/// A condition that a combatant starts with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartingCondition {
    pub name: String,
    /// A number that belongs to it, such as ongoing damage.
    pub amount: i32,
    /// Who imposed it.
    pub by: Option<Seat>,
}

impl From<&str> for StartingCondition {
    fn from(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            amount: 0,
            by: None,
        }
    }
}

/// What a combatant knows at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AwareSetup {
    #[default]
    Aware,
    Unaware,
    /// Rolls to spot those who hide.
    Rolls,
    /// Absorbed in something: unaware if all of its side are, otherwise told by the one who keeps watch.
    Distracted,
}

/// Where a combatant's numbers come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CombatantKind {
    /// A monster by id, with stats stated outright on top.
    Monster {
        id: String,
        overrides: BTreeMap<Stat, i32>,
    },
    /// A creature in the neutral terms of a monster, written out: derived like one.
    Creature(Box<MonsterDef>),
    /// Final numbers.
    Block(Box<StatBlock>),
}

impl CombatantKind {
    /// A monster of the content as it is written.
    pub fn monster(id: impl Into<String>) -> Self {
        Self::Monster {
            id: id.into(),
            overrides: BTreeMap::new(),
        }
    }
}

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

/// What is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("there is no {kind} called \"{name}\"{}", did_you_mean(.nearest))]
    Unknown {
        kind: &'static str,
        name: String,
        nearest: Option<String>,
    },
    #[error("{name} cannot stand at {square:?}: {why}")]
    BadPlace {
        name: String,
        square: Square,
        why: String,
    },
    #[error("a battle needs two sides with at least one member each")]
    OneSided,
    #[error("a battle holds at most 200 combatants")]
    TooMany,
}

fn did_you_mean(nearest: &Option<String>) -> String {
    let mean = |name| format!("; did you mean \"{name}\"?");
    nearest.as_ref().map_or_else(String::new, mean)
}

impl SetupError {
    /// That this is none of the known names.
    pub fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> Self {
        Self::Unknown {
            kind,
            name: name.to_owned(),
            nearest: nearest(name, known),
        }
    }
}

/// When and where a newcomer enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The round after which it comes.
    pub after_round: u16,
    pub by: Entrance,
}

/// Where a newcomer enters: there, or on the nearest free ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entrance {
    /// On this square, its smallest corner.
    At(Square),
    /// In a named place, the first free square in reading order.
    Zone(String),
    /// Along an edge of the map, the middle first.
    Edge(Edge),
}

/// What a table calls this name, or an error that says so.
pub(crate) fn named<I: Id, T>(
    table: &Table<I, T>,
    kind: &'static str,
    name: &str,
) -> Result<I, SetupError> {
    let unknown = || SetupError::unknown(kind, name, table.names().iter().map(String::as_str));
    table.id(name).ok_or_else(unknown)
}
