//! What has been found out for a plan: how far it goes, exchanges of blows at the end of a way, and the ring
//! of actions.

use crate::combat::Seat;
use crate::combat::movement::MoveField;
use crate::game::intent::PlanEdit;
use crate::rules::ActionId;

/// A movement that can be made, with its squares.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    pub action: Option<ActionId>,
    pub field: MoveField,
    /// Movements of one band cost the same, and share the squares between them: 0 is the nearest.
    pub band: usize,
    /// Ways that cost no more twelfths of a square leave the turn the attack that it still holds.
    pub spares: u16,
}

impl Reach {
    /// Whether a way of this cost is one of the near ones: it takes nothing that an attack needs.
    pub fn is_near(&self, cost: u16) -> bool {
        self.band == 0 && cost <= self.spares
    }
}

/// An enemy, as seen from the end of a way.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    pub seat: Seat,
    /// The chance to hit it from there, if it could be attacked.
    pub mine: Option<f64>,
    /// Its chance to hit there, from where it is now.
    pub theirs: Option<f64>,
}

/// The ring, open around a combatant.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    pub seat: Seat,
    pub entries: Vec<Entry>,
}

impl Ring {
    /// Whether this is what one of its actions does.
    pub fn holds(&self, edit: &PlanEdit) -> bool {
        self.entries.iter().any(|entry| entry.does == *edit)
    }
}

/// One action of the ring.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub action: ActionId,
    /// Its chance, or what comes first.
    pub told: String,
    pub does: PlanEdit,
}
