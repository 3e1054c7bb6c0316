//! The rulebook: the compendium of the rule system in chapters, with a search line.

mod index;

use std::sync::Arc;

use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use crate::game::act::Act;
use crate::game::screens::{Chosen, Library};
use crate::game::session::Session;
use crate::game::widgets::{
    Look, button, button_body, column, parchment, row, text, type_into, veil,
};
use crate::game::{Menu, Screen, Stage, theme};
use crate::rules::{RuleId, Ruleset};

/// What is looked up.
#[derive(Resource, Default)]
struct Search {
    words: String,
    chapter: usize,
    /// This rule is marked, and its chapter open.
    rule: Option<RuleId>,
}

#[derive(Component)]
struct SearchLine;

#[derive(Component)]
struct Chapters;

#[derive(Component)]
struct Pages;

/// Rules shown at a time.
const MOST: usize = 60;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Search>();
    app.add_systems(Update, look_up.in_set(Stage::Act));
    app.add_systems(OnEnter(Menu::Rulebook), spawn);
    let open = in_state(Menu::Rulebook);
    app.add_systems(Update, type_words.in_set(Stage::Input).run_if(open.clone()));
    app.add_systems(Update, (scroll, fill).in_set(Stage::Show).run_if(open));
}

fn look_up(mut acts: MessageReader<Act>, mut search: ResMut<Search>) {
    for act in acts.read() {
        match act {
            Act::ShowRule(rule) => {
                search.rule = Some(*rule);
                search.words.clear();
            }
            Act::ReadChapter(chapter) => {
                *search = Search {
                    chapter: *chapter,
                    ..Search::default()
                }
            }
            Act::Open(Menu::Rulebook) => {
                search.rule = None;
                search.words.clear();
            }
            _ => {}
        }
    }
}

fn spawn(mut commands: Commands, mut search: ResMut<Search>) {
    search.set_changed();
    let scrolls = |node: Node| {
        (
            Node {
                min_height: px(0),
                overflow: Overflow::scroll_y(),
                flex_direction: FlexDirection::Column,
                ..node
            },
            ScrollArea,
        )
    };
    commands
        .spawn((veil(), DespawnOnExit(Menu::Rulebook)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(1060),
                    max_width: percent(96),
                    height: percent(92),
                    padding: UiRect::axes(px(28), px(20)),
                    ..column(8.0)
                },
                parchment(),
            ))
            .with_children(|sheet| {
                sheet
                    .spawn(Node {
                        justify_content: JustifyContent::SpaceBetween,
                        ..row(8.0)
                    })
                    .with_children(|line| {
                        line.spawn((SearchLine, text("", theme::title(22.0), theme::INK)));
                        line.spawn(button("Close (Esc)", Act::Close, Look::Plain, true));
                    });
                sheet
                    .spawn(Node {
                        flex_grow: 1.0,
                        flex_basis: px(0),
                        min_height: px(0),
                        column_gap: px(20),
                        ..default()
                    })
                    .with_children(|halves| {
                        halves.spawn((
                            Chapters,
                            scrolls(Node {
                                width: px(236),
                                flex_shrink: 0.0,
                                ..default()
                            }),
                        ));
                        halves.spawn((
                            Pages,
                            scrolls(Node {
                                flex_grow: 1.0,
                                flex_basis: px(0),
                                row_gap: px(8),
                                ..default()
                            }),
                        ));
                    });
            });
        });
}

fn type_words(mut input: MessageReader<KeyboardInput>, mut search: ResMut<Search>) {
    let mut words = search.words.clone();
    if type_into(&mut words, &mut input) {
        search.words = words;
        search.rule = None;
    }
}

fn scroll(keys: Res<ButtonInput<KeyCode>>, pages: Single<&mut ScrollPosition, With<Pages>>) {
    let mut pages = pages.into_inner();
    for (key, by) in [
        (KeyCode::ArrowDown, 60.0),
        (KeyCode::ArrowUp, -60.0),
        (KeyCode::PageDown, 420.0),
        (KeyCode::PageUp, -420.0),
    ] {
        if keys.just_pressed(key) {
            pages.y = (pages.y + by).max(0.0);
        }
    }
}

