//! Where the actions of the ring stand: around their token, clear of the panels, and of the tokens of the one who
//! acts and of the one that is acted upon.

use std::f32::consts::TAU;

use bevy::prelude::*;

/// What the ring has to fit in with; everything in pixels of the interface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    /// Actions to be placed, and the size of each.
    pub of: usize,
    pub size: Vec2,
    /// The middle of the token.
    pub at: Vec2,
    /// From there to the middle of the actions, where nothing is in the way.
    pub reach: Vec2,
    /// What the window has.
    pub room: Rect,
    /// What must not be covered: panels and the tokens that it is about.
    pub clear: Vec<Rect>,
    /// What is rather not covered: other tokens.
    pub rather: Vec<Rect>,
}

/// How many times farther away the actions stand than they must.
const WIDER: [f32; 6] = [1.0, 1.15, 1.3, 1.5, 1.75, 2.0];
/// Parts of the circle that stay empty.
const GAPS: [f32; 6] = [0.0, 0.2, 0.3, 0.4, 0.5, 0.6];
/// Ways in which a ring can be turned.
const TURNS: usize = 16;
/// Pixels by which it can be put aside, and how often.
const STEP: f32 = 36.0;
const FARTHEST: i32 = 3;
/// How much worse a ring is for each other token that it covers, for standing wider, for being open on a side, for
/// each pixel aside, and for not beginning above.
const COVERING: f32 = 0.2;
const WIDENING: f32 = 0.6;
const OPENING: f32 = 0.5;
const ASIDE: f32 = 0.004;
const TURNING: f32 = 0.01;

/// How far a ring may stand aside of its token, nearest first.
fn asides() -> Vec<Vec2> {
    let steps = || (-FARTHEST..=FARTHEST).map(|step| step as f32 * STEP);
    let all = steps().flat_map(|x| steps().map(move |y| Vec2::new(x, y)));
    let mut all: Vec<_> = all.collect();
    all.sort_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    all
}

