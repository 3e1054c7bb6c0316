//! The card of the combatant under the pointer, or of the one whose turn it is.

use bevy::prelude::*;

use super::{Stage, playing, refill};
use crate::combat::Seat;
use crate::combat::contract::view::{CombatantView, WornView};
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::widgets::{Cites, Tip, row, text};
use crate::game::{theme, words};
use crate::rules::attack::DefenceModel;
use crate::rules::{RuleId, Ruleset};

#[derive(Component)]
pub struct Card;

const ENERGY: Color = Color::srgb(0.16, 0.42, 0.62);
const FATE: Color = Color::srgb(0.66, 0.46, 0.10);
const MOST_BEADS: i32 = 16;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill.in_set(Stage::Show).run_if(playing()));
}

fn fill(
    card: Single<(Entity, Ref<Card>)>,
    shown: Res<Shown>,
    session: Res<Session>,
    plan: Res<Plan>,
    mut commands: Commands,
    mut last: Local<(u32, Option<Seat>)>,
) {
    let (card, fresh) = card.into_inner();
    let pointed = plan.pointed.and_then(|square| {
        let here = |c: &&CombatantView| c.area.is_some_and(|area| area.contains(square));
        let mut all = shown.view.combatants.iter().filter(here);
        all.clone()
            .find(|c| c.standing)
            .or(all.next())
            .map(|c| c.seat)
    });
    let asked = shown
        .settled
        .then(|| session.question().and_then(|q| q.seat()))
        .flatten();
    let seat = pointed.or(asked).or(shown.view.current);
    let now = (shown.revision, seat);
    if *last == now && !fresh.is_added() {
        return;
    }
    *last = now;
    let who = seat.and_then(|seat| shown.view.combatants.get(seat.index()));
    refill(&mut commands, card, |panel| match who {
        Some(who) => describe(panel, &session, who),
        None => {
            panel.spawn(text(
                "Point at somebody to see the card.",
                theme::body(15.0),
                theme::FADED,
            ));
        }
    });
}

fn describe(panel: &mut ChildSpawnerCommands<'_>, session: &Session, who: &CombatantView) {
    let rules = session.rules();
    let catalogue = &session.start.catalogue;
    let kind = who.monster.and_then(|m| catalogue.monsters.get(m));
    panel.spawn((
        Node {
            justify_content: JustifyContent::SpaceBetween,
            ..row(8.0)
        },
        Tip(kind.map_or_else(String::new, |k| k.text.clone())),
        children![
            text(who.name.clone(), theme::title(22.0), theme::INK),
            text(
                words::side(session, who.side).to_owned(),
                theme::bold(14.0),
                theme::side(who.side.index())
            ),
        ],
    ));
    let part = (who.hit_points.max(0) as f32 / who.max_hit_points.max(1) as f32).min(1.0);
    panel.spawn((
        Node {
            width: percent(100),
            height: px(9),
            margin: UiRect::vertical(px(2)),
            ..default()
        },
        BackgroundColor(Color::srgba(0.2, 0.13, 0.08, 0.35)),
        Pickable::IGNORE,
        children![(
            Node {
                width: percent(part * 100.0),
                height: percent(100),
                ..default()
            },
            BackgroundColor(if part > 0.34 {
                theme::GREEN
            } else {
                theme::RED
            }),
        )],
    ));
    let mut line = |words: String, strong: bool| {
        let font = if strong {
            theme::bold(15.0)
        } else {
            theme::body(14.5)
        };
        panel.spawn(text(words, font, theme::INK));
    };
    let mut health = format!(
        "Hit points {} of {}",
        words::number(who.hit_points),
        who.max_hit_points
    );
    if who.nonlethal > 0 {
        health.push_str(&format!(", {} nonlethal", who.nonlethal));
    }
    if who.temporary > 0 {
        health.push_str(&format!(", {} temporary", who.temporary));
    }
    line(health, true);
    line(
        format!(
            "{} {}   ·   speed {}   ·   {}",
            rules.policies.defence_name,
            who.defence,
            who.speed,
            format!("{:?}", who.size).to_lowercase()
        ),
        false,
    );
    for form in who.forms.iter().take(4) {
        let reach = if form.ranged { "range" } else { "reach" };
        let ready = if form.ready { "" } else { " (not ready)" };
        line(
            format!(
                "{}  {}  {}, {reach} {}{ready}",
                form.name,
                words::signed(form.attack),
                form.damage,
                form.reach
            ),
            false,
        );
    }
    let gear = &who.gear;
    for worn in [&gear.shield, &gear.helmet, &gear.armour]
        .into_iter()
        .flatten()
    {
        line(wear(worn), false);
    }
    let mut left = Vec::new();
    if who.opportunities_left > 0 {
        left.push(format!("opportunity attacks {}", who.opportunities_left));
    }
    let blocks = rules.policies.attack.defence == DefenceModel::ThresholdThenOpposed;
    if blocks && who.shield_uses.1 > 0 && gear.shield.is_some() {
        left.push(format!(
            "shield uses {} of {}",
            who.shield_uses.0, who.shield_uses.1
        ));
    }
    if let Some(readied) = who.readied {
        left.push(format!("readied: {}", words::action(rules, readied)));
    }
    if who.delaying {
        left.push("delaying".into());
    }
    if !left.is_empty() {
        line(left.join(", "), false);
    }
    let pools = [("Energy", who.energy, ENERGY), ("Fate", who.fate, FATE)];
    for (name, points, color) in pools.into_iter().filter(|(_, points, _)| *points > 0) {
        pool(panel, name, points, color);
    }
    panel
        .spawn(Node {
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(3),
            ..row(4.0)
        })
        .with_children(|badges| {
            for condition in &who.conditions {
                let Some(def) = rules.conditions.get(*condition) else {
                    continue;
                };
                badges.spawn((
                    Node {
                        padding: UiRect::axes(px(7), px(2)),
                        border_radius: BorderRadius::all(px(8)),
                        ..default()
                    },
                    BackgroundColor(Color::srgba(0.56, 0.16, 0.10, 0.88)),
                    Tip(format!("{}\n{}", def.name, def.text)),
                    Cites(cites(rules, &def.rules)),
                    children![text(def.name.clone(), theme::bold(12.5), theme::CREAM)],
                ));
            }
        });
}

fn cites(rules: &Ruleset, names: &[String]) -> Vec<RuleId> {
    let compendium = &rules.compendium;
    names
        .iter()
        .filter_map(|name| compendium.id(name))
        .collect()
}

/// Points left, one bead each as far as they can be counted at a glance.
fn pool(panel: &mut ChildSpawnerCommands<'_>, name: &str, points: i32, color: Color) {
    panel.spawn(row(4.0)).with_children(|line| {
        let words = format!("{name} {points}");
        line.spawn(text(words, theme::bold(14.5), theme::INK));
        for _ in 0..points.min(MOST_BEADS) {
            line.spawn((
                Node {
                    width: px(10),
                    height: px(10),
                    border_radius: BorderRadius::all(px(5)),
                    ..default()
                },
                BackgroundColor(color),
                Pickable::IGNORE,
            ));
        }
    });
}

fn wear(worn: &WornView) -> String {
    let state = ["", ", damaged", ", battered", ", ruined", ", destroyed"];
    let state = state
        .get(usize::from(worn.condition))
        .copied()
        .unwrap_or("");
    format!(
        "{}: {} of {}{state}",
        worn.name, worn.hit_points, worn.max_hit_points
    )
}
