//! Trying to get free: those who hold a combatant may let it go instead of answering its check.

use bevy_ecs::prelude::*;

use crate::combat::conditions;
use crate::combat::contract::event::EventKind;
use crate::combat::contract::request::{Request, Yielding};
use crate::combat::contract::seat::Seat;
use crate::combat::manoeuvre::grab;
use crate::combat::state::chapters::Wrestling;
use crate::combat::state::step::Step;
use crate::combat::state::step::declared::DeclaredAction;
use crate::combat::state::step::hold::Struggling;
use crate::combat::state::{Access, Writes};
use crate::rules::Topic;

/// Begins an attempt: at once, or by asking those who hold.
pub(crate) fn begin(battle: &mut Access<Wrestling>, declared: &DeclaredAction) {
    let attempt = Struggling {
        declared: declared.clone(),
        asked: Vec::new(),
        yielded: Vec::new(),
    };
    if battle.rules().policies.grapple.may_let_go {
        return battle.push(Step::Struggle(attempt));
    }
    grab::escape(battle, declared, &[]);
}

/// Asks the next one, or makes the attempt.
pub fn advance(In(mut attempt): In<Struggling>, mut battle: Writes<Wrestling>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let by = attempt.declared.seat;
    if !conditions::able(battle, by) {
        return;
    }
    let next = grab::against(battle, by)
        .into_iter()
        .find(|holder| !attempt.asked.contains(holder) && conditions::able(battle, *holder));
    let Some(seat) = next else {
        return grab::escape(battle, &attempt.declared, &attempt.yielded);
    };
    attempt.asked.push(seat);
    battle.push(Step::Struggle(attempt));
    battle.ask(Request::Yield {
        seat,
        by,
        what: Yielding::Grip,
    });
}

/// The answer of one of those who hold.
pub(crate) fn answer(battle: &mut Access<Wrestling>, seat: Seat, yields: bool) {
    let Some(Step::Struggle(attempt)) = battle.stack_mut().0.last_mut() else {
        return;
    };
    if !yields {
        return;
    }
    attempt.yielded.push(seat);
    let by = attempt.declared.seat;
    battle.emit(&[Topic::Escape], EventKind::Yielded { seat, by });
}
