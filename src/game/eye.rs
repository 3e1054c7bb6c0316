//! Where the eye above the table stands: how a map is fitted between the panels, and how far the view may go.

use bevy::prelude::*;

use crate::game::hud::layout;
use crate::game::scale::TILE;

/// Where the eye is going.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Eye {
    pub at: Vec2,
    /// World units per pixel of the window.
    pub scale: f32,
    /// Pixels of the window per pixel of the interface.
    pub interface: f32,
    pub(super) regard: Regard,
    /// The card of a lesson stands beside the map.
    pub(super) guided: bool,
    /// The whole log lies on the left.
    pub(super) sheet: bool,
}

/// What the eye keeps in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Regard {
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
/// The largest side that a small map begins with, in pixels of the interface, and as a part of the window's
/// height: a large screen shows a small map large.
const LARGEST: f32 = 84.0;
const LARGEST_PART: f32 = 0.12;
/// So much larger a map has to come out beside the last lines of the log than above them.
const STRAIGHT: f32 = 1.12;
/// Squares beside the map that can be seen if the player wants to, and otherwise.
const MARGIN: f32 = 2.0;
const NARROW: f32 = 0.7;
/// Bare table around a whole map, in squares: both sides together.
const AROUND: f32 = 1.1;

impl Default for Eye {
    fn default() -> Self {
        Self {
            at: Vec2::ZERO,
            scale: 1.0,
            interface: 1.0,
            regard: Regard::Legible,
            guided: false,
            sheet: false,
        }
    }
}

