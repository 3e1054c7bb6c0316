//! What the set-up screen offers to go on with: the battle that was left, and those that were saved.

use bevy::prelude::*;

use crate::game::intent::Command;
use crate::game::save::{Saved, Saves};
use crate::game::theme;
use crate::game::widgets::{
    Look, Tip, button_body, column, heading, label, row, scrolling, small_button, tabbed, text,
    two_lines,
};

/// Pixels that they have at the foot of the sheet, which is room for three with their heading, and the button to
/// go on with.
pub const HEIGHT: f32 = 166.0;
const GO_ON: f32 = 246.0;
const GAP: f32 = 18.0;

/// Width of the least list of saved battles.
const LIST: f32 = 240.0;

/// Whether a sheet of this width has no room for the saved battles beside the one to go on with.
pub fn is_narrow(width: f32) -> bool {
    width < GO_ON + GAP + LIST
}

/// The foot of a sheet of this width: the battle to go on with, and the saved ones beside it, or below it where
/// they have no room there.
pub fn foot(sheet: &mut ChildSpawnerCommands<'_>, saves: &Saves, width: f32) {
    if saves.is_empty() {
        return;
    }
    let narrow = is_narrow(width);
    let foot = match narrow {
        true => Node {
            max_height: px(2.0 * HEIGHT),
            flex_shrink: 0.0,
            ..column(8.0)
        },
        false => Node {
            max_height: px(HEIGHT),
            flex_shrink: 0.0,
            align_items: AlignItems::Stretch,
            ..row(GAP)
        },
    };
    sheet.spawn(foot).with_children(|foot| {
        if let Some(left) = &saves.left {
            let place = Node {
                width: if narrow { auto() } else { px(GO_ON) },
                flex_shrink: 0.0,
                justify_content: JustifyContent::Center,
                ..column(0.0)
            };
            foot.spawn(place).with_children(|place| go_on(place, left));
        }
        list(foot, &saves.others);
    });
}

/// Goes on with the battle that was left.
fn go_on(sheet: &mut ChildSpawnerCommands<'_>, left: &Saved) {
    let load = Command::Load(left.name.clone());
    let tip = "{F9}: go on with the battle you left.";
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
fn list(foot: &mut ChildSpawnerCommands<'_>, saves: &[Saved]) {
    if saves.is_empty() {
        return;
    }
    let place = Node {
        flex_grow: 1.0,
        min_width: px(0),
        ..column(4.0)
    };
    foot.spawn(place).with_children(|sheet| {
        sheet.spawn(heading("Saved battles"));
        sheet
            .spawn(scrolling(Node::default()))
            .with_children(|list| {
                for one in saves {
                    line(list, one);
                }
            });
    });
}

/// A saved battle: to go on with, and to watch.
fn line(list: &mut ChildSpawnerCommands<'_>, one: &Saved) {
    let line = Node {
        flex_shrink: 0.0,
        ..row(6.0)
    };
    list.spawn(line).with_children(|line| {
        let load = Command::Load(one.name.clone());
        let tip = "Go on with this battle";
        let room = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        line.spawn(room).with_children(|room| {
            two_lines(room, one.picture.as_ref(), [&one.place, &one.detail], load)
                .insert((tabbed(), Tip(tip.into())));
        });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_narrow_sheet_the_list_stands_below() {
        assert!(is_narrow(298.0));
        assert!(!is_narrow(540.0));
    }
}
