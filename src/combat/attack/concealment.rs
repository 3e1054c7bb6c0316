//! Concealment: the chance that an attack misses a target that is hard to see.

use crate::combat::conditions::perception;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::damage::{resistance, substance};
use crate::combat::state::{AttackMode, AttackOrder, Rolling, State};
use crate::combat::{conditions, damage, threat};
use crate::content::terrain::Concealment;
use crate::dice::Purpose;
use crate::grid::Area;
use crate::rules::Topic;

/// How high the die may show for an attack on `target` from `from` to miss: in percent, or on the die
/// of the attack itself. Of several the highest counts.
pub fn number(state: &State, attacker: Seat, from: Area, target: Seat) -> u8 {
    let rule = state.rules().policies.attack.concealment;
    let Some(to) = state.area(target) else {
        return 0;
    };
    let number = match perception::at(state, attacker, from, target, to).hidden {
        Concealment::None => return 0,
        Concealment::Light => rule.light,
        Concealment::Half => rule.half,
        Concealment::Heavy => rule.heavy,
        Concealment::NineTenths => rule.nine_tenths,
        Concealment::Total => return rule.total,
    };
    let deeper = conditions::in_force(state, target).map(|(_, def)| def.deepens);
    let deeper = number.saturating_add(deeper.max().unwrap_or(0));
    deeper.min(rule.total.max(number))
}

/// The highest natural result with which an attack misses a target that is seen but not all there (EP-PHAS-01).
pub(crate) fn eludes(state: &State, order: &AttackOrder, mode: &AttackMode) -> u8 {
    if !substance::is_elusive(state, order.target) {
        return 0;
    }
    let natures = substance::of_attack(state, order.attacker, mode);
    let kind = damage::kind_in(mode, order.manner);
    let natures = resistance::natures_of(state, order.target, kind, natures);
    substance::eludes(state, order.target, natures)
}

/// Whether a plain attack with this mode is made as at a target that is totally concealed.
pub(crate) fn is_eluded(state: &State, (attacker, target): (Seat, Seat), mode: u8) -> bool {
    let order = AttackOrder::plain(attacker, target, mode);
    let mode = state.mode(&order);
    mode.is_some_and(|mode| eludes(state, &order, mode) > 0)
}

/// Whether all attacks with which a combatant reaches a space are so.
pub(crate) fn eludes_all(state: &State, (attacker, target): (Seat, Seat), at: Area) -> bool {
    if !substance::is_elusive(state, target) {
        return false;
    }
    let reaching = threat::modes_reaching(state, attacker, at);
    let eluded = |mode: &u8| is_eluded(state, (attacker, target), *mode);
    !reaching.is_empty() && reaching.iter().all(eluded)
}

/// Rolls a miss chance after a hit; whether the attack misses because of it.
pub fn misses(battle: &mut Rolling, target: Seat, percent: u8) -> bool {
    if percent == 0 {
        return false;
    }
    let die = battle.roll(target, Purpose::Concealment, 100);
    let missed = die.rolled <= u32::from(percent);
    let kind = EventKind::ConcealmentRolled {
        target,
        percent,
        die,
        missed,
    };
    battle.emit(&[Topic::Concealment], kind);
    missed
}
