//! What stands or lies on a square: trees, rubble, low walls, fire.

use super::TILE;
use super::canvas::{Canvas, Hand, roundish};
use super::ground::tuft;
use super::palette::*;
use super::tile::{Alike, Thing};
use crate::grid::{Direction, Square};

const FULL: f32 = TILE as f32;
const HALF: f32 = FULL / 2.0;

/// Draws a thing over its ground.
pub fn paint(canvas: &mut Canvas, hand: &mut Hand, thing: Thing, alike: Alike) {
    match thing {
        Thing::Tree => tree(canvas, hand),
        Thing::Bush => bush(canvas, hand),
        Thing::Reeds => reeds(canvas, hand),
        Thing::Rubble => rubble(canvas, hand),
        Thing::LowWall => low_wall(canvas, hand, alike),
        Thing::Pillar => pillar(canvas),
        Thing::Crates => crates(canvas, hand),
        Thing::Fire => fire(canvas, hand),
        Thing::Fog => fog(canvas, hand),
        Thing::Stairs => stairs(canvas, hand),
        Thing::Spikes => spikes(canvas, hand),
        Thing::Door => door(canvas, alike),
        Thing::OpenDoor => open_door(canvas, alike),
        Thing::Gloom => night(canvas, alike, 120),
        Thing::Darkness => night(canvas, alike, 205),
    }
}

/// Neighbours that the drawing of a thing looks at.
pub enum Joins {
    Nothing,
    Sides,
    SidesAndCorners,
}

/// Neighbours that the drawing of a thing looks at.
pub fn joins(thing: Thing) -> Joins {
    match thing {
        Thing::LowWall | Thing::Door | Thing::OpenDoor => Joins::Sides,
        Thing::Gloom | Thing::Darkness => Joins::SidesAndCorners,
        Thing::Tree
        | Thing::Bush
        | Thing::Reeds
        | Thing::Rubble
        | Thing::Pillar
        | Thing::Crates
        | Thing::Fire
        | Thing::Fog
        | Thing::Stairs
        | Thing::Spikes => Joins::Nothing,
    }
}

/// Whether a door hangs in a wall that runs from north to south.
fn hangs_upright(alike: Alike) -> bool {
    let upright = alike.joins(Direction::North) || alike.joins(Direction::South);
    upright && !(alike.joins(Direction::West) && alike.joins(Direction::East))
}

/// The leaf of a door as a box, from corner to corner.
fn leaf(canvas: &mut Canvas, (x, y): (f32, f32), (width, height): (f32, f32)) {
    canvas.rectangle(x + 3.0, y + 4.0, width, height, INK.alpha(80));
    canvas.rectangle(x, y, width, height, INK);
    canvas.rectangle(x + 2.5, y + 2.5, width - 5.0, height - 5.0, PLANKS);
    let boards = 4;
    for board in 1..boards {
        let part = board as f32 / boards as f32;
        let (from, to) = if width > height {
            let at = x + width * part;
            ((at, y + 3.0), (at, y + height - 3.0))
        } else {
            let at = y + height * part;
            ((x + 3.0, at), (x + width - 3.0, at))
        };
        canvas.line(from, to, INK.alpha(120), 1.5);
    }
}

/// A closed door: its leaf across the way.
fn door(canvas: &mut Canvas, alike: Alike) {
    let thick = 22.0;
    if hangs_upright(alike) {
        leaf(canvas, (HALF - thick / 2.0, 0.0), (thick, FULL));
        canvas.disc(HALF + 2.0, FULL - 18.0, 4.0, INK);
    } else {
        leaf(canvas, (0.0, HALF - thick / 2.0), (FULL, thick));
        canvas.disc(FULL - 18.0, HALF + 2.0, 4.0, INK);
    }
}

/// An open one: its leaf swung aside, and the sill that it stood on.
fn open_door(canvas: &mut Canvas, alike: Alike) {
    let thick = 14.0;
    let sill = INK.alpha(60);
    if hangs_upright(alike) {
        canvas.rectangle(HALF - 9.0, 0.0, 18.0, FULL, sill);
        leaf(canvas, (HALF - 4.0, 1.0), (FULL * 0.52, thick));
    } else {
        canvas.rectangle(0.0, HALF - 9.0, FULL, 18.0, sill);
        leaf(canvas, (1.0, HALF - 4.0), (thick, FULL * 0.52));
    }
}

