//! A weapon made for one hand, taken in both by choice.

use crate::combat::contract::{Refusal, Seat};
use crate::combat::equipment::grip;
use crate::combat::state::{AttackMode, Attacks, State};
use crate::content::Catalogue;
use crate::rules::{ModifierKind, Ruleset, Topic};

/// Adds a form for each weapon that strikes harder in both hands than in one. They come after all
/// others, so that nothing that names a form by its number changes.
pub(crate) fn add(rules: &Ruleset, catalogue: &Catalogue, forms: &mut Attacks) {
    if !rules.policies.damage.both_hands_by_choice {
        return;
    }
    let both: Vec<AttackMode> = forms
        .0
        .iter()
        .filter_map(|form| in_both(rules, catalogue, form))
        .collect();
    forms.0.extend(both);
}

/// A form as it is with the second hand on the weapon, if that is possible and makes a difference.
fn in_both(rules: &Ruleset, catalogue: &Catalogue, form: &AttackMode) -> Option<AttackMode> {
    let weapon = catalogue.weapons.get(form.weapon?)?;
    let alone = form.hands == 1 && !form.off_hand && !form.unarmed;
    if form.ranged || form.light || !alone || weapon.fastened {
        return None;
    }
    let mut form = form.clone();
    let strength = |kind| kind == ModifierKind::Strength;
    let bonus = form.damage_bonus.iter_mut().find(|m| strength(m.kind))?;
    // A bonus of 1 has no half to add, and a penalty counts once in any case.
    if bonus.value < 2 {
        return None;
    }
    bonus.value = bonus.value * 3 / 2;
    bonus.rule = rules.cite(Topic::TwoHands);
    form.name = format!("{} (two hands)", form.name);
    form.hands = 2;
    form.both_hands = true;
    Some(form)
}

/// Whether the other hand is free to take hold as well, where a form asks for it.
pub fn fits(state: &State, seat: Seat, form: &AttackMode) -> Result<(), Refusal> {
    if form.both_hands && grip::hands_beside(state, seat, form.weapon) > 0 {
        let reason = "You need your other hand free.";
        return state.refuse(Topic::TwoHands, reason);
    }
    Ok(())
}
