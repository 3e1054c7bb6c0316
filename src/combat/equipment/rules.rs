//! Handling things as a primitive of actions.

use crate::combat::contract::Seat;
use crate::combat::equipment::handling;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{Acting, PrimitiveRules, Run, State, User};
use crate::rules::{ActionId, Primitive};

/// This chapter among the others.
pub(crate) struct Handlings;

impl PrimitiveRules for Handlings {
    fn concerns(&self, state: &State, seat: Seat, _action: ActionId, what: &Primitive) -> bool {
        match what {
            Primitive::Handle(handling) => handling::concerns(state, seat, handling),
            _ => true,
        }
    }

    fn possible(&self, state: &State, user: User, what: &Primitive) -> Verdict {
        match what {
            Primitive::Handle(handling) => Some(handling::possible(state, user.seat, handling)),
            _ => None,
        }
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: &Primitive) -> Verdict {
        let declared = run.declared;
        let (seat, aim) = (declared.seat, &declared.aim);
        match what {
            Primitive::Handle(handling) => Some(handling::legal(state, seat, handling, aim)),
            _ => None,
        }
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: &Primitive) {
        if let Primitive::Handle(handling) = what {
            handling::begin(battle, run.declared.seat, handling, &run.declared.aim);
        }
    }
}
