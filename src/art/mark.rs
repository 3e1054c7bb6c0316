//! White marks for squares, tinted by the code that lays them on the map.

use super::TILE;
use super::canvas::Canvas;
use super::palette::Ink;

const FULL: f32 = TILE as f32;
const WHITE: Ink = Ink::solid(255, 255, 255);

/// A washed square with a faint edge.
pub fn wash() -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    canvas.rectangle(1.0, 1.0, FULL - 3.0, FULL - 3.0, WHITE.alpha(150));
    edge(&mut canvas, 3.0, WHITE.alpha(120), 2.5);
    canvas
}

/// Sides of a square, as bits of a number below [`OUTLINES`].
pub const NORTH: u32 = 1;
pub const EAST: u32 = 2;
pub const SOUTH: u32 = 4;
pub const WEST: u32 = 8;
/// How many outlines of a square there are.
pub const OUTLINES: u32 = 16;

/// The border of a region, as far as it runs along these sides of a square.
pub fn outline(sides: u32) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let inset = 4.0;
    let (low, high) = (inset, FULL - inset);
    let runs = [
        (NORTH, (0.0, low), (FULL, low)),
        (EAST, (high, 0.0), (high, FULL)),
        (SOUTH, (0.0, high), (FULL, high)),
        (WEST, (low, 0.0), (low, FULL)),
    ];
    for (ink, width) in [(Ink::solid(24, 18, 14).alpha(150), 9.0), (WHITE, 5.0)] {
        for (side, from, to) in runs {
            if sides & side != 0 {
                canvas.line(from, to, ink, width);
            }
        }
    }
    canvas
}

/// The same in dashes.
pub fn dashed(sides: u32) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let inset = 4.0;
    let (low, high) = (inset, FULL - inset);
    let dash = FULL / 6.0;
    for (ink, width) in [(Ink::solid(24, 18, 14).alpha(150), 9.0), (WHITE, 5.0)] {
        // From the middle of a gap to that of another, so that the next square goes on with it.
        for number in 0..3 {
            let from = dash * (2.0 * number as f32 + 0.5);
            let to = from + dash;
            for (side, a, b) in [
                (NORTH, (from, low), (to, low)),
                (EAST, (high, from), (high, to)),
                (SOUTH, (from, high), (to, high)),
                (WEST, (low, from), (low, to)),
            ] {
                if sides & side != 0 {
                    canvas.line(a, b, ink, width);
                }
            }
        }
    }
    canvas
}

/// A warning in the corner of a square, in its own colour.
pub fn warning() -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let corner = |inset: f32| {
        let (low, high) = (FULL - 32.0 + inset, FULL - 7.0 - 0.4 * inset);
        let top = 7.0 + 0.4 * inset;
        [(low, top), (high, top), (high, 32.0 - inset)]
    };
    canvas.polygon(&corner(0.0), Ink::solid(60, 14, 8));
    canvas.polygon(&corner(5.0), Ink::solid(232, 74, 48));
    canvas
}

/// A flag on a staff.
pub fn flag() -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let dark = Ink::solid(40, 24, 14);
    let cloth = [(26.0, 12.0), (82.0, 28.0), (26.0, 50.0)];
    canvas.line((24.0, 8.0), (24.0, 90.0), dark, 10.0);
    canvas.trace(&[cloth[0], cloth[1], cloth[2], cloth[0]], dark, 8.0);
    canvas.polygon(&cloth, Ink::solid(226, 62, 40));
    canvas.line((24.0, 10.0), (24.0, 88.0), Ink::solid(242, 222, 170), 4.5);
    canvas
}

/// Slanting strokes.
pub fn hatched() -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    canvas.rectangle(0.0, 0.0, FULL, FULL, WHITE.alpha(46));
    for i in -4..8 {
        let x = 16.0 * i as f32 + 4.0;
        canvas.line((x, FULL), (x + FULL, 0.0), WHITE.alpha(190), 2.4);
    }
    canvas
}

/// The corners of a square, for the cursor.
pub fn corners() -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    for (ink, width) in [
        (Ink::solid(40, 28, 18).alpha(190), 8.0),
        (Ink::solid(255, 240, 200), 4.0),
    ] {
        for (x, y, dx, dy) in [
            (5.0, 5.0, 1.0, 1.0),
            (FULL - 5.0, 5.0, -1.0, 1.0),
            (FULL - 5.0, FULL - 5.0, -1.0, -1.0),
            (5.0, FULL - 5.0, 1.0, -1.0),
        ] {
            let arm = 24.0;
            canvas.trace(&[(x + dx * arm, y), (x, y), (x, y + dy * arm)], ink, width);
        }
    }
    canvas
}

/// A weapon that lies on the ground, in the corner of its square.
pub fn dropped() -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let dark = Ink::solid(40, 28, 18);
    let steel = Ink::solid(214, 218, 222);
    let (hilt, point) = ((FULL - 40.0, FULL - 10.0), (FULL - 8.0, FULL - 42.0));
    let guard = ((FULL - 40.0, FULL - 22.0), (FULL - 28.0, FULL - 10.0));
    for (ink, more) in [(dark, 4.0), (steel, 0.0)] {
        canvas.line(hilt, point, ink, 4.0 + more);
        canvas.line(guard.0, guard.1, ink, 3.5 + more);
    }
    canvas
}

fn edge(canvas: &mut Canvas, inset: f32, ink: Ink, width: f32) {
    let (low, high) = (inset, FULL - inset);
    canvas.trace(
        &[
            (low, low),
            (high, low),
            (high, high),
            (low, high),
            (low, low),
        ],
        ink,
        width,
    );
}
