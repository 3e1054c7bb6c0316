//! The figures on tokens, each a handful of paths in a box from -50 to 50.

use super::canvas::Canvas;
use super::figure::{self, Inks, Mark};
use super::palette::Ink;

use Mark::{Cut, Fill, Gap, Line};

pub(super) const SWORD: &[Mark] = &[
    Fill("M27,-45 L38,-40 L-8,21 L-17,14 Z"),
    Cut("M28,-36 L-10,15", 2.0),
    Line("M-32,4 L0,30", 7.0),
    Line("M-17,20 L-30,36", 7.0),
    Fill("M-40,40 Q-38,30 -30,33 Q-24,40 -31,46 Q-40,47 -40,40 Z"),
];
pub(super) const SPEAR: &[Mark] = &[
    Line("M-36,44 L22,-26", 5.0),
    Fill("M44,-52 Q43,-26 25,-16 L12,-27 Q19,-46 44,-52 Z"),
    Cut("M38,-45 L20,-23", 2.0),
    Line("M8,-24 L24,-10", 4.0),
];
pub(super) const BOW: &[Mark] = &[
    Line("M-30,-40 Q42,-42 38,34", 7.0),
    Line("M-34,-42 L40,40", 2.5),
    Line("M-34,36 L34,-34", 4.0),
    Fill("M44,-45 L40,-24 L24,-38 Z"),
    Line("M-38,28 L-26,40", 3.0),
    Line("M-33,22 L-20,34", 3.0),
];
pub(super) const CROSSBOW: &[Mark] = &[
    Line("M0,-30 L0,44", 9.0),
    Line("M-44,4 Q-34,-26 0,-28 Q34,-26 44,4", 7.0),
    Line("M-44,4 L0,14 L44,4", 2.5),
    Fill("M0,-52 L8,-36 L-8,-36 Z"),
    Line("M0,30 L14,40", 5.0),
];
pub(super) const SHIELD: &[Mark] = &[
    Fill("M-36,-38 Q-16,-36 0,-46 Q16,-36 36,-38 L36,-4 Q34,30 0,50 Q-34,30 -36,-4 Z"),
    Cut("M0,-38 L0,42", 4.0),
    Cut("M-31,-4 L31,-4", 4.0),
    Cut(
        "M-29,-31 Q-14,-30 0,-38 Q14,-30 29,-31 L29,-4 Q27,24 0,41 Q-27,24 -29,-4 Z",
        2.0,
    ),
];
pub(super) const TWIN: &[Mark] = &[
    Fill("M-40,-46 L-28,-40 L20,20 L12,27 Z"),
    Fill("M40,-46 L28,-40 L-20,20 L-12,27 Z"),
    Cut("M-22,14 L22,-40", 1.5),
    Line("M2,32 L30,10", 6.0),
    Line("M-2,32 L-30,10", 6.0),
    Line("M16,24 L30,42", 6.0),
    Line("M-16,24 L-30,42", 6.0),
];
pub(super) const CLUB: &[Mark] = &[
    Fill("M-38,40 L-30,48 L18,4 Q48,-10 44,-34 Q30,-52 10,-36 Q-2,-16 -8,-4 Z"),
    Cut("M8,-22 L16,-14", 3.0),
    Cut("M22,-36 L30,-28", 3.0),
    Cut("M22,-12 L30,-20", 3.0),
    Cut("M-22,30 L-14,38", 3.0),
];
pub(super) const AXE: &[Mark] = &[
    Line("M-34,44 L26,-36", 6.0),
    Fill("M2,-38 Q22,-58 40,-44 L50,-30 Q54,-8 34,6 Q36,-14 24,-16 Q12,-18 2,-38 Z"),
    Cut("M40,-36 Q46,-18 38,-4", 2.0),
];
pub(super) const MACE: &[Mark] = &[
    Line("M-36,42 L10,-12", 7.0),
    Fill("M0,-22 L12,-46 L24,-34 L46,-40 L40,-20 L50,-4 L28,2 L20,20 L6,2 Z"),
    Cut("M14,-20 Q24,-26 32,-16", 3.0),
];
pub(super) const WOLF: &[Mark] = &[
    Fill(
        "M-38,-50 L-18,-28 Q0,-36 18,-28 L38,-50 L40,-8 L22,14 L12,44 Q0,52 -12,44 L-22,14 L-40,-8 Z",
    ),
    Gap("M-26,-10 L-8,-2 L-22,2 Z"),
    Gap("M26,-10 L8,-2 L22,2 Z"),
    Gap("M-8,34 L8,34 L0,42 Z"),
    Cut("M0,6 L0,28", 2.5),
];
pub(super) const FANG: &[Mark] = &[
    Fill(
        "M-46,-26 Q0,-48 46,-26 Q40,-14 34,-12 L27,16 L19,-13 L9,-14 L5,4 L0,-14 L-5,4 L-9,-14 L-19,-13 L-27,16 L-34,-12 Q-40,-14 -46,-26 Z",
    ),
    Fill("M-34,34 L-26,10 L-17,30 L-8,31 L0,16 L8,31 L17,30 L26,10 L34,34 Q0,54 -34,34 Z"),
];
pub(super) const SPIDER: &[Mark] = &[
    Line("M-8,-6 L-28,-28 L-44,-24", 4.5),
    Line("M8,-6 L28,-28 L44,-24", 4.5),
    Line("M-8,-2 L-32,-8 L-48,8", 4.5),
    Line("M8,-2 L32,-8 L48,8", 4.5),
    Line("M-8,4 L-30,14 L-42,34", 4.5),
    Line("M8,4 L30,14 L42,34", 4.5),
    Line("M-6,-10 L-16,-38 L-28,-46", 4.5),
    Line("M6,-10 L16,-38 L28,-46", 4.5),
    Fill(
        "M0,-24 Q14,-22 12,-8 Q24,6 18,28 Q8,46 0,46 Q-8,46 -18,28 Q-24,6 -12,-8 Q-14,-22 0,-24 Z",
    ),
    Gap("M0,10 L8,20 L0,34 L-8,20 Z"),
    Gap("M-7,-17 L-3,-17 L-3,-12 L-7,-12 Z"),
    Gap("M7,-17 L3,-17 L3,-12 L7,-12 Z"),
];
pub(super) const STAFF: &[Mark] = &[
    Line("M-30,46 L14,-14", 6.0),
    Line("M14,-14 Q4,-44 28,-48 Q52,-40 40,-20 Q30,-8 22,-20", 6.0),
    Fill("M29,-38 L33,-31 L41,-30 L35,-24 L36,-16 L29,-20 L22,-16 L23,-24 L17,-30 L25,-31 Z"),
];
pub(super) const RAT: &[Mark] = &[
    Fill("M-48,16 Q-34,-2 -16,-6 Q6,-34 32,-12 Q46,6 34,28 L-22,30 Q-42,28 -48,16 Z"),
    Line("M34,22 Q56,18 44,-14 Q40,-30 50,-38", 4.5),
    Fill("M-16,-4 Q-24,-22 -8,-24 Q2,-18 -2,-4 Z"),
    Gap("M-30,8 L-24,6 L-24,12 L-30,13 Z"),
    Line("M-20,28 L-24,40", 4.5),
    Line("M18,28 L22,40", 4.5),
    Cut("M4,26 Q2,6 22,4", 2.5),
];
pub(super) const GOBLIN: &[Mark] = &[
    Fill(
        "M-52,-24 L-26,-16 Q-20,-42 0,-44 Q20,-42 26,-16 L52,-24 Q44,2 26,6 Q20,34 0,44 Q-20,34 -26,6 Q-44,2 -52,-24 Z",
    ),
    Gap("M-20,-10 L-4,-2 L-16,2 Z"),
    Gap("M20,-10 L4,-2 L16,2 Z"),
    Cut("M0,2 L-4,12 L4,12", 2.5),
    Gap("M-14,20 L-8,20 L-6,28 L-2,20 L14,20 Q0,36 -14,20 Z"),
];
pub(super) const HORNS: &[Mark] = &[
    Fill("M-18,-22 Q-40,-22 -36,-50 Q-58,-28 -44,-8 Q-34,4 -20,0 Z"),
    Fill("M18,-22 Q40,-22 36,-50 Q58,-28 44,-8 Q34,4 20,0 Z"),
    Fill("M-22,-26 Q0,-34 22,-26 L20,6 L12,38 Q0,50 -12,38 L-20,6 Z"),
    Gap("M-16,-8 L-5,-3 L-13,2 Z"),
    Gap("M16,-8 L5,-3 L13,2 Z"),
    Gap("M-7,30 L-2,34 L-7,37 Z"),
    Gap("M7,30 L2,34 L7,37 Z"),
];
pub(super) const HORSE: &[Mark] = &[
    Fill(
        "M-24,48 Q-28,18 -4,-2 Q-18,4 -32,10 Q-44,10 -44,-2 L-18,-32 L-10,-50 L2,-36 Q40,-30 38,12 Q36,34 40,48 Z",
    ),
    Gap("M-20,-18 L-12,-20 L-14,-14 Z"),
    Cut("M14,-24 Q26,-10 24,18", 3.0),
    Cut("M-38,2 L-32,0", 2.5),
];
pub(super) const GIANT: &[Mark] = &[
    Fill("M-28,-18 Q-28,-48 0,-48 Q28,-48 28,-18 L40,-14 Q52,4 48,36 L-48,36 Q-52,4 -40,-14 Z"),
    Gap("M-20,-20 L-5,-15 L-18,-11 Z"),
    Gap("M20,-20 L5,-15 L18,-11 Z"),
    Cut("M-24,-24 L24,-24", 3.0),
    Cut("M-16,2 Q0,10 16,2", 3.0),
    Cut("M-28,-8 Q-30,18 0,22 Q30,18 28,-8", 2.5),
    Line("M-44,42 L44,42", 6.0),
];
pub(super) const SKULL: &[Mark] = &[
    Fill("M-38,-8 Q-40,-48 0,-48 Q40,-48 38,-8 Q36,8 24,14 L22,34 L-22,34 L-24,14 Q-36,8 -38,-8 Z"),
    Gap("M-26,-12 Q-16,-22 -6,-10 Q-8,4 -20,4 Q-28,0 -26,-12 Z"),
    Gap("M26,-12 Q16,-22 6,-10 Q8,4 20,4 Q28,0 26,-12 Z"),
    Gap("M0,4 L6,16 L-6,16 Z"),
    Cut("M-8,22 L-8,34", 3.0),
    Cut("M8,22 L8,34", 3.0),
    Line("M-18,42 L18,42", 6.0),
];
pub(super) const CLAW: &[Mark] = &[
    Fill("M-40,-40 Q-8,-14 -18,44 Q-34,14 -40,-40 Z"),
    Fill("M-10,-48 Q18,-10 4,48 Q-10,10 -10,-48 Z"),
    Fill("M22,-40 Q46,-10 28,40 Q18,4 22,-40 Z"),
];
pub(super) const SNAKE: &[Mark] = &[
    Line(
        "M-40,40 Q8,48 10,28 Q8,10 -14,10 Q-38,6 -32,-16 Q-20,-38 14,-30",
        11.0,
    ),
    Fill("M6,-42 Q34,-50 42,-30 Q34,-12 8,-20 Z"),
    Line("M40,-30 L52,-36", 2.5),
    Gap("M24,-36 L30,-36 L30,-31 L24,-31 Z"),
];
pub(super) const BIRD: &[Mark] = &[
    Fill(
        "M0,-8 Q-18,-34 -50,-30 Q-40,-22 -44,-12 Q-32,-12 -32,-2 Q-20,-4 -12,12 L-8,38 L0,28 L8,38 L12,12 Q20,-4 32,-2 Q32,-12 44,-12 Q40,-22 50,-30 Q18,-34 0,-8 Z",
    ),
    Fill("M-9,-14 Q-8,-34 4,-34 Q14,-34 14,-24 L26,-18 L10,-14 Z"),
    Gap("M2,-28 L7,-28 L7,-23 L2,-23 Z"),
    Line("M-4,36 L-8,48", 3.5),
    Line("M4,36 L8,48", 3.5),
];
pub(super) const EYE: &[Mark] = &[
    Fill("M-34,-10 Q-34,-50 0,-50 Q34,-50 34,-10 Q34,30 16,46 L-16,46 Q-34,30 -34,-10 Z"),
    Gap("M-24,-12 Q0,-34 24,-12 Q0,8 -24,-12 Z"),
    Fill("M0,-22 Q10,-20 10,-12 Q8,-3 0,-2 Q-8,-3 -10,-12 Q-10,-20 0,-22 Z"),
    Cut("M-28,-26 Q0,-42 28,-26", 3.0),
    Cut("M-14,28 Q0,20 14,28", 3.5),
    Cut("M0,6 L-5,16 L4,17", 2.5),
];
/// What is there, but not seen.
pub(super) const UNSEEN: &[Mark] = &[
    Line(
        "M-22,-20 Q-22,-46 2,-46 Q27,-45 26,-21 Q25,-6 10,2 Q1,7 1,20",
        12.0,
    ),
    Fill("M-7,34 L9,34 L9,50 L-7,50 Z"),
];
pub(super) const LOZENGE: &[Mark] = &[
    Fill("M0,-46 L34,0 L0,46 L-34,0 Z"),
    Cut("M0,-30 L22,0 L0,30 L-22,0 Z", 3.0),
];

