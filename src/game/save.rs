//! Saving and loading: the folder of saved battles, and the session that a saved battle becomes.
//!
//! Each running window has a slot of its own, which `autosave` writes. The file itself is [`SaveFile`].

mod autosave;
mod folder;
mod heading;
mod list;
mod slot;

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;

use super::notice::Notice;
use super::playback::Shown;
use super::session::{Session, Start};
use crate::combat::Request;
use crate::content::Catalogue;
use crate::journey::Stage;
use crate::savefile::{SaveFile, Standing};

pub use folder::Folder;
pub use heading::Picture;
pub use list::{Contents, Saved, Saves, newest};

/// The picture of a loaded battle, which is not played from the beginning.
#[derive(Resource, Default)]
pub struct Resumed(pub Option<Shown>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notice>();
    let folder = Folder::at(folder::of_the_user());
    folder.tidy();
    app.insert_resource(folder);
    app.add_plugins((autosave::plugin, list::plugin));
}

impl Folder {
    /// Saves a battle under a new name; what to tell about it, if there is anything to save.
    pub fn save(&self, session: &Session) -> Option<Result<String, String>> {
        let start = &session.start;
        let level = file_name(start.catalogue.levels.name(start.level));
        let rules = file_name(&start.rules.id);
        let name = (1u32..)
            .map(|n| format!("{level}-{rules}-{n}"))
            .find(|name| !self.file(name).exists())?;
        let told = match self.write(&name, session)? {
            Ok(()) => Ok(format!("Saved: {}.", heading::place(session))),
            Err(why) => Err(why),
        };
        Some(told)
    }

    /// Saves a battle under this name; `None` if there is nothing to save.
    fn write(&self, name: &str, session: &Session) -> Option<Result<(), String>> {
        if session.watched {
            return None;
        }
        let written = saved_session(session)?.write(&self.file(name));
        Some(written.map_err(|why| format!("The battle could not be saved: {why}.")))
    }

    /// Saves a battle into the window's own slot, unless it is over and nothing comes after it. What to tell
    /// if that fails.
    pub fn keep(&self, session: &Session) -> Result<(), String> {
        if session.battle.outcome().is_some() && session.stage() != Some(Stage::Camp) {
            return Ok(());
        }
        self.write(self.claimed(), session).unwrap_or(Ok(()))
    }

    /// Reads a saved battle.
    ///
    /// # Errors
    /// When there is none of this name, it cannot be read, or the content no longer fits it.
    pub fn read(&self, name: &str, catalogue: Arc<Catalogue>) -> Result<Session, String> {
        recorded(&self.file(name), catalogue)
    }
}

/// An id as part of a file name, which leads to no other folder whatever the id is.
fn file_name(id: &str) -> String {
    /// Letters of an id that a file name keeps.
    const KEPT: usize = 40;
    let kept = |letter: char| match letter.is_alphanumeric() || letter == '_' {
        true => letter,
        false => '_',
    };
    id.chars().take(KEPT).map(kept).collect()
}

/// Reads a saved battle from a file.
///
/// # Errors
/// When the file cannot be read, or the content no longer fits it.
pub fn recorded(file: &Path, catalogue: Arc<Catalogue>) -> Result<Session, String> {
    let save = SaveFile::read(file).map_err(|why| why.to_string())?;
    let opened = save.open(&catalogue)?;
    let start = Start {
        catalogue: opened.catalogue,
        level: opened.level,
        rules: opened.battle.rules().clone(),
        players: save.players,
        seed: save.seed,
        attacks_of_opportunity: opened.battle.setup().attacks_of_opportunity,
    };
    let mut session = Session::over(opened.battle, start);
    session.passed = save.passed;
    session.journey = opened.journey;
    session.placed = save.placed;
    Ok(session)
}

/// The file of a battle in play; `None` if there is nothing to save.
fn saved_session(session: &Session) -> Option<SaveFile> {
    let start = &session.start;
    let (players, seed) = (start.players.clone(), start.seed);
    let save = SaveFile::of(
        &session.battle,
        &start.catalogue,
        start.level,
        players,
        seed,
    )?;
    let journey = session.journey.clone();
    let def = journey.as_ref().filter(|journey| journey.own.is_none());
    let def = def.and_then(|journey| journey.def(&start.catalogue).ok());
    Some(SaveFile {
        round: Some(session.round()),
        camp: session.stage() == Some(Stage::Camp),
        standing: standing(session),
        placed: match session.battle.request() {
            Some(Request::Deploy { .. }) => session.placed.clone(),
            Some(_) | None => Vec::new(),
        },
        passed: session.passed.clone(),
        journey_def: def.cloned().map(Box::new),
        journey,
        ..save
    })
}

