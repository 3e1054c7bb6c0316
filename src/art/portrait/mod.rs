//! Portraits: heads and shoulders put together of parts, each in a colour of its own.
//!
//! A portrait is written as its parts from back to front: `"shoulders blue, head fair, helmet bronze"`.

mod beasts;
mod gear;
mod people;

use super::canvas::Canvas;
use super::figure::{self, Inks, Mark};
use super::palette::{INK, Ink};
use crate::rules::portrait::{PAINTS, PARTS};

/// A part and what it is painted in, as a portrait names them; `None` if this names none.
fn named(words: &str) -> Option<(&'static [Mark], Ink)> {
    let (part, paint) = words.trim().split_once(' ')?;
    let part = PARTS.contains(&part).then(|| marks(part))?;
    let (.., [red, green, blue]) = PAINTS.iter().find(|(name, _)| *name == paint.trim())?;
    Some((part, Ink::solid(*red, *green, *blue)))
}

fn marks(part: &str) -> &'static [Mark] {
    let found = people::part(part).or_else(|| gear::part(part));
    found.or_else(|| beasts::part(part)).unwrap_or(&[])
}

/// Whether these words are a portrait, and not the name of a single figure.
pub fn is_one(words: &str) -> bool {
    words.split(',').all(|part| named(part).is_some())
}

/// Draws a portrait into a circle around a point. What names no part is left out.
pub fn draw(canvas: &mut Canvas, words: &str, at: (f32, f32), radius: f32) {
    let mut picture = Canvas::new(canvas.width(), canvas.height());
    for (marks, paint) in words.split(',').filter_map(named) {
        let inks = Inks {
            figure: paint,
            ground: Some(INK),
        };
        figure::draw(&mut picture, marks, at, radius, inks);
    }
    picture.keep_disc(at.0, at.1, radius);
    canvas.lay(0, 0, &picture);
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::art::palette::COLOUR_SETS;
    use crate::art::token;
    use crate::content::Catalogue;

    #[test]
    fn every_part_is_drawn_and_differs_from_the_others() {
        let mut seen = std::collections::BTreeSet::new();
        for part in PARTS {
            assert!(figure::is_well_formed(marks(part)), "{part}");
            let mut canvas = Canvas::new(64, 64);
            draw(&mut canvas, &format!("{part} red"), (32.0, 32.0), 30.0);
            assert!(
                seen.insert(canvas.rgba()),
                "{part} looks like another, or like nothing"
            );
        }
    }

    #[test]
    fn a_portrait_is_told_from_the_name_of_a_figure() {
        assert!(is_one("shoulders blue, head fair"));
        assert!(!is_one("sword") && !is_one("") && !is_one("head fair, nose red"));
    }

    /// How much two small pictures differ, as the mean over all their bytes.
    fn apart(a: &[u8], b: &[u8]) -> f32 {
        let sum: u32 = a
            .iter()
            .zip(b)
            .map(|(a, b)| u32::from(a.abs_diff(*b)))
            .sum();
        sum as f32 / a.len() as f32
    }

    #[test]
    fn no_two_creatures_look_alike_however_small_they_are() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let catalogue = Catalogue::load(root).unwrap_or_else(|findings| panic!("{findings}"));
        let mut seen: Vec<(&str, Vec<u8>)> = Vec::new();
        for (_, def) in catalogue.monsters.iter() {
            let large = token::token(&def.token.emblem, 0, false, &COLOUR_SETS[0]).halved();
            let mut small = Canvas::new(40, 40);
            small.lay_scaled(&large, 40.0 / large.width() as f32);
            let small = small.rgba();
            for (name, other) in &seen {
                let apart = apart(&small, other);
                assert!(apart > 5.0, "{} and {name}: {apart:.1}", def.name);
            }
            seen.push((&def.name, small));
        }
        assert!(seen.len() > 20);
    }
}
