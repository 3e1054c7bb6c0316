//! A word over the battle for a moment: that it was saved, or could not be.

use bevy::prelude::*;

use super::awake::Awake;
use super::notice::Notice;
use super::widgets::text;
use super::{FrameSet, Screen, theme};

/// Seconds that a word stays; why something went wrong takes longer to read.
const STAYS: f32 = 2.0;
const STAYS_BAD: f32 = 6.0;

/// The word, until its time is over.
#[derive(Component)]
struct Toast(Timer);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (say, pass)
            .chain()
            .in_set(FrameSet::Show)
            .run_if(in_state(Screen::Battle)),
    );
}

fn say(notice: Res<Notice>, old: Query<Entity, With<Toast>>, mut commands: Commands) {
    if !notice.is_changed() {
        return;
    }
    for old in &old {
        commands.entity(old).despawn();
    }
    let (words, color, stays) = match &notice.0 {
        Some(Ok(words)) => (words, theme::CREAM, STAYS),
        Some(Err(words)) => (words, Color::srgb(1.0, 0.72, 0.62), STAYS_BAD),
        None => return,
    };
    commands.spawn((
        Toast(Timer::from_seconds(stays, TimerMode::Once)),
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            top: percent(18),
            justify_content: JustifyContent::Center,
            ..default()
        },
        Pickable::IGNORE,
        GlobalZIndex(70),
        DespawnOnExit(Screen::Battle),
        children![(
            Node {
                max_width: percent(70),
                padding: UiRect::axes(px(18), px(9)),
                border_radius: BorderRadius::all(px(8)),
                ..default()
            },
            BackgroundColor(Color::srgba(0.09, 0.06, 0.04, 0.9)),
            Pickable::IGNORE,
            children![text(words.clone(), theme::bold(16.0), color)],
        )],
    ));
}

/// Lets the time of a word pass.
fn pass(
    time: Res<Time>,
    mut toasts: Query<(Entity, &mut Toast)>,
    mut commands: Commands,
    mut awake: ResMut<Awake>,
) {
    for (entity, mut toast) in &mut toasts {
        awake.stir();
        if toast.0.tick(time.delta()).is_finished() {
            commands.entity(entity).despawn();
        }
    }
}
