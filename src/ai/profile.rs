//! The profile of a computer player: a few sliders that a level designer understands.

use serde::{Deserialize, Serialize};

/// How closely a computer player looks before it decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// Weighs everything that could be done by its exact odds.
    #[default]
    Weighs,
    /// Does the first sensible thing: strikes where that promises most by a rough guess, and
    /// otherwise goes the shortest way to the fight.
    Hurries,
}

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
    /// How often it overlooks something, and how unevenly it rates the rest.
    pub randomness: u8,
    /// How closely it looks.
    pub effort: Effort,
}

/// A computer player with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// As on the command line.
    pub name: &'static str,
    /// What to expect of it.
    pub text: &'static str,
    pub profile: Profile,
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
        randomness: 0,
        effort: Effort::Weighs,
    };
    /// Goes for the throat and does not look left or right.
    pub const BERSERKER: Self = Self {
        aggression: 100,
        caution: 10,
        focus: 30,
        keeps_distance: 0,
        patience: 0,
        duty: 20,
        randomness: 10,
        effort: Effort::Weighs,
    };
    /// Stays out of reach and attacks wounded enemies.
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
    /// Makes the mistakes of a beginner.
    pub const NOVICE: Self = Self {
        caution: 20,
        focus: 10,
        keeps_distance: 20,
        randomness: 70,
        ..Self::BALANCED
    };

    /// Thinks little and quickly: for thousands of battles.
    pub const FAST: Self = Self {
        effort: Effort::Hurries,
        ..Self::BALANCED
    };

    /// All presets, in the order of a menu.
    pub const PRESETS: [Preset; 6] = [
        Preset::new("balanced", "plays a sound game", Self::BALANCED),
        Preset::new("berserker", "attacks at any risk", Self::BERSERKER),
        Preset::new(
            "skirmisher",
            "stays out of reach and picks off the wounded",
            Self::SKIRMISHER,
        ),
        Preset::new(
            "guardian",
            "holds its ground and lets the enemy come",
            Self::GUARDIAN,
        ),
        Preset::new("novice", "plays like a beginner", Self::NOVICE),
        Preset::new(
            "fast",
            "attacks what it can reach and decides quickly; for many battles",
            Self::FAST,
        ),
    ];

    /// The preset of this name.
    pub fn named(name: &str) -> Option<Self> {
        let preset = Self::PRESETS.iter().find(|preset| preset.name == name)?;
        Some(preset.profile)
    }

    /// The preset that this is, if it is one.
    pub fn preset(self) -> Option<&'static Preset> {
        const PRESETS: &[Preset] = &Profile::PRESETS;
        PRESETS.iter().find(|preset| preset.profile == self)
    }

    /// A slider as a factor: 0 at 0, 1 in the middle, 2 at 100.
    pub fn factor(slider: u8) -> f64 {
        f64::from(slider.min(100)) / 50.0
    }
}

impl Preset {
    const fn new(name: &'static str, text: &'static str, profile: Profile) -> Self {
        Self {
            name,
            text,
            profile,
        }
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
