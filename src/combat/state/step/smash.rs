//! Blows at things on the map, before which neighbours may hold their shields.

use serde::{Deserialize, Serialize};

use crate::combat::state::step::attack::Attack;
use crate::combat::state::step::declared::DeclaredAction;
use crate::grid::Square;

/// A blow at a thing on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Smash {
    pub declared: DeclaredAction,
    pub at: Square,
    /// The attacker takes a whole round for it.
    pub careful: bool,
    /// The blow as an attack, with its roll and who steps in; it is aimed at no combatant.
    pub attack: Attack,
    /// It was rolled, and has hit.
    pub hit: bool,
}
