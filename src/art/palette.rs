//! The colours of the map table.

use tiny_skia::Color;

/// A colour as red, green and blue from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink(pub u8, pub u8, pub u8, pub u8);

impl Ink {
    /// An opaque colour.
    pub const fn solid(red: u8, green: u8, blue: u8) -> Self {
        Self(red, green, blue, 255)
    }

    /// The same colour, more or less transparent (255 is opaque).
    pub const fn alpha(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }

    /// A mixture: `part` of 255 of the other colour.
    pub fn mixed(self, other: Self, part: u8) -> Self {
        let mix = |a: u8, b: u8| {
            let (a, b, p) = (u32::from(a), u32::from(b), u32::from(part));
            ((a * (255 - p) + b * p) / 255) as u8
        };
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
            self.3,
        )
    }

    /// As the drawing library wants it.
    pub fn color(self) -> Color {
        Color::from_rgba8(self.0, self.1, self.2, self.3)
    }
}

/// Drawing ink, a warm black.
pub const INK: Ink = Ink::solid(43, 33, 24);
/// Parchment in the light.
pub const PAPER: Ink = Ink::solid(236, 223, 192);
/// Parchment in the shade.
pub const PAPER_DARK: Ink = Ink::solid(214, 195, 155);
/// The table.
pub const WOOD: Ink = Ink::solid(74, 50, 32);
/// Joints and grain of the table.
pub const WOOD_DARK: Ink = Ink::solid(48, 31, 20);
/// Brass fittings.
pub const BRASS: Ink = Ink::solid(190, 148, 68);
/// Wax red.
pub const RED: Ink = Ink::solid(156, 48, 36);
/// Grass.
pub const GRASS: Ink = Ink::solid(186, 192, 132);
/// Leaves.
pub const LEAF: Ink = Ink::solid(104, 124, 66);
/// Trodden earth.
pub const EARTH: Ink = Ink::solid(206, 178, 132);
/// Sand.
pub const SAND: Ink = Ink::solid(231, 210, 158);
/// Flagstones.
pub const FLAGS: Ink = Ink::solid(207, 198, 178);
/// Masonry.
pub const STONE: Ink = Ink::solid(134, 124, 110);
/// Shallow water.
pub const SHALLOWS: Ink = Ink::solid(157, 189, 190);
/// Deep water.
pub const DEEP: Ink = Ink::solid(92, 136, 150);
/// Planks.
pub const PLANKS: Ink = Ink::solid(178, 140, 94);
/// Mud.
pub const MUD: Ink = Ink::solid(158, 134, 98);
/// Ice.
pub const ICE: Ink = Ink::solid(214, 228, 228);
/// Nothing below.
pub const ABYSS: Ink = Ink::solid(54, 46, 44);
/// Embers.
pub const EMBER: Ink = Ink::solid(214, 106, 40);

/// Colours of the sides, in their order; told apart by shape as well.
pub const SIDES: [Ink; 6] = [
    Ink::solid(45, 92, 140),
    Ink::solid(164, 50, 38),
    Ink::solid(72, 116, 58),
    Ink::solid(128, 76, 140),
    Ink::solid(196, 142, 44),
    Ink::solid(70, 122, 124),
];

/// The colour of a side.
pub fn side(index: usize) -> Ink {
    SIDES[index % SIDES.len()]
}
