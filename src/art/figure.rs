//! Figures: a handful of paths each, in a box from -50 to 50, in one ink.

use tiny_skia::{Path, PathBuilder, Transform};

use super::canvas::Canvas;
use super::palette::Ink;

/// One path of a figure: its outline, and how it is inked.
pub(super) enum Mark {
    /// Filled with the figure's colour.
    Fill(&'static str),
    /// A line of this width in the figure's colour.
    Line(&'static str, f32),
    /// Filled with the colour of the ground: eyes, gaps.
    Gap(&'static str),
    /// A line in the colour of the ground.
    Cut(&'static str, f32),
    /// Filled with a thinner ink: what stands behind.
    Faint(&'static str),
    /// A line of this width in a thinner ink.
    FaintLine(&'static str, f32),
    /// Darkened a little: what lies in the shade.
    Shade(&'static str),
    /// Brightened a little: what the light falls on.
    Glow(&'static str),
    /// A disc of this radius around a point.
    Disc(f32, f32, f32),
    /// A disc in the colour of the ground.
    Hole(f32, f32, f32),
    /// Another figure around a point, at a scale, turned clockwise by degrees.
    Part(&'static [Mark], f32, f32, f32, f32),
    /// The same, seen in a mirror first.
    Mirror(&'static [Mark], f32, f32, f32, f32),
}

/// How thin the thinner ink is; 255 would be as thick as the other.
const THIN: u8 = 120;
/// Shade and light over a colour.
const SHADE: Ink = Ink::solid(30, 20, 12).alpha(78);
const GLOW: Ink = Ink::solid(255, 250, 232).alpha(96);

/// What a figure is drawn with.
#[derive(Clone, Copy)]
pub(super) struct Inks {
    pub(super) figure: Ink,
    /// The colour of the ground; `None`: gaps go through to what lies below the picture.
    pub(super) ground: Option<Ink>,
}

/// Draws a figure around a point; `size` is the length of half its box in pixels.
pub(super) fn draw(canvas: &mut Canvas, marks: &[Mark], at: (f32, f32), size: f32, inks: Inks) {
    let scale = size / 50.0;
    let to = Transform::from_row(scale, 0.0, 0.0, scale, at.0, at.1);
    ink(canvas, marks, to, inks);
    canvas.place(Transform::identity());
}

fn ink(canvas: &mut Canvas, marks: &[Mark], to: Transform, inks: Inks) {
    let thin = inks.figure.alpha(THIN);
    for mark in marks {
        let (path, ink, width) = match *mark {
            Mark::Fill(data) => (parse(data), Some(inks.figure), None),
            Mark::Line(data, width) => (parse(data), Some(inks.figure), Some(width)),
            Mark::Gap(data) => (parse(data), inks.ground, None),
            Mark::Cut(data, width) => (parse(data), inks.ground, Some(width)),
            Mark::Faint(data) => (parse(data), Some(thin), None),
            Mark::FaintLine(data, width) => (parse(data), Some(thin), Some(width)),
            Mark::Shade(data) => (parse(data), Some(SHADE), None),
            Mark::Glow(data) => (parse(data), Some(GLOW), None),
            Mark::Disc(x, y, radius) => (circle(x, y, radius), Some(inks.figure), None),
            Mark::Hole(x, y, radius) => (circle(x, y, radius), inks.ground, None),
            Mark::Part(part, x, y, scale, degrees) => {
                let own = to.pre_translate(x, y).pre_scale(scale, scale);
                self::ink(
                    canvas,
                    part,
                    own.pre_concat(Transform::from_rotate(degrees)),
                    inks,
                );
                continue;
            }
            Mark::Mirror(part, x, y, scale, degrees) => {
                let own = to.pre_translate(x, y);
                let own = own.pre_concat(Transform::from_rotate(degrees));
                self::ink(canvas, part, own.pre_scale(-scale, scale), inks);
                continue;
            }
        };
        let Some(path) = path else { continue };
        canvas.place(to);
        match (ink, width) {
            (Some(ink), None) => canvas.fill(&path, ink),
            (Some(ink), Some(width)) => canvas.stroke(&path, ink, width),
            (None, width) => canvas.erase(&path, width),
        }
    }
}

fn circle(x: f32, y: f32, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(x, y, radius)
}

/// Reads the little path language: `M x,y`, `L x,y`, `Q x,y x,y`, `Z`.
fn parse(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut words = data.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let (verb, rest) = word.split_at(1);
        if verb == "Z" {
            path.close();
            continue;
        }
        let (x, y) = pair(rest)?;
        match verb {
            "M" => path.move_to(x, y),
            "L" => path.line_to(x, y),
            "Q" => {
                let (x2, y2) = pair(words.next()?)?;
                path.quad_to(x, y, x2, y2);
            }
            _ => return None,
        }
    }
    path.finish()
}

fn pair(text: &str) -> Option<(f32, f32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Whether every path of a figure can be read.
#[cfg(test)]
pub(super) fn is_well_formed(marks: &[Mark]) -> bool {
    marks.iter().all(|mark| match *mark {
        Mark::Fill(data) | Mark::Gap(data) | Mark::Faint(data) => parse(data).is_some(),
        Mark::Shade(data) | Mark::Glow(data) => parse(data).is_some(),
        Mark::Line(data, _) | Mark::Cut(data, _) | Mark::FaintLine(data, _) => {
            parse(data).is_some()
        }
        Mark::Disc(x, y, radius) | Mark::Hole(x, y, radius) => circle(x, y, radius).is_some(),
        Mark::Part(part, ..) | Mark::Mirror(part, ..) => is_well_formed(part),
    })
}
