//! Gathering points with the guard down: the watch, the gain, and what another pool adds to it.
//!
//! The watch begins with the declaration, so that damage from attacks that the act provokes spoils
//! it; the lowered guard begins with the act. The gain comes first thing in the next turn, before
//! ongoing damage.

use crate::combat::checks::terms;
use crate::combat::contract::{EventKind, Request, Seat};
use crate::combat::state::{Stage, State, Wounding};
use crate::rules::primitive::Term;
use crate::rules::{ActionId, PoolId, Primitive, Topic};

/// The watch for damage begins.
pub fn declare(battle: &mut Wounding, seat: Seat, action: ActionId) {
    battle.vitals_mut(seat).gathers = Some(action);
}

/// Damage was dealt: the gathering fails.
pub fn disturb(battle: &mut Wounding, seat: Seat) {
    if battle.get(seat).vitals.gathers.is_some() {
        battle.vitals_mut(seat).gathers = None;
    }
}

/// The gain as the next turn begins: the pool, and the one that can add to it.
pub fn gain(battle: &mut Wounding, seat: Seat) -> Option<(PoolId, Option<PoolId>)> {
    let rules = std::sync::Arc::clone(&battle.book.rules);
    let action = rules.actions.get(battle.get(seat).vitals.gathers?)?;
    battle.vitals_mut(seat).gathers = None;
    let (pool, amount, more_from) = action.does.iter().find_map(|what| {
        let Primitive::Gather {
            pool,
            amount,
            more_from,
        } = what
        else {
            return None;
        };
        Some((rules.pools.id(pool)?, amount, more_from))
    })?;
    let points = points(battle, seat, amount);
    change(battle, seat, pool, points, Topic::Gather);
    Some((pool, rules.pools.id(more_from.as_ref()?)))
}

/// The points that the sum of these terms gives.
pub fn points(state: &State, seat: Seat, amount: &[Term]) -> i32 {
    let sum = terms::sum(state, (seat, None), amount, Topic::Gather, &[]);
    sum.map_or(0, |sum| sum.total.max(0))
}

/// The gain, and the question whether another pool adds to it. True if the turn has to wait for an
/// answer.
pub fn harvest(battle: &mut Wounding, seat: Seat) -> bool {
    let Some((into, Some(from))) = gain(battle, seat) else {
        return false;
    };
    asks(battle, Stage::BeginTurn(seat), seat, (from, into))
}

/// Asks for a point of the first pool, if there is one.
fn asks(battle: &mut Wounding, stage: Stage, seat: Seat, (from, into): (PoolId, PoolId)) -> bool {
    let can = battle.vitals[seat].points.of(from) > 0;
    if can {
        battle.ask(Request::SpendPoint { seat, from, into }, stage);
    }
    can
}

/// One point of the first pool for one more of the second, again and again until that is enough.
pub fn answer(
    battle: &mut Wounding,
    stage: Stage,
    seat: Seat,
    (from, into): (PoolId, PoolId),
    more: bool,
) {
    if more {
        change(battle, seat, from, -1, Topic::GatherMore);
        change(battle, seat, into, 1, Topic::Gather);
    }
    if !(more && asks(battle, stage, seat, (from, into))) {
        battle.push(stage);
    }
}

fn change(battle: &mut Wounding, seat: Seat, pool: PoolId, points: i32, topic: Topic) {
    let left = battle.vitals_mut(seat).points.add(pool, points);
    battle.emit(&[topic], EventKind::PoolChanged { seat, pool, left });
}
