//! The controls of a battle that is watched, in the dock's place: where it is, and where to go.

use bevy::prelude::*;

use super::layout::DOCK_WIDTH;
use crate::combat::{EventKind, Timeline};
use crate::game::intent::{Intent, Intents, WatchEdit, Way};
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::watch::Watch;
use crate::game::widgets::{Look, Tip, board, button, column, framed, label, refill, row};
use crate::game::{FrameSet, Menu, theme, words};

/// The controls.
#[derive(Component)]
pub struct Controls;

/// The part of a round that has been shown, within these numbers of events.
#[derive(Component)]
struct Played(usize, usize);

/// The line that says where the battle is.
#[derive(Component)]
struct Place;

pub(super) fn plugin(app: &mut App) {
    let watching = || playing().and_then(resource_exists::<Watch>);
    app.add_systems(
        Update,
        (
            press.in_set(FrameSet::Input).run_if(watching()),
            (fill, follow)
                .chain()
                .in_set(FrameSet::Show)
                .run_if(watching()),
        ),
    );
}

/// The node of the controls.
pub fn controls() -> impl Bundle {
    (
        Controls,
        Node {
            width: percent(100),
            max_width: px(DOCK_WIDTH - 260.0),
            padding: UiRect::axes(px(18), px(12)),
            ..column(8.0)
        },
        board(),
    )
}

/// Keys of a battle that is watched.
fn press(keys: Res<ButtonInput<KeyCode>>, menu: Res<State<Menu>>, mut intents: Intents) {
    if *menu.get() != Menu::None {
        return;
    }
    for key in keys.get_just_pressed() {
        intents.send(match key {
            KeyCode::Space => WatchEdit::Pause,
            KeyCode::Comma => WatchEdit::Event(Way::Back),
            KeyCode::Period => WatchEdit::Event(Way::On),
            KeyCode::PageUp => WatchEdit::Turn(Way::Back),
            KeyCode::PageDown => WatchEdit::Turn(Way::On),
            KeyCode::Home => WatchEdit::Begin,
            KeyCode::End => WatchEdit::End,
            KeyCode::Escape => WatchEdit::Leave,
            _ => continue,
        });
    }
    if let Some(number) = super::digits::number(&keys) {
        let round = u16::try_from(number + 1).unwrap_or(u16::MAX);
        intents.send(WatchEdit::Round(round));
    }
}

fn fill(
    controls: Single<(Entity, Ref<Controls>)>,
    watch: Res<Watch>,
    shown: Res<Shown>,
    mut commands: Commands,
    mut last: Local<(bool, bool)>,
) {
    let (controls, fresh) = controls.into_inner();
    let ended = shown.played >= watch.timeline().events().len();
    let now = (watch.paused, ended);
    if *last == now && !fresh.is_added() {
        return;
    }
    *last = now;
    let heading = match watch.is_recap() {
        true => "Since your last turn",
        false => "You are watching a recorded battle",
    };
    refill(&mut commands, controls, |panel| {
        let line = Node {
            justify_content: JustifyContent::SpaceBetween,
            ..row(10.0)
        };
        panel.spawn((line, Pickable::IGNORE)).with_children(|line| {
            line.spawn(label(heading, theme::title(19.0), theme::CREAM));
            line.spawn((label("", theme::body(14.0), theme::DIM), Place));
        });
        if !watch.is_recap() {
            panel
                .spawn((row(3.0), Pickable::IGNORE))
                .with_children(|line| rounds(line, watch.timeline()));
        }
        let line = Node {
            justify_content: JustifyContent::Center,
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(5),
            ..row(6.0)
        };
        panel
            .spawn((line, Pickable::IGNORE))
            .with_children(|line| buttons(line, &watch, ended));
    });
}

