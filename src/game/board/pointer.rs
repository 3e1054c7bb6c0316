//! Mouse and keyboard on the map: pointing, clicking, panning, a cursor led by the arrow keys.

use bevy::input::mouse::MouseScrollUnit;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::terrain::Table;
use crate::game::awake::Awake;
use crate::game::eye::Eye;
use crate::game::intent::{Consult, Intents, PlanEdit};
use crate::game::keymap::{with_control, with_shift};
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::scale::{TILE, square_at};
use crate::game::session::{Session, playing};
use crate::game::{FrameSet, Menu};
use crate::grid::{Area, Diagonals, Dimensions, Square, distance};

/// Pixels that the pointer may stray in a click.
const STRAY: f32 = 6.0;

/// How far the pointer was dragged since it was pressed.
#[derive(Resource, Default)]
struct Dragged(f32);

/// Seconds after which a held button opens the ring.
const LONG: f32 = 0.35;

/// The mouse button that is held on the map.
#[derive(Resource, Default)]
enum Held {
    #[default]
    Nothing,
    /// On this square, for so many seconds; `None`: the frame in which it was pressed is not over.
    On(Square, Option<f32>),
    /// It has opened the ring: letting it go is no click.
    Opened,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Dragged>().init_resource::<Held>();
    app.add_observer(point)
        .add_observer(leave)
        .add_observer(press);
    app.add_observer(drag)
        .add_observer(scroll)
        .add_observer(click);
    app.add_systems(
        Update,
        (lead_cursor, hold, repoint)
            .in_set(FrameSet::Input)
            .run_if(playing()),
    );
}

fn over(event_target: Entity, tables: &Query<(), With<Table>>) -> bool {
    tables.contains(event_target)
}

fn point(
    moved: On<Pointer<Move>>,
    tables: Query<(), With<Table>>,
    session: Option<Res<Session>>,
    mut plan: ResMut<Plan>,
) {
    let Some(session) = session.filter(|_| over(moved.entity, &tables)) else {
        return;
    };
    let at = moved.hit.position.map(Vec3::truncate);
    let square = at.and_then(|at| meant(at, plan.options.corner, session.battle.dimensions()));
    if plan.cursor.square != square || plan.cursor.by_keys {
        plan.point(square, false);
    }
}

/// The square that is meant at a point: the one there, or the one south-east of the nearest corner
/// where a corner is aimed at.
fn meant(at: Vec2, corner: bool, dims: Dimensions) -> Option<Square> {
    let square = square_at(at, dims)?;
    if !corner {
        return Some(square);
    }
    let past = (at / TILE).rem_euclid(Vec2::ONE);
    let (east, south) = (past.x > 0.5, past.y < 0.5);
    Some(Square::new(
        square.x + i16::from(east),
        square.y + i16::from(south),
    ))
}

/// The map has moved under a pointer that rests: it points at another square now.
fn repoint(
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform), Changed<GlobalTransform>>,
    table: Single<&Hovered, With<Table>>,
    session: Res<Session>,
    mut plan: ResMut<Plan>,
) {
    let (camera, place) = *camera;
    let resting = window.cursor_position().filter(|_| table.0);
    let at = resting.and_then(|at| camera.viewport_to_world_2d(place, at).ok());
    let Some(at) = at.filter(|_| !plan.cursor.by_keys) else {
        return;
    };
    let square = meant(at, plan.options.corner, session.battle.dimensions());
    if plan.cursor.square != square {
        plan.point(square, false);
    }
}

fn leave(left: On<Pointer<Out>>, tables: Query<(), With<Table>>, mut plan: ResMut<Plan>) {
    if over(left.entity, &tables) && !plan.cursor.by_keys {
        plan.point(None, false);
    }
}

fn press(
    pressed: On<Pointer<Press>>,
    tables: Query<(), With<Table>>,
    session: Option<Res<Session>>,
    mut dragged: ResMut<Dragged>,
    mut held: ResMut<Held>,
) {
    dragged.0 = 0.0;
    // The press is told of the table, and then of the window that it lies in.
    if pressed.button != PointerButton::Primary || !over(pressed.entity, &tables) {
        return;
    }
    let at = pressed.hit.position.map(Vec3::truncate);
    let dims = session.map(|session| session.battle.dimensions());
    let square = at.zip(dims).and_then(|(at, dims)| square_at(at, dims));
    if let Some(square) = square {
        *held = Held::On(square, None);
    }
}

