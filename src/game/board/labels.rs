//! What the pointer would do, drawn on the map: the path with its cost and its dangers, and the
//! odds on every target.

use bevy::prelude::*;
use bevy::sprite::{Anchor, Text2dShadow};

use super::camera::Eye;
use super::{TILE, centre, layer, legible, middle, playing};
use crate::art::mark;
use crate::combat::ability::Affected;
use crate::combat::{OpportunityForecast, PathForecast};
use crate::game::pictures::{RETICLE, image};
use crate::game::plan::{Plan, Target};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::game::{Screen, Stage, theme, words};
use crate::grid::Square;

/// Drawn for the present plan only.
#[derive(Component)]
struct Sketch;

#[derive(Resource)]
struct Corners(Handle<Image>);

const DANGER: Color = Color::srgb(0.80, 0.16, 0.10);

pub(super) fn plugin(app: &mut App) {
    let corners = image(&mark::corners());
    let corners = app.world_mut().resource_mut::<Assets<Image>>().add(corners);
    app.insert_resource(Corners(corners));
    app.add_systems(Update, draw.in_set(Stage::Show).run_if(playing()));
}

fn draw(
    plan: Res<Plan>,
    session: Res<Session>,
    shown: Res<Shown>,
    corners: Res<Corners>,
    eye: Res<Eye>,
    old: Query<Entity, With<Sketch>>,
    mut commands: Commands,
    mut last: Local<(u32, Option<Square>, bool, f32)>,
) {
    let now = (plan.revision, plan.pointed, shown.settled, eye.scale);
    let size = legible(eye.scale);
    if *last == now {
        return;
    }
    *last = now;
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    if let Some(square) = plan.pointed {
        commands.spawn((
            Sketch,
            Sprite::from_image(corners.0.clone()),
            Transform::from_translation(centre(square).extend(layer::PATH + 1.0)),
            DespawnOnExit(Screen::Battle),
        ));
    }
    if !shown.settled {
        return;
    }
    // An ability tells what it does to everybody at once.
    let told = plan
        .preview
        .as_ref()
        .is_some_and(|preview| preview.forecast.ability.is_some());
    for target in plan.targets.iter().filter(|_| !told) {
        odds(&mut commands, &plan, &shown, target, size);
    }
    let Some(preview) = plan.preview.as_ref() else {
        return;
    };
    if let Some(path) = &preview.forecast.path {
        route(&mut commands, &plan, &session, &shown, path, size);
    }
    for affected in preview.forecast.ability.iter().flat_map(|a| &a.affected) {
        effect(&mut commands, &shown, affected, size);
    }
    for danger in &preview.forecast.provokes {
        warn(&mut commands, &session, &shown, danger, size);
    }
}

/// Hit chance and damage on a target; the one pointed at gets cross-hairs.
fn odds(commands: &mut Commands, plan: &Plan, shown: &Shown, target: &Target, size: f32) {
    let Some(area) = shown
        .view
        .combatants
        .get(target.seat.index())
        .and_then(|w| w.area)
    else {
        return;
    };
    if target.refusal.is_some() {
        return;
    }
    let at = middle(area);
    let side = f32::from(area.footprint.width.max(1)) * TILE;
    if plan.pointed.is_some_and(|square| area.contains(square)) {
        commands.spawn((
            Sketch,
            Sprite {
                image: RETICLE,
                custom_size: Some(Vec2::splat(side * 1.12)),
                ..default()
            },
            Transform::from_translation(at.extend(layer::PATH + 2.0)),
            DespawnOnExit(Screen::Battle),
        ));
    }
    let text = match (&target.odds, target.success) {
        (Some(odds), _) => {
            let (low, high) = odds.damage_range;
            format!(" {} · {low}–{high} ", words::percent(odds.hit))
        }
        (None, Some(success)) => format!(" {} ", words::percent(success)),
        (None, None) => return,
    };
    let place = at + Vec2::Y * (side * 0.5 + 4.0);
    commands.spawn((
        Sketch,
        slip(
            text,
            25.0 * size,
            theme::CREAM,
            place,
            Anchor::BOTTOM_CENTER,
        ),
    ));
}

