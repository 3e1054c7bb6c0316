//! What can be readied, and for which trigger.

use crate::combat::ability;
use crate::combat::action::{rules, target};
use crate::combat::conditions::{barred, perception, riding};
use crate::combat::contract::{Awareness, Refusal, Seat, Trigger};
use crate::combat::manoeuvre::charge;
use crate::combat::movement::mode;
use crate::combat::state::State;
use crate::grid::{Area, Square, any_line};
use crate::rules::{ActionDef, ActionId, CostDef, Topic};

/// The combatant that a trigger waits for, if it waits for one only.
pub fn named(trigger: Trigger) -> Option<Seat> {
    match trigger {
        Trigger::Attacks { who }
        | Trigger::ComesInReach { who }
        | Trigger::Moves { who }
        | Trigger::Uses { who }
        | Trigger::Acts { who, .. }
        | Trigger::IsAttacked { who }
        | Trigger::IsHit { who }
        | Trigger::Drops { who }
        | Trigger::Enters { who, .. } => who,
    }
}

/// Whether a trigger is something that is done to the one whom it is about, not done by it.
pub fn befalls(trigger: Trigger) -> bool {
    matches!(
        trigger,
        Trigger::IsAttacked { .. } | Trigger::IsHit { .. } | Trigger::Drops { .. }
    )
}

/// Whether an action can be readied for a trigger.
pub fn legal(state: &State, seat: Seat, action: ActionId, trigger: Trigger) -> Result<(), Refusal> {
    let refuse = |reason: &'static str| state.refuse(Topic::Ready, reason);
    let Some(def) = state.rules().actions.get(action) else {
        return refuse("There is no such action.");
    };
    // Only what fits into a single action can be readied.
    let single = state
        .rules()
        .usual_cost(action)
        .is_some_and(CostDef::is_single);
    if !def.readyable || !single && def.restricted_cost.is_none() {
        // A stance is taken for the round that is running (AH-ALIST-04).
        let own_turn = single && def.stance().is_some();
        if own_turn {
            let reason = "You cannot ready this action: it belongs to your own turn.";
            return Err(target::refusal(state, None, action, reason));
        }
        return refuse("You cannot ready this action.");
    }
    if let Some(charge) = def.charge() {
        charge::is_capable(state, seat, charge)
            .map_err(|reason| target::refusal(state, None, action, reason))?;
    }
    // A weapon that is still to be loaded may come to hand until then.
    if def.handling().is_none() && !rules::concerns(state, seat, action, def) {
        return refuse("You have not learnt this.");
    }
    able_to(state, seat, action, def)?;
    if let Trigger::Enters { at, .. } = trigger
        && !is_in_sight(state, seat, at)
    {
        let reason = "You cannot wait for something there: you do not see that square.";
        return state.refuse(Topic::ReadySight, reason);
    }
    match named(trigger) {
        Some(who) if !state.knows(who) => refuse("There is no such combatant in this battle."),
        Some(who) if who != seat && is_unknown(state, seat, who) => {
            let reason = "You cannot wait for what an enemy does of which you know nothing.";
            state.refuse(Topic::ReadySight, reason)
        }
        Some(who) if who == seat && !befalls(trigger) => {
            refuse("You cannot wait for something that you do yourself.")
        }
        _ => Ok(()),
    }
}

/// Whether a combatant knows nothing of where an enemy is (EP-READY-02).
pub(crate) fn is_unknown(state: &State, seat: Seat, other: Seat) -> bool {
    let places = state.area(seat).zip(state.area(other));
    let known = |(from, to)| perception::at(state, seat, from, other, to).known;
    let unknown = || places.map(known) == Some(Awareness::Unknown);
    state.unknown.contains(&other) || state.enemies(seat, other) && unknown()
}

/// Whether no condition keeps a combatant from what it wants to ready: the bound strike no blow, and the gagged say
/// no word.
fn able_to(state: &State, seat: Seat, action: ActionId, def: &ActionDef) -> Result<(), Refusal> {
    barred::acts(state, seat, action)?;
    if def.walks() {
        mode::held_fast(state, riding::carrier(state, seat))?;
    }
    match ability::of_action(state, def) {
        Some(ability) => ability::asking::can_express(state, seat, ability),
        None => Ok(()),
    }
}

/// Whether a combatant sees a square from where it stands.
fn is_in_sight(state: &State, seat: Seat, at: Square) -> bool {
    let seen = |from: Area| any_line(from, Area::single(at), state.field.sight());
    state.field.dimensions.contains(at) && state.area(seat).is_some_and(seen)
}
