//! At the top: round and order of turns, and beside them the buttons of the picture.

use bevy::prelude::*;
use bevy::ui_widgets::Button;
use bevy::window::PrimaryWindow;

use super::layout::STRIP;
use crate::combat::contract::{Awareness, CombatantView};
use crate::game::colours::Tint;
use crate::game::intent::{CameraMove, Command, Consult, Intent, Navigate, Pace};
use crate::game::known;
use crate::game::pictures::Pictures;
use crate::game::playback::{Shown, Speed};
use crate::game::session::{Session, playing};
use crate::game::watch::can_recap;
use crate::game::widgets::Inspects;
use crate::game::widgets::{Look, Tip, button, column, label, refill};
use crate::game::{FrameSet, Menu, theme, twins};

/// Round and order of turns.
#[derive(Component)]
pub struct Strip;

/// The buttons of the picture.
#[derive(Component)]
pub struct Buttons;

/// Pixels of the strip that are not for tokens: round, buttons, gaps.
const AROUND: f32 = 110.0 + 385.0 + 60.0;
/// Pixels between tokens.
const GAP: f32 = 4.0;
/// Largest and smallest side of a token.
const MOST: f32 = 44.0;
const LEAST: f32 = 22.0;

pub(super) fn plugin(app: &mut App) {
    let fill = (fill_strip, fill_buttons).in_set(FrameSet::Show);
    app.add_systems(Update, fill.run_if(playing()));
}

/// The node of round and order.
pub fn strip() -> Node {
    Node {
        padding: UiRect::axes(px(12), px(5)),
        align_items: AlignItems::Center,
        column_gap: px(10),
        min_width: px(0),
        height: px(STRIP),
        overflow: Overflow::clip(),
        ..default()
    }
}

/// The node of the buttons.
pub fn buttons() -> Node {
    Node {
        padding: UiRect::axes(px(10), px(5)),
        align_items: AlignItems::Center,
        column_gap: px(6),
        flex_shrink: 0.0,
        ..default()
    }
}

fn fill_strip(
    strip: Single<(Entity, Ref<Strip>)>,
    shown: Res<Shown>,
    session: Res<Session>,
    window: Single<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
    mut last: Local<(u32, f32)>,
) {
    let (strip, fresh) = strip.into_inner();
    let now = (shown.revision, window.width() / scale.0);
    if *last == now && !fresh.is_added() {
        return;
    }
    *last = now;
    let view = &shown.view;
    let round = match (view.round, view.surprise) {
        (_, true) => "Surprise".to_owned(),
        (0, _) => "Deployment".to_owned(),
        (round, _) => format!("Round {round}"),
    };
    let chips: Vec<_> = view
        .order
        .iter()
        .filter_map(|seat| view.combatants.get(seat.index()))
        .filter(|who| who.area.is_some() && !who.dead)
        .map(|who| {
            let emblem = known::emblem(&session.start.catalogue, who);
            let face = pictures.token(&mut images, emblem, who.side.index(), false);
            let twin = match who.known {
                Awareness::Seen => twins::twin(view, who),
                _ => String::new(),
            };
            (who.clone(), face, twin)
        })
        .collect();
    let room = (now.1 - AROUND).max(0.0);
    let side = (room / chips.len().max(1) as f32 - GAP).clamp(LEAST, MOST);
    let current = chips
        .iter()
        .position(|(who, ..)| view.current == Some(who.seat));
    let (first, count) = in_sight(chips.len(), current, (room / (LEAST + GAP)) as usize);
    let hidden = chips.len() - count;
    let chips = chips.into_iter().cycle().skip(first).take(count);
    refill(&mut commands, strip, |row| {
        row.spawn((
            Node {
                flex_shrink: 0.0,
                ..default()
            },
            Pickable::IGNORE,
            children![label(round, theme::title(21.0), theme::CREAM)],
        ));
        row.spawn((
            Node {
                min_width: px(0),
                column_gap: px(GAP),
                align_items: AlignItems::Center,
                ..default()
            },
            Pickable::IGNORE,
        ))
        .with_children(|strip| {
            for (who, face, twin) in chips {
                let mut chip = strip.spawn(chip(&who, face, side, view.current == Some(who.seat)));
                if !twin.is_empty() {
                    chip.with_child(number(twin));
                }
            }
            if hidden > 0 {
                strip.spawn((
                    Node::default(),
                    Tip(format!("{hidden} more come after these")),
                    children![label(format!("+{hidden}"), theme::bold(14.0), theme::DIM)],
                ));
            }
        });
    });
}

