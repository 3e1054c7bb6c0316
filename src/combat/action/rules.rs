//! Legality of an action: a walk over its program, in which the family of each primitive answers.

use crate::combat::action::{amount, limit, parts, target};
use crate::combat::contract::{Refusal, Seat};
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{DeclaredAction, Run, State, User};
use crate::rules::{ActionDef, ActionId, Party, Primitive, Topic};

/// Asks the rules of a primitive's family: `ask!(state, what, |rules, part| rules.possible(state, user, part))`.
macro_rules! ask {
    ($battle:expr, $what:expr, |$rules:ident, $part:ident| $question:expr) => {
        match $what.family() {
            $crate::rules::Family::General($part) => {
                let $rules = $battle.on.general;
                $question
            }
            $crate::rules::Family::Attack($part) => {
                let $rules = $battle.on.attacks;
                $question
            }
            $crate::rules::Family::Manoeuvre($part) => {
                let $rules = $battle.on.manoeuvres;
                $question
            }
            $crate::rules::Family::Movement($part) => {
                let $rules = $battle.on.movements;
                $question
            }
            $crate::rules::Family::Charge($part) => {
                let $rules = $battle.on.charges;
                $question
            }
            $crate::rules::Family::Handling($part) => {
                let $rules = $battle.on.handlings;
                $question
            }
            $crate::rules::Family::Ability($part) => {
                let $rules = $battle.on.abilities;
                $question
            }
            $crate::rules::Family::Turn($part) => {
                let $rules = $battle.on.turns;
                $question
            }
            $crate::rules::Family::Perception($part) => {
                let $rules = $battle.on.perceptions;
                $question
            }
        }
    };
}
pub(crate) use ask;

/// Whether an action belongs into a combatant's dock.
pub(crate) fn concerns(state: &State, seat: Seat, action: ActionId, def: &ActionDef) -> bool {
    !def.any(|what| {
        !ask!(state, what, |rules, part| rules
            .concerns(state, seat, action, part))
    })
}

/// Whether the user's state allows a program, aim aside.
pub(crate) fn possible(
    state: &State,
    seat: Seat,
    action: ActionId,
    def: &ActionDef,
) -> Result<(), Refusal> {
    limit::allows(state, seat, action, def)?;
    target::equipped(state, seat, action, def)?;
    all(&def.does, (state, seat, None), &|what, cites| {
        let user = User {
            seat,
            action,
            cites,
        };
        ask!(state, what, |rules, part| rules.possible(state, user, part))
    })
}

/// Whether a program can be done to what it is aimed at.
pub(crate) fn legal(
    state: &State,
    declared: &DeclaredAction,
    def: &ActionDef,
) -> Result<(), Refusal> {
    let (seat, action) = (declared.seat, declared.action);
    limit::allows(state, seat, action, def)?;
    target::equipped(state, seat, action, def)?;
    target::legal(state, declared, def)?;
    amount::allows(state, declared, def)?;
    let sides = (state, seat, declared.target());
    all(&def.does, sides, &|what, cites| {
        let run = Run {
            cites,
            ..Run::of(declared)
        };
        ask!(state, what, |rules, part| rules.legal(state, &run, part))
    })
}

/// Asks each primitive and, of what succeeds, its branch.
type Ask<'a> = dyn Fn(&Primitive, Option<Topic>) -> Verdict + 'a;

/// The user, and the target once that is chosen.
type Sides<'a> = (&'a State<'a>, Seat, Option<Seat>);

fn all(program: &[Primitive], sides: Sides<'_>, ask: &Ask<'_>) -> Result<(), Refusal> {
    program
        .iter()
        .try_for_each(|what| verdict(what, sides, None, ask).unwrap_or(Ok(())))
}

/// A primitive's own word, and that of the branch of its success, or of its failure if nothing follows
/// from success: one thing there that is possible is enough. Success is the user's own; where it
/// depends on the target which that is, either branch will do until there is one.
fn verdict(what: &Primitive, sides: Sides<'_>, cites: Option<Topic>, ask: &Ask<'_>) -> Verdict {
    let cites = what.cites().or(cites);
    let own = ask(what, cites);
    if !what.is_general() || matches!(own, Some(Err(_))) {
        return own;
    }
    let mut last = own;
    let (state, seat, target) = sides;
    let open = target.is_none() && what.is_saved_by(Party::Target);
    let [good, bad] = parts::follows(state, seat, target, what);
    let bad = if open || good.is_empty() { bad } else { &[] };
    for one in good.iter().chain(bad) {
        match verdict(one, sides, cites, ask) {
            Some(Ok(())) => return Some(Ok(())),
            Some(Err(refusal)) => last = Some(Err(refusal)),
            None if !one.is_general() => return Some(Ok(())),
            None => {}
        }
    }
    last
}
