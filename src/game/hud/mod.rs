//! Panels around the map: order of turns, combatant, log, actions, questions.

mod bar;
mod card;
mod initiative;
mod keys;
mod layout;
mod log;
pub mod question;
mod suit;

pub use bar::actions;
pub use layout::{BOTTOM, GAP, SIDE, TOP};

use bevy::prelude::*;

use super::Screen;
use super::session::Session;
use super::widgets::{board, parchment};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Battle),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_plugins((
        initiative::plugin,
        card::plugin,
        log::plugin,
        bar::plugin,
        question::plugin,
        keys::plugin,
    ));
}

fn spawn(mut commands: Commands) {
    let fixed = |node: Node| Node {
        position_type: PositionType::Absolute,
        ..node
    };
    let scoped = || DespawnOnExit(Screen::Battle);
    commands.spawn((
        initiative::Strip,
        fixed(Node {
            left: px(0),
            right: px(SIDE),
            top: px(0),
            height: px(TOP),
            padding: UiRect::axes(px(12), px(6)),
            align_items: AlignItems::Center,
            column_gap: px(6),
            overflow: Overflow::clip(),
            ..default()
        }),
        board(),
        scoped(),
    ));
    commands.spawn((
        fixed(Node {
            right: px(0),
            top: px(0),
            bottom: px(0),
            width: px(SIDE),
            flex_direction: FlexDirection::Column,
            ..default()
        }),
        scoped(),
        children![
            (
                card::Card,
                Node {
                    flex_direction: FlexDirection::Column,
                    row_gap: px(3),
                    padding: UiRect::new(px(18), px(16), px(14), px(12)),
                    min_height: px(250),
                    flex_shrink: 0.0,
                    ..default()
                },
                parchment(),
            ),
            (
                Node {
                    flex_grow: 1.0,
                    flex_basis: px(0),
                    min_height: px(0),
                    padding: UiRect::new(px(12), px(10), px(12), px(12)),
                    ..default()
                },
                parchment(),
                children![log::area()],
            ),
        ],
    ));
    commands.spawn((
        bar::Bar,
        fixed(Node {
            left: px(0),
            right: px(SIDE),
            bottom: px(0),
            height: px(BOTTOM),
            padding: UiRect::axes(px(16), px(9)),
            column_gap: px(14),
            ..default()
        }),
        board(),
        scoped(),
    ));
    commands.spawn((
        fixed(Node {
            left: px(0),
            right: px(SIDE),
            bottom: px(BOTTOM + GAP),
            justify_content: JustifyContent::Center,
            ..default()
        }),
        Pickable::IGNORE,
        scoped(),
        children![(
            question::Panel,
            Node {
                flex_direction: FlexDirection::Column,
                row_gap: px(8),
                max_width: px(640),
                padding: UiRect::axes(px(22), px(16)),
                display: Display::None,
                ..default()
            },
            parchment(),
        )],
    ));
}
