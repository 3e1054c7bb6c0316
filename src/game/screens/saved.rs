//! What the set-up screen offers to go on with: the battle that was left, and those that were saved.

use bevy::prelude::*;

use super::setup::heading;
use crate::game::intent::Command;
use crate::game::save::Saved;
use crate::game::theme;
use crate::game::widgets::{
    Look, Tip, button_body, column, label, scrolling, small_button, tabbed, text, two_lines,
};

/// Goes on with the battle that was left.
pub fn go_on(sheet: &mut ChildSpawnerCommands<'_>, left: &Saved) {
    let load = Command::Load(left.name.clone());
    let tip = "F9: go on with the battle you left.";
    sheet
        .spawn((
            button_body(load, Look::Main, true),
            tabbed(),
            Tip(tip.into()),
        ))
        .with_children(|button| {
            let lines = Node {
                align_items: AlignItems::Center,
                ..column(0.0)
            };
            button
                .spawn((lines, Pickable::IGNORE))
                .with_children(|lines| {
                    lines.spawn(text("Continue", theme::title(24.0), theme::CREAM));
                    for words in [&left.place, &left.detail] {
                        lines.spawn(text(words.clone(), theme::body(13.5), theme::CREAM));
                    }
                });
        });
}

/// The saved battles, where there are any.
pub fn list(sheet: &mut ChildSpawnerCommands<'_>, saves: &[Saved]) {
    if saves.is_empty() {
        return;
    }
    sheet.spawn(heading("Saved battles"));
    let room = Node {
        max_height: percent(38),
        flex_shrink: 0.0,
        ..default()
    };
    sheet.spawn(scrolling(room)).with_children(|list| {
        for one in saves {
            let line = Node {
                flex_shrink: 0.0,
                align_items: AlignItems::End,
                ..column(2.0)
            };
            list.spawn(line).with_children(|line| {
                let load = Command::Load(one.name.clone());
                let tip = "Go on with this battle";
                two_lines(line, one.picture.as_ref(), [&one.place, &one.detail], load)
                    .insert((tabbed(), Tip(tip.into())));
                if one.picture.is_none() {
                    return;
                }
                let watch = Command::WatchSaved(one.name.clone());
                let tip = "Watch it from its beginning; nothing in it changes.";
                line.spawn((
                    small_button(watch, Look::Plain, true),
                    tabbed(),
                    Tip(tip.into()),
                    children![label("Watch", theme::bold(13.0), theme::CREAM)],
                ));
            });
        }
    });
}
