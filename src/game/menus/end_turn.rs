//! The warning that something of the turn is left.

use bevy::prelude::*;

use crate::game::focus::dialog;
use crate::game::intent::{Navigate, PlanEdit};
use crate::game::plan::Plan;
use crate::game::session::Session;
use crate::game::widgets::{Look, button, column, parchment, row, tabbed, text, veil};
use crate::game::{Menu, theme};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Menu::EndTurn),
        spawn.run_if(resource_exists::<Session>),
    );
}

fn spawn(mut commands: Commands, session: Res<Session>, plan: Res<Plan>) {
    let words = plan.unspent(&session).join(" ");
    commands
        .spawn((veil(), dialog(), DespawnOnExit(Menu::EndTurn)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(480),
                    padding: UiRect::axes(px(30), px(24)),
                    ..column(12.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet.spawn(text("End your turn?", theme::title(26.0), theme::INK));
                sheet.spawn(text(words, theme::body(16.0), theme::INK));
                sheet.spawn(row(10.0)).with_children(|line| {
                    line.spawn((
                        button("End it (Enter)", PlanEdit::EndTurn, Look::Main, true),
                        tabbed(),
                    ));
                    line.spawn((
                        button("Keep playing (Esc)", Navigate::Close, Look::Plain, true),
                        tabbed(),
                    ));
                });
            });
        });
}
