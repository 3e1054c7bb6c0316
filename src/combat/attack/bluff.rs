//! A bluff that makes one enemy drop its guard before whoever bluffs: advantage against it until the
//! next attack roll at it, or until the own next turn (AM-MOVE-10, AM-MOVE-11).

use crate::combat::action::legality::refusal;
use crate::combat::attack::concealment;
use crate::combat::checks;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::state::combatant::{ActiveCondition, Ending};
use crate::combat::state::{Arena, State};
use crate::rules::{Flag, Stat, Topic};

/// Whether somebody can be bluffed: an enemy that is seen.
pub fn legal(arena: &State, seat: Seat, foe: Seat) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(arena.rules(), Topic::Feint, reason));
    let (Some(here), Some(there)) = (arena.area(seat), arena.area(foe)) else {
        return refuse("There is nobody to bluff.");
    };
    if !arena.enemies(seat, foe) {
        return refuse("This is for enemies.");
    }
    if concealment::is_total(arena, seat, here, foe, there) {
        return refuse("Nobody bluffs what it does not see.");
    }
    Ok(())
}

/// The check of bluff.
fn bluff(arena: &State, seat: Seat, foe: Seat, difficulty: i32) -> DifficultyCheck {
    let against = difficulty + checks::tally(arena, foe, Stat::Perception, &[]).total;
    DifficultyCheck::of_stat(arena, seat, Stat::Bluff, against)
}

/// Bluffs.
pub fn begin(arena: &mut Arena, seat: Seat, foe: Seat, difficulty: i32, condition: &str) {
    if legal(arena, seat, foe).is_err() {
        return;
    }
    let success = bluff(arena, seat, foe, difficulty).succeeds(arena, &[Topic::Feint]);
    if success && let Some(id) = arena.rules().condition(condition) {
        let active = ActiveCondition {
            condition: id,
            ends: Ending::StartOfTurn(seat),
            by: Some(seat),
            amount: 0,
            about: Some(seat),
            since: 0,
        };
        conditions::impose(arena, foe, active);
    }
}

/// The chance that a bluff succeeds.
pub fn chance(arena: &State, seat: Seat, foe: Seat, difficulty: i32) -> Option<f64> {
    legal(arena, seat, foe).ok()?;
    Some(bluff(arena, seat, foe, difficulty).chance())
}

/// Whether somebody's guard is down before this attacker.
pub fn is_open(arena: &State, attacker: Seat, target: Seat) -> bool {
    let table = &arena.rules().conditions;
    let active = arena.conditions(target);
    active
        .iter()
        .any(|c| c.by == Some(attacker) && table[c.condition].flags.contains(&Flag::OpenToImposer))
}
