//! The camera: it goes where the player asks, follows the turn, and glides after the eye.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera_nudge::CameraNudge;
use crate::combat::{Seat, SideId};
use crate::game::awake::Awake;
use crate::game::eye::{Eye, Regard, off_centre};
use crate::game::hud::{layout, log};
use crate::game::intent::CameraMove;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::scale::{centre, extent, middle};
use crate::game::session::{Session, playing};
use crate::game::teach::Taught;
use crate::game::{FrameSet, Screen};
use crate::grid::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Eye>();
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn(Camera2d);
    });
    app.add_systems(OnEnter(Screen::Battle), |mut eye: ResMut<Eye>| {
        eye.regard = Regard::Legible;
    });
    app.add_systems(
        Update,
        (keys, obey, fit)
            .chain()
            .in_set(FrameSet::Apply)
            .run_if(playing()),
    );
    let show = (look_at_deployment, follow, follow_cursor, stay, glide).chain();
    app.add_systems(Update, show.in_set(FrameSet::Show).run_if(playing()));
}

/// Moves the eye as the player asks.
fn obey(
    mut moves: MessageReader<CameraMove>,
    shown: Res<Shown>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut plan: ResMut<Plan>,
    mut eye: ResMut<Eye>,
) {
    for wanted in moves.read() {
        match wanted {
            CameraMove::Fit => {
                eye.regard = match eye.regard {
                    Regard::Whole => Regard::Legible,
                    _ => Regard::Whole,
                };
            }
            CameraMove::LookAt(seat) => {
                let who = shown.view.combatants.get(seat.index());
                let Some(area) = who.and_then(|who| who.area) else {
                    continue;
                };
                eye.centre_on(middle(area), window.size());
                plan.point(Some(area.anchor), true);
            }
        }
    }
}

/// What the view was fitted to: window, scale of the interface, map, regard, card of a lesson, open log.
type Fitted = (Vec2, f32, Vec2, Regard, bool, bool);

/// Shows the whole map, or as much of it as can be made out, until the player pans or zooms.
fn fit(
    session: Res<Session>,
    window: Single<&Window, With<PrimaryWindow>>,
    interface: Res<UiScale>,
    taught: Res<Taught>,
    open: Res<log::Open>,
    mut eye: ResMut<Eye>,
    mut last: Local<Option<Fitted>>,
) {
    let (window, map) = (window.size(), extent(session.battle.dimensions()));
    let (guided, sheet) = (taught.has_room, open.sheet);
    let now = (window, interface.0, map, eye.regard, guided, sheet);
    if *last == Some(now) {
        return;
    }
    let fresh = last.is_none_or(|(_, _, before, ..)| before != map);
    *last = Some(now);
    (eye.interface, eye.guided, eye.sheet) = (interface.0, guided, sheet);
    eye.fit(map, window, fresh);
}

/// Looks at the place where the warband is to stand.
fn look_at_deployment(
    plan: Res<Plan>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut eye: ResMut<Eye>,
    mut awake: ResMut<Awake>,
    mut last: Local<Option<SideId>>,
) {
    let side = plan.deployment.as_ref().map(|deployment| deployment.side);
    if *last == side {
        return;
    }
    *last = side;
    let zone = plan.deployment.iter().flat_map(|d| d.zone.iter());
    let zone = zone.map(centre).map(|at| Rect::from_corners(at, at));
    if let Some(zone) = zone.reduce(|all, one| all.union(one))
        && eye.regard == Regard::Legible
    {
        eye.centre_on(zone.center(), window.size());
        awake.stir();
    }
}

/// What was followed last: who has the turn, in what window, beside an open log or not.
type Followed = (Seat, Vec2, bool);