impl Around {
    /// The middle of each action, clockwise: the best ring there is room for, or else the nearest free places.
    pub fn places(&self) -> Vec<Vec2> {
        let mut best: Option<(f32, Vec<Vec2>)> = None;
        for aside in asides() {
            for wider in WIDER {
                for gap in GAPS {
                    for turn in 0..TURNS {
                        let turned = turn.min(TURNS - turn) as f32;
                        let cost = aside.length() * ASIDE
                            + (wider - 1.0) * WIDENING
                            + gap * OPENING
                            + if gap > 0.0 { 0.0 } else { turned * TURNING };
                        if best.as_ref().is_some_and(|(least, _)| *least <= cost) {
                            continue;
                        }
                        let ring = self.ring(self.at + aside, wider, gap, turn);
                        if !self.fits(&ring) {
                            continue;
                        }
                        let cost = cost + self.covered(&ring) as f32 * COVERING;
                        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                            best = Some((cost, ring));
                        }
                    }
                }
            }
        }
        let best = best.map(|(_, ring)| ring);
        best.or_else(|| self.nearest())
            .unwrap_or_else(|| self.ring(self.inside(), 1.0, 0.0, 0))
    }

    /// The middle of a ring that lies in the window, whatever it covers.
    fn inside(&self) -> Vec2 {
        let half = self.reach + self.size / 2.0;
        let (low, high) = (self.room.min + half, self.room.max - half);
        self.at.min(high).max(low)
    }

    /// A ring around a point, with this part of it left open.
    fn ring(&self, centre: Vec2, wider: f32, gap: f32, turn: usize) -> Vec<Vec2> {
        let whole = gap == 0.0;
        let steps = if whole { self.of } else { self.of.max(2) - 1 };
        let step = TAU * (1.0 - gap) / steps.max(1) as f32;
        // A whole ring is the same again one step on; one that is open begins beside its gap.
        let begins = match whole {
            true => step * turn as f32 / TURNS as f32,
            false => TAU * turn as f32 / TURNS as f32,
        };
        let spot = |number: usize| {
            let angle = begins + step * number as f32;
            centre + Vec2::new(angle.sin(), -angle.cos()) * self.reach * wider
        };
        (0..self.of).map(spot).collect()
    }

    fn button(&self, at: Vec2) -> Rect {
        Rect::from_center_size(at, self.size)
    }

    /// Whether an action at this point lies in the window and covers nothing that must be seen.
    fn is_clear(&self, at: Vec2) -> bool {
        let button = self.button(at);
        let meets = |other: &Rect| !button.intersect(*other).is_empty();
        let contained = self.room.contains(button.min) && self.room.contains(button.max);
        contained && !self.clear.iter().any(meets)
    }

    fn fits(&self, ring: &[Vec2]) -> bool {
        let apart = |(number, a): (usize, &Vec2)| {
            ring[..number].iter().all(|b| {
                let between = (*a - *b).abs();
                between.x >= self.size.x || between.y >= self.size.y
            })
        };
        ring.iter().all(|at| self.is_clear(*at)) && ring.iter().enumerate().all(apart)
    }

    /// How many other tokens a ring covers.
    fn covered(&self, ring: &[Vec2]) -> usize {
        let meets = |token: &Rect| {
            let mut buttons = ring.iter().map(|at| self.button(*at));
            buttons.any(|button| !button.intersect(*token).is_empty())
        };
        self.rather.iter().filter(|token| meets(token)).count()
    }

    /// The places nearest to the token, side by side; `None` if the window has not as many.
    fn nearest(&self) -> Option<Vec<Vec2>> {
        let pitch = self.size + Vec2::splat(4.0);
        let count = (self.room.size() / pitch).floor();
        let mut places = Vec::new();
        for row in 0..count.y as usize {
            for column in 0..count.x as usize {
                let cell = Vec2::new(column as f32, row as f32) + Vec2::splat(0.5);
                places.push(self.room.min + cell * pitch);
            }
        }
        places.retain(|at| self.is_clear(*at));
        let far = |at: &Vec2| at.distance(self.at) + 80.0 * self.covered(&[*at]) as f32;
        places.sort_by(|a, b| far(a).total_cmp(&far(b)));
        places.truncate(self.of);
        // Clockwise, from above.
        let angle = |at: &Vec2| {
            let off = *at - self.at;
            off.x.atan2(-off.y).rem_euclid(TAU)
        };
        places.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        (places.len() == self.of).then_some(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::plan::ring::MOST;

    const SIDE: f32 = 66.0;

    fn token(at: Vec2) -> Rect {
        Rect::from_center_size(at, Vec2::splat(SIDE))
    }

    /// A ring in a window of 1280 by 720, where a pixel of the interface is 0.9 of the window's.
    fn around(of: usize, at: Vec2, actor: Vec2) -> Around {
        let (room, dock) = (Vec2::new(1422.0, 800.0), 654.0);
        let wide = if of > 6 {
            Vec2::new(118.0, 116.0)
        } else {
            Vec2::new(96.0, 80.0)
        };
        Around {
            of,
            size: Vec2::new(80.0, 78.0),
            at,
            reach: wide,
            room: Rect::new(8.0, 60.0, room.x - 8.0, room.y - 8.0),
            clear: vec![
                token(at),
                token(actor),
                Rect::new(111.0, dock, 1311.0, 792.0),
                Rect::new(1110.0, 68.0, 1414.0, 430.0),
                Rect::new(8.0, 570.0, 408.0, 646.0),
            ],
            rather: Vec::new(),
        }
    }

    #[test]
    fn an_action_covers_neither_token_nor_panel_nor_another_action() {
        let sides = [
            Vec2::NEG_Y,
            Vec2::Y,
            Vec2::X,
            Vec2::NEG_X,
            Vec2::ONE,
            Vec2::NEG_ONE,
        ];
        let middles = [
            Vec2::new(600.0, 350.0),
            Vec2::new(280.0, 560.0),
            Vec2::new(600.0, 610.0),
            Vec2::new(60.0, 110.0),
            Vec2::new(1060.0, 300.0),
        ];
        for of in 1..=MOST {
            for at in middles {
                for side in sides {
                    for far in [1.0, 2.0, 3.0] {
                        let around = around(of, at, at + side * far * SIDE);
                        let places = around.places();
                        assert_eq!(places.len(), of);
                        assert!(around.fits(&places), "{of} {at} {side} {places:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn where_nothing_is_in_the_way_the_first_stands_above_and_the_rest_follow_clockwise() {
        let at = Vec2::new(600.0, 350.0);
        let around = around(6, at, Vec2::new(60.0, 100.0));
        let places = around.places();
        assert_eq!(places[0], at - Vec2::Y * around.reach.y);
        assert!(places[1].x > at.x && places[5].x < at.x, "{places:?}");
    }

    #[test]
    fn a_ring_turns_so_that_it_covers_fewer_tokens() {
        let at = Vec2::new(600.0, 350.0);
        let mut around = around(3, at, Vec2::new(60.0, 100.0));
        around.rather = vec![token(at - Vec2::Y * SIDE)];
        assert_eq!(around.covered(&around.places()), 0);
    }
}
