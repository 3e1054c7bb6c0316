//! Where people share the screen, it goes dark between their turns.

use bevy::prelude::*;

use crate::game::focus::dialog;
use crate::game::intent::Command;
use crate::game::session::Session;
use crate::game::watch::can_recap;
use crate::game::widgets::{Look, Tip, board, button, column, parchment, side_text, tabbed, text};
use crate::game::{Menu, theme, words};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Menu::HandOver),
        spawn.run_if(resource_exists::<Session>),
    );
}

fn spawn(mut commands: Commands, session: Res<Session>) {
    let Some(side) = session.asked() else { return };
    let name = words::side(&session, side).to_owned();
    commands
        .spawn((
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            },
            board(),
            GlobalZIndex(60),
            dialog(),
            DespawnOnExit(Menu::HandOver),
        ))
        .with_children(|dark| {
            dark.spawn((
                Node {
                    padding: UiRect::axes(px(48), px(36)),
                    align_items: AlignItems::Center,
                    ..column(14.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet.spawn(side_text(name, theme::title(40.0), side.index()));
                sheet.spawn(text(
                    "Pass the screen to the player of this side.",
                    theme::body(17.0),
                    theme::INK,
                ));
                sheet.spawn((
                    button("I am here", Command::TakeSeat, Look::Main, true),
                    tabbed(),
                ));
                if can_recap(&session) {
                    let words = "Show me what happened";
                    sheet.spawn((
                        button(words, Command::Recap, Look::Plain, true),
                        tabbed(),
                        Tip("You see again what the others did since your last turn.".into()),
                    ));
                }
            });
        });
}