fn figure(name: &str) -> &'static [Mark] {
    match name {
        "sword" => SWORD,
        "spear" => SPEAR,
        "bow" => BOW,
        "crossbow" => CROSSBOW,
        "shield" => SHIELD,
        "twin" => TWIN,
        "club" => CLUB,
        "axe" => AXE,
        "mace" => MACE,
        "wolf" => WOLF,
        "fang" => FANG,
        "spider" => SPIDER,
        "staff" => STAFF,
        "rat" => RAT,
        "goblin" => GOBLIN,
        "horns" => HORNS,
        "horse" => HORSE,
        "giant" => GIANT,
        "skull" => SKULL,
        "claw" => CLAW,
        "snake" => SNAKE,
        "bird" => BIRD,
        "eye" => EYE,
        "unseen" => UNSEEN,
        _ => LOZENGE,
    }
}

/// Draws a figure around a point; `size` is the length of half its box in pixels.
pub fn draw(canvas: &mut Canvas, name: &str, at: (f32, f32), size: f32, ink: Ink, ground: Ink) {
    let inks = Inks {
        figure: ink,
        ground: Some(ground),
    };
    figure::draw(canvas, figure(name), at, size, inks);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::portrait::FIGURES;

    #[test]
    fn every_figure_is_well_formed_and_differs_from_the_others() {
        let mut seen = std::collections::BTreeSet::new();
        for name in FIGURES.into_iter().chain(["unseen"]) {
            assert!(figure::is_well_formed(figure(name)), "{name}");
            let mut canvas = Canvas::new(64, 64);
            draw(
                &mut canvas,
                name,
                (32.0, 32.0),
                30.0,
                Ink::solid(0, 0, 0),
                Ink::solid(255, 255, 255),
            );
            assert!(seen.insert(canvas.rgba()), "{name} looks like another");
        }
    }
}
