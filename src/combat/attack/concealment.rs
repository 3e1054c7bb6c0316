//! Concealment: the chance that an attack misses a target that is hard to see.

use crate::combat::conditions;
use crate::combat::conditions::perception;
use crate::combat::contract::{EventKind, Seat};
use crate::combat::state::{Access, Rolling, State};
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

/// Rolls a miss chance after a hit; whether the attack misses because of it.
pub fn misses(battle: &mut Access<Rolling>, target: Seat, percent: u8) -> bool {
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
