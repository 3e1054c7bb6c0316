//! A weapon made for one hand, taken in both by choice.

use crate::combat::contract::{Refusal, Seat};
use crate::combat::equipment::{arms, grip};
use crate::combat::state::{AttackMode, Attacks, State};
use crate::content::Catalogue;
use crate::rules::{ModifierKind, Ruleset, Topic};

/// Adds a mode for each weapon that strikes harder in both hands than in one. They come after all
/// others, so that nothing that names a mode by its number changes.
pub(crate) fn add(rules: &Ruleset, catalogue: &Catalogue, modes: &mut Attacks) {
    if !rules.policies.damage.both_hands_by_choice {
        return;
    }
    let both: Vec<AttackMode> = modes
        .0
        .iter()
        .filter_map(|mode| in_both(rules, catalogue, mode))
        .collect();
    modes.0.extend(both);
}

/// A mode as it is with the second hand on the weapon, if that is possible and makes a difference.
fn in_both(rules: &Ruleset, catalogue: &Catalogue, mode: &AttackMode) -> Option<AttackMode> {
    let weapon = catalogue.weapons.get(mode.weapon?)?;
    let alone = mode.hands == 1 && !mode.off_hand && !mode.unarmed;
    if mode.ranged || mode.light || !alone || weapon.fastened {
        return None;
    }
    let mut mode = mode.clone();
    let strength = |kind| kind == ModifierKind::Strength;
    let bonus = mode.damage_bonus.iter().find(|m| strength(m.kind))?;
    let (one, rule) = (bonus.value, rules.cite(Topic::TwoHands));
    mode.hands = 2;
    let two = arms::strength_to_damage(rules, &mode, one);
    // A bonus of 1 may have no half to add, and a penalty counts once in any case.
    if two <= one {
        return None;
    }
    let bonus = mode.damage_bonus.iter_mut().find(|m| strength(m.kind))?;
    (bonus.value, bonus.rule) = (two, rule);
    mode.name = format!("{} (two hands)", mode.name);
    mode.both_hands = true;
    Some(mode)
}

/// Whether the other hand is free to take hold as well, where a mode asks for it. What is thrown with
/// both hands has a rule of its own.
pub fn fits(state: &State, seat: Seat, mode: &AttackMode) -> Result<(), Refusal> {
    let policies = &state.rules().policies;
    let projectile = || {
        let weapon = mode
            .weapon
            .and_then(|w| state.book.catalogue.weapons.get(w));
        weapon.is_some_and(|weapon| weapon.projectile)
    };
    let held = policies.economy.free_hand && mode.hands == 2 && (!mode.ranged || projectile());
    if (mode.both_hands || held) && grip::hands_beside(state, seat, mode.weapon) > 0 {
        let reason = "You need your other hand free.";
        return state.refuse(Topic::TwoHands, reason);
    }
    Ok(())
}
