//! What the pointer would do, drawn on the map: the path with its cost and its dangers, and the
//! odds on every target.

use bevy::prelude::*;
use bevy::sprite::{Anchor, Text2dShadow};
use bevy::window::PrimaryWindow;

use super::slips::Slips;
use super::{chips, lines};
use crate::art::{icon, mark};
use crate::combat::{OpportunityForecast, PathForecast};
use crate::game::awake::Awake;
use crate::game::eye::Eye;
use crate::game::hud::layout::Covers;
use crate::game::pictures::{RETICLE, image, mipped};
use crate::game::plan::{Errand, Plan, Preview};
use crate::game::playback::Shown;
use crate::game::scale::{TILE, centre, layer, legible, middle};
use crate::game::session::{Session, playing};
use crate::game::{FrameSet, Screen, theme, words};
use crate::grid::{Area, Square};

/// Drawn for the present plan only.
#[derive(Component)]
pub(super) struct Sketch;

#[derive(Resource)]
struct Drawings {
    corners: Handle<Image>,
    cover: Handle<Image>,
}

/// The way round an enemy that would strike.
pub const ROUND: Color = Color::srgb(0.66, 0.90, 0.98);
/// The words at the end of a way that may be the last.
const ALARM: Color = Color::srgb(1.0, 0.62, 0.50);
/// An enemy that would strike at the walker.
pub const DANGER: Color = Color::srgb(0.80, 0.16, 0.10);

pub(super) fn plugin(app: &mut App) {
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let corners = images.add(image(&mark::corners()));
    let cover = icon::icon("shield_defence").unwrap_or_else(mark::corners);
    let cover = images.add(mipped(&cover));
    app.insert_resource(Drawings { corners, cover });
    app.add_systems(Update, draw.in_set(FrameSet::Show).run_if(playing()));
}

/// What was drawn last: news of plan, session and errand, pointer, whether all was shown, eye, and panels in pixels of
/// the window.
type DrawnFor = (
    (u32, u32, Errand),
    Option<Square>,
    bool,
    (f32, Vec2),
    Vec<Rect>,
);

fn draw(
    (plan, errand): (Res<Plan>, Res<Errand>),
    session: Res<Session>,
    shown: Res<Shown>,
    drawings: Res<Drawings>,
    eye: Res<Eye>,
    window: Single<&Window, With<PrimaryWindow>>,
    panels: Query<(&ComputedNode, &UiGlobalTransform), With<Covers>>,
    old: Query<Entity, With<Sketch>>,
    mut awake: ResMut<Awake>,
    mut commands: Commands,
    mut last: Local<Option<DrawnFor>>,
) {
    let (square, settled) = (plan.cursor.square, shown.settled);
    let news = (plan.revision, session.revision, *errand);
    let panels: Vec<_> = panels
        .iter()
        .filter(|(node, _)| node.size().min_element() > 0.0)
        .map(|(node, place)| {
            let panel = Rect::from_center_size(place.translation, node.size());
            let pixel = node.inverse_scale_factor() * eye.interface;
            Rect::from_corners(panel.min * pixel, panel.max * pixel)
        })
        .collect();
    let now = (news, square, settled, (eye.scale, eye.at), panels);
    let size = legible(eye.grain());
    if last.as_ref() == Some(&now) {
        return;
    }
    // The panels take their new places only when this was drawn.
    awake.stir();
    let panels = &last.insert(now).4;
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    if let Some(square) = plan.cursor.square {
        // Where the corner of squares is meant, the cursor lies around the corner.
        let shift = if plan.options.corner { TILE / 2.0 } else { 0.0 };
        let at = centre(square) + Vec2::new(-shift, shift);
        let mut cursor = Sprite::from_image(drawings.corners.clone());
        if plan.options.corner {
            cursor.custom_size = Some(Vec2::splat(TILE * 0.5));
        }
        commands.spawn((
            Sketch,
            cursor,
            Transform::from_translation(at.extend(layer::PATH + 1.0)),
            DespawnOnExit(Screen::Battle),
        ));
    }
    // Whom the one who walks is to strike then.
    let then = errand.0.map(|strike| strike.target.index());
    let then = then.and_then(|seat| shown.view.combatants.get(seat)?.area);
    if let Some(area) = then {
        crosshairs(&mut commands, area);
    }
    // The ring of actions tells its own chances, and lies where these would be.
    if !shown.settled || plan.ring.is_some() {
        return;
    }
    if let Some(target) = lines::of_question(&mut commands, &session, &shown, size) {
        crosshairs(&mut commands, target);
    }
    let mut slips = Slips::between(&shown, &eye, window.size(), panels);
    told(
        &mut commands,
        (&plan, &session, &shown),
        &drawings,
        size,
        &mut slips,
    );
    for (from, to) in slips.leaders() {
        let color = theme::CREAM.with_alpha(0.8);
        lines::line(&mut commands, *from, *to, color, 2.5 * size);
    }
}

