//! What a battle starts from: ground, sides, combatants.
//!
//! A setup is made from a level or a scenario. It names content by id; [`Setup::seat_all`] derives
//! every combatant's numbers under the ruleset.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::combat::contract::block::StatBlock;
use crate::combat::contract::care::Care;
use crate::combat::contract::seat::{Seat, SideId};
use crate::content::level::Edge;
use crate::content::nearest::nearest;
use crate::content::{MonsterDef, Objective};
use crate::grid::{Border, Dimensions, Square, SquareSet};
use crate::rules::{Id, Losses, Stat, Table};

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

/// What is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("there is no {kind} called \"{name}\"{}", did_you_mean(.nearest))]
    Unknown {
        kind: &'static str,
        name: String,
        nearest: Option<String>,
    },
    #[error("{name} cannot stand at ({}, {}): {why}", square.x, square.y)]
    BadPlace {
        name: String,
        square: Square,
        why: String,
    },
    #[error("a battle needs two sides with at least one member each")]
    OneSided,
    #[error("a battle holds at most 200 combatants")]
    TooMany,
    #[error("the map has not one terrain for each of its squares")]
    BadMap,
    #[error("there is no combatant number {}", .0.index() + 1)]
    NoCombatant(Seat),
    #[error("there is no side number {}", .0.index() + 1)]
    NoSide(SideId),
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
