//! What a turn holds and what actions take of it.

mod lacking;
pub(crate) mod ledger;
mod limit;

use self::lacking::lacking;
pub(crate) use self::lacking::{free_step, no_step_taken};
pub use self::limit::{follow_state, restrict};
use crate::combat::conditions;
use crate::combat::conditions::{barred, breath};
use crate::combat::contract::{Aim, Refusal, Seat};
use crate::combat::state::{
    Acting, BegunOn, Budget, Change, FullAttack, Limit, Mark, Provocation, Reactions, State,
};
use crate::rules::{
    ActionDef, ActionId, Channel, CostDef, CostId, Flag, Lack, Primitive, Provokes, Purse, Slot,
    Slots, Topic,
};

/// What a combatant's turn holds if its state leaves it a single action; `None`: it has a whole turn.
pub fn single(state: &State, seat: Seat) -> Option<Slots> {
    let economy = &state.rules().policies.economy;
    let restricted = match economy.single_action {
        Some(single) if !state.rounds.surprise => single,
        _ => economy.restricted,
    };
    if conditions::has(state, seat, Flag::SingleMove) {
        let (standard, movement) = (0, 1);
        return Some(Slots {
            standard,
            movement,
            ..restricted
        });
    }
    let single = state.rounds.surprise || conditions::has(state, seat, Flag::SingleAction);
    single.then_some(restricted)
}

/// Gives a combatant the budget of a new turn. `single`: of a single action, and which.
pub fn renew(battle: &mut Acting, seat: Seat, single: Option<Slots>) {
    let turn = battle.rules().policies.economy.turn;
    let owed = std::mem::take(&mut battle.reactions_mut(seat).owes);
    *battle.budget_mut(seat) = Budget {
        slots: single.unwrap_or(turn).less(owed),
        owed,
        restricted: single.is_some(),
        limit: single.map(|single| Limit {
            single,
            whole: turn.less(owed),
            full_attack: FullAttack::default(),
            moving: None,
        }),
        ..Budget::default()
    };
}

/// Gives limited reactions back, at the start of its own turn.
pub fn renew_reactions(battle: &mut Acting, seat: Seat) {
    silence(battle, seat, false);
    forget_movement(battle, seat);
    let reactions = battle.reactions_mut(seat);
    let (owes, begun, begun_on) = (reactions.owes, reactions.begun, reactions.begun_on);
    let once = std::mem::take(&mut reactions.once);
    let carried = reactions.carried.take();
    // A turn that was put off within the round is still of that round (EP-AOO-08, EP-ATT-13).
    if carried.is_none() {
        reactions.renew_round();
    }
    let (opportunities_used, shield_uses) = (reactions.opportunities_used, reactions.shield_uses);
    let chose_square = reactions.chose_square;
    let answered = carried.unwrap_or_default();
    // Room for the list is kept: it is needed again.
    let mut provoked = std::mem::take(&mut reactions.provoked);
    provoked.retain(|&mut (_, by)| by == Provocation::OwnTurn);
    *reactions = Reactions {
        owes,
        begun,
        begun_on,
        once,
        answered,
        provoked,
        opportunities_used,
        shield_uses,
        chose_square,
        ..Reactions::default()
    };
}

/// What a combatant has given away by moving is no longer one opportunity with what it gives away from
/// now on (SP-AOO-16).
fn forget_movement(battle: &mut Acting, seat: Seat) {
    let moved = (seat, Provocation::OwnTurn);
    for watcher in battle.all() {
        if battle.reactions[watcher].provoked.contains(&moved) {
            let provoked = &mut battle.reactions_mut(watcher).provoked;
            provoked.retain(|one| *one != moved);
        }
    }
}

/// Lets a combatant threaten again, or not until its next turn.
pub fn silence(battle: &mut Acting, seat: Seat, silenced: bool) {
    if battle.silenced[seat].0 != silenced {
        battle.silenced_mut(seat).0 = silenced;
    }
}

/// What a combatant can pay with.
pub fn purse(state: &State, seat: Seat) -> Purse {
    let fighter = state.get(seat);
    let budget: &Budget = fighter.budget;
    let begun = &budget.full_attack;
    let usual = begun
        .action
        .and_then(|action| state.rules().usual_cost(action));
    Purse {
        slots: budget.slots,
        owes: fighter.reactions.owes,
        turn: state.rules().policies.economy.turn,
        restricted: budget.restricted,
        closed: budget.has(Mark::Closed),
        opened: ledger::is_opened(state, seat),
        stepped: budget.has(Mark::Stepped),
        severable: usual.is_some_and(|cost| match budget.has(Mark::Stepped) {
            true => cost.severable_after_step,
            false => cost.severable && budget.moved == 0,
        }) && begun.made == 1
            && begun.has_struck(),
        led: false,
        walked: budget.has(Mark::Walked) && !budget.has(Mark::Drew),
        rides: budget.rides,
    }
}

