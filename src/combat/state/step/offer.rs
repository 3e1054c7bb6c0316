//! Questions to those who may interrupt or answer something.

use serde::{Deserialize, Serialize};

use crate::combat::contract::{Cause, Seat, Seats, Trigger};
use crate::combat::state::step::attack::AttackOrder;
use crate::rules::{ActionId, Occasion};

/// Attacks of opportunity still to be offered against one provocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub target: Seat,
    pub cause: Cause,
    /// Who is still to be asked, next first.
    pub askers: Seats,
}

/// Readied actions still to be offered for one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadiedOffer {
    pub by: Seat,
    pub trigger: Trigger,
    /// Who is still to be asked, next first.
    pub askers: Seats,
}

/// A combatant who may answer something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Response {
    pub seat: Seat,
    /// Whose action is answered, or who has been felled.
    pub by: Seat,
    pub to: Occasion,
    /// The attack that is followed by another if its target drops.
    #[serde(default)]
    pub after: Option<Box<FollowUp>>,
    /// What has answered it of itself.
    #[serde(default)]
    pub done: Vec<ActionId>,
}

/// An attack that may fell its target, and how the target was before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowUp {
    pub order: AttackOrder,
    pub before: Fallen,
}

/// How far a combatant is out of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fallen {
    Not,
    Down,
    Dead,
}
