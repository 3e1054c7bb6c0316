//! The log: a line an event, each opening to every die and modifier.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use crate::combat::EventKind;
use crate::game::intent::{Consult, ToggleLine};
use crate::game::playback::{Shown, visible};
use crate::game::session::{Session, playing};
use crate::game::widgets::{Cites, Look, Tip, button_body, refill, row, text};
use crate::game::{FrameSet, Screen, theme, words};
use crate::narrate::{Told, Weight, tell_all};
use crate::rules::RuleId;

/// The area that scrolls.
#[derive(Component)]
struct Lines;

/// Which lines are open, by the number of their event.
#[derive(Resource, Default)]
struct Open(BTreeSet<usize>);

/// Lines kept on the screen.
const MOST: usize = 70;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Open>();
    app.add_systems(OnEnter(Screen::Battle), |mut open: ResMut<Open>| {
        open.0.clear()
    });
    app.add_systems(Update, toggle.in_set(FrameSet::Apply).run_if(playing()));
    app.add_systems(Update, fill.in_set(FrameSet::Show).run_if(playing()));
}

/// The node of the log.
pub fn area() -> impl Bundle {
    (
        Lines,
        Node {
            width: percent(100),
            flex_direction: FlexDirection::Column,
            overflow: Overflow::scroll_y(),
            ..default()
        },
        ScrollArea,
    )
}

fn toggle(mut lines: MessageReader<ToggleLine>, mut open: ResMut<Open>) {
    for ToggleLine(line) in lines.read() {
        if !open.0.remove(line) {
            open.0.insert(*line);
        }
    }
}

fn fill(
    area: Single<(Entity, Ref<Lines>, &mut ScrollPosition)>,
    session: Res<Session>,
    shown: Res<Shown>,
    open: Res<Open>,
    mut commands: Commands,
    mut last: Local<usize>,
) {
    let (area, fresh, mut scroll) = area.into_inner();
    if *last == shown.played && !open.is_changed() && !fresh.is_added() {
        return;
    }
    let grew = *last != shown.played || fresh.is_added();
    *last = shown.played;
    let events = &session.battle.events()[..shown.played.min(session.battle.events().len())];
    let mut seen: Vec<_> = events
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, event)| visible(event, &session))
        .filter(|(_, event)| {
            !matches!(
                event.kind,
                EventKind::Moved { .. } | EventKind::Placed { .. }
            )
        })
        .take(2 * MOST)
        .collect();
    seen.reverse();
    let lines = tell_all(seen.into_iter(), &session.cast);
    let lines = &lines[lines.len().saturating_sub(MOST)..];
    refill(&mut commands, area, |panel| {
        for (number, told) in lines {
            line(panel, &session, *number, told, open.0.contains(number));
        }
    });
    if grew {
        scroll.y = 1.0e6;
    }
}

fn line(
    panel: &mut ChildSpawnerCommands<'_>,
    session: &Session,
    number: usize,
    told: &Told,
    open: bool,
) {
    let Some(event) = session.battle.events().get(number) else {
        return;
    };
    let bad = matches!(event.kind, EventKind::Hurt { .. } | EventKind::Died { .. });
    let rules = &event.rules;
    let (font, color, above) = match told.weight {
        Weight::Heading => (theme::title(17.0), theme::RED, 7.0),
        Weight::Turn => (theme::bold(14.5), theme::INK, 5.0),
        Weight::Action if bad => (theme::bold(14.0), theme::RED, 0.0),
        Weight::Action => (theme::body(14.0), theme::INK, 0.0),
        Weight::Detail => (theme::body(13.5), theme::FADED, 0.0),
    };
    let more = !told.details.is_empty() || !rules.is_empty();
    let indent = if told.weight >= Weight::Action {
        8.0
    } else {
        0.0
    };
    let mut words = told.text.clone();
    if !told.details.is_empty() && !open {
        words.push_str(" …");
    }
    panel
        .spawn((
            button_body(ToggleLine(number), Look::Line, more),
            Tip(if more && !open {
                "Click to see every die and modifier".into()
            } else {
                String::new()
            }),
        ))
        .insert(Node {
            margin: UiRect::new(px(indent), px(0), px(above), px(0)),
            padding: UiRect::axes(px(3), px(1)),
            flex_shrink: 0.0,
            ..default()
        })
        .with_child(text(words, font, color));
    if !open || !more {
        return;
    }
    panel
        .spawn(Node {
            flex_direction: FlexDirection::Column,
            margin: UiRect::new(px(16), px(0), px(1), px(4)),
            padding: UiRect::left(px(8)),
            border: UiRect::left(px(2)),
            flex_shrink: 0.0,
            ..default()
        })
        .insert(BorderColor::all(theme::BRASS))
        .with_children(|list| {
            for detail in &told.details {
                list.spawn(text(detail.clone(), theme::body(13.0), theme::INK));
            }
            if !rules.is_empty() {
                list.spawn(Node {
                    flex_wrap: FlexWrap::Wrap,
                    ..row(4.0)
                })
                .with_children(|chips| {
                    for rule in rules {
                        chips.spawn(rule_chip(session, *rule));
                    }
                });
            }
        });
}

/// The id of a rule; resting on it shows the rule, a click opens the rulebook there.
fn rule_chip(session: &Session, rule: RuleId) -> impl Bundle {
    (
        button_body(Consult::Rule(rule), Look::Line, true),
        Tip(words::rule(session.rules(), rule)),
        Cites(vec![rule]),
        children![text(
            session.rules().rule_name(rule).to_owned(),
            theme::bold(12.5),
            theme::LINK
        )],
    )
}
