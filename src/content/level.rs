//! Levels: a drawing, a legend, sides, awareness and an objective.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::border::BorderRun;
use super::lesson::LessonDef;
use crate::grid::{Border, Dimensions, Footprint, Square};

/// Most combatants of a battle, reinforcements included.
pub const COMBATANTS_LIMIT: usize = 200;

/// Most rows and most columns of a map.
pub const MAP_LIMIT: u16 = 256;

/// A level file as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelDef {
    pub name: String,
    /// A few sentences for the set-up screen.
    pub text: String,
    /// One string a row, one character a square, all rows of one length.
    pub map: Vec<String>,
    /// What lies on the ground, layer upon layer: each is drawn like the map, a blank is nothing.
    #[serde(default)]
    pub layers: Vec<Vec<String>>,
    /// What the characters of the map and of its layers mean.
    pub legend: BTreeMap<char, Mark>,
    /// What stands on borders between squares.
    #[serde(default)]
    pub borders: Vec<BorderRun<Square>>,
    pub sides: Vec<SideDef>,
    pub objective: Objective,
    /// With or without attacks of opportunity, under rules that leave that open; `None`: as they have it.
    #[serde(default)]
    pub attacks_of_opportunity: Option<bool>,
    /// The ambush that a side has prepared, under rules that have such.
    #[serde(default)]
    pub ambush: Option<AmbushDef>,
    /// A newcomer begins with this level, under this rule system: its id.
    #[serde(default)]
    pub newcomers: Option<String>,
    /// What it teaches a player, one after the other.
    #[serde(default)]
    pub lessons: Vec<LessonDef>,
}

/// A prepared ambush.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmbushDef {
    /// The side that waits, by id.
    pub by: String,
    /// For how many rounds it was prepared.
    pub rounds: u16,
    /// All who wait are in total cover and keep still.
    #[serde(default)]
    pub hiding: bool,
}

/// Nothing, in a layer upon the ground.
pub const NOTHING: char = ' ';

impl LevelDef {
    /// Whether map and sides are within the limits, as they are in each level that `check` has passed. A level in a
    /// save may have been written by hand.
    pub fn is_within_limits(&self) -> bool {
        let most = usize::from(MAP_LIMIT);
        let width = self.map.first().map_or(0, |row| row.chars().count());
        let is_row = |row: &String| row.chars().take(most + 1).count() == width;
        let members = self.sides.iter().map(|side| side.members.len());
        (1..=most).contains(&width)
            && self.map.len() <= most
            && self.map.iter().all(is_row)
            && self.sides.len() <= COMBATANTS_LIMIT
            && members.sum::<usize>() <= COMBATANTS_LIMIT
    }

    /// What stands on borders, kinds by id. Of several things on one border the last one stands there;
    /// runs with a mistake are left out.
    pub fn bordered(&self, dims: Dimensions) -> BTreeMap<Border, String> {
        let along = |run: &BorderRun<Square>| {
            let kind = run.kind.clone();
            let borders = run.borders(dims).unwrap_or_default();
            borders
                .into_iter()
                .map(move |border| (border, kind.clone()))
        };
        self.borders.iter().flat_map(along).collect()
    }

    /// What is drawn upon the ground: square, layer from 1 upwards, terrain by id.
    pub fn upper(&self) -> impl Iterator<Item = (Square, u8, &str)> {
        drawn(&self.layers).filter_map(|(at, layer, letter)| match self.legend.get(&letter) {
            Some(Mark::Terrain(terrain)) => Some((at, layer, terrain.as_str())),
            _ => None,
        })
    }
}

/// Every character that is drawn upon the ground, with its square and layer.
pub fn drawn(layers: &[Vec<String>]) -> impl Iterator<Item = (Square, u8, char)> {
    layers.iter().zip(1..=u8::MAX).flat_map(|(rows, layer)| {
        rows.iter().zip(0..=i16::MAX).flat_map(move |(row, y)| {
            let letters = row.chars().zip(0..=i16::MAX);
            let letters = letters.filter(|(letter, _)| *letter != NOTHING);
            letters.map(move |(letter, x)| (Square::new(x, y), layer, letter))
        })
    })
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
    /// They roll initiative once for all of them, in systems that have that.
    #[serde(default)]
    pub one_initiative: bool,
    /// Members who enter when the battle has begun.
    #[serde(default)]
    pub reinforcements: Vec<ReinforcementDef>,
}

/// Members who enter together when the battle has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementDef {
    /// They come when this round is over, and act from the next one on.
    pub after_round: u16,
    /// The edge of the map by which they come, the middle first.
    #[serde(default)]
    pub edge: Option<Edge>,
    /// Or the named place in which they appear.
    #[serde(default)]
    pub zone: Option<String>,
    /// Whether they know of the battle: `aware` or `unaware`.
    #[serde(default)]
    pub awareness: Awareness,
    /// A member with a place of its own comes in there.
    pub members: Vec<MemberDef>,
}

/// An edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    North,
    East,
    South,
    West,
}

impl Edge {
    /// Anchors of spaces that touch this edge, those nearest to its middle first.
    pub fn anchors(self, dimensions: Dimensions, footprint: Footprint) -> Vec<Square> {
        let (width, height) = (i32::from(dimensions.width), i32::from(dimensions.height));
        let (wide, deep) = (i32::from(footprint.width), i32::from(footprint.depth));
        let (across, length) = match self {
            Self::North | Self::South => (width - wide, width),
            Self::East | Self::West => (height - deep, height),
        };
        let mut along: Vec<i32> = (0..=across).collect();
        let size = length - across;
        along.sort_by_key(|at| ((2 * at + size - length).abs(), *at));
        let anchor = |at: i32| match self {
            Self::North => (at, 0),
            Self::South => (at, height - deep),
            Self::West => (0, at),
            Self::East => (width - wide, at),
        };
        let square = |(x, y): (i32, i32)| Some(Square::new(x.try_into().ok()?, y.try_into().ok()?));
        along
            .into_iter()
            .filter_map(|at| square(anchor(at)))
            .collect()
    }
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
    /// Its members are absorbed in something: unaware, unless others of the side keep watch.
    Distracted,
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
