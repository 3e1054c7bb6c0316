//! The file of a saved battle: one format for saving, recording, continuing, watching and replaying.
//!
//! A battle is its setup, ruleset, dice and choices; playing them again gives the same battle to the
//! last die, log included. The file is JSON. It carries its level and journey, so that a battle does
//! not depend on files outside the data folder.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ai::Player;
use crate::combat::{Battle, FORMAT, LoadError, SaveGame, Seat, SideId};
use crate::content::{Catalogue, JourneyDef, LevelDef};
use crate::files;
use crate::grid::{Area, Square};
use crate::journey::Journey;
use crate::lessons::Passed;
use crate::rules::LevelId;

/// A saved battle, with its level, its players and its place in a journey.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveFile {
    /// Id of the level.
    pub level: String,
    /// The level as it was played. Missing in older files.
    #[serde(default)]
    pub level_def: Option<Box<LevelDef>>,
    pub seed: u64,
    /// By side.
    pub players: Vec<Player>,
    /// Round of the battle, for lists. Missing in older files.
    #[serde(default)]
    pub round: Option<u16>,
    /// Whether the battle is won and the winners camp, for lists.
    #[serde(default)]
    pub camp: bool,
    /// Combatants that still fight, for the picture in lists. Missing in older files.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Squares chosen so far in a deployment that has not been confirmed.
    #[serde(default)]
    pub placed: Vec<(Seat, Square)>,
    /// Lessons of the level that are done or skipped.
    #[serde(default)]
    pub passed: Passed,
    /// The journey that the battle is part of.
    #[serde(default)]
    pub journey: Option<Journey>,
    /// That journey as it was played.
    #[serde(default)]
    pub journey_def: Option<Box<JourneyDef>>,
    pub game: SaveGame,
}

/// Space of a combatant on the picture of a saved battle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    pub area: Area,
    pub side: SideId,
}

/// A battle read from a file, and the content that it is played with.
#[derive(Debug)]
pub struct Opened {
    pub battle: Battle,
    /// The catalogue, with the level of the battle as it was played.
    pub catalogue: Arc<Catalogue>,
    pub level: LevelId,
    pub journey: Option<Journey>,
}

/// Version fields of a file, which are read before everything else.
#[derive(Deserialize)]
struct Versioned {
    format: Option<u32>,
    game: Option<Box<Versioned>>,
}