impl Eye {
    /// An eye that looks at a point, with an interface of its usual size.
    #[cfg(test)]
    pub(super) fn looking(at: Vec2, scale: f32) -> Self {
        Self {
            at,
            scale,
            regard: Regard::Chosen,
            ..Self::default()
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
    pub(super) fn centre_on(&mut self, point: Vec2, window: Vec2) {
        self.at = point + off_centre(self.free(window).center(), window) * self.scale;
    }

    /// What the panels leave free of a window of this size, in its pixels: between the order of turns and the
    /// dock, and beside the open log.
    pub(super) fn free(&self, window: Vec2) -> Rect {
        let mut free = layout::free(window, self.interface);
        if self.sheet {
            free.min.x += self.log_width();
        }
        free
    }

    fn log_width(&self) -> f32 {
        (layout::LOG + 2.0 * layout::EDGE) * self.interface
    }

    /// Where the last lines of the log lie over the map, in pixels of the window; empty while the whole log is
    /// open.
    pub(super) fn log(&self, window: Vec2) -> Rect {
        let free = self.free(window);
        let high = match self.sheet {
            true => 0.0,
            false => (layout::FOLDED + layout::EDGE) * self.interface,
        };
        Rect::new(
            free.min.x,
            free.max.y - high,
            free.min.x + self.log_width(),
            free.max.y,
        )
    }

    /// Where a point of the world is in a window of this size.
    pub fn in_window(&self, point: Vec2, window: Vec2) -> Vec2 {
        window / 2.0 + (point - self.at) * Vec2::new(1.0, -1.0) / self.scale
    }

    /// Whether a square around this point of the world is in sight, with so many squares of air around it: those
    /// beside it are not hidden by the last lines of the log either.
    pub(super) fn sees(&self, point: Vec2, air: f32, window: Vec2, sight: Rect) -> bool {
        let at = self.in_window(point, window);
        let square = Rect::from_center_size(at, Vec2::splat(TILE / self.scale));
        let beside = square.inflate(air.min(1.0) * TILE / self.scale);
        sight.inflate(-air * TILE / self.scale).contains(at)
            && self.log(window).intersect(beside).is_empty()
    }

    /// Fits the view to a map, as far as what is kept in view asks for it; `fresh`: it is another map than
    /// before.
    pub(super) fn fit(&mut self, map: Vec2, window: Vec2, fresh: bool) {
        if self.regard == Regard::Chosen {
            return;
        }
        let middle = Vec2::new(map.x, -map.y) / 2.0;
        let (scale, seen) = self.fitting(map, window);
        self.scale = scale;
        if seen {
            self.at = middle + off_centre(self.stand(map, window), window) * self.scale;
        } else if fresh {
            self.centre_on(middle, window);
        }
    }

    /// World units per pixel of the window that a battle begins with, and whether the whole map is seen then.
    fn fitting(&self, map: Vec2, window: Vec2) -> (f32, bool) {
        let whole = self.whole(map, self.place_of(map, window), window);
        let seen = self.regard == Regard::Whole || whole <= TILE / LEGIBLE;
        let scale = if seen { whole } else { TILE / COMFORTABLE };
        (scale.clamp(NEAREST, FARTHEST), seen)
    }

    /// The scale of a whole map in a part of the window.
    fn whole(&self, map: Vec2, place: Rect, window: Vec2) -> f32 {
        let largest = (LARGEST * self.interface).max(window.y * LARGEST_PART);
        all_of(map, place).max(TILE / largest.max(COMFORTABLE))
    }

    /// Where in a window a whole map is shown: beside the cards if its squares can be made out there, and clear
    /// of the last lines of the log if it then is not too small.
    fn place_of(&self, map: Vec2, window: Vec2) -> Rect {
        let place = self.beside_cards(map, window);
        let (free, log) = (self.free(window), self.log(window));
        let covers = |place: Rect| {
            let scale = self.whole(map, place, window);
            let at = stand(map, place, free, scale);
            let board = Rect::from_center_size(at, map / scale);
            !board.intersect(log).is_empty()
        };
        if !covers(place) {
            return place;
        }
        let mut right = place;
        right.min.x = right.min.x.max(log.max.x);
        let mut above = place;
        above.max.y = log.min.y;
        let scale = |place: Rect| self.whole(map, place, window);
        // A map in the middle may be a little smaller than one that goes aside.
        if right.width() > 0.0 && scale(right) * STRAIGHT <= scale(above) {
            right
        } else if above.height() > 0.0 && scale(above) <= TILE / LEGIBLE {
            above
        } else {
            place
        }
    }

    fn beside_cards(&self, map: Vec2, window: Vec2) -> Rect {
        let (free, interface) = (self.free(window), self.interface);
        let mut beside = free;
        beside.max.x -= (layout::CARD + 2.0 * layout::EDGE) * interface;
        let mut least = COMFORTABLE;
        if self.guided {
            beside.min.x += (layout::LESSON + 2.0 * layout::EDGE) * interface;
            least = LEGIBLE;
        }
        let roomy = beside.width() > 0.0 && all_of(map, beside) <= TILE / least;
        if roomy { beside } else { free }
    }

    /// Where in a window a whole map stands, seen as it is now. One that is too high for it scrolls, and need not go
    /// aside for the last lines of the log.
    fn stand(&self, map: Vec2, window: Vec2) -> Vec2 {
        let free = self.free(window);
        let place = match map.y > free.height() * self.scale {
            true => self.beside_cards(map, window),
            false => self.place_of(map, window),
        };
        stand(map, place, free, self.scale)
    }

    /// The same eye no farther out than the whole of a map, and no farther aside than some squares.
    pub(super) fn kept(&self, map: Vec2, window: Vec2) -> Self {
        let free = self.free(window);
        let place = self.place_of(map, window);
        let farthest = all_of(map, place) * 1.3;
        let scale = self.scale.min(farthest.clamp(NEAREST, FARTHEST));
        let shift = off_centre(free.center(), window) * scale;
        // The middle of what is free, with `y` downwards as on the map.
        let at = (self.at - shift) * Vec2::new(1.0, -1.0);
        let half = free.size() / 2.0 * scale;
        let margin = match self.regard {
            Regard::Chosen => MARGIN * TILE,
            _ => NARROW * TILE,
        };
        let stands = Self { scale, ..*self }.stand(map, window);
        let whole = map / 2.0 + (off_centre(stands, window) * scale - shift) * Vec2::new(1.0, -1.0);
        // The lowest row comes out above the last lines of the log.
        let below = margin.max((self.log(window).height()) * scale);
        let x = match map.x > 2.0 * half.x {
            true => at.x.clamp(half.x - margin, map.x + margin - half.x),
            false => whole.x,
        };
        let lowest = map.y + below - half.y;
        let board = Rect::from_center_size(stands, map / scale);
        let covered = !board.intersect(self.log(window)).is_empty();
        let y = match map.y > 2.0 * half.y {
            true => at.y.clamp(half.y - margin, lowest),
            false if covered => at.y.clamp(whole.y, lowest.max(whole.y)),
            false => whole.y,
        };
        Self {
            at: Vec2::new(x, -y) + shift,
            scale,
            ..*self
        }
    }
}

/// World units per pixel at which a whole map, with half a square around it, fills a part of the
/// window.
fn all_of(map: Vec2, place: Rect) -> f32 {
    ((map + Vec2::splat(AROUND * TILE)) / place.size()).max_element()
}

/// Where a whole map stands: in the middle of what is free, as far as that leaves the panels their room.
fn stand(map: Vec2, place: Rect, free: Rect, scale: f32) -> Vec2 {
    let half = (map.x + AROUND * TILE) / 2.0 / scale;
    let (low, high) = (place.min.x + half, place.max.x - half);
    let x = match low < high {
        true => free.center().x.clamp(low, high),
        false => place.center().x,
    };
    Vec2::new(x, place.center().y)
}

/// From a point of the window to its middle, in pixels, `y` upwards.
pub(super) fn off_centre(point: Vec2, window: Vec2) -> Vec2 {
    (window / 2.0 - point) * Vec2::new(1.0, -1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Vec2 = Vec2::new(1280.0, 800.0);

    fn beginning(interface: f32) -> Eye {
        Eye {
            interface,
            ..Eye::default()
        }
    }

    /// Where a map is in the window.
    fn board(eye: &Eye, map: Vec2, window: Vec2) -> Rect {
        let corner = Vec2::new(map.x, -map.y);
        Rect::from_corners(
            eye.in_window(Vec2::ZERO, window),
            eye.in_window(corner, window),
        )
    }

    #[test]
    fn a_small_map_stays_where_it_is() {
        let map = Vec2::new(12.0, 8.0) * TILE;
        let mut eye = beginning(1.0);
        eye.fit(map, WINDOW, true);
        for way in [Vec2::X, Vec2::NEG_X, Vec2::Y] {
            let far = Eye {
                at: way * 9.0e5,
                ..eye
            };
            let kept = far.kept(map, WINDOW);
            assert!((kept.at - eye.at).length() < 0.1, "{kept:?} {eye:?}");
        }
    }

    #[test]
    fn a_whole_map_clear_of_the_log_does_not_follow_the_turn() {
        let map = Vec2::new(12.0, 8.0) * TILE;
        for window in [WINDOW, Vec2::new(1280.0, 720.0)] {
            let mut eye = beginning(0.9);
            eye.fit(map, window, true);
            let at = eye.at;
            for row in [0.5, 7.5] {
                eye.centre_on(Vec2::new(1.5, -row) * TILE, window);
                assert!(
                    (eye.kept(map, window).at - at).length() < 0.1,
                    "{window} {row}"
                );
            }
        }
    }

    #[test]
    fn a_whole_map_goes_aside_for_the_cards_only_as_far_as_it_must() {
        let map = Vec2::new(10.0, 8.0) * TILE;
        for (width, height, interface) in [(1280.0, 800.0, 1.0), (3840.0, 2160.0, 2.0)] {
            let window = Vec2::new(width, height);
            let mut eye = beginning(interface);
            eye.fit(map, window, true);
            let board = board(&eye, map, window);
            let card = (layout::CARD + 2.0 * layout::EDGE) * interface;
            assert!(board.max.x <= width - card + 0.1, "{window}: {board:?}");
        }
    }

    /// A square may be as large as the window allows, and the map takes what is free of its height.
    #[test]
    fn a_large_window_shows_a_small_map_large() {
        let map = Vec2::new(12.0, 8.0) * TILE;
        let window = Vec2::new(3840.0, 2160.0);
        let mut eye = beginning(2.0);
        eye.fit(map, window, true);
        let (board, free) = (board(&eye, map, window), eye.free(window));
        assert!(board.height() > free.height() * 0.75, "{board:?} {free:?}");
    }

    #[test]
    fn the_last_lines_of_the_log_cover_no_square_where_there_is_room() {
        for (columns, rows) in [(6.0, 6.0), (12.0, 8.0), (10.0, 10.0)] {
            for window in [WINDOW, Vec2::new(1280.0, 720.0), Vec2::new(1920.0, 1080.0)] {
                let map = Vec2::new(columns, rows) * TILE;
                let mut eye = beginning(1.0);
                eye.fit(map, window, true);
                let covered = board(&eye, map, window).intersect(eye.log(window));
                let small = TILE / eye.scale < LEGIBLE + 8.0;
                assert!(
                    covered.is_empty() || small,
                    "{columns} {window}: {covered:?}"
                );
            }
        }
    }

    #[test]
    fn a_square_in_a_corner_comes_out_from_below_the_log() {
        for map in [Vec2::splat(60.0 * TILE), Vec2::new(60.0, 7.0) * TILE] {
            let mut eye = beginning(1.0);
            eye.fit(map, WINDOW, true);
            let corner = Vec2::new(0.5 * TILE, 0.5 * TILE - map.y);
            eye.centre_on(corner, WINDOW);
            let eye = eye.kept(map, WINDOW);
            assert!(eye.sees(corner, 0.0, WINDOW, eye.free(WINDOW)), "{eye:?}");
        }
    }

    #[test]
    fn the_squares_beside_the_one_who_acts_come_out_from_below_the_log_too() {
        let map = Vec2::new(60.0, 11.0) * TILE;
        let window = Vec2::new(1280.0, 720.0);
        let mut eye = beginning(0.9);
        eye.fit(map, window, true);
        let actor = Vec2::new(3.5 * TILE, -8.5 * TILE);
        eye.centre_on(actor, window);
        let mut eye = eye.kept(map, window);
        let covered = |eye: &Eye, row: f32| {
            let at = eye.in_window(Vec2::new(3.5, -row) * TILE, window);
            let square = Rect::from_center_size(at, Vec2::splat(TILE / eye.scale));
            !eye.log(window).intersect(square).is_empty()
        };
        assert!(!covered(&eye, 9.5));
        // One row higher, and the neighbour to the south is covered: that is no sight of it.
        while !covered(&eye, 9.5) {
            eye.at.y += TILE / 2.0;
        }
        assert!(!covered(&eye, 8.5) && !eye.sees(actor, 1.0, window, eye.free(window)));
    }

    #[test]
    fn the_open_log_covers_no_square_of_a_small_map() {
        let map = Vec2::new(8.0, 6.0) * TILE;
        let mut eye = beginning(1.0);
        eye.sheet = true;
        eye.fit(map, WINDOW, true);
        let board = board(&eye.kept(map, WINDOW), map, WINDOW);
        assert!(board.min.x >= layout::LOG, "{board:?}");
    }

    #[test]
    fn squares_that_follow_the_turn_are_as_large_at_every_scale_of_the_interface() {
        let map = Vec2::splat(60.0 * TILE);
        for (width, height) in [(1024.0, 600.0), (1280.0, 800.0), (3840.0, 2160.0)] {
            for interface in [0.8, 1.0, 1.35, 2.0] {
                let eye = beginning(interface);
                let (scale, seen) = eye.fitting(map, Vec2::new(width, height));
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
        let far = Eye::looking(Vec2::new(9.0e5, 0.0), 1.6).kept(map, WINDOW);
        let right = far.at.x + (far.free(WINDOW).max.x - WINDOW.x / 2.0) * far.scale;
        assert!((right - map.x - MARGIN * TILE).abs() < 0.1, "{right}");
    }

    #[test]
    fn the_card_of_a_lesson_covers_no_square() {
        let map = Vec2::new(10.0, 8.0) * TILE;
        let mut eye = Eye::looking(Vec2::ZERO, 1.6);
        for (window, interface) in [(WINDOW, 1.0), (Vec2::new(1024.0, 600.0), 0.8)] {
            (eye.guided, eye.interface) = (true, interface);
            let place = eye.place_of(map, window);
            assert!(place.min.x > layout::LESSON * interface, "{window}");
        }
    }

    #[test]
    fn a_large_map_is_left_by_a_margin_at_the_most() {
        let map = Vec2::splat(60.0 * TILE);
        let far = Eye::looking(Vec2::new(-9.0e5, 9.0e5), 1.6).kept(map, WINDOW);
        let free = far.free(WINDOW);
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
        let far = Eye::looking(Vec2::ZERO, FARTHEST).kept(map, WINDOW);
        assert!(far.scale < 1.5 * all_of(map, far.free(WINDOW)));
    }
}