/// A button held on a combatant opens the ring of what can be done to it.
fn hold(
    time: Res<Time>,
    buttons: Res<ButtonInput<MouseButton>>,
    dragged: Res<Dragged>,
    shown: Res<Shown>,
    plan: Res<Plan>,
    mut held: ResMut<Held>,
    mut intents: Intents,
) {
    let Held::On(square, so_far) = *held else {
        return;
    };
    if !buttons.pressed(MouseButton::Left) || dragged.0 > STRAY {
        *held = Held::Nothing;
        return;
    }
    intents.stir();
    // The time before the press, in which the window may have slept, does not count.
    let so_far = so_far.map_or(0.0, |so_far| so_far + time.delta_secs());
    *held = Held::On(square, Some(so_far));
    let who = Plan::anyone_at(&shown, square).filter(|_| plan.options.actor.is_some());
    if so_far >= LONG
        && let Some(seat) = who
    {
        *held = Held::Opened;
        intents.send(PlanEdit::Ring(Some(seat)));
    }
}

fn drag(
    dragging: On<Pointer<Drag>>,
    tables: Query<(), With<Table>>,
    mut eye: ResMut<Eye>,
    mut dragged: ResMut<Dragged>,
    mut awake: ResMut<Awake>,
) {
    if !over(dragging.entity, &tables) {
        return;
    }
    dragged.0 += dragging.delta.length();
    if dragged.0 > STRAY {
        eye.pan(dragging.delta);
        awake.stir();
    }
}

fn scroll(
    scrolled: On<Pointer<Scroll>>,
    tables: Query<(), With<Table>>,
    mut eye: ResMut<Eye>,
    mut awake: ResMut<Awake>,
) {
    if !over(scrolled.entity, &tables) {
        return;
    }
    let notches = match scrolled.unit {
        MouseScrollUnit::Line => scrolled.y,
        MouseScrollUnit::Pixel => scrolled.y / 60.0,
    };
    let around = scrolled.hit.position.map_or(eye.at, Vec3::truncate);
    eye.zoom(0.88_f32.powf(notches), around);
    awake.stir();
}

fn click(
    clicked: On<Pointer<Click>>,
    tables: Query<(), With<Table>>,
    session: Option<Res<Session>>,
    plan: Res<Plan>,
    keys: Res<ButtonInput<KeyCode>>,
    dragged: Res<Dragged>,
    shown: Option<Res<Shown>>,
    mut held: ResMut<Held>,
    mut intents: Intents,
) {
    let opened = matches!(std::mem::take(&mut *held), Held::Opened);
    let Some(session) = session.filter(|_| over(clicked.entity, &tables)) else {
        return;
    };
    if dragged.0 > STRAY || opened {
        return;
    }
    let at = clicked.hit.position.map(Vec3::truncate);
    if clicked.button != PointerButton::Primary {
        let begun = plan.selection.action.is_some() || plan.ring.is_some();
        let square = at.and_then(|at| square_at(at, session.battle.dimensions()));
        let who = square.zip(shown);
        let who = who.and_then(|(square, shown)| {
            Plan::anyone_at(&shown, square).filter(|seat| shown.is_seen(*seat))
        });
        match who.filter(|_| !begun && clicked.button == PointerButton::Secondary) {
            Some(seat) => intents.send(Consult::Combatant(seat)),
            None => intents.send(PlanEdit::Cancel),
        }
        return;
    }
    if let Some(square) =
        at.and_then(|at| meant(at, plan.options.corner, session.battle.dimensions()))
    {
        intents.send(wish(square, &keys));
    }
}

/// A click does what its square shows; with Shift it takes the way round, with Ctrl it strikes at the end of a walk
/// up to an enemy.
fn wish(square: Square, keys: &ButtonInput<KeyCode>) -> PlanEdit {
    match (with_shift(keys), with_control(keys)) {
        (true, _) => PlanEdit::GoRound(square),
        (false, true) => PlanEdit::Through(square),
        (false, false) => PlanEdit::Click(square),
    }
}

