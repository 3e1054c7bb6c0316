//! The temper of a computer player: a few sliders that a level designer understands.

use serde::{Deserialize, Serialize};

/// Sliders from 0 to 100; 50 is a sensible middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// How much harm done to enemies counts.
    pub aggression: u8,
    /// How much attacks of opportunity and standing among enemies are shunned.
    pub caution: u8,
    /// How much the wounded are preferred to the fresh.
    pub focus: u8,
    /// How far archers stay away from blades.
    pub keeps_distance: u8,
    /// How readily it waits for enemies to come instead of going to them.
    pub patience: u8,
    /// How much the objective of the level counts besides the fight.
    pub duty: u8,
    /// How often it does the second best thing.
    pub whimsy: u8,
}

impl Profile {
    /// Plays a sound game.
    pub const BALANCED: Self = Self {
        aggression: 50,
        caution: 50,
        focus: 50,
        keeps_distance: 50,
        patience: 30,
        duty: 50,
        whimsy: 0,
    };
    /// Goes for the throat and does not look left or right.
    pub const BERSERKER: Self = Self {
        aggression: 100,
        caution: 10,
        focus: 30,
        keeps_distance: 0,
        patience: 0,
        duty: 20,
        whimsy: 10,
    };
    /// Stays out of reach and picks off whoever limps.
    pub const SKIRMISHER: Self = Self {
        caution: 80,
        focus: 80,
        keeps_distance: 100,
        patience: 50,
        ..Self::BALANCED
    };
    /// Holds its ground and lets the enemy come.
    pub const GUARDIAN: Self = Self {
        aggression: 40,
        caution: 70,
        patience: 80,
        duty: 90,
        ..Self::BALANCED
    };
    /// Makes the mistakes of somebody who plays for the first time.
    pub const NOVICE: Self = Self {
        caution: 20,
        focus: 10,
        keeps_distance: 20,
        whimsy: 70,
        ..Self::BALANCED
    };

    /// All presets by name, in the order of a menu.
    pub const PRESETS: [(&'static str, Self); 5] = [
        ("balanced", Self::BALANCED),
        ("berserker", Self::BERSERKER),
        ("skirmisher", Self::SKIRMISHER),
        ("guardian", Self::GUARDIAN),
        ("novice", Self::NOVICE),
    ];

    /// The preset of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::PRESETS
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, profile)| *profile)
    }

    /// A slider as a factor: 0 at 0, 1 in the middle, 2 at 100.
    pub fn factor(slider: u8) -> f64 {
        f64::from(slider.min(100)) / 50.0
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::BALANCED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_name() {
        assert_eq!(Profile::named("berserker"), Some(Profile::BERSERKER));
        assert_eq!(Profile::named("coward"), None);
    }

    #[test]
    fn a_file_states_only_what_differs() {
        let profile: Profile = ron::from_str("(caution: 90)").expect("reads");
        assert_eq!(
            profile,
            Profile {
                caution: 90,
                ..Profile::BALANCED
            }
        );
        assert!(ron::from_str::<Profile>("(cunning: 9)").is_err());
    }
}
