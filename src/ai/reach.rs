//! How far a combatant can do harm by its abilities.

use crate::combat::contract::CombatantView;
use crate::rules::{AbilityDef, Ruleset, SpecialEffect};

/// How far an ability reaches at most with which a combatant could harm enemies in its next turn.
pub(super) fn of(rules: &Ruleset, own: &CombatantView) -> Option<u32> {
    let left = own.abilities.iter().filter(|known| known.left != Some(0));
    let defs = left.filter_map(|known| rules.abilities.get(known.ability));
    let payable = |def: &&AbilityDef| {
        let mut takes = def.takes.iter();
        takes.all(|(pool, points)| {
            let pool = rules.pools.id(pool);
            pool.is_some_and(|pool| own.points.of(pool) >= i32::from(*points))
        })
    };
    let harmful = defs.filter(|def| harms(def)).filter(payable);
    harmful.filter_map(|def| def.target.squares_away()).max()
}

/// Whether an ability does damage.
pub(super) fn harms(def: &AbilityDef) -> bool {
    let harm = |effect: &SpecialEffect| matches!(effect, SpecialEffect::Damage { .. });
    def.effects.iter().any(harm)
}
