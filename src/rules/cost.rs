//! What actions cost: the entries of a ruleset's `costs.ron`, and the purse of a turn that pays them.

use serde::{Deserialize, Serialize};

use super::economy::Slots;

/// A part of a turn that can be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    Standard,
    Move,
    Swift,
}

impl Slot {
    pub const ALL: [Self; 3] = [Self::Standard, Self::Move, Self::Swift];

    /// In words: "standard" of a standard action.
    pub fn label(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Move => "move",
            Self::Swift => "swift",
        }
    }
}

/// What an action takes of a turn, and what that means for the rest of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CostDef {
    /// In words, such as "standard action".
    pub name: String,
    /// For a button, such as "std".
    pub mark: String,
    /// What it takes: for each slot to spend those that may pay, the preferred one first.
    pub takes: Vec<Vec<Slot>>,
    /// Slots that it gives back.
    pub grants: Vec<Slot>,
    /// Slots that the next own turn lacks for it; no more can be owed than a turn holds.
    pub owes: Vec<Slot>,
    /// Possible only if nothing of the turn was spent before, and no free step was taken.
    pub untouched: bool,
    /// Possible only before anything that takes something of the turn and is not of its start itself, and before a
    /// free step (EP-DEF-01, EP-DEF-03).
    pub at_start: bool,
    /// It is a choice and no action: the turn can still be put off after it (EP-HOLD-01).
    pub no_action: bool,
    /// Nothing but what is free may follow in the turn.
    pub closes: bool,
    /// A condition by id that begins for who pays it.
    pub brings: Option<String>,
    /// What is done at this cost takes effect only when the turn ends, unless it covers distance (EP-ACT-04).
    pub acts_at_end: bool,
    /// A combatant that pays it threatens no squares until its next own turn.
    pub silences: bool,
    /// All attacks of a turn at this cost can be broken off after the first for a move.
    pub severable: bool,
    /// They can be broken off after a free step as well, for a move action that covers no distance
    /// (SP-FULL-08).
    pub severable_after_step: bool,
    /// For all attacks of a turn: another standard action that was taken in this turn, and led nowhere, may stand for
    /// the first of what it takes, and for the first of the attacks (EP-FULL-06).
    pub goes_on: bool,
    /// Strains like what takes a standard action (SP-DYING-05).
    pub strenuous: bool,
    /// Goes along with a plain walk of the same turn, once, and takes nothing.
    pub with_walk: bool,
    /// Goes along with any action of this turn that takes a move action, covering distance or not, once for each
    /// of these, and takes nothing (EP-ACT-06). What provokes in both is one opportunity.
    pub with_move: bool,
    /// Each action is possible at this cost once in a turn, except these by id; left out: as often
    /// as you like.
    pub once_except: Option<Vec<String>>,
    /// Can be paid in the turns of others as well: what it takes is owed by the next own turn then.
    pub any_time: bool,
    /// Never paid in the turn of another, in answer to something either (EP-ACT-10).
    pub own_turn: bool,
    /// Can be paid during a walk or a full attack, which go on afterwards (SP-SWIFT-01, EP-ACT-08).
    pub in_between: bool,
    /// An action never provokes at this cost, even if it provokes otherwise.
    pub exempt: bool,
}

impl CostDef {
    /// Whether what is done at it leaves the turn as it was, so that the turn can be put off.
    pub fn keeps_turn(&self) -> bool {
        self.at_start || self.no_action
    }

    /// Whether it takes nothing, now or later, and gives nothing.
    pub fn is_free(&self) -> bool {
        self.takes.is_empty() && self.owes.is_empty() && self.grants.is_empty()
    }

    /// Whether a combatant with a single action in the turn can pay it.
    pub fn is_single(&self) -> bool {
        self.takes.len() <= 1 && self.owes.is_empty()
    }

    /// Whether it takes several slots.
    pub fn is_whole(&self) -> bool {
        self.takes.len() > 1
    }

    /// The slot that it takes by preference, if it takes one.
    pub fn slot(&self) -> Option<Slot> {
        match self.takes.as_slice() {
            [one] => one.first().copied(),
            _ => None,
        }
    }

