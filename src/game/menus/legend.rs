//! The legend: every mark on the board beside its meaning, and the shapes of a turn.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::art::pip::Pip;
use crate::game::board::{Sample, legend};
use crate::game::colours::Colours;
use crate::game::intent::Navigate;
use crate::game::keymap::Keys;
use crate::game::pictures::{Pictures, mipped};
use crate::game::session::Session;
use crate::game::widgets::{Look, button, column, label, parchment, row, tabbed, text, veil};
use crate::game::{Menu, theme};

/// Side of a sample, in pixels.
const SIDE: f32 = 32.0;
/// The colour of bare ground, on which the samples lie.
const GROUND: Color = Color::srgb(0.55, 0.50, 0.40);
/// Entries below one another.
const ROWS: usize = 11;

/// The shapes of a turn, as the dock shows them.
const PIPS: [(Pip, &str); 4] = [
    (Pip::Standard, "A standard action, still to be spent."),
    (Pip::Move, "A move."),
    (Pip::Swift, "A swift action."),
    (Pip::Step, "A free step."),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Legend), spawn);
}

fn spawn(
    mut commands: Commands,
    keys: Res<Keys>,
    colours: Res<Colours>,
    session: Option<Res<Session>>,
    mut images: ResMut<Assets<Image>>,
    mut pictures: ResMut<Pictures>,
) {
    let rules = session.as_ref().map(|session| session.rules());
    let mut lines = Vec::new();
    for entry in legend(&colours.0, rules) {
        let sample = match entry.sample {
            Sample::Drawing(drawing, color) => {
                let image = images.add(mipped(&drawing));
                Shown::Picture(image, color)
            }
            Sample::Slip(words, color) => Shown::Slip(words, color),
            Sample::Line(color) => Shown::Line(color),
        };
        lines.push((sample, entry.means));
    }
    for (pip, means) in PIPS {
        let image = pictures.pip(&mut images, pip);
        lines.push((Shown::Picture(image, Color::WHITE), means));
    }
    let close = (
        button("Done (Esc)", Navigate::Close, Look::Main, true),
        tabbed(),
    );
    commands
        .spawn((veil(), TabGroup::modal(), DespawnOnExit(Menu::Legend)))
        .with_children(|veil| {
            let sheet = Node {
                padding: UiRect::axes(px(30), px(20)),
                ..column(9.0)
            };
            veil.spawn((sheet, parchment())).with_children(|sheet| {
                sheet.spawn(text("Legend", theme::title(26.0), theme::INK));
                let halves = Node {
                    align_items: AlignItems::Start,
                    ..row(20.0)
                };
                sheet.spawn(halves).with_children(|halves| {
                    for half in lines.chunks(ROWS) {
                        halves.spawn(column(4.0)).with_children(|list| {
                            half.iter()
                                .for_each(|(sample, means)| line(list, sample, &keys.tell(means)));
                        });
                    }
                });
                sheet.spawn(close);
            });
        });
}

/// A sample, ready to be shown.
enum Shown {
    Picture(Handle<Image>, Color),
    Slip(&'static str, Color),
    Line(Color),
}

fn line(list: &mut ChildSpawnerCommands<'_>, sample: &Shown, means: &str) {
    list.spawn(row(9.0)).with_children(|line| {
        let ground = Node {
            width: px(SIDE),
            height: px(SIDE),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(3)),
            ..default()
        };
        line.spawn((ground, BackgroundColor(GROUND)))
            .with_children(|ground| drawn(ground, sample));
        let words = Node {
            width: px(258),
            ..default()
        };
        line.spawn((words, children![text(means, theme::body(13.5), theme::INK)]));
    });
}

fn drawn(ground: &mut ChildSpawnerCommands<'_>, sample: &Shown) {
    match sample {
        Shown::Picture(image, color) => {
            let whole = Node {
                width: px(SIDE),
                height: px(SIDE),
                ..default()
            };
            let (image, color) = (image.clone(), *color);
            let picture = ImageNode {
                image,
                color,
                ..default()
            };
            ground.spawn((whole, picture));
        }
        Shown::Slip(words, color) => {
            let slip = Node {
                padding: UiRect::axes(px(2), px(0)),
                ..default()
            };
            let words = label(*words, theme::bold(12.0), theme::CREAM);
            ground.spawn((slip, BackgroundColor(*color), children![words]));
        }
        Shown::Line(color) => {
            let line = Node {
                width: px(SIDE - 6.0),
                height: px(4),
                ..default()
            };
            ground.spawn((line, BackgroundColor(*color)));
        }
    }
}
