//! A bluff that makes one enemy drop its guard before the combatant that bluffs: advantage against it
//! until the next attack roll at it, or until the bluffer's next turn (AM-MOVE-10, AM-MOVE-11).

use crate::combat::action::legality::refusal;
use crate::combat::attack::concealment;
use crate::combat::checks;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::request::Refusal;
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Striking;
use crate::combat::state::combatant::{ActiveCondition, Ending};
use crate::combat::state::{Access, State};
use crate::rules::{Flag, Stat, Topic};

/// Whether a combatant can be bluffed: an enemy that is seen.
pub fn legal(state: &State, seat: Seat, foe: Seat) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(refusal(state.rules(), Topic::Feint, reason));
    let (Some(here), Some(there)) = (state.area(seat), state.area(foe)) else {
        return refuse("There is no enemy to bluff.");
    };
    if !state.enemies(seat, foe) {
        return refuse("You can do this only to an enemy.");
    }
    if concealment::is_total(state, seat, here, foe, there) {
        return refuse("You cannot bluff an enemy that you do not see.");
    }
    Ok(())
}

/// The check of bluff.
fn bluff(state: &State, seat: Seat, foe: Seat, difficulty: i32) -> DifficultyCheck {
    let against = difficulty + checks::tally(state, foe, Stat::Perception, &[]).total;
    DifficultyCheck::of_stat(state, seat, Stat::Bluff, against)
}

/// Bluffs.
pub fn begin(
    battle: &mut Access<Striking>,
    seat: Seat,
    foe: Seat,
    difficulty: i32,
    condition: &str,
) {
    if legal(battle, seat, foe).is_err() {
        return;
    }
    let success =
        bluff(battle, seat, foe, difficulty).succeeds(&mut battle.lend(), &[Topic::Feint]);
    if success && let Some(id) = battle.rules().condition(condition) {
        let active = ActiveCondition {
            condition: id,
            ends: Ending::StartOfTurn(seat),
            by: Some(seat),
            amount: 0,
            about: Some(seat),
            since: 0,
        };
        conditions::impose(&mut battle.lend(), foe, active);
    }
}

/// The chance that a bluff succeeds.
pub fn chance(state: &State, seat: Seat, foe: Seat, difficulty: i32) -> Option<f64> {
    legal(state, seat, foe).ok()?;
    Some(bluff(state, seat, foe, difficulty).chance())
}

/// Whether a combatant's guard is down before this attacker.
pub fn is_open(state: &State, attacker: Seat, target: Seat) -> bool {
    let table = &state.rules().conditions;
    let active = state.conditions(target);
    active
        .iter()
        .any(|c| c.by == Some(attacker) && table[c.condition].flags.contains(&Flag::OpenToImposer))
}
