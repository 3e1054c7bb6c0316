//! The rulebook: the compendium of the rule system, with a search line.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use crate::game::act::Act;
use crate::game::screens::{Chosen, Library};
use crate::game::session::Session;
use crate::game::widgets::{Look, button, column, parchment, row, text, veil};
use crate::game::{Menu, Screen, Stage, theme};
use crate::rules::{RuleId, Ruleset};

/// What is searched for.
#[derive(Resource, Default)]
struct Search {
    words: String,
    /// Show this rule first, whatever the words.
    rule: Option<RuleId>,
}

#[derive(Component)]
struct SearchLine;

#[derive(Component)]
struct Pages;

/// Rules shown at a time.
const MOST: usize = 40;

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
            Act::Open(Menu::Rulebook) => *search = Search::default(),
            _ => {}
        }
    }
}

fn spawn(mut commands: Commands, mut search: ResMut<Search>) {
    search.set_changed();
    commands
        .spawn((veil(), DespawnOnExit(Menu::Rulebook)))
        .with_children(|veil| {
            veil.spawn((
                Node {
                    width: px(860),
                    height: percent(90),
                    padding: UiRect::axes(px(30), px(22)),
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
                sheet.spawn((
                    Pages,
                    Node {
                        flex_grow: 1.0,
                        flex_basis: px(0),
                        min_height: px(0),
                        overflow: Overflow::scroll_y(),
                        ..column(8.0)
                    },
                    ScrollArea,
                ));
            });
        });
}

fn type_words(mut input: MessageReader<KeyboardInput>, mut search: ResMut<Search>) {
    for event in input.read().filter(|event| event.state.is_pressed()) {
        match &event.logical_key {
            Key::Backspace => {
                search.rule = None;
                search.words.pop();
            }
            Key::Space => search.words.push(' '),
            Key::Character(letters) => {
                search.rule = None;
                search
                    .words
                    .extend(letters.chars().filter(|c| !c.is_control()));
            }
            _ => {}
        }
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
    search: Res<Search>,
    session: Option<Res<Session>>,
    screen: Res<State<Screen>>,
    library: Res<Library>,
    chosen: Res<Chosen>,
    pages: Single<(Entity, &mut ScrollPosition), With<Pages>>,
    line: Single<&mut Text, With<SearchLine>>,
    mut commands: Commands,
) {
    if !search.is_changed() {
        return;
    }
    let (pages, mut position) = pages.into_inner();
    let in_battle = session.as_ref().filter(|_| *screen.get() != Screen::Setup);
    let rules = match in_battle {
        Some(session) => session.start.rules.clone(),
        None => match library.0.rulesets.get(chosen.ruleset) {
            Some(rules) => rules.clone(),
            None => return,
        },
    };
    line.into_inner().0 = if search.words.is_empty() {
        format!("{} (type to search)", rules.policies.name)
    } else {
        format!("Search: {}", search.words)
    };
    let found = find(&rules, &search.words, search.rule);
    position.y = 0.0;
    commands
        .entity(pages)
        .despawn_children()
        .with_children(|page| {
            if found.is_empty() {
                page.spawn(text(
                    "No rule speaks of that.",
                    theme::body(16.0),
                    theme::FADED,
                ));
            }
            let mut chapter = "";
            for id in found.iter().take(MOST) {
                let Some(rule) = rules.compendium.get(*id) else {
                    continue;
                };
                if rule.chapter != chapter {
                    chapter = &rule.chapter;
                    page.spawn(text(chapter, theme::title(21.0), theme::RED));
                }
                page.spawn((
                    Node {
                        flex_shrink: 0.0,
                        ..column(1.0)
                    },
                    Pickable::IGNORE,
                ))
                .with_children(|entry| {
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
                page.spawn(text(more, theme::body(15.0), theme::FADED));
            }
        });
}

/// Rules in which every word occurs; those with the words in title or id first. Without words, all
/// from the wanted rule on.
fn find(rules: &Ruleset, words: &str, first: Option<RuleId>) -> Vec<RuleId> {
    let words: Vec<_> = words.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(u8, usize, RuleId)> = Vec::new();
    for (n, (id, rule)) in rules.compendium.iter().enumerate() {
        let head = format!("{} {}", rule.id, rule.title).to_lowercase();
        let all = format!(
            "{head} {} {}",
            rule.chapter.to_lowercase(),
            rule.text.to_lowercase()
        );
        if words.iter().all(|word| all.contains(word)) {
            let in_head = words.iter().all(|word| head.contains(word));
            let rank = if first == Some(id) {
                0
            } else {
                2 - u8::from(in_head)
            };
            found.push((rank, n, id));
        }
    }
    found.sort();
    found.into_iter().map(|(_, _, id)| id).collect()
}
