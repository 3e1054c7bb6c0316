//! Conditions: beginning and ending, for a bearer or only supposed, and what they let it do.
//!
//! A condition may be in force from several sources at once. It counts once, begins (as an event)
//! with the first and ends with the last.

pub(crate) mod aiming;
pub(crate) mod barred;
pub(crate) mod breath;
mod duration;
mod effects;
pub(crate) mod fear;
mod flags;
pub(crate) mod holds;
pub(crate) mod knowledge;
pub(crate) mod light;
pub(crate) mod perception;
pub(crate) mod planes;
pub(crate) mod riding;
mod senses;
pub(crate) mod used_up;
pub(crate) mod veils;

pub use duration::{ending, is_over_by_turn};
pub use effects::{
    averaged, caught_by, denial_topic, denials, effects, effects_between, is_open, ranks,
};
pub use flags::has;
pub(crate) use flags::has_any;

use crate::combat::contract::{EventKind, Seat};
use crate::combat::state::{ActiveCondition, Afflicting, Ending, State, Supposed};
use crate::rules::{
    ActionId, Capability, ConditionDef, ConditionId, Flag, Flags, Ruleset, Topic, UsedUp,
};

/// The capabilities of a combatant that conditions can give as well, its own and theirs.
pub(crate) fn capabilities(state: &State, seat: Seat) -> impl Iterator<Item = Capability> {
    let own = state.who(seat).capabilities.iter();
    let lent = in_force(state, seat).flat_map(|(_, def)| &def.grants);
    own.chain(lent).copied()
}

/// Whether a combatant has one of these capabilities.
pub(crate) fn is_capable(state: &State, seat: Seat, wanted: Capability) -> bool {
    capabilities(state, seat).any(|one| one == wanted)
}

/// Whether a condition halves a combatant's speed: blindness does not where it keeps its direction all the same
/// (EP-INC-08).
pub(crate) fn is_slowed(state: &State, seat: Seat) -> bool {
    let keeps = || is_capable(state, seat, Capability::KeepsDirection);
    in_force(state, seat).any(|(_, def)| {
        let slows = def.flags.contains(&Flag::HalfSpeed);
        slows && !(def.flags.contains(&Flag::Blind) && keeps())
    })
}

/// Whether this very condition is in force.
pub fn bears(state: &State, seat: Seat, condition: Option<ConditionId>) -> bool {
    condition.is_some_and(|id| state.conditions(seat).iter().any(|c| c.condition == id))
}

/// The definitions in force on a combatant, each once, in order.
pub fn in_force<'a>(
    state: &'a State,
    seat: Seat,
) -> impl Iterator<Item = (ConditionId, &'a ConditionDef)> {
    let table = &state.rules().conditions;
    let mut last = None;
    state.conditions(seat).iter().filter_map(move |active| {
        let id = active.condition;
        (last.replace(id) != Some(id)).then(|| (id, &table[id]))
    })
}

/// Combatant that imposed a condition; of several, the one that imposed it first.
pub fn first_source(state: &State, seat: Seat, condition: ConditionId) -> Option<Seat> {
    let all = state.conditions(seat).iter();
    let known = all.filter(|active| active.condition == condition);
    known.min_by_key(|active| active.since)?.by
}

/// Imposes a condition with its own default ending, and what it implies.
pub fn begin(battle: &mut Afflicting, seat: Seat, condition: ConditionId, by: Option<Seat>) {
    let Some(def) = battle.rules().conditions.get(condition) else {
        return;
    };
    let ends = ending(battle, seat, def.lasts);
    begin_until(battle, seat, condition, ends, by);
}

/// Imposes a condition with its own default ending and a number that belongs to it.
pub fn begin_with(
    battle: &mut Afflicting,
    seat: Seat,
    condition: ConditionId,
    by: Option<Seat>,
    amount: i32,
) {
    let Some(def) = battle.rules().conditions.get(condition) else {
        return;
    };
    let ends = ending(battle, seat, def.lasts);
    let active = ActiveCondition {
        condition,
        ends,
        by,
        amount,
        about: None,
        since: 0,
    };
    impose(battle, seat, active);
}

/// Imposes the condition of this name, if the ruleset has it.
pub fn begin_known(
    battle: &mut Afflicting,
    seat: Seat,
    condition: Option<ConditionId>,
    by: Option<Seat>,
) {
    if let Some(id) = condition {
        begin(battle, seat, id, by);
    }
}

