//! What covers a whole square: grass, stone, water and the like.

use super::TILE;
use super::canvas::{Canvas, Hand};
use super::palette::*;
use super::tile::{Alike, Ground};
use crate::grid::Direction;

const FULL: f32 = TILE as f32;

/// Whether a ground is drawn differently at its border.
pub fn has_border(ground: Ground) -> bool {
    !matches!(ground, Ground::Grass | Ground::Flags)
}

/// The plain colour of a ground, for small pictures.
pub fn wash(ground: Ground) -> Ink {
    match ground {
        Ground::Grass => GRASS,
        Ground::Earth => EARTH,
        Ground::Sand => SAND,
        Ground::Flags => FLAGS,
        Ground::Planks => PLANKS,
        Ground::Shallows => SHALLOWS,
        Ground::Deep => DEEP,
        Ground::Abyss => ABYSS,
        Ground::Mud => MUD,
        Ground::Quicksand => SAND.mixed(MUD, 120),
        Ground::Ice => ICE,
        Ground::Embers => EMBER.mixed(INK, 60),
        Ground::Masonry => STONE,
    }
}

/// Draws a ground among neighbours.
pub fn paint(canvas: &mut Canvas, hand: &mut Hand, ground: Ground, alike: Alike, variant: u8) {
    canvas.cover(wash(ground));
    grain(canvas, hand, ground);
    match ground {
        Ground::Grass => grass(canvas, hand, variant),
        Ground::Earth => pebbles(canvas, hand, 5, EARTH.mixed(INK, 90)),
        Ground::Sand => pebbles(canvas, hand, 9, SAND.mixed(INK, 70)),
        Ground::Flags => flags(canvas, hand, variant),
        Ground::Planks => planks(canvas, hand),
        Ground::Shallows => waves(canvas, hand, 3, INK.mixed(SHALLOWS, 120)),
        Ground::Deep => waves(canvas, hand, 5, INK.mixed(DEEP, 130)),
        Ground::Abyss => abyss(canvas, hand),
        Ground::Mud => mud(canvas, hand),
        Ground::Quicksand => quicksand(canvas, hand),
        Ground::Ice => cracks(canvas, hand),
        Ground::Embers => embers(canvas, hand),
        Ground::Masonry => masonry(canvas, hand, alike),
    }
    border(canvas, hand, ground, alike);
}

/// Specks, so that no colour is flat.
fn grain(canvas: &mut Canvas, hand: &mut Hand, ground: Ground) {
    let (light, dark) = (PAPER.alpha(50), INK.alpha(16));
    let count = if ground == Ground::Masonry { 30 } else { 46 };
    for i in 0..count {
        let (x, y) = (hand.between(2.0, FULL - 2.0), hand.between(2.0, FULL - 2.0));
        let size = hand.between(0.6, 2.6);
        canvas.disc(x, y, size, if i % 2 == 0 { light } else { dark });
    }
}

fn grass(canvas: &mut Canvas, hand: &mut Hand, variant: u8) {
    for _ in 0..3 {
        let (x, y) = (
            hand.between(22.0, FULL - 22.0),
            hand.between(22.0, FULL - 22.0),
        );
        let r = hand.between(10.0, 17.0);
        let shape = super::canvas::roundish(hand, x, y, r, 9);
        canvas.blob(&shape, LEAF.alpha(12));
    }
    for _ in 0..[4, 0, 2, 1, 0, 3, 1, 2][usize::from(variant % 8)] {
        let (x, y) = (
            hand.between(10.0, FULL - 10.0),
            hand.between(16.0, FULL - 6.0),
        );
        tuft(canvas, hand, x, y, LEAF.mixed(INK, 90));
    }
}

/// A few blades of grass.
pub fn tuft(canvas: &mut Canvas, hand: &mut Hand, x: f32, y: f32, ink: Ink) {
    for blade in 0..3 {
        let lean = (blade as f32 - 1.0) * 3.4 + hand.between(-1.0, 1.0);
        let height = hand.between(6.0, 10.0);
        let foot = x + (blade as f32 - 1.0) * 2.0;
        canvas.trace(
            &[
                (foot, y),
                (foot + lean * 0.4, y - height * 0.6),
                (foot + lean, y - height),
            ],
            ink,
            1.2,
        );
    }
}

fn pebbles(canvas: &mut Canvas, hand: &mut Hand, count: u32, ink: Ink) {
    for _ in 0..count {
        let (x, y) = (hand.between(8.0, FULL - 8.0), hand.between(8.0, FULL - 8.0));
        let r = hand.between(1.2, 3.2);
        let shape = super::canvas::roundish(hand, x, y, r, 6);
        canvas.blob(&shape, ink.alpha(70));
        canvas.blob_line(&shape, ink.alpha(130), 0.8);
    }
    for _ in 0..2 {
        let (x, y) = (
            hand.between(12.0, FULL - 30.0),
            hand.between(12.0, FULL - 12.0),
        );
        let end = (x + hand.between(8.0, 20.0), y + hand.between(-2.0, 2.0));
        canvas.sketch(hand, (x, y), end, ink.alpha(80), 1.0);
    }
}