/// A stretch for each round, as long as it has events; a click goes to where it begins.
fn rounds(line: &mut ChildSpawnerCommands<'_>, timeline: &Timeline) {
    let end = timeline.events().len();
    let begun: Vec<_> = timeline.rounds().collect();
    let first = begun.first().map_or(end, |(_, at)| *at);
    let starts = begun.iter().map(|(round, at)| (Some(*round), *at));
    let starts: Vec<_> = std::iter::once((None, 0)).chain(starts).collect();
    for (n, (round, from)) in starts.iter().copied().enumerate() {
        let to = starts.get(n + 1).map_or(end, |(_, next)| *next);
        if round.is_none() && first == 0 {
            continue;
        }
        let (does, name, tip) = match round {
            None => (WatchEdit::Begin, String::new(), "Before the battle".into()),
            Some(0) => (
                WatchEdit::Round(0),
                "S".into(),
                "The surprise round".to_owned(),
            ),
            Some(round) => (
                WatchEdit::Round(round),
                round.to_string(),
                format!("Go to round {round}"),
            ),
        };
        let node = Node {
            flex_grow: (to - from).max(1) as f32,
            flex_basis: px(0),
            min_width: px(4),
            height: px(24),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(4)),
            justify_content: JustifyContent::Center,
            align_items: AlignItems::Center,
            overflow: Overflow::clip(),
            ..default()
        };
        line.spawn((framed(node, does, Look::Plain, true), Tip(tip)))
            .with_children(|part| {
                part.spawn((
                    Played(from, to),
                    Node {
                        position_type: PositionType::Absolute,
                        left: px(0),
                        top: px(0),
                        bottom: px(0),
                        width: percent(0),
                        ..default()
                    },
                    BackgroundColor(Color::srgba(0.74, 0.58, 0.27, 0.55)),
                    Pickable::IGNORE,
                ));
                part.spawn(label(name, theme::bold(13.0), theme::CREAM));
            });
    }
}

fn buttons(line: &mut ChildSpawnerCommands<'_>, watch: &Watch, ended: bool) {
    let (pause, what) = match (watch.paused, ended) {
        (_, true) if !watch.is_recap() => ("Again", "Watch it from the beginning ({Space})"),
        (true, _) => ("Play", "Go on ({Space})"),
        (false, _) => ("Pause", "Stand still ({Space})"),
    };
    if watch.is_recap() {
        let go_on = "Leave it, and go on with your battle (Esc)";
        let buttons: [(_, Intent, _, _); 2] = [
            (pause, WatchEdit::Pause.into(), Look::Plain, what),
            ("Skip", WatchEdit::Leave.into(), Look::Main, go_on),
        ];
        for (words, does, look, tip) in buttons {
            line.spawn((button(words, does, look, true), Tip(tip.into())));
        }
        return;
    }
    let buttons: [(_, Intent, _, _); 8] = [
        (
            "«",
            WatchEdit::Begin.into(),
            Look::Plain,
            "The beginning ({Home})",
        ),
        (
            "‹ Turn",
            WatchEdit::Turn(Way::Back).into(),
            Look::Plain,
            "One turn back ({Page Up})",
        ),
        (
            "‹ Event",
            WatchEdit::Event(Way::Back).into(),
            Look::Plain,
            "One event back ({,})",
        ),
        (pause, WatchEdit::Pause.into(), Look::Main, what),
        (
            "Event ›",
            WatchEdit::Event(Way::On).into(),
            Look::Plain,
            "One event on ({.})",
        ),
        (
            "Turn ›",
            WatchEdit::Turn(Way::On).into(),
            Look::Plain,
            "One turn on ({Page Down})",
        ),
        ("»", WatchEdit::End.into(), Look::Plain, "The end ({End})"),
        (
            "Stop watching",
            WatchEdit::Leave.into(),
            Look::Plain,
            "Back to where you came from (Esc)",
        ),
    ];
    for (words, does, look, tip) in buttons {
        line.spawn((button(words, does, look, true), Tip(tip.into())));
    }
}

/// How far each round has been shown, and whose turn it is.
fn follow(
    shown: Res<Shown>,
    session: Res<Session>,
    mut parts: Query<(&Played, &mut Node)>,
    mut places: Query<&mut Text, With<Place>>,
) {
    for (Played(from, to), mut node) in &mut parts {
        let part = shown.played.saturating_sub(*from) as f32 / (to - from).max(1) as f32;
        let width = percent(100.0 * part.min(1.0));
        if node.width != width {
            node.width = width;
        }
    }
    let place = place(&session, &shown);
    for mut text in &mut places {
        if text.0 != place {
            text.0.clone_from(&place);
        }
    }
}

fn place(session: &Session, shown: &Shown) -> String {
    let over = session.battle.events().get(shown.played.saturating_sub(1));
    if over.is_some_and(|event| matches!(event.kind, EventKind::BattleEnded { .. })) {
        return "The end of the battle".into();
    }
    let round = match (shown.view.surprise, shown.view.round) {
        (true, _) => "The surprise round".to_owned(),
        (_, 0) => "Before the battle".to_owned(),
        (_, round) => format!("Round {round}"),
    };
    match shown.view.current {
        Some(seat) => format!("{round} · {}", words::name(session, seat)),
        None => round,
    }
}
