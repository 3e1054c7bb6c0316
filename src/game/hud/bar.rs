//! The action bar, built from the system's own list: what can be done, and why not.

use bevy::prelude::*;

use super::{Stage, playing, refill};
use crate::combat::view::{ActionOption, BudgetView};
use crate::combat::{Choice, Request};
use crate::game::act::Act;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::widgets::{Look, Tip, button, button_body, column, label, row, text};
use crate::game::{theme, words};
use crate::rules::{ActionCost, ActionDef, Procedure};

#[derive(Component)]
pub struct Bar;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill.in_set(Stage::Show).run_if(playing()));
}

fn fill(
    bar: Single<(Entity, Ref<Bar>)>,
    session: Res<Session>,
    plan: Res<Plan>,
    shown: Res<Shown>,
    mut commands: Commands,
    mut last: Local<(u32, u32, bool)>,
) {
    let (bar, fresh) = bar.into_inner();
    let now = (plan.revision, session.revision, session.refusal.is_some());
    if *last == now && !fresh.is_added() {
        return;
    }
    *last = now;
    refill(&mut commands, bar, |bar| {
        bar.spawn(Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..column(6.0)
        })
        .insert(Pickable::IGNORE)
        .with_children(|left| {
            left.spawn(text(
                headline(&session, &plan, &shown),
                theme::body(15.0),
                theme::CREAM,
            ));
            if plan.seat.is_some() {
                weapons(left, &session, &plan, &shown);
                actions(left, &session, &plan);
            }
        });
        if plan.seat.is_some() {
            bar.spawn(Node {
                width: px(132),
                flex_shrink: 0.0,
                ..column(7.0)
            })
            .with_children(|right| turn_buttons(right, &session, &plan));
        }
    });
}

/// What is going on, and what the pointer would do.
fn headline(session: &Session, plan: &Plan, shown: &Shown) -> String {
    if let Some(refusal) = &session.refusal {
        return words::refusal(session.rules(), refusal);
    }
    if !shown.settled {
        return "…".into();
    }
    let Some(seat) = plan.seat else {
        return match session.question() {
            Some(Request::Deploy { .. }) => "Place your warband.".into(),
            Some(_) => "Your answer is needed.".into(),
            None => "The other side is thinking.".into(),
        };
    };
    let who = words::name(session, seat);
    if let Some(pointed) = pointed_at(session, plan, shown) {
        return pointed;
    }
    match plan.begun.and_then(|a| session.rules().actions.get(a)) {
        Some(def) => format!("{}: choose a target or a square. Esc drops it.", def.name),
        None => {
            let left = shown.view.combatants.get(seat.index());
            let left = left.map_or_else(String::new, |w| budget(&w.budget));
            format!(
                "{who} has: {left}. Click a square to go, an enemy to attack (arrows, Enter; Tab: targets)."
            )
        }
    }
}

fn pointed_at(session: &Session, plan: &Plan, shown: &Shown) -> Option<String> {
    let preview = plan.preview.as_ref()?;
    let rules = session.rules();
    if let Some(target) = plan.target_at(shown, preview.at) {
        let name = words::name(session, target.seat);
        if let Some(refusal) = &target.refusal {
            return Some(format!("{name}: {}", words::refusal(rules, refusal)));
        }
        let odds = target.odds.as_ref()?;
        let notes: Vec<_> = odds.notes.iter().map(|n| n.label()).collect();
        let notes = if notes.is_empty() {
            String::new()
        } else {
            format!(" ({})", notes.join(", "))
        };
        return Some(format!(
            "{name}: hits {}{}, {} to {} damage, {} critical, puts it down {}{notes}",
            words::percent(odds.hit),
            odds.needs.map_or(String::new(), |n| format!(" on {n}+")),
            odds.damage_range.0,
            odds.damage_range.1,
            words::percent(odds.critical),
            words::percent(odds.down),
        ));
    }
    let Some(Choice::Act { action, .. }) = &preview.choice else {
        return None;
    };
    if let Some(refusal) = &preview.forecast.refusal {
        return Some(words::refusal(rules, refusal));
    }
    let path = preview.forecast.path.as_ref()?;
    let cost = path.costs.last().copied().unwrap_or(0);
    let dangers = match path.opportunities.len() {
        0 => "provokes nothing".to_owned(),
        1 => "provokes one opportunity attack".to_owned(),
        n => format!("provokes {n} opportunity attacks"),
    };
    Some(format!(
        "{}: costs {}, {dangers}",
        words::action(rules, *action),
        words::squares(cost)
    ))
}

/// Which way to attack is preferred.
fn weapons(panel: &mut ChildSpawnerCommands<'_>, session: &Session, plan: &Plan, shown: &Shown) {
    let who = plan
        .seat
        .and_then(|seat| shown.view.combatants.get(seat.index()));
    let Some(who) = who.filter(|who| who.forms.len() > 1) else {
        return;
    };
    panel
        .spawn(Node {
            flex_wrap: FlexWrap::Wrap,
            ..row(5.0)
        })
        .with_children(|chips| {
            chips.spawn(text("Attack with", theme::body(13.5), theme::DIM));
            for (form, ready) in &plan.forms {
                let Some(view) = who.forms.get(usize::from(*form)) else {
                    continue;
                };
                let look = if plan.form == Some(*form) {
                    Look::Chosen
                } else {
                    Look::Plain
                };
                let tip = match ready {
                    Ok(()) => format!("{} {}", words::signed(view.attack), view.damage),
                    Err(refusal) => words::refusal(session.rules(), refusal),
                };
                let pick = Act::PickForm(*form);
                chips
                    .spawn(small(view.name.clone(), pick, look, ready.is_ok(), tip))
                    .insert(compact());
            }
            let full = plan.begun.and_then(|a| session.rules().actions.get(a));
            if full.is_some_and(|d| matches!(d.procedure, Procedure::FullAttack)) {
                let look = if plan.manner.both_weapons {
                    Look::Chosen
                } else {
                    Look::Plain
                };
                let tip = "Fight with the off-hand weapon as well".into();
                chips
                    .spawn(small(
                        "both weapons".into(),
                        Act::ToggleBothWeapons,
                        look,
                        true,
                        tip,
                    ))
                    .insert(compact());
            }
        });
}

