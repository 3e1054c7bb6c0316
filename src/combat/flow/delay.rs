//! Delay: putting a turn off, coming in later, and the turn that was missed.

use crate::combat::action::put_off;
use crate::combat::conditions::perception;
use crate::combat::contract::{ComingIn, EventKind, Request, Seat};
use crate::combat::flow::{initiative, ready};
use crate::combat::movement::hazard;
use crate::combat::state::step::Step;
use crate::combat::state::{
    ActiveCondition, BeforePlace, Ending, Preparation, Stage, State, TurnBefore, Turning, Wounding,
};
use crate::combat::{conditions, economy};
use crate::rules::{Ability, ActionId, CostDef, Per, Stat, Topic};

/// Notes what the start of a turn is about to change, so that putting the turn off can take it
/// back: a turn that is put off has not begun.
pub fn remember(battle: &mut Turning, seat: Seat) {
    let mut ended = Vec::new();
    for bearer in battle.all() {
        let over = |c: &&ActiveCondition| c.ends == Ending::StartOfTurn(seat);
        ended.extend(
            battle
                .conditions(bearer)
                .iter()
                .filter(over)
                .map(|c| (bearer, *c)),
        );
    }
    let fighter = battle.get(seat);
    let before = TurnBefore {
        ended,
        reactions: fighter.reactions.clone(),
        readied: fighter.readied.0.clone(),
        silenced: fighter.silenced.0,
        hit_points: fighter.vitals.hit_points,
    };
    battle.rounds_mut().before_turn = Some(before);
}

/// Whether putting the turn off has to be decided before it begins, because its start will hurt.
pub fn asks_first(state: &State, seat: Seat) -> bool {
    let fighter = state.get(seat);
    let table = &state.rules().conditions;
    let hurts = |c: &ActiveCondition| {
        let def = &table[c.condition];
        def.ongoing.is_some() && c.amount != 0 || def.ongoing_dice.is_some()
    };
    let gathers = fighter.vitals.gathers.is_some();
    (gathers || state.conditions(seat).iter().any(hurts) || hazard::hurts_here(state, seat))
        && state.rounds.asked_first != Some(seat)
        && conditions::able(state, seat)
        && state.rules().basics().delay.is_some()
}

/// Puts the turn off, to a count that was named or for as long as it takes: its start is taken
/// back.
pub fn begin(battle: &mut Turning, seat: Seat, count: Option<i32>) {
    let over = ends_at_place(battle);
    if let Some(before) = battle.rounds_mut().before_turn.take() {
        for (bearer, c) in before.ended {
            if !over && !conditions::bears(battle, bearer, Some(c.condition)) {
                let again = ActiveCondition { since: 0, ..c };
                conditions::impose(battle, bearer, again);
            }
        }
        *battle.reactions_mut(seat) = before.reactions;
        if over {
            renew_limits(battle, seat);
        }
        economy::silence(battle, seat, before.silenced);
        if let Some(readied) = before.readied.filter(|_| !over) {
            make_ready(battle, seat, readied);
        }
    }
    let given_up = given_up(battle, seat);
    wait(battle, seat);
    if let Some(count) = count {
        name_count(battle, seat, count);
    }
    if battle.stack.0.last() == Some(&Step::Stage(Stage::Act(seat))) {
        battle.stack_mut().0.pop();
        go_on(battle, given_up);
    }
}

/// Renews the limits of a round as the initiative count comes, though the turn is delayed; but only once in a round
/// (EP-ACT-09, EP-AOO-08).
fn renew_limits(battle: &mut Turning, seat: Seat) {
    if battle.reactions_mut(seat).carried.take().is_none() {
        let kept = answered(battle, seat, false);
        let reactions = battle.reactions_mut(seat);
        reactions.answered = kept;
        reactions.renew_round();
    }
}

