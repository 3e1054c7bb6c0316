//! What the pointer would do, drawn on the map: the path with its cost and its dangers, and the
//! odds on every target.

use bevy::prelude::*;
use bevy::sprite::{Anchor, Text2dShadow};
use bevy::window::PrimaryWindow;

use super::camera::Eye;
use super::lines;
use super::slips::Slips;
use crate::art::{icon, mark};
use crate::combat::contract::{Affected, CombatantView};
use crate::combat::{AttackForecast, OpportunityForecast, PathForecast};
use crate::game::awake::Awake;
use crate::game::hud::layout::Covers;
use crate::game::pictures::{RETICLE, image, mipped};
use crate::game::plan::{Approach, Errand, Plan, Target};
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
    // An ability tells what it does to all its targets at once.
    let told = plan
        .preview
        .as_ref()
        .is_some_and(|preview| preview.forecast.ability.is_some());
    // A walk up to the target tells the chances from there.
    let walked_up = plan.preview.as_ref().and_then(|p| p.approach.as_ref());
    let walked_up = walked_up.map(|up| up.target);
    let targets = plan.options.targets.iter();
    let targets = targets.filter(|target| !told && Some(target.seat) != walked_up);
    // Chips first, so that nothing longer covers them.
    let mut targets: Vec<_> = targets.collect();
    targets.sort_by_key(|target| {
        let who = shown.view.combatants.get(target.seat.index());
        who.and_then(|who| who.area)
            .is_some_and(|area| plan.cursor.square.is_some_and(|at| area.contains(at)))
    });
    for target in targets {
        odds(commands, plan, shown, target, size, slips);
    }
    for seat in &plan.selection.targets {
        let who = shown.view.combatants.get(seat.index());
        if let Some(area) = who.and_then(|who| who.area) {
            crosshairs(commands, area);
        }
    }
    let Some(preview) = plan.preview.as_ref() else {
        return;
    };
    lines::of_attack(commands, plan, session, shown, &drawings.cover, size);
    if let Some(round) = &preview.detour {
        way_round(commands, plan, shown, &round.path, size);
    }
    if let Some(path) = &preview.forecast.path {
        route(commands, plan, session, shown, path, size, slips);
    }
    if preview.forecast.refusal.is_some() {
        return;
    }
    let end = preview.forecast.path.as_ref();
    let end = end.and_then(|path| path.squares.last());
    let actor = plan.options.actor;
    let actor = actor.and_then(|seat| shown.view.combatants.get(seat.index()));
    if let Some((end, area)) = end.zip(actor.and_then(|who| who.area)) {
        let told = (preview.exchanges.as_slice(), area.moved_to(*end));
        lines::of_exchanges(commands, shown, told, size, slips);
    }
    if let Some(up) = &preview.approach {
        next(commands, shown, up, size, slips);
    }
    for affected in preview.forecast.ability.iter().flat_map(|a| &a.affected) {
        effect(commands, shown, affected, size, slips);
    }
    for danger in &preview.forecast.provokes {
        warn(commands, session, shown, danger, size, slips);
    }
}

/// The chance on a target; of the one pointed at everything, with cross-hairs.
fn odds(
    commands: &mut Commands,
    plan: &Plan,
    shown: &Shown,
    target: &Target,
    size: f32,
    slips: &mut Slips,
) {
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
    let square = plan.cursor.square;
    if square.is_some_and(|square| area.contains(square)) {
        crosshairs(commands, area);
    } else {
        // In full only for the one pointed at; the others wear a chip on their lower rim.
        let chance = target.odds.as_ref().map(|odds| odds.hit);
        let Some(chance) = chance.or(target.success) else {
            return;
        };
        let at = at - Vec2::Y * (side * 0.5 - 2.0);
        let text = format!(" {} ", words::percent(chance));
        // No wider than its token.
        let size = (21.0 * size).min(side * 0.32);
        slips.keep(at, &text, size);
        let words = slip(text, size, theme::CREAM, at, Anchor::BOTTOM_CENTER);
        commands.spawn((Sketch, words));
        return;
    }
    let text = match (&target.odds, target.success) {
        (Some(odds), _) => {
            let other = target.mode();
            let other = other.and_then(|mode| plan.other_mode(shown, mode));
            let with = other.map_or_else(String::new, |mode| format!(" {mode}\n"));
            format!("{with}{}\n {} ", chances(odds), words::spread(odds))
        }
        (None, Some(success)) => format!(" {} ", words::percent(success)),
        (None, None) => return,
    };
    let size = 25.0 * size;
    let place = slips.place(at + Vec2::Y * (side * 0.5 + 4.0), &text, size);
    let words = slip(text, size, theme::CREAM, place, Anchor::BOTTOM_CENTER);
    commands.spawn((Sketch, words));
}

