//! Whom an ability affects, and where.

use serde::{Deserialize, Serialize};

use crate::rules::primitive::Needs;
use crate::rules::targeting::{Targeting, Whom};

/// What an ability is aimed at. Ranges and sizes are in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Target {
    User,
    /// One combatant in sight.
    One {
        range: u16,
        #[serde(default)]
        whom: Whom,
    },
    /// One combatant in reach; what an enemy has to be touched with is held until it is.
    Touch {
        #[serde(default)]
        whom: Whom,
    },
    /// Several who let themselves be touched, all in the same action.
    Company {
        most: u8,
    },
    /// Several combatants in sight.
    Several {
        range: u16,
        most: u8,
        #[serde(default)]
        whom: Whom,
    },
    /// Everything around a corner in range.
    Burst {
        radius: u16,
        range: u16,
        #[serde(default)]
        whom: Whom,
        /// It goes round corners, and cover does not help against it.
        #[serde(default)]
        spreads: bool,
    },
    /// Thrown at a combatant or a square, and past it by so many squares as increments were begun
    /// when it misses; `timed`: it bursts in its own time, so it is thrown at squares only.
    Lob {
        range: u16,
        increment: u16,
        /// The number that a square has against it.
        square_defence: i32,
        #[serde(default)]
        timed: bool,
        /// So many squares astray whatever the increments; what would come down in a solid square bursts
        /// where it was aimed at (EP-SPLASH-06).
        #[serde(default)]
        strays: Option<u8>,
        /// It breaks on what it strikes, and on nothing soft; so it can be thrown at solid squares, too
        /// (EP-SPLASH-05).
        #[serde(default)]
        breaks: bool,
        /// Of a large target the thrower may choose the square around which it splashes (EP-SPLASH-03).
        #[serde(default)]
        picks_square: bool,
    },
    /// From the user on, as wide as long.
    Cone {
        length: u16,
        #[serde(default)]
        whom: Whom,
    },
    /// From the user straight on.
    Line {
        length: u16,
        #[serde(default)]
        whom: Whom,
    },
    /// Everything around the user but itself.
    Around {
        radius: u16,
        #[serde(default)]
        whom: Whom,
    },
    /// Everyone whom a weapon wounds that carries it; it is used in no other way.
    Wounded {
        #[serde(default)]
        whom: Whom,
    },
}

impl Target {
    /// Whether it is never used on an enemy.
    pub fn spares_enemies(self) -> bool {
        self.whom() == Whom::Allies
    }

    /// Whether it is one combatant in reach.
    pub fn is_touch(self) -> bool {
        match self {
            Self::Touch { .. } => true,
            Self::User
            | Self::One { .. }
            | Self::Company { .. }
            | Self::Several { .. }
            | Self::Burst { .. }
            | Self::Lob { .. }
            | Self::Cone { .. }
            | Self::Line { .. }
            | Self::Around { .. }
            | Self::Wounded { .. } => false,
        }
    }

    /// What has to be chosen on the screen.
    pub fn targeting(self) -> Targeting {
        match self {
            Self::User | Self::Around { .. } | Self::Wounded { .. } => Targeting::None,
            Self::One { .. } | Self::Touch { .. } => Targeting::Combatant,
            Self::Several { .. } | Self::Company { .. } => Targeting::Combatants,
            Self::Lob { .. } => Targeting::CombatantOrSquare,
            Self::Burst { .. } => Targeting::Corner,
            Self::Cone { .. } | Self::Line { .. } => Targeting::Direction,
        }
    }

    /// Whether an action that uses the ability can be aimed like this.
    pub fn suits(self, aim: Targeting) -> bool {
        let need = match self.whom() {
            Whom::Enemies => Needs::Enemy,
            Whom::Allies => Needs::Ally,
            Whom::Anyone | Whom::Living | Whom::Lifeless => Needs::Creature,
        };
        let at_one = match self {
            Self::User
            | Self::Around { .. }
            | Self::Wounded { .. }
            | Self::Lob { timed: true, .. } => false,
            // What is held for later is aimed at nobody yet.
            Self::Touch { .. } => aim == Targeting::None || aim.gives(need),
            Self::One { .. }
            | Self::Company { .. }
            | Self::Several { .. }
            | Self::Burst { .. }
            | Self::Lob { timed: false, .. }
            | Self::Cone { .. }
            | Self::Line { .. } => aim.gives(need),
        };
        at_one || aim == self.targeting()
    }

    /// Who is affected.
    pub fn whom(self) -> Whom {
        match self {
            Self::User | Self::Company { .. } => Whom::Allies,
            Self::Lob { .. } => Whom::Anyone,
            Self::One { whom, .. }
            | Self::Touch { whom }
            | Self::Several { whom, .. }
            | Self::Burst { whom, .. }
            | Self::Cone { whom, .. }
            | Self::Line { whom, .. }
            | Self::Around { whom, .. }
            | Self::Wounded { whom } => whom,
        }
    }

    /// How many squares away it affects others who are not touched.
    pub fn squares_away(self) -> Option<u32> {
        let squares = match self {
            Self::One { range, .. }
            | Self::Several { range, .. }
            | Self::Burst { range, .. }
            | Self::Lob { range, .. } => range,
            Self::Cone { length, .. } | Self::Line { length, .. } => length,
            Self::Around { radius, .. } => radius,
            Self::User | Self::Touch { .. } | Self::Company { .. } | Self::Wounded { .. } => {
                return None;
            }
        };
        Some(squares.into())
    }

    /// The squares of a range increment, if it is thrown.
    pub fn increment(self) -> Option<u16> {
        match self {
            Self::Lob { increment, .. } => Some(increment),
            _ => None,
        }
    }

    /// Whether it affects all within some squares.
    pub fn is_area(self) -> bool {
        matches!(
            self,
            Self::Burst { .. } | Self::Cone { .. } | Self::Line { .. } | Self::Around { .. }
        )
    }
}
