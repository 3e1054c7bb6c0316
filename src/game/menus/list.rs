//! Lists that a few letters narrow down: all actions of the one whose turn it is, and what costs
//! nothing in the turn of another.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::finder::{self, Finder, SearchLine};
use super::free::{self, Picked};
use crate::game::hud::shelf;
use crate::game::intent::{Command, Intent, Intents, PlanEdit};
use crate::game::keymap::{Keys, with_shift};
use crate::game::plan::{Plan, air, pick};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::widgets::{Cites, Look, Tip, button_body, label, scrolling, text};
use crate::game::{FrameSet, Menu, theme, words};
use crate::rulebook::rank;
use crate::rules::RuleId;

/// A line of a list.
#[derive(Clone, Debug)]
pub(super) struct ListLine {
    pub(super) key: String,
    pub(super) name: String,
    /// With what or at whom, if that has to be said.
    pub(super) about: String,
    /// What it costs, or whose it is.
    pub(super) note: String,
    pub(super) said: String,
    pub(super) does: Intent,
    pub(super) possible: bool,
    pub(super) cites: Vec<RuleId>,
}

/// What is listed, and which line the arrow keys are on.
#[derive(Resource, Default)]
struct Listed {
    line: usize,
    lines: Vec<ListLine>,
    /// The list is still to be rolled to that line.
    rolls: bool,
    /// What the list was made for: words, session and plan.
    made_for: Option<(String, u32, bool)>,
}

#[derive(Component)]
struct List;

/// Pixels of a line.
const LINE: f32 = 27.0;
/// Width of the sheet, what of it is for neither names nor sentences, and the usual width of a letter.
const SHEET: f32 = 780.0;
const AROUND: f32 = 118.0;
/// Widths of a name and of what it costs.
const NAMES: f32 = 190.0;
const NOTES: f32 = 44.0;
const LETTER: f32 = 6.1;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Listed>();
    for menu in [Menu::Actions, Menu::FreeActions] {
        app.add_systems(OnEnter(menu), spawn);
    }
    let open = in_state(Menu::Actions).or_else(in_state(Menu::FreeActions));
    let open = open.and_then(resource_exists::<Session>);
    app.add_systems(
        Update,
        (
            (steer, roll).chain().in_set(FrameSet::Input),
            (make, fill).chain().in_set(FrameSet::Show),
        )
            .run_if(open),
    );
}

fn spawn(mut commands: Commands, menu: Res<State<Menu>>, mut listed: ResMut<Listed>) {
    *listed = Listed::default();
    finder::open(&mut commands, *menu.get(), SHEET, |sheet| {
        sheet.spawn((
            List,
            scrolling(Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                ..default()
            }),
        ));
    });
}

/// Arrows and Tab choose, Enter does it.
fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    menu: Res<State<Menu>>,
    mut listed: ResMut<Listed>,
    mut intents: Intents,
) {
    // In the list of buttons what cannot be done has none.
    let all = *menu.get() == Menu::Actions;
    let counts = |line: &ListLine| all || line.possible;
    let at = listed.line;
    let forwards = [KeyCode::ArrowDown, KeyCode::ArrowRight];
    let back = [KeyCode::ArrowUp, KeyCode::ArrowLeft];
    let tab = keys.just_pressed(KeyCode::Tab);
    let mut next = None;
    if keys.any_just_pressed(forwards) || tab && !with_shift(&keys) {
        let mut below = listed.lines.iter().enumerate().skip(at + 1);
        next = below.find(|(_, line)| counts(line));
    } else if keys.any_just_pressed(back) || tab {
        let mut above = listed.lines.iter().enumerate().take(at).rev();
        next = above.find(|(_, line)| counts(line));
    }
    if let Some(next) = next.map(|(number, _)| number) {
        (listed.line, listed.rolls) = (next, true);
    }
    let enter = keys.just_pressed(KeyCode::Enter) || keys.just_pressed(KeyCode::NumpadEnter);
    if enter && let Some(line) = listed.lines.get(listed.line).filter(|e| e.possible) {
        intents.send(line.does.clone());
    }
}

