//! The keyboard in dialogs: it belongs to the one on top, and reaches all of it.

use std::collections::BTreeSet;

use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::{ButtonState, InputPlugin};
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex, TabNavigationPlugin};
use bevy::input_focus::{
    FocusCause, InputDispatchPlugin, InputFocus, InputFocusPlugin, InputFocusVisible,
};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::ui_widgets::ButtonPlugin;
use bevy::window::PrimaryWindow;

use crate::game::intent::{Command, Intent, Navigate, SettingEdit};
use crate::game::keymap::Keys;
use crate::game::settings::Settings;
use crate::game::widgets::{Look, button, tabbed};
use crate::game::{FrameSet, Menu, Screen, awake, focus, intent, navigate};

/// A screen with two buttons, and the dialogs that can lie on top of it; without a window that is drawn.
fn screen() -> App {
    let mut app = App::new();
    app.add_plugins((StatesPlugin, InputPlugin, InputFocusPlugin));
    app.add_plugins((InputDispatchPlugin, TabNavigationPlugin, ButtonPlugin));
    app.init_state::<Screen>().init_state::<Menu>();
    let order = (FrameSet::Input, FrameSet::Apply, FrameSet::Show);
    app.configure_sets(Update, order.chain());
    app.init_resource::<Settings>().init_resource::<Keys>();
    app.init_resource::<Assets<Image>>();
    app.init_resource::<awake::Awake>();
    app.add_plugins((intent::plugin, navigate::plugin, focus::plugin));
    app.add_plugins((super::options::plugin, super::keys::plugin));
    app.add_systems(Update, super::steer.in_set(FrameSet::Input));
    let world = app.world_mut();
    world.spawn((Window::default(), PrimaryWindow));
    let fight = button("Fight", Command::Start, Look::Main, true);
    let options = Navigate::Open(Menu::Options);
    let options = button("Options", options, Look::Plain, true);
    world
        .spawn((Node::default(), TabGroup::default()))
        .with_children(|screen| {
            screen.spawn((fight, tabbed()));
            screen.spawn((options, tabbed()));
        });
    app.update();
    app
}

fn press(app: &mut App, key_code: KeyCode) {
    let mut windows = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).expect("a window");
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window,
        });
        app.update();
    }
    app.update();
}

fn menu(app: &App) -> Menu {
    *app.world().resource::<State<Menu>>().get()
}

/// Intent of the focused button.
fn focused(app: &App) -> Option<Intent> {
    let button = app.world().resource::<InputFocus>().get()?;
    app.world().get::<Intent>(button).cloned()
}

fn visible(app: &App) -> bool {
    app.world().resource::<InputFocusVisible>().0
}

/// Puts the focus where this is done.
fn focus_on(app: &mut App, wanted: &Intent) {
    let mut buttons = app.world_mut().query::<(Entity, &Intent)>();
    let mut buttons = buttons.iter(app.world());
    let found = buttons.find(|(_, intent)| *intent == wanted);
    let found = found.expect("a button").0;
    app.world_mut()
        .resource_mut::<InputFocus>()
        .set(found, FocusCause::Navigated);
}

/// Everything that can have the focus in the dialog that is open.
fn offered(app: &mut App) -> Vec<Intent> {
    let mut buttons = app
        .world_mut()
        .query_filtered::<(Entity, &Intent), With<TabIndex>>();
    let inside = |world: &World, mut at: Entity| {
        while let Some(parent) = world.get::<ChildOf>(at) {
            at = parent.parent();
        }
        world.get::<TabGroup>(at).is_some_and(|group| group.modal)
    };
    let world = app.world();
    let all = buttons.iter(world).filter(|(at, _)| inside(world, *at));
    all.map(|(_, does)| does.clone()).collect()
}

fn names(all: impl IntoIterator<Item = Intent>) -> BTreeSet<String> {
    all.into_iter()
        .map(|intent| format!("{intent:?}"))
        .collect()
}

#[test]
fn the_keyboard_belongs_to_the_options_and_goes_back_to_the_screen() {
    let mut app = screen();
    let options = Intent::from(Navigate::Open(Menu::Options));
    focus_on(&mut app, &options);
    press(&mut app, KeyCode::Enter);
    assert_eq!(menu(&app), Menu::Options);
    assert_eq!(focused(&app), Some(SettingEdit::Scale(None).into()));
    assert!(visible(&app), "you see where you are");
    let all = names(offered(&mut app));
    let mut reached = BTreeSet::new();
    for _ in 0..all.len() {
        reached.extend(names(focused(&app)));
        press(&mut app, KeyCode::Tab);
    }
    assert_eq!(reached, all, "every option, and nothing behind");
    assert_eq!(focused(&app), Some(SettingEdit::Scale(None).into()));
    press(&mut app, KeyCode::ArrowRight);
    assert_eq!(focused(&app), Some(SettingEdit::Scale(Some(80)).into()));
    press(&mut app, KeyCode::Escape);
    assert_eq!((menu(&app), focused(&app)), (Menu::None, Some(options)));
    assert!(visible(&app));
}

#[test]
fn enter_changes_an_option_and_begins_nothing_behind() {
    let mut app = screen();
    app.add_systems(
        PostUpdate,
        |mut edits: MessageReader<SettingEdit>,
         mut starts: MessageReader<Command>,
         mut seen: ResMut<Seen>| {
            seen.edits.extend(edits.read().copied());
            seen.starts += starts.read().count();
        },
    );
    app.init_resource::<Seen>();
    focus_on(&mut app, &Command::Start.into());
    press(&mut app, KeyCode::F8);
    press(&mut app, KeyCode::ArrowRight);
    press(&mut app, KeyCode::Enter);
    let seen = app.world().resource::<Seen>();
    assert_eq!(seen.edits, [SettingEdit::Scale(Some(80))]);
    assert_eq!(seen.starts, 0);
    assert_eq!(menu(&app), Menu::Options);
}

/// Intents sent.
#[derive(Resource, Default)]
struct Seen {
    edits: Vec<SettingEdit>,
    starts: usize,
}

#[test]
fn a_dialog_that_the_mouse_opened_leaves_nothing_behind_to_the_keyboard() {
    let mut app = screen();
    focus_on(&mut app, &Command::Start.into());
    app.world_mut().write_message(Navigate::Open(Menu::Options));
    app.update();
    app.update();
    assert_eq!((menu(&app), focused(&app)), (Menu::Options, None));
    press(&mut app, KeyCode::Tab);
    assert_eq!(focused(&app), Some(SettingEdit::Scale(None).into()));
    assert!(visible(&app));
}

#[test]
fn a_key_is_chosen_without_a_mouse() {
    let mut app = screen();
    app.init_resource::<Seen>();
    app.add_systems(
        PostUpdate,
        |mut edits: MessageReader<SettingEdit>, mut seen: ResMut<Seen>| {
            seen.edits.extend(edits.read().copied());
        },
    );
    press(&mut app, KeyCode::F8);
    focus_on(&mut app, &Navigate::Open(Menu::Keys).into());
    press(&mut app, KeyCode::Enter);
    assert_eq!(menu(&app), Menu::Keys);
    let Some(Intent::Key(crate::game::intent::KeyEdit::Ask(number))) = focused(&app) else {
        panic!("{:?}", focused(&app));
    };
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::F6);
    let edits = &app.world().resource::<Seen>().edits;
    assert_eq!(*edits, [SettingEdit::Key(number, KeyCode::F6)]);
}
