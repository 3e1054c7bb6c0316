//! Breath: what each round takes in which it is held, and whom what is inhaled spares.

use crate::combat::conditions::{has, in_force};
use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::{ActionId, Capability, ConditionId, CostId, Flag, Upkeep};

/// A condition that takes something of each turn of its bearer.
pub(crate) struct Held<'a> {
    pub condition: ConditionId,
    pub upkeep: &'a Upkeep,
    /// Rounds that are paid for.
    pub rounds: i32,
}

/// What a combatant keeps up.
pub(crate) fn held<'a>(state: &'a State, seat: Seat) -> Option<Held<'a>> {
    let table = &state.rules().conditions;
    let mut active = state.conditions(seat).iter();
    active.find_map(|active| {
        let condition = active.condition;
        let upkeep = table[condition].upkeep.as_ref()?;
        let all = state.conditions(seat).iter();
        let same = all.filter(|other| other.condition == condition);
        let rounds = same.map(|other| other.amount).max().unwrap_or(0);
        Some(Held {
            condition,
            upkeep,
            rounds,
        })
    })
}

/// What an action costs that keeps up what its user bears; `None`: it keeps up nothing (EP-BRTH-02).
pub(crate) fn cost(state: &State, seat: Seat, action: ActionId) -> Option<CostId> {
    let held = held(state, seat)?;
    let (rules, costs) = (state.rules(), &held.upkeep.costs);
    let round = usize::try_from(held.rounds).unwrap_or(0);
    let cost = costs.get(round).or(costs.last())?;
    let keeps = rules.actions.name(action) == held.upkeep.by;
    rules.costs.id(cost).filter(|_| keeps)
}

/// The action that keeps up a condition.
pub(crate) fn kept_up_by(state: &State, condition: ConditionId) -> Option<ActionId> {
    let rules = state.rules();
    let upkeep = rules.conditions[condition].upkeep.as_ref()?;
    rules.actions.id(&upkeep.by)
}

/// Whether an action would begin what its user has not gone on with since its turn began (EP-BRTH-02).
pub(crate) fn is_given_up(state: &State, seat: Seat, stance: ConditionId) -> bool {
    let given_up = &state.get(seat).reactions.answered;
    kept_up_by(state, stance).is_some_and(|by| given_up.contains(&by))
}

/// Whether an action keeps up what its user bears.
pub(crate) fn keeps_up(state: &State, seat: Seat, action: ActionId) -> bool {
    let name = state.rules().actions.name(action);
    held(state, seat).is_some_and(|held| held.upkeep.by == name)
}

/// The rounds that are paid for once this action has begun such a condition or kept it up; `None`: it is
/// none of these.
pub(crate) fn paid(
    state: &State,
    seat: Seat,
    action: ActionId,
    condition: ConditionId,
) -> Option<i32> {
    let rules = state.rules();
    let upkeep = rules.conditions[condition].upkeep.as_ref()?;
    let before = held(state, seat).map_or(0, |held| held.rounds);
    let keeps = upkeep.by == rules.actions.name(action);
    Some(before + i32::from(keeps))
}

/// For how many rounds a combatant can do that unharmed (EP-BRTH-04).
pub(crate) fn limit(state: &State, seat: Seat, upkeep: &Upkeep) -> i32 {
    state.abilities(seat).modifier(upkeep.limit).max(1)
}

/// Whether a combatant has to pay for what it keeps up, or lacks air.
pub(crate) fn is_due(state: &State, seat: Seat) -> bool {
    in_force(state, seat).any(|(_, def)| def.upkeep.is_some() || def.suffocates.is_some())
}

/// Why what is inhaled does nothing to a combatant: it holds its breath, or (`false`) it does not breathe.
/// `None`: it inhales (EP-BRTH-03, EP-BRTH-05).
pub(crate) fn spared(state: &State, seat: Seat) -> Option<bool> {
    let airless = [Capability::Lifeless, Capability::Breathless];
    let capabilities = &state.who(seat).capabilities;
    if airless.iter().any(|one| capabilities.contains(one)) {
        return Some(false);
    }
    has(state, seat, Flag::HoldsBreath).then_some(true)
}
