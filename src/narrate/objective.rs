//! What wins a battle, in words.

use crate::content::{LevelDef, Objective};

/// What wins, in a sentence.
pub fn objective(level: &LevelDef) -> String {
    let side = |id: &String| {
        level
            .sides
            .iter()
            .find(|s| s.id == *id)
            .map_or(id.clone(), |s| s.name.clone())
    };
    let place = |zone: &String| zone.replace('_', " ");
    match &level.objective {
        Objective::DefeatAll => "Defeat all enemies.".into(),
        Objective::Hold { zone, rounds } => {
            format!(
                "Hold the {} for {rounds} rounds, or defeat all enemies.",
                place(zone)
            )
        }
        Objective::Reach {
            side: who,
            zone,
            count,
        } => {
            format!("{}: bring {count} to the {}.", side(who), place(zone))
        }
        Objective::Survive { side: who, rounds } => {
            format!("{}: hold out {rounds} rounds.", side(who))
        }
    }
}