fn fill(
    mut search: ResMut<Search>,
    session: Option<Res<Session>>,
    screen: Res<State<Screen>>,
    library: Res<Library>,
    chosen: Res<Chosen>,
    chapters: Single<Entity, (With<Chapters>, Without<Pages>)>,
    pages: Single<(Entity, &mut ScrollPosition), With<Pages>>,
    line: Single<&mut Text, With<SearchLine>>,
    mut commands: Commands,
) {
    if !search.is_changed() {
        return;
    }
    let in_battle = session.as_ref().filter(|_| *screen.get() != Screen::Setup);
    let rules: Arc<Ruleset> = match in_battle {
        Some(session) => session.start.rules.clone(),
        None => match library.0.rulesets.get(chosen.ruleset) {
            Some(rules) => rules.clone(),
            None => return,
        },
    };
    line.into_inner().0 = if search.words.is_empty() {
        format!("{}: type to search", rules.policies.name)
    } else {
        format!("Search: {}", search.words)
    };
    let names = index::chapters(&rules);
    let marked = search.rule.and_then(|rule| rules.compendium.get(rule));
    let open = marked.and_then(|rule| names.iter().position(|name| *name == rule.chapter));
    let open = open
        .unwrap_or(search.chapter)
        .min(names.len().saturating_sub(1));
    search.bypass_change_detection().chapter = open;
    commands
        .entity(*chapters)
        .despawn_children()
        .with_children(|list| {
            for (n, name) in names.iter().enumerate() {
                let here = n == open && search.words.is_empty();
                let ink = if here { theme::RED } else { theme::INK };
                list.spawn(button_body(Act::ReadChapter(n), Look::Line, true))
                    .with_child(text(*name, theme::bold(14.0), ink));
            }
        });
    let found = if search.words.is_empty() {
        let chapter = names
            .get(open)
            .map_or_else(Vec::new, |name| index::chapter(&rules, name));
        // What was looked up stands first, and then the chapter that it belongs to.
        search.rule.into_iter().chain(chapter).collect()
    } else {
        index::find(&rules, &search.words)
    };
    let (pages, mut position) = pages.into_inner();
    position.y = 0.0;
    commands
        .entity(pages)
        .despawn_children()
        .with_children(|page| print(page, &rules, &found, search.rule));
}

fn print(
    page: &mut ChildSpawnerCommands<'_>,
    rules: &Ruleset,
    found: &[RuleId],
    marked: Option<RuleId>,
) {
    if found.is_empty() {
        page.spawn(text(
            "No rule speaks of that.",
            theme::body(16.0),
            theme::FADED,
        ));
    }
    let mut chapter = "";
    for (n, id) in found.iter().take(MOST).enumerate() {
        let Some(rule) = rules.compendium.get(*id) else {
            continue;
        };
        let looked_up = n == 0 && marked == Some(*id);
        if rule.chapter != chapter && !looked_up {
            chapter = &rule.chapter;
            page.spawn(text(chapter, theme::title(21.0), theme::RED));
        }
        let mut entry = page.spawn((
            Node {
                flex_shrink: 0.0,
                padding: UiRect::all(px(if looked_up { 8 } else { 0 })),
                border_radius: BorderRadius::all(px(4)),
                ..column(1.0)
            },
            Pickable::IGNORE,
        ));
        if looked_up {
            entry.insert(BackgroundColor(theme::BRASS.with_alpha(0.28)));
        }
        entry.with_children(|entry| {
            let heading = format!("{}   {}", rule.title, rule.id);
            entry.spawn(text(heading, theme::bold(15.5), theme::INK));
            entry.spawn(text(rule.text.clone(), theme::body(14.5), theme::INK));
        });
    }
    if found.len() > MOST {
        let more = format!(
            "… and {} more: type to narrow the search.",
            found.len() - MOST
        );
        page.spawn(text(more, theme::body(14.5), theme::FADED));
    }
}
