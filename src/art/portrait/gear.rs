//! Parts that are held, worn as a sign, or stand behind a shoulder.

use crate::art::emblem::{AXE, BOW, CLUB, CROSSBOW, MACE, SHIELD, SPEAR, STAFF, SWORD};
use crate::art::figure::Mark::{self, Cut, Fill, Glow, Line, Mirror, Part};

pub(super) fn part(name: &str) -> Option<&'static [Mark]> {
    Some(match name {
        "amulet" => AMULET,
        "axe" => &[Part(AXE, 26.0, -16.0, 0.72, 10.0)],
        "bow" => &[Part(BOW, 18.0, 0.0, 0.8, 20.0)],
        "club" => &[Part(CLUB, 28.0, -12.0, 0.72, 0.0)],
        "crossbow" => &[Part(CROSSBOW, 28.0, -12.0, 0.62, 30.0)],
        "dagger" => &[
            Part(BLADE, 34.0, 18.0, 0.9, 0.0),
            Mirror(BLADE, -34.0, 18.0, 0.9, 0.0),
        ],
        "flame" => FLAME,
        "hammer" => HAMMER,
        "mace" => &[Part(MACE, 28.0, -14.0, 0.7, 0.0)],
        "shield" => &[Part(SHIELD, -26.0, 34.0, 0.62, -8.0)],
        "spear" => &[Part(SPEAR, 18.0, -2.0, 0.9, -12.0)],
        "staff" => &[Part(STAFF, 24.0, -10.0, 0.8, 0.0)],
        "sword" => &[Part(SWORD, 26.0, -12.0, 0.78, 0.0)],
        _ => return None,
    })
}

const AMULET: &[Mark] = &[
    Cut("M-16,26 Q0,44 16,26", 2.5),
    Fill("M0,32 L5,38 L13,40 L5,44 L0,52 L-5,44 L-13,40 L-5,38 Z"),
    Cut(
        "M0,32 L5,38 L13,40 L5,44 L0,52 L-5,44 L-13,40 L-5,38 Z",
        2.0,
    ),
];
const BLADE: &[Mark] = &[
    Fill("M0,-36 L6,-26 L4,6 L-4,6 L-6,-26 Z"),
    Cut("M0,-36 L6,-26 L4,6 L-4,6 L-6,-26 Z", 2.5),
    Cut("M-11,6 L11,6", 5.0),
    Cut("M0,6 L0,20", 5.0),
];
const FLAME: &[Mark] = &[
    Fill("M30,16 Q18,4 26,-10 Q28,-2 32,-4 Q28,-20 38,-32 Q38,-18 46,-10 Q50,6 40,16 Z"),
    Glow("M33,14 Q28,6 34,-2 Q35,4 38,2 Q38,-6 41,-10 Q45,4 38,14 Z"),
    Cut(
        "M30,16 Q18,4 26,-10 Q28,-2 32,-4 Q28,-20 38,-32 Q38,-18 46,-10 Q50,6 40,16 Z",
        2.5,
    ),
];
const HAMMER: &[Mark] = &[
    Line("M36,-20 L28,50", 6.0),
    Fill("M20,-40 L50,-36 L48,-16 L18,-20 Z"),
    Cut("M20,-40 L50,-36 L48,-16 L18,-20 Z", 3.0),
];
