//! Handling things as a primitive of actions.

use crate::combat::contract::Seat;
use crate::combat::equipment::handling;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{Acting, PrimitiveRules, Run, State, User};
use crate::rules::{ActionId, Handling};

/// Rules of the primitives of handling things.
pub(crate) struct Handlings;

impl PrimitiveRules<&Handling> for Handlings {
    fn concerns(&self, state: &State, seat: Seat, _action: ActionId, what: &Handling) -> bool {
        handling::concerns(state, seat, what)
    }

    fn possible(&self, state: &State, user: User, what: &Handling) -> Verdict {
        Some(handling::possible(state, user.seat, what))
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: &Handling) -> Verdict {
        let declared = run.declared;
        Some(handling::legal(state, declared.seat, what, &declared.aim))
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: &Handling) {
        handling::begin(battle, run.declared.seat, what, &run.declared.aim);
    }
}