fn flags(canvas: &mut Canvas, hand: &mut Hand, variant: u8) {
    let joint = FLAGS.mixed(INK, 105);
    let cut = [48.0, 40.0, 56.0, 48.0][usize::from(variant % 4)];
    let (first, second) = ([32.0, 60.0, 48.0, 64.0], [64.0, 34.0, 26.0, 40.0]);
    let (a, b) = (
        first[usize::from(variant % 4)],
        second[usize::from(variant % 4)],
    );
    let stones = [
        (0.0, 0.0, a, cut),
        (a, 0.0, FULL - a, cut),
        (0.0, cut, b, FULL - cut),
        (b, cut, FULL - b, FULL - cut),
    ];
    for (x, y, w, h) in stones {
        let tint = if hand.once_in(2) {
            PAPER.alpha(34)
        } else {
            INK.alpha(12)
        };
        canvas.rectangle(x + 1.5, y + 1.5, w - 3.0, h - 3.0, tint);
        canvas.line(
            (x + 3.0, y + 3.0),
            (x + w - 4.0, y + 3.0),
            PAPER.alpha(110),
            1.2,
        );
    }
    canvas.sketch(hand, (0.0, cut), (FULL, cut), joint, 1.6);
    canvas.sketch(hand, (a, 0.0), (a, cut), joint, 1.6);
    canvas.sketch(hand, (b, cut), (b, FULL), joint, 1.6);
    if hand.once_in(2) {
        let (x, y) = (hand.between(10.0, 70.0), hand.between(10.0, 70.0));
        let bend = (x + hand.between(4.0, 9.0), y + hand.between(4.0, 9.0));
        canvas.trace(
            &[(x, y), bend, (bend.0 + 6.0, bend.1 + 1.0)],
            joint.alpha(150),
            1.0,
        );
    }
}

fn planks(canvas: &mut Canvas, hand: &mut Hand) {
    let joint = PLANKS.mixed(INK, 150);
    for i in 0..4 {
        let y = 24.0 * i as f32;
        let tint = if hand.once_in(2) {
            PAPER.alpha(26)
        } else {
            INK.alpha(18)
        };
        canvas.rectangle(0.0, y, FULL, 23.0, tint);
        canvas.sketch(hand, (0.0, y), (FULL, y), joint, 1.5);
        for _ in 0..2 {
            let x = hand.between(4.0, 60.0);
            let level = y + hand.between(6.0, 18.0);
            let end = (x + hand.between(14.0, 30.0), level);
            canvas.sketch(hand, (x, level), end, joint.alpha(90), 0.9);
        }
        let x = hand.between(20.0, 76.0);
        canvas.line((x, y), (x, y + 24.0), joint, 1.3);
        canvas.disc(x - 4.0, y + 12.0, 1.4, joint);
        canvas.disc(x + 4.0, y + 12.0, 1.4, joint);
    }
}

fn waves(canvas: &mut Canvas, hand: &mut Hand, count: u32, ink: Ink) {
    for i in 0..count {
        let y = FULL * (i as f32 + 0.5) / count as f32 + hand.between(-4.0, 4.0);
        let x = hand.between(6.0, 44.0);
        let points: Vec<_> = (0..=8)
            .map(|n| (x + 4.6 * n as f32, y + 2.6 * (n as f32 * 1.4).sin()))
            .collect();
        canvas.trace(&points, ink.alpha(150), 1.4);
        let glint: Vec<_> = points
            .iter()
            .skip(2)
            .take(5)
            .map(|p| (p.0, p.1 + 4.0))
            .collect();
        canvas.trace(&glint, PAPER.alpha(130), 1.2);
    }
}

fn abyss(canvas: &mut Canvas, hand: &mut Hand) {
    for _ in 0..26 {
        let (x, y) = (
            hand.between(2.0, FULL - 8.0),
            hand.between(2.0, FULL - 12.0),
        );
        let end = (x + hand.between(2.0, 6.0), y + hand.between(6.0, 14.0));
        canvas.line((x, y), end, INK.alpha(110), 1.4);
    }
}

fn mud(canvas: &mut Canvas, hand: &mut Hand) {
    for _ in 0..3 {
        let (x, y) = (hand.between(18.0, 78.0), hand.between(18.0, 78.0));
        let shape = super::canvas::roundish(hand, x, y, 10.0, 8);
        canvas.blob(&shape, DEEP.alpha(70));
        canvas.blob_line(&shape, MUD.mixed(INK, 130).alpha(150), 1.1);
    }
    for _ in 0..3 {
        let (x, y) = (hand.between(10.0, 86.0), hand.between(20.0, 90.0));
        tuft(canvas, hand, x, y, LEAF.mixed(INK, 110));
    }
}

