//! AutoResponse answers: requests answered without asking, as a side wished beforehand.

use crate::combat::attack::{defence, odds};
use crate::combat::contract::{AutoResponse, Choice, DefenceChoice, Request, RequestKind, Seat};
use crate::combat::damage::coverage;
use crate::combat::flow::answer;
use crate::combat::opportunity;
use crate::combat::state::State;

/// What kind of request this is, as far as it can have a standing answer.
pub fn kind(request: &Request) -> Option<RequestKind> {
    match request {
        Request::Deploy { .. }
        | Request::Turn { .. }
        | Request::PushTo { .. }
        | Request::DropAt { .. }
        | Request::Help { .. } => None,
        Request::ComeIn { .. } => Some(RequestKind::ComeIn),
        Request::Opportunity { .. } => Some(RequestKind::Opportunity),
        Request::Readied { .. } => Some(RequestKind::Readied),
        Request::Defence { .. } => Some(RequestKind::Defence),
        Request::DefendOther { .. } => Some(RequestKind::DefendOther),
        Request::Coverage { .. } => Some(RequestKind::Coverage),
        Request::Counter { .. } => Some(RequestKind::Counter),
        Request::Yield { .. } => Some(RequestKind::Yield),
        Request::SpendPoint { .. } => Some(RequestKind::SpendPoint),
        Request::Respond { .. } => Some(RequestKind::Respond),
    }
}

/// The answer that the deciding side has set for this request, if it has set one and it is legal.
pub fn answer(state: &State, request: &Request) -> Option<Choice> {
    let (kind, seat) = (kind(request)?, request.seat()?);
    let side = state.sides.list.get(state.who(seat).side.index())?;
    let standing = side.standing.iter().find(|(k, _)| *k == kind)?.1;
    let choice = match standing {
        AutoResponse::Ask => return None,
        AutoResponse::Always => yes(state, request),
        AutoResponse::Never => no(request),
        AutoResponse::AskIfItMatters if matters(state, request) => return None,
        AutoResponse::AskIfItMatters => plain(request),
    };
    answer::check(state, request, &choice)
        .is_ok()
        .then_some(choice)
}

fn yes(state: &State, request: &Request) -> Choice {
    match request {
        Request::Opportunity { seat, target, .. } => Choice::Accept {
            mode: best_mode(state, *seat, *target),
        },
        Request::Respond { choices, .. } => choices.first().cloned().unwrap_or(Choice::Decline),
        // Blocks while it can, dodges otherwise.
        Request::Defence { .. } => {
            defence::usual(request).unwrap_or(Choice::Defend(DefenceChoice::Nothing))
        }
        _ => Choice::Accept { mode: None },
    }
}

fn no(request: &Request) -> Choice {
    match request {
        Request::Defence { .. } => Choice::Defend(DefenceChoice::Nothing),
        _ => Choice::Decline,
    }
}

/// The answer where nothing depends on it.
fn plain(request: &Request) -> Choice {
    match request {
        Request::Coverage { .. } => Choice::Accept { mode: None },
        _ => no(request),
    }
}

/// The best melee mode, if any strikes at all.
fn best_mode(state: &State, seat: Seat, target: Seat) -> Option<u8> {
    opportunity::modes(state, seat, target).first().copied()
}

/// Whether the answer can change anything.
fn matters(state: &State, request: &Request) -> bool {
    match request {
        Request::Opportunity {
            seat,
            target,
            cause,
        } => best_mode(state, *seat, *target).is_some_and(|mode| {
            let order = opportunity::order(*seat, *target, mode, *cause);
            odds::of_attack(state, &order, None).hit > 0.0
        }),
        // Nothing beats armour that is sure to hold.
        Request::Coverage {
            seat,
            bonus,
            difficulty,
            ..
        } => !coverage::is_sure(state, *seat, *bonus, *difficulty),
        _ => true,
    }
}
