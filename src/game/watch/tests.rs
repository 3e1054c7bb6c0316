//! Watching a recorded battle.

use bevy::state::app::StatesPlugin;

use super::*;
use crate::combat::testkit::testing::{Scene, play, ruleset};
use crate::game::playback::Speed;
use crate::game::sounds::Heard;
use crate::game::testing::table;

/// A battle of two against two after so many choices.
fn fought(choices: usize) -> Session {
    let rows = ["A....a", "......", "B....b"];
    let scene = Scene::new(ruleset("classic_d20"), &rows).beginning();
    let (mut session, _) = table(&scene);
    play(&mut session.battle, choices);
    session
}

/// A game that watches a battle, without a window.
fn watching((watch, session, shown): (Watch, Session, Shown)) -> App {
    let mut app = App::new();
    app.add_plugins(StatesPlugin);
    app.insert_state(Screen::Battle).init_state::<Menu>();
    app.insert_resource(session).insert_resource(shown);
    app.insert_resource(watch).insert_resource(Speed(3));
    app.init_resource::<Plan>().init_resource::<Resumed>();
    app.init_resource::<Awake>().init_resource::<Time>();
    app.add_message::<Cue>().add_message::<WatchEdit>();
    app.add_message::<Heard>();
    app.add_message::<crate::game::intent::Pace>();
    let systems = (obey, hold, playback::advance, feed).chain();
    app.add_systems(
        Update,
        systems.distributive_run_if(resource_exists::<Watch>),
    );
    app
}

fn played(app: &App) -> usize {
    app.world().resource::<Shown>().played
}

fn edit(app: &mut App, edit: WatchEdit) {
    app.world_mut().write_message(edit);
    for _ in 0..4 {
        app.update();
    }
}

/// What a picture shows of everyone.
fn picture(shown: &Shown) -> Vec<(Option<crate::grid::Area>, i32, bool)> {
    let everyone = shown.view.combatants.iter();
    let seen = everyone.map(|who| (who.area, who.hit_points, who.dead));
    seen.collect()
}

#[test]
fn a_watched_battle_comes_to_the_same_end_and_nobody_is_asked() {
    let of = fought(60);
    let mut app = watching(Watch::whole(&of, None).expect("a course"));
    for _ in 0..400 {
        app.update();
        assert_eq!(app.world().resource::<Session>().asked(), None);
    }
    let session = app.world().resource::<Session>();
    assert_eq!(session.battle.digest(), of.battle.digest());
    assert_eq!(played(&app), of.battle.events().len());
    assert!(app.world().resource::<Watch>().paused);
}

#[test]
fn every_place_shows_the_same_whether_you_come_from_before_or_from_behind() {
    let of = fought(40);
    let last = of.battle.events().len();
    let course = Watch::whole(&of, None).expect("a course");
    let (mut watch, mut session, mut shown) = course;
    let mut pictures = Vec::new();
    for at in 0..=last {
        watch.seek(&mut session, &mut shown, at);
        assert_eq!(shown.played, at);
        pictures.push(picture(&shown));
    }
    for at in (0..=last).rev() {
        watch.seek(&mut session, &mut shown, at);
        assert_eq!(picture(&shown), pictures[at], "event {at}");
    }
    shown.rewind(&of);
    assert_eq!(picture(&shown), pictures[last]);
}

#[test]
fn it_goes_by_events_turns_and_rounds_and_stands_still_there() {
    let of = fought(60);
    let mut app = watching(Watch::whole(&of, Some(0)).expect("a course"));
    edit(&mut app, WatchEdit::Round(2));
    let shown = app.world().resource::<Shown>();
    assert_eq!(shown.view.round, 2);
    let second = played(&app);
    edit(&mut app, WatchEdit::Turn(Way::On));
    assert!(app.world().resource::<Shown>().view.current.is_some());
    assert!(played(&app) > second);
    edit(&mut app, WatchEdit::Event(Way::On));
    let on = played(&app);
    edit(&mut app, WatchEdit::Event(Way::On));
    assert!(played(&app) > on);
    edit(&mut app, WatchEdit::Event(Way::Back));
    assert_eq!(played(&app), on);
    edit(&mut app, WatchEdit::Begin);
    assert_eq!(played(&app), 0);
    edit(&mut app, WatchEdit::End);
    assert_eq!(played(&app), of.battle.events().len());
}

