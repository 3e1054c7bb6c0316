//! What the special abilities of a combatant could do next, in short.

use crate::combat::ability::{def, effect, is_held, kind, level, usable};
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::contract::{BestAbility, Seat};
use crate::combat::state::State;
use crate::rules::{AbilityId, SpecialEffect};

/// What putting an enemy into a bad state counts beside damage, as twice a number of points.
const STATE: i32 = 12;

/// Points of a wound that may spoil an ability.
const WOUND: i32 = 10;

fn percent(chance: f64) -> u8 {
    (chance * 100.0) as u8
}

/// The best ability against enemies that a combatant could use as it is now.
pub fn might(state: &State, seat: Seat) -> Option<BestAbility> {
    let known = &state.get(seat).repertoire.known;
    if known.is_empty() {
        return None;
    }
    let spells = known
        .iter()
        .filter_map(|known| spell(state, seat, known.ability));
    let weight = |spell: &BestAbility| {
        let hindering = if spell.hinders { STATE } else { 0 };
        (spell.mean_x2 + hindering) * i32::from(spell.holds)
    };
    spells.max_by_key(weight)
}

fn spell(state: &State, seat: Seat, ability: AbilityId) -> Option<BestAbility> {
    usable(state, seat, ability).ok()?;
    let def = def(state, ability)?;
    if def.target.spares_enemies() || def.answers.is_some() {
        return None;
    }
    let level = level(state, seat, ability);
    let mut spell = BestAbility {
        mean_x2: 0,
        hinders: false,
        holds: 100,
        spoils: 0,
    };
    for effect in &def.effects {
        match effect {
            SpecialEffect::Damage { amount, .. } => {
                spell.mean_x2 += effect::dice(amount, level).mean_x2();
            }
            // What cannot be resisted is rather a help to allies.
            SpecialEffect::Condition { .. } => spell.hinders |= def.save.is_some(),
            SpecialEffect::Heal { .. }
            | SpecialEffect::TemporaryHitPoints { .. }
            | SpecialEffect::Weaken { .. }
            | SpecialEffect::Cures { .. }
            | SpecialEffect::Splash { .. }
            | SpecialEffect::SplashHalf
            | SpecialEffect::Turn { .. }
            | SpecialEffect::Ground { .. }
            | SpecialEffect::Push { .. }
            | SpecialEffect::Initiative(_)
            | SpecialEffect::Dispel { .. } => {}
        }
    }
    if spell.mean_x2 == 0 && !spell.hinders {
        return None;
    }
    if let Some(rule) = kind(state, ability).and_then(|kind| kind.concentration) {
        let chance = |against: i32| {
            let against = against + i32::from(def.level);
            DifficultyCheck::of_stat(state, seat, rule.check, against).chance()
        };
        if let Some(against) = rule.held.filter(|_| is_held(state, seat)) {
            spell.holds = percent(chance(against));
        }
        spell.spoils = percent(1.0 - chance(rule.damage + WOUND));
    }
    Some(spell)
}