/// What the traits of a combatant make of an action, the last word first.
pub fn change(state: &State, seat: Seat, action: ActionId) -> Option<Change> {
    let changes = &state.who(seat).changes;
    changes.iter().rev().find(|c| c.action == action).copied()
}

/// Whom an action provokes when this combatant takes it.
pub fn provokes(state: &State, seat: Seat, action: ActionId) -> Provokes {
    let rules = state.rules();
    let cost = cost(state, seat, action).and_then(|cost| rules.costs.get(cost));
    if cost.is_some_and(|cost| cost.exempt) {
        return Provokes::No;
    }
    let own = rules
        .actions
        .get(action)
        .map_or(Provokes::No, |def| def.provokes);
    let changed = change(state, seat, action).and_then(|change| change.provokes);
    changed.unwrap_or(own)
}

/// Whether an action provokes as such, but not as a free one.
pub fn is_freed(state: &State, seat: Seat, action: ActionId) -> bool {
    let rules = state.rules();
    let cost = cost(state, seat, action).and_then(|cost| rules.costs.get(cost));
    let provokes = rules.actions.get(action).map(|def| def.provokes);
    cost.is_some_and(|cost| cost.exempt) && provokes.is_some_and(|p| p != Provokes::No)
}

/// What an action costs this combatant in this turn; `None`: not possible with a single action.
pub fn cost(state: &State, seat: Seat, action: ActionId) -> Option<CostId> {
    cost_at(state, seat, action, &Aim::None)
}

/// The same for what it is aimed at: what was begun on one combatant is not finished on another.
pub fn cost_at(state: &State, seat: Seat, action: ActionId, aim: &Aim) -> Option<CostId> {
    if let Some(cost) = breath::cost(state, seat, action) {
        return Some(cost);
    }
    let (rules, purse) = (state.rules(), purse(state, seat));
    let price = rules.price(action);
    let changed = change(state, seat, action).and_then(|change| change.cost);
    if changed.is_none() && finishes(state, seat, action, aim) {
        return price.finished;
    }
    let halved = goes_on_in_halves(state, seat, action) || begins_in_halves(state, purse, action);
    if price.restricted.is_some() && halved {
        return price.restricted;
    }
    if let Some((cost, least)) = price.cheaper
        && state.who(seat).base_attack >= least
        && rules.paid(purse, Some(cost)).is_some()
    {
        return Some(cost);
    }
    let single = |cost: &CostId| rules.costs.get(*cost).is_some_and(CostDef::is_single);
    if purse.restricted {
        let surprise = price.surprise.filter(|_| state.rounds.surprise);
        let less = surprise.or(price.restricted);
        let own = changed.or(less).or(price.usual);
        return own.filter(single).or(less);
    }
    changed.or(price.usual)
}

/// Whether this begins to cast what takes rounds with all that is left of a turn, a standard action (SP-STD-11).
fn begins_in_halves(state: &State, purse: Purse, action: ActionId) -> bool {
    let rules = state.rules();
    let halves = rules.policies.economy.long_actions.come_in_halves();
    let ability = rules.actions.get(action).and_then(ActionDef::ability);
    let ability = ability.and_then(|name| rules.abilities.by_name(name));
    let price = rules.price(action);
    halves
        && !purse.restricted
        && ability.is_some_and(|def| def.rounds > 0)
        && rules.paid(purse, price.usual).is_none()
        && rules.paid(purse, price.restricted).is_some()
}

/// Whether what has been paid for now is begun with a standard action instead of a whole turn.
pub(crate) fn is_begun_in_halves(state: &State, seat: Seat, action: ActionId) -> bool {
    let rules = state.rules();
    let halves = rules.policies.economy.long_actions.come_in_halves();
    let whole = rules
        .usual_cost(action)
        .is_some_and(|cost| !cost.is_single());
    halves && whole && ledger::led_by(state, seat) == Some(state.rounds.serial)
}