/// Imposes a condition with a stated ending.
///
/// The same condition from the same source with the same kind of ending is renewed, not doubled; of
/// two amounts the higher one counts.
pub fn begin_until(
    battle: &mut Afflicting,
    seat: Seat,
    condition: ConditionId,
    ends: Ending,
    by: Option<Seat>,
) {
    impose(
        battle,
        seat,
        ActiveCondition {
            condition,
            ends,
            by,
            amount: 0,
            about: None,
            since: 0,
        },
    );
}

/// Imposes a condition as it stands, with its amount.
pub fn impose(battle: &mut Afflicting, seat: Seat, active: ActiveCondition) {
    let condition = active.condition;
    if battle.rules().conditions.get(condition).is_none() || warded(battle, seat, condition) {
        return;
    }
    let is_new = !bears(battle, seat, Some(condition));
    let separate = battle.rules().conditions[condition].separate;
    battle.change_conditions(seat, |list| enter(list, active, separate));
    if !is_new {
        return;
    }
    let began = EventKind::ConditionBegan { seat, condition };
    battle.emit_condition(condition, &[], began);
    let rules = battle.book.rules.clone();
    for replaced in &rules.conditions[condition].replaces {
        end_known(battle, seat, rules.condition(replaced));
    }
    // A condition that implies itself through others is stopped by `is_new`.
    for implied in &rules.conditions[condition].implies {
        if let Some(implied) = rules.condition(implied) {
            begin_until(battle, seat, implied, Ending::With(condition), active.by);
        }
    }
    for brought in &rules.conditions[condition].brings {
        if let Some(brought) = rules.condition(brought) {
            begin(battle, seat, brought, active.by);
        }
    }
    let ended = overcome(&rules, battle.conditions(seat), condition);
    remove(battle, seat, |c| ended.contains(&c.condition));
    const DOWN: Flags = Flags::of(&[Flag::Prone, Flag::NoActions, Flag::Helpless]);
    let flags = rules.flags(condition);
    if flags.has_any(DOWN) {
        (battle.on.brought_down)(battle, seat);
    }
    const GRIP_LOST: Flags = Flags::of(&[Flag::Prone, Flag::Helpless]);
    if flags.has_any(GRIP_LOST) {
        effects::let_go(battle, seat);
    }
    if flags.has(Flag::Ethereal) {
        effects::part_planes(battle, seat);
        (battle.on.changed_planes)(battle, seat);
    }
    if flags.has(Flag::DropsHeld) {
        (battle.on.loses_grip)(battle, seat, Topic::Drop);
    }
}

/// The conditions in a list that do not go together with one that has begun.
fn overcome(rules: &Ruleset, list: &[ActiveCondition], begun: ConditionId) -> Vec<ConditionId> {
    let flags = rules.flags(begun);
    let ends = |id: &ConditionId| {
        let ended_by = Flags::of(&rules.conditions[*id].ended_by);
        *id != begun && flags.has_any(ended_by)
    };
    list.iter().map(|c| c.condition).filter(ends).collect()
}

/// Puts a condition where it belongs in a list, or renews it there, unless each counts for itself.
fn enter(list: &mut Vec<ActiveCondition>, active: ActiveCondition, separate: bool) {
    // What comes along with two conditions stays until both have ended.
    let end_alike = |one: Ending, other: Ending| match (one, other) {
        (Ending::With(one), Ending::With(other)) => one == other,
        _ => std::mem::discriminant(&one) == std::mem::discriminant(&other),
    };
    let same = |c: &ActiveCondition| {
        !separate
            && c.condition == active.condition
            && c.by == active.by
            && c.about == active.about
            && end_alike(c.ends, active.ends)
    };
    if let Some(old) = list.iter_mut().find(|c| same(c)) {
        *old = ActiveCondition {
            since: old.since,
            amount: active.amount.max(old.amount),
            ..active
        };
        list.sort_unstable();
    } else {
        let latest = list.iter().map(|c| c.since).max().unwrap_or(0);
        let since = latest.saturating_add(1);
        let active = ActiveCondition { since, ..active };
        let at = list.partition_point(|c| *c < active);
        list.insert(at, active);
    }
}