fn fill_buttons(
    panel: Single<(Entity, Ref<Buttons>)>,
    speed: Res<Speed>,
    session: Res<Session>,
    mut commands: Commands,
    mut last: Local<(u32, bool)>,
) {
    let (panel, fresh) = panel.into_inner();
    let begins = speed.is_changed() || fresh.is_added();
    if !begins && last.0 == session.revision {
        return;
    }
    let recap = can_recap(&session);
    let before = std::mem::replace(&mut *last, (session.revision, recap));
    if !begins && before.1 == recap {
        return;
    }
    let next = (speed.0 + 1) % Speed::NAMES.len() as u8;
    let name = Speed::NAMES.get(usize::from(speed.0));
    let name = name.copied().unwrap_or("normal");
    refill(&mut commands, panel, |row| {
        let does = Pace::Speed(next);
        row.spawn((
            button(format!("Speed: {name}"), does, Look::Plain, true),
            Tip("How fast you see events ({F3})".into()),
        ));
        row.spawn((
            button("Rules", Consult::Contents, Look::Plain, true),
            Tip("The rulebook of this system, with search ({F1})".into()),
        ));
        if session.watched {
            return;
        }
        row.spawn((
            button("Recap", Command::Recap, Look::Plain, recap),
            Tip("Watch what happened since your last turn ({F11})".into()),
        ));
        row.spawn((
            button("Menu", Navigate::Open(Menu::Pause), Look::Plain, true),
            Tip("Pause, save, quit (Esc)".into()),
        ));
    });
}

/// The first place and the number of those in the order of turns that are shown where there is room for so
/// many only: from the one whose turn it is, around.
fn in_sight(all: usize, current: Option<usize>, room: usize) -> (usize, usize) {
    if all <= room.max(1) {
        return (0, all);
    }
    (current.unwrap_or(0), room.max(2) - 1)
}

/// What tells a combatant from others of its kind, in the corner of its face.
fn number(twin: String) -> impl Bundle {
    let corner = Node {
        position_type: PositionType::Absolute,
        left: px(-2),
        top: px(-2),
        padding: UiRect::horizontal(px(3)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    (
        corner,
        BackgroundColor(Color::srgba(0.17, 0.1, 0.05, 0.9)),
        Pickable::IGNORE,
        children![label(twin, theme::bold(10.5), theme::CREAM)],
    )
}

/// One combatant in the order of turns.
fn chip(who: &CombatantView, face: Handle<Image>, side: f32, current: bool) -> impl Bundle {
    let part = (who.hit_points.max(0) as f32 / who.max_hit_points.max(1) as f32).min(1.0);
    let side = if current { side } else { side * 0.86 };
    let count = who
        .initiative
        .map_or(String::new(), |count| format!(", initiative {count}"));
    let seen = who.known == Awareness::Seen;
    let tip = match seen {
        true => format!(
            "{}: {} of {} hit points{count}\nClick to find it on the map, right-click for its sheet",
            who.name, who.hit_points, who.max_hit_points
        ),
        false => format!("{}{count}\nClick to find its square on the map", who.name),
    };
    (
        Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..column(2.0)
        },
        Tip(tip),
        Button,
        Intent::from(CameraMove::LookAt(who.seat)),
        Inspects(who.seat),
        children![
            (
                Node {
                    width: px(side),
                    height: px(side),
                    ..default()
                },
                ImageNode {
                    image: face,
                    color: if who.standing {
                        Color::WHITE
                    } else {
                        Color::srgb(0.55, 0.5, 0.45)
                    },
                    ..default()
                },
                Pickable::IGNORE,
            ),
            (
                Node {
                    width: px(side * 0.86),
                    height: px(4),
                    ..default()
                },
                BackgroundColor(Color::srgb(0.12, 0.08, 0.05)),
                match seen {
                    true => Visibility::Inherited,
                    false => Visibility::Hidden,
                },
                Pickable::IGNORE,
                children![(
                    Node {
                        width: percent(part * 100.0),
                        height: percent(100),
                        ..default()
                    },
                    BackgroundColor::default(),
                    Tint::of_part(part),
                    Pickable::IGNORE,
                )],
            ),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_there_is_room_the_order_is_shown_from_its_beginning() {
        assert_eq!(in_sight(14, Some(5), 17), (0, 14));
        assert_eq!(in_sight(20, Some(5), 17), (5, 16));
        assert_eq!(in_sight(20, None, 0), (0, 1));
    }
}
