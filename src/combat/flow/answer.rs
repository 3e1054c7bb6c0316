//! Whether a choice answers a request.

use crate::combat::action::{budget, legality};
use crate::combat::attack::defence;
use crate::combat::contract::{Aim, Cause, Choice, DefenceChoice, Manner, Refusal, Request, Seat};
use crate::combat::flow::{aside, deployment, ready};
use crate::combat::manoeuvre::instead;
use crate::combat::movement::forced;
use crate::combat::state::{AttackOrder, DeclaredAction, State};
use crate::combat::{attack, opportunity};
use crate::rules::Topic;

/// Whether a readied action can be taken now, in answer to this request.
fn fires(state: &State, request: &Request, declared: &DeclaredAction) -> Result<(), Refusal> {
    if let Request::Readied { trigger, by, .. } = *request {
        let target = declared.target().unwrap_or(by);
        let (what, on) = ((declared.seat, declared.action), (trigger, target));
        ready::feasible::suits_trigger(state, what, on, declared.mode)?;
    }
    ready::feasible::is_possible(state, declared.seat, declared.action)?;
    legality::aimed(state, declared)
}

/// Whether a readied action goes off now, whatever its owner thinks of it.
fn goes_off(state: &State, request: &Request) -> bool {
    let forced = state.rules().policies.initiative.ready_declined.goes_off();
    let accept = Choice::Accept { mode: None };
    let taken = || ready::fired(state, request, &accept);
    forced && taken().is_some_and(|declared| fires(state, request, &declared).is_ok())
}

/// Whether a choice answers a request legally.
pub fn check(state: &State, request: &Request, choice: &Choice) -> Result<(), Refusal> {
    let no_answer = || state.refuse(Topic::Budget, "That is not an answer to this question.");
    match (request, choice) {
        (Request::Deploy { side, unplaced }, Choice::Place(squares)) => {
            deployment::check(state, *side, unplaced, squares)
        }
        (Request::Deploy { .. }, _) => no_answer(),
        (_, Choice::FreeAction { seat, .. }) => match DeclaredAction::of(*seat, choice) {
            Some(declared) => aside::legal(state, request, &declared),
            None => no_answer(),
        },
        (Request::Turn { seat }, Choice::Act { .. }) => {
            let Some(declared) = DeclaredAction::of(*seat, choice) else {
                return Ok(());
            };
            budget::allows(state, declared.seat, declared.action, &declared.aim)?;
            legality::possible(state, declared.seat, declared.action)?;
            legality::aimed(state, &declared)
        }
        (Request::Respond { choices, .. }, choice) if choices.contains(choice) => Ok(()),
        (Request::SpendPoint { .. }, Choice::Accept { .. } | Choice::Decline)
        | (Request::Respond { .. }, Choice::Decline) => Ok(()),
        (Request::Turn { .. }, Choice::EndTurn | Choice::Surrender) => Ok(()),
        (Request::Opportunity { seat, target, .. }, Choice::Accept { mode }) => {
            may_strike(state, (*seat, *target), *mode)
        }
        (
            Request::Opportunity { seat, target, .. },
            Choice::Act {
                action,
                aim,
                mode,
                manner,
            },
        ) if *aim == Aim::At(*target) && opportunity::is_blow(state, *action) => {
            may_strike(state, (*seat, *target), *mode)?;
            let manner = opportunity::taken_as(state, *action, *manner);
            may_strike_so(state, (*seat, *target), *mode, manner)
        }
        (
            Request::Opportunity { seat, target, .. },
            Choice::Act {
                action, aim, mode, ..
            },
        ) if *aim == Aim::At(*target) => {
            instead::may_replace(state, (*seat, *target), *action, *mode)
        }
        (Request::Help { allies, .. }, Choice::Pick(ally)) if allies.contains(ally) => Ok(()),
        (Request::Readied { .. }, Choice::Accept { .. } | Choice::Act { .. }) => {
            if let Some(step) = ready::step(state, request, choice) {
                return ready::feasible::may_step(state, &step);
            }
            match ready::fired(state, request, choice) {
                Some(declared) => fires(state, request, &declared),
                None => no_answer(),
            }
        }
        (Request::Readied { .. }, Choice::Decline) if goes_off(state, request) => {
            let reason = "You cannot hold it back: what you have waited for has come.";
            state.refuse(Topic::ReadiedForced, reason)
        }
        (Request::Defence { options, .. }, Choice::Defend(defence))
            if options.contains(defence) =>
        {
            Ok(())
        }
        (Request::Defence { seat, attacker, .. }, Choice::Defend(defence)) => {
            Err(defence::refused(state, (*seat, *attacker), *defence))
        }
        (
            Request::DefendOther { seat, attacker, .. },
            Choice::Defend(block @ DefenceChoice::Block { take_ten: true }),
        ) => match defence::may_step_in_with_ten(state, *seat) {
            true => Ok(()),
            false => Err(defence::refused(state, (*seat, *attacker), *block)),
        },
        (Request::PushTo { squares, .. }, Choice::PushTo(square)) => {
            match squares.contains(square) {
                true => Ok(()),
                false => Err(forced::elsewhere(state)),
            }
        }
        (Request::DropAt { squares, .. }, Choice::DropAt(square)) => {
            if squares.contains(square) {
                return Ok(());
            }
            let reason = "You can drop it only into a square of your own space.";
            state.refuse(Topic::DisarmResult, reason)
        }
        (
            Request::ComeIn { .. }
            | Request::DefendOther { .. }
            | Request::Coverage { .. }
            | Request::Counter { .. }
            | Request::Yield { .. },
            Choice::Accept { .. } | Choice::Decline,
        )
        | (Request::Opportunity { .. } | Request::Readied { .. }, Choice::Decline)
        | (
            Request::Opportunity {
                cause: Cause::Leaving(_),
                ..
            },
            Choice::DeclineMove,
        ) => Ok(()),
        _ => no_answer(),
    }
}

/// Whether a combatant can make an attack of opportunity at another, with this mode if one is named.
fn may_strike(
    state: &State,
    (seat, target): (Seat, Seat),
    mode: Option<u8>,
) -> Result<(), Refusal> {
    let strikes = opportunity::modes(state, seat, target);
    match mode {
        Some(mode) if !strikes.contains(&mode) => {
            let topic = opportunity::out_of_use(state, (seat, target), mode);
            state.refuse(topic, "You cannot attack with that now.")
        }
        None if strikes.is_empty() => state.refuse(
            Topic::OpportunityMode,
            "You have nothing in hand that reaches the target.",
        ),
        _ => Ok(()),
    }
}

/// Whether the mode that is named, or else the best one, can strike in this manner.
fn may_strike_so(
    state: &State,
    (seat, target): (Seat, Seat),
    mode: Option<u8>,
    manner: Manner,
) -> Result<(), Refusal> {
    let best = || opportunity::modes(state, seat, target).first().copied();
    match mode.or_else(best) {
        Some(mode) if manner != Manner::default() => {
            let order = AttackOrder {
                manner,
                ..AttackOrder::plain(seat, target, mode)
            };
            attack::legal(state, &order, None)
        }
        _ => Ok(()),
    }
}

/// The answer with what it leaves open filled in: the best mode of an attack of opportunity.
pub fn complete(state: &State, request: &Request, choice: Choice) -> Choice {
    match (request, choice) {
        (Request::Opportunity { seat, target, .. }, Choice::Accept { mode: None }) => {
            Choice::Accept {
                mode: opportunity::modes(state, *seat, *target).first().copied(),
            }
        }
        (_, choice) => choice,
    }
}