/// What an ability would do to somebody.
fn effect(commands: &mut Commands, shown: &Shown, affected: &Affected, size: f32) {
    let who = shown.view.combatants.get(affected.seat.index());
    let Some(area) = who.and_then(|w| w.area) else {
        return;
    };
    let side = f32::from(area.footprint.width.max(1)) * TILE;
    let place = middle(area) + Vec2::Y * (side * 0.5 + 4.0);
    let text = format!(" {} ", words::affected(affected));
    commands.spawn((
        Sketch,
        slip(
            text,
            24.0 * size,
            theme::CREAM,
            place,
            Anchor::BOTTOM_CENTER,
        ),
    ));
}

/// The path with a dot on every square, its cost at the end, and its dangers.
fn route(
    commands: &mut Commands,
    plan: &Plan,
    session: &Session,
    shown: &Shown,
    path: &PathForecast,
    size: f32,
) {
    let who = plan
        .seat
        .and_then(|seat| shown.view.combatants.get(seat.index()));
    let Some(area) = who.and_then(|w| w.area) else {
        return;
    };
    let spot = |square: Square| middle(area.moved_to(square));
    let mut from = middle(area);
    for square in &path.squares {
        let to = spot(*square);
        let way = to - from;
        for (width, color, height) in [
            (11.0 * size, theme::INK.with_alpha(0.75), 0.0),
            (6.0 * size, Color::srgb(1.0, 0.95, 0.80), 0.1),
        ] {
            commands.spawn((
                Sketch,
                Sprite::from_color(color, Vec2::new(way.length() + width * 0.6, width)),
                Transform::from_translation((from + way / 2.0).extend(layer::PATH + height))
                    .with_rotation(Quat::from_rotation_z(way.to_angle())),
                DespawnOnExit(Screen::Battle),
            ));
        }
        from = to;
    }
    if let (Some(last), Some(cost)) = (path.squares.last(), path.costs.last()) {
        let mut text = format!(" {} ", words::squares(*cost));
        if path.arrives < 0.9995 && !path.opportunities.is_empty() {
            text = format!("{text}· arrives {} ", words::percent(path.arrives));
        }
        let at = spot(*last) - Vec2::Y * TILE * 0.5;
        commands.spawn((
            Sketch,
            slip(text, 26.0 * size, theme::CREAM, at, Anchor::TOP_CENTER),
        ));
    }
    for danger in &path.opportunities {
        warn(commands, session, shown, danger, size);
    }
}

/// An opportunity attack that would be given away: who, how likely, how bad.
fn warn(
    commands: &mut Commands,
    session: &Session,
    shown: &Shown,
    danger: &OpportunityForecast,
    size: f32,
) {
    let area = shown
        .view
        .combatants
        .get(danger.by.index())
        .and_then(|w| w.area);
    let Some(from) = area.map(middle) else { return };
    let to = centre(danger.at);
    let way = to - from;
    commands.spawn((
        Sketch,
        Sprite::from_color(DANGER.with_alpha(0.9), Vec2::new(way.length(), 5.0 * size)),
        Transform::from_translation((from + way / 2.0).extend(layer::PATH + 0.5))
            .with_rotation(Quat::from_rotation_z(way.to_angle())),
        DespawnOnExit(Screen::Battle),
    ));
    let name = words::name(session, danger.by);
    let text = format!(
        " {name}: {}, mean {:.1} ",
        words::percent(danger.hit),
        danger.mean_damage
    );
    let at = from - Vec2::Y * TILE * 0.5;
    let color = Color::srgb(1.0, 0.72, 0.62);
    commands.spawn((
        Sketch,
        slip(text, 22.0 * size, color, at, Anchor::TOP_CENTER),
    ));
}

/// A slip of dark paper with words, on the map.
fn slip(words: String, size: f32, color: Color, at: Vec2, anchor: Anchor) -> impl Bundle {
    (
        Text2d::new(words),
        theme::bold(25.0),
        TextColor(color),
        TextBackgroundColor(Color::srgba(0.15, 0.09, 0.05, 0.88)),
        Text2dShadow {
            color: Color::NONE,
            offset: Vec2::ZERO,
        },
        anchor,
        Transform::from_translation(at.extend(layer::LABEL)).with_scale(Vec3::new(
            size / 25.0,
            size / 25.0,
            1.0,
        )),
        DespawnOnExit(Screen::Battle),
    )
}
