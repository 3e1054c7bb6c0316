//! The set-up screen: level, rule system, who plays which side, seed.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use bevy::window::PrimaryWindow;

use super::{Chosen, Library, on, players, preview};
use crate::content::{Catalogue, LevelDef};
use crate::game::act::Act;
use crate::game::player::{self, Player};
use crate::game::save::{self, Notice};
use crate::game::session::{Session, Start};
use crate::game::widgets::{
    Look, Tip, board, button, button_body, column, parchment, row, scrolling, tabbed, text,
};
use crate::game::{Menu, Screen, Stage, theme};
use crate::rules::movement::SpaceTable;

/// Pixels beside the picture of the level: two columns and what lies between.
const BESIDE: f32 = 720.0;

/// Everything on the screen, rebuilt when a choice changes.
#[derive(Component)]
struct Root;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Setup), spawn);
    let here = in_state(Screen::Setup);
    let input = (keys, hurry).in_set(Stage::Input);
    app.add_systems(Update, input.run_if(here.clone()));
    app.add_systems(Update, choose.in_set(Stage::Act).run_if(here.clone()));
    app.add_systems(Update, fill.in_set(Stage::Show).run_if(here));
}

fn spawn(mut commands: Commands, mut chosen: ResMut<Chosen>) {
    chosen.set_changed();
    commands.spawn((
        Root,
        Node {
            width: percent(100),
            height: percent(100),
            flex_direction: FlexDirection::Column,
            ..default()
        },
        board(),
        TabGroup::default(),
        on(Screen::Setup),
    ));
}

fn keys(
    mut input: MessageReader<KeyboardInput>,
    menu: Res<State<Menu>>,
    library: Res<Library>,
    chosen: Res<Chosen>,
    mut acts: MessageWriter<Act>,
) {
    for event in input.read() {
        if !event.state.is_pressed() || *menu.get() != Menu::None {
            continue;
        }
        let levels = library.0.levels.len() as u16;
        let next = |by: u16| {
            let level = crate::rules::LevelId((chosen.level.0 + by) % levels.max(1));
            Act::PickLevel(level)
        };
        let rulesets = library.0.rulesets.len().max(1);
        acts.write(match event.key_code {
            KeyCode::ArrowDown => next(1),
            KeyCode::ArrowUp => next(levels.saturating_sub(1)),
            KeyCode::ArrowRight => Act::PickRuleset((chosen.ruleset + 1) % rulesets),
            KeyCode::ArrowLeft => Act::PickRuleset((chosen.ruleset + rulesets - 1) % rulesets),
            KeyCode::F1 => Act::Open(Menu::Rulebook),
            KeyCode::F10 => Act::Start,
            KeyCode::Backspace => Act::Seed(chosen.seed / 10),
            code => match digit(code) {
                Some(digit) => {
                    Act::Seed(chosen.seed.wrapping_mul(10).wrapping_add(digit) % 1_000_000)
                }
                None => continue,
            },
        });
    }
}

fn digit(code: KeyCode) -> Option<u64> {
    use KeyCode::*;
    let digits = [
        Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9,
    ];
    digits.iter().position(|d| *d == code).map(|n| n as u64)
}

/// Enters the battle at once if that was asked for on the command line.
fn hurry(mut chosen: ResMut<Chosen>, mut acts: MessageWriter<Act>) {
    if std::mem::take(&mut chosen.bypass_change_detection().start) {
        acts.write(Act::Start);
    }
}

fn choose(
    mut acts: MessageReader<Act>,
    library: Res<Library>,
    mut chosen: ResMut<Chosen>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: Commands,
) {
    for act in acts.read() {
        match act {
            Act::PickLevel(level) => {
                chosen.level = *level;
                chosen.players = players(&library.0, *level, &[], chosen.computer);
                chosen.fault = None;
            }
            Act::PickRuleset(ruleset) => {
                chosen.ruleset = *ruleset;
                chosen.fault = None;
            }
            Act::TurnSide(side) => {
                let profile = chosen.computer;
                if let Some(player) = chosen.players.get_mut(*side) {
                    *player = player.other(profile);
                }
            }
            Act::NextTemper(side) => {
                if let Some(Player::Computer(profile)) = chosen.players.get_mut(*side) {
                    *profile = player::next_temper(*profile);
                }
            }
            Act::Seed(seed) => chosen.seed = *seed,
            Act::Start => match start(&library, &chosen) {
                Ok(session) => {
                    commands.insert_resource(session);
                    next.set(Screen::Battle);
                }
                Err(fault) => chosen.fault = Some(fault),
            },
            _ => {}
        }
    }
}

