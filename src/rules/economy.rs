//! What a turn holds.

use serde::{Deserialize, Serialize};

use super::cost::Slot;

/// The action economy; what actions take of it is in `costs.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Economy {
    /// The slots of a normal turn.
    pub turn: Slots,
    /// The slots of a surprise round or of a combatant limited to a single action.
    pub restricted: Slots,
    /// Those of a combatant whose state limits it to a single action, outside a surprise round; `None`: the same.
    #[serde(default)]
    pub single_action: Option<Slots>,
    pub free_step: FreeStep,
    /// Out of a dark square there is no free step either (SP-ACT-08).
    #[serde(default)]
    pub no_step_out_of_the_dark: bool,
    /// Drawing and picking up take a free hand; otherwise what is in hand is put away along with it.
    #[serde(default)]
    pub free_hand: bool,
    /// Two-Weapon Fighting puts both weapons away in the time of one, as it draws them (CD-ITEM-05).
    #[serde(default)]
    pub sheathes_two: bool,
    /// Who can spread a long action over two turns.
    #[serde(default)]
    pub long_actions: LongActions,
}

/// When an action that takes a whole turn is spread over two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LongActions {
    /// Only in turns of a single action.
    #[default]
    InRestrictedTurns,
    /// In any turn that has a standard action left and no more, and what was begun so is completed with a
    /// standard action, however much the next turn holds (SP-STD-11).
    WithStandardActions,
}

impl LongActions {
    /// Whether a full-round action can be begun and finished with standard actions.
    pub fn come_in_halves(self) -> bool {
        match self {
            Self::WithStandardActions => true,
            Self::InRestrictedTurns => false,
        }
    }
}

/// Numbers of actions of each type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Slots {
    pub standard: u8,
    #[serde(rename = "move")]
    pub movement: u8,
    pub swift: u8,
}

impl Slots {
    /// The number of one type.
    pub fn of(&mut self, slot: Slot) -> &mut u8 {
        match slot {
            Slot::Standard => &mut self.standard,
            Slot::Move => &mut self.movement,
            Slot::Swift => &mut self.swift,
        }
    }

    /// No more of each type than in the other.
    #[must_use]
    pub fn at_most(self, other: Self) -> Self {
        Self {
            standard: self.standard.min(other.standard),
            movement: self.movement.min(other.movement),
            swift: self.swift.min(other.swift),
        }
    }

    /// Without those, as far as there are any.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self {
            standard: self.standard.saturating_sub(other.standard),
            movement: self.movement.saturating_sub(other.movement),
            swift: self.swift.saturating_sub(other.swift),
        }
    }
}

/// Whether a turn has a step of one square that costs no action and never provokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FreeStep {
    /// There is none (the shift is an action).
    Absent,
    /// Once a turn, if no other distance is covered in it; never into hampering terrain.
    IfNoOtherMovement,
}

impl FreeStep {
    /// Whether there is a free step.
    pub fn exists(self) -> bool {
        match self {
            Self::IfNoOtherMovement => true,
            Self::Absent => false,
        }
    }
}
