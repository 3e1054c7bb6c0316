//! What happens at zero hit points, saving throws and the end of a battle.

use serde::{Deserialize, Serialize};

/// The way of dying of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Dying {
    /// Hit points go below zero: disabled at 0, dying down to `dead_at`, a chance in percent to
    /// stabilise at the end of each round, otherwise one more point.
    NegativeHitPoints { dead_at: i32, stabilise_percent: u8 },
    /// Only the important are dying: a save at the end of each turn, so many failures or minus half
    /// of the maximum kill; everyone else dies at 0.
    SavesForTheImportant { failures: u8 },
    /// Hit points stop at 0; every point beyond lowers Constitution, with a Fortitude save against
    /// 10 plus the loss to stay conscious; dead at Constitution 0.
    ConstitutionDrain {
        save_base: i32,
        stabilise_percent: u8,
    },
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

/// When the battle is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryRules {
    /// The battle goes on until the dying of the last side standing are stable or dead.
    pub waits_for_dying: bool,
}

/// How a turn is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnRules {
    /// Ongoing damage before the actions, saves after them.
    pub ongoing_and_saves: bool,
    /// Combatants who cannot act still have their turn's steps.
    pub empty_turns: bool,
}