fn start(library: &Library, chosen: &Chosen) -> Result<Session, String> {
    let catalogue = library.0.clone();
    let rules = catalogue.rulesets.get(chosen.ruleset).cloned();
    let rules = rules.ok_or("There is no rule system to play by.")?;
    let (level, players, seed) = (chosen.level, chosen.players.clone(), chosen.seed);
    Session::new(Start {
        catalogue,
        level,
        rules,
        players,
        seed,
    })
}

fn fill(
    root: Single<Entity, With<Root>>,
    library: Res<Library>,
    chosen: Res<Chosen>,
    notice: Res<Notice>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    if !chosen.is_changed() && !notice.is_changed() {
        return;
    }
    let catalogue = &library.0;
    commands
        .entity(*root)
        .despawn_children()
        .with_children(|page| {
            page.spawn((
                Node {
                    padding: UiRect::axes(px(30), px(14)),
                    justify_content: JustifyContent::SpaceBetween,
                    ..row(20.0)
                },
                children![
                    text("Opportunist", theme::title(46.0), theme::CREAM),
                    text(
                        "One warband, one map, several rule systems. Choose, and fight.",
                        theme::body(16.0),
                        theme::DIM
                    ),
                ],
            ));
            page.spawn(Node {
                flex_grow: 1.0,
                min_height: px(0),
                padding: UiRect::new(px(24), px(24), px(0), px(20)),
                align_items: AlignItems::Stretch,
                column_gap: px(16),
                ..default()
            })
            .with_children(|columns| {
                levels(columns, &library, &chosen);
                if let Some(level) = catalogue.levels.get(chosen.level) {
                    let rules = catalogue.rulesets.get(chosen.ruleset);
                    let spaces = rules.map_or(SpaceTable::SquareSpaces, |rules| {
                        rules.policies.movement.space
                    });
                    let room = Vec2::new(window.width() - BESIDE, window.height() / 2.0);
                    let (picture, size) =
                        preview::picture(&mut images, room, level, catalogue, spaces);
                    middle(columns, catalogue, level, picture, size);
                    right(columns, &library, &chosen, level, &notice);
                }
            });
        });
}

/// A parchment column.
fn sheet(width: Val, grow: f32) -> impl Bundle {
    (
        Node {
            width,
            flex_grow: grow,
            flex_shrink: if grow > 0.0 { 1.0 } else { 0.0 },
            min_width: px(0),
            padding: UiRect::axes(px(20), px(16)),
            ..column(6.0)
        },
        parchment(),
    )
}

fn heading(words: &str) -> impl Bundle {
    (
        Node {
            margin: UiRect::bottom(px(4)),
            ..default()
        },
        children![text(words, theme::title(20.0), theme::RED)],
    )
}

fn levels(columns: &mut ChildSpawnerCommands<'_>, library: &Library, chosen: &Chosen) {
    columns.spawn(sheet(px(232), 0.0)).with_children(|list| {
        list.spawn(heading("Level"));
        for (id, level) in library.0.levels.iter() {
            let look = if id == chosen.level {
                Look::Chosen
            } else {
                Look::Plain
            };
            list.spawn((
                button(level.name.clone(), Act::PickLevel(id), look, true),
                tabbed(),
            ));
        }
        list.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        let saves = save::list();
        if !saves.is_empty() {
            list.spawn(heading("Saved battles"));
            let room = Node {
                max_height: percent(38),
                flex_shrink: 0.0,
                ..default()
            };
            list.spawn(scrolling(room)).with_children(|list| {
                for name in saves {
                    let act = Act::Load(name.clone());
                    list.spawn((button(name, act, Look::Line, true), tabbed()));
                }
            });
        }
    });
}

fn middle(
    columns: &mut ChildSpawnerCommands<'_>,
    catalogue: &Catalogue,
    level: &LevelDef,
    picture: Handle<Image>,
    size: Vec2,
) {
    columns.spawn(sheet(auto(), 1.0)).with_children(|sheet| {
        sheet.spawn(heading(&level.name));
        // The frame goes around: a border of the picture's own would take room away from it.
        sheet.spawn((
            Node {
                max_width: percent(100),
                border: UiRect::all(px(3)),
                align_self: AlignSelf::Center,
                ..default()
            },
            BorderColor::all(theme::INK),
            children![(
                Node {
                    width: px(size.x),
                    max_width: percent(100),
                    aspect_ratio: Some(size.x / size.y.max(1.0)),
                    ..default()
                },
                ImageNode::new(picture),
            )],
        ));
        sheet.spawn((
            Node {
                margin: UiRect::top(px(8)),
                ..default()
            },
            children![text(level.text.clone(), theme::body(15.5), theme::INK)],
        ));
        sheet.spawn(text(
            preview::objective(level),
            theme::bold(15.5),
            theme::RED,
        ));
        for (i, side) in level.sides.iter().enumerate() {
            let band = preview::roster(level, catalogue, side);
            sheet.spawn(row(8.0)).with_children(|line| {
                line.spawn(text(side.name.clone(), theme::bold(15.5), theme::side(i)));
                line.spawn(text(band, theme::body(15.5), theme::INK));
            });
        }
    });
}

