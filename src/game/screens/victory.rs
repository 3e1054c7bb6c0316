//! The victory screen: who won and how, figures, camp, rematch and next battle.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{camp, figures, review};
use crate::ai::Review;
use crate::combat::contract::EndReason;
use crate::combat::state::Outcome;
use crate::combat::{EventKind, SideId};
use crate::game::awake::Awake;
use crate::game::colours::Tint;
use crate::game::intent::{Command, Intents, Navigate};
use crate::game::pictures::Pictures;
use crate::game::session::Session;
use crate::game::widgets::{
    Look, Tip, board, button, column, parchment, roll, row, scrolling, tabbed, text, veil,
};
use crate::game::{FrameSet, Menu, Screen, theme};
use crate::journey::Stage;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Victory),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_systems(
        Update,
        (keys, scroll)
            .in_set(FrameSet::Input)
            .run_if(in_state(Screen::Victory).and_then(in_state(Menu::None))),
    );
    app.add_systems(
        Update,
        (lay_out_anew, tell_of_more)
            .chain()
            .in_set(FrameSet::Show)
            .run_if(in_state(Screen::Victory)),
    );
}

/// Everything on the screen, and whether it was laid out for a narrow window.
#[derive(Component)]
struct Root {
    narrow: bool,
}

/// Whether there is no room side by side in an interface of this size.
fn is_narrow(room: Vec2) -> bool {
    room.x < BOTH || room.y < TALL
}

/// Another window may have room for both sheets, or for one only.
fn lay_out_anew(
    root: Single<(Entity, &Root)>,
    window: Single<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    mut commands: Commands,
) {
    let (root, laid_out) = *root;
    if laid_out.narrow != is_narrow(window.size() / scale.0) {
        commands.entity(root).despawn();
        commands.run_system_cached(spawn);
    }
}

/// The figures of all combatants, which scroll where there are many.
#[derive(Component)]
struct Table;

/// Says that there is more of what scrolls below.
#[derive(Component)]
struct More;

/// Width of the sheet of figures, width in which the look back has room beside it, and height in which the
/// rest has room below it.
const SHEET: f32 = 880.0;
const BOTH: f32 = 1230.0;
const TALL: f32 = 700.0;

fn scroll(keys: Res<ButtonInput<KeyCode>>, table: Single<&mut ScrollPosition, With<Table>>) {
    roll(&keys, &mut table.into_inner());
}

/// Whether the table goes on below is known once it is laid out.
fn tell_of_more(
    table: Single<(&ComputedNode, &ScrollPosition), With<Table>>,
    more: Single<&mut Visibility, With<More>>,
    mut awake: ResMut<Awake>,
) {
    let (node, at) = *table;
    let below = node.content_size().y - node.size().y;
    let below = below * node.inverse_scale_factor() - at.y;
    let wanted = match below > 4.0 {
        true => Visibility::Inherited,
        false => Visibility::Hidden,
    };
    if more.into_inner().set_if_neq(wanted) {
        awake.stir();
    }
}

fn keys(keys: Res<ButtonInput<KeyCode>>, mut intents: Intents) {
    if keys.just_pressed(KeyCode::Escape) {
        intents.send(Navigate::Go(Screen::Setup));
    }
    if keys.just_pressed(KeyCode::KeyR) {
        intents.send(Command::Rematch);
    }
    if keys.just_pressed(KeyCode::KeyN) {
        intents.send(Command::NextBattle);
    }
    if keys.just_pressed(KeyCode::KeyW) {
        intents.send(Command::WatchOver(None));
    }
}

fn spawn(
    mut commands: Commands,
    session: Res<Session>,
    window: Single<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
) {
    // Where there is no room side by side, everything between headline and buttons scrolls as one.
    let narrow = is_narrow(window.size() / scale.0);
    let view = session.battle.view();
    let session = &*session;
    let outcome = session.battle.outcome();
    let goes_on = session.stage() == Some(Stage::Camp);
    let lines = figures::lines(session, &view, &mut pictures, &mut images);
    let back = Review::of(&session.battle);
    commands
        .spawn((
            veil(),
            board(),
            Root { narrow },
            TabGroup::default(),
            DespawnOnExit(Screen::Victory),
        ))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(SHEET),
                    max_width: percent(98),
                    max_height: percent(if narrow { 97 } else { 92 }),
                    padding: UiRect::axes(px(34), px(if narrow { 14 } else { 26 })),
                    ..column(8.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                headline(sheet, session, outcome);
                let below = |body: &mut ChildSpawnerCommands<'_>| {
                    if goes_on {
                        camp::spawn(body);
                    }
                    farewell(body, session);
                };
                if narrow {
                    sheet
                        .spawn((scrolling(column(8.0)), Table))
                        .with_children(|body| {
                            figures::titles(body);
                            figures::rows(body, session.rules(), &lines);
                            below(body);
                            if let Some(review) = &back {
                                review::fill(body, session, review);
                            }
                        });
                    sheet.spawn(more());
                } else {
                    figures::titles(sheet);
                    let apart = if figures::are_many(&lines) { 2.0 } else { 8.0 };
                    sheet
                        .spawn((scrolling(column(apart)), Table))
                        .with_children(|table| figures::rows(table, session.rules(), &lines));
                    sheet.spawn(more());
                    let most = Node {
                        max_height: vh(46),
                        flex_shrink: 0.0,
                        ..default()
                    };
                    sheet.spawn(scrolling(most)).with_children(below);
                }
                buttons(sheet, session, goes_on);
            });
            if let Some(review) = back.as_ref().filter(|_| !narrow) {
                review::spawn(veil, session, review);
            }
        });
}

