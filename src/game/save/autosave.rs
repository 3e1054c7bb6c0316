//! The battle is saved by itself: when it begins, at the start of each round, and when it is left.

use bevy::prelude::*;

use super::Folder;
use crate::combat::Seat;
use crate::game::notice::Notice;
use crate::game::session::{Session, playing};
use crate::game::{FrameSet, Screen};
use crate::grid::Square;
use crate::journey::Stage;
use crate::lessons::Passed;

/// State of the battle in play when it was last saved into the window's slot.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct Kept {
    /// Round and deployment when that was tried last, with success or not.
    round: Option<u16>,
    placed: Vec<(Seat, Square)>,
    /// The state that is in the slot; `None`: no state of this battle is.
    saved: Option<Saved>,
}

/// The parts of a session on which a saved file depends.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Saved {
    revision: u32,
    passed: Passed,
    placed: Vec<(Seat, Square)>,
}

impl Saved {
    fn of(session: &Session) -> Self {
        Self {
            revision: session.revision,
            passed: session.passed.clone(),
            placed: session.placed.clone(),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Kept>();
    app.add_systems(OnEnter(Screen::Battle), |mut kept: ResMut<Kept>| {
        *kept = Kept::default();
    });
    app.add_systems(Update, each_round.in_set(FrameSet::Show).run_if(playing()));
    app.add_systems(
        OnExit(Screen::Battle),
        leave.run_if(resource_exists::<Session>),
    );
    let closing = playing().and_then(on_message::<AppExit>);
    app.add_systems(Last, leave.run_if(closing));
    app.add_systems(OnEnter(Screen::Victory), over);
}

/// A battle that is over waits no more, unless the warband is in a camp on its way.
fn over(session: Option<Res<Session>>, folder: Res<Folder>, mut notice: ResMut<Notice>) {
    let in_camp = session.filter(|session| session.stage() == Some(Stage::Camp));
    match in_camp {
        Some(session) => {
            if let Err(why) = folder.keep(&session) {
                notice.0 = Some(Err(why));
            }
        }
        None => folder.forget(),
    }
}

/// Keeps the battle when another round has begun, and each step of a deployment.
fn each_round(
    session: Res<Session>,
    folder: Res<Folder>,
    mut kept: ResMut<Kept>,
    mut notice: ResMut<Notice>,
) {
    if kept.placed != session.placed || kept.round != Some(session.round()) {
        keep(&session, &folder, &mut kept, &mut notice);
    }
}

/// Keeps the battle as it is left.
fn leave(
    session: Res<Session>,
    folder: Res<Folder>,
    mut kept: ResMut<Kept>,
    mut notice: ResMut<Notice>,
) {
    if kept.saved != Some(Saved::of(&session)) {
        keep(&session, &folder, &mut kept, &mut notice);
    }
}

fn keep(session: &Session, folder: &Folder, kept: &mut Kept, notice: &mut Notice) {
    kept.round = Some(session.round());
    kept.placed.clone_from(&session.placed);
    match folder.keep(session) {
        Ok(()) => kept.saved = Some(Saved::of(session)),
        Err(why) => notice.0 = Some(Err(why)),
    }
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::combat::Choice;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    /// A battle in play, and whether the window's own slot is filled.
    fn game() -> (tempfile::TempDir, App) {
        let folder = tempfile::tempdir().unwrap();
        let (session, _) = table(&Scene::new(ruleset("classic_d20"), &["A...b.", "......"]));
        let mut app = App::new();
        app.add_plugins(StatesPlugin).add_message::<AppExit>();
        app.init_state::<Screen>().init_resource::<Notice>();
        app.insert_resource(Folder::at(folder.path().to_owned()));
        app.insert_resource(session);
        plugin(&mut app);
        app.update();
        go(&mut app, Screen::Battle);
        (folder, app)
    }

    fn go(app: &mut App, screen: Screen) {
        app.world_mut()
            .resource_mut::<NextState<Screen>>()
            .set(screen);
        app.update();
        app.update();
    }

    /// How many choices the battle in the slot has seen.
    fn slot(app: &App) -> Option<usize> {
        let folder = app.world().resource::<Folder>();
        let file = folder.file(folder.slot());
        let text = std::fs::read_to_string(file).ok()?;
        let save = crate::savefile::SaveFile::from_text(&text).unwrap();
        Some(save.game.recording.record.len())
    }

    fn choose(app: &mut App, choice: Choice) {
        let mut session = app.world_mut().resource_mut::<Session>();
        assert!(session.submit(choice), "{:?}", session.refusal);
        app.update();
    }

    #[test]
    fn a_battle_is_kept_at_each_round_and_when_it_is_left() {
        let (_gone, mut app) = game();
        assert_eq!(slot(&app), Some(0));
        let other = app.world().resource::<Session>().battle.acting();
        choose(&mut app, Choice::EndTurn);
        let session = app.world().resource::<Session>();
        assert!(session.round() == 1 && session.battle.acting() != other);
        assert_eq!(slot(&app), Some(0), "the round is still the same");
        choose(&mut app, Choice::EndTurn);
        assert_eq!(app.world().resource::<Session>().round(), 2);
        assert_eq!(slot(&app), Some(2));
        choose(&mut app, Choice::EndTurn);
        go(&mut app, Screen::Setup);
        assert_eq!(slot(&app), Some(3));
    }

    #[test]
    fn closing_the_window_keeps_the_battle() {
        let (_gone, mut app) = game();
        choose(&mut app, Choice::EndTurn);
        app.world_mut().write_message(AppExit::Success);
        app.update();
        assert_eq!(slot(&app), Some(1));
    }

    #[test]
    fn what_could_not_be_written_is_written_when_the_battle_is_left() {
        let (gone, mut app) = game();
        let folder = gone.path().to_owned();
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "in the way").unwrap();
        choose(&mut app, Choice::EndTurn);
        choose(&mut app, Choice::EndTurn);
        assert!(matches!(app.world().resource::<Notice>().0, Some(Err(_))));
        std::fs::remove_file(&folder).unwrap();
        app.update();
        assert_eq!(slot(&app), None, "it is not tried in every frame");
        go(&mut app, Screen::Setup);
        assert_eq!(slot(&app), Some(2));
    }

    #[test]
    fn lessons_that_were_passed_over_are_kept_as_well() {
        let (_gone, mut app) = game();
        app.world_mut().resource_mut::<Session>().passed = Passed::everything();
        go(&mut app, Screen::Setup);
        let folder = app.world().resource::<Folder>();
        let text = std::fs::read_to_string(folder.file(folder.slot())).unwrap();
        let save = crate::savefile::SaveFile::from_text(&text).unwrap();
        assert_eq!(save.passed, Passed::everything());
    }

    #[test]
    fn a_battle_that_has_ended_waits_no_more() {
        let (_gone, mut app) = game();
        choose(&mut app, Choice::Surrender);
        go(&mut app, Screen::Victory);
        assert_eq!(slot(&app), None);
    }
}
