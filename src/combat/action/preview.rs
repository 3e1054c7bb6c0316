//! What a choice would do, asked of the functions that do it.

use crate::combat::action::declare;
use crate::combat::action::declare::DeclaredAction;
use crate::combat::action::legality::check;
use crate::combat::action::remove_condition;
use crate::combat::attack::AttackOrder;
use crate::combat::attack::{aid_feint, bluff, objects, odds};
use crate::combat::contract::forecast::Forecast;
use crate::combat::contract::request::{Aim, Choice, Request};
use crate::combat::flow::ready;
use crate::combat::movement::{charge, mount};
use crate::combat::state::State;
use crate::combat::threat::opportunity;
use crate::combat::{ability, checks, manoeuvre, movement};
use crate::grid::Area;
use crate::rules::{ActionId, Procedure, Stat};

/// What a choice would do.
pub fn forecast(arena: &State, request: &Request, choice: &Choice) -> Forecast {
    let refusal = check(arena, request, choice).err();
    let mut forecast = Forecast {
        refusal,
        ..Forecast::default()
    };
    match (request, choice) {
        (Request::Turn { seat }, Choice::Act { .. } | Choice::FreeAction { .. }) => {
            if let Some(declared) = DeclaredAction::of(*seat, choice) {
                of_deed(arena, &declared, &mut forecast);
            }
        }
        (Request::Opportunity { seat, target, .. }, Choice::Accept { form }) => {
            let strikes = opportunity::forms(arena, *seat, *target);
            let form = form.or_else(|| strikes.first().copied());
            if let Some(form) = form.filter(|form| strikes.contains(form)) {
                let order = AttackOrder {
                    attacker: *seat,
                    target: *target,
                    form,
                    extra: Vec::new(),
                    opportunity: true,
                    manner: Default::default(),
                    times: 1,
                };
                forecast.attack = Some(odds::of_attack(arena, &order, None));
            }
        }
        (Request::Opportunity { seat, target, .. }, Choice::Act { action, form, .. })
            if forecast.refusal.is_none() =>
        {
            let strikes = opportunity::forms(arena, *seat, *target);
            if let Some(form) = form.or(strikes.first().copied()) {
                let order = AttackOrder::plain(*seat, *target, form);
                instead(arena, &order, *action, &mut forecast);
            }
        }
        (
            Request::Respond { seat, .. },
            Choice::Act {
                action,
                aim,
                form,
                manner,
            },
        ) if forecast.refusal.is_none() => {
            let declared = DeclaredAction {
                seat: *seat,
                action: *action,
                aim: aim.clone(),
                form: *form,
                manner: *manner,
                readied: true,
                extra: Vec::new(),
            };
            of_deed(arena, &declared, &mut forecast);
        }
        (
            Request::Counter {
                seat,
                target,
                action,
            },
            Choice::Accept { .. },
        ) => forecast.success = manoeuvre::counter_chance(arena, *seat, *target, *action),
        (Request::Defence { total, .. }, Choice::Defend(choice)) => {
            forecast.attack = odds::answered::of_choice(arena, *choice, total.is_some());
        }
        (Request::DefendOther { seat, total, .. }, Choice::Accept { .. }) => {
            forecast.success = odds::answered::of_shield(arena, *seat, total.is_some());
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
            if let Some(declared) = ready::fired(arena, request, choice) {
                of_deed(arena, &declared, &mut forecast);
            }
        }
        _ => {}
    }
    forecast
}

