//! Gathering energy with the guard down: the watch, the gain, and what fate adds to it.
//!
//! The watch begins with the declaration, so that damage from attacks that the act provokes spoils
//! it; the lowered guard begins with the act. The gain comes first thing in the next turn, before
//! ongoing damage.

use crate::combat::contract::{EventKind, Pool, Request, Seat};
use crate::combat::state::{Access, Gathering, Invoking, Rolling, Stage, State, Wounding};
use crate::rules::Topic;

/// The watch for damage begins.
pub fn declare(battle: &mut Access<Invoking>, seat: Seat) {
    battle.vitals_mut(seat).gathers = true;
}

/// Damage was dealt: the gathering fails.
pub fn disturb(battle: &mut Access<Wounding>, seat: Seat) {
    if battle.get(seat).vitals.gathers {
        battle.vitals_mut(seat).gathers = false;
    }
}

/// The gain as the next turn begins: energy equal to the level.
pub fn gain(battle: &mut Access<Gathering>, seat: Seat) -> bool {
    if !battle.get(seat).vitals.gathers {
        return false;
    }
    let level = battle.who(seat).level;
    battle.vitals_mut(seat).gathers = false;
    battle.vitals_mut(seat).energy += level;
    tell(&mut battle.lend(), seat, Pool::Energy);
    true
}

/// The gain, and the question whether fate adds to it. True if the turn has to wait for an answer.
pub fn harvest(battle: &mut Access<Gathering>, seat: Seat) -> bool {
    if !gain(battle, seat) || !fate_helps(battle) || battle.get(seat).vitals.fate <= 0 {
        return false;
    }
    battle.ask(Request::SpendFate { seat }, Stage::BeginTurn(seat));
    true
}

fn fate_helps(state: &State) -> bool {
    let mut actions = state.rules().actions.iter();
    actions.any(|(_, def)| def.gathers() == Some(true))
}

/// One fate point for one more point of energy, again and again until that is enough.
pub fn answer(battle: &mut Access<Gathering>, stage: Stage, seat: Seat, more: bool) {
    if more {
        battle.vitals_mut(seat).fate -= 1;
        battle.vitals_mut(seat).energy += 1;
        tell(&mut battle.lend(), seat, Pool::Fate);
        tell(&mut battle.lend(), seat, Pool::Energy);
    }
    if more && battle.vitals[seat].fate > 0 {
        battle.ask(Request::SpendFate { seat }, stage);
    } else {
        battle.push(stage);
    }
}

fn tell(battle: &mut Access<Rolling>, seat: Seat, pool: Pool) {
    let vitals = battle.get(seat).vitals;
    let (left, topic) = match pool {
        Pool::Fate => (vitals.fate, Topic::FateForEnergy),
        _ => (vitals.energy, Topic::GatherEnergy),
    };
    battle.emit(&[topic], EventKind::PoolChanged { seat, pool, left });
}