    /// Whether a standard action is part of it, or as much of a strain.
    pub fn is_strenuous(&self) -> bool {
        if self.strenuous {
            return true;
        }
        let mut first = self.takes.iter().filter_map(|slots| slots.first());
        first.any(|slot| *slot == Slot::Standard)
    }
}

/// What a turn has left to pay with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purse {
    pub slots: Slots,
    /// What the next own turn lacks.
    pub owes: Slots,
    /// What a normal turn holds.
    pub turn: Slots,
    /// A single action only.
    pub restricted: bool,
    /// Nothing but what is free is possible.
    pub closed: bool,
    /// Something was done that takes something of the turn and is not of its start.
    pub opened: bool,
    /// The free step was taken.
    pub stepped: bool,
    /// The attacks under way can be broken off for the move action that they took.
    pub severable: bool,
    /// A standard action was taken that may stand for the first of what follows.
    pub led: bool,
    /// There was a plain walk that something can go along with.
    pub walked: bool,
    /// Move actions that something can still go along with.
    pub rides: u8,
}

/// Why a cost cannot be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// It takes more than the single action of the turn.
    SingleAction,
    Closed,
    /// Something of the turn was spent already.
    Untouched,
    /// Something was done already that takes something of the turn, or the free step was taken.
    Start,
    /// Only on the own turn.
    OwnTurn,
    /// No walk of this turn goes along with it.
    Walk,
    /// Nothing that may pay is left.
    Slots,
    /// The next turn owes this already.
    Owed(Slot),
}

impl Purse {
    /// What is left once a cost is paid.
    pub fn less(self, cost: &CostDef) -> Result<Self, Lack> {
        let mut left = self;
        if cost.with_walk {
            left.walked = false;
            return self.walked.then_some(left).ok_or(Lack::Walk);
        }
        if cost.with_move {
            let rides = left.rides.checked_sub(1).ok_or(Lack::Walk)?;
            return Ok(Self { rides, ..left });
        }
        if cost.at_start && (self.opened || self.stepped) {
            return Err(Lack::Start);
        }
        if cost.is_free() {
            return Ok(self);
        }
        if self.restricted && !cost.is_single() {
            return Err(Lack::SingleAction);
        }
        if self.closed {
            return Err(Lack::Closed);
        }
        if cost.untouched && (self.stepped || self.slots != self.turn) {
            return Err(Lack::Untouched);
        }
        left.severable &= cost.in_between;
        let paid = usize::from(cost.goes_on && self.led && self.slots.standard == 0);
        for slots in cost.takes.iter().skip(paid) {
            match slots.iter().find(|slot| *left.slots.of(**slot) > 0) {
                Some(slot) => *left.slots.of(*slot) -= 1,
                // The move action that is recovered pays, for what is less as well.
                None if self.severable && slots.contains(&Slot::Move) && cost.is_single() => {
                    left.severable = false;
                }
                None => return Err(Lack::Slots),
            }
        }
        for slot in &cost.owes {
            if *left.owes.of(*slot) >= *left.turn.of(*slot) {
                return Err(Lack::Owed(*slot));
            }
            *left.owes.of(*slot) += 1;
        }
        for slot in &cost.grants {
            let slot = left.slots.of(*slot);
            *slot = slot.saturating_add(1);
        }
        left.rides += u8::from(cost.slot() == Some(Slot::Move));
        left.closed |= cost.closes;
        left.opened |= !cost.at_start;
        Ok(left)
    }

    /// What is left once a cost is paid in the turn of another: the next own turn lacks what it takes
    /// (SP-SWIFT-04).
    pub fn owing(self, cost: &CostDef) -> Result<Self, Lack> {
        let mut left = self;
        let taken = cost.takes.iter().filter_map(|slots| slots.first());
        for slot in taken.chain(&cost.owes) {
            if *left.owes.of(*slot) >= *left.turn.of(*slot) {
                return Err(Lack::Owed(*slot));
            }
            *left.owes.of(*slot) += 1;
        }
        Ok(left)
    }
}

#[cfg(test)]
mod tests;
