//! What several icons are put together from.

use crate::art::figure::Mark;

use Mark::{Cut, Disc, Fill, Gap, Hole, Line};

/// A sword, point up.
pub const SWORD: &[Mark] = &[
    Fill("M0,-50 L8,-38 L7,14 L-7,14 L-8,-38 Z"),
    Cut("M0,-34 L0,8", 2.5),
    Line("M-17,18 L17,18", 8.0),
    Line("M0,20 L0,38", 8.0),
    Disc(0.0, 43.0, 6.5),
];
/// Leaves room around a sword that lies over another.
pub const SWORD_GAP: &[Mark] = &[Cut("M0,-48 L0,14", 22.0), Cut("M-17,18 L17,18", 13.0)];
pub const SHIELD: &[Mark] = &[
    Fill("M-36,-38 Q-16,-36 0,-46 Q16,-36 36,-38 L36,-4 Q34,30 0,50 Q-34,30 -36,-4 Z"),
    Cut("M0,-32 L0,36", 5.0),
    Cut("M-26,-4 L26,-4", 5.0),
];
/// A boot, toe to the right.
pub const BOOT: &[Mark] = &[
    Fill(
        "M-26,-46 L14,-46 L11,2 Q16,12 32,15 Q47,20 47,36 L47,42 L-26,42 L-28,30 Q-20,4 -26,-46 Z",
    ),
    Cut("M-26,29 L46,29", 4.0),
    Cut("M-22,-30 L12,-30", 4.0),
];
/// An arrow to the right.
pub const ARROW: &[Mark] = &[Line("M-40,0 L14,0", 14.0), Fill("M8,-27 L46,0 L8,27 Z")];
/// An open hand, fingers up.
pub const HAND: &[Mark] = &[
    Fill(
        "M-26,14 L-27,-18 Q-22,-26 -16,-18 L-15,-4 L-14,-36 Q-8,-44 -2,-36 L-2,-6 L0,-41 Q6,-49 12,-41 L12,-4 L15,-32 Q21,-39 27,-31 L25,10 Q33,-6 42,-3 Q47,1 38,14 Q28,44 4,46 Q-24,46 -26,14 Z",
    ),
    Cut("M-15.5,-14 L-15,4", 3.5),
    Cut("M-1,-20 L-1,2", 3.5),
    Cut("M13,-20 L12,4", 3.5),
];
/// A horse's head, looking left.
pub const HORSE: &[Mark] = &[
    Fill(
        "M-24,48 Q-28,18 -4,-2 Q-18,4 -32,10 Q-44,10 -44,-2 L-18,-32 L-10,-50 L2,-36 Q40,-30 38,12 Q36,34 40,48 Z",
    ),
    Cut("M-20,-17 L-14,-18", 5.0),
    Cut("M14,-24 Q26,-10 24,22", 4.0),
];
/// A star of eight points.
pub const STAR: &[Mark] = &[Fill(
    "M0,-50 L8,-16 L30,-30 L16,-8 L50,0 L16,8 L30,30 L8,16 L0,50 L-8,16 L-30,30 L-16,8 L-50,0 L-16,-8 L-30,-30 L-8,-16 Z",
)];
pub const FLAME: &[Mark] = &[
    Fill(
        "M-2,-50 Q26,-22 30,2 Q34,-6 32,-16 Q46,6 40,24 Q32,48 0,48 Q-34,48 -38,20 Q-38,4 -26,-10 Q-24,2 -18,6 Q-18,-22 -2,-50 Z",
    ),
    Gap("M2,2 Q18,18 14,32 Q10,42 -2,42 Q-16,40 -16,26 Q-6,26 2,2 Z"),
];
pub const SKULL: &[Mark] = &[
    Fill(
        "M-38,-8 Q-40,-48 0,-48 Q40,-48 38,-8 Q36,10 24,16 L22,40 L-22,40 L-24,16 Q-36,10 -38,-8 Z",
    ),
    Hole(-16.0, -6.0, 10.0),
    Hole(16.0, -6.0, 10.0),
    Gap("M0,8 L6,20 L-6,20 Z"),
    Cut("M-8,28 L-8,42", 4.0),
    Cut("M8,28 L8,42", 4.0),
];
pub const FLASK: &[Mark] = &[
    Fill(
        "M-13,-46 L13,-46 L13,-37 L10,-37 L10,-20 Q37,-8 37,18 Q35,48 0,48 Q-35,48 -37,18 Q-37,-8 -10,-20 L-10,-37 L-13,-37 Z",
    ),
    Gap("M-5,-32 L5,-32 L5,-15 Q23,-8 28,6 L-28,6 Q-23,-8 -5,-15 Z"),
    Hole(-8.0, 22.0, 5.0),
    Hole(10.0, 30.0, 4.0),
];
pub const PLUS: &[Mark] = &[Fill(
    "M-14,-46 L14,-46 L14,-14 L46,-14 L46,14 L14,14 L14,46 L-14,46 L-14,14 L-46,14 L-46,-14 L-14,-14 Z",
)];
pub const HEART: &[Mark] = &[Fill(
    "M0,44 L-38,6 Q-52,-12 -42,-30 Q-24,-50 0,-24 Q24,-50 42,-30 Q52,-12 38,6 Z",
)];
/// A crate.
pub const CRATE: &[Mark] = &[
    Fill("M-42,-40 L42,-40 L42,42 L-42,42 Z"),
    Cut("M-30,-28 L30,-28 L30,30 L-30,30 Z", 4.0),
    Cut("M-26,26 L26,-24", 4.0),
];
/// A crossbow, pointing up.
pub const CROSSBOW: &[Mark] = &[
    Line("M0,-34 L0,44", 10.0),
    Line("M-42,6 Q-34,-24 0,-26 Q34,-24 42,6", 8.0),
    Line("M-42,6 L0,18 L42,6", 3.5),
];
/// A bolt of lightning.
pub const BOLT: &[Mark] = &[Fill(
    "M12,-50 L-32,8 L-6,8 L-16,50 L34,-14 L6,-14 L26,-50 Z",
)];
/// An hourglass.
pub const HOURGLASS: &[Mark] = &[
    Line("M-28,-44 L28,-44", 8.0),
    Line("M-28,44 L28,44", 8.0),
    Line("M-22,-42 Q-22,-18 -5,0 Q-22,18 -22,42", 5.0),
    Line("M22,-42 Q22,-18 5,0 Q22,18 22,42", 5.0),
    Fill("M-13,-20 L13,-20 Q8,-6 0,0 Q-8,-6 -13,-20 Z"),
    Fill("M-19,40 Q-10,22 0,18 Q10,22 19,40 Z"),
    Line("M0,0 L0,20", 3.5),
];
/// A bull's head.
pub const BULL: &[Mark] = &[
    Fill("M-18,-20 Q-40,-20 -38,-46 Q-56,-28 -46,-6 Q-36,6 -20,2 Z"),
    Fill("M18,-20 Q40,-20 38,-46 Q56,-28 46,-6 Q36,6 20,2 Z"),
    Fill("M-22,-26 Q0,-34 22,-26 L21,6 L13,38 Q0,52 -13,38 L-21,6 Z"),
    Cut("M-13,-4 L-8,0", 6.0),
    Cut("M13,-4 L8,0", 6.0),
    Cut("M-6,34 L-5,35", 6.0),
    Cut("M6,34 L5,35", 6.0),
];
/// A wing, root to the lower left.
pub const WING: &[Mark] = &[
    Fill(
        "M-40,36 Q-44,-6 -20,-26 Q8,-46 48,-44 Q44,-30 30,-24 Q40,-22 42,-24 Q36,-6 18,-4 Q26,0 30,-2 Q20,16 2,16 Q8,20 12,20 Q-4,38 -40,36 Z",
    ),
    Cut("M-28,22 Q-20,-10 16,-24", 3.5),
    Cut("M-24,26 Q-8,2 10,-4", 3.0),
];
/// Lying flat, head to the right.
pub const LYING: &[Mark] = &[
    Disc(34.0, 28.0, 11.0),
    Line("M16,34 L-12,34 L-44,36", 12.0),
    Line("M12,32 L-4,22", 8.0),
];
/// A small figure that stands.
pub const FIGURE: &[Mark] = &[
    Disc(0.0, -34.0, 13.0),
    Fill("M-19,-14 Q0,-22 19,-14 L17,18 L11,18 L9,48 L-9,48 L-11,18 L-17,18 Z"),
];
/// An open book.
pub const BOOK: &[Mark] = &[
    Fill("M-48,-30 Q-22,-40 0,-26 Q22,-40 48,-30 L48,36 Q22,26 0,40 Q-22,26 -48,36 Z"),
    Cut("M0,-20 L0,36", 4.0),
    Cut("M-38,-16 Q-22,-22 -10,-14", 4.0),
    Cut("M-38,2 Q-22,-4 -10,4", 4.0),
    Cut("M38,-16 Q22,-22 10,-14", 4.0),
    Cut("M38,2 Q22,-4 10,4", 4.0),
];
/// Runs to the right.
pub const RUNNER: &[Mark] = &[
    Disc(18.0, -37.0, 11.0),
    Line("M10,-20 L-4,8", 15.0),
    Line("M10,-20 L-16,-20 L-26,-6", 8.0),
    Line("M10,-18 L24,-4 L40,-12", 8.0),
    Line("M-4,8 L18,18 L14,44", 9.0),
    Line("M-4,8 L-12,28 L-40,28", 9.0),
];
pub const FIST: &[Mark] = &[
    Fill(
        "M-34,-16 Q-34,-36 -22,-36 Q-14,-36 -12,-26 Q-10,-40 2,-40 Q12,-38 12,-26 Q16,-36 24,-34 Q32,-32 32,-20 Q40,-22 42,-12 L42,8 Q42,24 30,30 L28,48 L-20,48 L-22,32 Q-34,22 -34,6 Z",
    ),
    Cut("M-12,-26 L-12,-4", 4.0),
    Cut("M11,-26 L11,-6", 4.0),
    Cut("M31,-18 L31,-4", 4.0),
    Cut("M-32,6 Q-14,-2 6,4 Q10,14 -6,14", 4.0),
];
pub const NET: &[Mark] = &[
    Line("M0,-46 L46,0 L0,46 L-46,0 Z", 7.0),
    Line("M-23,-23 L23,23", 5.0),
    Line("M-8,-38 L38,8", 5.0),
    Line("M-38,-8 L8,38", 5.0),
    Line("M23,-23 L-23,23", 5.0),
    Line("M8,-38 L-38,8", 5.0),
    Line("M38,-8 L-8,38", 5.0),
];
