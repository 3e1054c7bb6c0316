//! Delay: putting one's turn off, coming in later, and the turn that was missed.

use bevy_ecs::prelude::*;

use super::arena::Arena;
use super::components::{ActiveCondition, Ending};
use super::event::EventKind;
use super::options::refusal;
use super::request::{Choice, Refusal, Request};
use super::seat::Seat;
use super::sequence::Stage;
use super::state::TurnBefore;
use super::step::Step;
use super::{condition, initiative};
use crate::rules::initiative::DelayRule;
use crate::rules::{Ability, Procedure, Stat, Topic};

/// Whether the turn that has just begun can still be put off.
pub fn legal(arena: &Arena, seat: Seat) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::Delay, reason));
    let budget = arena.get(seat).budget;
    if arena.rounds.current != Some(seat) {
        return refuse("Only your own turn can be put off.");
    }
    if budget.acted || budget.stepped || budget.moved > 0 {
        return refuse("A turn can be put off only before anything is done in it.");
    }
    if arena.rounds.before_turn.is_none() {
        return refuse("What falls at the start of this turn has already happened.");
    }
    let later = || {
        arena.rounds.order.iter().any(|other| {
            *other != seat
                && !arena.rounds.done.contains(other)
                && condition::present(arena, *other)
        })
    };
    match arena.rules().policies.initiative.delay {
        DelayRule::LowerCount { .. } if !later() => {
            refuse("Nobody is left in this round to wait for.")
        }
        _ => Ok(()),
    }
}

/// Notes what the start of a turn is about to change, so that putting the turn off can take it
/// back: a turn that is put off has not begun.
pub fn remember(arena: &mut Arena, seat: Seat) {
    let mut ended = Vec::new();
    for bearer in arena.all() {
        let over = |c: &&ActiveCondition| {
            c.ends == Ending::StartOfTurn(seat) || (c.ends == Ending::FirstTurn && bearer == seat)
        };
        ended.extend(
            arena
                .get(bearer)
                .conditions
                .0
                .iter()
                .filter(over)
                .map(|c| (bearer, *c)),
        );
    }
    let fighter = arena.get(seat);
    let before = TurnBefore {
        ended,
        reactions: fighter.reactions.clone(),
        hit_points: fighter.vitals.hit_points,
    };
    arena.rounds.before_turn = Some(before);
}

/// Whether putting the turn off has to be decided before it begins, because its start will hurt.
pub fn asks_first(arena: &Arena, seat: Seat) -> bool {
    let fighter = arena.get(seat);
    fighter.conditions.0.iter().any(|c| c.amount != 0)
        && !fighter.initiative.delaying
        && arena.rounds.asked_first != Some(seat)
        && condition::able(arena, seat)
        && arena
            .rules()
            .actions
            .iter()
            .any(|(_, def)| def.procedure == Procedure::Delay)
}

/// Puts the turn off: its start is taken back, and the combatant waits.
pub fn begin(arena: &mut Arena, seat: Seat) {
    if let Some(before) = arena.rounds.before_turn.take() {
        for (bearer, c) in before.ended {
            if !condition::bears(arena, bearer, Some(c.condition)) {
                condition::begin_until(arena, bearer, c.condition, c.ends, c.by);
            }
        }
        *arena.get_mut(seat).reactions = before.reactions;
    }
    wait(arena, seat);
    if arena.stack.0.last() == Some(&Step::Stage(Stage::Act(seat))) {
        arena.stack.0.pop();
        arena.push(Step::Stage(Stage::NextTurn));
    }
}

fn wait(arena: &mut Arena, seat: Seat) {
    let mut fighter = arena.get_mut(seat);
    fighter.initiative.delaying = true;
    *fighter.budget = Default::default();
    arena.rounds.current = None;
    arena.rounds.before_turn = None;
    arena.rounds.asked_first = None;
    if arena.rules().policies.initiative.delay == DelayRule::AfterAnyTurn {
        // Its place in this round has gone by.
        arena.rounds.done.push(seat);
    }
    arena.emit(&[Topic::Delay], EventKind::Delayed { seat });
}

/// Whether the order stops at a combatant: one who waits and may come in by its own choice only is
/// passed over.
pub fn takes_place(arena: &Arena, seat: Seat) -> bool {
    !arena.get(seat).initiative.delaying
        || arena.rules().policies.initiative.delay == DelayRule::AfterAnyTurn
}

/// Those who wait, in the order in which they choose: higher bonus, higher Dexterity, seat.
fn waiting(arena: &Arena) -> Vec<Seat> {
    let mut waiting: Vec<Seat> = arena
        .all()
        .filter(|seat| arena.get(*seat).initiative.delaying && condition::able(arena, *seat))
        .collect();
    waiting.sort_by_key(|seat| {
        let fighter = arena.get(*seat);
        let dexterity = fighter.who.abilities.score(Ability::Dexterity);
        (-fighter.stats.plain(Stat::Initiative), -dexterity, *seat)
    });
    waiting
}

/// Whether anybody waits for a turn to end.
pub fn anybody_waits(arena: &Arena) -> bool {
    arena.all().any(|seat| arena.get(seat).initiative.delaying)
}

/// Asks the next one who waits whether it comes in now.
pub fn ask(arena: &mut Arena, after: Option<Seat>, asked: u8) {
    if super::victory::settle(arena) {
        return;
    }
    if let Some(seat) = waiting(arena).get(usize::from(asked)).copied() {
        arena.push(Step::Stage(Stage::Waiting {
            after,
            asked: asked.saturating_add(1),
        }));
        arena.ask(Request::ComeIn { seat, after });
    }
}

/// Takes the answer of somebody who may come in, or whose turn is about to begin.
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut arena: Arena) {
    let arena = &mut arena;
    let Request::ComeIn { seat, after } = request else {
        return;
    };
    let comes = matches!(choice, Choice::Accept { .. });
    match after {
        Some(after) => {
            if comes {
                // The rest is asked again when this turn has ended.
                arena.stack.0.pop();
                come_in(arena, seat, after);
            }
        }
        None if comes => arena.rounds.asked_first = Some(seat),
        None => {
            arena.stack.0.pop();
            wait(arena, seat);
            arena.push(Step::Stage(Stage::NextTurn));
        }
    }
}

/// The turn begins now, and this is the place in the order from now on.
fn come_in(arena: &mut Arena, seat: Seat, after: Seat) {
    let next = initiative::next_count(arena, after, seat);
    initiative::move_after(arena, seat, after);
    let mut fighter = arena.get_mut(seat);
    fighter.initiative.delaying = false;
    if let Some(count) = next {
        fighter.initiative.count = Some(count);
    }
    arena.rounds.done.retain(|s| *s != seat);
    initiative::announce(arena, &[Topic::Delay]);
    arena.push(Step::Stage(Stage::BeginTurn(seat)));
}

/// At the end of a round the turn of those who still wait is lost, where delaying lowers the count.
pub fn forfeit(arena: &mut Arena) {
    let DelayRule::LowerCount { floor } = arena.rules().policies.initiative.delay else {
        return;
    };
    for seat in waiting(arena) {
        let lowest = floor - arena.get(seat).stats.plain(Stat::Initiative);
        arena.rounds.order.retain(|s| *s != seat);
        arena.rounds.order.push(seat);
        let mut fighter = arena.get_mut(seat);
        fighter.initiative.delaying = false;
        fighter.initiative.count = Some(lowest);
        initiative::announce(arena, &[Topic::Delay]);
    }
}