/// Spaces of the combatants that still fight.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{self, Player, Profile};
    use crate::combat::Choice;
    use crate::combat::testkit::testing::shipped;
    use crate::game::plan::{Deployment, refreshed};
    use crate::game::testing::yard;
    use crate::game::watch::Watch;
    use crate::grid::Square;
    use crate::journey::Camp;

    fn shelf() -> (tempfile::TempDir, Folder) {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Folder::at(folder.path().join("saves"));
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
        assert!(
            !shelf.file(slot::FIRST).exists() && shelf.file(&slot::before(slot::FIRST)).exists()
        );
        assert!(session.submit(Choice::Surrender), "{:?}", session.refusal);
        let winner = session.battle.outcome().and_then(|outcome| outcome.winner);
        let winner = winner.expect("a winner").index();
        session.start.players[winner] = Player::Computer(Profile::default());
        shelf.keep(&session).unwrap();
        assert!(
            !shelf.file(slot::FIRST).exists(),
            "a battle that is over waits for nobody"
        );
        let again = shelf
            .read(&slot::before(slot::FIRST), session.start.catalogue.clone())
            .unwrap();
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
        let again = shelf.read(slot::FIRST, catalogue.clone()).unwrap();
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
        let again = shelf.read(slot::FIRST, catalogue).unwrap();
        assert_eq!(again.journey, next.journey);
        assert_eq!(again.battle.setup(), next.battle.setup());
    }

    #[test]
    fn a_damaged_battle_takes_the_place_of_no_sound_one() {
        let (_gone, shelf) = shelf();
        let session = yard();
        shelf.keep(&session).unwrap();
        shelf.set_aside();
        shelf.keep(&session).unwrap();
        let own = shelf.file(slot::FIRST);
        let text = std::fs::read_to_string(&own).unwrap();
        std::fs::write(&own, &text[..text.len() / 2]).unwrap();
        shelf.set_aside();
        assert!(!own.exists() && shelf.file(&slot::damaged(slot::FIRST)).exists());
        let before = slot::before(slot::FIRST);
        assert!(shelf.read(&before, session.start.catalogue.clone()).is_ok());
    }

    #[test]
    fn two_windows_never_share_a_slot() {
        let (_gone, shelf) = shelf();
        let session = yard();
        shelf.keep(&session).unwrap();
        let other = Folder::at(shelf.path.clone());
        other.keep(&session).unwrap();
        assert_eq!((shelf.slot(), other.slot()), ("autosave", "autosave-2"));
        assert!(other.file(other.slot()).exists());
        other.forget();
        assert!(shelf.file(shelf.slot()).exists());
        // The slot of a window that is gone, however it went, is free.
        drop(shelf);
        let third = Folder::at(other.path.clone());
        assert_eq!(third.slot(), "autosave");
    }

    #[test]
    fn a_level_of_whatever_id_is_saved_inside_the_folder() {
        let (_gone, shelf) = shelf();
        let mut session = yard();
        let level = session.start.catalogue.levels[session.start.level].clone();
        let long = "x".repeat(5000);
        for id in [
            "../../escaped",
            "/etc/passwd",
            "a\\b:c",
            "..",
            "",
            long.as_str(),
        ] {
            let content = session.start.catalogue.with_level(id, level.clone());
            session.start.level = content.levels.id(id).expect("the level");
            session.start.catalogue = Arc::new(content);
            let told = shelf.save(&session).unwrap();
            assert!(told.is_ok(), "{id}: {told:?}");
        }
        let files = std::fs::read_dir(&shelf.path).unwrap();
        assert_eq!(files.count(), 6);
    }

    #[test]
    fn named_saves_never_take_the_place_of_others() {
        let (_gone, shelf) = shelf();
        let session = yard();
        for _ in 0..3 {
            assert!(shelf.save(&session).unwrap().is_ok());
        }
        let files = std::fs::read_dir(&shelf.path).unwrap();
        assert_eq!(files.count(), 3);
    }

    /// A battle of two persons in a level.
    fn battle(content: &Arc<Catalogue>, system: &str, level: &str) -> Session {
        let start = Start {
            level: content.levels.id(level).expect("a level"),
            rules: content.ruleset(system).expect("a ruleset").clone(),
            players: vec![Player::Person; 2],
            seed: 3,
            attacks_of_opportunity: None,
            catalogue: content.clone(),
        };
        Session::new(start).expect("a battle")
    }

    /// The deployment on the screen.
    fn deployment(session: &Session) -> Deployment {
        let mut shown = Shown::before(session);
        shown.rewind(session);
        shown.settled = true;
        let plan = refreshed(session, &shown);
        plan.deployment.expect("a deployment")
    }

    /// Saves a battle, and gets the same one back to continue, to watch and to replay.
    fn comes_back(shelf: &Folder, session: &Session, what: &str) {
        let fault = |why: String| -> ! { panic!("{what}: {why}") };
        shelf.keep(session).unwrap_or_else(|why| fault(why));
        let again = shelf.read(slot::FIRST, shipped());
        let again = again.unwrap_or_else(|why| fault(why));
        let state = |session: &Session| {
            let battle = &session.battle;
            (battle.digest(), battle.request().cloned(), session.stage())
        };
        assert_eq!(state(&again), state(session), "{what}");
        assert_eq!(again.battle.events(), session.battle.events(), "{what}");
        assert_eq!(again.placed, session.placed, "{what}");
        let level = |session: &Session| session.start.catalogue.levels[session.start.level].clone();
        assert_eq!(level(&again), level(session), "{what}");
        if let Err(why) = Watch::whole(&again, None) {
            fault(why);
        }
        // `replay` reads and opens the file in the same way, and says whether the content is the same.
        let file = SaveFile::read(&shelf.file(slot::FIRST));
        let file = file.unwrap_or_else(|why| fault(why.to_string()));
        assert!(file.game.same_content(&shipped()), "{what}");
    }

    #[test]
    fn a_battle_comes_back_from_everywhere_under_every_system() {
        let (_gone, shelf) = shelf();
        let fast = Profile::named("fast").expect("a player");
        let shipped = shipped();
        let bridge = shipped.levels.by_name("bridge").expect("a level");
        let outside = Arc::new(shipped.with_level("outside", bridge.clone()));
        for system in shipped.rulesets.iter().map(|rules| rules.id.as_str()) {
            for (content, level) in [(&shipped, "bridge"), (&outside, "outside")] {
                let mut session = battle(content, system, level);
                let Some(Request::Deploy { unplaced, .. }) = session.battle.request().cloned()
                else {
                    panic!("{system}: nobody is placed")
                };
                let zone = deployment(&session).zone;
                let squares = unplaced.iter().copied().zip(zone.iter()).take(2);
                session.placed = squares.collect();
                comes_back(&shelf, &session, &format!("{system}, {level}: deployment"));
                session.placed.clear();

                let is_question = |session: &Session| {
                    let request = session.battle.request().expect("a request");
                    !matches!(request, Request::Turn { .. } | Request::Deploy { .. })
                };
                while !is_question(&session) {
                    let choice = ai::decide(&session.battle, &fast, 3);
                    assert!(session.submit(choice), "{system}: {:?}", session.refusal);
                }
                comes_back(&shelf, &session, &format!("{system}, {level}: question"));

                ai::play_out(&mut session.battle, &[fast], 3, usize::MAX);
                assert_eq!(session.stage(), Some(Stage::Camp), "{system}");
                comes_back(&shelf, &session, &format!("{system}, {level}: camp"));
            }
        }
    }

    #[test]
    fn squares_of_a_deployment_are_chosen_again() {
        let (_gone, shelf) = shelf();
        let mut session = battle(&shipped(), "classic_d20", "bridge");
        let Some(Request::Deploy { unplaced, .. }) = session.battle.request().cloned() else {
            panic!("nobody is placed")
        };
        let zone = deployment(&session).zone;
        let inside = zone.iter().nth(1).expect("a zone");
        let outside = Square::new(-1, 0);
        session.placed = vec![(unplaced[0], inside), (unplaced[1], outside)];
        shelf.keep(&session).unwrap();
        let again = shelf.read(slot::FIRST, shipped()).unwrap();
        let placed = deployment(&again).placed();
        assert_eq!(placed, [(unplaced[0], inside)]);
    }

    #[test]
    fn what_cannot_be_saved_is_told() {
        let (_gone, shelf) = shelf();
        std::fs::write(&shelf.path, "a file where the folder should be").unwrap();
        let told = shelf.save(&yard()).unwrap().unwrap_err();
        assert!(
            told.starts_with("The battle could not be saved: "),
            "{told}"
        );
        assert!(shelf.keep(&yard()).is_err());
    }
}