/// Supposes that a condition is imposed, with what it implies and brings.
pub(crate) fn suppose(state: &State, supposed: &mut Supposed, seat: Seat, active: ActiveCondition) {
    let Some(def) = state.rules().conditions.get(active.condition) else {
        return;
    };
    let there = supposed.state(state);
    if warded(&there, seat, active.condition) {
        return;
    }
    let is_new = !bears(&there, seat, Some(active.condition));
    let rules = state.rules();
    supposed.change_conditions(rules, seat, |list| {
        enter(list, active, def.separate);
        if is_new {
            let ended = overcome(rules, list, active.condition);
            leave(list, |c| ended.contains(&c.condition));
        }
    });
    if !is_new {
        return;
    }
    let known = |name: &String| rules.condition(name);
    for replaced in def.replaces.iter().filter_map(known) {
        suppose_end(rules, supposed, seat, replaced);
    }
    let with = |_| Ending::With(active.condition);
    let own = |id: ConditionId| ending(state, seat, rules.conditions[id].lasts);
    let implied = def
        .implies
        .iter()
        .filter_map(known)
        .map(|id| (id, with(id)));
    let brought = def.brings.iter().filter_map(known).map(|id| (id, own(id)));
    for (condition, ends) in implied.chain(brought) {
        let more = ActiveCondition {
            condition,
            ends,
            by: active.by,
            amount: 0,
            about: None,
            since: 0,
        };
        suppose(state, supposed, seat, more);
    }
}

/// Supposes that a condition ends, with what came with it.
pub(crate) fn suppose_end(
    rules: &Ruleset,
    supposed: &mut Supposed,
    seat: Seat,
    condition: ConditionId,
) {
    supposed.change_conditions(rules, seat, |list| {
        leave(list, |c| c.condition == condition);
    });
}

/// Whether a condition in force or a trait keeps a condition from beginning.
pub fn warded(state: &State, seat: Seat, condition: ConditionId) -> bool {
    let rules = state.rules();
    let name = rules.conditions.name(condition);
    let wards = |wards: &[String]| wards.iter().any(|ward| ward == name);
    let traits = state.who(seat).traits.iter();
    in_force(state, seat).any(|(_, def)| wards(&def.wards))
        || traits
            .filter_map(|id| rules.traits.get(*id))
            .any(|def| wards(&def.wards))
}

/// Ends a condition and what came with it.
pub fn end(battle: &mut Afflicting, seat: Seat, condition: ConditionId) {
    remove(battle, seat, |c| c.condition == condition);
}

/// The same; `why`: what else the line cites.
pub fn end_because(battle: &mut Afflicting, seat: Seat, condition: ConditionId, why: &[Topic]) {
    remove_for(battle, seat, why, |c| c.condition == condition);
}

/// Ends the condition of this name, if the ruleset has it and it is in force.
pub fn end_known(battle: &mut Afflicting, seat: Seat, condition: Option<ConditionId>) {
    if let Some(id) = condition {
        end(battle, seat, id);
    }
}

/// Ends every condition on any combatant whose ending satisfies `over`.
pub fn end_where(battle: &mut Afflicting, over: impl Fn(Seat, Ending) -> bool) {
    for seat in battle.all() {
        remove(battle, seat, |c| over(seat, c.ends));
    }
}

/// Ends what was to last to a point in the order that has come; says what that was, and on whom, in
/// the order in which it ran out.
pub fn run_out(
    battle: &mut Afflicting,
    over: impl Fn(Ending) -> bool,
) -> Vec<(Seat, ActiveCondition)> {
    let mut ended = Vec::new();
    for seat in battle.all() {
        let own = battle.conditions(seat).iter().filter(|c| over(c.ends));
        ended.extend(own.map(|active| (seat, *active)));
        remove_for(battle, seat, &[Topic::EffectEnds], |c| over(c.ends));
    }
    ended.sort_unstable_by_key(|(_, active)| active.ends);
    ended
}

/// A turn begins: what lasts until then ends, and what lasts through the turn that a combatant has next ends with
/// this one, or with the start of the one after it.
pub fn come_to_turn(battle: &mut Afflicting, seat: Seat) {
    end_where(battle, |_, ends| ends == Ending::StartOfTurn(seat));
    for bearer in battle.all() {
        change_ends(battle, bearer, |c| match c.ends {
            Ending::EndOfNextTurn(of) if of == seat => Ending::EndOfTurn(seat),
            Ending::StartOfTurnAfter(of) if of == seat => Ending::StartOfTurn(seat),
            ends => ends,
        });
    }
}

/// Lets the conditions of a combatant end in another way.
pub(crate) fn change_ends(
    battle: &mut Afflicting,
    bearer: Seat,
    new: impl Fn(&ActiveCondition) -> Ending,
) {
    if !battle.conditions(bearer).iter().any(|c| new(c) != c.ends) {
        return;
    }
    battle.change_conditions(bearer, |list| {
        for active in list.iter_mut() {
            active.ends = new(active);
        }
        list.sort_unstable();
    });
}

