//! What happens at zero hit points, saving throws and the end of a battle.

use serde::{Deserialize, Serialize};

/// The way of dying of a system, in parts that can be mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dying {
    pub at_zero: AtZero,
    pub clock: Clock,
    pub death: Death,
    /// Help begins by bringing the dying back to 0 hit points; otherwise they climb from where they are.
    #[serde(default)]
    pub helped_from_zero: bool,
    #[serde(default)]
    pub finishing_blow: FinishingBlow,
    #[serde(default)]
    pub finishing_difficulty: FinishingDifficulty,
    /// The important who fall to exactly 0 hit points are stable at once (EP-DYING-01).
    #[serde(default)]
    pub stable_at_zero: bool,
}

/// What happens at zero hit points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AtZero {
    /// Disabled at 0, dying below.
    Disabled,
    /// The important are dying at 0 and below; everyone else dies.
    DyingIfImportant,
    /// Hit points stop at 0, disabled; every point beyond lowers Constitution, with a Fortitude save
    /// against `save_base` plus the loss to stay conscious.
    DrainsConstitution { save_base: i32 },
}

/// What time does to the dying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// A chance to become stable; otherwise one more point is lost.
    Percent { stabilises: u8, at: Tick },
    /// A save at the end of each turn; so many failures kill, `in_a_row`: of the time since the last
    /// fall alone (EP-DYING-02). `difficulty`: what the bare die has to reach, if not what any save has.
    Saves {
        failures: u8,
        #[serde(default)]
        difficulty: Option<u8>,
        #[serde(default)]
        in_a_row: bool,
    },
}

/// When the clock of the dying strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tick {
    StartOfTurn,
    EndOfRound,
}

/// The wounds that kill. No Constitution left always does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Death {
    /// Hit points as low as this.
    HitPoints(i32),
    /// Half of the maximum below zero.
    MinusHalfMaximum,
    /// As many below zero as the Constitution score and the level together (EP-DYING-02).
    ConstitutionAndLevel,
    NoConstitution,
}

impl Death {
    /// Whether death comes with the last point of Constitution.
    pub fn is_bloodless(self) -> bool {
        match self {
            Self::NoConstitution => true,
            Self::HitPoints(_) | Self::MinusHalfMaximum | Self::ConstitutionAndLevel => false,
        }
    }
}

/// What a failed save against a finishing blow does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishingBlow {
    #[default]
    Kills,
    /// Brings hit points to 0.
    Fells,
}

/// What a save against a finishing blow has to reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishingDifficulty {
    /// 10 and the damage that got through.
    #[default]
    TenAndDamage,
    /// The damage as it was rolled, and even those are to save whom it has killed (EP-CDG-02).
    DamageRolled,
}

/// How saving throws are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Saves {
    /// d20 + bonus against a difficulty; natural 1 fails and 20 succeeds.
    BonusAgainstDifficulty,
    /// A bare d20, this much or more; one for each condition at the end of the turn.
    Flat { succeeds_on: i32 },
}

impl Saves {
    /// Whether the save is a check with a bonus.
    pub fn are_checks(self) -> bool {
        match self {
            Self::BonusAgainstDifficulty => true,
            Self::Flat { .. } => false,
        }
    }
}

/// When the battle is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryRules {
    /// When a side has lost, the battle goes on until the dying of all sides are stable or dead.
    pub waits_for_dying: bool,
    /// What an act has decided is decided before it costs the disabled the strength that it takes: a side
    /// that fells its last enemy so has won (SP-DYING-05).
    #[serde(default)]
    pub judged_before_strain: bool,
}

/// How a turn is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnRules {
    /// Ongoing damage before the actions, saves after them.
    #[serde(default)]
    pub ongoing_and_saves: bool,
    /// An ability that takes effect just before a turn does so before the start of it harms; otherwise
    /// after that (SP-FULL-11).
    #[serde(default)]
    pub due_first: bool,
    /// Combatants who cannot act still have their turn's steps.
    pub empty_turns: bool,
}
