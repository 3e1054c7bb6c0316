//! Levels: a drawing, a legend, sides, awareness and an objective.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::grid::Square;

/// A level file as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelDef {
    pub name: String,
    /// A few sentences for the set-up screen.
    pub text: String,
    /// One string a row, one character a square, all rows of one length.
    pub map: Vec<String>,
    /// What the characters of the map mean.
    pub legend: BTreeMap<char, Mark>,
    pub sides: Vec<SideDef>,
    pub objective: Objective,
}

/// What one character of the drawing stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Mark {
    /// Terrain by id.
    Terrain(String),
    /// A named place (deployment zone, goal) on this terrain.
    Zone { zone: String, terrain: String },
    /// A combatant of a side stands here, its smallest corner if it is large, on this terrain.
    Combatant {
        side: String,
        monster: String,
        name: Option<String>,
        terrain: String,
    },
}

/// One side of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideDef {
    /// Id, used on the command line: `--side heroes=human`.
    pub id: String,
    pub name: String,
    /// Who plays it unless the player says otherwise.
    #[serde(default)]
    pub control: Control,
    /// Members to be placed in the zone at the start, in addition to those drawn on the map.
    #[serde(default)]
    pub members: Vec<MemberDef>,
    /// Zone in which the members are placed.
    #[serde(default)]
    pub deploy: Option<String>,
    /// Whether its members know of their enemies at the start.
    #[serde(default)]
    pub awareness: Awareness,
    /// Its members use the rules for the important (dying instead of death at 0).
    #[serde(default)]
    pub important: bool,
}

/// Who decides for a side by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    #[default]
    Human,
    Computer,
}

/// A member to be placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberDef {
    pub monster: String,
    #[serde(default)]
    pub name: Option<String>,
    /// Fixed place; otherwise a free square of the deployment zone.
    #[serde(default)]
    pub at: Option<Square>,
}

/// What a side knows at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awareness {
    #[default]
    Aware,
    Unaware,
    /// Each member rolls to notice the ambushers.
    Rolls,
}

/// What wins the battle. The last side able to fight always wins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Objective {
    #[default]
    DefeatAll,
    /// The side wins that has a member in the zone and no enemy in it, at the end of so many
    /// consecutive rounds.
    Hold { zone: String, rounds: u16 },
    /// The side wins when so many of its members have reached the zone.
    Reach {
        side: String,
        zone: String,
        count: u8,
    },
    /// The side wins if it is not defeated by the end of this round.
    Survive { side: String, rounds: u16 },
}
