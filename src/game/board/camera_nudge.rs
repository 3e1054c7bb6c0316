//! A question moves the picture aside while what it asks about would be hidden or off the screen.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::combat::{Aim, Cause, Choice, ComingIn, Request, Seat, Sheltered};
use crate::game::FrameSet;
use crate::game::awake::Awake;
use crate::game::eye::{Eye, FARTHEST, NEAREST};
use crate::game::hud::layout;
use crate::game::hud::question::{Panel, Question};
use crate::game::plan::Plan;
use crate::game::playback::Shown;
use crate::game::scale::{TILE, centre};
use crate::game::session::{Session, playing};
use crate::grid::Square;

/// How the picture differs from where the player's eye is while something is asked.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct CameraNudge {
    /// World units.
    pub by: Vec2,
    /// How many times farther.
    pub zoom: f32,
}

impl Default for CameraNudge {
    fn default() -> Self {
        Self {
            by: Vec2::ZERO,
            zoom: 1.0,
        }
    }
}

/// Free pixels between what is asked about and the panels.
const AIR: f32 = 14.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CameraNudge>();
    let step = nudge_camera.in_set(FrameSet::Show).run_if(playing());
    app.add_systems(Update, step);
}

/// What the eye and the panels were when the picture moved last.
type SeenFor = (Vec<Square>, Vec2, Vec2);

fn nudge_camera(
    session: Res<Session>,
    shown: Res<Shown>,
    plan: Res<Plan>,
    question: Res<Question>,
    panel: Single<&ComputedNode, With<Panel>>,
    window: Single<&Window, With<PrimaryWindow>>,
    eye: Res<Eye>,
    mut nudge: ResMut<CameraNudge>,
    mut awake: ResMut<Awake>,
    mut known: Local<SeenFor>,
) {
    let asked = session.question().filter(|_| !question.heading.is_empty());
    let squares = asked.map_or_else(Vec::new, |request| concerned(request, &shown, &plan));
    let sheet = panel.size() * panel.inverse_scale_factor() * eye.interface;
    let size = Vec2::new(window.width(), window.height());
    // If you pan or zoom while something is asked, that stays.
    let now = (squares, sheet, size);
    if *known == now {
        return;
    }
    let wanted = match bounds(&now.0) {
        Some(what) if sheet.y > 0.0 => moved(what, &eye, sheet, size),
        _ => CameraNudge::default(),
    };
    *known = now;
    if *nudge != wanted {
        *nudge = wanted;
        awake.stir();
    }
}

/// How the picture has to move so that this part of the world is in sight above the question.
fn moved(what: Rect, eye: &Eye, sheet: Vec2, window: Vec2) -> CameraNudge {
    let all = eye.free(window);
    let lowest = window.y - layout::EDGE * eye.interface;
    let mut free = all;
    free.max.y = free.max.y.min(lowest - sheet.y);
    let free = free.inflate(-AIR);
    let on_screen = |scale: f32, at: Vec2| {
        let point = |world: Vec2| window / 2.0 + (world - at) * Vec2::new(1.0, -1.0) / scale;
        Rect::from_corners(point(what.min), point(what.max))
    };
    let seen = on_screen(eye.scale, eye.at);
    let middle = window.x / 2.0;
    let beside = seen.max.x < middle - sheet.x / 2.0 || seen.min.x > middle + sheet.x / 2.0;
    let lowest = match beside {
        true => all.max.y - AIR,
        false => free.max.y,
    };
    let room = Rect {
        max: Vec2::new(free.max.x, lowest),
        ..free
    };
    if room.contains(seen.min) && room.contains(seen.max) {
        return CameraNudge::default();
    }
    let zoom = (seen.size() / free.size().max(Vec2::ONE)).max_element();
    let zoom = zoom.clamp(1.0, (FARTHEST / eye.scale.max(NEAREST)).max(1.0));
    let seen = on_screen(eye.scale * zoom, eye.at);
    let into = |low: f32, high: f32, from: f32, to: f32| {
        if low < from {
            from - low
        } else if high > to {
            to - high
        } else {
            0.0
        }
    };
    let pixels = Vec2::new(
        into(seen.min.x, seen.max.x, free.min.x, free.max.x),
        into(seen.min.y, seen.max.y, free.min.y, free.max.y),
    );
    CameraNudge {
        by: pixels * Vec2::new(-1.0, 1.0) * eye.scale * zoom,
        zoom,
    }
}

/// The part of the world that these squares fill.
fn bounds(squares: &[Square]) -> Option<Rect> {
    let half = Vec2::splat(TILE / 2.0);
    squares
        .iter()
        .map(|square| Rect::from_center_half_size(centre(*square), half))
        .reduce(|a, b| a.union(b))
}

