//! Ground that gives off something that is inhaled: before it takes effect, those who breathe may hold their
//! breath (EP-BRTH-01).

use crate::combat::conditions;
use crate::combat::conditions::breath;
use crate::combat::contract::{HurtBy, Seat};
use crate::combat::movement::hazard;
use crate::combat::state::{Inhaling, State, Wounding};
use crate::rules::{Occasion, Topic};

/// Lets a combatant inhale what is around it, once it has answered that if it can.
pub(crate) fn begin(battle: &mut Wounding, inhaling: Inhaling) {
    let seat = inhaling.seat;
    if breath::spared(battle, seat).is_some() {
        return;
    }
    if !battle.on.asks.can_answer(battle, seat, Occasion::Inhales) {
        return advance(battle, &inhaling);
    }
    battle.push(inhaling);
    (battle.on.may_answer)(battle, seat, seat, Occasion::Inhales);
}

/// It takes effect.
pub fn advance(battle: &mut Wounding, inhaling: &Inhaling) {
    let seat = inhaling.seat;
    if conditions::present(battle, seat) && breath::spared(battle, seat).is_none() {
        hazard::strike(
            battle,
            seat,
            (&inhaling.hazard, HurtBy::Inhaled, inhaling.laid),
            Topic::Inhaled,
        );
    }
}

/// Whether a combatant stands in something that is inhaled.
pub(crate) fn is_in_it(state: &State, seat: Seat) -> bool {
    let squares = state.area(seat).into_iter().flat_map(|area| area.squares());
    let mut harms = squares.flat_map(|square| hazard::of(state, seat, square));
    harms.any(|(hazard, ..)| hazard.inhaled)
}
