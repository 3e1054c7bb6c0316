//! The set-up screen: level, rule system, who plays which side, seed.

use std::collections::BTreeSet;
use std::path::Path;

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{choices, preview, saved};
use crate::content::{Findings, LevelDef};
use crate::game::chosen::{Chosen, Library, newcomers};
use crate::game::colours::Colours;
use crate::game::intent::{Command, Consult, Intent, Intents, Navigate, SetupEdit};
use crate::game::notice::Notice;
use crate::game::save::Saves;
use crate::game::settings::Settings;
use crate::game::widgets::{
    Look, Tip, board, button, button_body, column, heading, parchment, row, scrolling, tabbed, text,
};
use crate::game::{FrameSet, Menu, Screen, theme};
use crate::rules::{Id, JourneyId, LevelId, SpaceTable};

/// Pixels of the interface beside the picture of the level: two columns and what lies between.
const BESIDE: f32 = 720.0;

/// Pixels above and below the picture of the level, what is told of it and the saved battles.
const AROUND: f32 = 190.0;
/// The picture is no lower than this: what is told scrolls rather.
const LOWEST: f32 = 130.0;

/// Height of the interface below which the choices have no room to spare.
const LOW: f32 = 780.0;

/// Everything on the screen, rebuilt when a choice changes.
#[derive(Component)]
struct Root;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Setup), spawn);
    let here = in_state(Screen::Setup);
    let input = (keys, start_at_once).in_set(FrameSet::Input);
    app.add_systems(Update, input.run_if(here.clone()));
    app.add_systems(Update, fill.in_set(FrameSet::Show).run_if(here));
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
        DespawnOnExit(Screen::Setup),
    ));
}

