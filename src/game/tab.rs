//! The tabs of the action bar: what can be done now, and one for each shelf.

use crate::rules::action::Shelf;

/// A tab of the action bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// What can be done now.
    #[default]
    Now,
    /// What stands on this shelf.
    Of(Shelf),
}

impl Tab {
    /// In the order of the bar.
    pub const ALL: [Self; 8] = [
        Self::Now,
        Self::Of(Shelf::Attack),
        Self::Of(Shelf::Move),
        Self::Of(Shelf::Manoeuvre),
        Self::Of(Shelf::Ability),
        Self::Of(Shelf::Guard),
        Self::Of(Shelf::Gear),
        Self::Of(Shelf::Other),
    ];

    /// What the tab says.
    pub fn name(self) -> &'static str {
        match self {
            Self::Now => "Now",
            Self::Of(Shelf::Attack) => "Attack",
            Self::Of(Shelf::Move) => "Move",
            Self::Of(Shelf::Manoeuvre) => "Manoeuvre",
            Self::Of(Shelf::Ability) => "Ability",
            Self::Of(Shelf::Guard) => "Guard, help",
            Self::Of(Shelf::Gear) => "Gear",
            Self::Of(Shelf::Other) => "Other",
        }
    }

    /// The tab to the right, the first after the last.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|tab| *tab == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}
