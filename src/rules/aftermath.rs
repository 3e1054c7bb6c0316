//! What a battle leaves of those who go into another, and what rest gives back.

use serde::{Deserialize, Serialize};

use super::Stat;

/// What lasts beyond a battle. Places, conditions, initiative and whatever is counted for one
/// encounter never do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AftermathRules {
    /// Hit points of the combatant that lay stable when it was over; `None`: they stay what they were
    /// (AM-DYING-12).
    pub stable_wakes_with: Option<i32>,
    /// How wounds heal of themselves; `None`: they do not.
    pub heals: Option<Healing>,
    /// How worn things are repaired in a rest; `None`: they are not.
    pub repairs: Option<Repairs>,
    /// How those who lie stable wake in a rest; `None`: a rest decides nothing by dice, and every
    /// combatant that rests is tended.
    pub waking: Option<Waking>,
}

/// What the hours of a rest make of those who lie below nothing. Tended is the combatant that a check or healing has
/// made stable, and the one with which an ally rests that can act: it heals while it lies. Without that a
/// failure costs hit points, and nothing heals of itself until a roll has said so (SP-DYING-19 to 23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waking {
    /// The chance of each hour to wake, disabled with the hit points that there are; and for those who have
    /// woken untended, of each day that their wounds begin to heal.
    pub percent: u8,
    /// Hit points that each failure costs the untended.
    pub untended_lose: u8,
}

/// How armour, helmets and shields are repaired: one check for each thing in a rest, against the base
/// and the coverage of the thing when it was new. Armour gets one condition better, and never better
/// than one above the worst that it has been in; helmets and shields get all of their hit points back
/// (AH-AFTER-01 to 04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repairs {
    /// What is rolled.
    pub check: Stat,
    pub base: i32,
}

/// What rest gives back (CD-DIE-08, AH-AFTER-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Healing {
    /// So many hours on end count as a day of rest.
    #[serde(default = "whole_day")]
    pub day_of_hours: u16,
    pub hit_points_per_day: Rate,
    /// What whole days in bed give on top of that (SP-HEAL-05).
    #[serde(default)]
    pub hit_points_in_bed: Rate,
    #[serde(default)]
    pub nonlethal_per_hour: Rate,
    /// Points of each ability that were lost.
    #[serde(default)]
    pub abilities_per_day: Rate,
    /// The same on top for whole days in bed (SP-HEAL-06).
    #[serde(default)]
    pub abilities_in_bed: Rate,
}

impl Healing {
    /// What the hours give back to those whose wounds do not heal of themselves (SP-DYING-21).
    #[must_use]
    pub fn of_all_but_hit_points(self) -> Self {
        Self {
            hit_points_per_day: Rate::default(),
            hit_points_in_bed: Rate::default(),
            ..self
        }
    }

    /// What is left of it for those who had that already.
    #[must_use]
    pub fn of_hit_points(self) -> Self {
        Self {
            nonlethal_per_hour: Rate::default(),
            abilities_per_day: Rate::default(),
            abilities_in_bed: Rate::default(),
            ..self
        }
    }
}

fn whole_day() -> u16 {
    24
}

/// How fast something comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rate {
    /// As many points as the level, at least one.
    Level,
    /// So many times the level, at least once.
    LevelTimes(u8),
    Points(u8),
}

impl Default for Rate {
    fn default() -> Self {
        Self::Points(0)
    }
}

impl Rate {
    /// Points that come back each time to a combatant of this level.
    pub fn points(self, level: i32) -> i32 {
        match self {
            Self::Level => level.max(1),
            Self::LevelTimes(times) => level.max(1).saturating_mul(times.into()),
            Self::Points(points) => i32::from(points),
        }
    }
}