/// Follows the turn, if the combatant who has it is not in sight.
fn follow(
    shown: Res<Shown>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut eye: ResMut<Eye>,
    mut awake: ResMut<Awake>,
    mut last: Local<Option<Followed>>,
) {
    let window = window.size();
    let current = shown.view.current.map(|seat| (seat, window, eye.sheet));
    if *last == current {
        return;
    }
    *last = current;
    let who = current.and_then(|(seat, ..)| shown.view.combatants.get(seat.index()));
    let Some(area) = who.and_then(|who| who.area) else {
        return;
    };
    let mut sight = eye.free(window);
    sight.max.x -= (layout::CARD + layout::EDGE) * eye.interface;
    // Where the eye follows the turn, the combatant that acts has room to look around.
    let air = if eye.regard == Regard::Legible {
        2.5
    } else {
        1.0
    };
    if !eye.sees(middle(area), air, window, sight) {
        eye.centre_on(middle(area), window);
        awake.stir();
    }
}

/// Follows a cursor led by keys to squares out of sight.
fn follow_cursor(
    plan: Res<Plan>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut eye: ResMut<Eye>,
    mut awake: ResMut<Awake>,
    mut last: Local<Option<Square>>,
) {
    let square = plan.cursor.square.filter(|_| plan.cursor.by_keys);
    if *last == square {
        return;
    }
    *last = square;
    let Some(square) = square else { return };
    let window = window.size();
    if !eye.sees(centre(square), 0.5, window, eye.free(window)) {
        eye.centre_on(centre(square), window);
        awake.stir();
    }
}

/// Keeps the map in view: no farther out than the whole of it, no farther aside than some squares.
fn stay(session: Res<Session>, window: Single<&Window, With<PrimaryWindow>>, mut eye: ResMut<Eye>) {
    let (window, map) = (window.size(), extent(session.battle.dimensions()));
    let kept = eye.kept(map, window);
    if (kept.at, kept.scale) != (eye.at, eye.scale) {
        *eye = kept;
    }
}

fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut eye: ResMut<Eye>,
    mut awake: ResMut<Awake>,
) {
    let mut pan = Vec2::ZERO;
    let held = |key| {
        keys.pressed(key) && (keys.pressed(KeyCode::ShiftLeft) || keys.pressed(KeyCode::ShiftRight))
    };
    for (key, direction) in [
        (KeyCode::ArrowLeft, Vec2::X),
        (KeyCode::ArrowRight, Vec2::NEG_X),
        (KeyCode::ArrowUp, Vec2::Y),
        (KeyCode::ArrowDown, Vec2::NEG_Y),
    ] {
        if held(key) {
            pan += direction;
        }
    }
    if pan != Vec2::ZERO {
        eye.pan(pan * time.delta_secs() * 900.0);
        awake.stir();
    }
    let window = window.size();
    let around = eye.at - off_centre(eye.free(window).center(), window) * eye.scale;
    if keys.just_pressed(KeyCode::Equal) || keys.just_pressed(KeyCode::NumpadAdd) {
        eye.zoom(0.8, around);
    }
    if keys.just_pressed(KeyCode::Minus) || keys.just_pressed(KeyCode::NumpadSubtract) {
        eye.zoom(1.25, around);
    }
}

/// Follows the eye smoothly.
fn glide(
    eye: Res<Eye>,
    nudge: Res<CameraNudge>,
    time: Res<Time>,
    camera: Single<(&mut Transform, &mut Projection), With<Camera2d>>,
    mut awake: ResMut<Awake>,
    mut fresh: Local<bool>,
) {
    let (mut transform, mut projection) = camera.into_inner();
    let Projection::Orthographic(lens) = &*projection else {
        return;
    };
    let now = transform.translation.truncate();
    let (wanted, scale) = (eye.at + nudge.by, eye.scale * nudge.zoom);
    let near = now.distance(wanted) < 0.5 * scale && (lens.scale - scale).abs() < 0.002;
    if near && lens.scale == scale && now == wanted {
        return;
    }
    let part = if near || !*fresh {
        1.0
    } else {
        1.0 - (-14.0 * time.delta_secs()).exp()
    };
    *fresh = true;
    // Arriving is exact: an error of rounding would keep the window drawing for ever.
    let (at, scale) = if part >= 1.0 {
        (wanted, scale)
    } else {
        let scale = lens.scale + (scale - lens.scale) * part;
        (now.lerp(wanted, part), scale)
    };
    transform.translation = at.extend(transform.translation.z);
    if let Projection::Orthographic(lens) = &mut *projection {
        lens.scale = scale;
    }
    awake.stir();
}