fn keys(
    mut input: MessageReader<KeyboardInput>,
    menu: Res<State<Menu>>,
    library: Res<Library>,
    chosen: Res<Chosen>,
    (saves, settings): (Res<Saves>, Res<Settings>),
    (focus, visible): (Res<InputFocus>, Res<InputFocusVisible>),
    mut intents: Intents,
) {
    let on_button = focus.get().is_some() && visible.0;
    let teaches = newcomers(&library.0).is_some();
    for event in input.read() {
        if !event.state.is_pressed() || *menu.get() != Menu::None {
            continue;
        }
        let left = saves.left.as_ref();
        let left = left.map(|left| Intent::from(Command::Load(left.name.clone())));
        let (levels, journeys) = (library.0.levels.len(), library.0.journeys.len());
        // Journeys stand below the levels in one list.
        let all = (levels + journeys).max(1);
        let level = |by: usize| {
            let now = chosen.journey.map(|id| levels + id.index());
            let next = (now.unwrap_or(chosen.level.index()) + by) % all;
            Intent::from(match next.checked_sub(levels) {
                Some(journey) => SetupEdit::Journey(JourneyId::from_index(journey)),
                None => SetupEdit::Level(LevelId::from_index(next)),
            })
        };
        let rulesets = library.0.rulesets.len().max(1);
        let ruleset = |by: usize| SetupEdit::Ruleset((chosen.ruleset + by) % rulesets).into();
        intents.send(match event.key_code {
            KeyCode::ArrowDown => level(1),
            KeyCode::ArrowUp => level(all - 1),
            KeyCode::ArrowRight => ruleset(1),
            KeyCode::ArrowLeft => ruleset(rulesets - 1),
            KeyCode::F1 => Consult::Contents.into(),
            KeyCode::F10 => Command::Start.into(),
            KeyCode::F9 => match left {
                Some(left) => left,
                None => continue,
            },
            // The button that stands out.
            KeyCode::Enter if !on_button => match (Begin::of(&saves, &settings), left) {
                (Begin::GoOn, Some(left)) => left,
                (Begin::Learn, _) if teaches => Command::Learn.into(),
                _ => Command::Start.into(),
            },
            KeyCode::Backspace => SetupEdit::Seed(chosen.seed / 10).into(),
            code => match digit(code) {
                Some(digit) => {
                    let seed = chosen.seed.wrapping_mul(10).wrapping_add(digit);
                    SetupEdit::Seed(seed % 1_000_000).into()
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
fn start_at_once(mut chosen: ResMut<Chosen>, mut intents: Intents) {
    let chosen = chosen.bypass_change_detection();
    if std::mem::take(&mut chosen.start) {
        intents.send(Command::Start);
    }
    if let Some(file) = chosen.watch.take() {
        intents.send(Command::WatchFile(file));
    }
}

fn fill(
    root: Single<Entity, With<Root>>,
    library: Res<Library>,
    chosen: Res<Chosen>,
    notice: Res<Notice>,
    saves: Res<Saves>,
    settings: Res<Settings>,
    window: Single<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
    mut last: Local<(Vec2, u8)>,
) {
    let size = window.size() / scale.0;
    let now = (size, settings.colours);
    if !chosen.is_changed() && !notice.is_changed() && *last == now {
        return;
    }
    *last = now;
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
                        "Choose a map, a rule system and your side, and fight.",
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
                    let wide = size.x - BESIDE;
                    let share = match (saves.is_empty(), saved::is_narrow(wide)) {
                        (true, _) => 0.5,
                        (false, false) => 0.4,
                        (false, true) => 0.3,
                    };
                    let journey = chosen.journey.and_then(|id| catalogue.journeys.get(id));
                    let told = match journey {
                        Some(journey) => preview::journey_height(journey, wide),
                        None => preview::level_height(level, catalogue, wide),
                    };
                    let foot = if saves.is_empty() { 0.0 } else { saved::HEIGHT };
                    let left = (size.y - AROUND - told - foot).max(LOWEST);
                    let room = Vec2::new(wide, (size.y * share).min(left));
                    let looks = (spaces, &Colours::at(settings.colours).0);
                    let (picture, shape) =
                        preview::picture(&mut images, room, level, catalogue, looks);
                    let name = journey.map_or(&level.name, |journey| &journey.name);
                    middle(
                        columns,
                        name,
                        (picture, shape),
                        (&saves, wide),
                        |told| match journey {
                            Some(journey) => preview::journey(told, catalogue, journey),
                            None => preview::level(told, catalogue, level),
                        },
                    );
                    let begin = Begin::of(&saves, &settings);
                    right(
                        columns,
                        &library,
                        &chosen,
                        level,
                        (&notice, begin, size.y < LOW),
                    );
                } else {
                    without_levels(columns, &saves, size.x - BESIDE);
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

/// What is left of a column's height.
fn the_rest() -> Node {
    Node {
        flex_grow: 1.0,
        flex_shrink: 1.0,
        row_gap: px(6),
        ..default()
    }
}

fn levels(columns: &mut ChildSpawnerCommands<'_>, library: &Library, chosen: &Chosen) {
    columns.spawn(sheet(px(232), 0.0)).with_children(|list| {
        list.spawn(heading("Level"));
        list.spawn(scrolling(the_rest())).with_children(|list| {
            for (id, level) in library.0.levels.iter() {
                let look = match id == chosen.level && chosen.journey.is_none() {
                    true => Look::Chosen,
                    false => Look::Plain,
                };
                let edit = SetupEdit::Level(id);
                list.spawn((button(level.name.clone(), edit, look, true), tabbed()));
            }
            if !library.0.journeys.is_empty() {
                list.spawn(heading("Journey"));
            }
            for (id, journey) in library.0.journeys.iter() {
                let look = match chosen.journey == Some(id) {
                    true => Look::Chosen,
                    false => Look::Plain,
                };
                list.spawn((
                    button(journey.name.clone(), SetupEdit::Journey(id), look, true),
                    tabbed(),
                    Tip(
                        "Battle after battle with a warband that is not made whole between them"
                            .into(),
                    ),
                ));
            }
            faults(list, &library.0.faults);
        });
    });
}

/// The files that were left out because of mistakes, each with its first mistakes as a tooltip.
fn faults(list: &mut ChildSpawnerCommands<'_>, faults: &Findings) {
    /// Mistakes of a file that a tooltip has room for.
    const TOLD: usize = 4;
    let files: BTreeSet<&Path> = faults.iter().map(|one| one.file.as_path()).collect();
    if files.is_empty() {
        return;
    }
    list.spawn(heading("Files with mistakes"));
    for file in files {
        let own = || faults.iter().filter(|one| one.file == file);
        let told = own()
            .take(TOLD)
            .map(|one| format!("Line {}: {}", one.line, one.words()));
        // Every rule system has files of the same names.
        let folder = file.parent().and_then(Path::file_name);
        let folder = folder.map(|folder| format!("In {}:", folder.to_string_lossy()));
        let mut told: Vec<String> = folder.into_iter().chain(told).collect();
        if own().count() > TOLD {
            told.push("…".to_owned());
        }
        let name = file
            .file_name()
            .unwrap_or(file.as_os_str())
            .to_string_lossy();
        let open = Navigate::Open(Menu::Faults);
        list.spawn((
            button(name, open, Look::Line, true),
            tabbed(),
            Tip(told.join("\n")),
        ));
    }
}

fn middle(
    columns: &mut ChildSpawnerCommands<'_>,
    name: &str,
    (picture, size): (Handle<Image>, Vec2),
    (saves, wide): (&Saves, f32),
    tell: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    columns.spawn(sheet(auto(), 1.0)).with_children(|sheet| {
        sheet.spawn(heading(name));
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
        sheet.spawn(scrolling(the_rest())).with_children(tell);
        saved::foot(sheet, saves, wide);
    });
}

/// The middle column when no level can be played. Saved battles can be, as each holds its own level.
fn without_levels(columns: &mut ChildSpawnerCommands<'_>, saves: &Saves, wide: f32) {
    columns.spawn(sheet(auto(), 1.0)).with_children(|sheet| {
        sheet.spawn(heading("No level can be played"));
        let words = "Every level contains a mistake or needs a file that does. The files with mistakes are listed on the \
                     left. You can still continue a saved battle.";
        sheet.spawn(text(words, theme::body(16.0), theme::INK));
        sheet.spawn(the_rest());
        saved::foot(sheet, saves, wide);
    });
}

/// What is chosen before a fight, and below it what never scrolls away.
fn right(
    columns: &mut ChildSpawnerCommands<'_>,
    library: &Library,
    chosen: &Chosen,
    level: &LevelDef,
    (notice, begin, low): (&Notice, Begin, bool),
) {
    columns.spawn(sheet(px(350), 0.0)).with_children(|sheet| {
        sheet.spawn(scrolling(the_rest())).with_children(|list| {
            choices::fill(list, library, chosen, level, low);
        });
        let failed = notice.0.as_ref().and_then(|told| told.as_ref().err());
        for fault in chosen.fault.iter().chain(failed) {
            sheet.spawn(text(fault.clone(), theme::body(14.0), theme::RED));
        }
        let teaches = newcomers(&library.0).is_some();
        let fight = match chosen.journey {
            Some(_) => "Set out",
            None => "Fight",
        };
        buttons(sheet, begin, teaches, fight);
    });
}

/// What a player most likely wants to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begin {
    /// The battle that was left.
    GoOn,
    /// The lessons: this is the first start.
    Learn,
    /// What is chosen.
    Fight,
}

impl Begin {
    fn of(saves: &Saves, settings: &Settings) -> Self {
        match (&saves.left, &settings.last) {
            (Some(_), _) => Self::GoOn,
            (None, None) => Self::Learn,
            (None, Some(_)) => Self::Fight,
        }
    }
}

/// `teaches`: there is a battle for newcomers. `fight`: what it is called to begin what is chosen.
fn buttons(sheet: &mut ChildSpawnerCommands<'_>, begin: Begin, teaches: bool, fight: &str) {
    let first = teaches && begin == Begin::Learn;
    let lessons = "A battle of a few minutes that tells you step by step what to do";
    if first {
        sheet
            .spawn((
                button_body(Command::Learn, Look::Main, true),
                tabbed(),
                Tip(lessons.into()),
            ))
            .with_child(text("Learn by playing", theme::title(24.0), theme::CREAM));
    }
    let (look, size, tip) = match begin {
        Begin::GoOn => (
            Look::Plain,
            18.0,
            "{F10}. The battle you left stays in the list of saved battles.",
        ),
        _ if first => (Look::Plain, 18.0, "{F10}"),
        _ => (Look::Main, 24.0, "{F10}"),
    };
    sheet
        .spawn((
            button_body(Command::Start, look, true),
            tabbed(),
            Tip(tip.into()),
        ))
        .with_child(text(fight, theme::title(size), theme::CREAM));
    sheet
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            ..row(4.0)
        })
        .with_children(|line| {
            if teaches && !first {
                line.spawn((
                    button("Learn", Command::Learn, Look::Plain, true),
                    tabbed(),
                    Tip(lessons.into()),
                ));
            }
            line.spawn((
                button("Rulebook", Consult::Contents, Look::Plain, true),
                tabbed(),
            ));
            let options = Navigate::Open(Menu::Options);
            line.spawn((
                button("Options", options, Look::Plain, true),
                tabbed(),
                Tip("{F8}".into()),
            ));
            line.spawn((button("Quit", Navigate::Quit, Look::Plain, true), tabbed()));
        });
}
