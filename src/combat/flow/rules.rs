//! What actions do to the order of turns, as primitives.

use crate::combat::action::{budget, declare, legality, put_off, readying};
use crate::combat::contract::Aim;
use crate::combat::flow::ready;
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{Acting, PrimitiveRules, Run, Stage, State, Turning, User, refusal};
use crate::rules::{Primitive, TurnAct};

/// This chapter among the others.
pub(crate) struct Turns;

impl PrimitiveRules for Turns {
    fn possible(&self, state: &State, user: User, what: &Primitive) -> Verdict {
        let delays = *what == Primitive::Turn(TurnAct::Delay);
        delays.then(|| put_off::legal(state, user.seat))
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: &Primitive) -> Verdict {
        let declared = run.declared;
        let seat = declared.seat;
        let verdict = match (what, &declared.aim) {
            (Primitive::Turn(TurnAct::Ready), Aim::Prepare { action, trigger }) => {
                readying::legal(state, seat, *action, *trigger)
            }
            (Primitive::Turn(TurnAct::Start), Aim::Action(action)) => {
                legality::startable(state, seat, *action, None)
            }
            (Primitive::Turn(TurnAct::Start), Aim::Begin(action, target)) => {
                legality::startable(state, seat, *action, Some(*target))
            }
            (Primitive::Turn(TurnAct::Delay), Aim::Count(count)) => {
                put_off::legal_count(state, seat, *count)
            }
            (Primitive::Turn(TurnAct::Ready | TurnAct::Start), _) => refusal::aimless(state),
            _ => return None,
        };
        Some(verdict)
    }

    fn at_once(&self, battle: &mut Turning, run: &Run<'_>, what: &Primitive) -> bool {
        let seat = run.declared.seat;
        match what {
            Primitive::Turn(TurnAct::Delay) => {
                let count = match run.declared.aim {
                    Aim::Count(count) => Some(count),
                    _ => None,
                };
                battle.push(Stage::PutOff { seat, count });
            }
            Primitive::Turn(TurnAct::End) => budget::finish(battle, seat),
            Primitive::Turn(TurnAct::Surrender) => {
                budget::finish(battle, seat);
                let side = battle.who(seat).side;
                battle.push(Stage::Surrender(side));
            }
            _ => return false,
        }
        true
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: &Primitive) {
        let (declared, seat) = (run.declared, run.declared.seat);
        match (what, &declared.aim) {
            (Primitive::Turn(TurnAct::Ready), _) => ready::begin(battle, declared),
            (Primitive::Turn(TurnAct::Refocus), _) => battle.push(Stage::Refocus(seat)),
            (Primitive::Turn(TurnAct::Start), Aim::Action(action) | Aim::Begin(action, _)) => {
                let chosen = match declared.aim {
                    Aim::Begin(_, target) => Some(target),
                    _ => None,
                };
                // What it has invited may have changed everything.
                let target = legality::begun_on(battle, seat, *action, chosen);
                if let Ok(target) = target {
                    declare::begin_in_halves(battle, seat, *action, target);
                }
            }
            _ => {}
        }
    }
}
