//! Special abilities as primitives of actions.

use crate::combat::ability;
use crate::combat::ability::{gather, lob};
use crate::combat::contract::{Aim, Forecast, Seat};
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{Acting, PrimitiveRules, Run, State, Turning, User, refusal};
use crate::rules::{ActionId, Channel, Primitive};

/// This chapter among the others.
pub(crate) struct Abilities;

impl PrimitiveRules for Abilities {
    fn concerns(&self, state: &State, seat: Seat, _action: ActionId, what: &Primitive) -> bool {
        ability::is_known(state, seat, what)
    }

    fn possible(&self, state: &State, user: User, what: &Primitive) -> Verdict {
        Some(ability::possible(state, user.seat, what))
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: &Primitive) -> Verdict {
        let declared = run.declared;
        let verdict = match (what, &declared.aim) {
            (Primitive::Use(_), _) => ability::legal(state, declared),
            (Primitive::Channel(Channel::Dismiss), aim) => {
                ability::can_dismiss(state, declared.seat, aim)
            }
            (Primitive::Channel(Channel::Touch), Aim::At(target)) => {
                ability::touchable(state, declared.seat, *target)
            }
            (Primitive::Channel(Channel::Touch), _) => refusal::aimless(state),
            _ => return None,
        };
        Some(verdict)
    }

    fn continues(&self, state: &State, user: User, _aim: &Aim, what: &Primitive) -> bool {
        let seat = user.seat;
        *what == Primitive::Channel(Channel::Touch) && ability::touch_is_free(state, seat)
    }

    fn provokes(&self, state: &State, run: &Run<'_>, what: &Primitive) -> Option<bool> {
        let declared = run.declared;
        ability::provokes(state, declared, what)
    }

    fn forecast(&self, state: &State, run: &Run<'_>, what: &Primitive, forecast: &mut Forecast) {
        let declared = run.declared;
        if let Primitive::Use(_) = what {
            forecast.ability = ability::of_declared(state, declared);
            let affected = forecast.ability.as_ref().and_then(|a| a.affected.first());
            forecast.attack = affected.and_then(|affected| affected.attack.clone());
        }
    }

    fn declare(&self, battle: &mut Turning, run: &Run<'_>, what: &Primitive) {
        let declared = run.declared;
        match what {
            Primitive::Use(_) => ability::declare(battle, declared),
            // It ends the move between casting and touch, though it may cost nothing (CD-MAG-16).
            Primitive::Channel(Channel::Touch) => battle.budget_mut(declared.seat).moving = None,
            Primitive::Gather { .. } => {
                gather::declare(battle, declared.seat, declared.action);
            }
            _ => {}
        }
    }

    fn prevented(&self, battle: &mut Acting, seat: Seat, what: &Primitive) {
        if let Primitive::Use(_) = what {
            ability::broken(battle, seat);
        }
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: &Primitive) {
        let (declared, seat) = (run.declared, run.declared.seat);
        match what {
            Primitive::Use(_) => {
                if lob::endangers(battle, declared) {
                    battle.reactions_mut(seat).reached_out = true;
                }
                ability::begin(battle, declared);
            }
            Primitive::Channel(Channel::Touch) => {
                if let Some(target) = declared.target() {
                    ability::deliver(battle, seat, target);
                }
            }
            Primitive::Channel(Channel::Maintain) => ability::maintain(battle, seat),
            Primitive::Channel(Channel::Cease) => ability::cease(battle, seat),
            Primitive::Channel(Channel::Dismiss) => ability::dismiss(battle, seat, &declared.aim),
            Primitive::Channel(Channel::KeepOn) => ability::keep_on(battle, seat),
            Primitive::Channel(Channel::Counter { check, difficulty }) => {
                ability::counter(battle, seat, *check, *difficulty);
            }
            _ => {}
        }
    }
}