/// The crown of a tree from above.
fn tree(canvas: &mut Canvas, hand: &mut Hand) {
    let (x, y) = (
        HALF + hand.between(-3.0, 3.0),
        HALF + hand.between(-3.0, 3.0),
    );
    let crown = roundish(hand, x, y, 39.0, 13);
    let fallen: Vec<_> = crown.iter().map(|p| (p.0 + 3.0, p.1 + 5.0)).collect();
    canvas.blob(&fallen, INK.alpha(70));
    canvas.blob(&crown, LEAF.mixed(INK, 30));
    let lit = roundish(hand, x - 5.0, y - 6.0, 26.0, 10);
    canvas.blob(&lit, LEAF.mixed(GRASS, 110));
    canvas.blob_line(&crown, INK, 2.2);
    for _ in 0..9 {
        let (a, r) = (
            hand.between(0.0, std::f32::consts::TAU),
            hand.between(4.0, 27.0),
        );
        let (cx, cy) = (x + r * a.cos(), y + r * a.sin());
        let arc: Vec<_> = (0..5)
            .map(|i| {
                let t = std::f32::consts::PI * (0.1 + 0.2 * i as f32);
                (cx + 5.0 * t.cos(), cy + 4.0 * t.sin())
            })
            .collect();
        canvas.trace(&arc, INK.alpha(150), 1.3);
    }
}

fn bush(canvas: &mut Canvas, hand: &mut Hand) {
    for (dx, dy, r) in [(-17.0, 10.0, 17.0), (16.0, 13.0, 18.0), (0.0, -12.0, 20.0)] {
        let shape = roundish(hand, HALF + dx, HALF + dy, r, 9);
        let fallen: Vec<_> = shape.iter().map(|p| (p.0 + 2.0, p.1 + 3.0)).collect();
        canvas.blob(&fallen, INK.alpha(60));
        canvas.blob(&shape, LEAF.mixed(GRASS, 90));
        canvas.blob_line(&shape, INK.alpha(210), 1.6);
        for _ in 0..3 {
            let (x, y) = (
                HALF + dx + hand.between(-9.0, 9.0),
                HALF + dy + hand.between(-7.0, 9.0),
            );
            tuft(canvas, hand, x, y, LEAF.mixed(INK, 150));
        }
    }
}

fn reeds(canvas: &mut Canvas, hand: &mut Hand) {
    for _ in 0..16 {
        let (x, y) = (
            hand.between(8.0, FULL - 8.0),
            hand.between(28.0, FULL - 6.0),
        );
        let top = (x + hand.between(-5.0, 5.0), y - hand.between(16.0, 26.0));
        canvas.line((x, y), top, LEAF.mixed(INK, 80), 1.6);
        canvas.line(top, (top.0, top.1 - 5.0), EARTH.mixed(INK, 130), 2.6);
    }
}

fn rubble(canvas: &mut Canvas, hand: &mut Hand) {
    for _ in 0..11 {
        let (x, y) = (
            hand.between(14.0, FULL - 14.0),
            hand.between(14.0, FULL - 14.0),
        );
        let r = hand.between(5.0, 13.0);
        let stone = roundish(hand, x, y, r, 6);
        let fallen: Vec<_> = stone.iter().map(|p| (p.0 + 2.0, p.1 + 3.0)).collect();
        canvas.polygon(&fallen, INK.alpha(70));
        canvas.polygon(&stone, STONE.mixed(PAPER, 60 + (hand.below(60) as u8)));
        let mut outline = stone.clone();
        outline.extend(stone.first());
        canvas.trace(&outline, INK.alpha(220), 1.5);
        canvas.line(
            (x - r * 0.3, y),
            (x + r * 0.2, y + r * 0.4),
            INK.alpha(110),
            1.0,
        );
    }
}

