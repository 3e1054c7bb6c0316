//! Kinds of terrain.

use serde::{Deserialize, Serialize};

use crate::dice::DiceExpr;
use crate::rules::damage::DamageKind;

/// One kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainDef {
    pub name: String,
    #[serde(default)]
    pub text: String,
    /// How it hampers movement; the ruleset says what that costs.
    #[serde(default)]
    pub footing: Footing,
    /// Blocks sight and lines of cover.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Gives whoever stands next to it on the far side this many blocked corner lines of cover
    /// (low walls: 2), without blocking sight.
    #[serde(default)]
    pub low_cover: u8,
    #[serde(default)]
    pub concealment: Concealment,
    /// What entering does.
    #[serde(default)]
    pub hazard: Option<Hazard>,
    /// Height of the floor in steps of 3 feet.
    #[serde(default)]
    pub height: i8,
    /// The drawing of the tile set; the terrain's own id if empty.
    #[serde(default)]
    pub tile: String,
    /// Character in the terminal.
    pub glyph: char,
}

/// How terrain hampers movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Footing {
    #[default]
    Plain,
    Light,
    Difficult,
    Severe,
    Obstacle,
    Hazardous,
    /// Cannot be entered, and diagonals cannot cut its corner.
    Impassable,
    /// Cannot be entered, but corners may be cut (chasm, deep water).
    Chasm,
}

/// How well terrain hides who stands in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Concealment {
    #[default]
    None,
    Light,
    Heavy,
    Total,
}

/// Harm done to whoever enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    pub damage: DiceExpr,
    #[serde(default)]
    pub kind: DamageKind,
}