/// Rolls the list of buttons so that the one that the arrow keys are on is seen, once it has its place.
fn roll(
    mut listed: ResMut<Listed>,
    picked: Query<(&ComputedNode, &UiGlobalTransform), With<Picked>>,
    list: Single<(&mut ScrollPosition, &ComputedNode, &UiGlobalTransform), With<List>>,
) {
    let Ok((button, at)) = picked.single() else {
        return;
    };
    if !listed.rolls || button.size().y <= 0.0 {
        return;
    }
    listed.bypass_change_detection().rolls = false;
    let (mut scroll, node, place) = list.into_inner();
    let room = Rect::from_center_size(place.translation, node.size());
    let button = Rect::from_center_size(at.translation, button.size());
    let over = (button.max.y - room.max.y).max(0.0) + (button.min.y - room.min.y).min(0.0);
    if over != 0.0 {
        scroll.y = (scroll.y + over * node.inverse_scale_factor()).max(0.0);
    }
}

/// Puts the list together when words or battle have changed.
fn make(
    mut listed: ResMut<Listed>,
    finder: Res<Finder>,
    menu: Res<State<Menu>>,
    session: Res<Session>,
    shown: Res<Shown>,
    plan: Res<Plan>,
    keys: Res<Keys>,
    line: Single<&mut Text, With<SearchLine>>,
) {
    let now = (finder.words.clone(), session.revision, shown.settled);
    if listed.made_for.as_ref() == Some(&now) {
        return;
    }
    let (all, title) = match menu.get() {
        Menu::FreeActions => {
            // Before the picture has caught up the list would tell what is still to be seen.
            let open = shown.settled;
            let free_actions = if open {
                free_actions(&session)
            } else {
                Vec::new()
            };
            let whose = "Free actions outside your turn";
            (free_actions, finder.line(whose, "type to search"))
        }
        _ => {
            let hint = "type to search, Enter begins";
            (
                of_the_turn(&session, &plan, &keys),
                finder.line("Actions", hint),
            )
        }
    };
    line.into_inner().0 = title;
    let ranked = |line: ListLine| {
        let all = format!("{} {} {} {}", line.name, line.about, line.note, line.said);
        rank(&finder.words, &line.name, &all).map(|below| (below, line))
    };
    let mut found: Vec<_> = all.into_iter().filter_map(ranked).collect();
    // What is called so comes first, what can be done next.
    let open = found.iter().filter(|(_, line)| line.possible);
    let open: BTreeSet<_> = open.map(|(_, line)| line.name.clone()).collect();
    found.sort_by_key(|(below, line)| (*below, !open.contains(&line.name)));
    listed.lines = found.into_iter().map(|(_, line)| line).collect();
    listed.line = 0;
    listed.made_for = Some(now);
}

fn of_the_turn(session: &Session, plan: &Plan, keys: &Keys) -> Vec<ListLine> {
    shelf::listed(session, plan)
        .map(|(option, def)| ListLine {
            key: air::key(session.rules(), option.action)
                .map_or(String::new(), |key| keys.tell(&key)),
            name: def.name.clone(),
            about: String::new(),
            note: shelf::mark(session.rules(), option).into(),
            said: match (&option.refusal, plan.idles(option.action)) {
                (Some(refusal), _) | (None, Some(Some(refusal))) => {
                    words::refusal(session, refusal)
                }
                _ => format!("{}  {}", def.text, def.rules.join(" ")),
            },
            does: PlanEdit::Begin(option.action).into(),
            possible: plan.is_open(option),
            cites: shelf::cites(session, def, option),
        })
        .collect()
}

fn free_actions(session: &Session) -> Vec<ListLine> {
    let rules = session.start.rules.clone();
    let found = pick::free_actions(session);
    let line = |free: pick::FreeAction| {
        let def = rules.actions.get(free.action);
        let text = def.map_or("", |def| def.text.as_str());
        let named = words::action(&rules, free.action);
        let cited = def.map_or(&[][..], |def| def.rules.as_slice());
        let cited = cited.iter().filter_map(|rule| rules.compendium.id(rule));
        let why = free.refusal.as_ref().and_then(|refusal| refusal.rule);
        ListLine {
            key: String::new(),
            name: named.to_owned(),
            about: free.about,
            note: words::name(session, free.seat).to_owned(),
            said: match &free.refusal {
                Some(refusal) => words::refusal(session, refusal),
                None => text.to_owned(),
            },
            does: Command::Choose(free.choice).into(),
            possible: free.refusal.is_none(),
            cites: why.into_iter().chain(cited).collect(),
        }
    };
    found.into_iter().map(line).collect()
}

