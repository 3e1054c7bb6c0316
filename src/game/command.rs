//! What changes the battle in play, or begins another.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::awake::Awake;
use super::chosen::{Chosen, Library};
use super::intent::Command;
use super::notice::Notice;
use super::plan::{self, Plan};
use super::playback::Shown;
use super::save::{Folder, Resumed, recorded};
use super::session::{ChosenCamp, ChosenRepairs, Session};
use super::watch::{Back, Watch};
use super::{FrameSet, Menu, Screen};
use crate::combat::{AutoResponse, Choice};
use crate::lessons::Passed;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, obey.in_set(FrameSet::Apply).after(plan::edit));
}

/// Everything that a command can change.
#[derive(SystemParam)]
pub(super) struct Game<'w, 's> {
    session: Option<ResMut<'w, Session>>,
    shown: Option<ResMut<'w, Shown>>,
    plan: ResMut<'w, Plan>,
    chosen: ResMut<'w, Chosen>,
    repairs: Res<'w, ChosenRepairs>,
    camp: Res<'w, ChosenCamp>,
    library: Res<'w, Library>,
    folder: Res<'w, Folder>,
    notice: ResMut<'w, Notice>,
    resumed: ResMut<'w, Resumed>,
    menu: Res<'w, State<Menu>>,
    screen: Res<'w, State<Screen>>,
    next_menu: ResMut<'w, NextState<Menu>>,
    next_screen: ResMut<'w, NextState<Screen>>,
    awake: ResMut<'w, Awake>,
    commands: Commands<'w, 's>,
}

/// Carries out commands.
pub(super) fn obey(mut wishes: MessageReader<Command>, mut game: Game) {
    for command in wishes.read() {
        game.awake.stir();
        match command {
            Command::Start => game.start(),
            Command::Learn => {
                game.chosen.for_newcomers(&game.library);
                game.start();
            }
            Command::Rematch => game.again(),
            Command::NextBattle => game.next_leg(),
            Command::Load(name) => game.load(name),
            Command::Save => {
                let session = game.session.as_deref();
                if let Some(told) = session.and_then(|session| game.folder.save(session)) {
                    game.notice.0 = Some(told);
                }
            }
            Command::WatchSaved(name) => {
                let read = game.folder.read(name, game.library.0.clone());
                game.watch_read(read);
            }
            Command::WatchFile(file) => {
                let read = recorded(file, game.library.0.clone());
                game.watch_read(read);
            }
            Command::WatchOver(from) => game.watch_over(*from),
            Command::Recap => game.recap(),
            Command::TakeSeat => {
                if let (Some(session), Some(shown)) = (&mut game.session, &mut game.shown) {
                    session.seated = session.asked();
                    shown.revision += 1;
                }
                game.close();
            }
            Command::AskAgain => {
                game.decide(|session, _| session.ask_again());
                game.close();
            }
            Command::Surrender => {
                game.decide(|session, _| {
                    if session.asked().is_some() {
                        session.submit(Choice::Surrender);
                    }
                });
                game.close();
            }
            Command::Respond(kind, standing) => {
                game.decide(|session, _| session.respond(*kind, *standing));
                if *standing == AutoResponse::AskIfItMatters {
                    // The question at hand stays open if it does.
                    let told = "From now on you are asked only where it matters.";
                    game.notice.0 = Some(Ok(told.into()));
                }
            }
            Command::Choose(choice) => game.choose(choice),
            // The list of saved battles obeys.
            Command::Delete(_) | Command::ListOlder => {}
            Command::Undo => game.turn_back(Session::undo),
            Command::Redo => game.turn_back(Session::redo),
        }
    }
}

impl Game<'_, '_> {
    fn close(&mut self) {
        NextState::set_if_neq(&mut self.next_menu, Menu::None);
    }

    /// Begins the battle that is chosen.
    fn start(&mut self) {
        match self.chosen.session(&self.library) {
            Ok(session) => self.begin(session),
            Err(fault) => self.chosen.fault = Some(fault),
        }
    }

    /// Begins another battle; the one that waits to be continued gives way.
    fn begin(&mut self, session: Session) {
        self.folder.set_aside();
        self.enter(session);
    }

    /// Goes to the screen of a battle.
    fn enter(&mut self, session: Session) {
        self.commands.insert_resource(session);
        self.close();
        self.next_screen.set(Screen::Battle);
    }

    /// Goes on to the next battle of a journey.
    fn next_leg(&mut self) {
        let Some(session) = &self.session else {
            return;
        };
        match session.next_leg(&self.camp.with(&self.repairs)) {
            Ok(next) => self.begin(next),
            Err(why) => self.notice.0 = Some(Err(why)),
        }
    }