fn right(
    columns: &mut ChildSpawnerCommands<'_>,
    library: &Library,
    chosen: &Chosen,
    level: &LevelDef,
    notice: &Notice,
) {
    columns.spawn(sheet(px(350), 0.0)).with_children(|sheet| {
        sheet.spawn(heading("Rule system"));
        for (i, rules) in library.0.rulesets.iter().enumerate() {
            let look = if i == chosen.ruleset {
                Look::Chosen
            } else {
                Look::Plain
            };
            let label = rules.policies.name.clone();
            sheet.spawn((
                button(label, Act::PickRuleset(i), look, true),
                tabbed(),
                Tip(rules.policies.summary.clone()),
            ));
        }
        if let Some(rules) = library.0.rulesets.get(chosen.ruleset) {
            sheet
                .spawn((
                    Node {
                        min_height: px(84),
                        max_height: px(170),
                        overflow: Overflow::scroll_y(),
                        margin: UiRect::vertical(px(4)),
                        ..column(0.0)
                    },
                    ScrollArea,
                ))
                .with_child(text(
                    rules.policies.summary.clone(),
                    theme::body(14.5),
                    theme::INK,
                ));
        }
        sheet.spawn(heading("Sides"));
        for (i, side) in level.sides.iter().enumerate() {
            let player = chosen.players.get(i).copied();
            let label = match player {
                Some(Player::Computer(_)) => "computer",
                _ => "a person",
            };
            sheet
                .spawn(Node {
                    justify_content: JustifyContent::SpaceBetween,
                    ..row(8.0)
                })
                .with_children(|line| {
                    line.spawn(text(side.name.clone(), theme::bold(16.0), theme::side(i)));
                    line.spawn(row(5.0)).with_children(|line| {
                        line.spawn((
                            button(label, Act::TurnSide(i), Look::Plain, true),
                            tabbed(),
                            Tip("Who plays this side. Two people share the screen in turn.".into()),
                        ));
                        if let Some(Player::Computer(profile)) = player {
                            let (name, text) = player::temper(profile);
                            line.spawn((
                                button(name, Act::NextTemper(i), Look::Plain, true),
                                tabbed(),
                                Tip(format!(
                                    "This computer player {text}. Click for the next one."
                                )),
                            ));
                        }
                    });
                });
        }
        sheet.spawn(heading("Dice"));
        sheet.spawn(row(6.0)).with_children(|line| {
            line.spawn(text(
                format!("Seed {}", chosen.seed),
                theme::bold(16.0),
                theme::INK,
            ));
            line.spawn(Node {
                flex_grow: 1.0,
                ..default()
            });
            for (label, seed) in [
                ("−", chosen.seed.saturating_sub(1)),
                ("+", chosen.seed.saturating_add(1)),
                (
                    "other",
                    chosen
                        .seed
                        .wrapping_mul(6_364_136_223)
                        .wrapping_add(1_442_695)
                        % 1_000_000,
                ),
            ] {
                line.spawn((
                    button(label, Act::Seed(seed), Look::Plain, true),
                    tabbed(),
                    Tip("The same seed and choices give the same battle. Digits type one.".into()),
                ));
            }
        });
        sheet.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        for fault in [&chosen.fault, &notice.0].into_iter().flatten() {
            sheet.spawn(text(fault.clone(), theme::body(14.0), theme::RED));
        }
        sheet
            .spawn((
                button_body(Act::Start, Look::Main, true),
                tabbed(),
                Tip("F10".into()),
            ))
            .with_child(text("Fight", theme::title(24.0), theme::CREAM));
        sheet
            .spawn(Node {
                justify_content: JustifyContent::SpaceBetween,
                ..row(8.0)
            })
            .with_children(|line| {
                line.spawn((
                    button("Rulebook", Act::Open(Menu::Rulebook), Look::Plain, true),
                    tabbed(),
                ));
                line.spawn((button("Leave", Act::Quit, Look::Plain, true), tabbed()));
            });
    });
}
