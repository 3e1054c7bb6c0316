//! Lets the computer decide for its sides, asks for the seat to change, and ends the battle.

use bevy::prelude::*;

use super::awake::Awake;
use super::intent::{Command, Intents};
use super::plan::{self, Plan};
use super::playback::{Shown, Speed};
use super::session::{Session, playing};
use super::settings::Settings;
use super::{FrameSet, Menu, Screen};
use crate::ai::{Player, Thought};
use crate::combat::Choice;

pub(super) fn plugin(app: &mut App) {
    let turns = (decide, hand_over, finish).chain();
    app.add_systems(
        Update,
        turns
            .in_set(FrameSet::Play)
            .after(super::playback::advance)
            .run_if(playing()),
    );
    // What is left of a turn is known when the plan has looked at the battle as it is.
    app.add_systems(
        Update,
        end_by_itself
            .in_set(FrameSet::Show)
            .after(plan::refresh)
            .run_if(playing()),
    );
}

/// Lets the computer answer when it is its turn and everything has been shown. It thinks in the meantime.
fn decide(
    mut session: ResMut<Session>,
    mut shown: ResMut<Shown>,
    menu: Res<State<Menu>>,
    mut awake: ResMut<Awake>,
) {
    if !think(&mut session) || *menu.get() != Menu::None || !shown.settled {
        return;
    }
    awake.stir();
    let revision = session.revision;
    let Some(Thought { choice, weighed }) = session.thinking.finished(revision) else {
        return;
    };
    let events = session.battle.events().len();
    session.thoughts.note(events, weighed);
    if !session.submit(choice.clone()) {
        pass(&mut session, &choice);
    }
    shown.settled = false;
    think(&mut session);
}

/// Lets the computer begin to think, if it has to decide; whether it has.
fn think(session: &mut Session) -> bool {
    if session.battle.outcome().is_some() || session.watched {
        return false;
    }
    let side = session.battle.deciding_side();
    let Some(Player::Computer(profile)) = side.map(|side| session.player(side)) else {
        return false;
    };
    let seed = session.start.seed ^ u64::from(session.revision);
    let Session {
        battle,
        thinking,
        revision,
        ..
    } = session;
    thinking.begin(battle, *revision, profile, seed);
    true
}

/// Lets the turn of the computer pass: it has proposed something that the rules refuse. That is a
/// defect, which is logged, but no reason to stop the battle.
fn pass(session: &mut Session, choice: &Choice) {
    let refusal = session.refusal.take();
    let reason = refusal.map_or(String::new(), |refusal| session.battle.tell(&refusal));
    let request = session.battle.request();
    warn!("the computer player chose {choice:?}, which was refused: {reason} Asked: {request:?}");
    for fallback in [Choice::Decline, Choice::EndTurn, Choice::Surrender] {
        if session.submit(fallback.clone()) {
            warn!("it answers {fallback:?} instead");
            return;
        }
    }
    session.refusal = None;
}

/// Where people share the screen, no player sees the other's turn by accident, unless they play with open
/// cards.
fn hand_over(
    mut session: ResMut<Session>,
    mut shown: ResMut<Shown>,
    settings: Res<Settings>,
    menu: Res<State<Menu>>,
    mut next: ResMut<NextState<Menu>>,
    mut awake: ResMut<Awake>,
) {
    if !session.shared() || !shown.settled || *menu.get() != Menu::None {
        return;
    }
    let asked = session.asked();
    if asked.is_none() || asked == session.seated {
        return;
    }
    if settings.open_table {
        session.seated = asked;
        shown.revision += 1;
    } else {
        NextState::set_if_neq(&mut next, Menu::HandOver);
    }
    awake.stir();
}

/// Ends a person's turn in which only free actions are left, for those who want that.
fn end_by_itself(
    session: Res<Session>,
    shown: Res<Shown>,
    plan: Res<Plan>,
    settings: Res<Settings>,
    menu: Res<State<Menu>>,
    mut intents: Intents,
    mut ended: Local<Option<(u64, u32)>>,
) {
    let now = Some((session.start.seed, session.revision));
    let open = settings.end_by_itself && shown.settled && *menu.get() == Menu::None;
    if open && *ended != now && plan.is_spent(&session) {
        *ended = now;
        intents.send(Command::Choose(Choice::EndTurn));
    }
}

/// Seconds for a last look at the field before the figures, at normal speed.
const LAST_LOOK: f32 = 1.6;

/// Moves on to the victory screen when the end has been shown, after a last look at the field.
fn finish(
    session: Res<Session>,
    shown: Res<Shown>,
    speed: Res<Speed>,
    time: Res<Time>,
    mut next: ResMut<NextState<Screen>>,
    mut awake: ResMut<Awake>,
    mut looked: Local<f32>,
) {
    if !shown.settled || session.battle.outcome().is_none() || session.watched {
        *looked = 0.0;
        return;
    }
    awake.stir();
    // A window that slept does not skip the look.
    *looked += time.delta_secs().min(0.1);
    if speed
        .factor()
        .is_none_or(|factor| *looked * factor > LAST_LOOK)
    {
        *looked = 0.0;
        NextState::set_if_neq(&mut next, Screen::Victory);
    }
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::ai::Profile;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    #[test]
    fn the_computer_thinks_while_things_are_shown_and_acts_when_they_have_been() {
        let (mut session, mut shown) = table(&Scene::new(ruleset("classic_d20"), &["A...b."]));
        session.start.players = vec![Player::Computer(Profile::BALANCED); 2];
        shown.settled = false;
        let mut app = App::new();
        app.add_plugins(StatesPlugin).insert_resource(session);
        app.insert_resource(shown).init_resource::<Awake>();
        app.init_state::<Menu>().add_systems(Update, decide);
        let revision = |app: &App| app.world().resource::<Session>().revision;
        app.update();
        while !app.world().resource::<Session>().thinking.is_done() {
            std::thread::yield_now();
        }
        app.update();
        assert_eq!(revision(&app), 1);
        app.world_mut().resource_mut::<Shown>().settled = true;
        app.update();
        assert_eq!(revision(&app), 2);
        assert!(!app.world().resource::<Shown>().settled);
        // It goes on from there at once.
        assert!(app.world().resource::<Session>().thinking.is_about(2));
    }

    #[test]
    fn the_screen_goes_dark_between_the_turns_of_two_people_unless_they_play_with_open_cards() {
        for open in [false, true] {
            let (mut session, shown) = table(&Scene::new(ruleset("classic_d20"), &["A...b."]));
            session.start.players = vec![Player::Person; 2];
            let asked = session.asked();
            let mut app = App::new();
            app.add_plugins(StatesPlugin).insert_resource(session);
            app.insert_resource(shown).init_resource::<Awake>();
            app.init_state::<Menu>().init_resource::<Settings>();
            app.world_mut().resource_mut::<Settings>().open_table = open;
            app.add_systems(Update, hand_over);
            app.update();
            app.update();
            let dark = *app.world().resource::<State<Menu>>().get() == Menu::HandOver;
            let seated = app.world().resource::<Session>().seated;
            assert_eq!((dark, seated == asked), (!open, open));
        }
    }
}
