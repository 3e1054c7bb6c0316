//! The pause menu: go on, save, load, give up, leave.

use bevy::prelude::*;

use crate::game::chosen::Library;
use crate::game::focus::dialog;
use crate::game::intent::{Asks, Command, Consult, Intent, Navigate};
use crate::game::keymap::{Keys, functions};
use crate::game::notice::Notice;
use crate::game::save::{Folder, Saved, newest};
use crate::game::session::Session;
use crate::game::settings::Settings;
use crate::game::widgets::{
    Look, Tip, button, column, parchment, row, scrolling, tabbed, text, two_lines, veil,
};
use crate::game::{Menu, Screen, theme};

/// Keys that stay as they are, and what they do.
const FIXED: [(&str, &str); 17] = [
    ("Arrows, Enter", "move the cursor, act on its square"),
    (
        "Shift+click, Shift+Enter",
        "walk by the way round; aim at one square of a large target",
    ),
    (
        "Ctrl+click, Ctrl+Enter",
        "walk up to an enemy and strike; Esc on the way stops it",
    ),
    ("Tab, Shift+Tab", "go from target to target"),
    ("Letters", "take the action with that letter"),
    (
        "Digits",
        "take the action of that slot, or give that answer",
    ),
    (
        "Shift+digits, Ctrl+digits",
        "choose a weapon, and how to fight with it; give the answers after the tenth",
    ),
    ("Enter", "give the first answer"),
    (
        "Esc, right click",
        "cancel what you have begun; Esc: this menu",
    ),
    ("Ctrl+Z", "take your last step back"),
    ("Shift+{Backspace}, Ctrl+Y", "make it again"),
    ("Shift+{F10}", "skip the lessons, no more hints"),
    (
        "Button held, {`}",
        "what you can do to a combatant stands around it",
    ),
    ("Right click, {F1}", "on a combatant: its sheet"),
    ("Drag, Shift+arrows", "move the picture; the wheel zooms"),
    ("{N}, {R}, {W}", "after the battle: next, rematch, watch"),
    ("← and →", "after the battle: choose how long to rest"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Menu::Pause),
        spawn.run_if(resource_exists::<Session>),
    );
}

fn spawn(
    mut commands: Commands,
    session: Res<Session>,
    folder: Res<Folder>,
    library: Res<Library>,
    (keys, settings): (Res<Keys>, Res<Settings>),
    mut notice: ResMut<Notice>,
    mut images: ResMut<Assets<Image>>,
) {
    notice.0 = None;
    let saves = newest(&folder, &library.0, &mut images, 3);
    let unfinished = session.battle.outcome().is_none() && !session.watched;
    let can_surrender = session.battle.acting().is_some() && session.asked().is_some();
    commands
        .spawn((veil(), dialog(), DespawnOnExit(Menu::Pause)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(330),
                    max_height: percent(97),
                    padding: UiRect::axes(px(26), px(18)),
                    ..column(0.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet.spawn(scrolling(column(7.0))).with_children(|sheet| {
                    buttons(
                        sheet,
                        (unfinished, can_surrender),
                        settings.ask_before_leaving,
                    );
                    loads(sheet, &saves);
                });
            });
            veil.spawn((
                Node {
                    width: px(640),
                    max_height: percent(97),
                    padding: UiRect::axes(px(24), px(18)),
                    margin: UiRect::left(px(10)),
                    ..column(3.0)
                },
                parchment(),
            ))
            .with_children(|sheet| list(sheet, &keys));
        });
}

