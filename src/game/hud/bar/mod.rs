//! The action bar, built from the system's own list: what can be done, and why not.

pub mod actions;
mod headline;
mod weapons;

use bevy::prelude::*;

use crate::game::intent::{Command, Intent, Navigate, PlanEdit};
use crate::game::plan::{Plan, pick};
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::widgets::{Look, Tip, button, column, label, refill, small_button};
use crate::game::{FrameSet, Menu, theme};

#[derive(Component)]
pub struct Bar;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill.in_set(FrameSet::Show).run_if(playing()));
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
            headline::spawn(left, &session, &plan, &shown);
            if plan.options.seat.is_some() {
                weapons::spawn(left, &session, &plan, &shown);
                actions::spawn(left, &session, &plan);
            }
        });
        if plan.options.seat.is_some() || pick::has_free_actions(&session) {
            bar.spawn(Node {
                width: px(132),
                flex_shrink: 0.0,
                ..column(7.0)
            })
            .with_children(|right| turn_buttons(right, &session, &plan));
        }
    });
}

fn turn_buttons(panel: &mut ChildSpawnerCommands<'_>, session: &Session, plan: &Plan) {
    if pick::has_free_actions(session) {
        panel.spawn((
            button(
                "Free actions",
                Navigate::Open(Menu::FreeActions),
                Look::Plain,
                true,
            ),
            Tip("What your side can do for free in the turn of another combatant (F6)".into()),
        ));
    }
    if plan.options.seat.is_none() {
        return;
    }
    panel.spawn((
        button("End turn", PlanEdit::EndTurn, Look::Main, true),
        Tip("End your turn (Space)".into()),
    ));
    let can = session.battle.can_undo();
    panel.spawn((
        button("Undo", Command::Undo, Look::Plain, can),
        Tip(if can {
            "Take your last step back (Backspace)".into()
        } else {
            "You have nothing to take back: a die has been rolled, or you have done nothing yet."
                .into()
        }),
    ));
    let look = if plan.threat.is_some() {
        Look::Chosen
    } else {
        Look::Plain
    };
    panel.spawn((
        button("Threat", PlanEdit::ToggleThreat, look, true),
        Tip("Show the squares your enemies threaten (F2)".into()),
    ));
}

/// A small button with a word.
fn chip(
    words: String,
    does: impl Into<Intent>,
    look: Look,
    enabled: bool,
    tip: String,
) -> impl Bundle {
    let color = if enabled { theme::CREAM } else { theme::DIM };
    (
        small_button(does, look, enabled),
        Tip(tip),
        children![label(words, theme::bold(13.0), color)],
    )
}
