//! Something that is inhaled and may be answered before it takes effect.

use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::combat::state::laid::Laid;
use crate::content::terrain::Hazard;

/// A combatant is about to inhale what the ground gives off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inhaling {
    pub seat: Seat,
    /// What that does to it.
    pub hazard: Hazard,
    /// By what it lies there.
    pub laid: Option<Laid>,
    /// The combatant that has brought it about, if one has.
    #[serde(default)]
    pub cause: Option<Seat>,
}