#[test]
fn you_come_back_to_the_battle_as_it_was() {
    let of = fought(30);
    let (before, asked) = (of.battle.digest(), of.asked());
    let (watch, session, shown) = Watch::whole(&of, None).expect("a course");
    let watch = watch.back_to(Back::Play(Box::new(of)));
    let mut app = watching((watch, session, shown));
    edit(&mut app, WatchEdit::Turn(Way::On));
    edit(&mut app, WatchEdit::Leave);
    let session = app.world().resource::<Session>();
    assert!(!session.watched && session.asked() == asked);
    assert_eq!(session.battle.digest(), before);
    assert!(!app.world().contains_resource::<Watch>());
    assert!(app.world().resource::<Resumed>().0.is_some());
}

#[test]
fn what_the_others_did_is_shown_and_then_the_battle_goes_on() {
    let mut of = fought(0);
    while !can_recap(&of) {
        play(&mut of.battle, 1);
    }
    let side = of.viewer().expect("a person");
    let (from, to) = others_last(&of.battle, side).expect("a stretch");
    let turns = of.battle.events()[from..to].iter();
    let turns: Vec<_> = turns
        .filter_map(|event| match event.kind {
            EventKind::TurnBegan { seat } => Some(of.battle.side_of(seat)),
            _ => None,
        })
        .collect();
    assert!(!turns.is_empty() && turns.iter().all(|of| *of != side));
    let (watch, session, shown) = Watch::recap(&of).expect("a recap");
    assert_eq!(session.viewer(), of.viewer(), "you see no more than before");
    assert_eq!(shown.played, from);
    let watch = watch.back_to(Back::Play(Box::new(of)));
    let mut app = watching((watch, session, shown));
    for _ in 0..60 {
        app.update();
    }
    assert!(!app.world().contains_resource::<Watch>());
    assert!(!app.world().resource::<Session>().watched);
}

/// The frame in which the recap begins still has the picture of the turn on the screen, which is past its end.
#[test]
fn a_recap_does_not_end_before_its_picture_is_on_the_screen() {
    let mut of = fought(0);
    while !can_recap(&of) {
        play(&mut of.battle, 1);
    }
    let mut turn = Shown::before(&of);
    turn.rewind(&of);
    let (watch, session, shown) = Watch::recap(&of).expect("a recap");
    let watch = watch.back_to(Back::Play(Box::new(of)));
    let mut app = watching((watch, session, turn));
    app.insert_resource(Resumed(Some(shown)));
    app.update();
    assert!(app.world().contains_resource::<Watch>());
    let shown = app.world_mut().resource_mut::<Resumed>().0.take();
    app.insert_resource(shown.expect("not taken yet"));
    app.update();
    assert!(app.world().contains_resource::<Watch>());
}

#[test]
fn before_anyone_else_had_a_turn_there_is_nothing_to_show() {
    let of = fought(0);
    assert!(!can_recap(&of));
    let refused = Watch::recap(&of).err();
    assert_eq!(
        refused.as_deref(),
        Some("Nothing has happened since your last turn.")
    );
}

#[test]
fn the_one_who_watches_a_battle_that_is_over_sees_all_of_it() {
    let mut of = fought(20);
    let (_, session, _) = Watch::whole(&of, None).expect("a course");
    assert_eq!(session.viewer(), of.viewer());
    assert!(
        of.submit(crate::combat::Choice::Surrender),
        "{:?}",
        of.refusal
    );
    let (_, session, _) = Watch::whole(&of, None).expect("a course");
    assert_eq!(session.viewer(), None);
}
