//! What a combatant wears, on its card: a little suit of armour, each part as full as it has points
//! left.

use bevy::prelude::*;

use crate::combat::contract::{GearView, WornView};
use crate::game::theme;
use crate::game::widgets::{Tip, column, row, text};

/// Where a part of the suit is drawn, in pixels: its corner, its size, and how round it is above and
/// below.
struct Part {
    at: (f32, f32),
    size: (f32, f32),
    round: (f32, f32),
}

const HELMET: Part = Part {
    at: (18.0, 0.0),
    size: (18.0, 15.0),
    round: (9.0, 2.0),
};
const ARMOUR: Part = Part {
    at: (13.0, 17.0),
    size: (28.0, 33.0),
    round: (7.0, 3.0),
};
const SHIELD: Part = Part {
    at: (0.0, 20.0),
    size: (19.0, 25.0),
    round: (2.0, 10.0),
};

/// How worn a part is, from mint to destroyed.
const STATES: [(&str, Color); 5] = [
    ("", Color::srgb(0.44, 0.50, 0.56)),
    (", damaged", Color::srgb(0.58, 0.55, 0.36)),
    (", battered", Color::srgb(0.70, 0.50, 0.20)),
    (", ruined", Color::srgb(0.66, 0.28, 0.14)),
    (", destroyed", Color::srgb(0.40, 0.12, 0.10)),
];

/// Draws what is worn, with a line for each part beside it.
pub fn show(panel: &mut ChildSpawnerCommands<'_>, gear: &GearView) {
    let worn = [
        (&gear.helmet, HELMET),
        (&gear.armour, ARMOUR),
        // Before the body.
        (&gear.shield, SHIELD),
    ];
    let worn: Vec<(&WornView, Part)> = worn
        .into_iter()
        .filter_map(|(worn, part)| Some((worn.as_ref()?, part)))
        .collect();
    if worn.is_empty() {
        return;
    }
    let figure = Node {
        width: px(42),
        height: px(51),
        flex_shrink: 0.0,
        ..default()
    };
    panel.spawn(row(9.0)).with_children(|line| {
        line.spawn(figure).with_children(|figure| {
            for (worn, part) in &worn {
                draw(figure, worn, part);
            }
        });
        line.spawn(column(1.0)).with_children(|lines| {
            for (worn, _) in &worn {
                lines.spawn(text(told(worn), theme::body(14.5), theme::INK));
            }
        });
    });
}

fn draw(figure: &mut ChildSpawnerCommands<'_>, worn: &WornView, part: &Part) {
    let left = worn.hit_points.max(0) as f32 / worn.max_hit_points.max(1) as f32;
    let (above, below) = (px(part.round.0), px(part.round.1));
    let outline = Node {
        position_type: PositionType::Absolute,
        left: px(part.at.0),
        top: px(part.at.1),
        width: px(part.size.0),
        height: px(part.size.1),
        border: UiRect::all(px(1.5)),
        border_radius: BorderRadius::new(above, above, below, below),
        overflow: Overflow::clip(),
        align_items: AlignItems::End,
        ..default()
    };
    let full = Node {
        width: percent(100),
        height: percent(100.0 * left.min(1.0)),
        ..default()
    };
    figure.spawn((
        outline,
        BorderColor::all(theme::INK),
        BackgroundColor(theme::PAPER),
        Tip(told(worn)),
        children![(full, BackgroundColor(state(worn).1), Pickable::IGNORE)],
    ));
}

/// Its name, its points and how worn it is.
fn told(worn: &WornView) -> String {
    let (name, left, most) = (&worn.name, worn.hit_points, worn.max_hit_points);
    format!("{name}: {left} of {most}{}", state(worn).0)
}

fn state(worn: &WornView) -> (&'static str, Color) {
    STATES[usize::from(worn.condition).min(STATES.len() - 1)]
}
