//! The file of a saved battle: one format for saving, recording, continuing, watching and replaying.
//!
//! A battle is its setup, ruleset, dice and choices; playing them again gives the same battle to the
//! last die, log included. The file is JSON. It carries its level and journey, so that a battle does
//! not depend on files outside the data folder. Since format 13 it begins with a checksum over everything after it,
//! so that a damaged file is told apart from one that other content or another program plays differently.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use crate::ai::Player;
use crate::combat::{Battle, CHECKED, LoadError, SaveGame, Seat, SideId};
use crate::content::level::COMBATANTS_LIMIT;
use crate::content::{Catalogue, JourneyDef, LevelDef, is_id, phrase, ranges};
use crate::files::{self, Checksum, SAVE_LIMIT};
use crate::grid::{Area, Square};
use crate::journey::Journey;
use crate::lessons::Passed;
use crate::rules::LevelId;

/// A saved battle, with its level, its players and its place in a journey.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveFile {
    /// Checksum of a file that was read; [`SaveFile::to_text`] writes it before everything else.
    #[serde(default, skip_serializing)]
    pub checksum: Option<String>,
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

/// The beginning of a file with a checksum, and how it goes on after it.
const HEAD: &str = r#"{"checksum":""#;
const NEXT: &str = r#"","#;

/// Checksum of a text in hexadecimal digits, as a file states it.
fn written(text: &str) -> String {
    let mut sum = Checksum::default();
    // Writing into a number cannot fail.
    let _ = sum.write(text.as_bytes());
    format!("{:016x}", sum.0)
}

/// Returns the text of a file with the checksum that belongs to it, if it states one.
pub fn signed(text: &str) -> String {
    let stated = text
        .strip_prefix(HEAD)
        .and_then(|text| text.split_once(NEXT));
    stated.map_or_else(|| text.to_owned(), |(_, rest)| sign(rest))
}

/// Puts the checksum before the rest of a file.
fn sign(rest: &str) -> String {
    format!("{HEAD}{}{NEXT}{rest}", written(rest))
}

/// Whether the text of a file is as it was written; `None` if it states no checksum.
fn is_intact(text: &str) -> Option<bool> {
    let (stated, rest) = text.strip_prefix(HEAD)?.split_once(NEXT)?;
    Some(stated == written(rest))
}

/// Whether the parts of a saved battle of which a list shows something have a size that a battle can have.
pub fn is_within_limits(level: &str, def: Option<&LevelDef>, standing: &[Standing]) -> bool {
    is_id(level) && def.is_none_or(LevelDef::is_within_limits) && standing.len() <= COMBATANTS_LIMIT
}

/// The value that kept a text from being read: in words of the game, if a range or a limit of texts refused it.
fn misread(why: &serde_json::Error) -> LoadError {
    let text = why.to_string();
    let (told, _) = text.rsplit_once(" at line ").unwrap_or((&text, ""));
    let own = ranges::is_refusal(told).then(|| phrase(told));
    LoadError::Wrong {
        line: why.line(),
        column: why.column(),
        why: own.unwrap_or_else(|| "the game writes something else here".to_owned()),
    }
}

/// Reads the text of a file that may be a saved battle.
fn read_text(file: &Path) -> Result<String, LoadError> {
    let text = files::read_text(file, SAVE_LIMIT);
    text.map_err(|why| LoadError::Unreadable(why.to_string()))
}

