//! Special abilities as primitives of actions.

use crate::combat::ability;
use crate::combat::ability::{gather, lob};
use crate::combat::contract::{Aim, Forecast, Seat};
use crate::combat::state::listeners::Verdict;
use crate::combat::state::{Acting, PrimitiveRules, Run, State, Turning, User, refusal};
use crate::rules::{AbilityPart, ActionId, Channel};

/// Rules of the primitives of abilities.
pub(crate) struct Abilities;

impl<'a> PrimitiveRules<AbilityPart<'a>> for Abilities {
    fn concerns(
        &self,
        state: &State,
        seat: Seat,
        _action: ActionId,
        what: AbilityPart<'_>,
    ) -> bool {
        ability::is_known(state, seat, what)
    }

    fn possible(&self, state: &State, user: User, what: AbilityPart<'_>) -> Verdict {
        Some(ability::possible(state, user.seat, what))
    }

    fn legal(&self, state: &State, run: &Run<'_>, what: AbilityPart<'_>) -> Verdict {
        let declared = run.declared;
        let verdict = match (what, &declared.aim) {
            (AbilityPart::Use(_), _) => ability::legal(state, declared),
            (AbilityPart::Channel(Channel::Dismiss), aim) => {
                ability::can_dismiss(state, declared.seat, aim)
            }
            (AbilityPart::Channel(Channel::Touch), Aim::At(target)) => {
                ability::touchable(state, declared.seat, *target)
            }
            (AbilityPart::Channel(Channel::Touch), _) => refusal::aimless(state),
            (
                AbilityPart::Channel(
                    Channel::Maintain | Channel::Cease | Channel::KeepOn | Channel::Counter { .. },
                )
                | AbilityPart::Gather { .. },
                _,
            ) => return None,
        };
        Some(verdict)
    }

    fn continues(&self, state: &State, user: User, _aim: &Aim, what: AbilityPart<'_>) -> bool {
        let seat = user.seat;
        what == AbilityPart::Channel(Channel::Touch) && ability::touch_is_free(state, seat)
    }

    fn provokes(&self, state: &State, run: &Run<'_>, what: AbilityPart<'_>) -> Option<bool> {
        let declared = run.declared;
        ability::provokes(state, declared, what)
    }

    fn forecast(
        &self,
        state: &State,
        run: &Run<'_>,
        what: AbilityPart<'_>,
        forecast: &mut Forecast,
    ) {
        let declared = run.declared;
        if let AbilityPart::Use(_) = what {
            forecast.ability = ability::of_declared(state, declared);
            let affected = forecast.ability.as_ref().and_then(|a| a.affected.first());
            forecast.attack = affected.and_then(|affected| affected.attack.clone());
        }
    }

    fn declare(&self, battle: &mut Turning, run: &Run<'_>, what: AbilityPart<'_>) {
        let declared = run.declared;
        match what {
            AbilityPart::Use(_) => ability::declare(battle, declared),
            // It ends the move between casting and touch, though it may cost nothing (CD-MAG-16).
            AbilityPart::Channel(Channel::Touch) => battle.budget_mut(declared.seat).moving = None,
            AbilityPart::Gather { .. } => {
                gather::declare(battle, declared.seat, declared.action);
            }
            AbilityPart::Channel(
                Channel::Maintain
                | Channel::Cease
                | Channel::Dismiss
                | Channel::KeepOn
                | Channel::Counter { .. },
            ) => {}
        }
    }

    fn prevented(&self, battle: &mut Acting, seat: Seat, what: AbilityPart<'_>) {
        if let AbilityPart::Use(_) = what {
            ability::broken(battle, seat);
        }
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, what: AbilityPart<'_>) {
        let (declared, seat) = (run.declared, run.declared.seat);
        match what {
            AbilityPart::Use(_) => {
                if lob::endangers(battle, declared) {
                    battle.reactions_mut(seat).reached_out = true;
                }
                ability::begin(battle, declared);
            }
            AbilityPart::Channel(Channel::Touch) => {
                if let Some(target) = declared.target() {
                    ability::deliver(battle, seat, target);
                }
            }
            AbilityPart::Channel(Channel::Maintain) => ability::maintain(battle, seat),
            AbilityPart::Channel(Channel::Cease) => ability::cease(battle, seat),
            AbilityPart::Channel(Channel::Dismiss) => ability::dismiss(battle, seat, &declared.aim),
            AbilityPart::Channel(Channel::KeepOn) => ability::keep_on(battle, seat),
            AbilityPart::Channel(Channel::Counter { check, difficulty }) => {
                ability::counter(battle, seat, check, difficulty);
            }
            // The watch for points has begun with the declaration.
            AbilityPart::Gather { .. } => {}
        }
    }
}
