//! What a choice would do, asked of the functions that do it.

use crate::combat::action::{declare, prospect};
use crate::combat::attack::odds;
use crate::combat::contract::{Choice, DefenceChoice, Forecast, Refusal, Request};
use crate::combat::flow::answer::check;
use crate::combat::flow::{reactions, ready};
use crate::combat::opportunity::rehearsal;
use crate::combat::state::{AttackOrder, DeclaredAction, State};
use crate::combat::{manoeuvre, opportunity};
use crate::rules::ActionId;

/// What a choice would do, refused or not.
pub fn forecast(state: &State, request: &Request, choice: &Choice) -> Forecast {
    foresee(state, request, choice, check(state, request, choice).err())
}

/// What a choice would do; `None` if it is refused.
pub fn of_legal(state: &State, request: &Request, choice: &Choice) -> Option<Forecast> {
    let legal = check(state, request, choice).is_ok();
    legal.then(|| foresee(state, request, choice, None))
}

fn foresee(
    state: &State,
    request: &Request,
    choice: &Choice,
    refusal: Option<Refusal>,
) -> Forecast {
    let mut forecast = Forecast {
        refusal,
        ..Forecast::default()
    };
    match (request, choice) {
        (_, Choice::FreeAction { seat, .. }) | (Request::Turn { seat }, Choice::Act { .. }) => {
            if let Some(declared) = DeclaredAction::of(*seat, choice) {
                of_declared(state, &declared, &mut forecast);
            }
        }
        (
            Request::Opportunity {
                seat,
                target,
                cause,
            },
            Choice::Accept { mode },
        ) => {
            let strikes = opportunity::modes(state, *seat, *target);
            let mode = mode.or_else(|| strikes.first().copied());
            if let Some(mode) = mode.filter(|mode| strikes.contains(mode)) {
                let order = opportunity::order(*seat, *target, mode, *cause);
                forecast.attack = Some(odds::of_attack(state, &order, None));
            }
        }
        (
            Request::Opportunity {
                seat,
                target,
                cause,
            },
            Choice::Act {
                action,
                mode,
                manner,
                ..
            },
        ) if forecast.refusal.is_none() => {
            let strikes = opportunity::modes(state, *seat, *target);
            if let Some(mode) = mode.or(strikes.first().copied()) {
                let manner = opportunity::taken_as(state, *action, *manner);
                if manner.instead.is_some() {
                    let order = AttackOrder::plain(*seat, *target, mode);
                    instead(state, &order, *action, &mut forecast);
                } else {
                    let order = AttackOrder {
                        manner,
                        ..opportunity::order(*seat, *target, mode, *cause)
                    };
                    forecast.attack = Some(odds::of_attack(state, &order, None));
                }
            }
        }
        (Request::Respond { seat, .. }, Choice::Act { .. }) if forecast.refusal.is_none() => {
            if let Some(declared) = reactions::declared(state, *seat, choice) {
                of_declared(state, &declared, &mut forecast);
            }
        }
        (
            Request::Counter {
                seat,
                target,
                action,
            },
            Choice::Accept { .. },
        ) => forecast.success = manoeuvre::counter_chance(state, *seat, *target, *action),
        (Request::Defence { total, .. }, Choice::Defend(choice)) => {
            forecast.attack = odds::answered::of_choice(state, *choice, total.is_some());
        }
        (Request::DefendOther { seat, total, .. }, Choice::Accept { .. }) => {
            let rolled = total.is_some();
            forecast.success = odds::answered::of_shield(state, *seat, rolled, false);
        }
        (Request::DefendOther { seat, total, .. }, Choice::Defend(block))
            if forecast.refusal.is_none() =>
        {
            let ten = *block == DefenceChoice::Block { take_ten: true };
            forecast.success = odds::answered::of_shield(state, *seat, total.is_some(), ten);
        }
        (
            Request::Coverage {
                bonus, difficulty, ..
            },
            Choice::Accept { .. } | Choice::Decline,
        ) => {
            let taken = matches!(choice, Choice::Accept { .. });
            forecast.success = Some(odds::answered::of_coverage(*bonus, *difficulty, taken));
        }
        (Request::Readied { .. }, _) if forecast.refusal.is_none() => {
            if let Some(declared) = ready::fired(state, request, choice) {
                of_declared(state, &declared, &mut forecast);
            }
        }
        _ => {}
    }
    if let (Some(path), Some(seat), Choice::Act { action, .. }) =
        (&mut forecast.path, request.seat(), choice)
    {
        rehearsal::rehearse(state, seat, *action, path);
    }
    forecast
}

fn of_declared(state: &State, declared: &DeclaredAction, forecast: &mut Forecast) {
    let Some(def) = state.rules().actions.get(declared.action) else {
        return;
    };
    // An action out of reach still shows its way; one at no combatant, or of no combatant, shows
    // nothing.
    let named = [Some(declared.seat), declared.target()];
    if named.into_iter().flatten().any(|seat| !state.knows(seat)) {
        return;
    }
    let Some(here) = state.area(declared.seat) else {
        return;
    };
    let stanced = match forecast.refusal {
        None => rehearsal::in_stance(state, declared.seat, def, declared.manner.amount),
        Some(_) => None,
    };
    let stanced = stanced.as_ref().map(|stanced| stanced.state(state));
    let state = stanced.as_ref().unwrap_or(state);
    if let Some((cause, only)) = declare::provocation(state, declared) {
        forecast.provokes = opportunity::forecast(state, declared.seat, cause, here, only);
        manoeuvre::bull_rush::spare(state, declared, &mut forecast.provokes);
    }
    prospect::of_program(state, declared, def, forecast);
}

/// What is tried in place of an attack: its own odds, and what it invites.
pub(crate) fn instead(
    state: &State,
    order: &AttackOrder,
    action: ActionId,
    forecast: &mut Forecast,
) {
    let declared = manoeuvre::declared_instead(order, action);
    let Some(def) = state.rules().actions.get(action) else {
        return;
    };
    prospect::of_program(state, &declared, def, forecast);
    let here = state.area(declared.seat);
    if let (Some((cause, only)), Some(here)) = (declare::provocation(state, &declared), here) {
        forecast.provokes = opportunity::forecast(state, declared.seat, cause, here, only);
    }
}
