//! The ring of actions around a combatant, opened by holding the mouse button on it.

use bevy::prelude::*;

use super::digits::key_name;
use super::dock::shelf;
use super::layout;
use crate::game::pictures::Pictures;
use crate::game::plan::{Entry, Plan};
use crate::game::playback::Shown;
use crate::game::scale::middle;
use crate::game::session::{Session, playing};
use crate::game::widgets::{Cites, Look, Tip, framed, label, text};
use crate::game::{FrameSet, Screen, theme};

/// The middle of the ring; the actions stand around it.
#[derive(Component)]
struct Middle;

/// Width and height of an action, whose name may take two lines.
const SIZE: Vec2 = Vec2::new(80.0, 78.0);
/// From the edge of a token to the middle of the actions around it: of a few, and of more.
const AIR: Vec2 = Vec2::new(82.0, 66.0);
const WIDE: Vec2 = Vec2::new(104.0, 102.0);
const FEW: usize = 6;
/// Pixels from the middle of a token to its edge.
const EDGE: f32 = 14.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (fill, place)
            .chain()
            .in_set(FrameSet::Show)
            .after(crate::game::plan::refresh)
            .run_if(playing()),
    );
}

fn fill(
    plan: Res<Plan>,
    session: Res<Session>,
    shown: Res<Shown>,
    old: Query<Entity, With<Middle>>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
    mut last: Local<Option<u32>>,
) {
    let now = plan.ring.as_ref().map(|_| plan.revision);
    if *last == now && (now.is_none() || !old.is_empty()) {
        return;
    }
    *last = now;
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    let Some(ring) = &plan.ring else { return };
    let middle = Node {
        position_type: PositionType::Absolute,
        width: px(0),
        height: px(0),
        ..default()
    };
    commands
        .spawn((
            Middle,
            middle,
            GlobalZIndex(20),
            Pickable::IGNORE,
            DespawnOnExit(Screen::Battle),
        ))
        .with_children(|around| {
            if ring.entries.is_empty() {
                nothing(around);
            }
            let icon = |action| {
                let def = session.rules().actions.get(action);
                def.map_or("attack", |def| def.icon())
            };
            for (number, entry) in ring.entries.iter().enumerate() {
                let image = pictures.icon(&mut images, icon(entry.action));
                one(around, &session, &plan, &shown, (number, entry), image);
            }
        });
}

/// Where an action stands: the first above, the others clockwise, on an oval around the token.
fn spot(number: usize, of: usize, reach: Vec2) -> Vec2 {
    let turn = std::f32::consts::TAU * number as f32 / of.max(1) as f32;
    Vec2::new(turn.sin(), -turn.cos()) * reach
}

fn nothing(around: &mut ChildSpawnerCommands<'_>) {
    around.spawn((
        Node {
            position_type: PositionType::Absolute,
            left: px(-110),
            top: px(-AIR.y - 40.0),
            width: px(220),
            padding: UiRect::axes(px(10), px(6)),
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(6)),
            ..default()
        },
        BackgroundColor(Color::srgba(0.09, 0.06, 0.04, 0.88)),
        Pickable::IGNORE,
        children![text(
            "You can do nothing here now.",
            theme::bold(14.0),
            theme::CREAM
        )],
    ));
}