/// Where a journey is over: what has become of it.
fn farewell(body: &mut ChildSpawnerCommands<'_>, session: &Session) {
    let Some(told) = camp::farewell(session) else {
        return;
    };
    let node = Node {
        margin: UiRect::top(px(10)),
        flex_shrink: 0.0,
        ..default()
    };
    let told = text(told, theme::bold(17.0), theme::RED);
    body.spawn((node, children![told]));
}

/// Who won, why, and after how long.
fn headline(sheet: &mut ChildSpawnerCommands<'_>, session: &Session, outcome: Option<Outcome>) {
    let winner = outcome.and_then(|outcome| outcome.winner);
    let heading = match winner {
        Some(side) => session.cast.wins(side),
        None => "Nobody wins".into(),
    };
    let given_up = given_up(session);
    let why = match outcome.map(|outcome| outcome.reason) {
        Some(EndReason::Surrender) => given_up.as_str(),
        Some(EndReason::Defeat) => "No enemy is left who can fight.",
        Some(EndReason::MutualDestruction) => "Nobody is left who can fight.",
        Some(EndReason::Objective) => "The objective is reached.",
        Some(EndReason::Stalemate) => "Neither side could win any more.",
        None => "",
    };
    let system = &session.rules().policies.name;
    let rounds = match rounds(session) {
        1 => "One round".to_owned(),
        n => format!("{n} rounds"),
    };
    let seed = session.start.seed;
    let summary = format!("{why} {rounds} under {system}, seed {seed}.");
    let mut heading = sheet.spawn(text(heading, theme::title(40.0), theme::INK));
    if let Some(side) = winner {
        heading.insert(Tint::Side(side.index()));
    }
    sheet.spawn(text(summary, theme::body(16.0), theme::INK));
}

/// How many rounds the whole battle had, where combats followed each other on the spot in all of them.
fn rounds(session: &Session) -> usize {
    let events = session.battle.events().iter();
    let began = events.filter(|event| matches!(event.kind, EventKind::RoundBegan { round: 1.. }));
    began.count()
}

/// Who has surrendered, in a sentence.
fn given_up(session: &Session) -> String {
    let sides = (0u8..).map(SideId).zip(&session.battle.sides().list);
    let given_up = sides.filter(|(_, side)| side.surrendered);
    let given_up: Vec<_> = given_up.map(|(side, _)| side).collect();
    let Some((first, others)) = given_up.split_first() else {
        return String::new();
    };
    let others = others.iter().map(|side| session.cast.side_within(*side));
    let names: Vec<_> = [session.cast.side(*first).to_owned()]
        .into_iter()
        .chain(others)
        .collect();
    format!("{} surrendered.", names.join(" and "))
}

/// What to do next. `goes_on`: there is a next level.
fn buttons(sheet: &mut ChildSpawnerCommands<'_>, session: &Session, goes_on: bool) {
    let next = session.way().filter(|_| goes_on).map(|journey| {
        let catalogue = &session.start.catalogue;
        let leg = journey.next_leg(catalogue);
        let level = leg.and_then(|leg| catalogue.levels.by_name(&leg.level));
        level.map_or_else(|| "the next battle".to_owned(), |level| level.name.clone())
    });
    sheet
        .spawn(Node {
            margin: UiRect::top(px(14)),
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(8),
            ..row(10.0)
        })
        .with_children(|line| {
            if let Some(level) = next {
                let label = format!("On to {level}");
                line.spawn((
                    button(label, Command::NextBattle, Look::Main, true),
                    tabbed(),
                    Tip("N: break camp and go on. Your way is saved while you are here.".into()),
                ));
            }
            line.spawn((
                button(
                    "Watch the battle",
                    Command::WatchOver(None),
                    Look::Plain,
                    true,
                ),
                tabbed(),
                Tip("W: see it again from the beginning, forth and back".into()),
            ));
            if session.may_be_repeated() {
                line.spawn((
                    button("Rematch", Command::Rematch, Look::Plain, true),
                    tabbed(),
                    Tip("R: play the same battle again with other dice.".into()),
                ));
            }
            let setup = Navigate::Go(Screen::Setup);
            line.spawn((
                button("Choose another battle", setup, Look::Plain, true),
                tabbed(),
                Tip("Esc".into()),
            ));
            line.spawn((button("Quit", Navigate::Quit, Look::Plain, true), tabbed()));
        });
}

/// What says that there is more below.
fn more() -> impl Bundle {
    let words = "There is more below: roll the wheel, or press Page Down.";
    (
        More,
        Visibility::Hidden,
        Node {
            flex_shrink: 0.0,
            ..default()
        },
        children![text(words, theme::bold(13.5), theme::RED)],
    )
}
