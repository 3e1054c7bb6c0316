//! Trying to get free: those who hold somebody may let it go instead of answering its check.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::action::declare::DeclaredAction;
use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Request, Yielding};
use crate::combat::contract::seat::Seat;
use crate::combat::manoeuvre::grab;
use crate::combat::state::Arena;
use crate::combat::state::step::Step;
use crate::combat::state::{Everything, Writes};
use crate::rules::Topic;

/// An attempt to get free, while those who hold are asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struggling {
    pub declared: DeclaredAction,
    /// Who has been asked.
    pub asked: Vec<Seat>,
    /// Who lets go.
    pub yielded: Vec<Seat>,
}

/// Begins an attempt: at once, or by asking those who hold.
pub(crate) fn begin(arena: &mut Arena, declared: &DeclaredAction) {
    let attempt = Struggling {
        declared: declared.clone(),
        asked: Vec::new(),
        yielded: Vec::new(),
    };
    if arena.rules().policies.grapple.may_let_go {
        return arena.push(Step::Struggle(attempt));
    }
    grab::escape(arena, declared, &[]);
}

/// Asks the next one, or makes the attempt.
pub fn advance(In(mut attempt): In<Struggling>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    let by = attempt.declared.seat;
    if !conditions::able(arena, by) {
        return;
    }
    let next = grab::against(arena, by)
        .into_iter()
        .find(|holder| !attempt.asked.contains(holder) && conditions::able(arena, *holder));
    let Some(seat) = next else {
        return grab::escape(arena, &attempt.declared, &attempt.yielded);
    };
    attempt.asked.push(seat);
    arena.push(Step::Struggle(attempt));
    arena.ask(Request::Yield {
        seat,
        by,
        what: Yielding::Grip,
    });
}

/// The answer of one of those who hold.
pub(crate) fn answer(arena: &mut Arena, seat: Seat, yields: bool) {
    let Some(Step::Struggle(attempt)) = arena.stack.0.last_mut() else {
        return;
    };
    if !yields {
        return;
    }
    attempt.yielded.push(seat);
    let by = attempt.declared.seat;
    arena.emit(&[Topic::Escape], EventKind::Yielded { seat, by });
}
