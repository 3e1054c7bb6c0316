//! A banner that says whose turn begins, when it is yours to play.

use bevy::prelude::*;

use super::layout::{EDGE, STRIP};
use crate::combat::Seat;
use crate::game::awake::Awake;
use crate::game::pictures::Pictures;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::session::{Session, playing};
use crate::game::widgets::{board, label, row};
use crate::game::{FrameSet, Screen, theme, words};

/// The banner, and for how many seconds it has been there.
#[derive(Component, Default)]
struct Announcement(f32);

/// Seconds that it stays.
const STAYS: f32 = 1.1;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (announce, fade)
            .chain()
            .in_set(FrameSet::Show)
            .after(crate::game::plan::refresh)
            .run_if(playing()),
    );
}

fn announce(
    plan: Res<Plan>,
    shown: Res<Shown>,
    session: Res<Session>,
    old: Query<Entity, With<Announcement>>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
    mut awake: ResMut<Awake>,
    mut last: Local<Option<(Seat, u16)>>,
) {
    let Some(seat) = plan.options.seat else {
        old.iter()
            .for_each(|entity| commands.entity(entity).despawn());
        return;
    };
    let now = Some((seat, shown.view.round));
    if *last == now {
        return;
    }
    *last = now;
    let Some(who) = shown.view.combatants.get(seat.index()) else {
        return;
    };
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    let catalogue = &session.start.catalogue;
    let emblem = who.monster.and_then(|m| catalogue.monsters.get(m));
    let emblem = emblem.map_or("", |def| def.token.emblem.as_str());
    let face = pictures.token(&mut images, emblem, who.side.index(), false);
    let words = format!("{}: your turn", words::name(&session, seat));
    commands.spawn((
        Announcement::default(),
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(0),
            top: px(STRIP + 5.0 * EDGE),
            justify_content: JustifyContent::Center,
            ..default()
        },
        Pickable::IGNORE,
        DespawnOnExit(Screen::Battle),
        children![(
            Node {
                padding: UiRect::new(px(14), px(26), px(8), px(8)),
                ..row(14.0)
            },
            board(),
            Pickable::IGNORE,
            children![
                (
                    Node {
                        width: px(54),
                        height: px(54),
                        ..default()
                    },
                    ImageNode {
                        image: face,
                        ..default()
                    },
                    Pickable::IGNORE,
                ),
                label(words, theme::title(28.0), theme::CREAM),
            ],
        )],
    ));
    awake.stir();
}

fn fade(
    time: Res<Time>,
    mut banners: Query<(Entity, &mut Announcement)>,
    mut commands: Commands,
    mut awake: ResMut<Awake>,
) {
    for (entity, mut banner) in &mut banners {
        // A window that slept does not skip the banner.
        banner.0 += time.delta_secs().min(0.1);
        if banner.0 > STAYS {
            commands.entity(entity).despawn();
        }
        awake.stir();
    }
}
