//! The charge as a primitive of actions.

use crate::combat::attack::{at_hand, odds};
use crate::combat::conditions::{barred, riding};
use crate::combat::contract::{Cause, Forecast, GroundForecast, PathForecast, Refusal, Seat};
use crate::combat::manoeuvre::bull_rush;
use crate::combat::manoeuvre::charge::plan::{Checked, can_run, plan};
use crate::combat::manoeuvre::charge::run::{self, definition};
use crate::combat::manoeuvre::charge::{self, Charge, over};
use crate::combat::movement::{speed, toll};
use crate::combat::opportunity::{self, rehearsal};
use crate::combat::state::listeners::Verdict;
use crate::combat::state::refusal::aimless;
use crate::combat::state::{
    Acting, AttackOrder, DeclaredAction, Mark, PrimitiveRules, Run, State, Supposed, User,
};
use crate::grid::Area;
use crate::rules::{ActionId, ChargeDef, ChargeEnd, Flag, Topic};

/// Rules of charges as primitives.
pub(crate) struct Charges;

impl PrimitiveRules<&ChargeDef> for Charges {
    fn concerns(&self, state: &State, seat: Seat, _action: ActionId, def: &ChargeDef) -> bool {
        !def.flies || speed::in_air(state, seat) > 0
    }

    fn possible(&self, state: &State, user: User, def: &ChargeDef) -> Verdict {
        if def.flies && speed::in_air(state, user.seat) == 0 {
            let reason = "You cannot fly.";
            let refused = run::own_refusal(state, def, user.action, run::topic(def), reason);
            return Some(Err(refused));
        }
        let (seat, stays) = (user.seat, "you cannot leave your place");
        barred::check(state, seat, Flag::NoMovement, Topic::Move, stays)
            .and_then(|()| can_run(state, seat, def))
            .and_then(|()| affords_way(state, seat, def))
            .err()
            .map(Err)
    }

    fn legal(&self, state: &State, run: &Run<'_>, _def: &ChargeDef) -> Verdict {
        Some(match Charge::of(run.declared) {
            Some(charge) => charge_legal(state, run.declared, charge),
            None => aimless(state),
        })
    }

    fn forecast(&self, state: &State, run: &Run<'_>, _: &ChargeDef, forecast: &mut Forecast) {
        let Some(charge) = Charge::of(run.declared).filter(|_| forecast.refusal.is_none()) else {
            return;
        };
        let Ok((mut path, ends, success)) = charge.outlook(state) else {
            return;
        };
        let end = path.squares.last();
        let end = state
            .area(charge.seat)
            .zip(end)
            .map(|(here, anchor)| here.moved_to(*anchor));
        enter(state, charge, end, &mut path);
        (forecast.path, forecast.success) = (Some(path), success);
        if ends == charge::End::Attack {
            let order = charge::order(state, charge, run.declared.manner);
            if let Some(end) = end {
                answer_to_bare_hand(state, &order, (charge.action, end), forecast);
            }
            forecast.attack = Some(odds::of_attack(state, &order, end));
        }
    }

    fn begin(&self, battle: &mut Acting, run: &Run<'_>, _def: &ChargeDef) {
        let declared = run.declared;
        battle.budget_mut(declared.seat).mark(Mark::Attacked);
        charge::begin(battle, declared);
    }
}

/// Adds the step into the space of the target that ends a charge with a bull rush, where the terrain there matters.
fn enter(state: &State, charge: Charge, end: Option<Area>, path: &mut PathForecast) {
    let (Some(def), Some(end)) = (definition(state, charge.action), end) else {
        return;
    };
    if def.ends != ChargeEnd::BullRush || !state.rules().policies.bull_rush.moves_in {
        return;
    }
    let mut supposed = Supposed::of(state);
    supposed.put(charge.seat, end);
    let there = supposed.state(state);
    let step = bull_rush::entry(&there, charge.seat, charge.target);
    let step = step.and_then(|(way, cost)| {
        let step = (end.anchor + way, cost);
        let mover = (riding::carrier(&there, charge.seat), end);
        toll::of_entry(&there, mover, charge.action, step, 1.0)
    });
    if let Some(step) = step {
        let walked = path.costs.last().copied().unwrap_or(0);
        let before = path.squares.len();
        path.squares.extend(step.squares);
        path.costs
            .extend(step.costs.into_iter().map(|cost| walked + cost));
        path.ground
            .extend(step.ground.into_iter().map(|ground| GroundForecast {
                after: before + ground.after,
                ..ground
            }));
    }
}

/// A blow of the bare hand at the end lays itself open to its target, if that has not struck on the way
/// (SP-UNARM-01).
fn answer_to_bare_hand(
    state: &State,
    order: &AttackOrder,
    (action, end): (ActionId, Area),
    forecast: &mut Forecast,
) {
    let (seat, target) = (order.attacker, order.target);
    let way = forecast.path.iter().flat_map(|path| &path.opportunities);
    let struck = way.filter(|danger| danger.by == target).count();
    let left = usize::from(opportunity::left(state, target));
    if order.manner.instead.is_none()
        && opportunity::is_bare(state, seat, order.mode)
        && struck < left
    {
        let cause = Cause::Unarmed(action);
        let answer = rehearsal::at_the_end(state, seat, (action, end), (cause, target));
        forecast.provokes.extend(answer);
    }
}

/// A turn of a single action may leave too little for the way.
fn affords_way(state: &State, seat: Seat, def: &ChargeDef) -> Result<(), Refusal> {
    if def.restricted_factor.is_none() && state.get(seat).budget.restricted {
        let what = "you have a single action this turn, and this takes more";
        return Err(barred::single_action(state, seat, what));
    }
    Ok(())
}

fn charge_legal(state: &State, declared: &DeclaredAction, charge: Charge) -> Result<(), Refusal> {
    // Whether something has to be in hand may depend on the way.
    let beyond = |checked: &Checked| !over::is_all(state, checked.over, charge.target);
    let (armed, planned) = match needs_mode(state, charge) {
        Some(armed) => (armed, None),
        None => {
            let planned = plan(state, charge);
            (planned.as_ref().is_ok_and(beyond), Some(planned))
        }
    };
    if armed {
        if declared.mode.is_none() {
            return aimless(state);
        }
        at_hand::usable(state, charge.seat, charge.mode)?;
    }
    let replaces = |action| {
        let def = state.rules().actions.get(action);
        def.is_some_and(|def| def.replaces_attack)
    };
    if declared
        .manner
        .instead
        .is_some_and(|action| !replaces(action))
    {
        let reason = "You cannot do this in place of an attack.";
        return state.refuse(Topic::ChargeInstead, reason);
    }
    match planned {
        Some(planned) => planned.map(|_| ()),
        None => charge.legal(state),
    }
}

/// Whether there is an attack or a touch in a charge, for which something has to be in hand; `None`: it depends on
/// its way.
fn needs_mode(state: &State, charge: Charge) -> Option<bool> {
    match definition(state, charge.action).map(|def| def.ends) {
        Some(ChargeEnd::BullRush) => Some(false),
        Some(ChargeEnd::Overrun) => {
            let touches = state.rules().policies.manoeuvres.overrun.touch;
            touches.then_some(true)
        }
        Some(ChargeEnd::Attack) | None => Some(true),
    }
}
