//! The pause menu: go on, save, load, give up, leave.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::game::act::Act;
use crate::game::save::{self, Notice};
use crate::game::session::Session;
use crate::game::widgets::{Look, Tip, button, column, parchment, row, tabbed, text, veil};
use crate::game::{Menu, Stage, theme};

/// The line that says what became of saving.
#[derive(Component)]
struct NoticeLine;

/// Every key and what it does.
const KEYS: [(&str, &str); 19] = [
    ("Arrows, Enter", "lead the cursor, act on its square"),
    ("Tab, Shift+Tab", "from target to target"),
    ("Letters", "the action that shows the letter"),
    ("Digits, Enter", "weapon, manner, answer; the first answer"),
    ("/", "find an action"),
    ("F4", "the next shelf of actions"),
    ("Esc, right click", "drop what was begun; this menu"),
    ("Space", "end the turn; skip what is shown"),
    ("Backspace", "take the last step back"),
    ("F1, right click", "look up the rule under the pointer"),
    ("F2", "what the enemy threatens"),
    ("F3", "speed"),
    ("F5", "save"),
    ("F6", "what is free in the turn of another"),
    ("Wheel, + and −", "zoom"),
    ("Drag, Shift+arrows", "move the picture"),
    ("Home", "the whole map"),
    ("N, R", "after the battle: the next one, a rematch"),
    ("← and →", "after the battle: how long to rest"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Menu::Pause),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_systems(
        Update,
        tell.in_set(Stage::Show).run_if(in_state(Menu::Pause)),
    );
}

fn spawn(mut commands: Commands, session: Res<Session>, mut notice: ResMut<Notice>) {
    notice.0 = None;
    let can_give_up = session.battle.acting().is_some() && session.asked().is_some();
    commands
        .spawn((veil(), TabGroup::modal(), DespawnOnExit(Menu::Pause)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(380),
                    padding: UiRect::axes(px(30), px(24)),
                    ..column(8.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet.spawn(text("Pause", theme::title(30.0), theme::INK));
                let mut add = |label: &str, act: Act, look: Look, enabled: bool, tip: &str| {
                    let bundle = (button(label, act, look, enabled), tabbed(), Tip(tip.into()));
                    sheet.spawn(bundle);
                };
                add("Go on", Act::Close, Look::Main, true, "Esc");
                add("Save", Act::Save, Look::Plain, true, "F5");
                add(
                    "Rulebook",
                    Act::Open(Menu::Rulebook),
                    Look::Plain,
                    true,
                    "F1",
                );
                let tip = "AutoResponse answers such as “always strike” are forgotten.";
                add(
                    "Ask me everything again",
                    Act::AskAgain,
                    Look::Plain,
                    true,
                    tip,
                );
                let tip = "Your side leaves the battle.";
                add("Surrender", Act::GiveUp, Look::Plain, can_give_up, tip);
                add(
                    "Back to the set-up",
                    Act::Leave,
                    Look::Plain,
                    true,
                    "This battle is dropped.",
                );
                add("Leave the game", Act::Quit, Look::Plain, true, "");
                for name in save::list().into_iter().take(3) {
                    let tip = "A saved battle";
                    add(
                        &format!("Load {name}"),
                        Act::Load(name.clone()),
                        Look::Line,
                        true,
                        tip,
                    );
                }
                sheet.spawn((NoticeLine, text("", theme::body(14.5), theme::GREEN)));
            });
            veil.spawn((
                Node {
                    width: px(430),
                    padding: UiRect::axes(px(26), px(24)),
                    margin: UiRect::left(px(14)),
                    ..column(3.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet.spawn(text("Keys", theme::title(22.0), theme::INK));
                for (key, does) in KEYS {
                    sheet.spawn(row(8.0)).with_children(|line| {
                        line.spawn((
                            Node {
                                width: px(150),
                                flex_shrink: 0.0,
                                ..default()
                            },
                            children![text(key, theme::bold(14.0), theme::INK)],
                        ));
                        line.spawn(text(does, theme::body(14.0), theme::INK));
                    });
                }
            });
        });
}

fn tell(notice: Res<Notice>, line: Single<&mut Text, With<NoticeLine>>) {
    if notice.is_changed() {
        line.into_inner().0 = notice.0.clone().unwrap_or_default();
    }
}
