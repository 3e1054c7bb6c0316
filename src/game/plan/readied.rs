//! What an action is readied for.

use super::state::Plan;
use crate::combat::{Aim, Choice, Seat, Trigger};
use crate::rules::ActionId;

/// Who sets off a readied action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    /// All enemies.
    #[default]
    All,
    /// One combatant, to be chosen now.
    Asking,
    Only(Seat),
}

impl Watch {
    /// The only one who is waited for, if it is one.
    pub fn only(self) -> Option<Seat> {
        match self {
            Self::Only(seat) => Some(seat),
            Self::All | Self::Asking => None,
        }
    }
}

impl Plan {
    /// To ready an action for an event.
    pub fn readying(&self, ready: ActionId, action: ActionId, trigger: Trigger) -> Choice {
        Choice::Act {
            action: ready,
            aim: Aim::Prepare { action, trigger },
            mode: self.mode_in_use(),
            manner: self.selection.manner,
        }
    }
}
