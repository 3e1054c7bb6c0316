//! The list of free actions outside your turn: each action once, with a button for each of yours who can take it.

use bevy::prelude::*;

use super::list::ListLine;
use crate::game::hud::layout::EDGE;
use crate::game::theme;
use crate::game::widgets::{Cites, Look, Tip, column, label, row, small_button, text};

/// The button that the arrow keys are on.
#[derive(Component)]
pub(super) struct Picked;

/// Each action with its lines, by their numbers: those that follow each other under one name.
fn grouped(lines: &[ListLine]) -> Vec<Vec<(usize, &ListLine)>> {
    let numbered: Vec<_> = lines.iter().enumerate().collect();
    let groups = numbered.chunk_by(|(_, a), (_, b)| a.name == b.name);
    groups.map(<[_]>::to_vec).collect()
}

/// Why some cannot: each reason once, with the names of those whom it holds back.
fn reasons(group: &[(usize, &ListLine)]) -> Vec<String> {
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    for (_, line) in group.iter().filter(|(_, line)| !line.possible) {
        match told.iter_mut().find(|(why, _)| *why == line.said) {
            Some((_, names)) => names.push(&line.note),
            None => told.push((&line.said, vec![&line.note])),
        }
    }
    let said = told.into_iter();
    said.map(|(why, names)| format!("{}: {why}", names.join(", ")))
        .collect()
}

/// What is written on the button of one who can take an action.
fn written(line: &ListLine) -> String {
    match line.about.is_empty() {
        true => line.note.clone(),
        false => format!("{}: {}", line.note, line.about),
    }
}

/// Fills the list.
pub(super) fn fill(list: &mut ChildSpawnerCommands<'_>, lines: &[ListLine], picked: usize) {
    for group in grouped(lines) {
        let node = Node {
            padding: UiRect::axes(px(6), px(5)),
            flex_shrink: 0.0,
            ..column(3.0)
        };
        list.spawn((node, Pickable::IGNORE))
            .with_children(|part| one(part, &group, picked));
    }
}

fn one(part: &mut ChildSpawnerCommands<'_>, group: &[(usize, &ListLine)], picked: usize) {
    let Some((_, first)) = group.first() else {
        return;
    };
    let possible = group.iter().filter(|(_, line)| line.possible);
    let can = possible.clone().next();
    let ink = match can {
        Some(_) => theme::INK,
        None => theme::FADED,
    };
    part.spawn(text(&first.name, theme::bold(15.5), ink));
    if let Some((_, line)) = can {
        part.spawn(text(&line.said, theme::body(13.5), theme::INK));
        let wraps = Node {
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(EDGE / 2.0),
            ..row(EDGE / 2.0)
        };
        part.spawn((wraps, Pickable::IGNORE)).with_children(|row| {
            for (number, line) in possible {
                let mut button = row.spawn((
                    small_button(line.does.clone(), Look::Plain, true),
                    Cites(line.cites.clone()),
                    Tip(line.said.clone()),
                ));
                button.with_child(label(written(line), theme::bold(14.0), theme::CREAM));
                if *number == picked {
                    let outline = Outline {
                        color: theme::RED,
                        width: px(2),
                        offset: px(1),
                    };
                    button.insert((Picked, outline));
                }
            }
        });
    }
    for why in reasons(group) {
        part.spawn(text(why, theme::body(13.0), theme::FADED));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::intent::Navigate;

    fn line(name: &str, note: &str, possible: bool) -> ListLine {
        ListLine {
            key: String::new(),
            name: name.into(),
            about: String::new(),
            note: note.into(),
            said: if possible {
                "Drop it."
            } else {
                "You hold nothing."
            }
            .into(),
            does: Navigate::Close.into(),
            possible,
            cites: Vec::new(),
        }
    }

    #[test]
    fn an_action_is_told_once_and_so_is_a_reason() {
        let lines = [
            line("Drop", "Idony", true),
            line("Drop", "Hob", false),
            line("Drop", "Ysolt", false),
            line("Speak", "Hob", true),
        ];
        let groups = grouped(&lines);
        let sizes: Vec<_> = groups.iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 1]);
        assert_eq!(reasons(&groups[0]), ["Hob, Ysolt: You hold nothing."]);
        assert!(reasons(&groups[1]).is_empty());
    }
}