impl SaveFile {
    /// A saved battle without anything that only a player in front of a window adds; `None` for
    /// copies for look-ahead.
    pub fn of(
        battle: &Battle,
        catalogue: &Catalogue,
        level: LevelId,
        players: Vec<Player>,
        seed: u64,
    ) -> Option<Self> {
        Some(Self {
            level: catalogue.levels.name(level).to_owned(),
            level_def: catalogue.levels.get(level).cloned().map(Box::new),
            seed,
            players,
            round: None,
            camp: false,
            standing: Vec::new(),
            placed: Vec::new(),
            passed: Passed::default(),
            journey: None,
            journey_def: None,
            game: SaveGame::of(battle)?,
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read, or is no saved battle of this format.
    pub fn read(file: &Path) -> Result<Self, LoadError> {
        let text = files::read_text(file, files::SAVE_LIMIT);
        Self::from_text(&text.map_err(|why| LoadError::Unreadable(why.to_string()))?)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it is no saved battle of this format.
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        let unreadable = |why: serde_json::Error| LoadError::Unreadable(why.to_string());
        let versions: Versioned = serde_json::from_str(text).map_err(unreadable)?;
        let (alone, nested) = (versions.format, versions.game.and_then(|game| game.format));
        match alone.or(nested) {
            Some(format) if format != FORMAT => return Err(LoadError::Format(format)),
            Some(_) if alone.is_some() => {
                let why = "it names no level; record the battle again with this version";
                return Err(LoadError::Unreadable(why.into()));
            }
            Some(_) | None => {}
        }
        serde_json::from_str(text).map_err(unreadable)
    }

    /// Writes the file, beside an old one first.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), String> {
        let text = serde_json::to_string(self).map_err(|why| why.to_string())?;
        files::write(file, text).map_err(|why| why.to_string())
    }

    /// Plays the battle again up to the moment of saving.
    ///
    /// # Errors
    /// When it does not come out as it was saved, or when level or journey are missing.
    pub fn open(&self, catalogue: &Arc<Catalogue>) -> Result<Opened, String> {
        let catalogue = match &self.level_def {
            Some(def) if catalogue.levels.by_name(&self.level) != Some(def) => {
                Arc::new(catalogue.with_level(&self.level, (**def).clone()))
            }
            Some(_) | None => Arc::clone(catalogue),
        };
        let level = catalogue.levels.id(&self.level);
        let level = level.ok_or_else(|| format!("The level \"{}\" does not exist.", self.level))?;
        let battle = self.game.load(&catalogue).map_err(|why| why.to_string())?;
        let mut journey = self.journey.clone();
        if let Some(journey) = &mut journey {
            if catalogue.journeys.id(&journey.id).is_none() && journey.own.is_none() {
                journey.own.clone_from(&self.journey_def);
            }
            journey.place(&catalogue)?;
        }
        Ok(Opened {
            battle,
            catalogue,
            level,
            journey,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{self, Profile};
    use crate::combat::Setup;
    use crate::content::data_root;
    use crate::dice::Dice;

    fn content() -> Arc<Catalogue> {
        let root = data_root(None).unwrap_or_else(|why| panic!("{why}"));
        Arc::new(Catalogue::load(&root).unwrap_or_else(|findings| panic!("{findings}")))
    }

    /// A battle of some decisions in a level, saved as text.
    fn saved(content: &Arc<Catalogue>, system: &str, level: &str) -> String {
        let rules = content.ruleset(system).expect("a ruleset");
        let level = content.levels.id(level).expect("a level");
        let setup = Setup::from_level(&content.levels[level]);
        let mut battle = Battle::new(
            Arc::clone(content),
            Arc::clone(rules),
            &setup,
            Dice::seeded(7),
        )
        .expect("a battle");
        let fast = Profile::named("fast").expect("a player");
        ai::play_out(&mut battle, &[fast, fast], 7, 30);
        let players = vec![Player::Person, Player::Computer(fast)];
        let file = SaveFile::of(&battle, content, level, players, 7).expect("a saved battle");
        serde_json::to_string(&file).expect("text")
    }

    #[test]
    fn a_battle_opens_with_the_data_folder_alone_under_every_system() {
        let content = content();
        let bridge = content.levels.by_name("bridge").expect("a level");
        let mine = Arc::new(content.with_level("mine", bridge.clone()));
        for rules in &content.rulesets {
            for (level, origin) in [("bridge", &content), ("mine", &mine)] {
                let file = SaveFile::from_text(&saved(origin, &rules.id, level));
                let file = file.unwrap_or_else(|why| panic!("{}: {why}", rules.id));
                assert!(file.game.same_content(&content), "{} {level}", rules.id);
                let opened = file.open(&content);
                let opened = opened.unwrap_or_else(|why| panic!("{}: {why}", rules.id));
                assert_eq!(opened.battle.events(), file.game.events, "{}", rules.id);
                assert_eq!(opened.catalogue.levels.name(opened.level), level);
                assert_eq!(opened.catalogue.levels[opened.level], *bridge);
            }
        }
    }

    #[test]
    fn a_level_that_has_changed_stays_as_it_was_played() {
        let content = content();
        let file = SaveFile::from_text(&saved(&content, "amorphous", "bridge")).expect("a file");
        let mut other = content.levels.by_name("bridge").expect("a level").clone();
        other.name = "Rebuilt bridge".into();
        let rebuilt = Arc::new(content.with_level("bridge", other));
        let opened = file.open(&rebuilt).expect("it opens");
        assert_ne!(opened.catalogue.levels[opened.level].name, "Rebuilt bridge");
    }

    #[test]
    fn the_format_is_told_before_anything_else() {
        let content = content();
        let text = saved(&content, "amorphous", "bridge");
        let old = text.replace(&format!("\"format\":{FORMAT}"), "\"format\":3,\"gone\":1");
        assert_eq!(
            SaveFile::from_text(&old).unwrap_err(),
            LoadError::Format(3),
            "inside a saved battle"
        );
        let bare = r#"{"format":99,"content":1}"#;
        assert_eq!(
            SaveFile::from_text(bare).unwrap_err(),
            LoadError::Format(99)
        );
        for none in ["{", "{}", "[]", "", r#"{"format":12}"#] {
            let why = SaveFile::from_text(none).unwrap_err();
            assert!(matches!(why, LoadError::Unreadable(_)), "{none}: {why}");
        }
    }
}
