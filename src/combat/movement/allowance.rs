//! How much movement an action gives, as the state of its mover has it now.

use crate::combat::conditions;
use crate::combat::conditions::riding;
use crate::combat::contract::Seat;
use crate::combat::movement::{kinds, load, speed, stamina};
use crate::combat::state::State;
use crate::grid::Cost;
use crate::rules::{ActionDef, ActionId, ChargeDef, CostDef, Flag, MoveDef};

/// All that an action gives to move with now, however much of it is spent; `None`: it is neither a walk
/// nor a charge. A combatant that cannot run (any more) gets as far as two moves take it, one that
/// cannot charge nowhere (AH-COND-09, CD-ITEM-15).
pub(crate) fn whole(state: &State, seat: Seat, action: ActionId) -> Option<Cost> {
    let def = state.rules().actions.get(action)?;
    let charge = def.charge().map(|def| charged(state, seat, def));
    let walked = || Some(walked(state, seat, action, def.movement()?));
    charge.or_else(walked).map(Cost::squares)
}

/// What is left of a movement that was given so much, now that its mover may have become slower: what
/// the action gives now, less what is spent. Nobody becomes faster on the way.
pub(crate) fn lost(state: &State, seat: Seat, action: ActionId, given: Cost) -> Cost {
    match whole(state, seat, action) {
        Some(now) => given.less(now),
        None => Cost::ZERO,
    }
}

/// What is left of the movement under way in a turn.
pub(crate) fn left(state: &State, seat: Seat) -> Option<(ActionId, Cost)> {
    let budget = state.get(seat).budget;
    let (action, left) = budget.moving?;
    let lost = lost(state, seat, action, Cost(budget.given.into()));
    Some((action, Cost(left.into()).less(lost)))
}

/// Squares that a walk of this kind covers.
pub(crate) fn walked(state: &State, seat: Seat, action: ActionId, def: &MoveDef) -> u32 {
    let carrier = riding::carrier(state, seat);
    let speed = speed::any(state, carrier, def.flies);
    let factor = def
        .heavy_factor
        .filter(|_| load::is_laden(state, carrier))
        .unwrap_or(def.factor);
    let mut squares = speed * u32::from(factor) / u32::from(def.divisor.max(1));
    squares = squares.max(speed.min(def.at_least.into()));
    if kinds::runs(def) && conditions::has(state, carrier, Flag::NoRunning) {
        squares = squares.min(2 * speed);
    }
    let usual = state.rules().usual_cost(action);
    if is_single(state, seat) {
        if def.restricted_half {
            squares /= 2;
        } else if usual.is_some_and(CostDef::is_whole) {
            squares = (squares / 2).min(speed);
        }
    }
    def.at_most.map_or(squares, |most| squares.min(most.into()))
}

/// Squares that a charge of this kind covers.
pub(crate) fn charged(state: &State, seat: Seat, def: &ChargeDef) -> u32 {
    let carrier = riding::carrier(state, seat);
    if !def.in_move && conditions::has(state, seat, Flag::NoRunning) {
        return 0;
    }
    let factor = match is_single(state, seat) {
        true => def
            .restricted_factor
            .unwrap_or(def.factor.min(1))
            .min(def.factor),
        false => def.factor,
    };
    let winded = conditions::has(state, seat, Flag::Winded) || stamina::is_spent(state, seat);
    let factor = if winded { factor.min(1) } else { factor };
    speed::any(state, carrier, def.flies) * u32::from(factor)
}

/// Whether all that the mover has is a single action: out of its own turn it has no more, whatever that
/// turn holds.
pub(crate) fn is_single(state: &State, seat: Seat) -> bool {
    let away = state.rounds.current.is_some_and(|current| current != seat);
    state.get(seat).budget.restricted || away
}

/// Whether an action takes its mover one square, however slow it is (CD-MOVE-17).
pub(crate) fn takes_one(state: &State, seat: Seat, action: ActionId) -> bool {
    let def = state.rules().actions.get(action);
    let walk = def.and_then(ActionDef::movement);
    let usual = state.rules().usual_cost(action);
    state.rules().policies.movement.minimum_move
        && state.get(seat).budget.moved == 0
        && usual.is_some_and(CostDef::is_whole)
        && walk.is_some_and(|def| !def.climbs && !def.swims && !kinds::runs(def))
}
