//! The sheet of options, by mouse and keys.

use bevy::prelude::*;
use opportunist::game::Menu;
use opportunist::game::intent::{Command, KeyEdit, Navigate, SettingEdit};
use opportunist::game::keymap::FUNCTIONS;

use crate::hands::{button, click, press};
use crate::picture;
use crate::pilot::Task;
use crate::wishes::{menu, until};

/// Everything becomes smaller, and as before; sounds likewise, where there are any.
pub fn steps() -> Vec<Task> {
    let mut steps = vec![
        until("the first screen is there", |world| {
            button(world, &Command::Start.into()).is_some()
        }),
        click("Options", Navigate::Open(Menu::Options)),
        until("the options are open", |world| menu(world) == Menu::Options),
        click("80 %", SettingEdit::Scale(Some(80))),
        until("everything is smaller, and that is written down", |world| {
            world.resource::<UiScale>().0 < 0.81 && kept("scale: 80")
        }),
        picture::take("options"),
        click("as the window allows", SettingEdit::Scale(None)),
        until("everything is as before", |world| {
            world.resource::<UiScale>().0 > 0.99
        }),
    ];
    if cfg!(feature = "sound") {
        steps.extend(volume());
    }
    steps.extend(other_keys());
    steps.extend([
        press(KeyCode::Escape),
        until("the options are closed", |world| menu(world) == Menu::None),
    ]);
    steps.extend(without_a_mouse());
    steps
}

/// Changes an option by the keyboard alone; the screen behind does not react.
fn without_a_mouse() -> Vec<Task> {
    vec![
        press(KeyCode::F8),
        until("the options are open again", |world| {
            menu(world) == Menu::Options
        }),
        press(KeyCode::ArrowRight),
        press(KeyCode::Enter),
        until("a key makes everything smaller", |_| kept("scale: 80")),
        press(KeyCode::ArrowLeft),
        press(KeyCode::Enter),
        until("and another as before", |world| {
            world.resource::<UiScale>().0 > 0.99 && menu(world) == Menu::Options
        }),
        press(KeyCode::Escape),
        until("and they are closed", |world| menu(world) == Menu::None),
    ]
}

/// Sounds become quieter, and are turned off and on.
fn volume() -> Vec<Task> {
    vec![
        click("Sound: 25 %", SettingEdit::Volume(25)),
        until("it is quieter, and that is written down", |_| {
            kept("volume: 25") && kept("muted: false")
        }),
        press(KeyCode::F12),
        until("a key turns it off", |_| kept("muted: true")),
        press(KeyCode::F12),
        until("and on again, as loud as before", |_| {
            kept("volume: 25") && kept("muted: false")
        }),
    ]
}

/// Two keys change places, and go back.
fn other_keys() -> Vec<Task> {
    let threat = FUNCTIONS.iter().position(|one| one.id == "threat");
    let threat = threat.unwrap_or_default();
    vec![
        click("Keys …", Navigate::Open(Menu::Keys)),
        until("the keys are listed", |world| menu(world) == Menu::Keys),
        picture::take("keys"),
        click("F2", KeyEdit::Ask(threat)),
        press(KeyCode::KeyT),
        until("that is written down", |_| kept("\"threat\": \"T\"")),
        // What was T is F2 now: it would not do as a sign that something waits.
        click("T", KeyEdit::Ask(threat)),
        press(KeyCode::Escape),
        until("Esc leaves it as it is, and the sheet open", |world| {
            menu(world) == Menu::Keys && kept("\"threat\": \"T\"")
        }),
        click("Every key as at first", SettingEdit::FirstKeys),
        until("everything is as before", |_| kept("keys: {}")),
    ]
}

/// Whether the file of the options says this.
fn kept(words: &str) -> bool {
    let folder = std::env::var_os("OPPORTUNIST_CONFIG").unwrap_or_default();
    let file = std::path::Path::new(&folder).join("options.ron");
    std::fs::read_to_string(file).is_ok_and(|text| text.contains(words))
}