/// Carries uses of limits since the initiative count into a delayed turn of the same round (EP-ACT-09,
/// EP-AOO-08).
pub fn carry_limits(battle: &mut Turning, seat: Seat) {
    let rule = battle.rules().policies.initiative.delay;
    let same_round = !rule.crosses_rounds() || battle.rounds.done.contains(&seat);
    let known = battle.reactions[seat].carried.is_some();
    if known || !(rule.limits_by_round() && same_round) {
        return;
    }
    let before = battle.reactions[seat].before_place.unwrap_or_default();
    let carried = answered(battle, seat, true);
    let reactions = battle.reactions_mut(seat);
    reactions.before_place = None;
    let used = &mut reactions.opportunities_used;
    *used = used.saturating_sub(before.opportunities);
    let used = &mut reactions.shield_uses;
    *used = used.saturating_sub(before.shield_uses);
    reactions.carried = Some(carried);
}

/// Notes the uses up to the place in the order, where the turn that is put off has not begun: they are of the round
/// before.
fn note_limits(battle: &mut Turning, seat: Seat) {
    if ends_at_place(battle) || !battle.rules().policies.initiative.delay.limits_by_round() {
        return;
    }
    let reactions = battle.reactions_mut(seat);
    let same_round = reactions.carried.take().is_some();
    reactions.before_place = (!same_round).then_some(BeforePlace {
        opportunities: reactions.opportunities_used,
        shield_uses: reactions.shield_uses,
        answered: reactions.answered.len(),
    });
}

/// The actions taken since the last turn began that are limited by the round, or those that are not; without those
/// that were taken before a place that has not begun a turn.
fn answered(state: &State, seat: Seat, limited: bool) -> Vec<ActionId> {
    let by_round = |action: &ActionId| {
        let limit = (state.rules().actions.get(*action)).and_then(|def| def.limit.as_ref());
        limit.is_some_and(|limit| limit.per == Per::Round)
    };
    let before = state.reactions[seat].before_place.unwrap_or_default();
    let all = state.reactions[seat].answered.iter().copied();
    let all = all.skip(before.answered);
    all.filter(|action| by_round(action) == limited).collect()
}

/// Whether what ends with the start of a turn is over though the turn is put off (EP-HOLD-06, SP-INIT-09); one that
/// is put off in vain is lost then (EP-HOLD-05, SP-INIT-10).
pub fn ends_at_place(state: &State) -> bool {
    state.rules().policies.initiative.delay.ends_at_place()
}

/// Makes a readied action ready again: the next turn has not begun (AM-STD-08, CD-INIT-13).
fn make_ready(battle: &mut Turning, seat: Seat, readied: Preparation) {
    let (action, trigger) = (readied.action, readied.trigger);
    battle.readied_mut(seat).0 = Some(readied);
    let again = EventKind::Readied {
        seat,
        action,
        trigger,
    };
    battle.emit(&[Topic::Ready, Topic::DelayBegins], again);
}

/// The count on which a turn is put off, where others who wait can have it instead (CD-INIT-07).
fn given_up(state: &State, seat: Seat) -> Option<ComingIn> {
    let lowers = put_off::lowest(state, seat).is_some();
    let count = state.initiative[seat].count.filter(|_| lowers)?;
    anyone_waits(state).then_some(ComingIn::InsteadOf(seat, count))
}

/// The next turn, after those who wait were asked whether they have the one that was given up.
fn go_on(battle: &mut Wounding, given_up: Option<ComingIn>) {
    battle.push(Stage::NextTurn);
    if let Some(when) = given_up {
        battle.push(Stage::Waiting { when, asked: 0 });
    }
}

fn wait(battle: &mut Turning, seat: Seat) {
    note_limits(battle, seat);
    battle.initiative_mut(seat).delaying = true;
    *battle.budget_mut(seat) = Default::default();
    battle.rounds_mut().current = None;
    battle.rounds_mut().before_turn = None;
    battle.rounds_mut().asked_first = None;
    if battle.rules().policies.initiative.delay.crosses_rounds() {
        // Its place in this round has gone by.
        battle.rounds_mut().done.push(seat);
    }
    let topics = [Topic::Delay, Topic::DelayBegins];
    battle.emit(&topics, EventKind::Delayed { seat });
}

/// The new count, named at once: behind those who have it, but ahead of those who named it as well
/// and have less say (CD-INIT-09).
fn name_count(battle: &mut Turning, seat: Seat, count: i32) {
    let yielding = yielding(battle, seat);
    battle.initiative_mut(seat).delaying = false;
    battle.initiative_mut(seat).named_count = true;
    initiative::move_down(battle, seat, count, &yielding);
    let mut topics = vec![Topic::Delay];
    topics.extend((!yielding.is_empty()).then_some(Topic::SeveralDelay));
    initiative::announce(battle, &topics);
}

