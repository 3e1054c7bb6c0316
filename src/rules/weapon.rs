//! What a rule system says otherwise of a weapon than the equipment does.

use serde::{Deserialize, Serialize};

use super::Size;

/// How long loading takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reload {
    #[default]
    None,
    Move,
    FullRound,
}

/// What is different about a weapon of the equipment; what is left out stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WeaponChange {
    /// Another size: it decides how many hands the weapon takes (AH-EQP-04).
    pub size: Option<Size>,
    /// How it is loaded (AH-ALIST-01).
    pub reload: Option<Reload>,
    /// How many times damage is rolled on a critical hit (EP-CRIT-06).
    pub multiplier: Option<u8>,
    /// Dice of its damage that show so much or less are rolled again (EP-DMG-06).
    pub brutal: Option<u8>,
}