/// Arrow keys lead the cursor, Enter acts on it, Tab goes from target to target.
fn lead_cursor(
    keys: Res<ButtonInput<KeyCode>>,
    menu: Res<State<Menu>>,
    session: Res<Session>,
    shown: Res<Shown>,
    mut plan: ResMut<Plan>,
    mut intents: Intents,
) {
    let shift = with_shift(&keys);
    if *menu.get() != Menu::None {
        return;
    }
    let step = |key, x: i16, y: i16| {
        if keys.just_pressed(key) && !shift {
            (x, y)
        } else {
            (0, 0)
        }
    };
    let steps = [
        step(KeyCode::ArrowLeft, -1, 0),
        step(KeyCode::ArrowRight, 1, 0),
        step(KeyCode::ArrowUp, 0, -1),
        step(KeyCode::ArrowDown, 0, 1),
    ];
    let (x, y) = steps
        .into_iter()
        .fold((0, 0), |sum, s| (sum.0 + s.0, sum.1 + s.1));
    if (x, y) != (0, 0) {
        let from = plan
            .cursor
            .square
            .or_else(|| home(&plan, &shown))
            .unwrap_or_default();
        let to = Square::new(from.x + x, from.y + y);
        if session.battle.dimensions().contains(to) {
            plan.point(Some(to), true);
        }
    }
    if keys.just_pressed(KeyCode::Tab) {
        let targets = ring(&plan, &shown);
        let now = plan
            .cursor
            .square
            .and_then(|p| targets.iter().position(|t| *t == p));
        let count = targets.len();
        let next = match now {
            Some(i) if shift => (i + count - 1) % count.max(1),
            Some(i) => (i + 1) % count.max(1),
            None => 0,
        };
        if let Some(square) = targets.get(next) {
            plan.point(Some(*square), true);
        }
    }
    let enter = keys.just_pressed(KeyCode::Enter) || keys.just_pressed(KeyCode::NumpadEnter);
    if enter && let Some(ring) = &plan.ring {
        let first = ring.entries.first();
        first
            .into_iter()
            .for_each(|first| intents.send(first.does.clone()));
    } else if enter && let Some(square) = plan.cursor.square.filter(|_| plan.cursor.by_keys) {
        intents.send(wish(square, &keys));
    }
}

/// Where the cursor starts: at the one who acts.
fn home(plan: &Plan, shown: &Shown) -> Option<Square> {
    let zone = plan.deployment.as_ref().and_then(|d| d.zone.iter().next());
    let seat = plan.options.seat.or(shown.view.current);
    zone.or_else(|| {
        shown
            .view
            .combatants
            .get(seat?.index())?
            .area
            .map(|area| area.anchor)
    })
}

/// The squares of the targets: those that can be hit first, the nearest of them before others, and enemies that are
/// down after all.
fn ring(plan: &Plan, shown: &Shown) -> Vec<Square> {
    let all = &shown.view.combatants;
    let own = plan.options.actor.and_then(|seat| all.get(seat.index()));
    let side = own.map(|own| own.side);
    let far = |area: Area| {
        let from = own.and_then(|own| own.area);
        from.map_or(0, |from| distance(from, area, Diagonals::Equal))
    };
    let place = |target: &crate::game::plan::Target| {
        let who = all.get(target.seat.index())?;
        let area = who.area?;
        let down = !who.standing && Some(who.side) != side;
        Some((down, target.refusal.is_some(), far(area), area.anchor))
    };
    let mut squares: Vec<_> = plan.options.targets.iter().filter_map(place).collect();
    if squares.is_empty() && !plan.options.squares.is_empty() {
        // What is aimed at a place is meant for the combatants there all the same: enemies first.
        let others = all.iter().filter(|who| who.standing);
        let others = others.filter(|who| Some(who.seat) != plan.options.actor);
        squares.extend(others.filter_map(|who| {
            let area = who.area?;
            Some((false, Some(who.side) == side, far(area), area.anchor))
        }));
    }
    squares.sort();
    squares.into_iter().map(|(.., square)| square).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::board::centre;
    use crate::game::plan::refreshed;
    use crate::game::testing::table;

    #[test]
    fn tab_goes_to_the_nearest_who_stands_and_to_the_fallen_last() {
        let (session, mut shown) = table(&Scene::new(
            ruleset("classic_d20"),
            &["b.........", "Ac...d....", ".........."],
        ));
        shown.view.combatants[1].standing = false;
        let down = shown.view.combatants[1].area.map(|area| area.anchor);
        let plan = refreshed(&session, &shown);
        let squares = ring(&plan, &shown);
        assert_eq!(squares.len(), 3);
        assert_eq!(squares.last().copied(), down);
        assert!(squares[1].x > squares[0].x, "{squares:?}");
    }

    #[test]
    fn the_nearest_corner_is_meant() {
        let dims = Dimensions::new(4, 4);
        let of = |dx: f32, dy: f32| {
            let at = centre(Square::new(1, 1)) + Vec2::new(dx, dy) * TILE;
            meant(at, true, dims)
        };
        assert_eq!(of(-0.3, 0.3), Some(Square::new(1, 1)));
        assert_eq!(of(0.3, 0.3), Some(Square::new(2, 1)));
        assert_eq!(of(-0.3, -0.3), Some(Square::new(1, 2)));
        assert_eq!(of(0.3, -0.3), Some(Square::new(2, 2)));
    }
}
