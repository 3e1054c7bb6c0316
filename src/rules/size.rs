//! Size categories and the space that a creature fills.

use serde::{Deserialize, Serialize};

/// A size category, smallest first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    Fine,
    Diminutive,
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Huge,
    Gargantuan,
    Colossal,
}

/// The build of a creature, which decides its space and natural reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Taller than long, such as an ogre.
    #[default]
    Tall,
    /// Longer than tall, such as a horse.
    Long,
}

impl Size {
    /// All categories, smallest first.
    pub const ALL: [Self; 9] = [
        Self::Fine,
        Self::Diminutive,
        Self::Tiny,
        Self::Small,
        Self::Medium,
        Self::Large,
        Self::Huge,
        Self::Gargantuan,
        Self::Colossal,
    ];

    /// The d20 size modifier: +8 for Fine to -8 for Colossal.
    pub fn modifier(self) -> i32 {
        match self {
            Self::Fine => 8,
            Self::Diminutive => 4,
            Self::Tiny => 2,
            Self::Small => 1,
            Self::Medium => 0,
            Self::Large => -1,
            Self::Huge => -2,
            Self::Gargantuan => -4,
            Self::Colossal => -8,
        }
    }

    /// Steps above Medium; negative below.
    pub fn steps_above_medium(self) -> i32 {
        self as i32 - Self::Medium as i32
    }

    /// Steps from `other` to this size; positive if this one is larger.
    pub fn steps_above(self, other: Self) -> i32 {
        self as i32 - other as i32
    }
}