/// Returns the format of a file that is as it was written, as far as that can be told without playing the battle.
///
/// # Errors
/// When it is no saved battle, is cut off, is of a format that is not read, or is not as it was written.
pub fn verified_format(text: &str) -> Result<u32, LoadError> {
    let intact = is_intact(text);
    let versions: Versioned = serde_json::from_str(text).map_err(|why| match why.classify() {
        Category::Eof => LoadError::Cut,
        Category::Io | Category::Syntax | Category::Data if intact.is_some() => LoadError::Altered,
        Category::Io | Category::Syntax | Category::Data => LoadError::NoSave,
    })?;
    let nested = versions.game.and_then(|game| game.format);
    let format = versions.format.or(nested).ok_or(LoadError::NoSave)?;
    LoadError::of_format(format)?;
    if versions.format.is_some() {
        return Err(LoadError::NoLevel);
    }
    match intact {
        Some(true) => Ok(format),
        None if format < CHECKED => Ok(format),
        Some(false) | None => Err(LoadError::Altered),
    }
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
            checksum: None,
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
    /// When the file cannot be read, is no saved battle of a format that is read, or is not as it was written.
    pub fn read(file: &Path) -> Result<Self, LoadError> {
        Self::from_text(&read_text(file)?)
    }

    /// Whether a file is a saved battle as it was written, as far as that can be said without playing it.
    ///
    /// # Errors
    /// When it cannot be read, is no saved battle of a format that is read, or is not as it was written.
    pub fn check(file: &Path) -> Result<(), LoadError> {
        verified_format(&read_text(file)?).map(drop)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it is no saved battle of a format that is read, or is not as it was written.
    pub fn from_text(text: &str) -> Result<Self, LoadError> {
        let format = verified_format(text)?;
        let save: Self = serde_json::from_str(text).map_err(|why| misread(&why))?;
        let level = save.level_def.as_deref();
        let sound = is_within_limits(&save.level, level, &save.standing)
            && save.players.len() <= COMBATANTS_LIMIT
            && save.placed.len() <= COMBATANTS_LIMIT;
        match save.game.format == format && sound {
            true => Ok(save),
            false => Err(LoadError::Altered),
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// When a value has no textual form; none is known.
    pub fn to_text(&self) -> Result<String, String> {
        let text = serde_json::to_string(self).map_err(|why| why.to_string())?;
        let rest = text.strip_prefix('{').unwrap_or(&text);
        Ok(sign(rest))
    }

    /// Writes the file, beside an old one first.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), String> {
        files::write(file, self.to_text()?).map_err(|why| why.to_string())
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
    use crate::combat::{FORMAT, OLDEST, Setup};
    use crate::content::data_root;
    use crate::dice::Dice;
    use crate::grid::Footprint;

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
        file.to_text().expect("text")
    }

    /// The text of a format that had no checksum yet.
    fn unsummed(text: &str) -> String {
        let (_, rest) = text.split_once(NEXT).expect("a checksum");
        let format = |n: u32| format!("\"format\":{n}");
        format!("{{{rest}").replace(&format(FORMAT), &format(OLDEST))
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
    fn a_level_in_the_file_has_the_limits_of_a_level() {
        let content = content();
        let mut file =
            SaveFile::from_text(&saved(&content, "amorphous", "bridge")).expect("a file");
        let level = file.level_def.take().expect("a level");
        let with = |change: &dyn Fn(&mut LevelDef)| {
            let mut level = level.clone();
            change(&mut level);
            let file = SaveFile {
                level_def: Some(level),
                ..file.clone()
            };
            SaveFile::from_text(&file.to_text().expect("a text")).map(drop)
        };
        assert_eq!(with(&|_| ()), Ok(()));
        let altered = Err(LoadError::Altered);
        assert_eq!(with(&|level| level.map.push("....".to_owned())), altered);
        assert_eq!(with(&|level| level.map = vec![".".repeat(257); 4]), altered);
        assert_eq!(
            with(&|level| level.map = vec![".".to_owned(); 257]),
            altered
        );
        let crowd = |level: &mut LevelDef| level.sides = vec![level.sides[0].clone(); 201];
        assert_eq!(with(&crowd), altered);
        let one = Standing {
            area: Area::new(Square::default(), Footprint::SINGLE),
            side: SideId(0),
        };
        let player = Player::Person;
        let place = (Seat(0), Square::default());
        for changed in [
            SaveFile {
                level: "../falls".to_owned(),
                ..file.clone()
            },
            SaveFile {
                standing: vec![one; COMBATANTS_LIMIT + 1],
                ..file.clone()
            },
            SaveFile {
                players: vec![player; COMBATANTS_LIMIT + 1],
                ..file.clone()
            },
            SaveFile {
                placed: vec![place; COMBATANTS_LIMIT + 1],
                ..file.clone()
            },
        ] {
            let changed = SaveFile::from_text(&changed.to_text().expect("a text"));
            assert_eq!(changed.map(drop), altered);
        }
    }

    #[test]
    fn the_format_is_told_before_anything_else() {
        let content = content();
        let text = saved(&content, "amorphous", "bridge");
        let written = format!("\"format\":{FORMAT}");
        for (format, why) in [(3, LoadError::Older(3)), (99, LoadError::Newer(99))] {
            let other = text.replace(&written, &format!("\"format\":{format},\"gone\":1"));
            for other in [signed(&other), other] {
                assert_eq!(SaveFile::from_text(&other).unwrap_err(), why);
            }
            let bare = format!("{{\"format\":{format},\"content\":1}}");
            assert_eq!(SaveFile::from_text(&bare).unwrap_err(), why);
        }
        let error = |text: &str| SaveFile::from_text(text).unwrap_err();
        assert_eq!(error(r#"{"format":12}"#), LoadError::NoLevel);
        for none in ["{}", "[]", "\0\0", "no battle"] {
            assert_eq!(error(none), LoadError::NoSave, "{none}");
        }
    }

    #[test]
    fn a_file_that_is_cut_off_says_so_wherever_it_ends() {
        let content = content();
        let text = saved(&content, "amorphous", "bridge");
        for end in (0..text.len()).step_by(997) {
            if let Some(cut) = text.get(..end) {
                let cut = SaveFile::from_text(cut).unwrap_err();
                assert_eq!(cut, LoadError::Cut, "{end}");
            }
        }
    }

    #[test]
    fn every_change_of_a_file_is_noticed_before_it_is_played() {
        let content = content();
        let text = saved(&content, "amorphous", "bridge");
        for (old, new) in [
            ("\"seed\":7", "\"seed\":8"),
            ("\"level\":\"bridge\"", "\"level\":\"falls\""),
            ("\"rolled\":0", "\"rolled\":18446744073709551615"),
            ("\"round\"", "\"raund\""),
            ("{\"checksum\":\"", "{\"checksum\":\"0"),
            (",", ", "),
        ] {
            assert!(text.contains(old), "{old}");
            let changed = text.replacen(old, new, 1);
            assert_eq!(
                SaveFile::from_text(&changed).unwrap_err(),
                LoadError::Altered,
                "{new}"
            );
        }
        // Without its checksum it is not taken for an older file either.
        let (_, rest) = text.split_once(NEXT).expect("a checksum");
        let bare = SaveFile::from_text(&format!("{{{rest}")).unwrap_err();
        assert_eq!(bare, LoadError::Altered);
    }

    #[test]
    fn a_file_of_the_format_before_is_read_and_played() {
        let content = content();
        let text = unsummed(&saved(&content, "amorphous", "bridge"));
        let file = SaveFile::from_text(&text).expect("a saved battle");
        assert!(file.open(&content).is_ok());
        let wild = text.replacen("\"rolled\":0", "\"rolled\":18446744073709551615", 1);
        let column = wild.find("18446744073709551615").expect("it is there") + 20;
        assert_eq!(
            SaveFile::from_text(&wild).unwrap_err().to_string(),
            format!(
                "the file was changed after the game had written it: line 1, column {column}: \
                 18446744073709551615 is out of range: a number of throws from 0 to 281474976710656"
            )
        );
    }

    #[test]
    fn damage_other_content_and_another_program_are_told_apart() {
        let content = content();
        let text = saved(&content, "amorphous", "bridge");
        let told = |text: &str| {
            let file = SaveFile::from_text(text).expect("a file as it was written");
            file.open(&content).unwrap_err()
        };
        let program = format!("\"format\":{FORMAT},\"program\":\"");
        let differs = text.replace(&program, &format!("{program}9"));
        let mut file = SaveFile::from_text(&signed(&differs)).expect("a file");
        file.game.events.pop();
        let other = file.to_text().expect("text");
        let why = told(&other);
        assert!(why.starts_with("version 9"), "{why}");
        file.game.content ^= 1;
        let changed = file.to_text().expect("text");
        let why = told(&changed);
        assert!(why.starts_with("rules or content have changed"), "{why}");
        let why = told(&unsummed(&other));
        assert!(
            why.starts_with("the file is damaged, or another version"),
            "{why}"
        );
    }
}
