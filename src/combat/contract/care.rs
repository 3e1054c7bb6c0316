//! What became of those who lay wounded between two battles.

use serde::{Deserialize, Serialize};

/// How the wounds of a combatant below nothing were seen to, and for how long it has lain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Care {
    /// Hours of rest before this battle that its dice have yet to decide: they are rolled as it begins.
    pub hours: u16,
    /// A check, healing or an ally at its side has seen to it.
    pub tended: bool,
    /// Its wounds have begun to heal without that.
    pub mends: bool,
}