fn one(
    around: &mut ChildSpawnerCommands<'_>,
    session: &Session,
    plan: &Plan,
    shown: &Shown,
    (number, entry): (usize, &Entry),
    icon: Handle<Image>,
) {
    let option = plan.option(entry.action);
    let def = session.rules().actions.get(entry.action);
    let (Some(option), Some(def), Some(ring)) = (option, def, &plan.ring) else {
        return;
    };
    let at = spot(number, ring.entries.len(), reach(shown, plan)) - SIZE / 2.0;
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(at.x),
        top: px(at.y),
        width: px(SIZE.x),
        height: px(SIZE.y),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(9)),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        padding: UiRect::new(px(2), px(2), px(4), px(2)),
        overflow: Overflow::clip(),
        ..default()
    };
    let look = if number == 0 { Look::Main } else { Look::Plain };
    let corner = Node {
        position_type: PositionType::Absolute,
        left: px(5),
        top: px(2),
        ..default()
    };
    around
        .spawn((
            framed(node, entry.does.clone(), look, true),
            Tip(shelf::tip(session, plan, def, option)),
            Cites(shelf::cites(session, def, option)),
        ))
        .with_children(|slot| {
            let picture = Node {
                width: px(26),
                height: px(26),
                flex_shrink: 0.0,
                ..default()
            };
            let image = ImageNode {
                image: icon,
                color: theme::CREAM,
                ..default()
            };
            slot.spawn((picture, image, Pickable::IGNORE));
            slot.spawn(label(entry.told.clone(), theme::bold(12.0), theme::BRASS));
            slot.spawn((
                text(&def.name, theme::body(10.5), theme::CREAM),
                TextLayout::justify(Justify::Center),
            ));
            let key = label(key_name(number), theme::bold(11.0), theme::BRASS);
            slot.spawn((corner, Pickable::IGNORE, children![key]));
        });
}

/// How far the actions stand from the middle of the token, in pixels of the interface.
fn reach(shown: &Shown, plan: &Plan) -> Vec2 {
    let area = plan
        .ring
        .as_ref()
        .and_then(|ring| shown.view.combatants.get(ring.seat.index()))
        .and_then(|who| who.area);
    // A large creature has more of them around it.
    let wide = area.map_or(1, |area| area.footprint.width.max(area.footprint.depth));
    let of = plan.ring.as_ref().map_or(0, |ring| ring.entries.len());
    air(of) + Vec2::splat(EDGE * f32::from(wide))
}

fn air(of: usize) -> Vec2 {
    if of > FEW { WIDE } else { AIR }
}

/// Keeps the ring around its token, and inside the window.
fn place(
    plan: Res<Plan>,
    shown: Res<Shown>,
    scale: Res<UiScale>,
    window: Single<&Window, With<bevy::window::PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut rings: Query<&mut Node, With<Middle>>,
) {
    let Some(ring) = &plan.ring else { return };
    let who = shown.view.combatants.get(ring.seat.index());
    let Some(area) = who.and_then(|who| who.area) else {
        return;
    };
    let (camera, transform) = *camera;
    let Ok(at) = camera.world_to_viewport(transform, middle(area).extend(0.0)) else {
        return;
    };
    let room = window.size() / scale.0;
    let at = kept(at / scale.0, room, reach(&shown, &plan));
    for mut node in &mut rings {
        if (node.left, node.top) != (px(at.x), px(at.y)) {
            (node.left, node.top) = (px(at.x), px(at.y));
        }
    }
}

/// The middle of a ring that lies between the order of turns and the lower edge.
fn kept(at: Vec2, room: Vec2, reach: Vec2) -> Vec2 {
    let half = reach + SIZE / 2.0 + Vec2::splat(layout::EDGE);
    let low = half + Vec2::Y * layout::STRIP;
    let high = room - half;
    at.min(high).max(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::plan::ring::MOST;

    #[test]
    fn no_action_of_the_ring_covers_another() {
        for of in 1..=MOST {
            let reach = air(of) + Vec2::splat(EDGE);
            let all: Vec<_> = (0..of).map(|i| spot(i, of, reach)).collect();
            for (i, a) in all.iter().enumerate() {
                for b in &all[..i] {
                    let apart = (*a - *b).abs();
                    assert!(apart.x >= SIZE.x || apart.y >= SIZE.y, "{of}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn the_ring_stays_in_the_window() {
        let (room, reach) = (Vec2::new(1000.0, 620.0), Vec2::new(90.0, 72.0));
        let at = kept(Vec2::ZERO, room, reach);
        assert!(at.x >= reach.x && at.y >= reach.y + layout::STRIP);
        let at = kept(room, room, reach);
        assert!((at + reach + SIZE / 2.0).cmple(room).all(), "{at}");
    }
}
