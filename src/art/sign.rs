//! Signs of conditions on a token: round and green for what helps, square and red for what hinders.

use super::canvas::Canvas;
use super::figure::Inks;
use super::icon;
use super::palette::Ink;

/// Pixels along the side of a sign.
pub const SIDE: u32 = 64;

const CREAM: Ink = Ink::solid(252, 244, 224);
const HELPS: Ink = Ink::solid(33, 92, 36);
const HINDERS: Ink = Ink::solid(150, 32, 22);

/// The sign of a condition that helps or hinders, with an icon by name or bare for letters.
pub fn sign(name: Option<&str>, helps: bool) -> Canvas {
    let mut canvas = Canvas::new(SIDE, SIDE);
    let (side, half) = (SIDE as f32, SIDE as f32 / 2.0);
    let ground = if helps { HELPS } else { HINDERS };
    if helps {
        canvas.disc(half, half, half - 1.0, CREAM);
        canvas.disc(half, half, half - 5.0, ground);
    } else {
        canvas.rectangle(2.0, 2.0, side - 4.0, side - 4.0, CREAM);
        canvas.rectangle(6.0, 6.0, side - 12.0, side - 12.0, ground);
    }
    if let Some(name) = name {
        let inks = Inks {
            figure: CREAM,
            ground: Some(ground),
        };
        let size = if helps { 19.0 } else { 23.0 };
        icon::ink(&mut canvas, name, (half, half), size, inks);
    }
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_and_bad_differ_in_shape_as_well_as_in_colour() {
        let corner = |helps| sign(None, helps).rgba()[(4 * SIDE as usize + 4) * 4 + 3];
        assert_eq!((corner(true), corner(false)), (0, 255));
        assert_ne!(
            sign(Some("sleep"), false).rgba(),
            sign(Some("fear"), false).rgba()
        );
    }
}
