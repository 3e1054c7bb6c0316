//! The pause menu: go on, save, load, give up, leave.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::game::intent::{Command, Consult, Intent, Navigate};
use crate::game::save::{self, Notice};
use crate::game::session::Session;
use crate::game::widgets::{Look, Tip, button, column, parchment, row, tabbed, text, veil};
use crate::game::{FrameSet, Menu, Screen, theme};

/// The line that says what became of saving.
#[derive(Component)]
struct NoticeLine;

/// Every key and what it does.
const KEYS: [(&str, &str); 19] = [
    ("Arrows, Enter", "move the cursor, act on its square"),
    ("Tab, Shift+Tab", "go from target to target"),
    ("Letters", "take the action with that letter"),
    (
        "Digits, Enter",
        "choose a weapon or an answer; the first answer",
    ),
    ("/", "find an action"),
    ("F4", "open the next tab of actions"),
    ("Esc, right click", "cancel what you have begun; this menu"),
    ("Space", "end your turn; skip what is shown"),
    ("Backspace", "take your last step back"),
    ("F1, right click", "look up the rule under the pointer"),
    ("F2", "show what your enemies threaten"),
    ("F3", "change the speed"),
    ("F5", "save the battle"),
    ("F6", "free actions in the turn of another"),
    ("Wheel, + and −", "zoom"),
    ("Drag, Shift+arrows", "move the picture"),
    ("Home", "show the whole map"),
    ("N, R", "after the battle: next battle, rematch"),
    ("← and →", "after the battle: choose how long to rest"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Menu::Pause),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_systems(
        Update,
        tell.in_set(FrameSet::Show).run_if(in_state(Menu::Pause)),
    );
}

fn spawn(mut commands: Commands, session: Res<Session>, mut notice: ResMut<Notice>) {
    notice.0 = None;
    let can_surrender = session.battle.acting().is_some() && session.asked().is_some();
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
            .with_children(|sheet| buttons(sheet, can_surrender));
            veil.spawn((
                Node {
                    width: px(430),
                    padding: UiRect::axes(px(26), px(24)),
                    margin: UiRect::left(px(14)),
                    ..column(3.0)
                },
                parchment(),
            ))
            .with_children(keys);
        });
}

/// What can be done about the battle, and the newest saved ones.
fn buttons(sheet: &mut ChildSpawnerCommands<'_>, can_surrender: bool) {
    sheet.spawn(text("Pause", theme::title(30.0), theme::INK));
    let buttons: [(_, Intent, _, _); 7] = [
        ("Continue", Navigate::Close.into(), true, "Esc"),
        ("Save", Command::Save.into(), true, "F5"),
        ("Rulebook", Consult::Contents.into(), true, "F1"),
        (
            "Ask me everything again",
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
            "You lose this battle if you have not saved it.",
        ),
        ("Quit the game", Navigate::Quit.into(), true, ""),
    ];
    for (n, (label, does, enabled, tip)) in buttons.into_iter().enumerate() {
        let look = if n == 0 { Look::Main } else { Look::Plain };
        let button = button(label, does, look, enabled);
        sheet.spawn((button, tabbed(), Tip(tip.into())));
    }
    for name in save::list().into_iter().take(3) {
        let label = format!("Load {name}");
        let button = button(label, Command::Load(name), Look::Line, true);
        sheet.spawn((button, tabbed(), Tip("A battle you saved".into())));
    }
    sheet.spawn((NoticeLine, text("", theme::body(14.5), theme::GREEN)));
}

fn keys(sheet: &mut ChildSpawnerCommands<'_>) {
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
}

fn tell(notice: Res<Notice>, line: Single<&mut Text, With<NoticeLine>>) {
    if notice.is_changed() {
        line.into_inner().0 = notice.0.clone().unwrap_or_default();
    }
}
