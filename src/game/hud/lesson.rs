//! The card of the lesson or hint at hand, and the frame around what it points at.

use bevy::prelude::*;

use super::digits::key_name;
use super::dock::slot;
use super::layout::{EDGE, LESSON, LOG, STRIP};
use super::log;
use crate::combat::Seat;
use crate::game::awake::Awake;
use crate::game::board::{TILE, centre, middle};
use crate::game::intent::{Intent, PlanEdit, Teach};
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::teach::{Place, Slip, Source, Taught};
use crate::game::widgets::{Look, Tip, parchment, refill, row, small_button, text};
use crate::game::{FrameSet, Menu, theme};

/// The card.
#[derive(Component)]
struct Card;

/// The frame around what the card points at, and for how many seconds it has beckoned.
#[derive(Component, Default)]
struct Frame {
    around: Option<Place>,
    age: f32,
}

/// Seconds that the frame beckons before it keeps still.
const BECKONS: f32 = 4.0;
/// Pixels between the frame and what it is around.
const GAP: f32 = 3.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (fill, frame)
            .chain()
            .in_set(FrameSet::Show)
            .after(super::question::pose)
            .run_if(playing()),
    );
}

/// The place of the card.
fn place() -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(EDGE),
        top: px(STRIP + EDGE + 38.0),
        width: px(LESSON),
        padding: UiRect::new(px(18), px(16), px(13), px(13)),
        flex_direction: FlexDirection::Column,
        row_gap: px(5),
        display: Display::None,
        ..default()
    }
}

/// The frame before it is around anything.
fn unframed() -> Node {
    Node {
        position_type: PositionType::Absolute,
        border: UiRect::all(px(3)),
        border_radius: BorderRadius::all(px(7)),
        display: Display::None,
        ..default()
    }
}

fn fill(
    card: Single<(Entity, Ref<Card>, &mut Node)>,
    taught: Res<Taught>,
    log: Res<log::Open>,
    session: Res<Session>,
    plan: Res<Plan>,
    mut commands: Commands,
    mut last: Local<Option<(Slip, String)>>,
) {
    let (card, fresh, mut node) = card.into_inner();
    if log.is_changed() || fresh.is_added() {
        // Beside the log, where that is open.
        let beside = if log.sheet { LOG + EDGE } else { 0.0 };
        node.left = px(EDGE + beside);
    }
    let now = taught.0.clone().map(|slip| {
        let keys = keys(&session, &plan, &slip);
        (slip, keys)
    });
    if *last == now && !fresh.is_added() {
        return;
    }
    node.display = match now {
        Some(_) => Display::Flex,
        None => Display::None,
    };
    refill(&mut commands, card, |card| {
        if let Some((slip, keys)) = &now {
            build(card, slip, keys);
        }
    });
    *last = now;
}

fn build(card: &mut ChildSpawnerCommands<'_>, slip: &Slip, keys: &str) {
    let small = |words: String| text(words, theme::bold(13.0), theme::FADED);
    let (above, go_on, skip) = match slip.source {
        Source::Lesson {
            step: (step, of),
            read_only,
            ..
        } => {
            let go_on = if read_only { "Go on" } else { "Skip this step" };
            (format!("Step {step} of {of}"), go_on, "Skip the lessons")
        }
        Source::Hint(_) => ("Hint".into(), "Got it", "No more hints"),
    };
    card.spawn(small(above));
    card.spawn(text(slip.title.clone(), theme::title(21.0), theme::RED));
    card.spawn(text(slip.text.clone(), theme::body(15.0), theme::INK));
    if !keys.is_empty() {
        card.spawn(small(keys.into()));
    }
    let line = Node {
        margin: UiRect::top(px(4)),
        ..row(8.0)
    };
    card.spawn((line, Pickable::IGNORE)).with_children(|line| {
        let read_only = go_on != "Skip this step";
        let look = if read_only { Look::Main } else { Look::Plain };
        for (label, does, look, tip) in [
            (go_on, Teach::GoOn, look, "F10"),
            (skip, Teach::SkipAll, Look::Plain, "Shift+F10"),
        ] {
            line.spawn((small_button(does, look, true), Tip(tip.into())))
                .with_child(text(label, theme::bold(13.5), theme::CREAM));
        }
    });
}

/// The keys that do what a lesson is about.
fn keys(session: &Session, plan: &Plan, slip: &Slip) -> String {
    match (&slip.points_at, slip.action) {
        (Some(Place::Square(_)), _) => "Keys: arrows, then Enter".into(),
        (Some(Place::Combatant(_)), _) => "Keys: Tab, then Enter".into(),
        (Some(Place::EndTurn), _) => "Key: Space".into(),
        (_, Some(action)) => {
            let slots = slot::of(session, plan);
            let number = slots.iter().position(|slot| *slot == Some(action));
            let letter = session.rules().actions.get(action).and_then(|def| def.key);
            let letter = letter.map(|key| key.to_ascii_uppercase().to_string());
            let keys: Vec<_> = number.map(key_name).into_iter().chain(letter).collect();
            match keys.is_empty() {
                true => String::new(),
                false => format!("Key: {}", keys.join(" or ")),
            }
        }
        (_, None) => String::new(),
    }
}

/// Lays the frame around what the card points at. It beckons for a moment.
fn frame(
    frame: Single<(&mut Frame, &mut Node, &mut BorderColor)>,
    taught: Res<Taught>,
    shown: Res<Shown>,
    menu: Res<State<Menu>>,
    camera: Single<(&Camera, &GlobalTransform), With<Camera2d>>,
    scale: Res<UiScale>,
    buttons: Query<(&Intent, &ComputedNode, &UiGlobalTransform)>,
    time: Res<Time>,
    mut awake: ResMut<Awake>,
) {
    let (mut frame, mut node, mut color) = frame.into_inner();
    let around = taught.0.as_ref().and_then(|slip| slip.points_at.clone());
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
    *color = BorderColor::all(Color::srgb(1.0, 0.86, 0.36));
}

/// The middle of a combatant's space, and how wide it is.
fn combatant(shown: &Shown, seat: Seat) -> Option<(Vec2, f32)> {
    let area = shown.view.combatants.get(seat.index())?.area?;
    Some((middle(area), f32::from(area.footprint.width.max(1)) * TILE))
}

/// Card and frame, to be spawned with the other panels.
pub fn panels() -> (impl Bundle, impl Bundle) {
    let card = (Card, place(), parchment());
    let frame = (
        Frame::default(),
        unframed(),
        BorderColor::all(Color::NONE),
        Outline::new(px(2), px(0), Color::srgba(0.10, 0.06, 0.03, 0.85)),
        GlobalZIndex(20),
        Pickable::IGNORE,
    );
    (card, frame)
}
