//! Saving and loading: what the battle started from, and every decision since.
//!
//! A battle is its level, ruleset, seed and choices; playing them again gives the same battle to the
//! last die, log included. The file is JSON and can be read. One slot is the game's own: `autosave`
//! writes it.

mod autosave;
mod list;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::notice::Notice;
use super::playback::Shown;
use super::player::Player;
use super::session::{Session, Start};
use crate::ai::Profile;
use crate::combat::{SaveGame, SideId};
use crate::content::Catalogue;
use crate::files;
use crate::grid::Area;
use crate::journey::{Journey, Stage};
use crate::lessons::Passed;
use crate::rules::LevelId;

pub use list::{Picture, Saved, Saves, saved};

/// The slot that the game saves into by itself.
pub const AUTOSAVE: &str = "autosave";
/// The battle that was in that slot before, and gave way to another.
pub const BEFORE: &str = "autosave-before";

/// A saved battle, with what only the screen knows of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    pub level: String,
    pub seed: u64,
    pub players: Vec<Player>,
    /// How far the battle had come, for lists; older files do not say.
    #[serde(default)]
    pub round: Option<u16>,
    /// The battle is won and the winners camp, for lists.
    #[serde(default)]
    pub camp: bool,
    /// Who stands where, for the picture in lists; older files do not say.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// What the player has passed over of the level's lessons.
    #[serde(default)]
    pub passed: Passed,
    /// The journey that it is part of.
    #[serde(default)]
    pub journey: Option<Journey>,
    pub game: SaveGame,
}

/// A combatant on the picture of a saved battle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    pub area: Area,
    pub side: SideId,
}

/// Where saved battles are kept.
#[derive(Resource, Clone, Debug)]
pub struct Folder(pub PathBuf);

/// The picture of a loaded battle, which is not played from the beginning.
#[derive(Resource, Default)]
pub struct Resumed(pub Option<Shown>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notice>();
    app.insert_resource(Folder(folder()));
    app.add_plugins((autosave::plugin, list::plugin));
}

/// Where saved battles are kept: where `OPPORTUNIST_SAVES` says, or in the folder for a user's data.
fn folder() -> PathBuf {
    let home = |name: &str| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    home("OPPORTUNIST_SAVES")
        .or_else(|| home("XDG_DATA_HOME").map(|data| data.join("opportunist/saves")))
        .or_else(|| home("HOME").map(|home| home.join(".local/share/opportunist/saves")))
        .unwrap_or_else(|| PathBuf::from("saves"))
}

impl Folder {
    fn file(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.json"))
    }

    /// Saves a battle under a new name; what to tell about it, if there is anything to save.
    pub fn save(&self, session: &Session) -> Option<Result<String, String>> {
        let start = &session.start;
        let level = start.catalogue.levels.name(start.level);
        let name = (1u32..)
            .map(|n| format!("{level}-{}-{n}", start.rules.id))
            .find(|name| !self.file(name).exists())?;
        let told = match self.write(&name, session)? {
            Ok(()) => Ok(format!("Saved: {}.", list::place(session))),
            Err(why) => Err(why),
        };
        Some(told)
    }

    /// Saves a battle under this name; `None` if there is nothing to save.
    fn write(&self, name: &str, session: &Session) -> Option<Result<(), String>> {
        if session.watched {
            return None;
        }
        let save = Save::of(session)?;
        let text = serde_json::to_string(&save).map_err(|e| e.to_string());
        let written =
            text.and_then(|text| files::write(&self.file(name), text).map_err(|e| e.to_string()));
        Some(written.map_err(|why| format!("The battle could not be saved: {why}.")))
    }

    /// Saves a battle into the game's own slot, unless it is over and nothing comes after it. What to tell
    /// if that fails.
    pub fn keep(&self, session: &Session) -> Result<(), String> {
        if session.battle.outcome().is_some() && session.stage() != Some(Stage::Camp) {
            return Ok(());
        }
        self.write(AUTOSAVE, session).unwrap_or(Ok(()))
    }

    /// Another battle begins: the one in the game's own slot gives way, but is not lost.
    pub fn set_aside(&self) {
        let moved = std::fs::rename(self.file(AUTOSAVE), self.file(BEFORE));
        report(moved, "the battle before could not be kept");
    }

    /// The battle in the game's own slot has ended.
    pub fn forget(&self) {
        let gone = std::fs::remove_file(self.file(AUTOSAVE));
        report(gone, "the autosave could not be removed");
    }

    /// Reads a saved battle.
    ///
    /// # Errors
    /// When there is none of this name, it cannot be read, or the content no longer fits it.
    pub fn read(&self, name: &str, catalogue: Arc<Catalogue>) -> Result<Session, String> {
        let text = read(&self.file(name)).map_err(|e| e.to_string())?;
        let save: Save = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        save.resume(catalogue)
    }
}

/// Reads a battle from a file that the window has saved or that a narrated battle was recorded in, to be
/// watched.
///
/// # Errors
/// When the file cannot be read, or the content no longer fits it.
pub fn recorded(file: &Path, catalogue: Arc<Catalogue>) -> Result<Session, String> {
    let text = read(file).map_err(|e| e.to_string())?;
    if let Ok(save) = serde_json::from_str::<Save>(&text) {
        return save.resume(catalogue);
    }
    let game = SaveGame::from_text(&text).map_err(|e| e.to_string())?;
    let battle = game.load(&catalogue).map_err(|e| e.to_string())?;
    let players = vec![Player::Computer(Profile::default()); game.recording.setup.sides.len()];
    let start = Start {
        level: LevelId(0),
        rules: battle.rules().clone(),
        players,
        seed: 0,
        attacks_of_opportunity: battle.setup().attacks_of_opportunity,
        catalogue,
    };
    Ok(Session::over(battle, start))
}

