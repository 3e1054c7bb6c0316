//! The dock at the bottom: who acts, what is left of the turn, and everything that can be done.
//!
//! Slots, drawers and their order come from the ruleset's own list of actions, so that an action of
//! a house ruleset has its place without code.

mod desk;
mod economy;
mod hint;
mod manner;
mod portrait;
pub mod shelf;
pub mod slot;
mod waiting;

use bevy::prelude::*;

use super::layout::DOCK;
use super::question::Question;
use crate::game::drawer::Drawer;
use crate::game::intent::{Command, Navigate, Pace, PlanEdit};
use crate::game::keymap::Keys;
use crate::game::pictures::Pictures;
use crate::game::plan::{Plan, pick};
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::widgets::{Look, Tip, board, button, column, refill, row};
use crate::game::{FrameSet, Menu};
use desk::{Desk, chip};

/// The whole dock, drawer and all.
#[derive(Component)]
pub struct Dock;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        fill.in_set(FrameSet::Show)
            .after(super::question::pose)
            .run_if(playing()),
    );
}

/// What the dock was built for.
type BuiltFor = (u32, u32, u32, bool, bool);

fn fill(
    dock: Single<(Entity, Ref<Dock>, &mut Node)>,
    session: Res<Session>,
    plan: Res<Plan>,
    shown: Res<Shown>,
    question: Res<Question>,
    keys: Res<Keys>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
    (mut last, mut kept): (Local<BuiltFor>, Local<Plan>),
) {
    let (dock, fresh, mut node) = dock.into_inner();
    if fresh.is_added() {
        *kept = Plan::default();
    }
    let refused = session.refusal.is_some();
    let asks = !question.heading.is_empty();
    let now = (
        plan.revision,
        session.revision,
        shown.revision,
        refused,
        asks,
    );
    if *last == now && !fresh.is_added() && !keys.is_changed() {
        return;
    }
    *last = now;
    // What is asked stands in its place.
    node.display = if asks { Display::None } else { Display::Flex };
    if plan.options.seat.is_some() {
        *kept = waiting::after(&plan);
    }
    let waits = plan.options.seat.is_none() && waiting::is_shown(&kept, &session, &shown);
    let mut desk = Desk {
        session: &session,
        plan: if waits { &kept } else { &plan },
        waits,
        shown: &shown,
        keys: &keys,
        pictures: &mut pictures,
        images: &mut images,
    };
    refill(&mut commands, dock, |dock| {
        if !asks {
            build(dock, &mut desk);
        }
    });
}

fn build(dock: &mut ChildSpawnerCommands<'_>, desk: &mut Desk) {
    if desk.plan.options.seat.is_some() && !desk.waits {
        match desk.plan.selection.drawer {
            Some(Drawer::Weapons) => manner::weapons(dock, desk),
            Some(Drawer::Of(shelf)) => shelf::open(dock, desk, shelf),
            None => manner::toggles(dock, desk),
        }
    }
    let panel = Node {
        width: percent(100),
        // A hint of two lines makes it grow upwards: nothing moves below the pointer.
        min_height: px(DOCK),
        padding: UiRect::axes(px(14), px(9)),
        flex_shrink: 0.0,
        ..column(5.0)
    };
    dock.spawn((panel, board())).with_children(|panel| {
        hint::spawn(panel, desk);
        let below = Node {
            flex_grow: 1.0,
            align_items: AlignItems::Stretch,
            ..row(12.0)
        };
        panel
            .spawn((below, Pickable::IGNORE))
            .with_children(|below| {
                portrait::spawn(below, desk);
                if desk.plan.options.seat.is_some() {
                    middle(below, desk);
                } else {
                    below.spawn(Node {
                        flex_grow: 1.0,
                        ..default()
                    });
                }
                turn_buttons(below, desk);
            });
    });
}

/// Between portrait and end of turn: what is left of the turn and the drawers, and below them the
/// slots.
fn middle(panel: &mut ChildSpawnerCommands<'_>, desk: &mut Desk) {
    let node = Node {
        flex_grow: 1.0,
        min_width: px(0),
        justify_content: JustifyContent::SpaceBetween,
        ..column(3.0)
    };
    panel.spawn((node, Pickable::IGNORE)).with_children(|rows| {
        // What finds no room in one line goes on in the next.
        let wraps = |gap| Node {
            flex_wrap: FlexWrap::Wrap,
            row_gap: px(4),
            ..row(gap)
        };
        let above = Node {
            justify_content: JustifyContent::SpaceBetween,
            ..wraps(10.0)
        };
        rows.spawn((above, Pickable::IGNORE)).with_children(|line| {
            economy::spawn(line, desk);
            shelf::drawers(line, desk);
        });
        rows.spawn((wraps(12.0), Pickable::IGNORE))
            .with_children(|lines| {
                for own in [false, true] {
                    lines
                        .spawn((row(4.0), Pickable::IGNORE))
                        .with_children(|line| {
                            if !own {
                                manner::weapon_slot(line, desk);
                            }
                            slot::spawn(line, desk, own);
                        });
                }
            });
    });
}

/// On the right: what ends the turn, takes back, or looks.
fn turn_buttons(panel: &mut ChildSpawnerCommands<'_>, desk: &Desk) {
    let node = Node {
        width: px(116),
        flex_shrink: 0.0,
        justify_content: JustifyContent::End,
        ..column(5.0)
    };
    panel.spawn((node, Pickable::IGNORE)).with_children(|side| {
        let (session, plan) = (desk.session, desk.plan);
        side.spawn((row(5.0), Pickable::IGNORE)).with_children(|line| {
            if pick::has_free_actions(session) {
                let open = Navigate::Open(Menu::FreeActions);
                let tip = "Free actions: what your side can do outside your turn ({F6})";
                line.spawn(chip("Free".into(), open, Look::Plain, true, tip.into()));
            }
            if plan.options.seat.is_some() && !desk.waits {
                let shows = plan.threat.is_some();
                let look = if shows { Look::Chosen } else { Look::Plain };
                let tip = "Show the squares your enemies threaten ({F2})";
                line.spawn(chip("Threat".into(), PlanEdit::ToggleThreat, look, true, tip.into()));
            }
        });
        if !desk.shown.settled {
            side.spawn((
                button("Skip", Pace::Skip, Look::Plain, true),
                Tip("Show the outcome at once ({Space})".into()),
            ));
        }
        if plan.options.seat.is_none() || desk.waits {
            return;
        }
        // It stands out when there is nothing else to do.
        let done = plan.is_spent(session);
        let look = if done { Look::Main } else { Look::Plain };
        side.spawn((
            button("End turn", PlanEdit::EndTurn, look, true),
            Tip("End your turn ({Space})".into()),
        ));
        side.spawn((row(5.0), Pickable::IGNORE)).with_children(|line| {
            let can = session.battle.can_undo();
            let tip = if can {
                "Take your last step back ({Backspace})"
            } else {
                "You have nothing to take back: a die has been rolled, or you have done nothing yet."
            };
            line.spawn(chip("Undo".into(), Command::Undo, Look::Plain, can, tip.into()));
            let can = session.can_redo();
            let tip = if can {
                "Make the step again that you took back (Shift+{Backspace})"
            } else {
                "You have nothing to make again: you have taken nothing back, or done something else since."
            };
            line.spawn(chip("Redo".into(), Command::Redo, Look::Plain, can, tip.into()));
        });
    });
}
