//! Tokens: a round disc with a figure, and a rim whose colour *and* shape tell the side.

use std::f32::consts::TAU;

use tiny_skia::PathBuilder;

use super::canvas::Canvas;
use super::palette::{self, ColourSet, INK, Ink, PAPER, RED};
use super::{TILE, emblem, portrait};

/// Pixels along the side of a token's picture; drawn large so that giants stay sharp.
pub const SIZE: u32 = 2 * TILE;

const HALF: f32 = SIZE as f32 / 2.0;
/// The radius of what lies inside the ring of hit points, and of that ring.
const INSIDE: f32 = 61.0;
const RING: f32 = 65.5;

/// Draws the token of a side with a figure or a portrait, in the side's colour of this set. `fallen`: greyed and struck
/// out.
pub fn token(figure: &str, side: usize, fallen: bool, colours: &ColourSet) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE);
    let colour = if fallen {
        palette::STONE
    } else {
        colours.side(side)
    };
    rim(
        &mut canvas,
        side,
        0.0,
        5.0,
        87.0,
        INK.alpha(if fallen { 30 } else { 90 }),
    );
    rim(&mut canvas, side, 0.0, 0.0, 86.0, INK);
    rim(&mut canvas, side, 0.0, 0.0, 83.0, colour);
    canvas.ring(HALF, HALF, 71.5, INK, 2.5);
    let face = if fallen {
        palette::STONE.mixed(PAPER, 130)
    } else {
        PAPER
    };
    canvas.disc(HALF, HALF, 71.0, face);
    canvas.disc(HALF, HALF, INSIDE, colour.alpha(34));
    if portrait::is_one(figure) {
        canvas.disc(HALF, HALF, INSIDE, colour.alpha(150));
        portrait::draw(&mut canvas, figure, (HALF, HALF), INSIDE);
        if fallen {
            canvas.disc(HALF, HALF, 71.0, palette::STONE.alpha(120));
        }
    } else {
        let ink = if fallen {
            INK.mixed(PAPER, 90)
        } else {
            INK.mixed(colour, 60)
        };
        emblem::draw(&mut canvas, figure, (HALF, HALF), 44.0, ink, face);
    }
    if fallen {
        canvas.line(
            (HALF - 40.0, HALF - 40.0),
            (HALF + 40.0, HALF + 40.0),
            RED.alpha(210),
            9.0,
        );
        canvas.line(
            (HALF + 40.0, HALF - 40.0),
            (HALF - 40.0, HALF + 40.0),
            RED.alpha(210),
            9.0,
        );
    }
    canvas
}

/// The rim of a side: plain, toothed, eight-sided, square, scalloped or three-cornered.
fn rim(canvas: &mut Canvas, side: usize, dx: f32, dy: f32, radius: f32, ink: Ink) {
    let (x, y) = (HALF + dx, HALF + dy);
    let points: Vec<_> = match side % 6 {
        1 => wheel(
            x,
            y,
            32,
            |i| if i % 2 == 0 { radius } else { radius - 10.0 },
            0.0,
        ),
        2 => wheel(x, y, 8, |_| radius, 0.5),
        3 => wheel(x, y, 4, |_| radius * 1.08, 0.5),
        4 => wheel(
            x,
            y,
            48,
            |i| radius - 6.0 * ((i % 6) as f32 - 3.0).abs() / 3.0,
            0.0,
        ),
        5 => wheel(x, y, 6, |_| radius * 1.02, 0.0),
        _ => return canvas.disc(x, y, radius, ink),
    };
    canvas.polygon(&points, ink);
}

fn wheel(x: f32, y: f32, count: u32, radius: impl Fn(u32) -> f32, turn: f32) -> Vec<(f32, f32)> {
    (0..count)
        .map(|i| {
            let (sin, cos) = (TAU * (i as f32 + turn) / count as f32).sin_cos();
            (x + radius(i) * cos, y + radius(i) * sin)
        })
        .collect()
}

/// How finely the ring of hit points is told apart.
pub const RING_STEPS: u32 = 24;

/// The ring of hit points, `left` of [`RING_STEPS`]: from good over middling to bad.
pub fn ring(left: u32, colours: &ColourSet) -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE);
    let part = left.min(RING_STEPS) as f32 / RING_STEPS as f32;
    // Wide enough that what is missing is seen at 40 pixels.
    canvas.ring(HALF, HALF, RING, INK.alpha(245), 14.0);
    let ink = match left * 3 / RING_STEPS {
        0 => colours.bad,
        1 => colours.middling,
        _ => colours.good,
    };
    if let Some(path) = arc(RING, part) {
        canvas.stroke(&path, ink, 9.0);
    }
    canvas
}

/// A part of a circle from the top, clockwise.
fn arc(radius: f32, part: f32) -> Option<tiny_skia::Path> {
    if part <= 0.0 {
        return None;
    }
    let mut path = PathBuilder::new();
    let steps = (96.0 * part).ceil().max(2.0) as u32;
    for i in 0..=steps {
        let (sin, cos) = (TAU * part * i as f32 / steps as f32).sin_cos();
        let (x, y) = (HALF + radius * sin, HALF - radius * cos);
        if i == 0 {
            path.move_to(x, y)
        } else {
            path.line_to(x, y)
        }
    }
    path.finish()
}

/// A bright ring for the one whose turn it is.
pub fn halo() -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE);
    for (width, alpha) in [(18.0, 50), (11.0, 110), (5.0, 255)] {
        canvas.ring(
            HALF,
            HALF,
            86.0,
            Ink::solid(255, 226, 130).alpha(alpha),
            width,
        );
    }
    canvas
}

/// Cross-hairs for a target.
pub fn reticle() -> Canvas {
    let mut canvas = Canvas::new(SIZE, SIZE);
    for (ink, width) in [(INK.alpha(160), 9.0), (Ink::solid(226, 70, 48), 5.0)] {
        canvas.ring(HALF, HALF, 86.0, ink, width);
        for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let at = |r: f32| (HALF + dx * r, HALF + dy * r);
            canvas.line(at(74.0), at(93.0), ink, width);
        }
    }
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_differ_in_shape_and_not_only_in_colour() {
        let outline = |side| -> Vec<bool> {
            let rgba = token("sword", side, true, &palette::COLOUR_SETS[0]).rgba();
            rgba.chunks(4).map(|p| p[3] > 128).collect()
        };
        for a in 0..6 {
            assert!((0..a).all(|b| outline(a) != outline(b)), "sides {a}");
        }
    }

    #[test]
    fn the_ring_shrinks_with_the_hit_points() {
        let lit = |left| {
            ring(left, &palette::COLOUR_SETS[0])
                .rgba()
                .chunks(4)
                .filter(|p| p[0] > 100)
                .count()
        };
        assert!(lit(24) > lit(12) && lit(12) > lit(3) && lit(0) == 0);
    }
}
