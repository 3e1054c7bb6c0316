//! A rally: an attack that hits strengthens the friends who see or hear it.

use bevy_ecs::prelude::*;

use crate::combat::attack::cover;
use crate::combat::checks::difficulty::DifficultyCheck;
use crate::combat::conditions;
use crate::combat::contract::seat::Seat;
use crate::combat::state::chapters::Affecting;
use crate::combat::state::combatant::Ending;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::{State, Writes};
use crate::rules::{Flag, Procedure, Topic};

/// What follows a hit: the check, and what it does to the friends.
pub fn follow(In(declared): In<DeclaredAction>, mut battle: Writes<Affecting>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let rules = std::sync::Arc::clone(&battle.book.rules);
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
    if !conditions::able(battle, seat) {
        return;
    }
    let check = DifficultyCheck::of_stat(battle, seat, *stat, *difficulty);
    if !check.succeeds(&mut battle.lend(), &[Topic::Rally]) {
        return;
    }
    let friends: Vec<Seat> = battle
        .all()
        .filter(|friend| *friend != seat && notices(battle, *friend, seat))
        .collect();
    for friend in friends {
        for lifted in lifts.iter().filter_map(|name| rules.condition(name)) {
            conditions::end(&mut battle.lend(), friend, lifted);
        }
        if let Some(given) = rules.condition(gives) {
            conditions::begin_until(
                &mut battle.lend(),
                friend,
                given,
                Ending::EndOfNextTurn(seat),
                Some(seat),
            );
        }
    }
}

/// Whether a friend sees or hears a combatant.
fn notices(state: &State, friend: Seat, seat: Seat) -> bool {
    if state.enemies(friend, seat) || !conditions::able(state, friend) {
        return false;
    }
    !conditions::has(state, friend, Flag::Deaf) || sees(state, friend, seat)
}

fn sees(state: &State, friend: Seat, seat: Seat) -> bool {
    let Some(from) = state.area(friend) else {
        return false;
    };
    !conditions::has(state, friend, Flag::Blind)
        && !cover::of(state, friend, from, seat, true).is_total()
}
