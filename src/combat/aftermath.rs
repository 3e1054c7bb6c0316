//! After a battle: what those who are left take into the next one.
//!
//! The next battle is a new one from a setup of its own, so whatever is counted for one encounter
//! begins anew: failures of the dying, a second wind, energy, fate, uses. Hit points go along.

use super::battle::Battle;
use super::seat::Seat;
use super::setup::{CombatantSetup, Setup};
use super::view::CombatantView;
use crate::rules::Flag;

impl Battle {
    /// The setup of a further battle of the same people on the same ground, and who they are by
    /// their seats in this one. `fresh`: those who come as they came to this one; of the others the
    /// dead and the departed stay away. `rested`: the others have all their hit points back.
    pub fn aftermath(&mut self, fresh: &[Seat], rested: bool) -> (Setup, Vec<Seat>) {
        let view = self.view();
        let mut setup = self.setup().clone();
        let comes =
            |one: &CombatantView| fresh.contains(&one.seat) || !one.dead && one.area.is_some();
        let who: Vec<Seat> = view
            .combatants
            .iter()
            .filter(|one| comes(one))
            .map(|one| one.seat)
            .collect();
        let mut combatants = Vec::with_capacity(who.len());
        for seat in &who {
            let mut combatant = setup.combatants[seat.index()].clone();
            if fresh.contains(seat) {
                follow(&mut combatant, &who);
            } else {
                self.carry_over(&mut combatant, &view.combatants[seat.index()], rested);
            }
            combatants.push(combatant);
        }
        setup.combatants = combatants;
        (setup, who)
    }

    /// Makes somebody what the battle has left of it.
    fn carry_over(&self, combatant: &mut CombatantSetup, left: &CombatantView, rested: bool) {
        let rules = self.rules();
        let stable = left
            .conditions
            .iter()
            .any(|id| rules.conditions[*id].flags.contains(&Flag::Stable));
        let wakes = rules.policies.aftermath.stable_wakes_with;
        combatant.conditions.clear();
        combatant.has_acted = false;
        combatant.nonlethal = if rested { 0 } else { left.nonlethal };
        combatant.hit_points = match wakes.filter(|_| stable) {
            _ if rested => None,
            Some(wakes) => Some(wakes),
            None => Some(left.hit_points),
        };
    }
}

/// Whoever brought a condition along has another seat now, or is not there any more.
fn follow(combatant: &mut CombatantSetup, who: &[Seat]) {
    for condition in &mut combatant.conditions {
        let by = condition.by;
        let seat = by.and_then(|by| who.iter().position(|seat| *seat == by));
        condition.by = seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
    }
}