/// What can be done about the battle, which may be over or not yours to give up. `asks`: to leave it takes a second click.
fn buttons(
    sheet: &mut ChildSpawnerCommands<'_>,
    (unfinished, can_surrender): (bool, bool),
    asks: bool,
) {
    sheet.spawn(text("Pause", theme::title(30.0), theme::INK));
    let buttons: [(_, Intent, _, _); 11] = [
        ("Continue", Navigate::Close.into(), true, "Esc"),
        ("Save", Command::Save.into(), true, "{F5}"),
        ("Rulebook", Consult::Contents.into(), true, "{F1}"),
        (
            "How does it stand?",
            Navigate::Open(Menu::Chances).into(),
            unfinished,
            "The computer plays the battle out many times: how often do you win? {End}",
        ),
        ("Legend", Navigate::Open(Menu::Legend).into(), true, "{F9}"),
        (
            "Options",
            Navigate::Open(Menu::Options).into(),
            true,
            "{F8}",
        ),
        (
            "Keys",
            Navigate::Open(Menu::Keys).into(),
            true,
            "Change what keys do",
        ),
        (
            "Reset automatic reactions",
            Command::AskAgain.into(),
            true,
            "Forgets what you chose to answer from now on, such as “always”.",
        ),
        (
            "Surrender",
            Command::Surrender.into(),
            can_surrender,
            "Your side gives up the battle.",
        ),
        (
            "Back to the set-up",
            Navigate::Go(Screen::Setup).into(),
            true,
            "You lose nothing: this battle waits for you under “Continue”.",
        ),
        (
            "Quit the game",
            Navigate::Quit.into(),
            true,
            "You lose nothing: this battle waits for you under “Continue”.",
        ),
    ];
    for (n, (label, does, enabled, tip)) in buttons.into_iter().enumerate() {
        let look = if n == 0 { Look::Main } else { Look::Plain };
        let final_word = does == Command::Surrender.into();
        let leaves = matches!(
            does,
            Intent::Navigate(Navigate::Go(Screen::Setup) | Navigate::Quit)
        );
        let button = button(label, does, look, enabled);
        let mut button = sheet.spawn((button, tabbed(), Tip(tip.into())));
        if final_word {
            button.insert(Asks::once_more("Really surrender? Click again"));
        }
        if leaves && asks {
            button.insert(Asks::once_more("Really leave? Click again"));
        }
    }
}

/// The newest of the battles that were saved.
fn loads(sheet: &mut ChildSpawnerCommands<'_>, saves: &[Saved]) {
    if !saves.is_empty() {
        sheet.spawn(text("Load", theme::title(20.0), theme::INK));
    }
    for one in saves {
        let tip = "You lose nothing: the battle you are in stays in the list of saved battles.";
        let load = Command::Load(one.name.clone());
        two_lines(sheet, one.picture.as_ref(), [&one.place, &one.detail], load)
            .insert((tabbed(), Tip(tip.into())));
    }
}

fn list(sheet: &mut ChildSpawnerCommands<'_>, keys: &Keys) {
    sheet.spawn(text("Keys", theme::title(22.0), theme::INK));
    let fixed = FIXED.map(|(key, does)| (keys.tell(key), does));
    let others = functions().map(|(_, function)| (keys.name(function.key).into(), function.does));
    let halves = Node {
        align_items: AlignItems::FlexStart,
        flex_shrink: 0.0,
        ..row(16.0)
    };
    sheet.spawn(scrolling(column(0.0))).with_children(|sheet| {
        sheet.spawn(halves).with_children(|halves| {
            half(halves, 128.0, fixed);
            half(halves, 78.0, others);
        });
    });
}

/// Keys below one another, with a column of this width for their names.
fn half(
    halves: &mut ChildSpawnerCommands<'_>,
    width: f32,
    keys: impl IntoIterator<Item = (String, &'static str)>,
) {
    let list = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        ..column(3.0)
    };
    halves.spawn(list).with_children(|list| {
        for (key, does) in keys {
            let line = Node {
                align_items: AlignItems::FlexStart,
                ..row(8.0)
            };
            list.spawn(line).with_children(|line| {
                line.spawn((
                    Node {
                        width: px(width),
                        flex_shrink: 0.0,
                        ..default()
                    },
                    children![text(key, theme::bold(13.5), theme::INK)],
                ));
                line.spawn(text(does, theme::body(13.5), theme::INK));
            });
        }
    });
}
