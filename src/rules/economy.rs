//! What a turn holds.

use serde::{Deserialize, Serialize};

use super::action::Cost;

/// The action economy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Economy {
    /// The slots of a normal turn.
    pub turn: Slots,
    /// The slots of a surprise round or of a combatant limited to a single action.
    pub restricted: Slots,
    /// Which slots may pay for an action, in order of preference; the first free one is spent.
    pub pays: Pays,
    /// What a full-round action needs.
    pub full_round: FullRound,
    pub free_step: FreeStep,
    /// Drawing and picking up take a free hand; otherwise what is in hand is put away along with it.
    #[serde(default)]
    pub free_hand: bool,
    /// Whether what costs no time can be done in the turns of others as well.
    #[serde(default)]
    pub free_in_any_turn: bool,
    /// Each free action is possible once in a turn, except these by id; left out: as often as one
    /// likes.
    #[serde(default)]
    pub free_once_except: Option<Vec<String>>,
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

/// Which slots can pay for an action of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pays {
    pub standard: Vec<Cost>,
    #[serde(rename = "move")]
    pub movement: Vec<Cost>,
    #[serde(default)]
    pub swift: Vec<Cost>,
}

/// What a full-round action takes of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FullRound {
    /// Standard and move slot, both unspent; swift actions stay.
    StandardAndMove,
    /// The whole turn: nothing spent before, nothing left after.
    WholeTurn,
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