/// Rings that sink towards the middle, one inside the other.
fn quicksand(canvas: &mut Canvas, hand: &mut Hand) {
    let (x, y) = (hand.between(44.0, 52.0), hand.between(46.0, 54.0));
    let ink = MUD.mixed(INK, 120);
    for (ring, size) in [38.0, 28.0, 18.0, 9.0].into_iter().enumerate() {
        let sunk = y + 2.5 * ring as f32;
        let shape = super::canvas::roundish(hand, x, sunk, size, 14);
        canvas.blob(&shape, MUD.alpha(48));
        canvas.blob_line(&shape, ink.alpha(150), 1.3);
    }
    pebbles(canvas, hand, 4, ink);
}

fn cracks(canvas: &mut Canvas, hand: &mut Hand) {
    for _ in 0..3 {
        let mut at = (hand.between(14.0, 80.0), hand.between(14.0, 80.0));
        let mut points = vec![at];
        for _ in 0..3 {
            at = (
                at.0 + hand.between(-16.0, 16.0),
                at.1 + hand.between(-12.0, 12.0),
            );
            points.push(at);
        }
        canvas.trace(&points, DEEP.mixed(INK, 40).alpha(150), 1.2);
    }
}

fn embers(canvas: &mut Canvas, hand: &mut Hand) {
    for _ in 0..7 {
        let (x, y) = (hand.between(10.0, 86.0), hand.between(10.0, 86.0));
        let r = hand.between(5.0, 12.0);
        let shape = super::canvas::roundish(hand, x, y, r, 7);
        canvas.blob(&shape, INK.alpha(150));
        canvas.blob_line(&shape, BRASS, 1.4);
    }
}

/// Courses of dressed stone; the side towards the open is a dark, thick line.
fn masonry(canvas: &mut Canvas, hand: &mut Hand, alike: Alike) {
    let joint = STONE.mixed(INK, 150);
    for row in 0..4 {
        let y = 24.0 * row as f32;
        let shift = if row % 2 == 0 { 0.0 } else { 20.0 };
        for column in -1..3 {
            let x = shift + 40.0 * column as f32;
            let tint = if hand.once_in(2) {
                PAPER.alpha(26)
            } else {
                INK.alpha(24)
            };
            let left = x.max(0.0);
            let width = (x + 40.0).min(FULL) - left;
            if width > 2.0 {
                canvas.rectangle(left + 1.0, y + 1.0, width - 2.0, 22.0, tint);
                canvas.line(
                    (left + 2.0, y + 2.5),
                    (left + width - 3.0, y + 2.5),
                    PAPER.alpha(60),
                    1.2,
                );
            }
            if x > 1.0 && x < FULL {
                canvas.line((x, y), (x, y + 24.0), joint, 1.5);
            }
        }
        canvas.sketch(hand, (0.0, y), (FULL, y), joint, 1.5);
    }
    for (direction, from, to) in sides(2.0) {
        if !alike.joins(direction) {
            canvas.line(from, to, INK, 5.0);
        }
    }
}

/// A side of a square: where it faces, and the line along it.
type Side = (Direction, (f32, f32), (f32, f32));

/// The four sides of a square, drawn so far inside it.
fn sides(inset: f32) -> [Side; 4] {
    let (low, high) = (inset, FULL - inset);
    [
        (Direction::North, (0.0, low), (FULL, low)),
        (Direction::East, (high, 0.0), (high, FULL)),
        (Direction::South, (0.0, high), (FULL, high)),
        (Direction::West, (low, 0.0), (low, FULL)),
    ]
}

/// The line between two kinds of ground.
fn border(canvas: &mut Canvas, hand: &mut Hand, ground: Ground, alike: Alike) {
    let shore = |width: f32| (INK.alpha(170), width);
    let (ink, width) = match ground {
        Ground::Shallows | Ground::Deep => shore(2.4),
        Ground::Abyss => shore(4.0),
        Ground::Planks => shore(3.0),
        Ground::Mud | Ground::Quicksand | Ground::Ice | Ground::Embers => (INK.alpha(110), 1.6),
        Ground::Earth | Ground::Sand => (INK.alpha(60), 1.2),
        _ => return,
    };
    for (direction, from, to) in sides(1.5) {
        if alike.joins(direction) {
            continue;
        }
        canvas.sketch(hand, from, to, ink, width);
        hatch(canvas, hand, direction, ground, ink);
    }
}

/// Short strokes from a border inwards, as on old maps.
fn hatch(canvas: &mut Canvas, hand: &mut Hand, direction: Direction, ground: Ground, ink: Ink) {
    let length = match ground {
        Ground::Abyss => 13.0,
        Ground::Shallows | Ground::Deep => 6.0,
        _ => return,
    };
    for i in 0..12 {
        let along = 4.0 + 8.0 * i as f32 + hand.between(-1.5, 1.5);
        let depth = length * hand.between(0.6, 1.2);
        let (from, to) = match direction {
            Direction::North => ((along, 2.0), (along, 2.0 + depth)),
            Direction::South => ((along, FULL - 2.0), (along, FULL - 2.0 - depth)),
            Direction::West => ((2.0, along), (2.0 + depth, along)),
            _ => ((FULL - 2.0, along), (FULL - 2.0 - depth, along)),
        };
        canvas.line(from, to, ink, 1.2);
    }
}