/// A wall to the waist; it joins its neighbours.
fn low_wall(canvas: &mut Canvas, hand: &mut Hand, alike: Alike) {
    let thick = 26.0;
    let (low, high) = (HALF - thick / 2.0, HALF + thick / 2.0);
    let across = alike.joins(Direction::East) || alike.joins(Direction::West);
    let along = alike.joins(Direction::North) || alike.joins(Direction::South);
    let mut bars = Vec::new();
    if across || !along {
        let left = if alike.joins(Direction::West) {
            0.0
        } else {
            6.0
        };
        let right = if alike.joins(Direction::East) {
            FULL
        } else {
            FULL - 6.0
        };
        bars.push((left, low, right - left, thick));
    }
    if along {
        let top = if alike.joins(Direction::North) {
            0.0
        } else {
            6.0
        };
        let bottom = if alike.joins(Direction::South) {
            FULL
        } else {
            FULL - 6.0
        };
        bars.push((low, top, thick, bottom - top));
    }
    for (x, y, w, h) in &bars {
        canvas.rectangle(x + 3.0, y + 5.0, *w, *h, INK.alpha(80));
    }
    for (x, y, w, h) in &bars {
        canvas.rectangle(x - 2.0, y - 2.0, w + 4.0, h + 4.0, INK);
    }
    for (x, y, w, h) in &bars {
        canvas.rectangle(*x, *y, *w, *h, STONE.mixed(PAPER, 90));
        let flat = w > h;
        let length = if flat { *w } else { *h };
        let mut at = 18.0;
        while at < length - 4.0 {
            let (from, to) = if flat {
                ((x + at, *y), (x + at, y + h))
            } else {
                ((*x, y + at), (x + w, y + at))
            };
            canvas.sketch(hand, from, to, INK.alpha(190), 1.5);
            at += hand.between(17.0, 25.0);
        }
    }
    if across && along {
        canvas.rectangle(high - thick, low, thick, thick, STONE.mixed(PAPER, 110));
    }
}

fn pillar(canvas: &mut Canvas) {
    canvas.disc(HALF + 4.0, HALF + 6.0, 33.0, INK.alpha(90));
    canvas.disc(HALF, HALF, 33.0, STONE.mixed(PAPER, 60));
    canvas.ring(HALF, HALF, 33.0, INK, 3.0);
    canvas.disc(HALF, HALF, 23.0, STONE.mixed(PAPER, 130));
    canvas.ring(HALF, HALF, 23.0, INK.alpha(200), 1.6);
    for i in 0..12 {
        let (sin, cos) = (std::f32::consts::TAU * i as f32 / 12.0).sin_cos();
        let at = |r: f32| (HALF + r * cos, HALF + r * sin);
        canvas.line(at(25.0), at(31.0), INK.alpha(140), 1.3);
    }
}

fn crates(canvas: &mut Canvas, hand: &mut Hand) {
    for (x, y, side) in [(14.0, 16.0, 38.0), (46.0, 42.0, 40.0)] {
        canvas.rectangle(x + 3.0, y + 5.0, side, side, INK.alpha(90));
        canvas.rectangle(x, y, side, side, PLANKS.mixed(PAPER, 30));
        let corners = [
            (x, y),
            (x + side, y),
            (x + side, y + side),
            (x, y + side),
            (x, y),
        ];
        canvas.trace(&corners, INK, 2.2);
        canvas.sketch(hand, (x, y), (x + side, y + side), INK.alpha(170), 1.5);
        canvas.sketch(hand, (x + side, y), (x, y + side), INK.alpha(170), 1.5);
        canvas.trace(
            &[
                (x + 5.0, y + 5.0),
                (x + side - 5.0, y + 5.0),
                (x + side - 5.0, y + side - 5.0),
            ],
            INK.alpha(140),
            1.2,
        );
    }
}

