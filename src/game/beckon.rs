//! The frame around what the card of a lesson points at: on the board or among the panels.

use bevy::prelude::*;

use super::awake::Awake;
use super::board::{TILE, centre};
use super::intent::{Intent, PlanEdit};
use super::playback::Shown;
use super::scale::middle;
use super::session::{Session, playing};
use super::teach::{self, Place, Taught};
use super::{FrameSet, Menu, Screen};
use crate::combat::Seat;

/// What it is around, and for how many seconds it has beckoned.
#[derive(Component, Default)]
struct Frame {
    around: Option<Place>,
    age: f32,
}

/// Seconds that it beckons before it keeps still.
const BECKONS: f32 = 4.0;
/// Pixels between it and what it is around.
const GAP: f32 = 3.0;
const GOLD: Color = Color::srgb(1.0, 0.86, 0.36);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Battle),
        spawn.run_if(resource_exists::<Session>),
    );
    app.add_systems(
        Update,
        frame
            .in_set(FrameSet::Show)
            .after(teach::look)
            .run_if(playing()),
    );
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        Frame::default(),
        Node {
            position_type: PositionType::Absolute,
            border: UiRect::all(px(3)),
            border_radius: BorderRadius::all(px(7)),
            display: Display::None,
            ..default()
        },
        BorderColor::all(GOLD),
        Outline::new(px(2), px(0), Color::srgba(0.10, 0.06, 0.03, 0.85)),
        GlobalZIndex(20),
        Pickable::IGNORE,
        DespawnOnExit(Screen::Battle),
    ));
}

/// Lays the frame around what is pointed at. It beckons for a moment.
fn frame(
    frame: Single<(&mut Frame, &mut Node)>,
    taught: Res<Taught>,
    shown: Res<Shown>,
    menu: Res<State<Menu>>,
    camera: Single<(&Camera, &GlobalTransform), With<Camera2d>>,
    scale: Res<UiScale>,
    buttons: Query<(&Intent, &ComputedNode, &UiGlobalTransform)>,
    time: Res<Time>,
    mut awake: ResMut<Awake>,
) {
    let (mut frame, mut node) = frame.into_inner();
    let around = taught.slip.as_ref().and_then(|slip| slip.points_at.clone());
    let around = around.filter(|_| *menu.get() == Menu::None && shown.settled);
    if frame.around != around {
        *frame = Frame {
            around: around.clone(),
            age: 0.0,
        };
    }
    let (camera, eye) = *camera;
    let on_board = |middle: Vec2, side: f32| {
        let corner = Vec2::new(-side, side) / 2.0;
        let at = |point: Vec2| camera.world_to_viewport(eye, point.extend(0.0)).ok();
        let (from, to) = (at(middle + corner)?, at(middle - corner)?);
        Some(Rect::from_corners(from / scale.0, to / scale.0))
    };
    let on_button = |wanted: PlanEdit| {
        let mut found = buttons.iter();
        let found = found.find(|(intent, ..)| **intent == Intent::Plan(wanted.clone()));
        let (_, size, at) = found?;
        let factor = size.inverse_scale_factor();
        let rect = Rect::from_center_size(at.translation * factor, size.size() * factor);
        (rect.width() > 1.0).then(|| rect.inflate(GAP))
    };
    let rect = around.and_then(|place| match place {
        Place::Square(square) => on_board(centre(square), TILE),
        Place::Combatant(seat) => combatant(&shown, seat).and_then(|(at, side)| on_board(at, side)),
        Place::Slot(action) => on_button(PlanEdit::Begin(action)),
        Place::EndTurn => on_button(PlanEdit::EndTurn),
    });
    let Some(rect) = rect else {
        if node.display != Display::None {
            node.display = Display::None;
        }
        return;
    };
    if frame.age < BECKONS {
        // A window that slept does not skip it.
        frame.age += time.delta_secs().min(0.1);
        awake.stir();
    }
    let beat = (1.0 - frame.age / BECKONS).max(0.0) * (frame.age * 6.0).sin().abs();
    let rect = rect.inflate(7.0 * beat);
    node.display = Display::Flex;
    (node.left, node.top) = (px(rect.min.x), px(rect.min.y));
    (node.width, node.height) = (px(rect.width()), px(rect.height()));
}

/// The middle of a combatant's space, and how wide it is.
fn combatant(shown: &Shown, seat: Seat) -> Option<(Vec2, f32)> {
    let area = shown.view.combatants.get(seat.index())?.area?;
    Some((middle(area), f32::from(area.footprint.width.max(1)) * TILE))
}
