//! Kinds of terrain.

use serde::{Deserialize, Serialize};

use super::equipment::Sturdy;
use crate::dice::DiceExpr;
use crate::rules::{DamageKind, Size};

/// One kind of terrain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TerrainDef {
    pub name: String,
    pub text: String,
    /// What the log says when a square becomes this in a battle, `{}` being the square.
    pub told: String,
    /// How it hampers movement; the ruleset says what that costs.
    pub footing: Footing,
    /// Blocks sight and lines of cover.
    pub blocks_sight: bool,
    /// Blocks attacks and effects, and can be seen through: glass, a wall of force.
    pub blocks_effect: bool,
    /// Gives a combatant that stands next to it on the far side this many blocked corner lines of cover
    /// (low walls: 2), without blocking sight.
    pub low_cover: u8,
    /// A slit or a door ajar: a combatant next to it on the far side shows a tenth of itself.
    pub slit: bool,
    /// What breaks when it strikes something stays whole here.
    pub soft: bool,
    pub concealment: Concealment,
    /// How well it hides from an adjacent combatant, where that is less than from afar (dense fog).
    pub near: Option<Concealment>,
    /// What hides here is darkness, which a light near by takes away.
    pub dark: bool,
    /// It gives way around those who are in it, so that the square of an unseen one is known (EP-INVIS-09).
    pub reveals: bool,
    /// One sees poorly where one treads: fog, and darkness without a light.
    pub murk: bool,
    /// It may have to be climbed: what the check has to reach.
    pub climb: Option<u8>,
    /// It can be swum in, where the ruleset has rules for that: what the check has to reach.
    pub swim: Option<u8>,
    /// It opens and closes.
    pub door: Option<Door>,
    /// It can be pushed along by a strong enough combatant.
    pub heavy: Option<Heavy>,
    /// It can be broken.
    pub object: Option<ObjectDef>,
    /// What entering does.
    pub hazard: Option<Hazard>,
    /// It swallows those who enter, where the ruleset has rules for that.
    pub snare: Option<Snare>,
    /// Height of the floor in steps of 3 feet.
    pub height: i8,
    /// The drawing of the tile set; the terrain's own id if empty.
    pub tile: String,
    /// Character in the terminal.
    pub glyph: char,
}

/// A thing that can be broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectDef {
    /// How large it is, which is how easily it is hit.
    pub size: Size,
    pub sturdy: Sturdy,
    /// The terrain that is left of it, by id.
    pub leaves: String,
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
    /// A quarter: light fog, light foliage.
    Light,
    /// A half: dense fog from next to it.
    Half,
    /// Three quarters: dense foliage.
    Heavy,
    /// Nine tenths: almost total darkness.
    NineTenths,
    Total,
}

/// Ground that swallows those who enter, such as quicksand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snare {
    /// What a save has to reach to get clear of it.
    pub difficulty: i32,
}

/// Harm done to a combatant that enters. Left open, it is one die of six.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    #[serde(default = "one_die")]
    pub damage: DiceExpr,
    #[serde(default = "untyped")]
    pub kind: DamageKind,
    /// Its damage is nonlethal: heat, thin air.
    #[serde(default)]
    pub nonlethal: bool,
    /// No combatant survives it (lava, a pit without bottom).
    #[serde(default)]
    pub deadly: bool,
    /// It is a fall: it hurts those who enter, and none who stay.
    #[serde(default)]
    pub fall: bool,
    /// It hurts those who inhale it: nobody who holds its breath or does not breathe.
    #[serde(default)]
    pub inhaled: bool,
}

impl Default for Hazard {
    fn default() -> Self {
        Self {
            damage: one_die(),
            kind: untyped(),
            nonlethal: false,
            deadly: false,
            fall: false,
            inhaled: false,
        }
    }
}

fn one_die() -> DiceExpr {
    DiceExpr::dice(1, 6)
}

fn untyped() -> DamageKind {
    DamageKind::Untyped
}

impl TerrainDef {
    /// Whether no attack or effect gets through.
    pub fn stops_effects(&self) -> bool {
        self.blocks_sight || self.blocks_effect
    }

    /// Whether this is open ground and nothing more: upon other ground it changes nothing.
    pub fn is_bare(&self) -> bool {
        let drawn = Self {
            name: self.name.clone(),
            text: self.text.clone(),
            told: self.told.clone(),
            tile: self.tile.clone(),
            glyph: self.glyph,
            ..Self::default()
        };
        drawn == *self
    }

    /// Whether nobody who can help it goes there.
    pub fn is_dangerous(&self) -> bool {
        self.hazard.is_some() || self.snare.is_some()
    }

    /// What entering does: as stated, or one die where the footing alone says that it hurts.
    pub fn harm(&self) -> Option<Hazard> {
        let stated = self.hazard.clone();
        stated.or_else(|| (self.footing == Footing::Hazardous).then(Hazard::default))
    }
}

/// A door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// The terrain that the square becomes when it is opened or closed.
    pub becomes: String,
    #[serde(default)]
    pub locked: bool,
}

/// An object that can be pushed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heavy {
    /// In pounds.
    pub weight: u32,
    /// The terrain that it leaves behind.
    pub leaves: String,
}