/// The squares of those who are asked and of those whom it is about, and of ways and places that are
/// asked about.
fn concerned(request: &Request, shown: &Shown, plan: &Plan) -> Vec<Square> {
    let (seats, mut squares): (Vec<Seat>, Vec<Square>) = match request {
        Request::Deploy { .. } => (
            Vec::new(),
            plan.deployment
                .as_ref()
                .map_or_else(Vec::new, |deployment| deployment.zone.iter().collect()),
        ),
        Request::Turn { seat } | Request::SpendPoint { seat, .. } => (vec![*seat], Vec::new()),
        Request::ComeIn { seat, when, .. } => {
            let after = match when {
                ComingIn::After(other) | ComingIn::InsteadOf(other, _) => Some(*other),
                ComingIn::OwnPlace | ComingIn::Count(_) => None,
            };
            (std::iter::once(*seat).chain(after).collect(), Vec::new())
        }
        Request::Opportunity {
            seat,
            target,
            cause,
        } => {
            let left = match cause {
                Cause::Leaving(square) => vec![*square],
                Cause::Act(_) | Cause::Unarmed(_) | Cause::Standing => Vec::new(),
            };
            (vec![*seat, *target], left)
        }
        Request::Readied { seat, by, .. } | Request::Yield { seat, by, .. } => {
            (vec![*seat, *by], Vec::new())
        }
        Request::Defence { seat, attacker, .. } | Request::Coverage { seat, attacker, .. } => {
            (vec![*seat, *attacker], Vec::new())
        }
        Request::DefendOther {
            seat,
            target,
            attacker,
            ..
        } => match target {
            Sheltered::Combatant(target) => (vec![*seat, *target, *attacker], Vec::new()),
            Sheltered::Thing(at) => (vec![*seat, *attacker], vec![*at]),
        },
        Request::PushTo {
            seat,
            target,
            squares,
        } => (vec![*seat, *target], squares.clone()),
        Request::DropAt { seat, squares, .. } => (vec![*seat], squares.clone()),
        Request::Counter { seat, target, .. } => (vec![*seat, *target], Vec::new()),
        Request::Help {
            seat,
            enemy,
            allies,
            ..
        } => {
            let all = [*seat, *enemy].into_iter().chain(allies.iter().copied());
            (all.collect(), Vec::new())
        }
        Request::Respond {
            seat, by, choices, ..
        } => {
            let ways = choices.iter().filter_map(|choice| match choice {
                Choice::Act {
                    aim: Aim::Along(way),
                    ..
                } => Some(way.clone()),
                _ => None,
            });
            (vec![*seat, *by], ways.flatten().collect())
        }
    };
    for seat in seats {
        let who = shown.view.combatants.get(seat.index());
        squares.extend(
            who.and_then(|who| who.area)
                .iter()
                .flat_map(|area| area.squares()),
        );
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Vec2 = Vec2::new(1280.0, 800.0);
    const SHEET: Vec2 = Vec2::new(500.0, 160.0);

    /// Where a part of the world is on the screen when the picture has moved.
    fn seen(what: Rect, eye: &Eye, nudge: CameraNudge) -> Rect {
        let (at, scale) = (eye.at + nudge.by, eye.scale * nudge.zoom);
        let point = |world: Vec2| WINDOW / 2.0 + (world - at) * Vec2::new(1.0, -1.0) / scale;
        Rect::from_corners(point(what.min), point(what.max))
    }

    #[test]
    fn what_is_in_sight_stays_where_it_is() {
        let what = Rect::from_center_half_size(Vec2::new(-200.0, 200.0), Vec2::splat(TILE));
        let eye = Eye::looking(Vec2::ZERO, 1.0);
        assert_eq!(moved(what, &eye, SHEET, WINDOW), CameraNudge::default());
    }

    #[test]
    fn what_the_question_would_hide_comes_out_above_it() {
        for scale in [0.5, 1.0, 3.0] {
            // In the lower middle, where the question lies.
            let place = Vec2::new(-150.0, -100.0) * scale;
            let what = Rect::from_center_half_size(place, Vec2::splat(TILE));
            let eye = Eye::looking(Vec2::ZERO, scale);
            let nudge = moved(what, &eye, SHEET, WINDOW);
            let seen = seen(what, &eye, nudge);
            let top_of_sheet = WINDOW.y - layout::EDGE - SHEET.y;
            let free = eye.free(WINDOW);
            assert!(
                seen.max.y <= top_of_sheet && seen.min.y >= free.min.y,
                "{seen:?}"
            );
        }
    }

    #[test]
    fn what_is_far_apart_is_seen_from_farther_away() {
        let what = Rect::from_center_half_size(Vec2::ZERO, Vec2::new(40.0 * TILE, TILE));
        let eye = Eye::looking(Vec2::ZERO, 1.0);
        let nudge = moved(what, &eye, SHEET, WINDOW);
        assert!(nudge.zoom > 1.0);
        let seen = seen(what, &eye, nudge);
        assert!(seen.min.x >= 0.0 && seen.max.x <= WINDOW.x, "{seen:?}");
    }
}
