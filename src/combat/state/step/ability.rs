//! Special abilities on their way to everyone they affect.

use serde::{Deserialize, Serialize};

use crate::combat::contract::{Aim, Seat};
use crate::rules::AbilityId;

/// An ability on its way to everyone it affects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    pub seat: Seat,
    pub ability: AbilityId,
    /// Level of the user.
    pub level: i32,
    pub aim: Aim,
    /// Who is still to be affected, next first.
    pub queue: Vec<Seat>,
    /// The next effect on the first of them.
    pub effect: usize,
    /// What each effect brings, rolled once for everyone.
    pub amounts: Vec<i32>,
    /// Its attack was a critical hit.
    pub critical: bool,
    /// How the first of the queue has saved, once it has rolled.
    pub verdict: Option<SaveOutcome>,
    pub phase: Phase,
    /// How it comes to them.
    #[serde(default)]
    pub way: Way,
    /// The first of the queue was asked whether it holds its breath.
    #[serde(default)]
    pub asked: bool,
}

impl Use {
    /// An ability that takes effect now.
    pub fn new(seat: Seat, ability: AbilityId, level: i32, aim: Aim) -> Self {
        Self {
            seat,
            ability,
            level,
            aim,
            queue: Vec::new(),
            effect: 0,
            amounts: Vec::new(),
            critical: false,
            verdict: None,
            phase: Phase::Begin,
            way: Way::Used,
            asked: false,
        }
    }

    /// What a combatant has been busy with for rounds.
    pub fn due(seat: Seat) -> Self {
        Self {
            phase: Phase::Due,
            ..Self::new(seat, AbilityId(0), 0, Aim::None)
        }
    }
}

/// How an ability comes to those it affects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// It was used.
    #[default]
    Used,
    /// A weapon has carried it into a wound.
    Carried,
    /// Its time has passed, and it comes for the second time.
    Again,
}

/// What a save leaves of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SaveOutcome {
    Everything,
    /// Half of the damage and nothing else.
    Half,
    Nothing,
}

/// What an ability does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// What took rounds is due.
    Due,
    /// Amounts are rolled and targets found.
    Begin,
    /// Saves and effects.
    Affect,
    /// A missile has struck or not and is gone.
    Fade,
}
