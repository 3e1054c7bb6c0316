//! Panels around the map: order of turns, combatant, log, dock, questions.

mod around;
mod banner;
pub mod card;
mod digits;
mod dock;
mod initiative;
mod keys;
pub mod layout;
mod lesson;
pub mod log;
pub mod question;
mod readying;
mod replies;
mod ring;
pub mod suit;
mod turn;
mod watch;

pub use dock::shelf;

use bevy::prelude::*;

use super::Screen;
use super::session::Session;
use super::widgets::{board, parchment};
use layout::{CARD, DOCK, DOCK_WIDTH, EDGE, QUESTION, STRIP};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Battle),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_plugins((
        initiative::plugin,
        banner::plugin,
        card::plugin,
        log::plugin,
        dock::plugin,
        turn::plugin,
        question::plugin,
        ring::plugin,
        keys::plugin,
        watch::plugin,
        lesson::plugin,
    ));
}

fn spawn(session: Res<Session>, mut commands: Commands) {
    let fixed = |node: Node| Node {
        position_type: PositionType::Absolute,
        ..node
    };
    let scoped = || DespawnOnExit(Screen::Battle);
    commands.spawn((
        fixed(Node {
            left: px(0),
            right: px(0),
            top: px(0),
            height: px(STRIP),
            padding: UiRect::axes(px(EDGE), px(0)),
            justify_content: JustifyContent::SpaceBetween,
            column_gap: px(EDGE),
            ..default()
        }),
        Pickable::IGNORE,
        scoped(),
        children![
            (
                Node {
                    min_width: px(0),
                    flex_wrap: FlexWrap::Wrap,
                    align_content: AlignContent::FlexStart,
                    column_gap: px(EDGE),
                    ..default()
                },
                Pickable::IGNORE,
                children![
                    (initiative::Strip, initiative::strip(), board()),
                    (
                        (banner::Banner, layout::Covers),
                        banner::place(),
                        BackgroundColor(Color::srgba(0.09, 0.06, 0.04, 0.72)),
                        Pickable::IGNORE,
                    ),
                ],
            ),
            (initiative::Buttons, initiative::buttons(), board()),
        ],
    ));
    commands.spawn((
        (card::Card, layout::Covers),
        fixed(Node {
            right: px(EDGE),
            top: px(STRIP + EDGE),
            width: px(CARD),
            flex_direction: FlexDirection::Column,
            row_gap: px(3),
            padding: UiRect::new(px(18), px(16), px(14), px(12)),
            display: Display::None,
            ..default()
        }),
        parchment(),
        Pickable::IGNORE,
        scoped(),
    ));
    commands.spawn((log::Log, layout::Covers, fixed(log::folded()), scoped()));
    commands.spawn((lesson::card(), layout::Covers, scoped()));
    for panel in [true, false] {
        let centred = fixed(Node {
            left: px(0),
            right: px(0),
            bottom: px(EDGE),
            padding: UiRect::axes(px(EDGE), px(0)),
            justify_content: JustifyContent::Center,
            align_items: AlignItems::End,
            ..default()
        });
        let mut place = commands.spawn((centred, Pickable::IGNORE, scoped()));
        // A question or an open drawer covers the last lines of the log, never the other way round.
        place.insert(GlobalZIndex(1));
        if session.watched {
            // Nothing is asked and nothing can be done.
            if panel {
                place.with_child(watch::controls());
            }
        } else if panel {
            place.with_child((
                (dock::Dock, layout::Covers),
                Node {
                    width: percent(100),
                    max_width: px(DOCK_WIDTH),
                    min_height: px(DOCK),
                    flex_direction: FlexDirection::Column,
                    justify_content: JustifyContent::End,
                    ..default()
                },
                Pickable::IGNORE,
            ));
        } else {
            place.with_child((
                (question::Panel, layout::Covers),
                Node {
                    flex_direction: FlexDirection::Column,
                    row_gap: px(8),
                    width: px(QUESTION),
                    max_width: percent(100),
                    min_height: px(DOCK),
                    // At this width it leaves three quarters of the map to be seen.
                    max_height: vh(38),
                    padding: UiRect::axes(px(22), px(14)),
                    display: Display::None,
                    ..default()
                },
                parchment(),
            ));
        }
    }
}
