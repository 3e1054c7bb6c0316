//! Who plays a side: a person, or the computer with one of its tempers.

use serde::{Deserialize, Serialize};

use super::profile::{Preset, Profile};
use crate::content::level::Control;

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Player {
    Person,
    Computer(Profile),
}

impl Player {
    /// Who plays a side of which the level says this; the computer plays like `profile`.
    pub fn of(control: Control, profile: Profile) -> Self {
        match control {
            Control::Human => Self::Person,
            Control::Computer => Self::Computer(profile),
        }
    }

    /// Whether a person decides.
    pub fn is_person(self) -> bool {
        self == Self::Person
    }

    /// A person instead of the computer, or the other way round.
    pub fn other(self, profile: Profile) -> Self {
        match self {
            Self::Person => Self::Computer(profile),
            Self::Computer(_) => Self::Person,
        }
    }
}

/// What to call a temper, and what to expect of it.
pub fn temper(profile: Profile) -> (&'static str, &'static str) {
    match profile.preset() {
        Some(preset) => (preset.name, preset.text),
        None => ("its own way", "plays as you told it to"),
    }
}

/// The next temper in the order of the menu.
pub fn next_temper(profile: Profile) -> Profile {
    let presets: &[Preset] = &Profile::PRESETS;
    let now = presets.iter().position(|p| p.profile == profile);
    let next = now.map_or(0, |now| (now + 1) % presets.len());
    presets.get(next).map_or(profile, |preset| preset.profile)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_temper_comes_round() {
        let mut seen = vec![Profile::default()];
        while seen.len() < Profile::PRESETS.len() {
            seen.push(next_temper(seen[seen.len() - 1]));
        }
        assert!(Profile::PRESETS.iter().all(|p| seen.contains(&p.profile)));
        assert_eq!(next_temper(seen[seen.len() - 1]), Profile::default());
    }
}