fn actions(panel: &mut ChildSpawnerCommands<'_>, session: &Session, plan: &Plan) {
    let rules = session.rules();
    panel
        .spawn(Node {
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(3),
            ..row(4.0)
        })
        .insert(Pickable::IGNORE)
        .with_children(|buttons| {
            for option in &plan.options {
                let Some(def) = rules.actions.get(option.action) else {
                    continue;
                };
                if matches!(def.procedure, Procedure::EndTurn | Procedure::Surrender) {
                    continue;
                }
                let look = if plan.begun == Some(option.action) {
                    Look::Chosen
                } else {
                    Look::Plain
                };
                let free = option.refusal.is_none();
                buttons
                    .spawn((
                        button_body(Act::Begin(option.action), look, free),
                        Tip(tip(session, def, option)),
                        children![
                            label(
                                def.name.clone(),
                                theme::bold(13.0),
                                if free { theme::CREAM } else { theme::DIM }
                            ),
                            label(
                                mark(option.cost),
                                theme::body(11.0),
                                if free { theme::BRASS } else { theme::DIM }
                            ),
                        ],
                    ))
                    .insert(compact());
            }
        });
}

/// The frame of a small button.
fn compact() -> Node {
    Node {
        padding: UiRect::axes(px(7), px(2)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        align_items: AlignItems::Center,
        column_gap: px(5),
        ..default()
    }
}

/// What an action costs, in short.
fn mark(cost: ActionCost) -> &'static str {
    match cost {
        ActionCost::None | ActionCost::Free => "free",
        ActionCost::Swift => "swift",
        ActionCost::Move => "move",
        ActionCost::Standard => "std",
        ActionCost::FullRound => "full",
    }
}

fn tip(session: &Session, def: &ActionDef, option: &ActionOption) -> String {
    let cost = match option.cost {
        ActionCost::None => "no action",
        ActionCost::Free => "free action",
        ActionCost::Swift => "swift action",
        ActionCost::Move => "move action",
        ActionCost::Standard => "standard action",
        ActionCost::FullRound => "full-round action",
    };
    let key = def.key.map_or(String::new(), |key| {
        format!("   [{}]", key.to_ascii_uppercase())
    });
    let mut words = format!("{}, {cost}{key}", def.name);
    if !def.text.is_empty() {
        words.push_str(&format!("\n{}", def.text));
    }
    if let Some(refusal) = &option.refusal {
        words.push_str(
            &format!("\n✗ {}", words::refusal(session.rules(), refusal)).replace('✗', "×"),
        );
    }
    if !def.rules.is_empty() {
        words.push_str(&format!("\n{}", def.rules.join("  ")));
    }
    words
}

fn turn_buttons(panel: &mut ChildSpawnerCommands<'_>, session: &Session, plan: &Plan) {
    panel.spawn((
        button("End turn", Act::EndTurn, Look::Main, true),
        Tip("End the turn (Space)".into()),
    ));
    let can = session.battle.can_undo();
    panel.spawn((
        button("Undo", Act::Undo, Look::Plain, can),
        Tip(if can {
            "Take the last step back (Backspace)".into()
        } else {
            "Nothing to take back: a die was rolled, or nothing was done yet.".into()
        }),
    ));
    let look = if plan.threat.is_some() {
        Look::Chosen
    } else {
        Look::Plain
    };
    panel.spawn((
        button("Threat", Act::ToggleThreat, look, true),
        Tip("Show the squares that the enemy threatens (F2)".into()),
    ));
}

fn small(words: String, act: Act, look: Look, enabled: bool, tip: String) -> impl Bundle {
    let color = if enabled { theme::CREAM } else { theme::DIM };
    let body = button_body(act, look, enabled);
    (
        body,
        Tip(tip),
        children![label(words, theme::bold(13.0), color)],
    )
}

/// What is left of a turn, in words.
pub fn budget(budget: &BudgetView) -> String {
    let mut left = Vec::new();
    let mut add = |count: u8, name: &str| match count {
        0 => {}
        1 => left.push(name.to_owned()),
        n => left.push(format!("{n} × {name}")),
    };
    add(budget.standard, "standard");
    add(budget.movement, "move");
    add(budget.swift, "swift");
    add(u8::from(budget.free_step), "free step");
    if budget.movement_left > 0 {
        left.push(format!(
            "{} squares to go",
            words::squares(budget.movement_left)
        ));
    }
    if left.is_empty() {
        "nothing left".into()
    } else {
        left.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_reads_well() {
        let turn = BudgetView {
            standard: 1,
            movement: 2,
            ..BudgetView::default()
        };
        assert_eq!(budget(&turn), "standard, 2 × move");
        assert_eq!(budget(&BudgetView::default()), "nothing left");
    }
}