    /// Begins this battle again, with other dice.
    fn again(&mut self) {
        let session = self.session.as_deref();
        let Some(session) = session.filter(|session| session.may_be_repeated()) else {
            return;
        };
        let setup = session.battle.setup();
        match Session::from_setup(setup, session.start.with_other_dice()) {
            Ok(mut next) => {
                // Such a battle has taught its lessons before.
                next.passed = Passed::everything();
                next.journey = session.journey.clone();
                self.begin(next);
            }
            Err(fault) => warn!("the next battle cannot begin: {fault}"),
        }
    }

    fn load(&mut self, name: &str) {
        match self.folder.read(name, self.library.0.clone()) {
            Ok(session) => {
                if name != self.folder.slot() {
                    self.leave();
                    self.folder.set_aside();
                }
                self.notice.0 = None;
                let mut shown = Shown::before(&session);
                shown.rewind(&session);
                self.resumed.0 = Some(shown);
                self.enter(session);
            }
            Err(why) => self.notice.0 = Some(Err(format!("The battle could not be loaded: {why}"))),
        }
    }

    /// Watches a battle that was read from a file.
    fn watch_read(&mut self, read: Result<Session, String>) {
        match read.and_then(|session| Watch::whole(&session, None)) {
            Ok((watch, session, shown)) => {
                self.notice.0 = None;
                self.watch(watch, shown);
                self.commands.insert_resource(session);
            }
            Err(why) => self.notice.0 = Some(Err(format!("The battle cannot be watched: {why}"))),
        }
    }

    /// Watches the battle that is over, from where so many events have happened.
    fn watch_over(&mut self, from: Option<usize>) {
        let session = self.session.as_deref_mut();
        let over = |session: &&mut Session| session.battle.outcome().is_some() && !session.watched;
        let Some(session) = session.filter(over) else {
            return;
        };
        match Watch::whole(session, from) {
            Ok((watch, watched, shown)) => {
                let over = std::mem::replace(session, watched);
                self.watch(watch.back_to(Back::Figures(Box::new(over))), shown);
            }
            Err(why) => warn!("the battle cannot be watched: {why}"),
        }
    }

    /// Watches what happened since the last turn of the side that is asked.
    fn recap(&mut self) {
        let (Some(session), Some(shown)) = (&mut self.session, &self.shown) else {
            return;
        };
        let hidden = *self.menu.get() == Menu::Rulebook;
        if session.asked().is_none() || !shown.settled || hidden {
            return;
        }
        session.seated = session.asked();
        match Watch::recap(session) {
            Ok((watch, watched, shown)) => {
                // A window that is closed meanwhile loses nothing.
                if let Err(why) = self.folder.keep(session) {
                    self.notice.0 = Some(Err(why));
                }
                let played = std::mem::replace(&mut **session, watched);
                self.watch(watch.back_to(Back::Play(Box::new(played))), shown);
            }
            Err(why) => {
                self.notice.0 = Some(Ok(why));
                self.close();
            }
        }
    }

    /// Goes to the screen with a watched battle.
    fn watch(&mut self, watch: Watch, shown: Shown) {
        self.plan.forget();
        self.resumed.0 = Some(shown);
        self.commands.insert_resource(watch);
        self.close();
        self.next_screen.set(Screen::Battle);
    }

    /// Keeps the battle in play, which gives way to another.
    fn leave(&self) {
        if *self.screen.get() == Screen::Battle
            && let Some(session) = &self.session
            && let Err(why) = self.folder.keep(session)
        {
            warn!("{why}");
        }
    }

    /// Does something in the battle, if a person can decide now: the picture has caught up with the
    /// battle, and nothing hides it.
    fn decide(&mut self, act: impl FnOnce(&mut Session, &mut Shown)) {
        let hidden = matches!(self.menu.get(), Menu::Rulebook | Menu::HandOver);
        if let (Some(session), Some(shown)) = (&mut self.session, &mut self.shown)
            && !session.watched
            && *self.screen.get() == Screen::Battle
            && !hidden
            && shown.settled
        {
            act(session, shown);
        }
    }

    fn choose(&mut self, choice: &Choice) {
        let mut accepted = false;
        self.decide(|session, _| {
            if session.question().is_some() || session.may_act_freely(choice) {
                accepted = session.submit(choice.clone());
            }
        });
        match choice {
            // What a person does in the turn of another changes nothing of the plan for the turn.
            Choice::FreeAction { .. } => self.close(),
            _ if accepted => self.plan.forget(),
            _ => {}
        }
    }

