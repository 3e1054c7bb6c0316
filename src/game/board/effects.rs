//! What passes over the board for a moment: words that rise from a token, missiles in flight.

use std::cmp::Ordering;

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use super::tokens::spot;
use crate::combat::Seat;
use crate::game::awake::Awake;
use crate::game::eye::Eye;
use crate::game::playback::{Cue, Shown, Tone};
use crate::game::scale::{TILE, layer, legible};
use crate::game::session::playing;
use crate::game::{FrameSet, Screen, theme};

/// Words that rise and fade.
#[derive(Component)]
struct Rising {
    seat: Seat,
    /// Seconds since they appeared.
    age: f32,
    /// From line to line.
    height: f32,
}

/// A missile in flight.
#[derive(Component)]
struct Missile {
    from: Vec2,
    to: Vec2,
    part: f32,
    seconds: f32,
}

pub(super) fn plugin(app: &mut App) {
    let shows = (heed_cues, rise, fly).chain().in_set(FrameSet::Show);
    app.add_systems(Update, shows.run_if(playing()));
}

/// Takes up what the playback asks for beside the tokens.
fn heed_cues(
    mut cues: MessageReader<Cue>,
    shown: Res<Shown>,
    eye: Res<Eye>,
    mut commands: Commands,
    mut awake: ResMut<Awake>,
) {
    for cue in cues.read() {
        awake.stir();
        match cue {
            Cue::Shot { from, to, seconds } => {
                let (Some(a), Some(b)) = (spot(&shown.view, *from), spot(&shown.view, *to)) else {
                    continue;
                };
                commands.spawn((
                    Missile {
                        from: a,
                        to: b,
                        part: 0.0,
                        seconds: seconds.max(0.05),
                    },
                    Sprite::from_color(theme::INK, Vec2::new(52.0, 7.0)),
                    Transform::from_translation(a.extend(layer::PATH))
                        .with_rotation(Quat::from_rotation_z((b - a).to_angle())),
                    DespawnOnExit(Screen::Battle),
                ));
            }
            Cue::Word { seat, text, tone } => {
                let Some(at) = spot(&shown.view, *seat) else {
                    continue;
                };
                commands.spawn(word(*seat, text, *tone, at, legible(eye.grain())));
            }
            Cue::Walk { .. } | Cue::Lunge { .. } | Cue::Struck { .. } | Cue::Reset => {}
        }
    }
}

fn word(seat: Seat, text: &str, tone: Tone, at: Vec2, scale: f32) -> impl Bundle {
    let (color, size) = match tone {
        Tone::Bad => (Color::srgb(1.0, 0.45, 0.34), 46.0),
        Tone::Good => (Color::srgb(0.65, 0.92, 0.45), 40.0),
        Tone::Title => (Color::srgb(1.0, 0.85, 0.42), 34.0),
        Tone::Plain | Tone::Quiet => (theme::CREAM, 30.0),
    };
    (
        Rising {
            seat,
            age: 0.0,
            height: size * 1.1 * scale,
        },
        Text2d::new(text),
        theme::bold(size),
        TextColor(color),
        Text2dShadow {
            color: Color::srgba(0.0, 0.0, 0.0, 0.85),
            offset: Vec2::new(2.0, -2.0),
        },
        Transform::from_translation((at + Vec2::Y * TILE * 0.3).extend(layer::LABEL + 2.0))
            .with_scale(Vec3::new(scale, scale, 1.0)),
        DespawnOnExit(Screen::Battle),
    )
}

fn rise(
    time: Res<Time>,
    mut words: Query<(Entity, &mut Rising, &mut Transform, &mut TextColor)>,
    mut commands: Commands,
    mut awake: ResMut<Awake>,
) {
    for (entity, mut rising, mut transform, mut color) in &mut words {
        rising.age += time.delta_secs();
        transform.translation.y += time.delta_secs() * 46.0 * transform.scale.y;
        color.0.set_alpha((2.4 - 2.0 * rising.age).clamp(0.0, 1.0));
        awake.stir();
        if rising.age > 1.2 {
            commands.entity(entity).despawn();
        }
    }
    // New words push older ones up, so that none covers another.
    let mut floor: Option<(Seat, f32)> = None;
    let mut ordered: Vec<_> = words.iter_mut().collect();
    ordered.sort_by(|(a, x, ..), (b, y, ..)| {
        (x.seat, x.age, a)
            .partial_cmp(&(y.seat, y.age, b))
            .unwrap_or(Ordering::Equal)
    });
    for (_, rising, mut transform, _) in ordered {
        let lowest = floor.filter(|(seat, _)| *seat == rising.seat);
        let y = lowest.map_or(transform.translation.y, |(_, y)| {
            transform.translation.y.max(y)
        });
        transform.translation.y = y;
        floor = Some((rising.seat, y + rising.height));
    }
}

fn fly(
    time: Res<Time>,
    mut missiles: Query<(Entity, &mut Missile, &mut Transform)>,
    mut commands: Commands,
    mut awake: ResMut<Awake>,
) {
    for (entity, mut missile, mut transform) in &mut missiles {
        missile.part += time.delta_secs() / (missile.seconds * 0.8);
        let at = missile.from.lerp(missile.to, missile.part.min(1.0));
        transform.translation = at.extend(layer::PATH);
        awake.stir();
        if missile.part >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}