fn of_deed(arena: &State, declared: &DeclaredAction, forecast: &mut Forecast) {
    let Some(def) = arena.rules().actions.get(declared.action) else {
        return;
    };
    // An action out of reach still shows its way; one at nobody, or of nobody, shows nothing.
    let named = [Some(declared.seat), declare::target(declared)];
    if named.into_iter().flatten().any(|seat| !arena.knows(seat)) {
        return;
    }
    let Some(here) = arena.area(declared.seat) else {
        return;
    };
    if let Some((cause, only)) = declare::provocation(arena, declared) {
        forecast.provokes = opportunity::forecast(arena, declared.seat, cause, here, only);
        manoeuvre::bull_rush::spare(arena, declared, &mut forecast.provokes);
    }
    forecast.ability = ability::of_deed(arena, declared);
    match (&def.procedure, &declared.aim) {
        (Procedure::Ability(_), _) => {
            let affected = forecast.ability.as_ref().and_then(|a| a.affected.first());
            forecast.attack = affected.and_then(|affected| affected.attack.clone());
        }
        (Procedure::Move(_) | Procedure::Step | Procedure::Leap(_), Aim::Along(path)) => {
            forecast.path = movement::price(arena, declared.seat, declared.action, path).ok();
            forecast.success = movement::climb::chance(arena, declared);
        }
        (Procedure::Bluff { difficulty, .. }, Aim::At(foe)) => {
            forecast.success = bluff::chance(arena, declared.seat, *foe, *difficulty);
        }
        (Procedure::ControlMount { difficulty }, _) => {
            forecast.success = Some(mount::control_chance(arena, declared.seat, *difficulty));
        }
        (Procedure::CalmMount { .. }, _) => {
            forecast.success = Some(checks::chance(arena, declared.seat, Stat::Will, 0, 0));
        }
        (Procedure::Shed { attempt, .. }, _) => {
            forecast.success =
                attempt.map(|attempt| remove_condition::chance(arena, declared.seat, attempt));
        }
        (Procedure::Charge(_), Aim::Charge(target, way)) if forecast.refusal.is_none() => {
            let form = declared.form.unwrap_or(0);
            let (seat, action) = (declared.seat, declared.action);
            forecast.path = charge::price(arena, seat, action, form, *target, way).ok();
            let end = forecast.path.as_ref().and_then(|path| path.squares.last());
            let end = end.map(|anchor| here.moved_to(*anchor));
            let (ends, success) = charge::outcome(arena, seat, action, form, *target);
            forecast.success = success;
            if ends == charge::End::Attack {
                let order = charge::order(arena, seat, action, form, *target, declared.manner);
                forecast.attack = Some(attack_odds(arena, &order, end));
            }
        }
        (Procedure::Attack | Procedure::FullAttack | Procedure::Assume { .. }, Aim::At(_))
            if declared.manner.instead.is_some() =>
        {
            if let Some((order, action)) =
                declare::order(arena, declared).zip(declared.manner.instead)
            {
                instead(arena, &order, action, forecast);
            }
        }
        (Procedure::StrikeObject { .. } | Procedure::StrikeHeld, _) => {
            forecast.success = objects::chance(arena, declared, def);
        }
        (Procedure::Aid { .. } | Procedure::Feint { .. }, _) => {
            forecast.success = aid_feint::chance(arena, declared);
        }
        (
            Procedure::Attack | Procedure::FullAttack | Procedure::Hurl | Procedure::Assume { .. },
            Aim::At(_),
        ) if forecast.refusal.is_none() => {
            if let Some(order) = declare::order(arena, declared) {
                forecast.attack = Some(attack_odds(arena, &order, None));
            }
        }
        _ => forecast.success = manoeuvre::chance(arena, declared),
    }
}

/// What is tried in place of an attack: its own odds, and what it invites.
fn instead(arena: &State, order: &AttackOrder, action: ActionId, forecast: &mut Forecast) {
    let declared = manoeuvre::deed_of(order, action);
    forecast.success = manoeuvre::chance(arena, &declared);
    let here = arena.area(declared.seat);
    if let (Some((cause, only)), Some(here)) = (declare::provocation(arena, &declared), here) {
        forecast.provokes = opportunity::forecast(arena, declared.seat, cause, here, only);
    }
}

fn attack_odds(
    arena: &State,
    order: &AttackOrder,
    from: Option<Area>,
) -> crate::combat::contract::forecast::AttackForecast {
    odds::of_attack(arena, order, from)
}