    /// Takes a step back, or makes it again: the picture goes there without playing anything.
    fn turn_back(&mut self, step: impl FnOnce(&mut Session) -> bool) {
        let mut done = false;
        self.decide(|session, shown| {
            done = session.asked().is_some() && step(session);
            if done {
                shown.rewind(session);
            }
        });
        if done {
            self.plan.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::Chosen;
    use crate::game::intent::{PlanEdit, add_messages};
    use crate::game::plan::{edit, refresh};
    use crate::game::settings::Settings;
    use crate::game::testing::{options, table};
    use crate::grid::Square;

    /// A game without a window, at the turn of a person.
    fn game() -> App {
        let (session, shown) = table(&Scene::new(
            ruleset("classic_d20"),
            &["A...b.", "......", "......"],
        ));
        let catalogue = session.start.catalogue.clone();
        let options = options(&catalogue);
        let chosen = Chosen::of(&options, None);
        let mut app = App::new();
        app.add_plugins(StatesPlugin);
        app.insert_state(Screen::Battle).init_state::<Menu>();
        app.insert_resource(session).insert_resource(shown);
        app.insert_resource(chosen)
            .insert_resource(Library(catalogue));
        app.init_resource::<Plan>();
        app.init_resource::<ChosenRepairs>()
            .init_resource::<ChosenCamp>();
        app.init_resource::<Settings>();
        app.init_resource::<Notice>().init_resource::<Resumed>();
        // Nothing is saved here.
        app.insert_resource(Folder::at(std::env::temp_dir().join("opportunist-none")));
        app.init_resource::<Awake>();
        add_messages(&mut app);
        app.add_systems(Update, (edit, obey).chain());
        app
    }

    fn decisions(app: &App) -> usize {
        app.world().resource::<Session>().battle.record().len()
    }

    #[test]
    fn what_is_shown_is_what_is_submitted() {
        let mut app = game();
        let square = Square::new(2, 1);
        app.world_mut().write_message(PlanEdit::Click(square));
        app.update();
        let session = app.world().resource::<Session>();
        let chosen = session.battle.choices().last().cloned();
        let walk = session.rules().actions.id("move").expect("a move");
        let Some(Choice::Act { action, aim, .. }) = chosen else {
            panic!("{chosen:?}");
        };
        assert_eq!(action, walk);
        assert!(matches!(aim, crate::combat::Aim::Along(way) if way.last() == Some(&square)));
        assert_eq!(session.refusal, None);
    }

    #[test]
    fn what_is_refused_leaves_the_plan_as_it_is() {
        let mut app = game();
        let attack = app
            .world()
            .resource::<Session>()
            .rules()
            .actions
            .id("attack");
        app.world_mut().resource_mut::<Plan>().selection.action = attack;
        app.world_mut()
            .write_message(Command::Choose(Choice::Decline));
        app.update();
        let world = app.world();
        assert!(world.resource::<Session>().refusal.is_some());
        assert_eq!(world.resource::<Plan>().selection.action, attack);
        assert_eq!(decisions(&app), 0);
    }

    #[test]
    fn the_end_of_a_turn_is_asked_about_unless_you_chose_otherwise() {
        for asks in [true, false] {
            let mut app = game();
            app.add_systems(Update, refresh.before(edit));
            app.world_mut().resource_mut::<Settings>().ask_before_end = asks;
            app.world_mut().write_message(PlanEdit::EndTurn);
            app.update();
            app.update();
            assert_eq!(decisions(&app), usize::from(!asks));
            let asked = *app.world().resource::<State<Menu>>().get() == Menu::EndTurn;
            assert_eq!(asked, asks);
        }
    }

    #[test]
    fn nothing_is_decided_before_the_picture_has_caught_up_or_behind_a_menu() {
        let mut app = game();
        app.world_mut().resource_mut::<Shown>().settled = false;
        app.world_mut()
            .write_message(Command::Choose(Choice::EndTurn));
        app.update();
        assert_eq!(decisions(&app), 0);
        app.world_mut().resource_mut::<Shown>().settled = true;
        app.insert_state(Menu::HandOver);
        app.world_mut()
            .write_message(Command::Choose(Choice::EndTurn));
        app.update();
        assert_eq!(decisions(&app), 0);
        app.world_mut().write_message(Command::TakeSeat);
        app.update();
        app.update();
        app.world_mut()
            .write_message(Command::Choose(Choice::EndTurn));
        app.update();
        assert_eq!(decisions(&app), 1);
    }
}
