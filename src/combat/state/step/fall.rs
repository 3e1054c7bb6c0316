//! A fall that may be answered before it ends.

use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::content::terrain::Hazard;

/// A combatant falls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fall {
    pub seat: Seat,
    /// What the ground does to it.
    pub hazard: Hazard,
    /// It lies on the ground then.
    pub lies: bool,
    /// The combatant that has brought it about, if one has.
    #[serde(default)]
    pub cause: Option<Seat>,
}
