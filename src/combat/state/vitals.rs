//! Hit points, and what else a combatant can lose.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::rules::{ActionId, ConditionId, Grades, Losses, Points};

/// Hit points and what else can be lost.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vitals {
    pub hit_points: i32,
    /// What scores leave of the full total. A lost Constitution may take it below 1, so that as much comes
    /// back as has gone (SP-HEAL-01); ask `ceiling` for the most that there can be.
    pub max: i32,
    pub nonlethal: i32,
    /// Points of abilities that were lost.
    #[serde(default)]
    pub lost: Losses,
    /// Failed saves against dying in this battle.
    pub failures: u8,
    /// What it has of each pool.
    pub points: Points,
    /// Hit points on top of the others, which go first.
    #[serde(default)]
    pub temporary: i32,
    /// They are gone when this condition ends. Ask `conditions::temporary`.
    #[serde(default)]
    pub temporary_with: Option<ConditionId>,
    /// By what it gathers points, if it has taken no damage since.
    #[serde(default)]
    pub gathers: Option<ActionId>,
    /// How many times it has taken damage.
    #[serde(default)]
    pub wounds: u16,
    /// Its wounds in words.
    #[serde(default)]
    pub grades: Grades,
    /// Counts the attacks that have hit it.
    pub hits: u16,
    /// Awake below nothing, as long as it has no fewer hit points than this (SP-DYING-07).
    #[serde(default)]
    pub awake_from: Option<i32>,
    /// A check or healing has seen to it since it fell (SP-DYING-19).
    #[serde(default)]
    pub tended: bool,
    /// Hit points, of the maximum as well, that it has as long as conditions raise its Constitution
    /// (SP-HEAL-09).
    #[serde(default)]
    pub raised: i32,
    /// Its wounds have begun to heal without help (SP-DYING-23).
    #[serde(default)]
    pub mends: bool,
}

impl Vitals {
    /// The most hit points that there can be now: at least 1.
    pub(crate) fn ceiling(&self) -> i32 {
        self.max.max(1)
    }
}
