//! Actions in between: on another combatant's turn, or while a question waits for an answer.

use bevy_ecs::prelude::*;

use crate::combat::action::legality;
use crate::combat::contract::{Refusal, Request, Seat};
use crate::combat::state::{Asked, Chosen, DeclaredAction, PendingRequest, State, Turning};
use crate::combat::{economy, opportunity};
use crate::rules::{ActionId, Topic};

/// Whether a combatant may do something in between, while this request waits.
pub fn legal(state: &State, request: &Request, declared: &DeclaredAction) -> Result<(), Refusal> {
    let seat = declared.seat;
    let own_turn = matches!(request, Request::Turn { seat: asked } if *asked == seat);
    if !state.knows(seat) || own_turn {
        return state.refuse(Topic::FreeInAnyTurn, "It is already your own turn.");
    }
    let cost = economy::cost(state, seat, declared.action);
    if !cost
        .and_then(|cost| state.rules().costs.get(cost))
        .is_some_and(|cost| cost.any_time)
    {
        return state.refuse(
            Topic::FreeInAnyTurn,
            "You can do this only in your own turn.",
        );
    }
    payable(state, seat, declared.action)?;
    legality::possible(state, seat, declared.action)?;
    legality::aimed(state, declared)
}

/// Whether a combatant can pay for something in between: with its own turn or, out of turn, the next one.
pub(super) fn payable(state: &State, seat: Seat, action: ActionId) -> Result<(), Refusal> {
    match state.rounds.current == Some(seat) {
        true => economy::affords(state, seat, action),
        false => economy::affords_aside(state, seat, action),
    }
}

/// Does something in between. The question waits until it is done.
pub(crate) fn interpose(battle: &mut Turning, asked: PendingRequest, declared: DeclaredAction) {
    let PendingRequest { request, resume } = asked;
    let (resume, serial) = (Box::new(resume), battle.rounds.serial);
    battle.push(Asked {
        request,
        resume,
        serial,
    });
    battle.push(Chosen(declared));
}

/// Asks once more, or looks whether there is still something to ask.
pub fn advance(battle: &mut Turning, asked: Asked) {
    let Asked {
        request,
        resume,
        serial,
    } = asked;
    // The interrupted action goes on as the same action.
    battle.rounds_mut().serial = serial;
    let again = match &request {
        Request::Opportunity {
            seat,
            target,
            cause,
        } => opportunity::stands(battle, *seat, *target, *cause),
        // The step itself finds out which combatants to ask.
        Request::Turn { .. }
        | Request::Respond { .. }
        | Request::Defence { .. }
        | Request::DefendOther { .. }
        | Request::Coverage { .. } => false,
        Request::Deploy { .. }
        | Request::ComeIn { .. }
        | Request::Readied { .. }
        | Request::PushTo { .. }
        | Request::DropAt { .. }
        | Request::SpendPoint { .. }
        | Request::Counter { .. }
        | Request::Help { .. }
        | Request::Yield { .. } => true,
    };
    match again {
        true => {
            battle.pending_mut().0 = Some(PendingRequest {
                request,
                resume: *resume,
            })
        }
        false => battle.push(*resume),
    }
}
