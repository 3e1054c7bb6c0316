//! The place that the battle is about, with a border and a flag.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::marks::sides;
use crate::art::mark;
use crate::game::pictures::image;
use crate::game::scale::{TILE, centre, layer};
use crate::game::session::Session;
use crate::game::{Screen, goal};
use crate::grid::Square;

pub const GOLD: Color = Color::srgb(1.0, 0.86, 0.36);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Battle),
        spawn.run_if(resource_exists::<Session>),
    );
}

fn spawn(mut commands: Commands, session: Res<Session>, mut images: ResMut<Assets<Image>>) {
    let Some(place) = goal::place(&session) else {
        return;
    };
    let region: BTreeSet<Square> = place.iter().collect();
    let borders: Vec<_> = (0..mark::OUTLINES)
        .map(|sides| images.add(image(&mark::outline(sides))))
        .collect();
    for square in &region {
        let along = sides(*square, &region) as usize;
        let Some(border) = borders.get(along).filter(|_| along > 0) else {
            continue;
        };
        commands.spawn((
            Sprite {
                image: border.clone(),
                color: GOLD,
                ..default()
            },
            Transform::from_translation(centre(*square).extend(layer::GOAL)),
            DespawnOnExit(Screen::Battle),
        ));
    }
    // The flag stands in the corner that is read first.
    if let Some(first) = region.iter().min_by_key(|square| (square.y, square.x)) {
        let at = centre(*first) + Vec2::new(-0.24, 0.26) * TILE;
        commands.spawn((
            Sprite::from_image(images.add(image(&mark::flag()))),
            Transform::from_translation(at.extend(layer::GOAL + 0.1))
                .with_scale(Vec3::new(0.55, 0.55, 1.0)),
            DespawnOnExit(Screen::Battle),
        ));
    }
}
