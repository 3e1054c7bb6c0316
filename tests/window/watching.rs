//! A battle is watched: from the figures, from the list of saves.

use bevy::prelude::*;
use opportunist::game::intent::{Command, Intent, WatchEdit, Way};
use opportunist::game::{Screen, Session, Shown, Watch};

use crate::hands::{click, click_any, press};
use crate::picture;
use crate::pilot::Task;
use crate::wishes::{screen, until};

/// The battle that is over is watched from the beginning, forth and back, and left again.
pub fn steps() -> Vec<Task> {
    vec![
        click("Watch the battle", Command::WatchOver(None)),
        until("it plays to its end by itself", |world| {
            let over = world.get_resource::<Shown>();
            watched(world) && over.is_some_and(|shown| shown.view.over.is_some())
        })
        .within(3000),
        picture::take("watched-to-the-end"),
        click("the first round", WatchEdit::Round(1)),
        until("the first round is there", |world| {
            world.resource::<Shown>().view.round == 1
        }),
        click("one turn on", WatchEdit::Turn(Way::On)),
        click("one event on", WatchEdit::Event(Way::On)),
        click("one event back", WatchEdit::Event(Way::Back)),
        picture::take("watched"),
        press(KeyCode::Escape),
        until("the figures are back", |world| {
            screen(world) == Screen::Victory && !watched(world)
        }),
        click_any("a moment that decided", |intent| {
            matches!(intent, Intent::Command(Command::WatchOver(Some(_))))
        }),
        until("the battle stands still there", |world| {
            watched(world) && world.resource::<Watch>().paused
        }),
        picture::take("moment"),
        click("Stop watching", WatchEdit::Leave),
        until("the figures are back", |world| {
            screen(world) == Screen::Victory && !watched(world)
        }),
    ]
}

/// Whether a recorded battle is on the screen.
pub fn watched(world: &World) -> bool {
    let session = world.get_resource::<Session>();
    session.is_some_and(|session| session.watched) && world.contains_resource::<Watch>()
}
