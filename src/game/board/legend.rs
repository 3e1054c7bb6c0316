//! Every mark on the board with what it means.

use bevy::prelude::*;

use super::goal::GOLD;
use super::labels::{DANGER, ROUND};
use super::lines::{COVERED, FLANK, SIGHT};
use super::marks::{CHOICE, SPOT};
use super::tokens::TWIN;
use crate::art::palette::ColourSet;
use crate::art::{Canvas, icon, mark, sign, token};
use crate::game::theme::color;
use crate::rules::Ruleset;

/// A mark, and what it means.
pub struct Entry {
    pub sample: Sample,
    pub means: &'static str,
}

/// How a mark looks.
pub enum Sample {
    /// A drawing, tinted.
    Drawing(Canvas, Color),
    /// Letters on a slip of this colour.
    Slip(&'static str, Color),
    /// A line of this colour.
    Line(Color),
}

/// All marks: those on the ground first, then those on tokens and between them. Without those that the rule
/// system in play has no use for.
pub fn legend(colours: &ColourSet, rules: Option<&Ruleset>) -> Vec<Entry> {
    use Sample::{Drawing, Line, Slip};
    let dashes = || mark::dashed(mark::OUTLINES - 1);
    let border = || mark::outline(mark::OUTLINES - 1);
    let dark = Color::srgba(0.10, 0.07, 0.05, 0.9);
    let entries = [
        (
            Drawing(border(), color(colours.reach[0])),
            "So far you can walk without giving up an attack.",
        ),
        (
            Drawing(dashes(), color(colours.reach[1])),
            "So far you can walk with your whole turn.",
        ),
        (
            Drawing(mark::warning(), Color::WHITE),
            "The way here costs you an attack of opportunity.",
        ),
        (
            Drawing(mark::hatched(), color(colours.threat)),
            "Threatened by the enemy you point at, or by all ({F2}).",
        ),
        (
            Drawing(dashes(), color(colours.threat)),
            "The enemy you point at could strike here after one move.",
        ),
        (
            Drawing(mark::wash(), CHOICE),
            "Choose one of these squares.",
        ),
        (Drawing(mark::wash(), SPOT), "You can aim or end here."),
        (
            Drawing(mark::wash(), color(colours.area)),
            "What your ability would cover.",
        ),
        (
            Drawing(mark::wash(), color(colours.blessed)),
            "The same, where it helps your own side.",
        ),
        (
            Drawing(mark::wash(), color(colours.lane)),
            "The way of your charge.",
        ),
        (
            Drawing(border(), GOLD),
            "The place that the battle is about.",
        ),
        (Drawing(mark::flag(), Color::WHITE), "Its flag."),
        (
            Drawing(mark::dropped(), Color::WHITE),
            "A weapon or a shield lies here.",
        ),
        (Drawing(mark::corners(), Color::WHITE), "Your cursor."),
        (Drawing(token::halo(), Color::WHITE), "Whose turn it is."),
        (
            Drawing(token::reticle(), Color::WHITE),
            "The target of what a click would do.",
        ),
        (
            Drawing(token::ring(token::RING_STEPS / 2, colours), Color::WHITE),
            "Hit points that are left.",
        ),
        (
            Drawing(token::token("unseen", 1, false, colours), Color::WHITE),
            "An enemy that you do not see, though you know its square.",
        ),
        (Slip("60 %", dark), "Your chance to hit this enemy."),
        (Slip("2", TWIN), "Which of several of a kind it is."),
        (
            Drawing(sign::sign(Some("drop_prone"), false), Color::WHITE),
            "A condition that hinders it: square and red.",
        ),
        (
            Drawing(sign::sign(Some("bless"), true), Color::WHITE),
            "A condition that helps it: round and green.",
        ),
        (
            Line(Color::srgb(1.0, 0.95, 0.80)),
            "The way you would walk, with its price at the end.",
        ),
        (
            Line(ROUND),
            "A way round that gives fewer attacks away: Shift+click takes it.",
        ),
        (
            Line(DANGER),
            "An enemy that would strike at you there: on the way, or (thin) once you stand there.",
        ),
        (
            Slip("it 45", dark),
            "From where you point: your chance to hit it, and its chance to hit you.",
        ),
        (
            Slip("way 30", dark),
            "Its chance to hit you on the way there.",
        ),
        (
            Line(SIGHT),
            "Your line of sight for a shot; amber if there is cover on it.",
        ),
        (
            Drawing(
                icon::icon("shield_defence").unwrap_or_else(mark::corners),
                COVERED,
            ),
            "The target has cover from you on this side.",
        ),
    ];
    let entry = |(sample, means)| Entry { sample, means };
    let mut entries: Vec<Entry> = entries.map(entry).into();
    if rules.is_none_or(|rules| rules.policies.attack.flanking.exists()) {
        entries.push(entry((Line(FLANK), "You and this ally flank the target.")));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::palette::COLOUR_SETS;
    use crate::combat::testkit::testing::ruleset;

    #[test]
    fn a_system_without_flanking_has_no_mark_for_it() {
        let flanks = |system: &str| {
            let entries = legend(&COLOUR_SETS[0], Some(&ruleset(system)));
            entries.iter().any(|entry| entry.means.contains("flank"))
        };
        assert!(flanks("classic_d20"));
        assert!(!flanks("spiritual_pressure"));
    }
}
