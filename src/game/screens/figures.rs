//! The table of a battle that is over: what each combatant did and suffered, and what is left of it.

use bevy::prelude::*;

use crate::ai::{Figures, SideFigures};
use crate::combat::contract::{CombatantView, View};
use crate::game::pictures::Pictures;
use crate::game::session::Session;
use crate::game::theme;
use crate::game::widgets::{row, text};
use crate::narrate;
use crate::rules::{Flag, Ruleset};

/// Combatants from which on their lines are low, so that more of them are seen at once.
const MANY: usize = 9;
/// Height of a face in the table, and where there are many.
const FACE: f32 = 34.0;
const SMALL_FACE: f32 = 25.0;

/// One combatant in the table.
pub struct Line<'a> {
    who: &'a CombatantView,
    figures: SideFigures,
    face: Handle<Image>,
}

/// A line for each combatant, the winners first.
pub fn lines<'a>(
    session: &Session,
    view: &'a View,
    pictures: &mut Pictures,
    images: &mut Assets<Image>,
) -> Vec<Line<'a>> {
    let catalogue = &session.start.catalogue;
    let figures = Figures::by_combatant(&session.battle);
    let mut lines: Vec<_> = view
        .combatants
        .iter()
        .zip(figures)
        .map(|(who, figures)| {
            let def = who.monster.and_then(|m| catalogue.monsters.get(m));
            let emblem = def.map_or("", |def| def.token.emblem.as_str());
            let face = pictures.token(images, emblem, who.side.index(), who.dead);
            Line { who, figures, face }
        })
        .collect();
    let winner = session.battle.outcome().and_then(|outcome| outcome.winner);
    lines.sort_by_key(|Line { who, .. }| (Some(who.side) != winner, who.side, who.seat));
    lines
}

/// Whether there are so many that their lines are low.
pub fn are_many(lines: &[Line]) -> bool {
    lines.len() > MANY
}

/// The titles of the figures, and how wide what stands below them is.
const TITLES: [(&str, f32); 6] = [
    ("hits", 78.0),
    ("dealt", 70.0),
    ("taken", 70.0),
    ("felled", 70.0),
    ("opportunities", 118.0),
    ("left", 130.0),
];

/// The titles, one above each column.
pub fn titles(sheet: &mut ChildSpawnerCommands<'_>) {
    sheet
        .spawn((
            Node {
                margin: UiRect::top(px(8)),
                flex_shrink: 0.0,
                ..row(0.0)
            },
            children![space(), wide("", true)],
        ))
        .with_children(|titles| {
            for (title, width) in TITLES {
                titles.spawn(number(title.into(), width, true));
            }
        });
}

/// The figures of all combatants.
pub fn rows(table: &mut ChildSpawnerCommands<'_>, rules: &Ruleset, lines: &[Line]) {
    let face = match are_many(lines) {
        true => SMALL_FACE,
        false => FACE,
    };
    for line in lines {
        let node = Node {
            flex_shrink: 0.0,
            ..row(0.0)
        };
        table
            .spawn(node)
            .with_children(|cells| cells_of(cells, rules, line, face));
    }
}

fn cells_of(cells: &mut ChildSpawnerCommands<'_>, rules: &Ruleset, line: &Line, face: f32) {
    let (who, figures) = (line.who, &line.figures);
    cells.spawn((
        Node {
            width: px(face),
            height: px(face),
            margin: UiRect::right(px(42.0 - face)),
            ..default()
        },
        ImageNode::new(line.face.clone()).with_mode(NodeImageMode::Stretch),
    ));
    cells.spawn(wide(&who.name, false));
    let figures = [
        format!("{} of {}", figures.hits, figures.attacks),
        figures.damage.to_string(),
        figures.lost.to_string(),
        figures.felled.to_string(),
        figures.opportunities_taken.to_string(),
        left(rules, who),
    ];
    for (words, (_, width)) in figures.into_iter().zip(TITLES) {
        cells.spawn(number(words, width, false));
    }
}

/// What is left of a combatant: hit points, and what is wrong with one who is out of the fight.
fn left(rules: &Ruleset, who: &CombatantView) -> String {
    let ails = |flag| {
        let conditions = who.conditions.iter();
        let mut conditions = conditions.map(|id| &rules.conditions[*id]);
        conditions.find(|condition| condition.flags.contains(&flag))
    };
    let state = match who.area {
        _ if who.dead => return "dead".into(),
        None => return "gone".into(),
        _ if who.standing => None,
        _ => [Flag::Stable, Flag::Dying, Flag::Helpless]
            .into_iter()
            .find_map(ails),
    };
    let state = state.map_or_else(String::new, |state| format!(", {}", state.name));
    format!("{}{state}", narrate::minus(who.hit_points))
}

/// The place of a face.
fn space() -> impl Bundle {
    Node {
        width: px(42),
        ..default()
    }
}

fn wide(words: &str, strong: bool) -> impl Bundle {
    let font = if strong {
        theme::bold(15.0)
    } else {
        theme::body(15.5)
    };
    (
        Node {
            width: px(206),
            ..default()
        },
        children![text(words, font, theme::INK)],
    )
}

fn number(words: String, width: f32, strong: bool) -> impl Bundle {
    let (font, color) = match strong {
        true => (theme::bold(13.5), theme::FADED),
        false => (theme::body(15.5), theme::INK),
    };
    (
        Node {
            width: px(width),
            ..default()
        },
        children![text(words, font, color)],
    )
}
