//! Recovery: what rest gives back after a battle.

use super::arena::Arena;
use super::components::Vitals;
use super::condition;
use super::event::EventKind;
use super::seat::Seat;
use crate::rules::dying::{Rate, Recovery};
use crate::rules::{Flag, Topic};

fn rate(rate: Rate, level: i32) -> i32 {
    match rate {
        Rate::Level => level.max(1),
        Rate::Points(points) => i32::from(points).max(1),
    }
}

/// Hit points and nonlethal damage of somebody of this level after so many days of rest.
pub fn after_days(rule: Recovery, vitals: Vitals, level: i32, days: u32) -> (i32, i32) {
    let times = i32::try_from(days).unwrap_or(i32::MAX);
    let healed = rate(rule.hit_points_per_day, level).saturating_mul(times);
    let hours = times.saturating_mul(24);
    (
        vitals.hit_points.saturating_add(healed).min(vitals.max),
        after_hours(rule, vitals, level, hours),
    )
}

/// What nonlethal damage is left after so many hours.
fn after_hours(rule: Recovery, vitals: Vitals, level: i32, hours: i32) -> i32 {
    let faded = rate(rule.nonlethal_per_hour, level).saturating_mul(hours);
    vitals.nonlethal.saturating_sub(faded).max(0)
}

/// Days until all hit points are back, and hours until no nonlethal damage is left.
fn needed(rule: Recovery, vitals: Vitals, level: i32) -> (u32, u32) {
    let times = |missing: i32, each: i32| u32::try_from((missing.max(0) + each - 1) / each);
    let days = times(
        vitals.max - vitals.hit_points,
        rate(rule.hit_points_per_day, level),
    );
    let hours = times(vitals.nonlethal, rate(rule.nonlethal_per_hour, level));
    (days.unwrap_or(0), hours.unwrap_or(0))
}

/// Hit points and nonlethal damage of a combatant after so many days of rest; as they are where the
/// ruleset has no rest.
pub fn rested(arena: &Arena, seat: Seat, days: u32) -> (i32, i32) {
    let fighter = arena.get(seat);
    match arena.rules().policies.recovery {
        Some(rule) => after_days(rule, *fighter.vitals, fighter.who.level, days),
        None => (fighter.vitals.hit_points, fighter.vitals.nonlethal),
    }
}

/// When the battle is over: what rest those need who live and are hurt.
pub fn tell(arena: &mut Arena) {
    let Some(rule) = arena.rules().policies.recovery else {
        return;
    };
    for seat in arena.all() {
        let fighter = arena.get(seat);
        let (days, hours) = needed(rule, *fighter.vitals, fighter.who.level);
        let dying =
            condition::has(arena, seat, Flag::Dying) && !condition::has(arena, seat, Flag::Stable);
        if (days, hours) != (0, 0) && condition::present(arena, seat) && !dying {
            let event = EventKind::Recovery { seat, days, hours };
            arena.emit(&[Topic::Recovery], event);
        }
    }
}