/// The name of a combatant whose token is out of sight, before the words about it.
pub(super) fn unseen_name(who: &CombatantView, slips: &Slips) -> String {
    match who.area {
        Some(area) if !slips.sees(area) => format!("{}: ", who.name),
        _ => String::new(),
    }
}

/// Hit chance and damage, in short.
fn chances(odds: &AttackForecast) -> String {
    let (low, high) = odds.damage_range;
    format!(" {} · {low}–{high} ", words::percent(odds.hit))
}

/// The attack that can follow a walk up to a target.
fn next(commands: &mut Commands, shown: &Shown, up: &Approach, size: f32, slips: &mut Slips) {
    let who = shown.view.combatants.get(up.target.index());
    let Some((who, area)) = who.and_then(|who| Some((who, who.area?))) else {
        return;
    };
    crosshairs(commands, area);
    let side = f32::from(area.footprint.width.max(1)) * TILE;
    let name = unseen_name(who, slips);
    let (text, size) = (format!(" {name}then{}", chances(&up.odds)), 25.0 * size);
    let place = middle(area) + Vec2::Y * (side * 0.5 + 4.0);
    let place = slips.place(place, &text, size);
    let words = slip(text, size, theme::CREAM, place, Anchor::BOTTOM_CENTER);
    commands.spawn((Sketch, words));
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

/// What an ability would do to one combatant.
fn effect(
    commands: &mut Commands,
    shown: &Shown,
    affected: &Affected,
    size: f32,
    slips: &mut Slips,
) {
    let who = shown.view.combatants.get(affected.seat.index());
    let Some((who, area)) = who.and_then(|who| Some((who, who.area?))) else {
        return;
    };
    let side = f32::from(area.footprint.width.max(1)) * TILE;
    // Lines are short, so that neighbours can be told apart.
    let mut lines = words::effects(affected);
    if let (name, Some(first)) = (unseen_name(who, slips), lines.first_mut()) {
        first.insert_str(0, &name);
    }
    let text = lines.iter().map(|line| format!(" {line} "));
    let text = text.collect::<Vec<_>>().join("\n");
    let size = 22.0 * size;
    let place = middle(area) + Vec2::Y * (side * 0.5 + 4.0);
    let place = slips.place(place, &text, size);
    let words = slip(text, size, theme::CREAM, place, Anchor::BOTTOM_CENTER);
    commands.spawn((Sketch, words));
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

/// The path with a dot on every square, its cost at the end, and its dangers.
fn route(
    commands: &mut Commands,
    plan: &Plan,
    session: &Session,
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
        let at = slips.below(spot(*last), &text, 26.0 * size);
        let words = slip(text, 26.0 * size, theme::CREAM, at, Anchor::BOTTOM_CENTER);
        commands.spawn((Sketch, words));
    }
    for danger in &path.opportunities {
        warn(commands, session, shown, danger, size, slips);
    }
}

/// An attack of opportunity that would be given away: who, how likely, how bad.
fn warn(
    commands: &mut Commands,
    session: &Session,
    shown: &Shown,
    danger: &OpportunityForecast,
    size: f32,
    slips: &mut Slips,
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
    let at = slips.below(from, &text, 22.0 * size);
    let color = Color::srgb(1.0, 0.72, 0.62);
    let words = slip(text, 22.0 * size, color, at, Anchor::BOTTOM_CENTER);
    commands.spawn((Sketch, words));
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