/// Those who have named a count and have less say about it than this combatant.
fn yielding(state: &State, seat: Seat) -> Vec<Seat> {
    let own = say(state, seat);
    let yields = |other: &Seat| state.initiative[*other].named_count && own < say(state, *other);
    state.all().filter(yields).collect()
}

/// Whether another has named the count of this combatant and has more say about it (CD-INIT-09).
fn gives_way(state: &State, seat: Seat) -> bool {
    let (own, count) = (say(state, seat), state.initiative[seat].count);
    state.all().any(|other| {
        let turn = &state.initiative[other];
        turn.named_count && turn.count == count && say(state, other) < own
    })
}

/// Those who wait, in the order in which they choose.
fn waiting(state: &State) -> Vec<Seat> {
    let mut waiting: Vec<Seat> = state
        .all()
        .filter(|seat| state.get(*seat).initiative.delaying && conditions::able(state, *seat))
        .collect();
    waiting.sort_by_key(|seat| say(state, *seat));
    waiting
}

/// Who chooses first among those who delay: the least. Higher bonus, higher Dexterity, seat.
fn say(state: &State, seat: Seat) -> (i32, i32, Seat) {
    let dexterity = state.abilities(seat).score(Ability::Dexterity);
    let bonus = state.get(seat).stats.plain(Stat::Initiative);
    (-bonus, -dexterity, seat)
}

/// Whether any combatant waits for a turn to end.
pub fn anyone_waits(state: &State) -> bool {
    state.all().any(|seat| state.get(seat).initiative.delaying)
}

/// The lowest count of a combatant that waits, if it comes before the next turn of this round.
fn running_out(state: &State, seat: Seat) -> Option<i32> {
    let next = initiative::next(state).and_then(|next| state.initiative[next].count);
    put_off::lowest(state, seat).filter(|lowest| next.is_none_or(|next| next < *lowest))
}

/// Asks those who wait on the count on which the first of them has to act or loses its turn, if the
/// order has come to it. The one with the lowest bonus comes first: its count ends highest.
pub fn call(battle: &mut Wounding) -> bool {
    let first = waiting(battle).last().copied();
    let count = first.and_then(|seat| running_out(battle, seat));
    if let Some(count) = count {
        battle.push(Stage::NextTurn);
        battle.push(Stage::Waiting {
            when: ComingIn::Count(count),
            asked: 0,
        });
    }
    count.is_some()
}

/// Asks the next one who waits whether it comes in now.
pub fn ask(battle: &mut Turning, when: ComingIn, asked: u8) {
    if crate::combat::flow::victory::settle(battle) {
        return;
    }
    let mut waiting = waiting(battle);
    let given_up = matches!(when, ComingIn::InsteadOf(..));
    waiting.retain(|seat| !matches!(when, ComingIn::InsteadOf(of, _) if of == *seat));
    let asked = usize::from(asked);
    if let Some(seat) = waiting.get(asked).copied() {
        let runs_out = !given_up && running_out(battle, seat).is_some();
        let last = asked + 1 == waiting.len() && runs_out;
        let asked = u8::try_from(asked + 1).unwrap_or(u8::MAX);
        battle.ask(
            Request::ComeIn { seat, when, last },
            Stage::Waiting { when, asked },
        );
    }
}

/// Takes the answer of a combatant that may come in now, or whose turn is about to begin.
pub fn answer(battle: &mut Turning, stage: Stage, request: &Request, comes: bool) {
    let Request::ComeIn { seat, when, last } = *request else {
        return;
    };
    match when {
        ComingIn::OwnPlace if comes => battle.rounds_mut().asked_first = Some(seat),
        ComingIn::OwnPlace => {
            let given_up = given_up(battle, seat);
            if ends_at_place(battle) {
                let begins = Ending::StartOfTurn(seat);
                conditions::end_where(battle, |_, ends| ends == begins);
                renew_limits(battle, seat);
                ready::lapse(battle, seat);
            }
            wait(battle, seat);
            return go_on(battle, given_up);
        }
        // The others are asked again when this turn has ended.
        _ if comes => {
            carry_limits(battle, seat);
            keep_guard(battle, seat);
            keep_memory(battle, seat);
            return come_in(battle, seat, when);
        }
        _ if last => forfeit(battle, seat),
        _ => {}
    }
    battle.push(stage);
}

