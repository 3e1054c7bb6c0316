//! Attacks: order, legality, roll, outcome.
//!
//! An attack is a small machine: each [`Phase`] rolls or decides one thing, and where a combatant has
//! to be asked it waits on the stack in the phase that goes on with the answer. Systems with a fixed
//! number to reach pass through without a stop.

pub(crate) mod aid;
pub(crate) mod at_hand;
pub(crate) mod bands;
pub(crate) mod begun;
pub(crate) mod bluff;
pub(crate) mod cited;
pub(crate) mod concealment;
pub(crate) mod cover;
pub(crate) mod defence;
pub(crate) mod full_attack;
pub(crate) mod hiding;
pub(crate) mod legal;
pub(crate) mod noticing;
pub(crate) mod objects;
pub(crate) mod odds;
pub(crate) mod resolve;
pub(crate) mod rules;
pub(crate) mod secrets;
pub(crate) mod shield;
pub(crate) mod short;
pub(crate) mod situation;
pub(crate) mod smash;
pub(crate) mod spent;
pub(crate) mod stray;
#[cfg(test)]
mod tests;
pub(crate) mod unseen;

pub use legal::{in_hand, is_too_near, legal, range};
pub use situation::{Situation, is_immune, sneak_dice};

use crate::combat::contract::{Choice, DefenceChoice, Request};
use crate::combat::state::step::attack::Phase;
use crate::combat::state::{Answered, Attack, AttackOrder, DeclaredAction, Turning, Wounding};
use crate::rules::Topic;

/// Puts an attack on the stack, or what is tried in place of it.
pub fn begin(battle: &mut Wounding, order: AttackOrder) {
    begin_of(battle, order, None, false);
}

/// Puts the attack of an action on the stack, with what follows if it hits. `announced`: those who may
/// interrupt it have been asked.
pub fn begin_of(
    battle: &mut Wounding,
    order: AttackOrder,
    sequel: Option<DeclaredAction>,
    announced: bool,
) {
    if let (Some(action), None) = (order.manner.instead, &sequel) {
        return (battle.on.gives_up_attack)(battle, &order, action);
    }
    let order = stray::shoot(battle, order);
    let attack = Attack {
        sequel: sequel.map(Box::new),
        ..Attack::new(order)
    };
    let phase = match announced {
        true => Phase::Declare,
        false => Phase::Begin,
    };
    battle.push(Attack { phase, ..attack });
}

/// Puts a touch attack on the stack that begins a manoeuvre.
pub fn begin_touch(battle: &mut Wounding, order: AttackOrder, declared: DeclaredAction) {
    let attack = Attack {
        touch: Some(Box::new(declared)),
        ..Attack::new(order)
    };
    battle.push(attack);
}

/// Takes an attack on until it is over or has to ask.
pub fn advance(battle: &mut Turning, attack: Attack) {
    resolve::run(battle, attack);
}

/// Takes the answer to a defence, protection or coverage request, or of the one in the way of a shot.
pub fn answer(battle: &mut Turning, (mut attack, request, choice): Answered<Attack>) {
    let spends = match (&request, &choice) {
        (Request::Defence { seat, .. }, Choice::Defend(DefenceChoice::Block { .. })) => Some(*seat),
        (Request::DefendOther { seat, .. }, choice) => defence::steps_in(choice).map(|_| *seat),
        _ => None,
    };
    if let Some(seat) = spends {
        shield::take(battle, seat);
    }
    let accepts = choice.accepts();
    match (request, choice) {
        (Request::Defence { .. }, Choice::Defend(choice)) => attack.answer = Some(choice),
        (Request::DefendOther { seat, .. }, choice) => match defence::steps_in(&choice) {
            Some(ten) => {
                attack.protector = Some(seat);
                attack.protects_with_ten = ten;
            }
            None => attack.declined.push(seat),
        },
        (Request::Coverage { .. }, _) => attack.takes_ten = Some(accepts),
        (Request::Yield { seat, .. }, _) if accepts => {
            resolve::strike_cover(battle, &mut attack, seat, Topic::CoverStays);
        }
        (Request::Yield { .. }, _) => {}
        // Whatever else comes lets the attack pass.
        _ => attack.answer = Some(DefenceChoice::Nothing),
    }
    battle.push(attack);
}