/// Ends what ends in this way on one combatant.
pub fn end_for(battle: &mut Afflicting, seat: Seat, ends: Ending) {
    remove(battle, seat, |c| c.ends == ends);
}

/// Ends what lasts until the next attack of a combatant, which it makes now, and what harming others uses up.
pub fn end_by_attack(battle: &mut Afflicting, seat: Seat) {
    end_for(battle, seat, Ending::NextAttack);
    end_by_harming(battle, seat);
}

/// Ends what harming others uses up on the one that does so.
pub fn end_by_harming(battle: &mut Afflicting, seat: Seat) {
    let rules = battle.book.rules.clone();
    let used_up = |c: &ActiveCondition| {
        let by = rules.conditions[c.condition].used_up;
        by == Some(UsedUp::ByHarming)
    };
    if battle.conditions(seat).iter().any(used_up) {
        remove(battle, seat, used_up);
    }
}

/// Ends one condition from one source.
pub fn end_one(battle: &mut Afflicting, seat: Seat, active: ActiveCondition) {
    remove(battle, seat, |c| *c == active);
}

/// Gives a condition in force another number.
pub(crate) fn set_amount(battle: &mut Afflicting, seat: Seat, condition: ConditionId, amount: i32) {
    battle.change_conditions(seat, |list| {
        for active in list.iter_mut().filter(|c| c.condition == condition) {
            active.amount = amount;
        }
        list.sort_unstable();
    });
}

/// Ends what another combatant imposed on a combatant: a hold, a feint.
pub fn end_by(battle: &mut Afflicting, seat: Seat, condition: Option<ConditionId>, by: Seat) {
    remove(battle, seat, |c| {
        Some(c.condition) == condition && c.by == Some(by)
    });
}

fn remove(battle: &mut Afflicting, seat: Seat, gone: impl Fn(&ActiveCondition) -> bool) {
    remove_for(battle, seat, &[], gone);
}

/// Takes entries out, then whatever they implied, and tells what is not in force any more.
/// `why`: what else the lines cite.
fn remove_for(
    battle: &mut Afflicting,
    seat: Seat,
    why: &[Topic],
    gone: impl Fn(&ActiveCondition) -> bool,
) {
    if !battle.conditions(seat).iter().any(&gone) {
        return;
    }
    let before = battle.conditions(seat).to_vec();
    battle.change_conditions(seat, |list| leave(list, gone));
    let mut last = None;
    for condition in before.iter().map(|c| c.condition) {
        if last.replace(condition) == Some(condition) || bears(battle, seat, Some(condition)) {
            continue;
        }
        let ended = EventKind::ConditionEnded { seat, condition };
        battle.emit_condition(condition, why, ended);
        if battle.rules().flags(condition).has(Flag::Ethereal) {
            effects::part_planes(battle, seat);
        }
    }
}

/// Takes entries out of a list, then whatever they implied.
fn leave(list: &mut Vec<ActiveCondition>, gone: impl Fn(&ActiveCondition) -> bool) {
    list.retain(|c| !gone(c));
    loop {
        let orphan = list.iter().position(|c| match c.ends {
            Ending::With(parent) => !list.iter().any(|p| p.condition == parent),
            _ => false,
        });
        let Some(orphan) = orphan else { break };
        list.remove(orphan);
    }
}

/// The condition that forbids a combatant this action, if one does.
pub fn forbids(state: &State, seat: Seat, action: ActionId) -> Option<ConditionId> {
    let rules = state.rules();
    in_force(state, seat)
        .find(|(condition, _)| rules.forbids(*condition, action))
        .map(|(id, _)| id)
}

/// Whether a combatant is in the fight: on the map and not dead.
pub fn present(state: &State, seat: Seat) -> bool {
    state.knows(seat) && state.area(seat).is_some() && !has(state, seat, Flag::Dead)
}

/// Whether a combatant can take actions at all.
pub fn able(state: &State, seat: Seat) -> bool {
    present(state, seat) && !has(state, seat, Flag::NoActions)
}

/// Temporary hit points that a combatant has, as long as lasts what they came with.
pub fn temporary(state: &State, seat: Seat) -> i32 {
    let vitals = &state.vitals[seat];
    let gone = |with: ConditionId| !bears(state, seat, Some(with));
    match vitals.temporary_with.is_some_and(gone) {
        true => 0,
        false => vitals.temporary,
    }
}
