//! Icons of attacks.

use super::parts::{
    ARROW, BULL, CRATE, FIGURE, HAND, LYING, RUNNER, SHIELD, SKULL, SWORD, SWORD_GAP, WING,
};
use crate::art::figure::Mark;

use Mark::{Cut, Disc, Faint, FaintLine, Fill, Gap, Hole, Line, Mirror, Part};

pub const ICONS: &[(&str, &[Mark])] = &[
    ("attack", &[Part(SWORD, 2.0, 0.0, 1.12, 42.0)]),
    (
        "full_attack",
        &[
            Part(SWORD, 0.0, 0.0, 1.1, 40.0),
            Mirror(SWORD_GAP, 0.0, 0.0, 1.1, -40.0),
            Mirror(SWORD, 0.0, 0.0, 1.1, -40.0),
        ],
    ),
    (
        "defensive_attack",
        &[
            Part(SWORD, 12.0, -4.0, 1.0, 42.0),
            Part(SHIELD_GAP, -15.0, 16.0, 0.64, 0.0),
            Part(SHIELD, -15.0, 16.0, 0.64, 0.0),
        ],
    ),
    (
        "full_defensive_attack",
        &[
            Part(SWORD, -4.0, -4.0, 1.0, 40.0),
            Mirror(SWORD_GAP, -4.0, -4.0, 1.0, -40.0),
            Mirror(SWORD, -4.0, -4.0, 1.0, -40.0),
            Part(SHIELD_GAP, 26.0, 22.0, 0.48, 0.0),
            Part(SHIELD, 26.0, 22.0, 0.48, 0.0),
        ],
    ),
    (
        "shield_attack",
        &[
            Part(SWORD, 18.0, -6.0, 0.92, 42.0),
            Part(SHIELD_GAP, -8.0, 6.0, 0.86, 0.0),
            Part(SHIELD, -8.0, 6.0, 0.86, 0.0),
        ],
    ),
    (
        "full_shield_attack",
        &[
            Part(SWORD, 0.0, 0.0, 1.12, 45.0),
            Mirror(SWORD, 0.0, 0.0, 1.12, -45.0),
            Part(SHIELD_GAP, 0.0, 0.0, 0.6, 0.0),
            Part(SHIELD, 0.0, 0.0, 0.6, 0.0),
        ],
    ),
    (
        "shoot",
        &[
            Line("M-30,-44 Q44,-44 44,30", 8.0),
            Line("M-30,-44 L44,30", 3.5),
            Line("M-38,38 L28,-28", 5.0),
            Fill("M46,-46 L38,-18 L18,-38 Z"),
            Line("M-46,30 L-32,32 L-30,46", 5.0),
        ],
    ),
    (
        "throw",
        &[
            Line("M-8,12 L26,-22", 7.0),
            Fill("M48,-46 L40,-10 L12,-36 Z"),
            FaintLine("M-46,6 L-22,-18", 6.0),
            FaintLine("M-44,44 L-18,20", 6.0),
            FaintLine("M-6,46 L14,24", 6.0),
        ],
    ),
    (
        "charge",
        &[
            Part(RUNNER, 2.0, 4.0, 0.92, 0.0),
            Cut("M-30,-2 L50,-14", 13.0),
            Line("M-34,-2 L30,-11", 6.0),
            Fill("M50,-14 L28,-21 L30,-2 Z"),
            Line("M-48,-30 L-24,-30", 6.0),
            Line("M-48,24 L-38,24", 6.0),
        ],
    ),
    ("bull_rush", &[Part(BULL, 0.0, 0.0, 0.96, 0.0)]),
    (
        "bull_rush_charge",
        &[
            Part(BULL, 14.0, 0.0, 0.74, 0.0),
            Line("M-46,-22 L-28,-22", 6.0),
            Line("M-46,2 L-14,2", 6.0),
            Line("M-46,26 L-14,26", 6.0),
        ],
    ),
    (
        "overrun",
        &[
            Part(LYING, 0.0, 6.0, 0.96, 0.0),
            Line("M-42,6 Q-10,-52 22,-14", 9.0),
            Fill("M40,6 L8,-8 L34,-28 Z"),
        ],
    ),
    (
        "dive",
        &[
            Part(WING, 19.0, -16.0, 0.56, 18.0),
            Mirror(WING, -19.0, -16.0, 0.56, -18.0),
            Line("M0,-6 L0,22", 12.0),
            Fill("M-22,16 L22,16 L0,48 Z"),
        ],
    ),
    (
        "strike_square",
        &[
            FaintLine("M-44,0 L-44,44 L0,44", 6.0),
            FaintLine("M44,0 L44,44 L14,44", 6.0),
            FaintLine("M-44,-14 L-44,-40 L-20,-40", 6.0),
            FaintLine("M44,-14 L44,-40 L26,-40", 6.0),
            Part(SWORD, 0.0, -4.0, 0.9, 180.0),
        ],
    ),
    (
        "object",
        &[
            Part(CRATE, -6.0, 8.0, 0.9, 0.0),
            Gap("M30,-44 L-2,-8 L10,0 L-12,30 L22,-6 L8,-12 L46,-44 Z"),
            Line("M44,-44 L26,-26", 8.0),
        ],
    ),
    (
        "object_carefully",
        &[
            Part(CRATE, -8.0, 12.0, 0.78, 0.0),
            Hole(22.0, -20.0, 27.0),
            Line("M-2,-20 L46,-20", 5.0),
            Line("M22,-44 L22,4", 5.0),
            Disc(22.0, -20.0, 16.0),
            Hole(22.0, -20.0, 10.0),
            Disc(22.0, -20.0, 5.0),
        ],
    ),
    (
        "mighty_blow",
        &[
            Line("M-38,44 L14,-14", 9.0),
            Fill("M-12,-24 L14,-50 L48,-16 L22,10 Z"),
            Cut("M-1,-22 L20,-1", 4.0),
            FaintLine("M-44,-8 Q-40,-30 -24,-42", 6.0),
            FaintLine("M8,46 Q34,42 44,24", 6.0),
        ],
    ),
    (
        "opening",
        &[
            Part(SHIELD, -4.0, 0.0, 0.96, 0.0),
            Gap("M-6,-52 L-16,-16 L2,-2 L-14,52 L22,-8 L4,-20 L14,-52 Z"),
        ],
    ),
    (
        "coup_de_grace",
        &[
            Part(SKULL, 0.0, 20.0, 0.66, 0.0),
            Cut("M0,-40 L0,14", 22.0),
            Part(SWORD, 0.0, -14.0, 0.74, 180.0),
        ],
    ),
    (
        "sunder",
        &[
            Line("M-42,18 L-18,42", 8.0),
            Line("M-30,30 L-42,42", 9.0),
            Fill("M-26,22 L-2,-6 L4,4 L12,4 L-16,32 Z"),
            Fill("M44,-46 L40,-26 L24,-6 L18,-16 L8,-18 L26,-38 Z"),
            Line("M-12,-30 L-4,-16", 5.0),
            Line("M34,12 L20,6", 5.0),
            Line("M-28,-14 L-14,-8", 5.0),
            Line("M22,32 L14,18", 5.0),
        ],
    ),
    (
        "embers",
        &[
            Part(HAND, -12.0, 14.0, 0.66, 60.0),
            Disc(18.0, -8.0, 7.0),
            Disc(40.0, -12.0, 6.0),
            Disc(26.0, -32.0, 6.0),
            Disc(42.0, 14.0, 5.0),
            Disc(44.0, -38.0, 4.0),
        ],
    ),
    (
        "rally",
        &[
            Line("M-30,-44 L-30,48", 8.0),
            Fill("M-24,-42 Q0,-52 18,-40 Q34,-32 46,-40 L46,4 Q30,14 14,4 Q-2,-6 -24,6 Z"),
            Cut("M-12,-22 Q6,-30 32,-18", 4.0),
            Faint("M-44,44 L-16,44 L-16,50 L-44,50 Z"),
        ],
    ),
    (
        "drive_on",
        &[
            Part(FIGURE, -26.0, 0.0, 0.8, 0.0),
            Part(ARROW, 20.0, -14.0, 0.6, 0.0),
            Part(ARROW, 20.0, 20.0, 0.6, 0.0),
        ],
    ),
];

/// Leaves room around a shield that lies over something.
const SHIELD_GAP: &[Mark] = &[
    Cut(
        "M-36,-38 Q-16,-36 0,-46 Q16,-36 36,-38 L36,-4 Q34,30 0,50 Q-34,30 -36,-4 Z",
        16.0,
    ),
    Gap("M-36,-38 Q-16,-36 0,-46 Q16,-36 36,-38 L36,-4 Q34,30 0,50 Q-34,30 -36,-4 Z"),
];
