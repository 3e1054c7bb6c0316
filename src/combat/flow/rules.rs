//! What actions do to the order of turns, as primitives.

use crate::combat::action::{budget, declare, legality, put_off, readying};
use crate::combat::contract::{Aim, Seat};
use crate::combat::flow::ready;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{Acting, PrimitiveRules, Run, Stage, State, Turning, User, refusal};
use crate::rules::{ActionId, TurnAct};

/// Rules of the primitives of the order of turns.
pub(crate) struct Turns;

impl PrimitiveRules<TurnAct> for Turns {
    fn possible(&self, state: &State, user: User, what: TurnAct) -> Verdict {
        let delays = what == TurnAct::Delay;
        delays.then(|| put_off::legal(state, user.seat))
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: TurnAct) -> Verdict {
        let declared = run.declared;
        let seat = declared.seat;
        let verdict = match (what, &declared.aim) {
            (TurnAct::Ready, Aim::Prepare { action, trigger }) => {
                readying::legal(state, seat, *action, *trigger)
            }
            (TurnAct::Start, Aim::Action(action)) => {
                legality::startable(state, seat, *action, None)
            }
            (TurnAct::Start, Aim::Begin(action, target)) => {
                legality::startable(state, seat, *action, Some(*target))
            }
            (TurnAct::Delay, Aim::Count(count)) => put_off::legal_count(state, seat, *count),
            (TurnAct::Ready | TurnAct::Start, _) => refusal::aimless(state),
            (TurnAct::Delay | TurnAct::End | TurnAct::Surrender | TurnAct::Refocus, _) => {
                return None;
            }
        };
        Some(verdict)
    }

    fn at_once(&self, battle: &mut Turning, run: &Run<'_>, what: TurnAct) -> bool {
        let seat = run.declared.seat;
        match what {
            TurnAct::Delay => {
                let count = if let Aim::Count(count) = run.declared.aim {
                    Some(count)
                } else {
                    None
                };
                battle.push(Stage::PutOff { seat, count });
            }
            TurnAct::End => budget::finish(battle, seat),
            TurnAct::Surrender => {
                budget::finish(battle, seat);
                let side = battle.who(seat).side;
                battle.push(Stage::Surrender(side));
            }
            TurnAct::Ready | TurnAct::Refocus | TurnAct::Start => return false,
        }
        true
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: TurnAct) {
        let (declared, seat) = (run.declared, run.declared.seat);
        match (what, &declared.aim) {
            (TurnAct::Ready, _) => ready::begin(battle, declared),
            (TurnAct::Refocus, _) => battle.push(Stage::Refocus(seat)),
            (TurnAct::Start, Aim::Action(action)) => start(battle, seat, *action, None),
            (TurnAct::Start, Aim::Begin(action, target)) => {
                start(battle, seat, *action, Some(*target));
            }
            // Without an aim there is nothing to start; the others are done at once.
            (TurnAct::Start | TurnAct::Delay | TurnAct::End | TurnAct::Surrender, _) => {}
        }
    }
}

/// Starts an action that is too long for the turn, unless an opportunity attack at its declaration has made it
/// impossible.
fn start(battle: &mut Acting, seat: Seat, action: ActionId, target: Option<Seat>) {
    if let Ok(target) = legality::begun_on(battle, seat, action, target) {
        declare::begin_in_halves(battle, seat, action, target);
    }
}
