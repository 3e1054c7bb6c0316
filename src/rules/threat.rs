//! Threatened squares and attacks of opportunity.

use serde::{Deserialize, Serialize};

use crate::grid::ReachMetric;

/// Who threatens what, and what that is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThreatRules {
    /// Off: no combatant makes attacks of opportunity at all.
    #[serde(default = "on")]
    pub enabled: bool,
    /// The set-up of a battle may switch them on or off; `enabled` is what counts if it says nothing.
    #[serde(default)]
    pub optional: bool,
    pub threatens: Threatens,
    pub reach: ReachMetric,
    /// Reach weapons: whether they strike nearby as well.
    pub reach_weapons: ReachWeapons,
    pub moving: Moving,
    #[serde(default)]
    pub acts: Acts,
    /// Cover of this degree (number of blocked corner lines, 1 to 4) forbids attacks of opportunity.
    pub cover_forbids: Option<u8>,
    /// Concealment of any degree forbids them, not only total concealment (EP-AOO-21, EP-CONC-03).
    #[serde(default)]
    pub concealment_forbids: bool,
    /// A whole turn's movement of one square never provokes.
    #[serde(default)]
    pub five_foot_move_exempt: bool,
}

fn on() -> bool {
    true
}

impl ThreatRules {
    /// Whether there are attacks of opportunity in a battle for which this was chosen.
    pub fn in_play(&self, chosen: Option<bool>) -> bool {
        match self.optional {
            true => chosen.unwrap_or(self.enabled),
            false => self.enabled,
        }
    }
}

/// Who threatens squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threatens {
    /// Everyone who could make an armed melee attack.
    EveryArmedReach,
    /// Only those with the capability `threatens_squares`.
    WithCapability,
}

/// What a reach weapon does to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReachWeapons {
    /// Doubles natural reach and cannot strike within it.
    DoubledButNotWithin,
    /// Adds one square and cannot strike at those beside the wielder (EP-AOO-05, EP-ATT-09).
    OneMoreButNotBeside,
    /// Adds one square and strikes near as well.
    OneMoreAndWithin,
}

/// How often one mover provokes the same enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moving {
    /// Every threatened square left is an opportunity.
    EachSquare,
    /// All squares left in one action are one opportunity.
    OncePerAction,
    /// All squares left between two own turns of the mover are one opportunity (AH-AOO-13, SP-AOO-15, SP-AOO-16).
    OncePerOwnTurn,
}

impl Moving {
    /// Whether a mover provokes once for each action.
    pub fn is_by_action(self) -> bool {
        match self {
            Self::OncePerAction => true,
            Self::EachSquare | Self::OncePerOwnTurn => false,
        }
    }
}

/// How often one action provokes the same enemy by what is done in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Acts {
    /// Every shot of a full attack is an opportunity.
    #[default]
    Each,
    /// All that is done in one action is one opportunity, taken or not (SP-STD-02).
    OncePerAction,
}

impl Acts {
    /// Whether an action provokes once, whatever it does.
    pub fn is_once(self) -> bool {
        match self {
            Self::OncePerAction => true,
            Self::Each => false,
        }
    }
}

/// Whether the act itself invites attacks of opportunity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provokes {
    #[default]
    No,
    /// From everyone who threatens.
    Yes,
    /// From the target of the act only.
    FromTarget,
    /// Only when the attack in it is a ranged one.
    IfRanged,
}
