//! The shapes of the parts of a turn: told apart by form as well as by colour.

use tiny_skia::{PathBuilder, Transform};

use super::canvas::Canvas;
use super::palette::Ink;

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pip {
    /// A disc.
    Standard,
    /// A triangle.
    Move,
    /// A star of four points.
    Swift,
    /// A lozenge.
    Step,
}

impl Pip {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Standard, Self::Move, Self::Swift, Self::Step];

    fn ink(self) -> Ink {
        match self {
            Self::Standard => Ink(214, 92, 64, 255),
            Self::Move => Ink(108, 170, 88, 255),
            Self::Swift => Ink(150, 128, 206, 255),
            Self::Step => Ink(98, 160, 200, 255),
        }
    }

    /// Corners in a box from -50 to 50; none for a disc.
    fn corners(self) -> &'static [(f32, f32)] {
        match self {
            Self::Standard => &[],
            Self::Move => &[(0.0, -40.0), (42.0, 34.0), (-42.0, 34.0)],
            Self::Swift => &[
                (0.0, -46.0),
                (13.0, -13.0),
                (46.0, 0.0),
                (13.0, 13.0),
                (0.0, 46.0),
                (-13.0, 13.0),
                (-46.0, 0.0),
                (-13.0, -13.0),
            ],
            Self::Step => &[(0.0, -44.0), (32.0, 0.0), (0.0, 44.0), (-32.0, 0.0)],
        }
    }
}

/// Pixels along the side of a shape.
pub const SIDE: u32 = 64;

/// The shape of a part of a turn.
pub fn pip(pip: Pip) -> Canvas {
    let mut canvas = Canvas::new(SIDE, SIDE);
    let scale = SIDE as f32 / 100.0;
    canvas.place(Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        50.0 * scale,
        50.0 * scale,
    ));
    let edge = Ink(38, 24, 14, 255);
    let mut path = PathBuilder::new();
    match pip.corners() {
        [] => path.push_circle(0.0, 0.0, 38.0),
        [first, rest @ ..] => {
            path.move_to(first.0, first.1);
            rest.iter().for_each(|(x, y)| path.line_to(*x, *y));
            path.close();
        }
    }
    if let Some(path) = path.finish() {
        canvas.fill(&path, pip.ink());
        canvas.stroke(&path, edge, 7.0);
    }
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_shapes_are_alike() {
        let drawn: Vec<_> = Pip::ALL.map(|one| pip(one).rgba()).into();
        for (n, one) in drawn.iter().enumerate() {
            assert!(one.iter().any(|byte| *byte > 0));
            assert!(!drawn[..n].contains(one));
        }
    }
}
