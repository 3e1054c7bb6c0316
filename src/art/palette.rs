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
/// The border of the place that a battle is about.
pub const GOAL: Ink = Ink::solid(255, 219, 92);
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
/// The dark of night.
pub const NIGHT: Ink = Ink::solid(24, 24, 46);
/// Embers.
pub const EMBER: Ink = Ink::solid(214, 106, 40);

/// Colours that tell things apart on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColourSet {
    pub name: &'static str,
    /// Of the sides, in their order; told apart by shape as well.
    pub sides: [Ink; 6],
    /// Good news and whole bodies.
    pub good: Ink,
    pub middling: Ink,
    /// Bad news and badly hurt bodies.
    pub bad: Ink,
    /// What a movement reaches, and what a longer one reaches beyond it.
    pub reach: [Ink; 2],
    /// What an ability covers.
    pub area: Ink,
    /// What an ability covers that is meant well.
    pub blessed: Ink,
    /// The way of a charge.
    pub lane: Ink,
    /// Threatened squares.
    pub threat: Ink,
}

/// The sets that can be chosen: as painted; for eyes that do not tell red from green; in strong contrast.
pub const COLOUR_SETS: [ColourSet; 3] = [
    ColourSet {
        name: "painted",
        sides: [
            Ink::solid(45, 92, 140),
            Ink::solid(164, 50, 38),
            Ink::solid(72, 116, 58),
            Ink::solid(128, 76, 140),
            Ink::solid(196, 142, 44),
            Ink::solid(70, 122, 124),
        ],
        good: Ink::solid(124, 176, 84),
        middling: Ink::solid(200, 164, 90),
        bad: Ink::solid(208, 62, 44),
        reach: [
            Ink::solid(92, 173, 250).alpha(242),
            Ink::solid(250, 194, 77).alpha(230),
        ],
        area: Ink::solid(219, 77, 26).alpha(204),
        blessed: Ink::solid(77, 133, 41).alpha(153),
        lane: Ink::solid(158, 51, 128).alpha(140),
        threat: Ink::solid(199, 31, 15).alpha(191),
    },
    ColourSet {
        name: "blue and orange",
        sides: [
            Ink::solid(0, 92, 158),
            Ink::solid(206, 88, 0),
            Ink::solid(0, 140, 106),
            Ink::solid(176, 92, 142),
            Ink::solid(222, 166, 0),
            Ink::solid(66, 152, 208),
        ],
        // No blue: that is a side, and a ring of hit points lies within the rim of one.
        good: Ink::solid(236, 240, 244),
        middling: Ink::solid(240, 228, 66),
        bad: Ink::solid(224, 92, 0),
        reach: [
            Ink::solid(86, 180, 233).alpha(245),
            Ink::solid(240, 228, 66).alpha(235),
        ],
        area: Ink::solid(213, 94, 0).alpha(204),
        blessed: Ink::solid(0, 114, 178).alpha(153),
        lane: Ink::solid(204, 121, 167).alpha(160),
        threat: Ink::solid(176, 70, 0).alpha(204),
    },
    ColourSet {
        name: "strong",
        sides: [
            Ink::solid(0, 56, 210),
            Ink::solid(206, 0, 0),
            Ink::solid(0, 122, 0),
            Ink::solid(140, 0, 170),
            Ink::solid(236, 164, 0),
            Ink::solid(0, 140, 150),
        ],
        good: Ink::solid(40, 220, 60),
        middling: Ink::solid(255, 214, 0),
        bad: Ink::solid(255, 40, 20),
        reach: [Ink::solid(60, 190, 255), Ink::solid(255, 214, 0)],
        area: Ink::solid(255, 90, 0).alpha(230),
        blessed: Ink::solid(0, 160, 40).alpha(190),
        lane: Ink::solid(190, 0, 170).alpha(180),
        threat: Ink::solid(230, 0, 0).alpha(235),
    },
];

impl ColourSet {
    /// The colour of a side.
    pub fn side(&self, index: usize) -> Ink {
        self.sides[index % self.sides.len()]
    }
}

/// The colour of a side on a map that is drawn for the page or the terminal.
pub fn side(index: usize) -> Ink {
    COLOUR_SETS[0].side(index)
}
