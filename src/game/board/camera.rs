//! The eye above the table: pan, zoom, and a view of the whole map between the panels.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera_nudge::CameraNudge;
use super::scale::{TILE, extent, middle};
use crate::combat::Seat;
use crate::game::awake::Awake;
use crate::game::intent::CameraMove;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::{FrameSet, Screen, hud};

/// Where the eye is going.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Eye {
    pub at: Vec2,
    /// World units per pixel.
    pub scale: f32,
    /// Follows the window until the player pans or zooms.
    pub fitted: bool,
    /// Shows the whole map however large it is.
    pub whole: bool,
}

pub(super) const NEAREST: f32 = 0.45;
const FARTHEST: f32 = 12.0;
/// The farthest that a battle begins at: a larger map is seen in part, around the combatant who acts.
const EASY: f32 = 3.2;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Eye {
        at: Vec2::ZERO,
        scale: 1.0,
        fitted: true,
        whole: false,
    });
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn(Camera2d);
    });
    app.add_systems(OnEnter(Screen::Battle), |mut eye: ResMut<Eye>| {
        (eye.fitted, eye.whole) = (true, false);
    });
    app.add_systems(
        Update,
        (keys, obey, fit)
            .chain()
            .in_set(FrameSet::Apply)
            .run_if(playing()),
    );
    let show = (follow, glide).chain();
    app.add_systems(Update, show.in_set(FrameSet::Show).run_if(playing()));
}

impl Eye {
    /// Moves by so many pixels of the screen.
    pub fn pan(&mut self, pixels: Vec2) {
        self.at += pixels * Vec2::new(-1.0, 1.0) * self.scale;
        self.fitted = false;
    }

    /// Goes nearer (below 1) or farther, the point staying where it is.
    pub fn zoom(&mut self, factor: f32, around: Vec2) {
        let scale = (self.scale * factor).clamp(NEAREST, FARTHEST);
        self.at = around + (self.at - around) * (scale / self.scale);
        self.scale = scale;
        self.fitted = false;
    }
}

/// Moves the eye as the player asks.
fn obey(
    mut moves: MessageReader<CameraMove>,
    shown: Res<Shown>,
    mut plan: ResMut<Plan>,
    mut eye: ResMut<Eye>,
) {
    for wanted in moves.read() {
        match wanted {
            CameraMove::Fit => (eye.fitted, eye.whole) = (true, true),
            CameraMove::LookAt(seat) => {
                let who = shown.view.combatants.get(seat.index());
                let Some(area) = who.and_then(|who| who.area) else {
                    continue;
                };
                eye.at = middle(area) + free_middle() * eye.scale;
                eye.fitted = false;
                plan.point(Some(area.anchor), true);
            }
        }
    }
}

/// Shows the whole map, or as much of it as can be made out, until the player pans or zooms.
fn fit(session: Res<Session>, window: Single<&Window, With<PrimaryWindow>>, mut eye: ResMut<Eye>) {
    if !eye.fitted {
        return;
    }
    let room = Vec2::new(
        (window.width() - hud::SIDE).max(200.0),
        (window.height() - hud::TOP - hud::BOTTOM).max(200.0),
    );
    let size = extent(session.battle.dimensions());
    let wanted = size + Vec2::splat(1.1 * TILE);
    let all = (wanted / room).max_element().clamp(NEAREST, FARTHEST);
    let scale = if eye.whole { all } else { all.min(EASY) };
    // What does not show everything follows the turn.
    eye.fitted = scale == all;
    let shift = free_middle() * scale;
    let at = Vec2::new(size.x / 2.0, -size.y / 2.0) + shift;
    if eye.scale != scale || eye.at != at {
        (eye.scale, eye.at) = (scale, at);
    }
}

/// Follows the turn, if the combatant who has it is not in sight.
fn follow(
    shown: Res<Shown>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut eye: ResMut<Eye>,
    mut awake: ResMut<Awake>,
    mut last: Local<Option<Seat>>,
) {
    let current = shown.view.current;
    if eye.fitted || *last == current {
        return;
    }
    *last = current;
    let who = current.and_then(|seat| shown.view.combatants.get(seat.index()));
    let Some(area) = who.and_then(|who| who.area) else {
        return;
    };
    let size = Vec2::new(window.width(), window.height());
    let offset = (middle(area) - eye.at) * Vec2::new(1.0, -1.0) / eye.scale;
    if !free(size)
        .inflate(-TILE / eye.scale)
        .contains(size / 2.0 + offset)
    {
        eye.at = middle(area) + free_middle() * eye.scale;
        awake.stir();
    }
}

/// What the panels leave free of a window of this size, in pixels.
pub(super) fn free(window: Vec2) -> Rect {
    let (right, low) = (window.x - hud::SIDE, window.y - hud::BOTTOM);
    Rect::new(0.0, hud::TOP, right, low)
}

/// From the middle of what the panels leave free to the middle of the window, in pixels.
fn free_middle() -> Vec2 {
    Vec2::new(hud::SIDE / 2.0, (hud::TOP - hud::BOTTOM) / 2.0)
}

fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
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
    let around = eye.at - free_middle() * eye.scale;
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
