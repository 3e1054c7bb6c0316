//! What a battle leaves of those who go into another.

use serde::{Deserialize, Serialize};

/// What lasts beyond a battle. Places, conditions, initiative and whatever is counted for one
/// encounter never do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AftermathRules {
    /// Hit points of whoever lay stable when it was over; `None`: they stay what they were.
    pub stable_wakes_with: Option<i32>,
}
