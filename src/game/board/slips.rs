//! Where there is room for words on the map: beside tokens and things, not upon them.

use bevy::prelude::*;

use crate::game::eye::Eye;
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

    /// The middle of the lower edge of a slip of one line about the square with this middle: below it, or the
    /// nearest place that is free, tied to it.
    pub(super) fn below(&mut self, middle: Vec2, text: &str, size: f32) -> Vec2 {
        let extent = extent(text, size);
        let edge = middle - Vec2::Y * TILE * 0.5;
        let wanted = edge - Vec2::Y * 1.25 * size;
        let above = middle + Vec2::Y * TILE * 0.5;
        // Around where words about what is out of sight come to lie, not around that itself.
        let seen = self.inside(wanted, extent);
        let near = [wanted, above].map(|at| self.inside(at, extent));
        let farther = around().into_iter();
        let farther = farther.map(|by| self.inside(seen + by, extent));
        let spots: Vec<_> = near.into_iter().chain(farther).collect();
        let (_, at) = self.least(&spots, extent);
        if !near.contains(&at) && self.sight.contains(edge) {
            self.tie(slip_at(at, extent), edge);
        }
        self.taken.push(slip_at(at, extent));
        at
    }

    /// Where a slip about a token lies, of several shapes that its words can have: touching the token above or
    /// below; where there is no room, in the last shape on the lower edge of the token itself.
    pub(super) fn touching(&mut self, area: Area, shapes: &[String], size: f32) -> Lain {
        let of = |shape: &String| extent(shape, size);
        // What is no wider than its token never lies in the way of another.
        let narrow =
            |shape: &&String| !shape.contains('\n') && of(shape).x <= token(area, 1.0).width();
        let beside = shapes.first().filter(|first| !narrow(first)).and_then(|_| {
            let spots = shapes.iter().enumerate().flat_map(|(number, shape)| {
                let spots = [false, true].map(|above| along(area, of(shape), above));
                spots.into_iter().flatten().map(move |at| (number, at))
            });
            let mut spots =
                spots.map(|(number, at)| (number, self.shifted(at, of(&shapes[number]))));
            spots.find(|(number, at)| self.is_free(slip_at(*at, of(&shapes[*number]))))
        });
        let (shape, at, size) = match beside {
            Some((shape, at)) => (shape, at, size),
            None => {
                let shape = shapes.len().saturating_sub(1);
                let text = shapes.get(shape).map_or("", String::as_str);
                (shape, rim(area), fitting(text, area, size))
            }
        };
        let text = shapes.get(shape).map_or("", String::as_str);
        self.taken.push(slip_at(at, extent(text, size)));
        Lain { shape, at, size }
    }

    /// Where the full words about a token lie: touching it on any side, or else apart in their second shape, tied
    /// to it. Where all is full, on the token itself.
    pub(super) fn in_full(&mut self, area: Area, shapes: [&str; 2], size: f32) -> Lain {
        let [plain, named] = shapes.map(|shape| extent(shape, size));
        let lain = |shape, at| Lain { shape, at, size };
        let spots = [true, false].map(|above| along(area, plain, above));
        let spots = spots.into_iter().flatten().chain(aside(area, plain));
        let mut spots = spots.map(|at| self.shifted(at, plain));
        let found = match self.sees(area) {
            true => spots.find(|at| self.is_free(slip_at(*at, plain))),
            false => None,
        };
        let lain = if let Some(at) = found {
            lain(0, at)
        } else {
            let about = middle(area);
            let from = self.inside(about + Vec2::Y * TILE * 0.5, named);
            let spots: Vec<_> = around()
                .into_iter()
                .map(|by| self.inside(from + by, named))
                .collect();
            match self.least(&spots, named) {
                (covered, at) if covered <= 0.0 || !self.sees(area) => {
                    if self.sight.contains(about) {
                        self.tie(slip_at(at, named), about);
                    }
                    lain(1, at)
                }
                _ => Lain {
                    shape: 0,
                    at: rim(area),
                    size: fitting(shapes[0], area, size),
                },
            }
        };
        let text = shapes[lain.shape.min(1)];
        self.taken.push(slip_at(lain.at, extent(text, lain.size)));
        lain
    }

    /// Of these places the one where a slip covers the least, words weighing more than tokens; of equal places
    /// the first.
    fn least(&self, spots: &[Vec2], extent: Vec2) -> (f32, Vec2) {
        let mut best = (f32::MAX, Vec2::ZERO);
        for at in spots {
            let place = slip_at(*at, extent);
            let covered = overlap(&self.taken, place) * 4.0 + overlap(&self.spared, place);
            if covered < best.0 {
                best = (covered, *at);
            }
            if covered <= 0.0 {
                break;
            }
        }
        best
    }

    /// Whether nothing is there, and nothing of it is cut off.
    fn is_free(&self, place: Rect) -> bool {
        let inside = self.sight.contains(place.min) && self.sight.contains(place.max);
        inside && overlap(&self.taken, place) + overlap(&self.spared, place) <= 0.0
    }

    /// A place moved sideways as far as the edge of the picture asks for.
    fn shifted(&self, at: Vec2, extent: Vec2) -> Vec2 {
        Vec2::new(self.inside(at, extent).x, at.y)
    }

    /// Keeps words off a point of a way.
    pub(super) fn spare(&mut self, point: Vec2) {
        self.spared
            .push(Rect::from_center_size(point, Vec2::splat(TILE * 0.3)));
    }

    /// Draws a line from words that lie elsewhere to where they belong.
    fn tie(&mut self, place: Rect, about: Vec2) {
        self.leaders
            .push((about.clamp(place.min, place.max), about));
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

/// Where a slip has come to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lain {
    /// Which of the shapes that its words can have.
    pub(super) shape: usize,
    /// The middle of its lower edge.
    pub(super) at: Vec2,
    /// The size of its letters.
    pub(super) size: f32,
}

