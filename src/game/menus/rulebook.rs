//! The rulebook: the compendium of the rule system in chapters, with a search line. The rule that you look
//! up stands beside those of the other systems about the same.

use std::sync::Arc;

use bevy::prelude::*;

use super::finder::{self, Finder, SearchLine};
use super::sheet::Inspected;
use crate::content::Catalogue;
use crate::game::chosen::{Chosen, Library};
use crate::game::intent::Consult;
use crate::game::session::Session;
use crate::game::widgets::{Look, button_body, column, label, roll, row, scrolling, tabbed, text};
use crate::game::{FrameSet, Menu, Screen, theme};
use crate::rulebook::{self, Counterpart};
use crate::rules::{Rule, RuleId, Ruleset};

/// Where the book is open.
#[derive(Resource, Default)]
struct Place {
    chapter: usize,
    /// This rule is marked, and its chapter open.
    rule: Option<RuleId>,
}

#[derive(Component)]
struct Chapters;

#[derive(Component)]
struct Pages;

/// Rules shown at a time.
const MOST: usize = 60;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Place>();
    app.add_systems(Update, look_up.in_set(FrameSet::Apply));
    app.add_systems(OnEnter(Menu::Rulebook), spawn);
    let open = in_state(Menu::Rulebook);
    app.add_systems(Update, (scroll, fill).in_set(FrameSet::Show).run_if(open));
}

fn look_up(
    mut questions: MessageReader<Consult>,
    mut place: ResMut<Place>,
    mut finder: ResMut<Finder>,
    mut inspected: ResMut<Inspected>,
    mut next: ResMut<NextState<Menu>>,
) {
    for question in questions.read() {
        match question {
            Consult::Combatant(seat) => {
                inspected.0 = Some(*seat);
                NextState::set_if_neq(&mut next, Menu::Sheet);
                continue;
            }
            Consult::Contents => place.rule = None,
            Consult::Rule(rule) => place.rule = Some(*rule),
            Consult::Chapter(chapter) => {
                *place = Place {
                    chapter: *chapter,
                    rule: None,
                }
            }
        }
        finder.words.clear();
        NextState::set_if_neq(&mut next, Menu::Rulebook);
    }
}

fn spawn(mut commands: Commands, mut place: ResMut<Place>) {
    place.set_changed();
    finder::open(&mut commands, Menu::Rulebook, 1060.0, |sheet| {
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
                    scrolling(Node {
                        width: px(236),
                        flex_shrink: 0.0,
                        ..default()
                    }),
                ));
                halves.spawn((
                    Pages,
                    scrolling(Node {
                        flex_grow: 1.0,
                        flex_basis: px(0),
                        row_gap: px(8),
                        ..default()
                    }),
                ));
            });
    });
}

fn scroll(keys: Res<ButtonInput<KeyCode>>, pages: Single<&mut ScrollPosition, With<Pages>>) {
    roll(&keys, &mut pages.into_inner());
}

fn fill(
    mut place: ResMut<Place>,
    finder: Res<Finder>,
    session: Option<Res<Session>>,
    screen: Res<State<Screen>>,
    library: Res<Library>,
    chosen: Res<Chosen>,
    chapters: Single<Entity, (With<Chapters>, Without<Pages>)>,
    pages: Single<(Entity, &mut ScrollPosition), With<Pages>>,
    line: Single<&mut Text, With<SearchLine>>,
    mut commands: Commands,
) {
    if !place.is_changed() && !finder.is_changed() {
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
    line.into_inner().0 = finder.line(&rules.policies.name, "type to search");
    let names = rulebook::chapters(&rules);
    // A search is for something else.
    let marked = place.rule.filter(|_| finder.words.is_empty());
    let known = marked.and_then(|rule| rules.compendium.get(rule));
    let open = known.and_then(|rule| names.iter().position(|name| *name == rule.chapter));
    let open = open
        .unwrap_or(place.chapter)
        .min(names.len().saturating_sub(1));
    place.bypass_change_detection().chapter = open;
    commands
        .entity(*chapters)
        .despawn_children()
        .with_children(|list| {
            for (n, name) in names.iter().enumerate() {
                let here = n == open && finder.words.is_empty();
                let ink = if here { theme::RED } else { theme::INK };
                let chapter = button_body(Consult::Chapter(n), Look::Line, true);
                list.spawn((chapter, tabbed()))
                    .with_child(text(*name, theme::bold(14.0), ink));
            }
        });
    let found = if finder.words.is_empty() {
        let chapter = names
            .get(open)
            .map_or_else(Vec::new, |name| rulebook::chapter(&rules, name));
        // What was looked up stands first, and then the chapter that it belongs to.
        marked.into_iter().chain(chapter).collect()
    } else {
        rulebook::find(&rules, &finder.words)
    };
    let (pages, mut position) = pages.into_inner();
    position.y = 0.0;
    commands
        .entity(pages)
        .despawn_children()
        .with_children(|page| print(page, (&library.0, &rules), &found, marked));
}

fn print(
    page: &mut ChildSpawnerCommands<'_>,
    (catalogue, rules): (&Catalogue, &Ruleset),
    found: &[RuleId],
    marked: Option<RuleId>,
) {
    if found.is_empty() {
        page.spawn(text(
            "No rule contains these words.",
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
        let elsewhere = marked != Some(*id) && rulebook::has_counterparts(catalogue, rules, *id);
        entry.with_children(|entry| {
            let head = Node {
                justify_content: JustifyContent::SpaceBetween,
                ..row(8.0)
            };
            entry.spawn(head).with_children(|head| {
                head.spawn(text(heading(rule), theme::bold(15.5), theme::INK));
                if elsewhere {
                    let rule = button_body(Consult::Rule(*id), Look::Line, true);
                    head.spawn((rule, tabbed())).with_child(label(
                        "in other systems",
                        theme::body(13.0),
                        theme::LINK,
                    ));
                }
            });
            entry.spawn(text(rule.text.clone(), theme::body(14.5), theme::INK));
        });
        if looked_up {
            let found = rulebook::counterparts(catalogue, rules, *id);
            page.spawn(Node {
                flex_wrap: FlexWrap::Wrap,
                flex_shrink: 0.0,
                align_items: AlignItems::Stretch,
                row_gap: px(8),
                ..row(8.0)
            })
            .with_children(|cards| found.iter().for_each(|one| card(cards, one)));
        }
    }
    if found.len() > MOST {
        let more = format!(
            "… and {} more: type to narrow the search.",
            found.len() - MOST
        );
        page.spawn(text(more, theme::body(14.5), theme::FADED));
    }
}

/// What another system says about the same.
fn card(cards: &mut ChildSpawnerCommands<'_>, counterpart: &Counterpart) {
    let node = Node {
        // Two side by side.
        width: percent(49),
        padding: UiRect::all(px(8)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        ..column(2.0)
    };
    let frame = BorderColor::all(theme::BRASS);
    cards
        .spawn((node, frame, Pickable::IGNORE))
        .with_children(|card| {
            let about = counterpart.heading();
            card.spawn(text(about, theme::bold(14.5), theme::RED));
            let entries = counterpart.entries.iter();
            for rule in entries.filter_map(|id| counterpart.rules.compendium.get(*id)) {
                card.spawn(text(heading(rule), theme::bold(14.0), theme::INK));
                card.spawn(text(rule.text.clone(), theme::body(13.5), theme::INK));
            }
        });
}

fn heading(rule: &Rule) -> String {
    format!("{}   {}", rule.title, rule.id)
}
