//! Gathering energy at the price of one's guard: the watch, the gain, and what fate adds to it.
//!
//! The watch begins with the declaration, so that damage by whatever the act itself invites spoils
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
pub fn declare(arena: &mut Arena, seat: Seat) {
    arena.get_mut(seat).vitals.gathers = true;
}

/// The guard goes down.
pub fn begin(arena: &mut Arena, seat: Seat, condition: &str) {
    if let Some(condition) = arena.rules().condition(condition) {
        conditions::begin(arena, seat, condition, Some(seat));
    }
}

/// Damage was dealt: nothing will come of it.
pub fn disturb(arena: &mut Arena, seat: Seat) {
    if arena.get(seat).vitals.gathers {
        arena.get_mut(seat).vitals.gathers = false;
    }
}

/// What comes of it as the next turn begins: energy as much as the level.
pub fn gain(arena: &mut Arena, seat: Seat) -> bool {
    if !arena.get(seat).vitals.gathers {
        return false;
    }
    let mut fighter = arena.get_mut(seat);
    let level = fighter.who.level;
    fighter.vitals.gathers = false;
    fighter.vitals.energy += level;
    tell(arena, seat, Pool::Energy);
    true
}

/// The gain, and the question whether fate adds to it. True if the turn has to wait for an answer.
pub fn harvest(arena: &mut Arena, seat: Seat) -> bool {
    if !gain(arena, seat) || !fate_helps(arena) || arena.get(seat).vitals.fate <= 0 {
        return false;
    }
    arena.push(Step::Stage(Stage::BeginTurn(seat)));
    arena.ask(Request::SpendFate { seat });
    true
}

fn fate_helps(arena: &State) -> bool {
    let mut actions = arena.rules().actions.iter();
    actions.any(|(_, def)| matches!(def.procedure, Procedure::Gather { fate: true, .. }))
}

/// One fate point for one more point of energy, again and again until that is enough.
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    let (Request::SpendFate { seat }, Choice::Accept { .. }) = (request, choice) else {
        return;
    };
    let mut fighter = arena.get_mut(seat);
    fighter.vitals.fate -= 1;
    fighter.vitals.energy += 1;
    let more = fighter.vitals.fate > 0;
    tell(arena, seat, Pool::Fate);
    tell(arena, seat, Pool::Energy);
    if more {
        arena.ask(Request::SpendFate { seat });
    }
}

fn tell(arena: &mut Arena, seat: Seat, pool: Pool) {
    let vitals = arena.get(seat).vitals;
    let (left, topic) = match pool {
        Pool::Fate => (vitals.fate, Topic::FateForEnergy),
        _ => (vitals.energy, Topic::GatherEnergy),
    };
    arena.emit(&[topic], EventKind::PoolChanged { seat, pool, left });
}
