//! The sheet of keys: which key does what, to be changed by pressing another.

use bevy::prelude::*;

use crate::game::focus::dialog;
use crate::game::intent::{Intent, Intents, KeyEdit, Navigate, SettingEdit};
use crate::game::keymap::{FUNCTIONS, Function, Keys, functions, is_movable};
use crate::game::widgets::{Look, Tip, button, column, parchment, row, tabbed, text, veil};
use crate::game::{FrameSet, Menu, theme};

const ADVICE: &str =
    "Press one of these, and then the key that is to do it. The two keys change places.";

/// The one among the functions that waits for its new key.
#[derive(Resource, Default)]
pub(super) struct Waiting(pub(super) Option<usize>);

/// The line that says what to do.
#[derive(Component)]
struct Advice;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Waiting>();
    app.add_systems(OnEnter(Menu::Keys), spawn);
    app.add_systems(OnExit(Menu::Keys), |mut waiting: ResMut<Waiting>| {
        waiting.0 = None;
    });
    let here = in_state(Menu::Keys);
    app.add_systems(Update, listen.in_set(FrameSet::Input).run_if(here.clone()));
    app.add_systems(Update, ask.in_set(FrameSet::Apply).run_if(here.clone()));
    app.add_systems(Update, mark.in_set(FrameSet::Show).run_if(here));
}

fn spawn(mut commands: Commands, keys: Res<Keys>) {
    commands
        .spawn((veil(), dialog(), DespawnOnExit(Menu::Keys)))
        .with_children(|veil| {
            let sheet = Node {
                padding: UiRect::axes(px(30), px(22)),
                ..column(10.0)
            };
            veil.spawn((sheet, parchment())).with_children(|sheet| {
                sheet.spawn(text("Keys", theme::title(30.0), theme::INK));
                let advice = text(ADVICE, theme::body(15.0), theme::FADED);
                sheet.spawn((advice, Advice));
                lines(sheet, &keys);
                let words = "Letters that the rules give to actions, digits, arrows, Enter, Tab and Esc keep their \
                             places, unless you choose a letter here: then it is the action that moves.";
                let narrow = Node {
                    max_width: px(780),
                    ..default()
                };
                sheet.spawn((
                    narrow,
                    children![text(words, theme::body(14.0), theme::FADED)],
                ));
                sheet.spawn(row(10.0)).with_children(|line| {
                    let done = button("Done (Esc)", Navigate::Close, Look::Main, true);
                    line.spawn((done, tabbed()));
                    let words = "Every key as at first";
                    let first = button(words, SettingEdit::FirstKeys, Look::Plain, true);
                    line.spawn((first, tabbed()));
                });
            });
        });
}

/// Two columns of functions, each with its key on a button.
fn lines(sheet: &mut ChildSpawnerCommands<'_>, keys: &Keys) {
    let all: Vec<_> = functions().collect();
    let halves = Node {
        align_items: AlignItems::Start,
        ..row(28.0)
    };
    sheet.spawn(halves).with_children(|halves| {
        for half in all.chunks(all.len().div_ceil(2)) {
            halves.spawn(column(5.0)).with_children(|list| {
                for (number, function) in half {
                    line(list, keys, *number, function);
                }
            });
        }
    });
}

fn line(list: &mut ChildSpawnerCommands<'_>, keys: &Keys, number: usize, function: &Function) {
    list.spawn(row(12.0)).with_children(|line| {
        let place = Node {
            width: px(120),
            justify_content: JustifyContent::End,
            ..default()
        };
        line.spawn(place).with_children(|place| {
            let does = KeyEdit::Ask(number);
            let key = button(keys.name(function.key), does, Look::Plain, true);
            place.spawn((key, tabbed(), Tip("Choose another key for this".into())));
        });
        let words = Node {
            width: px(270),
            ..default()
        };
        line.spawn((
            words,
            children![text(function.does, theme::body(15.0), theme::INK)],
        ));
    });
}

/// While a function waits, the next key is its own. Esc leaves it as it is.
fn listen(
    input: Res<ButtonInput<KeyCode>>,
    keys: Res<Keys>,
    waiting: Res<Waiting>,
    mut intents: Intents,
) {
    let Some(number) = waiting.0 else {
        return;
    };
    if input.just_pressed(KeyCode::Escape) {
        intents.send(KeyEdit::Leave);
        return;
    }
    let mut pressed = input.get_just_pressed().map(|key| keys.pressed_for(*key));
    if let Some(key) = pressed.find(|key| is_movable(*key)) {
        intents.send(SettingEdit::Key(number, key));
        intents.send(KeyEdit::Leave);
    }
}

fn ask(mut edits: MessageReader<KeyEdit>, mut waiting: ResMut<Waiting>) {
    for edit in edits.read() {
        waiting.0 = match edit {
            KeyEdit::Ask(number) => Some(*number),
            KeyEdit::Leave => None,
        };
    }
}

/// Shows which keys hold, and which one is waited for.
fn mark(
    keys: Res<Keys>,
    waiting: Res<Waiting>,
    mut buttons: Query<(&Intent, &mut Look, &Children)>,
    mut texts: Query<&mut Text>,
    advice: Query<Entity, With<Advice>>,
) {
    if !keys.is_changed() && !waiting.is_changed() {
        return;
    }
    let function = |number: usize| FUNCTIONS.get(number);
    for (intent, mut look, label) in &mut buttons {
        let Intent::Key(KeyEdit::Ask(number)) = intent else {
            continue;
        };
        let asked = waiting.0 == Some(*number);
        look.set_if_neq(if asked { Look::Chosen } else { Look::Plain });
        let name = function(*number).map_or("", |function| keys.name(function.key));
        let words = if asked { "press a key" } else { name };
        if let Some(mut label) = label.first().and_then(|it| texts.get_mut(*it).ok()) {
            label.set_if_neq(Text::new(words));
        }
    }
    let words = match waiting.0.and_then(function) {
        Some(function) => format!(
            "Press the key for this: {}. Esc leaves it as it is.",
            function.does
        ),
        None => ADVICE.to_owned(),
    };
    for entity in &advice {
        if let Ok(mut advice) = texts.get_mut(entity) {
            advice.set_if_neq(Text::new(words.clone()));
        }
    }
}