fn fire(canvas: &mut Canvas, hand: &mut Hand) {
    canvas.disc(HALF, HALF + 10.0, 36.0, EMBER.alpha(40));
    canvas.disc(HALF, HALF + 10.0, 26.0, EMBER.alpha(60));
    for (dx, height, ink) in [
        (-16.0, 36.0, EMBER),
        (16.0, 34.0, EMBER),
        (0.0, 52.0, EMBER.mixed(RED, 70)),
        (0.0, 30.0, BRASS.mixed(PAPER, 90)),
    ] {
        let (x, foot) = (HALF + dx, HALF + 26.0);
        let lean = hand.between(-4.0, 4.0);
        let flame = [
            (x - 12.0, foot - 2.0),
            (x - 9.0, foot - height * 0.5),
            (x + lean, foot - height),
            (x + 4.0 + lean, foot - height * 0.66),
            (x + 11.0, foot - height * 0.4),
            (x + 10.0, foot),
        ];
        canvas.blob(&flame, ink);
        canvas.blob_line(&flame, INK.alpha(160), 1.3);
    }
}

fn fog(canvas: &mut Canvas, hand: &mut Hand) {
    for _ in 0..7 {
        let (x, y) = (hand.between(20.0, 76.0), hand.between(20.0, 76.0));
        let r = hand.between(14.0, 24.0);
        let cloud = roundish(hand, x, y, r, 9);
        canvas.blob(&cloud, PAPER.alpha(88));
    }
    for i in 0..4 {
        let y = 18.0 + 20.0 * i as f32;
        let x = hand.between(8.0, 30.0);
        let curl: Vec<_> = (0..=9)
            .map(|n| (x + 5.0 * n as f32, y + 3.4 * (0.9 * n as f32).sin()))
            .collect();
        canvas.trace(&curl, INK.alpha(80), 1.3);
    }
}

/// Darkness over the ground, so deep in the middle; where it ends it grows thinner.
fn night(canvas: &mut Canvas, alike: Alike, depth: u8) {
    const CELL: f32 = 6.0;
    let cells = (FULL / CELL) as u8;
    let ends: Vec<_> = Direction::ALL
        .into_iter()
        .filter(|direction| !alike.joins(*direction))
        .map(|direction| Square::default() + direction)
        .collect();
    // How far a place is from the neighbour to one side: -1 is the west or the north.
    let gap = |at: f32, side: i16| match side {
        -1 => at,
        1 => FULL - at,
        _ => 0.0,
    };
    for (column, row) in (0..cells).flat_map(|x| (0..cells).map(move |y| (x, y))) {
        let (x, y) = (f32::from(column) * CELL, f32::from(row) * CELL);
        let away = |end: &Square| {
            let (across, down) = (gap(x + CELL / 2.0, end.x), gap(y + CELL / 2.0, end.y));
            across.hypot(down)
        };
        let away = ends.iter().map(away).fold(FULL, f32::min);
        let part = 0.4 + 0.6 * (away / 30.0).min(1.0);
        let ink = NIGHT.alpha((f32::from(depth) * part) as u8);
        canvas.rectangle(x, y, CELL, CELL, ink);
    }
}

fn stairs(canvas: &mut Canvas, hand: &mut Hand) {
    for i in 0..6 {
        let y = 16.0 * i as f32;
        canvas.rectangle(0.0, y, FULL, 16.0, INK.alpha(10 + 9 * i as u8));
        canvas.sketch(hand, (0.0, y + 1.0), (FULL, y + 1.0), INK.alpha(160), 1.6);
        canvas.line((2.0, y + 4.0), (FULL - 2.0, y + 4.0), PAPER.alpha(120), 1.3);
    }
}

fn spikes(canvas: &mut Canvas, hand: &mut Hand) {
    for i in 0..9 {
        let x = 20.0 + 28.0 * (i % 3) as f32 + hand.between(-4.0, 4.0);
        let y = 34.0 + 26.0 * (i / 3) as f32 + hand.between(-3.0, 3.0);
        let spike = [
            (x - 6.0, y),
            (x + hand.between(-2.0, 2.0), y - 20.0),
            (x + 6.0, y),
        ];
        canvas.polygon(&spike, STONE.mixed(PAPER, 60));
        canvas.trace(&[spike[0], spike[1], spike[2], spike[0]], INK, 1.5);
    }
}
