//! Where there is room for words on the map: beside tokens and things, not upon them.

use bevy::prelude::*;

use super::camera::{self, Eye};
use crate::game::playback::Shown;
use crate::game::scale::{TILE, centre, middle};
use crate::grid::Area;

/// How far from where they belong words are put at the most: squares, and steps of a square.
const REACH: i16 = 6;
const STEPS: (i16, i16) = (2, 4);

/// What lies in the way of words already, so that none covers another, a token or a thing on the ground, and
/// none is cut off.
pub(super) struct Slips {
    taken: Vec<Rect>,
    /// Tokens, things and panels: covered only where there is no room anywhere near.
    spared: Vec<Rect>,
    /// Panels over the map.
    panels: Vec<Rect>,
    /// The part of the world in sight between the order of turns and the dock.
    sight: Rect,
    /// From words that lie elsewhere to where they belong.
    leaders: Vec<(Vec2, Vec2)>,
}

impl Slips {
    /// No words yet, between all that is on the map and below these panels, in pixels of the window.
    pub(super) fn between(shown: &Shown, eye: &Eye, window: Vec2, panels: &[Rect]) -> Self {
        let tokens = shown.view.combatants.iter().filter_map(|who| who.area);
        let tokens = tokens.map(|area| token(area, 0.9));
        let things = shown.view.dropped.iter().map(|(at, _)| *at);
        let things = things.map(|at| Rect::from_center_size(centre(at), Vec2::splat(TILE * 0.6)));
        let panels: Vec<_> = panels
            .iter()
            .map(|panel| {
                let point = |at| in_world(eye, window, at);
                Rect::from_corners(point(panel.min), point(panel.max))
            })
            .collect();
        Self {
            taken: Vec::new(),
            spared: tokens.chain(things).chain(panels.clone()).collect(),
            panels,
            sight: in_sight(eye, window),
            leaders: Vec::new(),
        }
    }

    /// The middle of the lower edge of a slip: there, or beyond the token that it is about, or else the nearest
    /// place that is free.
    pub(super) fn place(&mut self, wanted: Vec2, text: &str, size: f32) -> Vec2 {
        self.put(wanted, wanted, text, size)
    }

    /// The same for a slip about a point of the map.
    fn put(&mut self, wanted: Vec2, about: Vec2, text: &str, size: f32) -> Vec2 {
        let extent = extent(text, size);
        let rect = |at: Vec2| Rect::from_center_size(at + Vec2::Y * extent.y / 2.0, extent);
        let beyond = Vec2::Y * (TILE + extent.y + 8.0);
        let near = [Vec2::ZERO, -beyond, beyond];
        // Around where words about what is out of sight come to lie, not around that itself.
        let seen = self.inside(wanted, extent);
        let near_by = near.map(|by| (by, self.inside(wanted + by, extent)));
        let farther = around().into_iter();
        let farther = farther.map(|by| (by, self.inside(seen + by, extent)));
        let spots = near_by.into_iter().chain(farther);
        // The least that is covered, words weighing more than tokens; of equal places the nearest.
        let mut best = (f32::MAX, 0.0, wanted);
        for (by, at) in spots {
            let covered = overlap(&self.taken, rect(at)) * 4.0 + overlap(&self.spared, rect(at));
            if covered < best.0 {
                best = (covered, by.length(), at);
            }
            if covered <= 0.0 {
                break;
            }
        }
        let (_, far, at) = best;
        let place = rect(at);
        // Words that lie elsewhere are tied to where they belong.
        let beside = near.iter().any(|by| by.length() == far);
        if !beside && self.sight.contains(about) {
            let end = about.clamp(place.min, place.max);
            self.leaders.push((end, about));
        }
        self.taken.push(place);
        at
    }

    /// Keeps other words off the slip that lies there, with the middle of its lower edge.
    pub(super) fn keep(&mut self, at: Vec2, text: &str, size: f32) {
        let extent = extent(text, size);
        let middle = at + Vec2::Y * extent.y / 2.0;
        self.taken.push(Rect::from_center_size(middle, extent));
    }