/// The turn begins now, and this is the place in the order from now on. Only one who has named the
/// same count and has more say goes first; then the turn comes when that one's is over.
fn come_in(battle: &mut Turning, seat: Seat, when: ComingIn) {
    let lowest = put_off::lowest(battle, seat);
    let yielding = yielding(battle, seat);
    let group = initiative::group(battle, seat);
    match when {
        ComingIn::After(after) => initiative::move_after(battle, seat, after, lowest),
        ComingIn::InsteadOf(_, count) | ComingIn::Count(count) => {
            initiative::move_down(battle, seat, count, &yielding)
        }
        ComingIn::OwnPlace => {}
    }
    battle.initiative_mut(seat).delaying = false;
    battle.rounds_mut().done.retain(|s| *s != seat);
    let second = gives_way(battle, seat);
    if let Some(count) = battle.initiative[seat].count.filter(|_| second) {
        battle.initiative_mut(seat).named_count = true;
        initiative::move_down(battle, seat, count, &yielding);
    }
    let mut topics = vec![Topic::Delay, Topic::DelayedPlace];
    topics.extend(group.map(|_| Topic::GroupLeft));
    topics.extend((second || anyone_waits(battle)).then_some(Topic::SeveralDelay));
    initiative::announce(battle, &topics);
    if second {
        // The next turn is already called.
        return;
    }
    if battle.stack.0.last() == Some(&Step::Stage(Stage::NextTurn)) {
        // The end of this turn calls the next one.
        battle.stack_mut().0.pop();
    }
    battle.push(Stage::BeginTurn(seat));
}

/// What a combatant has declared before it put its turn off holds through the turn that it has now (EP-SURP-08).
fn keep_guard(battle: &mut Turning, seat: Seat) {
    if !ends_at_place(battle) {
        return;
    }
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let declared = |condition| {
        let mut actions = rules.actions.iter();
        actions.any(|(action, def)| {
            let keeps = rules.usual_cost(action).is_some_and(CostDef::keeps_turn);
            keeps && def.stance().and_then(|name| rules.condition(name)) == Some(condition)
        })
    };
    conditions::change_ends(battle, seat, |active| match active.ends {
        Ending::StartOfTurn(of) if of == seat && declared(active.condition) => {
            Ending::StartOfTurnAfter(seat)
        }
        ends => ends,
    });
}

/// Whom a combatant remembered or forgot as its place in this round came it remembers or forgets through the turn
/// that it has now: there is one save in a round (EP-FADE-01).
fn keep_memory(battle: &mut Turning, seat: Seat) {
    // Whose place came in an earlier round has a save in this one.
    if !ends_at_place(battle) || !battle.rounds.done.contains(&seat) {
        return;
    }
    for bearer in battle.all() {
        let kept: Vec<ActiveCondition> = (battle.conditions(bearer).iter())
            .filter(|c| c.ends == Ending::StartOfTurn(seat))
            .filter(|c| perception::is_memory(battle, seat, c))
            .copied()
            .collect();
        conditions::change_ends(battle, bearer, |active| match kept.contains(active) {
            true => Ending::StartOfTurnAfter(seat),
            false => active.ends,
        });
    }
}

/// The turn of one who still waits is lost, and its count is the lowest, where delaying lowers it
/// (CD-INIT-08).
fn forfeit(battle: &mut Turning, seat: Seat) {
    if let Some(lowest) = put_off::lowest(battle, seat) {
        battle.initiative_mut(seat).delaying = false;
        battle.rounds_mut().done.push(seat);
        initiative::move_down(battle, seat, lowest, &[]);
        initiative::announce(battle, &[Topic::DelayLimit]);
    }
}

/// At the end of a round the turns of those are lost who still wait and cannot answer.
pub fn forfeit_rest(battle: &mut Turning) {
    for seat in battle.all() {
        if battle.get(seat).initiative.delaying {
            forfeit(battle, seat);
        }
    }
}

#[cfg(test)]
mod tests;