/// Who still fights, and where.
fn standing(session: &Session) -> Vec<Standing> {
    let view = session.view();
    let fit = view.combatants.iter().filter(|who| who.standing);
    let placed = fit.filter_map(|who| {
        Some(Standing {
            area: who.area?,
            side: who.side,
        })
    });
    placed.collect()
}

fn read(file: &Path) -> io::Result<String> {
    std::fs::read_to_string(file)
}

/// Logs what went wrong; that there was no such file is right.
fn report(done: io::Result<()>, what: &str) {
    if let Err(why) = done
        && why.kind() != io::ErrorKind::NotFound
    {
        warn!("{what}: {why}");
    }
}

impl Save {
    /// What a session needs to be continued.
    pub fn of(session: &Session) -> Option<Self> {
        let start = &session.start;
        Some(Self {
            level: start.catalogue.levels.name(start.level).to_owned(),
            seed: start.seed,
            players: start.players.clone(),
            round: Some(session.round()),
            camp: session.stage() == Some(Stage::Camp),
            standing: standing(session),
            passed: session.passed.clone(),
            journey: session.journey.clone(),
            game: SaveGame::of(&session.battle)?,
        })
    }

    /// Plays the record again.
    ///
    /// # Errors
    /// When the content no longer fits the record.
    pub fn resume(self, catalogue: Arc<Catalogue>) -> Result<Session, String> {
        let level = catalogue.levels.id(&self.level);
        let level = level.ok_or_else(|| format!("The level \"{}\" does not exist.", self.level))?;
        let battle = self.game.load(&catalogue).map_err(|e| e.to_string())?;
        let rules = battle.rules().clone();
        let attacks_of_opportunity = battle.setup().attacks_of_opportunity;
        let (players, seed) = (self.players, self.seed);
        let mut session = Session::over(
            battle,
            Start {
                catalogue,
                level,
                rules,
                players,
                seed,
                attacks_of_opportunity,
            },
        );
        session.passed = self.passed;
        if let Some(journey) = &self.journey {
            journey.place(&session.start.catalogue)?;
        }
        session.journey = self.journey;
        Ok(session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Choice;
    use crate::game::testing::yard;
    use crate::journey::Camp;

    fn shelf() -> (tempfile::TempDir, Folder) {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Folder(folder.path().join("saves"));
        (folder, shelf)
    }

    #[test]
    fn a_battle_that_gives_way_is_kept_and_one_that_ends_is_not() {
        let (_gone, shelf) = shelf();
        let mut session = yard();
        shelf.set_aside();
        shelf.forget();
        shelf.keep(&session).unwrap();
        shelf.set_aside();
        assert!(!shelf.file(AUTOSAVE).exists() && shelf.file(BEFORE).exists());
        assert!(session.submit(Choice::Surrender), "{:?}", session.refusal);
        let winner = session.battle.outcome().and_then(|outcome| outcome.winner);
        let winner = winner.expect("a winner").index();
        session.start.players[winner] = Player::Computer(Profile::default());
        shelf.keep(&session).unwrap();
        assert!(
            !shelf.file(AUTOSAVE).exists(),
            "a battle that is over waits for nobody"
        );
        let again = shelf.read(BEFORE, session.start.catalogue.clone()).unwrap();
        assert!(again.battle.outcome().is_none());
    }

    #[test]
    fn the_camp_after_a_battle_by_itself_waits_and_the_way_goes_on_from_there() {
        let (_gone, shelf) = shelf();
        let mut session = yard();
        assert_eq!(session.stage(), None);
        // Two people share the screen, so the other one has won.
        assert!(session.submit(Choice::Surrender), "{:?}", session.refusal);
        shelf.keep(&session).unwrap();
        let catalogue = session.start.catalogue.clone();
        let again = shelf.read(AUTOSAVE, catalogue.clone()).unwrap();
        assert_eq!(again.stage(), Some(Stage::Camp));
        let next = again.next_leg(&Camp::default()).unwrap();
        let leg = next.journey.as_ref().map(|journey| journey.leg);
        assert_eq!((leg, next.stage()), (Some(1), Some(Stage::Fighting)));
        assert_eq!(
            next.start.players,
            [Player::Person; 2],
            "both go on playing"
        );
        assert!(!next.may_be_repeated() && again.may_be_repeated());
        shelf.keep(&next).unwrap();
        let again = shelf.read(AUTOSAVE, catalogue).unwrap();
        assert_eq!(again.journey, next.journey);
        assert_eq!(again.battle.setup(), next.battle.setup());
    }

    #[test]
    fn named_saves_never_take_the_place_of_others() {
        let (_gone, shelf) = shelf();
        let session = yard();
        for _ in 0..3 {
            assert!(shelf.save(&session).unwrap().is_ok());
        }
        let files = std::fs::read_dir(&shelf.0).unwrap();
        assert_eq!(files.count(), 3);
    }

    #[test]
    fn what_cannot_be_saved_is_told() {
        let (_gone, shelf) = shelf();
        std::fs::write(&shelf.0, "a file where the folder should be").unwrap();
        let told = shelf.save(&yard()).unwrap().unwrap_err();
        assert!(
            told.starts_with("The battle could not be saved: "),
            "{told}"
        );
        assert!(shelf.keep(&yard()).is_err());
    }
}
