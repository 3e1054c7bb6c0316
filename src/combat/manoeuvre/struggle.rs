//! Trying to get free: those who hold a combatant may let it go instead of answering its check.

use crate::combat::conditions;
use crate::combat::contract::{EventKind, Request, Yielding};
use crate::combat::manoeuvre::grab;
use crate::combat::state::{Acting, Answered, DeclaredAction, Struggling, Turning};
use crate::rules::Topic;

/// Begins an attempt: at once, or by asking those who hold.
pub(crate) fn begin(battle: &mut Acting, declared: &DeclaredAction) {
    let attempt = Struggling {
        declared: declared.clone(),
        asked: Vec::new(),
        yielded: Vec::new(),
    };
    if battle.rules().policies.grapple.may_let_go {
        return battle.push(attempt);
    }
    grab::escape(battle, declared, &[]);
}

/// Asks the next one, or makes the attempt.
pub fn advance(battle: &mut Turning, mut attempt: Struggling) {
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
    let request = Request::Yield {
        seat,
        by,
        what: Yielding::Grip,
    };
    battle.ask(request, attempt);
}

/// The answer of one of those who hold.
pub(crate) fn answer(battle: &mut Turning, (mut attempt, request, choice): Answered<Struggling>) {
    if let (Request::Yield { seat, by, .. }, true) = (request, choice.accepts()) {
        attempt.yielded.push(seat);
        battle.emit(&[Topic::Escape], EventKind::Yielded { seat, by });
    }
    battle.push(attempt);
}
