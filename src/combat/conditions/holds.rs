//! Who grapples whom.
//!
//! A grapple is a pair of conditions, each imposed by the other.

use crate::combat::contract::Seat;
use crate::combat::state::State;
use crate::rules::{ConditionId, Flag};

/// Those with whom a combatant is locked in a grapple, in order.
pub fn opponents(state: &State, seat: Seat) -> Vec<Seat> {
    let grappling = state.book.known.grappling;
    let mut list: Vec<Seat> = state
        .conditions(seat)
        .iter()
        .filter(|c| Some(c.condition) == grappling)
        .filter_map(|c| c.by)
        .collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// Every combatant in the same grapple, in order; empty outside a grapple.
pub fn crowd(state: &State, seat: Seat) -> Vec<Seat> {
    let mut found = opponents(state, seat);
    if found.is_empty() {
        return found;
    }
    found.push(seat);
    let mut next = 0;
    while let Some(&one) = found.get(next) {
        for other in opponents(state, one) {
            if !found.contains(&other) {
                found.push(other);
            }
        }
        next += 1;
    }
    found.sort_unstable();
    found
}

/// Who pins a combatant.
pub fn pinners(state: &State, seat: Seat) -> Vec<Seat> {
    let rules = state.rules();
    let conditions = state.conditions(seat);
    let pins = conditions
        .iter()
        .filter(|c| rules.flags(c.condition).has(Flag::Pinned));
    pins.filter_map(|c| c.by).collect()
}

/// Whom a combatant pins.
pub fn pins(state: &State, seat: Seat) -> Option<Seat> {
    opponents(state, seat)
        .into_iter()
        .find(|other| pinners(state, *other).contains(&seat))
}

/// Whether one of two has hold of the other, so that each feels where the other is.
pub fn joins(state: &State, one: Seat, other: Seat) -> bool {
    let known = &state.book.known;
    let bodily = |c: ConditionId| [known.grabbed, known.grappling].contains(&Some(c));
    let held = |seat: Seat, by: Seat| {
        let mut active = state.conditions(seat).iter();
        active.any(|c| c.by == Some(by) && bodily(c.condition))
    };
    held(one, other) || held(other, one)
}
