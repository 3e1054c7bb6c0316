//! The eye above the table: pan, zoom, and a view of the whole map between the panels.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera_nudge::CameraNudge;
use crate::combat::{Seat, SideId};
use crate::game::awake::Awake;
use crate::game::hud::layout;
use crate::game::intent::CameraMove;
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::scale::{TILE, centre, extent, middle};
use crate::game::session::{Session, playing};
use crate::game::teach::Taught;
use crate::game::{FrameSet, Screen};
use crate::grid::Square;

/// Where the eye is going.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Eye {
    pub at: Vec2,
    /// World units per pixel of the window.
    pub scale: f32,
    /// Pixels of the window per pixel of the interface.
    pub interface: f32,
    regard: Regard,
    /// The card of a lesson stands beside the map.
    guided: bool,
}

/// What the eye keeps in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Regard {
    /// The whole map; where its squares would be too small to make out, the combatant who acts.
    Legible,
    /// The whole map, however small.
    Whole,
    /// What the player looks at.
    Chosen,
}

pub(super) const NEAREST: f32 = 0.45;
pub(super) const FARTHEST: f32 = 12.0;
/// The smallest side of a square that a battle begins with, in pixels of the window: what can be made out does
/// not depend on the size of letters.
const LEGIBLE: f32 = 44.0;
/// The side of a square where the eye follows the turn, in pixels of the window.
const COMFORTABLE: f32 = 60.0;
/// The largest side that a small map begins with, in pixels of the interface.
const LARGEST: f32 = 84.0;
/// Squares beside the map that can be seen if the player wants to, and otherwise.
const MARGIN: f32 = 2.0;
const NARROW: f32 = 0.7;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Eye {
        at: Vec2::ZERO,
        scale: 1.0,
        interface: 1.0,
        regard: Regard::Legible,
        guided: false,
    });
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

impl Eye {
    /// An eye that looks at a point, with an interface of its usual size.
    #[cfg(test)]
    pub(super) fn looking(at: Vec2, scale: f32) -> Self {
        Self {
            at,
            scale,
            interface: 1.0,
            regard: Regard::Chosen,
            guided: false,
        }
    }

    /// World units per pixel of the interface.
    pub fn grain(&self) -> f32 {
        self.scale * self.interface
    }

    /// Moves by so many pixels of the screen.
    pub fn pan(&mut self, pixels: Vec2) {
        self.at += pixels * Vec2::new(-1.0, 1.0) * self.scale;
        self.regard = Regard::Chosen;
    }

    /// Goes nearer (below 1) or farther, the point staying where it is.
    pub fn zoom(&mut self, factor: f32, around: Vec2) {
        let scale = (self.scale * factor).clamp(NEAREST, FARTHEST);
        self.at = around + (self.at - around) * (scale / self.scale);
        self.scale = scale;
        self.regard = Regard::Chosen;
    }

