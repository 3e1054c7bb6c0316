//! The attacks of a full attack, one after another over several choices.

use crate::combat::attack::at_hand;
use crate::combat::checks::modifier;
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Striking;
use crate::combat::state::combatant::RoutineAttack;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, State};
use crate::rules::{Capability, Modifier, ModifierKind, Topic};

/// All attacks of a full attack begun with this form.
fn attacks(state: &State, seat: Seat, form: u8, both_weapons: bool) -> Vec<RoutineAttack> {
    let fighter = state.get(seat);
    let forms = &fighter.forms.0;
    let Some(first) = forms.get(usize::from(form)) else {
        return Vec::new();
    };
    let plain = |form: u8| RoutineAttack {
        form,
        iteration: 0,
        two_weapons: 0,
    };
    if first.natural {
        // A body strikes with everything it has, the primary weapon first.
        return (0..forms.len() as u8)
            .filter(|i| {
                let form = &forms[usize::from(*i)];
                form.natural && form.ranged == first.ranged
            })
            .map(plain)
            .collect();
    }
    let off = second_weapon(state, seat, form).filter(|_| both_weapons);
    let (main_penalty, off_penalty) = off.map_or((0, 0), |off| penalties(state, seat, form, off));
    let mut routine = vec![RoutineAttack {
        form,
        iteration: 0,
        two_weapons: main_penalty,
    }];
    if let Some(off) = off {
        routine.push(RoutineAttack {
            form: off,
            iteration: 0,
            two_weapons: off_penalty,
        });
    }
    routine.extend(first.iterations.iter().map(|lower| RoutineAttack {
        form,
        iteration: *lower,
        two_weapons: main_penalty,
    }));
    routine
}

/// How many attacks a full attack begun with this form has.
pub fn count(state: &State, seat: Seat, form: u8) -> u8 {
    attacks(state, seat, form, false).len() as u8
}

/// The form of the weapon in the off hand.
fn second_weapon(state: &State, seat: Seat, main: u8) -> Option<u8> {
    let forms = &state.get(seat).forms.0;
    let ranged = forms.get(usize::from(main))?.ranged;
    (0..forms.len() as u8).find(|i| {
        let form = &forms[usize::from(*i)];
        *i != main
            && form.off_hand
            && form.ranged == ranged
            && at_hand::usable(state, seat, *i).is_ok()
    })
}

/// What fighting with two weapons takes from the main and from the off hand.
fn penalties(state: &State, seat: Seat, main: u8, off: u8) -> (i32, i32) {
    let Some(rule) = state.rules().policies.attack.two_weapons else {
        return (0, 0);
    };
    let fighter = state.get(seat);
    let has = |capability| fighter.who.capabilities.contains(&capability);
    let form = |index: u8| fighter.forms.0.get(usize::from(index));
    let weapon = |index: u8| form(index).and_then(|form| form.weapon);
    // The other end of a double weapon counts as light.
    let double = weapon(off).is_some() && weapon(off) == weapon(main);
    let light = double || form(off).is_some_and(|form| form.light || form.unarmed);
    let (mut main_hand, mut off_hand) = (rule.main, rule.off);
    if light {
        main_hand += rule.light;
        off_hand += rule.light;
    }
    if has(Capability::TwoWeaponFighting) {
        main_hand += rule.skill.0;
        off_hand += rule.skill.1;
    }
    if has(Capability::Ambidexterity) {
        off_hand += rule.ambidexterity;
    }
    (main_hand.min(0), off_hand.min(0))
}

/// Whether this action goes on with a full attack already begun.
fn under_way(state: &State, declared: &DeclaredAction) -> bool {
    let budget = state.get(declared.seat).budget;
    budget.routine_action == Some(declared.action)
}

/// The next attack of a full attack: its form and its own modifiers.
pub fn next(state: &State, declared: &DeclaredAction) -> Option<(u8, Vec<Modifier>)> {
    let attack = if under_way(state, declared) {
        *state.get(declared.seat).budget.routine.first()?
    } else {
        *attacks(
            state,
            declared.seat,
            declared.form?,
            declared.manner.both_weapons,
        )
        .first()?
    };
    let mut extra = Vec::new();
    if attack.iteration != 0 {
        extra.push(modifier(
            state,
            Topic::Iteration,
            ModifierKind::Iteration,
            attack.iteration,
        ));
    }
    if attack.two_weapons != 0 {
        let (kind, topic) = (ModifierKind::TwoWeapons, Topic::TwoWeapons);
        extra.push(modifier(state, topic, kind, attack.two_weapons));
    }
    Some((attack.form, extra))
}

/// Counts the attack of this action as made, if it is one of a full attack.
pub fn take(battle: &mut Access<Striking>, declared: &DeclaredAction) {
    let full = battle
        .rules()
        .actions
        .get(declared.action)
        .is_some_and(crate::rules::ActionDef::strikes_all);
    if !full || declared.readied {
        return;
    }
    if !under_way(battle, declared) {
        let Some(form) = declared.form else { return };
        let routine = attacks(battle, declared.seat, form, declared.manner.both_weapons);
        let budget = battle.budget_mut(declared.seat);
        budget.routine = routine;
        budget.routine_action = Some(declared.action);
        budget.routine_made = 0;
    }
    let budget = battle.budget_mut(declared.seat);
    if !budget.routine.is_empty() {
        budget.routine.remove(0);
        budget.routine_made = budget.routine_made.saturating_add(1);
    }
}