fn fill(
    listed: Res<Listed>,
    menu: Res<State<Menu>>,
    session: Res<Session>,
    shown: Res<Shown>,
    list: Single<(Entity, &mut ScrollPosition, &ComputedNode), With<List>>,
    mut commands: Commands,
) {
    if !listed.is_changed() {
        return;
    }
    let (list, mut scroll, node) = list.into_inner();
    let buttons = *menu.get() == Menu::FreeActions;
    let height = node.size().y * node.inverse_scale_factor();
    let at = listed.line as f32 * LINE;
    // Before the first layout the list has no height yet.
    let lowest = if height > LINE {
        at + LINE - height
    } else {
        0.0
    };
    if !buttons {
        scroll.y = scroll.y.max(lowest).min(at);
    }
    commands
        .entity(list)
        .despawn_children()
        .with_children(|list| {
            if listed.lines.is_empty() {
                let words = nothing(&session, shown.settled, buttons);
                list.spawn(text(words, theme::body(15.0), theme::FADED));
            }
            if buttons {
                free::fill(list, &listed.lines, listed.line);
                return;
            }
            for (n, line) in listed.lines.iter().enumerate() {
                let mut line = one(list, line);
                if n == listed.line {
                    line.insert(Outline {
                        color: theme::BRASS,
                        width: px(2),
                        offset: px(-2),
                    });
                }
            }
        });
}

/// Why there is nothing in the list; `free`: in that of free actions outside your turn.
fn nothing(session: &Session, settled: bool, free: bool) -> &'static str {
    match settled {
        _ if free && !pick::has_free_actions(session) => {
            "These rules know no free action that you could take outside your turn."
        }
        true => "None of these actions is possible now.",
        false => "Wait until you have seen what is happening …",
    }
}

/// As many whole words as there is room for; resting on the line tells the rest.
fn shortened(words: &str, letters: usize) -> String {
    if words.chars().count() <= letters {
        return words.to_owned();
    }
    let mut kept = String::new();
    let mut room = letters.saturating_sub(2);
    for word in words.split_inclusive(' ') {
        let long = word.chars().count();
        if long > room {
            break;
        }
        room -= long;
        kept.push_str(word);
    }
    format!("{} …", kept.trim_end())
}

fn one<'a>(list: &'a mut ChildSpawnerCommands<'_>, listed: &ListLine) -> EntityCommands<'a> {
    let ink = if listed.possible {
        theme::INK
    } else {
        theme::FADED
    };
    let mut line = list.spawn((
        button_body(listed.does.clone(), Look::Line, listed.possible),
        Cites(listed.cites.clone()),
        Tip(listed.said.clone()),
    ));
    line.with_children(|line| {
        for (words, width, font) in [
            (&listed.key, 28.0, theme::bold(13.0)),
            (&listed.name, NAMES, theme::bold(14.5)),
            (&listed.note, NOTES, theme::body(13.0)),
        ] {
            line.spawn((
                Node {
                    width: px(width),
                    flex_shrink: 0.0,
                    overflow: Overflow::clip(),
                    ..default()
                },
                Pickable::IGNORE,
                children![label(words.clone(), font, ink)],
            ));
        }
        let letters = ((SHEET - AROUND - NAMES - NOTES) / LETTER) as usize;
        let said = shortened(&listed.said, letters);
        line.spawn(label(said, theme::body(13.5), ink));
    });
    line.insert(Node {
        height: px(LINE),
        padding: UiRect::axes(px(6), px(2)),
        align_items: AlignItems::Center,
        column_gap: px(6),
        flex_shrink: 0.0,
        overflow: Overflow::clip(),
        ..default()
    });
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::testing::table;

    #[test]
    fn an_empty_list_says_why_it_is_empty() {
        let why = |system: &str, settled, free| {
            let (session, _) = table(&Scene::new(ruleset(system), &["A...b"]));
            nothing(&session, settled, free)
        };
        let never = "These rules know no free action that you could take outside your turn.";
        assert_eq!(why("classic_d20", true, true), never);
        let now = "None of these actions is possible now.";
        assert_eq!(why("amorphous", true, true), now);
        assert_eq!(why("classic_d20", true, false), now);
        let wait = "Wait until you have seen what is happening …";
        assert_eq!(why("amorphous", false, true), wait);
    }

    #[test]
    fn a_sentence_without_room_ends_with_a_whole_word() {
        assert_eq!(shortened("Drop to the ground", 18), "Drop to the ground");
        assert_eq!(shortened("Drop to the ground", 17), "Drop to the …");
        assert_eq!(shortened("Drop to the ground", 12), "Drop to …");
    }
}
