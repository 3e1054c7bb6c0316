//! Where there is room for words on the map: beside tokens and things, not upon them.

use bevy::prelude::*;

use super::camera::{self, Eye};
use crate::game::hud::layout::{DOCK, LOG, STRIP};
use crate::game::playback::Shown;
use crate::game::scale::{TILE, centre, middle};

/// Height of the banner below the order of turns, and of the log's last lines with their usual width, in pixels
/// of the interface.
const BANNER: f32 = 40.0;
const LINES: f32 = 80.0;
const LINE: f32 = 300.0;

/// What lies in the way of words already, so that none covers another, a token or a thing on the ground, and
/// none is cut off.
pub(super) struct Slips {
    taken: Vec<Rect>,
    /// Tokens and things: covered only where there is no room beside them.
    spared: Vec<Rect>,
    /// The part of the world in sight between the panels.
    sight: Rect,
}

impl Slips {
    /// No words yet, between all who stand and all that lies on the map.
    pub(super) fn between(shown: &Shown, eye: &Eye, window: Vec2) -> Self {
        let standing = shown.view.combatants.iter().filter(|who| who.standing);
        let tokens = standing.filter_map(|who| {
            let area = who.area?;
            let (width, depth) = (area.footprint.width, area.footprint.depth);
            let side = Vec2::new(f32::from(width.max(1)), f32::from(depth.max(1)));
            Some(Rect::from_center_size(middle(area), side * TILE * 0.9))
        });
        let things = shown.view.dropped.iter().map(|(at, _)| *at);
        let things = things.map(|at| Rect::from_center_size(centre(at), Vec2::splat(TILE * 0.6)));
        // The banner of what wins, and the last lines of the log.
        let bottom = window.y / eye.interface - DOCK;
        let panels = [
            Rect::new(0.0, STRIP, LOG, STRIP + BANNER),
            Rect::new(0.0, bottom - LINES, LINE, bottom),
        ];
        let panels = panels.map(|panel| {
            let point = |at: Vec2| in_world(eye, window, at * eye.interface);
            Rect::from_corners(point(panel.min), point(panel.max))
        });
        Self {
            taken: Vec::new(),
            spared: tokens.chain(things).chain(panels).collect(),
            sight: in_sight(eye, window),
        }
    }

    /// The middle of the lower edge of a slip: there, or beyond the token that it is about, or else above what
    /// lies there.
    pub(super) fn place(&mut self, wanted: Vec2, text: &str, size: f32) -> Vec2 {
        let lines = text.lines().count().max(1) as f32;
        let widest = text.lines().map(|line| line.chars().count()).max();
        // Letters are about half as wide as high.
        let extent = Vec2::new(widest.unwrap_or(0) as f32 * 0.5, lines * 1.25) * size;
        let rect = |at: Vec2| Rect::from_center_size(at + Vec2::Y * extent.y / 2.0, extent);
        let meets = |all: &[Rect], rect: Rect| {
            let other = all.iter().find(|other| !other.intersect(rect).is_empty());
            other.copied()
        };
        let beyond = Vec2::Y * (TILE + extent.y + 8.0);
        let spots = [Vec2::ZERO, -beyond, beyond].map(|by| self.inside(wanted + by, extent));
        let free = spots.into_iter().find(|at| {
            meets(&self.taken, rect(*at)).is_none() && meets(&self.spared, rect(*at)).is_none()
        });
        let mut at = free.unwrap_or(spots[0]);
        for _ in 0..self.taken.len() {
            match meets(&self.taken, rect(at)) {
                Some(other) => at.y = other.max.y + 2.0,
                None => break,
            }
        }
        self.taken.push(rect(at));
        at
    }

    /// The nearest place to this one at which a slip is not cut off.
    fn inside(&self, mut at: Vec2, extent: Vec2) -> Vec2 {
        let half = Vec2::new(extent.x / 2.0, 0.0);
        let (low, high) = (self.sight.min + half, self.sight.max - half);
        if low.x < high.x {
            at.x = at.x.clamp(low.x, high.x);
        }
        at.y = at.y.min(high.y - extent.y);
        at
    }

    /// The same for a slip of one line that hangs below the square with this middle.
    pub(super) fn below(&mut self, middle: Vec2, text: &str, size: f32) -> Vec2 {
        self.place(middle - Vec2::Y * (TILE * 0.5 + 1.25 * size), text, size)
    }
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
        // Where there is no room on either side, they lie where they belong.
        let all = (-3..=3).map(|y| token(0.0, y as f32)).collect();
        assert_eq!(slips(all).place(above, " 60 % ", 20.0), above);
    }
}
