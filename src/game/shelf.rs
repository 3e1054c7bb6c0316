//! The shelves of the action bar: which action stands on which.

use crate::rules::{ActionDef, action};

/// A shelf of the action bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shelf {
    /// What can be done now.
    #[default]
    Possible,
    Attack,
    Move,
    /// Grabs, shoves, trips and other moves against one enemy.
    Manoeuvre,
    /// Spells, breath and other special abilities.
    Ability,
    /// Waiting, watching, helping, guarding.
    Guard,
    Gear,
    Other,
}

impl Shelf {
    /// In the order of the bar.
    pub const ALL: [Self; 8] = [
        Self::Possible,
        Self::Attack,
        Self::Move,
        Self::Manoeuvre,
        Self::Ability,
        Self::Guard,
        Self::Gear,
        Self::Other,
    ];

    /// What the tab says.
    pub fn name(self) -> &'static str {
        match self {
            Self::Possible => "Now",
            Self::Attack => "Attack",
            Self::Move => "Move",
            Self::Manoeuvre => "Manoeuvre",
            Self::Ability => "Ability",
            Self::Guard => "Guard, help",
            Self::Gear => "Gear",
            Self::Other => "Other",
        }
    }

    /// The shelf of an action, as its entry in the ruleset says.
    pub fn of(def: &ActionDef) -> Self {
        match def.shelf {
            action::Shelf::Attack => Self::Attack,
            action::Shelf::Move => Self::Move,
            action::Shelf::Manoeuvre => Self::Manoeuvre,
            action::Shelf::Ability => Self::Ability,
            action::Shelf::Guard => Self::Guard,
            action::Shelf::Gear => Self::Gear,
            action::Shelf::Other => Self::Other,
        }
    }

    /// The shelf to the right, the first after the last.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|g| *g == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}