/// The room of a slip whose lower edge has its middle there.
fn slip_at(at: Vec2, extent: Vec2) -> Rect {
    Rect::from_center_size(at + Vec2::Y * extent.y / 2.0, extent)
}

/// Places that touch a token from above or from below: in the middle, and flush with either side.
fn along(area: Area, extent: Vec2, above: bool) -> [Vec2; 3] {
    let (at, half) = (middle(area), token(area, 1.0).half_size());
    let y = match above {
        true => half.y + 2.0,
        false => -half.y - extent.y,
    };
    let flush = (extent.x / 2.0 - half.x).max(0.0);
    [0.0, -flush, flush].map(|x| at + Vec2::new(x, y))
}

/// Places that touch a token on its two sides.
fn aside(area: Area, extent: Vec2) -> [Vec2; 2] {
    let half = token(area, 1.0).half_size();
    let low = middle(area) - Vec2::Y * extent.y / 2.0;
    let away = half.x + extent.x / 2.0 + 2.0;
    [-away, away].map(|x| low + Vec2::X * x)
}

/// The lower edge of a token.
fn rim(area: Area) -> Vec2 {
    middle(area) - Vec2::Y * (token(area, 1.0).half_size().y - 2.0)
}

/// The size of letters with which words lie on their token without leaving it.
fn fitting(text: &str, area: Area, size: f32) -> f32 {
    let needs = extent(text, 1.0).max(Vec2::splat(0.1));
    let room = token(area, 1.0).size() / needs;
    size.min(room.x).min(room.y)
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
    let widths = text.lines().map(|line| line.chars().map(width).sum());
    Vec2::new(widths.fold(0.0, f32::max), lines * 1.25) * size
}