/// Whether this goes on with something that is cast in halves, which each take a single action in whole
/// turns as well (SP-STD-11).
fn goes_on_in_halves(state: &State, seat: Seat, action: ActionId) -> bool {
    let rules = state.rules();
    let halves = rules.policies.economy.long_actions.come_in_halves();
    let casting = state.get(seat).repertoire.casting.as_ref();
    let keeps = |what: &Primitive| *what == Primitive::Channel(Channel::KeepOn);
    halves
        && casting.is_some_and(|casting| casting.slowly)
        && rules.actions.get(action).is_some_and(|def| def.any(keeps))
}

/// What the purse holds once an action is paid for at this cost, with the move in the course of which it
/// is made if none is under way.
pub(crate) fn pay(
    state: &State,
    seat: Seat,
    action: ActionId,
    cost: &CostDef,
) -> Result<Purse, Lack> {
    pay_from(state, seat, purse(state, seat), action, cost)
}

/// Slots that a turn would still hold without the restriction by a state, once an action is paid for at this cost;
/// `None`: no state restricts it.
pub(crate) fn pay_unrestricted(
    state: &State,
    seat: Seat,
    action: ActionId,
    cost: &CostDef,
) -> Option<Slots> {
    let limit = state.get(seat).budget.limit.as_ref()?;
    let held = Purse {
        slots: limit.whole,
        restricted: false,
        ..purse(state, seat)
    };
    let left = pay_from(state, seat, held, action, cost);
    Some(left.map_or(limit.whole, |left| left.slots))
}

fn pay_from(
    state: &State,
    seat: Seat,
    purse: Purse,
    action: ActionId,
    cost: &CostDef,
) -> Result<Purse, Lack> {
    let rules = state.rules();
    let whole = rules
        .actions
        .get(action)
        .is_some_and(ActionDef::is_plain_full_attack);
    let budget = state.get(seat).budget;
    let mut held = Purse {
        led: whole && budget.has(Mark::Led) && budget.full_attack.action.is_none(),
        ..purse
    };
    // The full attack has paid for its first attack already.
    held.slots.standard += u8::from(stands_for_first(state, seat, action, cost));
    let left = held.less(cost)?;
    let walk = rules.made_in(action);
    let moving = state.get(seat).budget.moving;
    match walk.filter(|walk| moving.is_none_or(|(known, _)| known != *walk)) {
        Some(walk) => rules
            .usual_cost(walk)
            .map_or(Ok(left), |cost| left.less(cost)),
        None => Ok(left),
    }
}

/// Whether an action at this cost stands for the first attack of the full attack under way, of which attacks were
/// only given up so far (EP-FULL-06, EP-FULL-11).
pub(crate) fn stands_for_first(
    state: &State,
    seat: Seat,
    action: ActionId,
    cost: &CostDef,
) -> bool {
    let list = &state.get(seat).budget.full_attack;
    let usual = (list.action).and_then(|action| state.rules().usual_cost(action));
    may_lead(state, action, cost) && list.is_unopened() && usual.is_some_and(|cost| cost.goes_on)
}

/// Whether an action at this cost can be the standard action of a full attack, of which no movement is part
/// (EP-FULL-06, EP-FULL-16).
pub(crate) fn may_lead(state: &State, action: ActionId, cost: &CostDef) -> bool {
    let def = state.rules().actions.get(action);
    let stays = def.is_some_and(|def| !def.leads_elsewhere());
    stays && cost.is_single() && cost.slot() == Some(Slot::Standard) && !cost.in_between
}

/// Whether a combatant can pay for an action in the turn of another.
pub fn affords_aside(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    let cost = cost(state, seat, action).and_then(|cost| state.rules().costs.get(cost));
    if let Some(cost) = cost.filter(|cost| cost.own_turn) {
        return lacking(state, seat, cost, Lack::OwnTurn);
    }
    // What begins a turn, or goes on with something in it, is for its own turn.
    let own = |cost: &&CostDef| cost.at_start || breath::keeps_up(state, seat, action);
    if let Some(cost) = cost.filter(own) {
        return lacking(state, seat, cost, Lack::Start);
    }
    let owing = cost.map(|cost| (cost, purse(state, seat).owing(cost)));
    match owing {
        Some((cost, Err(lack))) => lacking(state, seat, cost, lack),
        _ => Ok(()),
    }
}

