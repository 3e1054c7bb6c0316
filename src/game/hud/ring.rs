//! The ring of actions around a combatant, opened by holding the mouse button on it.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::around::Around;
use super::digits::key_name;
use super::dock::shelf;
use super::layout::{self, Covers};
use crate::game::pictures::Pictures;
use crate::game::plan::{Entry, Plan};
use crate::game::playback::Shown;
use crate::game::scale::{half, middle};
use crate::game::session::{Session, playing};
use crate::game::widgets::{Cites, Look, Tip, framed, label, text};
use crate::game::{FrameSet, Screen, theme};
use crate::grid::Area;

/// The middle of the ring; the actions stand around it.
#[derive(Component)]
struct Middle;

/// One of the actions, by its number.
#[derive(Component)]
struct Spoke(usize);

/// Width and height of an action, whose name may take two lines.
const SIZE: Vec2 = Vec2::new(80.0, 78.0);
/// From the edge of a token to the middle of the actions around it: of a few, and of more.
const AIR: Vec2 = Vec2::new(82.0, 66.0);
const WIDE: Vec2 = Vec2::new(104.0, 102.0);
const FEW: usize = 6;
/// Pixels from the middle of a token to its edge.
const EDGE: f32 = 14.0;
/// Pixels of a square beside the token on it.
const RIM: f32 = 3.0;

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
                one(around, &session, &plan, (number, entry), image);
            }
        });
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
    (number, entry): (usize, &Entry),
    icon: Handle<Image>,
) {
    let option = plan.option(entry.action);
    let def = session.rules().actions.get(entry.action);
    let (Some(option), Some(def)) = (option, def) else {
        return;
    };
    let node = Node {
        position_type: PositionType::Absolute,
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
            Spoke(number),
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

/// Keeps the ring around its token, clear of the panels and of those whom it is about.
fn place(
    (plan, shown): (Res<Plan>, Res<Shown>),
    scale: Res<UiScale>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    panels: Query<(&ComputedNode, &UiGlobalTransform), With<Covers>>,
    mut rings: Query<&mut Node, With<Middle>>,
    mut spokes: Query<(&Spoke, &mut Node), Without<Middle>>,
    mut last: Local<Option<(u32, Around)>>,
) {
    let Some(ring) = &plan.ring else {
        *last = None;
        return;
    };
    let (camera, transform) = *camera;
    let token = |area: Area| {
        let (middle, half) = (middle(area), half(area));
        let corner = |at: Vec2| camera.world_to_viewport(transform, at.extend(0.0)).ok();
        let (low, high) = (corner(middle - half)?, corner(middle + half)?);
        Some(Rect::from_corners(low / scale.0, high / scale.0).inflate(-RIM))
    };
    let meant = [Some(ring.seat), plan.options.actor];
    let mut around = Around {
        of: ring.entries.len(),
        size: SIZE,
        reach: reach(&shown, &plan),
        clear: layout::covered(panels.iter()),
        ..Around::default()
    };
    let room = window.size() / scale.0;
    around.room = Rect::new(0.0, layout::STRIP, room.x, room.y).inflate(-layout::EDGE / 2.0);
    for who in &shown.view.combatants {
        let Some(token) = who.area.and_then(token) else {
            continue;
        };
        if who.seat == ring.seat {
            around.at = token.center();
        }
        match meant.contains(&Some(who.seat)) {
            true => around.clear.push(token),
            false => around.rather.push(token),
        }
    }
    let now = (plan.revision, around);
    if last.as_ref() == Some(&now) {
        return;
    }
    let (_, around) = &*last.insert(now);
    for mut node in &mut rings {
        (node.left, node.top) = (px(around.at.x), px(around.at.y));
    }
    let places = around.places();
    for (Spoke(number), mut node) in &mut spokes {
        if let Some(place) = places.get(*number) {
            let corner = *place - around.at - SIZE / 2.0;
            (node.left, node.top) = (px(corner.x), px(corner.y));
        }
    }
}
