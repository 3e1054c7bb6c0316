//! What a combatant knows, holds ready and is busy with.

use std::collections::BTreeMap;

use crate::combat::state::{AttackMode, KnownAbility, Repertoire, Stats};
use crate::content::equipment::{Material, StrengthUse};
use crate::dice::DiceExpr;
use crate::grid::Reach;
use crate::rules::{
    AbilityDef, AbilityId, DamageKind, Reload, Ruleset, SpecialEffect, Stat, Target, Touch, Uses,
};

/// What a combatant with these abilities knows under a ruleset.
pub fn repertoire(rules: &Ruleset, knows: &BTreeMap<String, Uses>) -> Repertoire {
    let known = knows.iter().filter_map(|(name, uses)| {
        let ability = rules.abilities.id(name)?;
        let left = match uses {
            Uses::AtWill => None,
            Uses::Times(times) => Some(*times),
        };
        Some(KnownAbility { ability, left })
    });
    let mut known: Vec<KnownAbility> = known.collect();
    known.sort_by_key(|known| known.ability);
    Repertoire {
        known,
        ..Repertoire::default()
    }
}

/// The attacks of the abilities that a combatant knows, and of those that draw on their uses.
pub fn modes(
    rules: &Ruleset,
    repertoire: &Repertoire,
    stats: &Stats,
    reach: u8,
) -> Vec<AttackMode> {
    let knows = |name: Option<&String>, id: AbilityId| {
        let source = name.and_then(|name| rules.abilities.id(name));
        let source = source.unwrap_or(id);
        repertoire.known.iter().any(|known| known.ability == source)
    };
    let known = rules.abilities.iter();
    known
        .filter(|(id, def)| knows(def.uses_of.as_ref(), *id))
        .filter_map(|(id, def)| mode(id, def, stats, reach))
        .collect()
}

fn mode(id: AbilityId, def: &AbilityDef, stats: &Stats, reach: u8) -> Option<AttackMode> {
    let ranged = def.attack? != Touch::Melee;
    let range = match def.target {
        Target::One { range, .. } | Target::Several { range, .. } | Target::Lob { range, .. } => {
            range
        }
        Target::User
        | Target::Touch { .. }
        | Target::Company { .. }
        | Target::Burst { .. }
        | Target::Cone { .. }
        | Target::Line { .. }
        | Target::Around { .. }
        | Target::Wounded { .. } => 0,
    };
    let (stat, reach) = if ranged {
        let far = u8::try_from(range).unwrap_or(u8::MAX);
        (Stat::RangedAttack, Reach::new(1, far))
    } else {
        (Stat::MeleeAttack, Reach::new(u8::from(reach > 0), reach))
    };
    let level = stats.plain(Stat::CasterLevel);
    let (damage, kind) = damage(def, level);
    Some(AttackMode {
        name: def.name.clone(),
        weapon: None,
        ranged,
        reach,
        // The whole range is one increment: abilities know no penalty for distance, but those that are thrown.
        increment: if ranged { range } else { 0 },
        increments: u8::from(ranged),
        attack: stats.of(stat).to_vec(),
        iterations: Vec::new(),
        damage,
        damage_bonus: Vec::new(),
        kinds: vec![kind],
        threat: 20,
        multiplier: 2,
        material: Material::Soft,
        strength: StrengthUse::None,
        reload: Reload::None,
        usable_prone: true,
        nonlethal: false,
        unarmed: false,
        armed: true,
        light: true,
        hands: 0,
        off_hand: false,
        natural: true,
        secondary: false,
        ability: Some(id),
        also: Vec::new(),
        improvised: false,
        brutal: 0,
        both_hands: false,
        carries: None,
        touch: def.attack != Some(Touch::Missile),
    })
}

/// The first damage that an ability deals, for odds.
fn damage(def: &AbilityDef, level: i32) -> (DiceExpr, DamageKind) {
    let first = def.effects.iter().find_map(SpecialEffect::damage);
    let Some((amount, kind)) = first else {
        return (DiceExpr::constant(0), DamageKind::Untyped);
    };
    (crate::combat::ability::effect::dice(amount, level), kind)
}
