//! Short summaries of a battle: where each combatant stands and what it can attack with.

use crate::combat::attack::at_hand;
use crate::combat::contract::{Seat, SideId};
use crate::combat::flow::victory;
use crate::combat::state::{Mark, State};
use crate::grid::Area;
use crate::rules::{Modifier, Slots};

/// A combatant able to fight, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitSummary {
    pub seat: Seat,
    pub side: SideId,
    pub area: Area,
    /// Damage that takes it out of the fight.
    pub life: i32,
}

/// A way to attack that can be used at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadyAttack {
    pub mode: u8,
    pub ranged: bool,
    /// Distances in squares that it strikes at.
    pub nearest: u32,
    pub reach: u32,
    /// Twice the mean damage and the bonus: the higher, the better.
    pub weight: i32,
}

/// Every combatant on the field who is able to fight.
pub fn unit_summaries(state: &State) -> Vec<UnitSummary> {
    let summary = |seat| {
        let area = state.area(seat)?;
        let fighter = state.get(seat);
        victory::counts(state, seat).then(|| UnitSummary {
            seat,
            side: fighter.who.side,
            area,
            life: fighter.vitals.hit_points - fighter.vitals.nonlethal,
        })
    };
    state.all().filter_map(summary).collect()
}

/// Whether nothing is left of a turn but what costs nothing.
pub fn is_spent(state: &State, seat: Seat) -> bool {
    let budget = state.get(seat).budget;
    budget.has(Mark::Closed) || budget.slots == Slots::default() && budget.moving.is_none()
}

/// Whether a turn has no action left that takes time, so that at most a walk goes on.
pub fn only_walks_on(state: &State, seat: Seat) -> bool {
    let slots = state.get(seat).budget.slots;
    slots.standard == 0 && slots.movement == 0
}

/// What a combatant can attack with at once, the off hand aside.
pub fn ready_attacks(state: &State, seat: Seat) -> Vec<ReadyAttack> {
    let modes = &state.get(seat).modes.0;
    let usable = |i: usize| at_hand::usable(state, seat, i as u8).is_ok();
    let known = (0..modes.len()).filter(|i| !modes[*i].off_hand && usable(*i));
    known
        .map(|i| {
            let mode = &modes[i];
            let bonus = |list: &[Modifier]| list.iter().map(|m| m.value).sum::<i32>();
            ReadyAttack {
                mode: i as u8,
                ranged: mode.ranged,
                nearest: mode.reach.min.into(),
                reach: mode.reach.max.into(),
                weight: mode.damage.mean_x2() + 2 * bonus(&mode.damage_bonus) + bonus(&mode.attack),
            }
        })
        .collect()
}
