//! What begins, told to those who have readied an action for it.
//!
//! Whatever brings an action or an attack about says so here and nowhere else: the own turn, an answer, a
//! readied action, an attack that is given up for something else, the end of a charge, an attack of
//! opportunity.

use crate::combat::attack;
use crate::combat::contract::{Seat, Trigger};
use crate::combat::state::{AttackOrder, State, Wounding};
use crate::rules::{ActionDef, ActionId, Occasion};

/// A combatant begins an action.
pub(crate) fn action(battle: &mut Wounding, seat: Seat, action: ActionId) {
    let (who, action) = (None, Some(action));
    (battle.on.sets_off)(battle, seat, Trigger::Acts { who, action });
}

/// A combatant begins to use a special ability.
pub(crate) fn ability(battle: &mut Wounding, seat: Seat) {
    (battle.on.sets_off)(battle, seat, Trigger::Uses { who: None });
}

/// A combatant begins an attack, with or without a roll to hit; `target`: on whom, if on a combatant.
pub(crate) fn attack(battle: &mut Wounding, seat: Seat, target: Option<Seat>) {
    if target.is_some() {
        let is_attacked = Trigger::IsAttacked { who: target };
        (battle.on.sets_off)(battle, seat, is_attacked);
    }
    (battle.on.sets_off)(battle, seat, Trigger::Attacks { who: None });
}

/// Puts an attack on the stack that is an action of its own in the course of another: at the end of a
/// charge, of opportunity. What is tried in place of it tells by itself that it begins.
pub(crate) fn single(battle: &mut Wounding, order: AttackOrder) {
    let (seat, instead) = (order.attacker, order.manner.instead);
    attack::begin(battle, order);
    if instead.is_none() {
        by_name(battle, seat, ActionDef::is_plain_attack);
    }
}

/// A combatant does in the course of an action what is an action of its own as well, the first that is so.
pub(crate) fn by_name(battle: &mut Wounding, seat: Seat, is: fn(&ActionDef) -> bool) {
    if let Some(known) = first(battle, is) {
        action(battle, seat, known);
    }
}

/// The first action of the ruleset of which this is true.
pub(crate) fn first(state: &State, is: fn(&ActionDef) -> bool) -> Option<ActionId> {
    let mut actions = state.rules().actions.iter();
    actions.find_map(|(id, def)| is(def).then_some(id))
}

/// Combatants that may act before an attack is rolled, the first to be asked last: the target with an answer, and the
/// owners of abilities that can be used at any time.
pub(super) fn answering(state: &State, target: Seat) -> Vec<Seat> {
    let may = |seat: &Seat| match *seat == target {
        true => state.on.asks.can_answer(state, *seat, Occasion::Attacked),
        false => state.on.asks.can_forestall(state, *seat),
    };
    asked(state, may)
}

/// Owners of abilities that can be used at any time, the first to be asked last.
pub(crate) fn forestalling(state: &State) -> Vec<Seat> {
    asked(state, |seat| state.on.asks.can_forestall(state, *seat))
}

fn asked(state: &State, may: impl Fn(&Seat) -> bool) -> Vec<Seat> {
    let mut all: Vec<Seat> = state.all().filter(may).collect();
    all.sort_by_key(|seat| std::cmp::Reverse(state.initiative[*seat].turn()));
    all
}
