//! Attacks: order, legality, roll, outcome.
//!
//! An attack is a small machine: each [`Phase`] rolls or decides one thing, and where a combatant has
//! to be asked it waits on the stack in the phase that goes on with the answer. Systems with a fixed
//! number to reach pass through without a stop.

pub(crate) mod aid;
pub(crate) mod at_hand;
pub(crate) mod bluff;
pub(crate) mod concealment;
pub(crate) mod cover;
pub(crate) mod critical;
pub(crate) mod defence;
pub(crate) mod full_attack;
pub(crate) mod legal;
pub(crate) mod objects;
pub(crate) mod odds;
pub(crate) mod resolve;
pub(crate) mod rules;
pub(crate) mod shield;
pub(crate) mod situation;
pub(crate) mod stray;
#[cfg(test)]
mod tests;
pub(crate) mod unseen;

use bevy_ecs::prelude::*;

pub use legal::{in_hand, legal, range, ready};
pub use situation::{Situation, is_immune, sneak_dice};

use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::{Launching, Striking};
use crate::combat::state::step::Step;
use crate::combat::state::step::attack::{Attack, AttackOrder};
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{Access, Writes};

/// Puts an attack on the stack, or what is tried in place of it.
pub fn begin(battle: &mut Access<Launching>, order: AttackOrder) {
    if let Some(action) = order.manner.instead {
        return (battle.book.listeners.gives_up_attack)(battle, &order, action);
    }
    let order = stray::shoot(&mut battle.lend(), order);
    battle.push(Step::Attack(Attack::new(order)));
}

/// Puts a touch attack on the stack that begins a manoeuvre.
pub fn begin_touch(battle: &mut Access<Launching>, order: AttackOrder, declared: DeclaredAction) {
    let attack = Attack {
        touch: Some(Box::new(declared)),
        ..Attack::new(order)
    };
    battle.push(Step::Attack(attack));
}

/// Puts an attack on the stack that something follows if it hits.
pub fn begin_with_sequel(
    battle: &mut Access<Launching>,
    order: AttackOrder,
    declared: DeclaredAction,
) {
    let attack = Attack {
        sequel: Some(Box::new(declared)),
        ..Attack::new(order)
    };
    battle.push(Step::Attack(attack));
}

/// Takes the answer of the combatant that is in the way of a shot.
pub fn answer_from_cover(battle: &mut Access<Launching>, seat: Seat, stays: bool) {
    resolve::cover_answers(battle, seat, stays);
}

/// Takes an attack on until it is over or has to ask.
pub fn advance(In(attack): In<Attack>, mut battle: Writes<Striking>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    resolve::run(battle, attack);
}
