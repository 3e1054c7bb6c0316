//! The members placed so far in a deployment, as they will stand.

use bevy::prelude::*;

use crate::game::pictures::Pictures;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::scale::{TILE, layer, middle};
use crate::game::session::{Session, playing};
use crate::game::{FrameSet, Screen};
use crate::grid::Area;

#[derive(Component)]
struct Ghost;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(FrameSet::Show).run_if(playing()));
}

fn draw(
    plan: Res<Plan>,
    session: Res<Session>,
    shown: Res<Shown>,
    mut pictures: ResMut<Pictures>,
    mut images: ResMut<Assets<Image>>,
    old: Query<Entity, With<Ghost>>,
    mut commands: Commands,
    mut last: Local<u32>,
) {
    if *last == plan.revision {
        return;
    }
    *last = plan.revision;
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    let Some(deployment) = &plan.deployment else {
        return;
    };
    for (seat, at) in &deployment.members {
        let (Some(at), Some(who)) = (at, shown.view.combatants.get(seat.index())) else {
            continue;
        };
        let def = who
            .monster
            .and_then(|m| session.start.catalogue.monsters.get(m));
        let emblem = def.map_or("", |d| d.token.emblem.as_str());
        let area = who.area.map_or(Area::single(*at), |a| a.moved_to(*at));
        let side = f32::from(area.footprint.width.max(1)) * TILE;
        commands.spawn((
            Ghost,
            Sprite {
                image: pictures.token(&mut images, emblem, who.side.index(), false),
                custom_size: Some(Vec2::splat(side)),
                color: Color::srgba(1.0, 1.0, 1.0, 0.85),
                ..default()
            },
            Transform::from_translation(middle(area).extend(layer::TOKEN)),
            DespawnOnExit(Screen::Battle),
        ));
    }
}
