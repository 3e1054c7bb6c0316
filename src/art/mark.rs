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

/// A washed square with a warning corner.
pub fn risky() -> Canvas {
    let mut canvas = wash();
    let corner = [(FULL - 26.0, 4.0), (FULL - 5.0, 4.0), (FULL - 5.0, 25.0)];
    canvas.polygon(&corner, Ink::solid(196, 44, 30));
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