    /// The nearest place to this one at which a slip is not cut off.
    fn inside(&self, mut at: Vec2, extent: Vec2) -> Vec2 {
        let half = Vec2::new(extent.x / 2.0, 0.0);
        let low = self.sight.min + half;
        let high = self.sight.max - half - Vec2::Y * extent.y;
        if low.x < high.x {
            at.x = at.x.clamp(low.x, high.x);
        }
        if low.y < high.y {
            at.y = at.y.clamp(low.y, high.y);
        }
        at
    }

    /// The same for a slip of one line that hangs below the square with this middle.
    pub(super) fn below(&mut self, middle: Vec2, text: &str, size: f32) -> Vec2 {
        let edge = middle - Vec2::Y * TILE * 0.5;
        self.put(edge - Vec2::Y * 1.25 * size, edge, text, size)
    }

    /// Whether enough of the token there is in sight that words beside it need no name.
    pub(super) fn sees(&self, area: Area) -> bool {
        let token = token(area, 0.5);
        let hidden = self.panels.iter().any(|panel| panel.contains(middle(area)));
        !hidden && !self.sight.intersect(token).is_empty()
    }

    /// From words that lie elsewhere to where they belong.
    pub(super) fn leaders(&self) -> &[(Vec2, Vec2)] {
        &self.leaders
    }
}

/// The middle of a space, with this part of its width and depth.
fn token(area: Area, part: f32) -> Rect {
    let (width, depth) = (area.footprint.width, area.footprint.depth);
    let side = Vec2::new(f32::from(width.max(1)), f32::from(depth.max(1)));
    Rect::from_center_size(middle(area), side * TILE * part)
}

/// How much room words take.
fn extent(text: &str, size: f32) -> Vec2 {
    let lines = text.lines().count().max(1) as f32;
    let widest = text.lines().map(|line| line.chars().count()).max();
    // Letters are about half as wide as high.
    Vec2::new(widest.unwrap_or(0) as f32 * 0.5, lines * 1.25) * size
}

/// Ways to all places nearby, the nearest first.
fn around() -> Vec<Vec2> {
    let (x, y) = (REACH * STEPS.0, REACH * STEPS.1);
    let step = Vec2::new(TILE / f32::from(STEPS.0), TILE / f32::from(STEPS.1));
    let ways = (-x..=x).flat_map(|x| (-y..=y).map(move |y| (f32::from(x), f32::from(y))));
    let mut ways: Vec<_> = ways.map(|(x, y)| Vec2::new(x, y) * step).collect();
    ways.sort_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    ways
}

/// How much of this is covered.
fn overlap(all: &[Rect], rect: Rect) -> f32 {
    let shared = all.iter().map(|other| other.intersect(rect));
    let shared = shared.filter(|both| !both.is_empty());
    shared.map(|both| both.width() * both.height()).sum()
}

/// The part of the world that is seen between the panels.
fn in_sight(eye: &Eye, window: Vec2) -> Rect {
    let free = camera::free(window, eye.interface);
    let point = |at| in_world(eye, window, at);
    Rect::from_corners(point(free.min), point(free.max))
}

