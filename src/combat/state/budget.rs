//! The budget of a turn: slots and movement that are left, and the ledger of what was done.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::combat::state::full_attack::FullAttack;
use crate::combat::state::step::declared::DeclaredAction;
use crate::rules::{ActionId, CostId, Slots};

/// The rest of a combatant's turn, and the ledger of the turn so far.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Budget {
    pub slots: Slots,
    /// What this turn lacked as it began, because it was used before.
    pub owed: Slots,
    /// Only a single action: surprise round, disabled, staggered, slowed.
    pub restricted: bool,
    /// How its state restricts it to that; `None`: it does not, or something else does.
    pub limit: Option<Limit>,
    /// Actions of this turn that were paid for, in order. `economy/ledger.rs` reads them.
    pub deeds: SmallVec<[Deed; 4]>,
    /// Other facts of this turn that matter for the rest of it.
    pub marks: Marks,
    /// What the squares entered in this turn have cost, in twelfths of a plain one.
    pub moved: u16,
    /// Squares of distance covered in this turn, in twelfths, where haste matters.
    pub covered: u16,
    /// Movement that was begun and can be continued: action and twelfths left.
    pub moving: Option<(ActionId, u16)>,
    /// All that the movement under way was given, in twelfths: a combatant that becomes slower before the rest of it
    /// is walked has less left (AH-COND-09).
    pub given: u16,
    /// Diagonals made so far in this turn, odd or even.
    pub odd_diagonals: bool,
    pub full_attack: FullAttack,
    /// Move actions that something can still be done along with.
    pub rides: u8,
    /// What is done when the turn ends: declared and paid for.
    pub postponed: Option<Box<DeclaredAction>>,
}

/// An action of the turn, as it was paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    pub action: ActionId,
    pub cost: CostId,
    /// Number of the action, as [`Rounds::serial`](super::Rounds::serial) counts.
    pub serial: u32,
    /// It belongs to the start of a turn (EP-DEF-01, EP-BRTH-01).
    pub opening: bool,
    /// It can stand for the first attack of a full attack (EP-FULL-06).
    pub leads: bool,
}

/// Something that was done in a turn, beside the actions that were paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// An action that ends the turn, or a mount that balked: only free actions are left.
    Closed,
    /// An action was declared after which the turn cannot be delayed.
    Began,
    /// An attack was made.
    Attacked,
    /// The free step was taken, or a move of one square that provokes nothing.
    Stepped,
    /// A move of one square provoked nothing as the whole movement of the turn (CD-AOO-06).
    WholeMove,
    /// A step is left that is part of the action that was taken.
    StepLeft,
    /// A plain move was made, so that something can be done along with it.
    Walked,
    /// A weapon was drawn, or something done along with a move.
    Drew,
    /// The space was turned.
    Turned,
    /// The mount is under control.
    MountControlled,
    /// A grapple was left, and the space that was shared in it can still be left.
    GotFree,
    /// A standard action was taken that may stand for the first attack of a full attack.
    Led,
}

impl Mark {
    const ALL: [Self; 12] = [
        Self::Closed,
        Self::Began,
        Self::Attacked,
        Self::Stepped,
        Self::WholeMove,
        Self::StepLeft,
        Self::Walked,
        Self::Drew,
        Self::Turned,
        Self::MountControlled,
        Self::GotFree,
        Self::Led,
    ];
}

/// A set of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Mark>", into = "Vec<Mark>")]
pub struct Marks(u16);

impl Marks {
    /// Whether a mark is in the set.
    #[inline]
    pub fn has(self, mark: Mark) -> bool {
        self.0 & (1 << mark as u16) != 0
    }

    /// Puts a mark into the set, or takes it out.
    pub fn set(&mut self, mark: Mark, is_in: bool) {
        let bit = 1 << mark as u16;
        self.0 = match is_in {
            true => self.0 | bit,
            false => self.0 & !bit,
        };
    }

    /// Puts a mark into the set if `applies`.
    pub fn add_if(&mut self, mark: Mark, applies: bool) {
        self.set(mark, applies || self.has(mark));
    }
}

impl From<Vec<Mark>> for Marks {
    fn from(list: Vec<Mark>) -> Self {
        let mut marks = Self::default();
        for mark in list {
            marks.set(mark, true);
        }
        marks
    }
}

impl From<Marks> for Vec<Mark> {
    fn from(marks: Marks) -> Self {
        let list = Mark::ALL.into_iter();
        list.filter(|mark| marks.has(*mark)).collect()
    }
}

impl Budget {
    /// Whether something was done in this turn.
    #[inline]
    pub fn has(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    /// Notes that something was done in this turn.
    pub fn mark(&mut self, mark: Mark) {
        self.marks.set(mark, true);
    }
}

/// A single action as all that a state leaves of a turn. It ends with the state, in the midst of the turn as well
/// (SP-DYING-06, SP-NONL-05).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Slots of a turn of a single action.
    pub single: Slots,
    /// Slots that would be left of the turn without the restriction.
    pub whole: Slots,
    /// The full attack under way that it has broken off.
    pub full_attack: FullAttack,
    /// The movement under way that it has broken off.
    pub moving: Option<(ActionId, u16)>,
}