/// About how wide a letter is, in parts of its height.
fn width(letter: char) -> f32 {
    match letter {
        ' ' | '\u{a0}' => 0.2,
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | 'I' | '.' | ',' | ':' | ';' | '·' => 0.3,
        'm' | 'w' | 'M' | 'W' | '%' => 0.8,
        _ => 0.56,
    }
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
    let free = eye.free(window);
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
    use crate::grid::Square;

    fn slips(spared: Vec<Rect>) -> Slips {
        Slips {
            taken: Vec::new(),
            spared,
            panels: Vec::new(),
            leaders: Vec::new(),
            sight: Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(500.0)),
        }
    }

    /// A creature of one square with its middle there, counted in squares.
    fn at(x: i16, y: i16) -> Area {
        Area::single(Square::new(x, -y))
    }

    /// The room that a slip of these shapes takes.
    fn room(lain: Lain, shapes: &[&str]) -> Rect {
        slip_at(lain.at, extent(shapes[lain.shape], lain.size))
    }

    const LONG: [&str; 2] = [" you 60 % · it 45 % ", " you 60 % \n it 45 % "];

    fn long() -> Vec<String> {
        LONG.map(str::to_owned).to_vec()
    }

    #[test]
    fn a_chance_lies_on_its_own_token() {
        let mut slips = slips(vec![token(at(0, 0), 0.9)]);
        let lain = slips.touching(at(0, 0), &[" 60 % ".to_owned()], 20.0);
        let room = room(lain, &[" 60 % "]);
        assert_eq!(token(at(0, 0), 1.0).intersect(room), room);
    }

    #[test]
    fn more_words_touch_their_token_or_lie_on_it_and_never_on_another() {
        let touch = |lain: Lain| {
            !token(at(0, 0), 1.04)
                .intersect(room(lain, &LONG))
                .is_empty()
        };
        let mut alone = slips(vec![token(at(0, 0), 0.9)]);
        let lain = alone.touching(at(0, 0), &long(), 20.0);
        assert!(lain.shape == 0 && touch(lain), "{lain:?}");
        // All around stand others.
        let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| at(x, y)));
        let all: Vec<_> = around.collect();
        let mut crowded = slips(all.iter().map(|area| token(*area, 0.9)).collect());
        let lain = crowded.touching(at(0, 0), &long(), 20.0);
        let own = token(at(0, 0), 1.0);
        let place = room(lain, &LONG);
        assert!(
            own.contains(place.min) && own.contains(place.max),
            "{lain:?}"
        );
        assert!(crowded.leaders().is_empty());
    }

    #[test]
    fn full_words_that_lie_apart_begin_with_a_name_and_are_tied() {
        let shapes = [" 60 % · 1–8 ", " Goblin 1: 60 % · 1–8 "];
        let mut alone = slips(vec![token(at(0, 0), 0.9)]);
        assert_eq!(alone.in_full(at(0, 0), shapes, 25.0).shape, 0);
        assert!(alone.leaders().is_empty());
        let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| token(at(x, y), 0.9)));
        let all: Vec<_> = around.collect();
        let mut crowded = slips(all.clone());
        let lain = crowded.in_full(at(0, 0), shapes, 25.0);
        assert_eq!((lain.shape, crowded.leaders().len()), (1, 1));
        assert_eq!(overlap(&all, room(lain, &shapes)), 0.0);
    }

    #[test]
    fn nothing_is_cut_off_on_any_side() {
        let sight = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(500.0));
        for (x, y) in [(-9, -9), (-9, 9), (9, -9), (9, 9)] {
            let shapes = [" 60 % · 1–8 ", " Goblin 1: 60 % · 1–8 "];
            let lain = slips(Vec::new()).in_full(at(x, y), shapes, 20.0);
            assert_eq!(lain.shape, 1, "it is out of sight");
            let place = room(lain, &shapes);
            assert_eq!(sight.intersect(place), place, "{lain:?}");
        }
    }

    #[test]
    fn words_about_what_is_out_of_sight_lie_beside_a_panel_in_that_corner() {
        let corner = Rect::from_corners(Vec2::new(200.0, -500.0), Vec2::new(500.0, -200.0));
        let mut slips = slips(vec![corner]);
        let shapes = [" it 45 % ", " Goblin: it 45 % "];
        let lain = slips.in_full(at(20, -20), shapes, 20.0);
        assert_eq!(overlap(&[corner], room(lain, &shapes)), 0.0, "{lain:?}");
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