/// What lies under a point of the window.
fn in_world(eye: &Eye, window: Vec2, at: Vec2) -> Vec2 {
    eye.at + (at - window / 2.0) * Vec2::new(1.0, -1.0) * eye.scale
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slips(spared: Vec<Rect>) -> Slips {
        Slips {
            taken: Vec::new(),
            spared,
            panels: Vec::new(),
            leaders: Vec::new(),
            sight: Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(500.0)),
        }
    }

    #[test]
    fn slips_do_not_cover_each_other() {
        let mut slips = slips(Vec::new());
        let first = slips.place(Vec2::ZERO, " 60 % ", 20.0);
        let second = slips.place(Vec2::new(10.0, 4.0), " 45 % ", 20.0);
        let far = slips.place(Vec2::new(400.0, 0.0), " 45 % ", 20.0);
        assert_eq!((first, far), (Vec2::ZERO, Vec2::new(400.0, 0.0)));
        assert!((second.y - first.y).abs() >= 25.0);
        let edge = slips.place(Vec2::new(-499.0, 499.0), " 45 % ", 20.0);
        assert!(edge.x >= -470.0 && edge.y <= 475.0, "{edge}");
    }

    #[test]
    fn words_about_a_token_lie_on_its_free_side() {
        let token = |x: f32, y: f32| {
            Rect::from_center_size(Vec2::new(x, y) * TILE, Vec2::splat(TILE * 0.9))
        };
        let above = Vec2::Y * (TILE * 0.5 + 4.0);
        let mut alone = slips(vec![token(0.0, 0.0)]);
        assert_eq!(alone.place(above, " 60 % ", 20.0), above);
        let mut crowded = slips(vec![token(0.0, 0.0), token(0.0, 1.0)]);
        let at = crowded.place(above, " 60 % ", 20.0);
        assert!(at.y + 25.0 <= -TILE * 0.45, "below it: {at}");
        assert!(crowded.leaders().is_empty());
        // Where there is no room above or below, they lie aside, tied to where they belong.
        let column: Vec<_> = (-3..=3).map(|y| token(0.0, y as f32)).collect();
        let mut between = slips(column.clone());
        let at = between.place(above, " 60 % ", 20.0);
        let place = Rect::from_center_size(at + Vec2::Y * 12.5, Vec2::new(60.0, 25.0));
        assert_eq!(overlap(&column, place), 0.0, "{at}");
        assert_eq!(between.leaders().len(), 1);
    }

    #[test]
    fn nothing_is_cut_off_on_any_side() {
        let half = 500.0;
        for (x, y) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            let at = slips(Vec::new()).place(Vec2::new(x, y) * 900.0, " 45 % ", 20.0);
            let place = Rect::from_center_size(at + Vec2::Y * 12.5, Vec2::new(60.0, 25.0));
            let sight = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(half));
            assert_eq!(sight.intersect(place), place, "{at}");
        }
    }

    #[test]
    fn words_about_what_is_out_of_sight_lie_beside_a_panel_in_that_corner() {
        let corner = Rect::from_corners(Vec2::new(200.0, -500.0), Vec2::new(500.0, -200.0));
        let mut slips = slips(vec![corner]);
        let at = slips.place(Vec2::new(2000.0, -2000.0), " Goblin: it 45 % ", 20.0);
        let place = Rect::from_center_size(at + Vec2::Y * 12.5, Vec2::new(170.0, 25.0));
        assert_eq!(overlap(&[corner], place), 0.0, "{at}");
        assert!(slips.leaders().is_empty());
    }

    #[test]
    fn the_fallen_are_spared_and_those_out_of_sight_need_a_name() {
        use crate::combat::testkit::testing::{Scene, ruleset};
        use crate::game::testing::table;
        let (_, mut shown) = table(&Scene::new(ruleset("classic_d20"), &["A..a"]));
        let near = shown.view.combatants[1].area.expect("on the map");
        shown.view.combatants[1].standing = false;
        let window = Vec2::new(1280.0, 800.0);
        let slips =
            |at, panels: &[Rect]| Slips::between(&shown, &Eye::looking(at, 1.0), window, panels);
        let close = slips(middle(near), &[]);
        assert!(close.sees(near) && overlap(&close.spared, super::token(near, 1.0)) > 0.0);
        assert!(!slips(middle(near) + Vec2::X * 3000.0, &[]).sees(near));
        let panel = Rect::from_center_size(window / 2.0, Vec2::splat(300.0));
        assert!(!slips(middle(near), &[panel]).sees(near));
    }
}