/// Whether this is the action that was begun in the turn before, so that it is finished now. One that was
/// begun on a combatant is finished on the same combatant, and if that has not left its place since; nor must the
/// user have left its own, unless any standard action begins and ends such a thing, which leaves room for a step
/// (SP-ACT-09).
pub fn finishes(state: &State, seat: Seat, action: ActionId, aim: &Aim) -> bool {
    let reactions = state.get(seat).reactions;
    let before = |round: u16| round.saturating_add(1) == state.rounds.elapsed();
    let begun = reactions
        .begun
        .is_some_and(|(known, round)| known == action && before(round));
    let steps = state.rules().policies.economy.long_actions.come_in_halves();
    let stays = |on: &BegunOn| {
        let other = match aim {
            Aim::At(other) => *other,
            _ => on.target,
        };
        other == on.target
            && conditions::present(state, other)
            && (steps || state.area(seat) == on.here)
            && state.area(other) == on.there
    };
    begun && reactions.begun_on.as_ref().is_none_or(stays)
}

/// Whether the budget affords an action anew.
pub fn affords(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    affords_at(state, seat, action, &Aim::None)
}

/// The same for what it is aimed at.
pub fn affords_at(state: &State, seat: Seat, action: ActionId, aim: &Aim) -> Result<(), Refusal> {
    let rules = state.rules();
    let refuse = |topic, reason: &'static str| state.refuse(topic, reason);
    let cost = cost_at(state, seat, action, aim).or(rules.price(action).usual);
    let cost = cost.and_then(|cost| rules.costs.get(cost));
    let Some((def, cost)) = rules.actions.get(action).zip(cost) else {
        return refuse(Topic::Budget, "There is no such action.");
    };
    let budget: &Budget = state.get(seat).budget;
    let lack = pay(state, seat, action, cost).err();
    if lack == Some(Lack::SingleAction) {
        return lacking(state, seat, cost, Lack::SingleAction);
    }
    let goes = def.covers_distance() || def.is_step();
    if goes && ledger::rules_out_movement(state, seat) {
        return refuse(
            Topic::Still,
            "You cannot move: what you have done this turn rules it out.",
        );
    }
    if def.still && (budget.moved > 0 || budget.has(Mark::Stepped)) {
        return refuse(
            Topic::Still,
            "You cannot do this: you have already moved this turn.",
        );
    }
    if def.is_step() && cost.is_free() && !def.is_bonus_step() {
        return free_step(state, seat);
    }
    if is_limited(state, cost, action) && ledger::has_done_freely(state, seat, action) {
        return refuse(
            Topic::FreeActions,
            "You have already done this: you can do it once a turn at no cost.",
        );
    }
    let granted = budget.has(Mark::StepLeft) && def.is_step();
    if granted || cost.is_free() && lack.is_none() {
        return Ok(());
    }
    if let Some(lack @ (Lack::Closed | Lack::Start | Lack::Walk)) = lack {
        return lacking(state, seat, cost, lack);
    }
    let moves_only = def.movement().is_some_and(|walk| walk.move_only);
    let only_moves = ledger::only_moves(state, seat);
    if moves_only && ledger::has_acted(state, seat) && !only_moves {
        return refuse(
            Topic::MoveOnlyTurn,
            "You cannot spend the whole turn moving: you have already taken another action.",
        );
    }
    if only_moves && !moves_only {
        return refuse(
            Topic::MoveOnlyTurn,
            "You can only move: you have declared this whole turn as movement.",
        );
    }
    one_move(state, seat, def)?;
    if def.covers_distance() || def.counts_as_movement {
        no_step_taken(state, seat, Some(def))?;
    }
    lack.map_or(Ok(()), |lack| lacking(state, seat, cost, lack))
}

/// Refuses a second movement to those who are out of breath, out of turn as well (SP-FULL-27).
pub(crate) fn one_move(state: &State, seat: Seat, def: &ActionDef) -> Result<(), Refusal> {
    let fighter = state.get(seat);
    let moved = fighter.budget.moved > 0 || fighter.reactions.moved > 0;
    if !moved || !def.covers_distance() {
        return Ok(());
    }
    let what = "you have already moved this turn";
    barred::check(state, seat, Flag::OneMove, Topic::Endurance, what)
}

/// Whether an action is possible once in a turn at this cost.
pub(crate) fn is_limited(state: &State, cost: &CostDef, action: ActionId) -> bool {
    let except = cost.once_except.as_ref();
    except.is_some_and(|except| {
        !except
            .iter()
            .any(|id| id == state.rules().actions.name(action))
    })
}

/// Whether there is a movement left in the turn.
pub fn may_move(state: &State, seat: Seat) -> bool {
    let budget = state.get(seat).budget;
    state.rounds.current == Some(seat)
        && !budget.has(Mark::Stepped)
        && (budget.slots.movement > 0 || purse(state, seat).severable)
}

#[cfg(test)]
mod tests;
