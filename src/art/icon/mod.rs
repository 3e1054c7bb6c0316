//! Icons of actions: one light ink on transparent ground, for the screen to tint.

mod grips;
mod guards;
mod movement;
mod parts;
mod spells;
mod strikes;
mod things;

use super::canvas::Canvas;
use super::figure::{self, Inks, Mark};
use super::palette::Ink;
use crate::rules::icon::ICONS;

/// Pixels along the side of an icon.
pub const SIDE: u32 = 96;

/// Half of the drawn box; what is left to the edge takes the width of lines.
const SIZE: f32 = 44.0;

/// The names of all icons, in the order of the alphabet.
pub fn names() -> impl Iterator<Item = &'static str> {
    ICONS.into_iter()
}

/// The icon of this name, [`SIDE`] pixels wide and high: white on nothing.
pub fn icon(name: &str) -> Option<Canvas> {
    let mut canvas = Canvas::new(SIDE, SIDE);
    let middle = SIDE as f32 / 2.0;
    let inks = Inks {
        figure: Ink::solid(255, 255, 255),
        ground: None,
    };
    figure::draw(&mut canvas, drawing(name)?, (middle, middle), SIZE, inks);
    Some(canvas)
}

/// Draws the icon of this name on something else; `size` is half of its side.
pub(super) fn ink(canvas: &mut Canvas, name: &str, at: (f32, f32), size: f32, inks: Inks) {
    if let Some(marks) = drawing(name) {
        figure::draw(canvas, marks, at, size, inks);
    }
}

fn drawing(name: &str) -> Option<&'static [Mark]> {
    drawings()
        .find(|(own, _)| *own == name)
        .map(|(_, marks)| marks)
}

fn drawings() -> impl Iterator<Item = (&'static str, &'static [Mark])> {
    let lists = [
        strikes::ICONS,
        movement::ICONS,
        grips::ICONS,
        guards::ICONS,
        spells::ICONS,
        things::ICONS,
    ];
    lists.into_iter().flatten().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// How much of a pixel of the picture is covered: 0 to 255.
    fn cover(bytes: &[u8], x: u32, y: u32) -> u8 {
        bytes[((y * SIDE + x) * 4 + 3) as usize]
    }

    #[test]
    fn every_name_has_a_drawing_of_its_own_and_every_drawing_a_name() {
        let drawn: Vec<_> = drawings().map(|(name, _)| name).collect();
        assert_eq!(drawn.len(), ICONS.len(), "each is drawn once");
        assert!(ICONS.is_sorted(), "nearest names and lists count on it");
        let mut seen = BTreeSet::new();
        for name in names() {
            assert!(drawn.contains(&name), "{name} is not drawn");
            assert!(figure::is_well_formed(drawing(name).unwrap()), "{name}");
            assert!(
                seen.insert(icon(name).unwrap().rgba()),
                "{name} looks like another"
            );
        }
        assert!(icon("no_such_icon").is_none());
    }

    #[test]
    fn every_icon_is_to_be_seen_and_stays_inside_its_picture() {
        for name in names() {
            let canvas = icon(name).unwrap();
            assert_eq!((canvas.width(), canvas.height()), (SIDE, SIDE));
            let bytes = canvas.rgba();
            let all = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
            let inked = all.clone().filter(|(x, y)| cover(&bytes, *x, *y) > 200);
            let part = inked.count() as f32 / (SIDE * SIDE) as f32;
            assert!((0.05..0.75).contains(&part), "{name} covers {part}");
            let edge = |at: u32| at == 0 || at == SIDE - 1;
            for (x, y) in all.filter(|(x, y)| edge(*x) || edge(*y)) {
                assert_eq!(cover(&bytes, x, y), 0, "{name} is cut off at {x}, {y}");
            }
        }
    }

    #[test]
    fn an_icon_has_one_ink() {
        for name in names() {
            let bytes = icon(name).unwrap().rgba();
            let pixels = bytes.chunks(4).filter(|pixel| pixel[3] > 0);
            for pixel in pixels {
                assert_eq!(pixel[..3], [255; 3], "{name}");
            }
        }
    }
}
