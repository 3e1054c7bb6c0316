//! Parchment and wood for the panels of the screen.

use super::canvas::{Canvas, Hand};
use super::palette::{BRASS, INK, Ink, PAPER, PAPER_DARK, WOOD, WOOD_DARK};

/// Pixels along the side of a panel's picture; [`BORDER`] of them are its frame.
pub const PANEL: u32 = 128;
/// Pixels of a panel's frame that are never stretched.
pub const BORDER: f32 = 20.0;

/// Parchment in a thin frame, to be sliced in nine.
pub fn parchment() -> Canvas {
    let mut canvas = Canvas::new(PANEL, PANEL);
    let full = PANEL as f32;
    let mut hand = Hand::new(11);
    canvas.cover(PAPER);
    for _ in 0..90 {
        let (x, y) = (hand.between(0.0, full), hand.between(0.0, full));
        let size = hand.between(0.5, 1.6);
        canvas.disc(x, y, size, PAPER_DARK.alpha(60));
    }
    for i in 0..9 {
        let inset = i as f32 * 2.0;
        frame(&mut canvas, inset, PAPER_DARK.alpha(70 - 7 * i as u8), 2.5);
    }
    frame(&mut canvas, 1.0, INK, 3.0);
    frame(&mut canvas, 5.5, INK.alpha(120), 1.2);
    canvas
}

/// A dark board with brass edge, for bars and buttons.
pub fn board() -> Canvas {
    let mut canvas = Canvas::new(PANEL, PANEL);
    grain(&mut canvas, 23, WOOD);
    frame(&mut canvas, 1.0, WOOD_DARK, 3.0);
    frame(&mut canvas, 3.5, BRASS.alpha(150), 1.4);
    canvas
}

/// The table under the map, to be tiled.
pub fn table() -> Canvas {
    let mut canvas = Canvas::new(512, 512);
    grain(&mut canvas, 5, WOOD.mixed(WOOD_DARK, 90));
    for i in 0..4 {
        let y = 128.0 * i as f32;
        canvas.rectangle(0.0, y, 512.0, 3.0, WOOD_DARK);
        canvas.rectangle(0.0, y + 3.0, 512.0, 1.5, PAPER.alpha(26));
    }
    canvas
}

fn frame(canvas: &mut Canvas, inset: f32, ink: Ink, width: f32) {
    let (low, high) = (inset, canvas.width() as f32 - inset);
    let corners = [
        (low, low),
        (high, low),
        (high, high),
        (low, high),
        (low, low),
    ];
    canvas.trace(&corners, ink, width);
}

fn grain(canvas: &mut Canvas, seed: u64, wood: Ink) {
    let full = canvas.width() as f32;
    let mut hand = Hand::new(seed);
    canvas.cover(wood);
    for _ in 0..(full as u32 / 3) {
        let y = hand.between(0.0, full);
        let x = hand.between(-60.0, full - 40.0);
        let length = hand.between(60.0, 220.0);
        let bend = hand.between(-3.0, 3.0);
        let ink = if hand.once_in(3) {
            PAPER.alpha(14)
        } else {
            WOOD_DARK.alpha(70)
        };
        canvas.trace(
            &[(x, y), (x + length * 0.5, y + bend), (x + length, y)],
            ink,
            1.3,
        );
    }
}

/// The frame around the map: as many pixels wide as [`MOUNT`] on every side.
pub const MOUNT: u32 = 40;

/// A wooden frame around a map of this many pixels; the inside stays transparent.
pub fn mount(width: u32, height: u32) -> Canvas {
    let (full_width, full_height) = (width + 2 * MOUNT, height + 2 * MOUNT);
    let mut canvas = Canvas::new(full_width, full_height);
    let (w, h, m) = (full_width as f32, full_height as f32, MOUNT as f32);
    let bars = [
        (0.0, 0.0, w, m),
        (0.0, h - m, w, m),
        (0.0, m, m, h - 2.0 * m),
        (w - m, m, m, h - 2.0 * m),
    ];
    let mut hand = Hand::new(31);
    for (x, y, bw, bh) in bars {
        canvas.rectangle(x, y, bw, bh, WOOD.mixed(BRASS, 36));
        for _ in 0..((bw + bh) / 5.0) as u32 {
            let (gx, gy) = (hand.between(x, x + bw), hand.between(y + 3.0, y + bh - 3.0));
            let end = if bw > bh {
                ((gx + 60.0).min(x + bw), gy)
            } else {
                (gx, (gy + 60.0).min(y + bh))
            };
            canvas.line((gx, gy), end, WOOD_DARK.alpha(80), 1.4);
        }
    }
    let edge = |canvas: &mut Canvas, inset: f32, ink: Ink, width: f32| {
        let (right, bottom) = (w - inset, h - inset);
        canvas.trace(
            &[
                (inset, inset),
                (right, inset),
                (right, bottom),
                (inset, bottom),
                (inset, inset),
            ],
            ink,
            width,
        );
    };
    edge(&mut canvas, 2.0, WOOD_DARK, 4.0);
    edge(&mut canvas, 9.0, BRASS.alpha(120), 1.6);
    edge(&mut canvas, m - 8.0, BRASS, 3.0);
    edge(&mut canvas, m - 2.0, INK, 5.0);
    canvas
}
