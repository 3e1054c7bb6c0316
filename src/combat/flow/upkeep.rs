//! What a condition takes of each turn of its bearer, such as holding its breath, and what comes to those who
//! go on for too long.

use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::conditions::breath;
use crate::combat::contract::Seat;
use crate::combat::damage::dying::air;
use crate::combat::flow::reactions;
use crate::combat::state::{Stage, State, Turning};
use crate::rules::{Ability, ConditionId, Occasion, Topic};

/// The amount of those whom the want of air has felled.
const FELLED: i32 = -1;

/// A combatant pays for the round of what it keeps up, or that ends. `asked`: how many rounds were paid for when
/// it was asked.
pub(super) fn come_due(battle: &mut Turning, seat: Seat, asked: Option<i32>) {
    let held = breath::held(battle, seat).map(|held| (held.condition, held.rounds));
    if let (Some((_, rounds)), None) = (held, asked)
        && conditions::able(battle, seat)
    {
        // The beginning of this turn is not taken back any more.
        battle.rounds_mut().before_turn = None;
        let asked = Some(rounds);
        battle.push(Stage::Upkeep { seat, asked });
        return reactions::offer(battle, seat, seat, Occasion::Inhales);
    }
    if let Some((condition, rounds)) = held
        && asked.is_none_or(|before| before == rounds)
    {
        // What it has not gone on with it does not begin anew before its next turn.
        let by = breath::kept_up_by(battle, condition);
        battle.reactions_mut(seat).answered.extend(by);
        let why = [Topic::BreathUpkeep];
        conditions::end_because(battle, seat, condition, &why);
    }
    exceed(battle, seat);
    lack_air(battle, seat);
}

/// Begins what comes to those who keep something up for longer than they can (EP-BRTH-04).
fn exceed(battle: &mut Turning, seat: Seat) {
    let Some(held) = breath::held(battle, seat) else {
        return;
    };
    let exceeds = held.rounds > breath::limit(battle, seat, held.upkeep);
    let then = battle.rules().condition(&held.upkeep.then);
    let then = then.filter(|then| exceeds && !conditions::bears(battle, seat, Some(*then)));
    conditions::begin_known(battle, seat, then, Some(seat));
}

/// A round without air: a check while its bearer holds out, and what follows once it has failed (EP-COND-06).
/// The bearer that breathes again of its own accord is rid of it.
fn lack_air(battle: &mut Turning, seat: Seat) {
    let Some((condition, checks, base)) = airless(battle, seat) else {
        return;
    };
    let able = conditions::able(battle, seat);
    if able && breath::held(battle, seat).is_some() {
        let against = base + checks;
        let check = DifficultyCheck::of_ability(battle, seat, Ability::Constitution, against);
        let holds = check.succeeds(battle, Topic::Suffocation);
        let amount = if holds { checks + 1 } else { FELLED };
        conditions::set_amount(battle, seat, condition, amount);
        if !holds {
            air::suffocate(battle, seat);
        }
    } else if !able && checks == FELLED {
        air::suffocate(battle, seat);
    } else {
        conditions::end(battle, seat, condition);
    }
}

/// The condition by which a combatant lacks air, with the checks that it has made, and what the first of them
/// has to reach.
fn airless(state: &State, seat: Seat) -> Option<(ConditionId, i32, i32)> {
    let table = &state.rules().conditions;
    let mut active = state.conditions(seat).iter();
    active.find_map(|active| {
        let base = table[active.condition].suffocates?;
        Some((active.condition, active.amount, base))
    })
}
