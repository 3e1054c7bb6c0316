//! Who acts: face, name, hit points, defence, and the conditions that ail or help.

use bevy::prelude::*;

use super::desk::Desk;
use crate::combat::contract::{Awareness, CombatantView};
use crate::game::hud::card;
use crate::game::intent::{CameraMove, Intent};
use crate::game::known;
use crate::game::theme;
use crate::game::widgets::Inspects;
use crate::game::widgets::{Tip, column, label, row};
use crate::narrate;

/// Side of the face.
const FACE: f32 = 76.0;
/// Letters of a name that find room beside it, and the size in which they do; a longer name is smaller.
const LETTERS: usize = 14;
const LARGE: f32 = 19.0;
const MORE_LETTERS: usize = 17;
const SMALL: f32 = 15.5;

/// Spawns the portrait of the combatant whose turn it is, or whose turn is shown.
pub(super) fn spawn(line: &mut ChildSpawnerCommands<'_>, desk: &mut Desk) {
    let seat = desk.plan.options.seat.or(desk.shown.view.current);
    let Some(who) = seat.and_then(|seat| desk.shown.view.combatants.get(seat.index())) else {
        return;
    };
    if who.known == Awareness::Unknown {
        return;
    }
    let seen = who.known == Awareness::Seen;
    let emblem = known::emblem(&desk.session.start.catalogue, who);
    let side = who.side.index();
    let face = desk.pictures.token(desk.images, emblem, side, who.dead);
    let node = Node {
        width: px(214),
        flex_shrink: 0.0,
        ..row(10.0)
    };
    line.spawn((node, Pickable::IGNORE)).with_children(|line| {
        line.spawn((
            Node {
                width: px(FACE),
                height: px(FACE),
                flex_shrink: 0.0,
                ..default()
            },
            ImageNode {
                image: face,
                color: match desk.waits {
                    true => Color::srgb(0.6, 0.56, 0.52),
                    false => Color::WHITE,
                },
                ..default()
            },
            bevy::ui_widgets::Button,
            Intent::from(CameraMove::LookAt(who.seat)),
            Inspects(who.seat),
            Tip(match seen {
                true => format!(
                    "{}\nClick to find it on the map, right-click for its sheet",
                    who.name
                ),
                false => format!("{}\nClick to find its square on the map", who.name),
            }),
        ));
        let beside = Node {
            flex_grow: 1.0,
            min_width: px(0),
            ..column(2.0)
        };
        line.spawn((beside, Pickable::IGNORE))
            .with_children(|lines| {
                let (name, size) = match seen {
                    true => fitting(&who.name),
                    false => (who.name.clone(), LARGE),
                };
                lines.spawn(label(name, theme::title(size), theme::CREAM));
                if !seen {
                    return;
                }
                card::health_bar(lines, who);
                let points = narrate::minus(who.hit_points);
                let points = format!("{points} of {} hit points", who.max_hit_points);
                lines.spawn(label(points, theme::body(12.5), theme::CREAM));
                lines.spawn(label(in_short(desk, who), theme::body(12.5), theme::DIM));
            });
    });
}

/// A name as it finds room, and how large. What tells it from others of its kind is never cut off.
fn fitting(name: &str) -> (String, f32) {
    let letters = name.chars().count();
    if letters <= LETTERS {
        return (name.to_owned(), LARGE);
    }
    if letters <= MORE_LETTERS {
        return (name.to_owned(), SMALL);
    }
    let number = name.rsplit_once(' ').map(|(_, last)| last);
    let number = number.filter(|last| last.chars().all(|c| c.is_ascii_digit()));
    let end = number.map_or_else(|| "…".to_owned(), |number| format!("… {number}"));
    let begin = name.chars().take(MORE_LETTERS - end.chars().count());
    (
        begin.collect::<String>().trim_end().to_owned() + &end,
        SMALL,
    )
}

/// Defence and speed on one line.
fn in_short(desk: &Desk, who: &CombatantView) -> String {
    let name = &desk.session.rules().policies.defence_name;
    let flies = match who.fly_speed {
        0 => String::new(),
        squares => format!(" · flying {squares}"),
    };
    format!("{name} {} · speed {}{flies}", who.defence, who.speed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_number() {
        let told = |name| fitting(name).0;
        assert_eq!(told("Quill"), "Quill");
        assert_eq!(told("Goblin archer 2"), "Goblin archer 2");
        assert_eq!(told("Hobgoblin sergeant 12"), "Hobgoblin ser… 12");
        assert_eq!(told("Hobgoblin sergeant-major"), "Hobgoblin sergea…");
    }
}
