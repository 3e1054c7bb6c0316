//! Why a state forbids something: the condition that does it, by name.

use crate::combat::conditions;
use crate::combat::contract::{Refusal, Seat};
use crate::combat::state::State;
use crate::combat::state::refusal::refusal;
use crate::rules::{ActionDef, ActionId, ConditionDef, ConditionId, Flag, Topic};

/// The condition that gives a combatant this flag; if another one in force implies it, that one: the dying are not
/// told that they are unconscious.
fn bearing<'a>(
    state: &'a State,
    seat: Seat,
    flag: Flag,
) -> Option<(ConditionId, &'a ConditionDef)> {
    let rules = state.rules();
    let in_force = || conditions::in_force(state, seat);
    let bearer = in_force().find(|(_, def)| def.flags.contains(&flag))?;
    let implies = |name: &String| rules.condition(name) == Some(bearer.0);
    let cause = in_force().find(|(_, def)| def.implies.iter().any(implies));
    Some(cause.unwrap_or(bearer))
}

/// A refusal because of a flag, such as "Stunned: you can take no actions." It cites the rule of the
/// condition that has the flag, for that is what forbids it; the topic's where the condition names none.
pub fn by(state: &State, seat: Seat, flag: Flag, topic: Topic, what: &str) -> Refusal {
    let mut refusal = under(state, seat, flag, topic, what);
    let bearing = bearing(state, seat, flag);
    let own = bearing.and_then(|(id, _)| state.rules().condition_rules(id).first());
    refusal.rule = own.copied().or(refusal.rule);
    refusal
}

/// The same where the topic's rule says itself which states forbid it.
pub fn under(state: &State, seat: Seat, flag: Flag, topic: Topic, what: &str) -> Refusal {
    let def = bearing(state, seat, flag).map(|(_, def)| def);
    refusal(state.rules(), topic, because(def, what))
}

/// Refuses because of a flag, if a combatant has it.
pub fn check(
    state: &State,
    seat: Seat,
    flag: Flag,
    topic: Topic,
    what: &str,
) -> Result<(), Refusal> {
    if conditions::has(state, seat, flag) {
        return Err(by(state, seat, flag, topic, what));
    }
    Ok(())
}

/// The refusal of an action that a condition forbids.
pub fn by_condition(state: &State, id: ConditionId, action: ActionId) -> Refusal {
    let rules = state.rules();
    let name = rules.conditions[id].name.to_lowercase();
    Refusal {
        rule: rules.forbidding(id, action),
        reason: format!("You cannot do this while you are {name}.").into(),
    }
}

/// Refuses an action that a condition forbids, or an attack to those who cannot attack.
pub fn acts(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    if let Some(by) = conditions::forbids(state, seat, action) {
        return Err(by_condition(state, by, action));
    }
    let def = state.rules().actions.get(action);
    match def.is_some_and(ActionDef::is_attack) {
        true => attacks(state, seat),
        false => Ok(()),
    }
}

/// Refuses an attack to those who cannot attack.
pub fn attacks(state: &State, seat: Seat) -> Result<(), Refusal> {
    let what = "you cannot attack";
    check(state, seat, Flag::NoAttacks, Topic::AttackRoll, what)
}

/// The refusal of what is more than the single action of a turn, by what leaves no more than that: a condition, or
/// the surprise round.
pub fn single_action(state: &State, seat: Seat, what: &str) -> Refusal {
    let single = [Flag::SingleMove, Flag::SingleAction];
    match single
        .into_iter()
        .find_map(|flag| bearing(state, seat, flag))
    {
        None if state.rounds.surprise => {
            let reason = format!("Surprise round: {what}.");
            refusal(state.rules(), Topic::SurpriseAction, reason)
        }
        found => {
            let reason = because(found.map(|(_, def)| def), what);
            refusal(state.rules(), Topic::Restricted, reason)
        }
    }
}

fn because(state: Option<&ConditionDef>, what: &str) -> String {
    match state {
        Some(def) => format!("{}: {what}.", capital(&def.name)),
        None => capital(&format!("{what}.")),
    }
}

/// With a capital letter.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
