//! Gathering energy with the guard down: the watch, the gain, and what fate adds to it.
//!
//! The watch begins with the declaration, so that damage from attacks that the act provokes spoils
//! it; the lowered guard begins with the act. The gain comes first thing in the next turn, before
//! ongoing damage.

use bevy_ecs::prelude::*;

use crate::combat::conditions;
use crate::combat::contract::event::{EventKind, Pool};
use crate::combat::contract::request::{Choice, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::flow::turn::Stage;
use crate::combat::state::step::Step;
use crate::combat::state::{Arena, State};
use crate::combat::state::{Everything, Writes};
use crate::rules::{Procedure, Topic};

/// The watch for damage begins.
pub fn declare(battle: &mut Arena, seat: Seat) {
    battle.get_mut(seat).vitals.gathers = true;
}

/// The guard goes down.
pub fn begin(battle: &mut Arena, seat: Seat, condition: &str) {
    if let Some(condition) = battle.rules().condition(condition) {
        conditions::begin(battle, seat, condition, Some(seat));
    }
}

/// Damage was dealt: the gathering fails.
pub fn disturb(battle: &mut Arena, seat: Seat) {
    if battle.get(seat).vitals.gathers {
        battle.get_mut(seat).vitals.gathers = false;
    }
}

/// The gain as the next turn begins: energy equal to the level.
pub fn gain(battle: &mut Arena, seat: Seat) -> bool {
    if !battle.get(seat).vitals.gathers {
        return false;
    }
    let mut fighter = battle.get_mut(seat);
    let level = fighter.who.level;
    fighter.vitals.gathers = false;
    fighter.vitals.energy += level;
    tell(battle, seat, Pool::Energy);
    true
}

/// The gain, and the question whether fate adds to it. True if the turn has to wait for an answer.
pub fn harvest(battle: &mut Arena, seat: Seat) -> bool {
    if !gain(battle, seat) || !fate_helps(battle) || battle.get(seat).vitals.fate <= 0 {
        return false;
    }
    battle.push(Step::Stage(Stage::BeginTurn(seat)));
    battle.ask(Request::SpendFate { seat });
    true
}

fn fate_helps(state: &State) -> bool {
    let mut actions = state.rules().actions.iter();
    actions.any(|(_, def)| matches!(def.procedure, Procedure::Gather { fate: true, .. }))
}

/// One fate point for one more point of energy, again and again until that is enough.
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut battle: Writes<Everything>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let (Request::SpendFate { seat }, Choice::Accept { .. }) = (request, choice) else {
        return;
    };
    let mut fighter = battle.get_mut(seat);
    fighter.vitals.fate -= 1;
    fighter.vitals.energy += 1;
    let more = fighter.vitals.fate > 0;
    tell(battle, seat, Pool::Fate);
    tell(battle, seat, Pool::Energy);
    if more {
        battle.ask(Request::SpendFate { seat });
    }
}

fn tell(battle: &mut Arena, seat: Seat, pool: Pool) {
    let vitals = battle.get(seat).vitals;
    let (left, topic) = match pool {
        Pool::Fate => (vitals.fate, Topic::FateForEnergy),
        _ => (vitals.energy, Topic::GatherEnergy),
    };
    battle.emit(&[topic], EventKind::PoolChanged { seat, pool, left });
}
