//! Holds that are to be kept, attempts to get out of them, answers to failed manoeuvres, and weapons
//! struck out of hands.

use serde::{Deserialize, Serialize};

use crate::combat::contract::Seat;
use crate::combat::state::step::declared::DeclaredAction;
use crate::rules::{ActionId, WeaponId};

/// A hold that has been won and is to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    pub seat: Seat,
    pub target: Seat,
    pub phase: Phase,
}

/// What comes next in keeping a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// About to leave its own square: the combatants that may strike are asked.
    Close,
    /// Moves into the space of the other.
    Enter,
}

/// An attempt to get free, while those who hold are asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struggling {
    pub declared: DeclaredAction,
    /// Who has been asked.
    pub asked: Vec<Seat>,
    /// Who lets go.
    pub yielded: Vec<Seat>,
}

/// A failed manoeuvre that its target may answer with the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    pub seat: Seat,
    /// Who has failed.
    pub target: Seat,
    pub action: ActionId,
}

/// A weapon that is struck out of a hand and falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    /// Whose it is.
    pub seat: Seat,
    pub weapon: WeaponId,
}
