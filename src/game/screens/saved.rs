//! What the set-up screen offers to go on with: the battle that was left, and those that were saved.

use bevy::prelude::*;

use crate::game::intent::{Asks, Command};
use crate::game::save::{Contents, Saved, Saves};
use crate::game::widgets::{
    Look, Tip, button, button_body, column, heading, label, refill, row, scrolling, small_button,
    tabbed, text, two_lines,
};
use crate::game::{FrameSet, Screen, theme};

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
        list(foot, saves);
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
fn list(foot: &mut ChildSpawnerCommands<'_>, saves: &Saves) {
    if saves.others.is_empty() {
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
            .spawn((SavedList, scrolling(Node::default())))
            .with_children(|list| lines(list, saves));
    });
}

/// The list of saved battles, whose lines fill while their files are read.
#[derive(Component)]
struct SavedList;

pub(super) fn plugin(app: &mut App) {
    let changed = in_state(Screen::Setup).and_then(resource_changed::<Saves>);
    app.add_systems(Update, relist.in_set(FrameSet::Play).run_if(changed));
}

/// Fills the list anew; what else is on the screen stays.
fn relist(list: Query<Entity, With<SavedList>>, saves: Res<Saves>, mut commands: Commands) {
    for list in &list {
        refill(&mut commands, list, |list| lines(list, &saves));
    }
}

fn lines(list: &mut ChildSpawnerCommands<'_>, saves: &Saves) {
    for one in saves.shown() {
        line(list, one);
    }
    if saves.hidden() > 0 {
        let words = format!("Older battles ({})", saves.hidden());
        list.spawn((
            button(words, Command::ListOlder, Look::Plain, true),
            tabbed(),
        ));
    }
}

/// A saved battle: to go on with, and to watch. A faulty one: to delete.
fn line(list: &mut ChildSpawnerCommands<'_>, one: &Saved) {
    let line = Node {
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        ..row(6.0)
    };
    list.spawn(line).with_children(|line| {
        let room = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        line.spawn(room).with_children(|room| match one.contents {
            Contents::Unread | Contents::Battle => {
                let load = Command::Load(one.name.clone());
                two_lines(room, one.picture.as_ref(), [&one.place, &one.detail], load)
                    .insert((tabbed(), Tip("Go on with this battle".into())));
            }
            Contents::Faulty => {
                let words = Node {
                    padding: UiRect::axes(px(6), px(3)),
                    ..column(0.0)
                };
                room.spawn(words).with_children(|words| {
                    words.spawn(text(one.place.clone(), theme::bold(14.5), theme::FADED));
                    words.spawn(text(one.detail.clone(), theme::body(13.0), theme::RED));
                });
            }
        });
        let (does, words, tip) = match one.contents {
            Contents::Unread => return,
            Contents::Battle => (
                Command::WatchSaved(one.name.clone()),
                "Watch",
                "Watch it from its beginning; nothing in it changes.",
            ),
            Contents::Faulty => (
                Command::Delete(one.name.clone()),
                "Delete",
                "Delete this file, which cannot be loaded.",
            ),
        };
        let small = small_button(does, Look::Plain, true);
        let label = label(words, theme::bold(13.0), theme::CREAM);
        let mut button = line.spawn((small, tabbed(), Tip(tip.into()), children![label]));
        if one.contents == Contents::Faulty {
            button.insert(Asks::once_more("Really delete?"));
        }
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
