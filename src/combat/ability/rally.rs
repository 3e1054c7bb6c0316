//! A rally: an attack that hits gives the friends who see or hear it new heart.

use bevy_ecs::prelude::*;

use crate::combat::action::declare::DeclaredAction;
use crate::combat::attack::cover;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::seat::Seat;
use crate::combat::state::State;
use crate::combat::state::combatant::Ending;
use crate::combat::state::{Everything, Writes};
use crate::rules::{Flag, Procedure, Topic};

/// What follows a hit: the check, and what it does to the friends.
pub fn follow(In(declared): In<DeclaredAction>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    let rules = std::sync::Arc::clone(&arena.book.rules);
    let Some(Procedure::Rally {
        stat,
        difficulty,
        lifts,
        gives,
    }) = rules.actions.get(declared.action).map(|def| &def.procedure)
    else {
        return;
    };
    let seat = declared.seat;
    if !conditions::able(arena, seat) {
        return;
    }
    let check = DifficultyCheck::of_stat(arena, seat, *stat, *difficulty);
    if !check.succeeds(arena, &[Topic::Rally]) {
        return;
    }
    let friends: Vec<Seat> = arena
        .all()
        .filter(|friend| *friend != seat && notices(arena, *friend, seat))
        .collect();
    for friend in friends {
        for lifted in lifts.iter().filter_map(|name| rules.condition(name)) {
            conditions::end(arena, friend, lifted);
        }
        if let Some(given) = rules.condition(gives) {
            conditions::begin_until(
                arena,
                friend,
                given,
                Ending::EndOfNextTurn(seat),
                Some(seat),
            );
        }
    }
}

/// Whether a friend sees or hears somebody.
fn notices(arena: &State, friend: Seat, seat: Seat) -> bool {
    if arena.enemies(friend, seat) || !conditions::able(arena, friend) {
        return false;
    }
    !conditions::has(arena, friend, Flag::Deaf) || sees(arena, friend, seat)
}

fn sees(arena: &State, friend: Seat, seat: Seat) -> bool {
    let Some(from) = arena.area(friend) else {
        return false;
    };
    !conditions::has(arena, friend, Flag::Blind)
        && !cover::of(arena, friend, from, seat, true).is_total()
}
