//! Questions to those who may interrupt or answer something.

use serde::{Deserialize, Serialize};

use crate::combat::contract::{Cause, Seat, Trigger};
use crate::rules::Occasion;

/// Attacks of opportunity still to be offered against one provocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub target: Seat,
    pub cause: Cause,
    /// Who is still to be asked, next first.
    pub askers: Vec<Seat>,
}

/// Readied actions still to be offered for one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadiedOffer {
    pub by: Seat,
    pub trigger: Trigger,
    /// Who is still to be asked, next first.
    pub askers: Vec<Seat>,
}

/// A combatant who may answer something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Response {
    pub seat: Seat,
    /// Whose action is answered.
    pub by: Seat,
    pub to: Occasion,
}
