//! The drawers of the dock: what lies open above it.

use crate::rules::action::Shelf;

/// A drawer of the dock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// The weapons, and how to fight with them.
    Weapons,
    /// The actions of this shelf.
    Of(Shelf),
}

impl Drawer {
    /// In the order of the dock.
    pub const ALL: [Self; 8] = [
        Self::Weapons,
        Self::Of(Shelf::Attack),
        Self::Of(Shelf::Move),
        Self::Of(Shelf::Manoeuvre),
        Self::Of(Shelf::Ability),
        Self::Of(Shelf::Guard),
        Self::Of(Shelf::Gear),
        Self::Of(Shelf::Other),
    ];

    /// What is written on it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Weapons => "Weapons",
            Self::Of(Shelf::Attack) => "Attacks",
            Self::Of(Shelf::Move) => "Moves",
            Self::Of(Shelf::Manoeuvre) => "Manoeuvres",
            Self::Of(Shelf::Ability) => "Abilities",
            Self::Of(Shelf::Guard) => "Guard, help",
            Self::Of(Shelf::Gear) => "Gear",
            Self::Of(Shelf::Other) => "More",
        }
    }

    /// The drawer to the right among those that hold something; none after the last.
    pub fn next(open: Option<Self>, holds: impl Fn(Self) -> bool) -> Option<Self> {
        let at = open.and_then(|open| Self::ALL.iter().position(|drawer| *drawer == open));
        let after = at.map_or(0, |at| at + 1);
        Self::ALL[after..]
            .iter()
            .copied()
            .find(|drawer| holds(*drawer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_of_the_drawers_ends_with_all_of_them_shut() {
        let holds = |drawer| drawer != Drawer::Of(Shelf::Move);
        let mut open = Drawer::next(None, holds);
        let mut seen = Vec::new();
        while let Some(drawer) = open {
            seen.push(drawer);
            open = Drawer::next(open, holds);
        }
        assert_eq!(seen.len(), Drawer::ALL.len() - 1);
        assert!(!seen.contains(&Drawer::Of(Shelf::Move)));
    }
}