    /// Brings a point of the world into the middle of what the panels leave free.
    fn centre_on(&mut self, point: Vec2, window: Vec2) {
        self.at = point + off_centre(free(window, self.interface).center(), window) * self.scale;
    }
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

/// What the view was fitted to: window, scale of the interface, map, regard, card of a lesson.
type Fitted = (Vec2, f32, Vec2, Regard, bool);

/// Shows the whole map, or as much of it as can be made out, until the player pans or zooms.
fn fit(
    session: Res<Session>,
    window: Single<&Window, With<PrimaryWindow>>,
    interface: Res<UiScale>,
    taught: Res<Taught>,
    mut eye: ResMut<Eye>,
    mut last: Local<Option<Fitted>>,
) {
    let (window, map) = (window.size(), extent(session.battle.dimensions()));
    let now = (window, interface.0, map, eye.regard, taught.has_room);
    if *last == Some(now) {
        return;
    }
    let fresh = last.is_none_or(|(_, _, before, ..)| before != map);
    *last = Some(now);
    (eye.interface, eye.guided) = (interface.0, taught.has_room);
    if eye.regard == Regard::Chosen {
        return;
    }
    let middle = Vec2::new(map.x, -map.y) / 2.0;
    let (scale, seen) = fitting(map, window, &eye);
    eye.scale = scale;
    if seen {
        let place = stand(map, window, &eye);
        eye.at = middle + off_centre(place, window) * eye.scale;
    } else if fresh {
        eye.centre_on(middle, window);
    }
}

/// World units per pixel of the window that a battle begins with, and whether the whole map is seen then.
fn fitting(map: Vec2, window: Vec2, eye: &Eye) -> (f32, bool) {
    let largest = (LARGEST * eye.interface).max(COMFORTABLE);
    let whole = all_of(map, place_of(map, window, eye)).max(TILE / largest);
    let seen = eye.regard == Regard::Whole || whole <= TILE / LEGIBLE;
    let scale = if seen { whole } else { TILE / COMFORTABLE };
    (scale.clamp(NEAREST, FARTHEST), seen)
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

/// World units per pixel at which a whole map, with half a square around it, fills a part of the
/// window.
fn all_of(map: Vec2, place: Rect) -> f32 {
    ((map + Vec2::splat(1.1 * TILE)) / place.size()).max_element()
}

/// Where in a window a whole map is shown: beside the cards if its squares can be made out there.
fn place_of(map: Vec2, window: Vec2, eye: &Eye) -> Rect {
    let interface = eye.interface;
    let free = free(window, interface);
    let mut beside = free;
    beside.max.x -= (layout::CARD + 2.0 * layout::EDGE) * interface;
    let mut least = COMFORTABLE;
    if eye.guided {
        beside.min.x += (layout::LESSON + 2.0 * layout::EDGE) * interface;
        least = LEGIBLE;
    }
    let roomy = beside.width() > 0.0 && all_of(map, beside) <= TILE / least;
    if roomy { beside } else { free }
}

/// Where in a window a whole map stands: in the middle, as far as that leaves the cards their room.
fn stand(map: Vec2, window: Vec2, eye: &Eye) -> Vec2 {
    let (place, free) = (place_of(map, window, eye), free(window, eye.interface));
    let half = (map.x + 1.1 * TILE) / 2.0 / eye.scale;
    let (low, high) = (place.min.x + half, place.max.x - half);
    let x = match low < high {
        true => free.center().x.clamp(low, high),
        false => place.center().x,
    };
    Vec2::new(x, place.center().y)
}

/// Follows the turn, if the combatant who has it is not in sight.
fn follow(
    shown: Res<Shown>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut eye: ResMut<Eye>,
    mut awake: ResMut<Awake>,
    mut last: Local<Option<(Seat, Vec2)>>,
) {
    let current = shown.view.current.map(|seat| (seat, window.size()));
    if *last == current {
        return;
    }
    *last = current;
    let who = current.and_then(|(seat, _)| shown.view.combatants.get(seat.index()));
    let Some(area) = who.and_then(|who| who.area) else {
        return;
    };
    let window = window.size();
    let offset = (middle(area) - eye.at) * Vec2::new(1.0, -1.0) / eye.scale;
    let mut sight = free(window, eye.interface);
    sight.max.x -= (layout::CARD + layout::EDGE) * eye.interface;
    // Where the eye follows the turn, the combatant that acts has room to look around.
    let air = if eye.regard == Regard::Legible {
        2.5
    } else {
        1.0
    };
    if !sight
        .inflate(-air * TILE / eye.scale)
        .contains(window / 2.0 + offset)
    {
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
    let offset = (centre(square) - eye.at) * Vec2::new(1.0, -1.0) / eye.scale;
    let sight = free(window, eye.interface).inflate(-0.5 * TILE / eye.scale);
    if !sight.contains(window / 2.0 + offset) {
        eye.centre_on(centre(square), window);
        awake.stir();
    }
}

/// Keeps the map in view: no farther out than the whole of it, no farther aside than some squares.
fn stay(session: Res<Session>, window: Single<&Window, With<PrimaryWindow>>, mut eye: ResMut<Eye>) {
    let (window, map) = (window.size(), extent(session.battle.dimensions()));
    let kept = kept(&eye, map, window);
    if (kept.at, kept.scale) != (eye.at, eye.scale) {
        *eye = kept;
    }
}

fn kept(eye: &Eye, map: Vec2, window: Vec2) -> Eye {
    let free = free(window, eye.interface);
    let place = place_of(map, window, eye);
    let farthest = all_of(map, place) * 1.3;
    let scale = eye.scale.min(farthest.clamp(NEAREST, FARTHEST));
    let shift = off_centre(free.center(), window) * scale;
    // The middle of what is free, with `y` downwards as on the map.
    let at = (eye.at - shift) * Vec2::new(1.0, -1.0);
    let half = free.size() / 2.0 * scale;
    let margin = match eye.regard {
        Regard::Chosen => MARGIN * TILE,
        _ => NARROW * TILE,
    };
    let stands = stand(map, window, &Eye { scale, ..*eye });
    let whole = off_centre(stands, window) * scale - shift;
    let within = |at: f32, map: f32, half: f32, whole: f32| {
        if map > 2.0 * half {
            at.clamp(half - margin, map + margin - half)
        } else {
            map / 2.0 + whole
        }
    };
    let at = Vec2::new(
        within(at.x, map.x, half.x, whole.x),
        within(at.y, map.y, half.y, -whole.y),
    );
    Eye {
        at: at * Vec2::new(1.0, -1.0) + shift,
        scale,
        ..*eye
    }
}

/// What the panels leave free of a window of this size, in its pixels.
pub(super) fn free(window: Vec2, interface: f32) -> Rect {
    layout::free(window, interface)
}

/// From a point of the window to its middle, in pixels, `y` upwards.
fn off_centre(point: Vec2, window: Vec2) -> Vec2 {
    (window / 2.0 - point) * Vec2::new(1.0, -1.0)
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
    let around = eye.at - off_centre(free(window, eye.interface).center(), window) * eye.scale;
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

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Vec2 = Vec2::new(1280.0, 800.0);

    #[test]
    fn a_small_map_stays_in_the_middle() {
        let map = Vec2::splat(6.0 * TILE);
        let kept = kept(&Eye::looking(Vec2::splat(9.0e5), 1.6), map, WINDOW);
        let middle = Vec2::new(map.x, -map.y) / 2.0;
        let wanted = middle + off_centre(free(WINDOW, 1.0).center(), WINDOW) * kept.scale;
        assert!(kept.at.distance(wanted) < 0.1, "{kept:?} {wanted}");
    }

    #[test]
    fn a_whole_map_goes_aside_for_the_cards_only_as_far_as_it_must() {
        let map = Vec2::new(10.0, 8.0) * TILE;
        for (width, height, interface) in [(1280.0, 800.0, 1.0), (3840.0, 2160.0, 2.0)] {
            let window = Vec2::new(width, height);
            let mut eye = Eye::looking(Vec2::ZERO, 1.0);
            (eye.interface, eye.regard) = (interface, Regard::Legible);
            eye.scale = fitting(map, window, &eye).0;
            let at = stand(map, window, &eye);
            let half = (map.x + 1.1 * TILE) / 2.0 / eye.scale;
            let card = (layout::CARD + 2.0 * layout::EDGE) * interface;
            assert!(at.x + half <= width - card + 0.1, "{window}: {at}");
            assert!(width / 2.0 - at.x < 60.0, "{window}: {at}");
        }
    }

    #[test]
    fn squares_that_follow_the_turn_are_as_large_at_every_scale_of_the_interface() {
        let map = Vec2::splat(60.0 * TILE);
        for (width, height) in [(1024.0, 600.0), (1280.0, 800.0), (3840.0, 2160.0)] {
            for interface in [0.8, 1.0, 1.35, 2.0] {
                let mut eye = Eye::looking(Vec2::ZERO, 1.0);
                (eye.interface, eye.regard) = (interface, Regard::Legible);
                let (scale, seen) = fitting(map, Vec2::new(width, height), &eye);
                let side = TILE / scale;
                assert!(
                    !seen && (56.0..=64.0).contains(&side),
                    "{width} {interface}: {side}"
                );
            }
        }
    }

    #[test]
    fn no_side_shows_more_than_some_bare_squares() {
        let map = Vec2::splat(60.0 * TILE);
        let far = kept(&Eye::looking(Vec2::new(9.0e5, 0.0), 1.6), map, WINDOW);
        let free = free(WINDOW, 1.0);
        let right = far.at.x + (free.max.x - WINDOW.x / 2.0) * far.scale;
        assert!((right - map.x - MARGIN * TILE).abs() < 0.1, "{right}");
    }

    #[test]
    fn the_card_of_a_lesson_covers_no_square() {
        let map = Vec2::new(10.0, 8.0) * TILE;
        let mut eye = Eye::looking(Vec2::ZERO, 1.6);
        for (window, interface) in [(WINDOW, 1.0), (Vec2::new(1024.0, 600.0), 0.8)] {
            (eye.guided, eye.interface) = (true, interface);
            let place = place_of(map, window, &eye);
            assert!(place.min.x > layout::LESSON * interface, "{window}");
        }
    }

    #[test]
    fn a_large_map_is_left_by_a_margin_at_the_most() {
        let map = Vec2::splat(60.0 * TILE);
        let far = kept(&Eye::looking(Vec2::new(-9.0e5, 9.0e5), 1.6), map, WINDOW);
        let free = free(WINDOW, 1.0);
        let corner = (free.min - WINDOW / 2.0) * Vec2::new(1.0, -1.0) * far.scale + far.at;
        let margin = MARGIN * TILE;
        assert!(
            corner.distance(Vec2::new(-margin, margin)) < 0.1,
            "{corner}"
        );
    }

    #[test]
    fn nothing_is_farther_than_the_whole_map() {
        let map = Vec2::splat(20.0 * TILE);
        let far = kept(&Eye::looking(Vec2::ZERO, FARTHEST), map, WINDOW);
        assert!(far.scale < 1.4 * all_of(map, free(WINDOW, 1.0)));
    }
}