/// Everything that is told about the targets and the way that are pointed at.
fn told(
    commands: &mut Commands,
    (plan, session, shown): (&Plan, &Session, &Shown),
    drawings: &Drawings,
    size: f32,
    slips: &mut Slips,
) {
    for seat in &plan.selection.targets {
        let who = shown.view.combatants.get(seat.index());
        if let Some(area) = who.and_then(|who| who.area) {
            crosshairs(commands, area);
        }
    }
    let chips = chips::of(plan, shown);
    for area in chips.iter().filter_map(chips::Chip::target) {
        crosshairs(commands, area);
    }
    if let Some(preview) = plan.preview.as_ref() {
        lines::of_attack(commands, plan, session, shown, &drawings.cover, size);
        if let Some(round) = &preview.detour {
            way_round(commands, plan, shown, &round.path, size);
        }
        if let Some(path) = &preview.forecast.path {
            route(commands, plan, shown, path, size, slips);
        }
        if preview.forecast.refusal.is_none() {
            dangers(commands, plan, shown, preview, size);
        }
    }
    chips::draw(commands, chips, size, slips);
}

/// Lines to those who could strike: on the way, and at its end.
fn dangers(commands: &mut Commands, plan: &Plan, shown: &Shown, preview: &Preview, size: f32) {
    let end = preview.forecast.path.as_ref();
    let end = end.and_then(|path| path.squares.last());
    let actor = plan.options.actor;
    let actor = actor.and_then(|seat| shown.view.combatants.get(seat.index()));
    if let Some((end, area)) = end.zip(actor.and_then(|who| who.area)) {
        let told = (preview.exchanges.as_slice(), area.moved_to(*end));
        lines::of_exchanges(commands, shown, told, size);
    }
    for danger in &preview.forecast.provokes {
        warn(commands, shown, danger, size);
    }
}

/// Cross-hairs on a target.
fn crosshairs(commands: &mut Commands, area: Area) {
    let side = f32::from(area.footprint.width.max(1)) * TILE;
    commands.spawn((
        Sketch,
        Sprite {
            image: RETICLE,
            custom_size: Some(Vec2::splat(side * 1.12)),
            ..default()
        },
        Transform::from_translation(middle(area).extend(layer::PATH + 2.0)),
        DespawnOnExit(Screen::Battle),
    ));
}

/// The way round: a thin line of dots, that the way itself stands out from.
fn way_round(commands: &mut Commands, plan: &Plan, shown: &Shown, path: &PathForecast, size: f32) {
    let who = plan
        .options
        .seat
        .and_then(|seat| shown.view.combatants.get(seat.index()));
    let Some(area) = who.and_then(|w| w.area) else {
        return;
    };
    let mut from = middle(area);
    for square in &path.squares {
        let to = middle(area.moved_to(*square));
        for part in [0.33, 0.67, 1.0] {
            let at = from.lerp(to, part);
            for (width, color, height) in [
                (13.0 * size, theme::INK.with_alpha(0.75), 0.2),
                (8.0 * size, ROUND, 0.3),
            ] {
                commands.spawn((
                    Sketch,
                    Sprite::from_color(color, Vec2::splat(width)),
                    Transform::from_translation(at.extend(layer::PATH + height)),
                    DespawnOnExit(Screen::Battle),
                ));
            }
        }
        from = to;
    }
}

/// The path with its cost at the end, and its dangers: in red where the ground harms.
fn route(
    commands: &mut Commands,
    plan: &Plan,
    shown: &Shown,
    path: &PathForecast,
    size: f32,
    slips: &mut Slips,
) {
    let who = plan
        .options
        .seat
        .and_then(|seat| shown.view.combatants.get(seat.index()));
    let Some(area) = who.and_then(|w| w.area) else {
        return;
    };
    let spot = |square: Square| middle(area.moved_to(square));
    let mut from = middle(area);
    for (before, square) in path.squares.iter().enumerate() {
        let to = spot(*square);
        let way = to - from;
        let harms = path.ground.iter().any(|ground| ground.after == before + 1);
        let ink = match harms {
            true => DANGER,
            false => Color::srgb(1.0, 0.95, 0.80),
        };
        for (width, color, height) in [
            (11.0 * size, theme::INK.with_alpha(0.75), 0.0),
            (6.0 * size, ink, 0.1),
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
        slips.spare(to);
    }
    if let (Some(last), Some(cost)) = (path.squares.last(), path.costs.last()) {
        let mut text = format!(" {} ", words::squares(*cost));
        let harmed = !path.opportunities.is_empty() || !path.ground.is_empty();
        if path.arrives < 0.9995 && harmed {
            text = format!("{text}· arrives {} ", words::percent(path.arrives));
        } else if !path.ground.is_empty() {
            let means = path.ground.iter().map(|ground| ground.damage.mean());
            text = format!("{text}· mean {:.1} ", means.sum::<f64>());
        }
        let ink = match path.is_reckless() {
            true => ALARM,
            false => theme::CREAM,
        };
        let at = slips.below(spot(*last), &text, 26.0 * size);
        let words = slip(text, 26.0 * size, ink, at, Anchor::BOTTOM_CENTER);
        commands.spawn((Sketch, words));
    }
    for danger in &path.opportunities {
        warn(commands, shown, danger, size);
    }
}

/// An attack of opportunity that would be given away: from whom, and where.
fn warn(commands: &mut Commands, shown: &Shown, danger: &OpportunityForecast, size: f32) {
    let who = shown.view.combatants.get(danger.by.index());
    let Some(from) = who.and_then(|who| who.area).map(middle) else {
        return;
    };
    let color = DANGER.with_alpha(0.9);
    lines::line(commands, from, centre(danger.at), color, 5.0 * size);
}

/// A slip of dark paper with words, on the map.
pub(super) fn slip(
    words: String,
    size: f32,
    color: Color,
    at: Vec2,
    anchor: Anchor,
) -> impl Bundle {
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
