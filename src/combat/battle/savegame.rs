//! A saved battle: everything to go on from, in a file.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::combat::battle::Battle;
use crate::combat::battle::replay::{Divergence, Recording};
use crate::combat::battle::snapshot::Snapshot;
use crate::combat::contract::Event;
use crate::content::Catalogue;

/// Version of the file format; a file of another version is refused.
pub const FORMAT: u32 = 12;

/// A saved battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveGame {
    pub format: u32,
    /// Digest of the content that the battle was played with.
    pub content: u64,
    /// How the battle came to be, choice by choice.
    pub recording: Recording,
    /// The state at the moment of saving.
    pub snapshot: Snapshot,
    /// Everything that had happened, for a caller that compares.
    pub events: Vec<Event>,
}

/// Why a saved battle cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    #[error("this is not a saved battle: {0}")]
    Unreadable(String),
    #[error("the file has format {0}; this program reads format {FORMAT}")]
    Format(u32),
    #[error("the rule system \"{0}\" is not installed")]
    NoRuleset(String),
    /// The choices lead elsewhere, because rules or content have changed since.
    #[error("rules or content have changed since the battle was saved: {0}")]
    Changed(Divergence),
    #[error("rules or content have changed since the battle was saved")]
    OtherState,
}

impl SaveGame {
    /// Saves a battle; `None` for copies for look-ahead.
    pub fn of(battle: &Battle) -> Option<Self> {
        Some(Self {
            format: FORMAT,
            content: battle.catalogue().digest(),
            recording: battle.recording()?,
            snapshot: battle.snapshot(),
            events: battle.events().to_vec(),
        })
    }

    /// The battle again, by playing what was recorded: so it has its whole log, can be undone, and
    /// is known to be what it was.
    pub fn load(&self, catalogue: &Arc<Catalogue>) -> Result<Battle, LoadError> {
        if self.format != FORMAT {
            return Err(LoadError::Format(self.format));
        }
        let id = &self.recording.ruleset;
        let rules = catalogue
            .ruleset(id)
            .ok_or_else(|| LoadError::NoRuleset(id.clone()))?;
        let battle = self
            .recording
            .play(Arc::clone(catalogue), Arc::clone(rules))
            .map_err(LoadError::Changed)?;
        if battle.snapshot() == self.snapshot {
            Ok(battle)
        } else {
            Err(LoadError::OtherState)
        }
    }

    /// Plays the battle again and compares every event with what had happened.
    ///
    /// # Errors
    /// As [`SaveGame::load`]; [`LoadError::Changed`] names the first event that differs.
    pub fn replay(&self, catalogue: &Arc<Catalogue>) -> Result<Battle, LoadError> {
        let id = &self.recording.ruleset;
        let rules = catalogue
            .ruleset(id)
            .ok_or_else(|| LoadError::NoRuleset(id.clone()))?;
        self.recording
            .verify(Arc::clone(catalogue), Arc::clone(rules), &self.events)
            .map_err(LoadError::Changed)
    }

    /// Whether the content is the very one that the battle was played with.
    pub fn same_content(&self, catalogue: &Catalogue) -> bool {
        self.content == catalogue.digest()
    }

    /// As the text of a file.
    pub fn to_text(&self) -> Result<String, LoadError> {
        serde_json::to_string(self).map_err(|error| LoadError::Unreadable(error.to_string()))
    }

    /// From the text of a file.
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        serde_json::from_str(text).map_err(|error| LoadError::Unreadable(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, play, ruleset};
    use crate::combat::testkit::things::catalogue;

    #[test]
    fn a_saved_battle_goes_on_as_if_nothing_had_been() {
        let rules = ruleset("classic_d20");
        let mut content = (*catalogue()).clone();
        content.rulesets.push(Arc::clone(&rules));
        let content = Arc::new(content);
        let mut battle = Scene::new(rules, &["A...a", "B...b"]).beginning().seeded(8);
        play(&mut battle, 15);
        let text = SaveGame::of(&battle).unwrap().to_text().unwrap();
        let mut loaded = SaveGame::from_text(&text).unwrap().load(&content).unwrap();
        play(&mut battle, 30);
        play(&mut loaded, 30);
        assert_eq!(battle.events(), loaded.events());
    }

    #[test]
    fn a_saved_battle_knows_with_what_options_it_was_set_up() {
        let rules = ruleset("age_of_heroes");
        let mut content = (*catalogue()).clone();
        content.rulesets.push(Arc::clone(&rules));
        let mut scene = Scene::new(rules, &["Aa...", "Bb..."]).beginning();
        scene.setup.attacks_of_opportunity = Some(false);
        let mut battle = scene.seeded(8);
        play(&mut battle, 40);
        let text = SaveGame::of(&battle).unwrap().to_text().unwrap();
        let save = SaveGame::from_text(&text).unwrap();
        let again = save.replay(&Arc::new(content)).unwrap();
        assert_eq!(again.setup().attacks_of_opportunity, Some(false));
        let view = again.view();
        assert!(
            view.combatants
                .iter()
                .all(|one| one.opportunities_left == 0)
        );
    }

    #[test]
    fn a_file_that_is_none_or_of_another_format_is_refused() {
        assert!(matches!(
            SaveGame::from_text("{"),
            Err(LoadError::Unreadable(_))
        ));
        let rules = ruleset("classic_d20");
        let battle = Scene::new(rules, &["Aa"]).seeded(8);
        let mut save = SaveGame::of(&battle).unwrap();
        let unknown = save.load(&catalogue()).unwrap_err();
        assert_eq!(unknown, LoadError::NoRuleset("classic_d20".to_owned()));
        save.format = 99;
        assert_eq!(save.load(&catalogue()).unwrap_err(), LoadError::Format(99));
    }
}
