//! The attacks of a full attack, one after another over several choices.

use crate::combat::attack::at_hand;
use crate::combat::checks::modifier;
use crate::combat::contract::Seat;
use crate::combat::state::full_attack::Entry;
use crate::combat::state::{Access, DeclaredAction, FullAttack, Source, State, Striking};
use crate::rules::{ActionDef, Capability, Modifier, ModifierKind, Topic};

/// All attacks of a full attack begun with this form.
fn attacks<'a>(
    state: &'a State,
    seat: Seat,
    form: u8,
    both_weapons: bool,
) -> impl Iterator<Item = Entry> + 'a {
    let forms = &state.get(seat).forms.0;
    let first = forms.get(usize::from(form));
    let body = first.filter(|first| first.natural);
    let held = first.filter(|first| !first.natural);
    let off = held.and_then(|_| second_weapon(state, seat, form));
    let off = off.filter(|_| both_weapons);
    let (main, other) = off.map_or((0, 0), |off| penalties(state, seat, form, off));
    let entry = |source, form, lower_by, two_weapons| Entry {
        form,
        place: 0,
        lower_by,
        two_weapons,
        source,
        linked_to: None,
    };
    // A body strikes with everything it has, the primary weapon first.
    let bodily = (0..forms.len() as u8).filter(move |i| {
        let form = &forms[usize::from(*i)];
        body.is_some_and(|first| form.natural && form.ranged == first.ranged)
    });
    let further = held.into_iter().flat_map(|held| &held.iterations);
    let all = bodily.map(move |i| entry(Source::Natural, i, 0, 0));
    all.chain(held.map(|_| entry(Source::Weapon, form, 0, main)))
        .chain(off.map(|off| Entry {
            linked_to: Some(0),
            ..entry(Source::OffHand, off, 0, other)
        }))
        .chain(further.map(move |lower| entry(Source::Further, form, *lower, main)))
        .zip(0..)
        .map(|(entry, place)| Entry { place, ..entry })
}

/// How many attacks a full attack begun with this form has.
pub fn count(state: &State, seat: Seat, form: u8) -> u8 {
    attacks(state, seat, form, false).count() as u8
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

/// The full attack that this action goes on with.
fn under_way<'a>(state: &'a State, declared: &DeclaredAction) -> Option<&'a FullAttack> {
    let begun = &state.get(declared.seat).budget.full_attack;
    (begun.action == Some(declared.action)).then_some(begun)
}

/// The next attack of a full attack: its form and its own modifiers.
pub fn next(state: &State, declared: &DeclaredAction) -> Option<(u8, Vec<Modifier>)> {
    let attack = match under_way(state, declared) {
        Some(begun) => *begun.next()?,
        None => {
            let both = declared.manner.both_weapons;
            attacks(state, declared.seat, declared.form?, both).next()?
        }
    };
    let parts = [
        (ModifierKind::Iteration, Topic::Iteration, attack.lower_by),
        (
            ModifierKind::TwoWeapons,
            Topic::TwoWeapons,
            attack.two_weapons,
        ),
    ];
    let parts = parts.into_iter().filter(|(.., value)| *value != 0);
    let extra = parts.map(|(kind, topic, value)| modifier(state, topic, kind, value));
    Some((attack.form, extra.collect()))
}

/// Counts the attack of this action as made, if it is one of a full attack.
pub fn take(battle: &mut Access<Striking>, declared: &DeclaredAction) {
    let def = battle.rules().actions.get(declared.action);
    if declared.readied || !def.is_some_and(ActionDef::strikes_all) {
        return;
    }
    let begins = under_way(battle, declared).is_none();
    if begins && declared.form.is_none() {
        return;
    }
    // Taken out meanwhile, because the list of attacks looks at the battle.
    let mut list = std::mem::take(&mut battle.budget_mut(declared.seat).full_attack);
    if let Some(form) = declared.form.filter(|_| begins) {
        let both = declared.manner.both_weapons;
        list.begin(declared.action, attacks(battle, declared.seat, form, both));
    }
    list.take();
    battle.budget_mut(declared.seat).full_attack = list;
}

/// Whether there is an attack to give up.
pub fn tradable(state: &State, seat: Seat) -> bool {
    state.get(seat).budget.full_attack.worst().is_some()
}
