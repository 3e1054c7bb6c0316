//! Working out what can be done, and what it would do.

use bevy::prelude::*;

use super::deploy::Deployment;
use super::state::{Plan, Preview};
use super::{approach, detour, exchange, offer, reaches, spots};
use crate::combat::{Aim, Awareness, Choice, Manner, Request, Seat};
use crate::game::playback::Shown;
use crate::game::session::Session;
#[cfg(test)]
use crate::grid::Square;
use crate::grid::SquareSet;
use crate::rules::{ActionId, Targeting};

/// Squares that all enemies of the viewer threaten.
pub(super) fn threatened(session: &Session) -> SquareSet {
    let side = session.viewer();
    let mut all = SquareSet::new(session.battle.dimensions());
    let sight = session.sight();
    for who in sight.view().combatants {
        let threatens = who.standing && who.known == Awareness::Seen;
        if threatens && side.is_none_or(|side| who.side != side) {
            all.union(&sight.threatened_squares(who.seat));
        }
    }
    all
}

/// Works out options, reach and targets when the battle or the selection has changed.
pub(in crate::game) fn refresh(session: Res<Session>, shown: Res<Shown>, mut plan: ResMut<Plan>) {
    if plan.known != Some((session.revision, shown.settled, shown.eyes)) {
        renew(&session, &shown, &mut plan);
    }
}

/// The plan of a player who has not chosen anything yet.
#[cfg(test)]
pub(in crate::game) fn refreshed(session: &Session, shown: &Shown) -> Plan {
    let mut plan = Plan::default();
    renew(session, shown, &mut plan);
    plan
}

/// The same, pointed at a square.
#[cfg(test)]
pub(in crate::game) fn pointed(session: &Session, shown: &Shown, at: Square) -> Plan {
    let mut plan = refreshed(session, shown);
    plan.point(Some(at), false);
    look(session, shown, &mut plan);
    plan
}

/// Works out what can be chosen, unless that is known.
pub(super) fn renew(session: &Session, shown: &Shown, plan: &mut Plan) {
    let now = Some((session.revision, shown.settled, shown.eyes));
    if plan.known == now {
        return;
    }
    plan.known = now;
    plan.revision += 1;
    plan.preview = None;
    plan.ring = None;
    let before = std::mem::take(&mut plan.options).seat;
    if plan.threat.is_some() {
        plan.threat = Some(threatened(session));
    }
    let asked = shown.settled.then(|| session.question().cloned()).flatten();
    plan.deployment = Deployment::of(session, asked.as_ref(), plan.deployment.take());
    match asked {
        Some(Request::Turn { seat }) => {
            if before != Some(seat) {
                let selection = &mut plan.selection;
                selection.action = None;
                selection.mode = None;
                selection.manner = Manner::default();
                selection.drawer = None;
            }
            turn(session, plan, seat);
        }
        Some(Request::Readied { seat, .. }) => readied(session, shown, plan, seat),
        _ => {
            plan.selection.action = None;
            return;
        }
    }
    plan.options.corner = plan.targeting(session) == Some(Targeting::Corner);
    plan.options.spread = offer::spread(session, plan);
    let reaches = reaches::of(session, shown, plan);
    let targets = offer::targets(session, shown, plan);
    let squares = spots::of(session, plan);
    let options = &mut plan.options;
    (options.reaches, options.targets, options.squares) = (reaches, targets, squares);
}

/// What the one whose turn it is can do.
fn turn(session: &Session, plan: &mut Plan, seat: Seat) {
    plan.options.seat = Some(seat);
    plan.options.actor = Some(seat);
    plan.options.actions = session.battle.actions();
    let place = |action: ActionId| {
        session
            .start
            .rules
            .actions
            .get(action)
            .map_or(255, |d| d.bar_order)
    };
    plan.options.actions.sort_by_key(|o| place(o.action));
    plan.options.modes = session.battle.modes(seat);
    if plan
        .selection
        .action
        .is_some_and(|action| plan.option(action).is_none_or(|o| o.refusal.is_some()))
    {
        plan.selection.action = None;
    }
    plan.options.prospects = prospects(session, plan);
    plan.options.idle = offer::idle(session, plan);
    plan.options.instead = offer::instead(session, plan);
}

/// What the actions without a target would bring, as far as something is to be known of it.
fn prospects(session: &Session, plan: &Plan) -> Vec<(ActionId, crate::combat::Forecast)> {
    let rules = session.start.rules.clone();
    let free = plan.options.actions.iter().filter(|o| o.refusal.is_none());
    let aimless = free.filter_map(|o| Some((o.action, rules.actions.get(o.action)?)));
    aimless
        .filter(|(_, def)| def.target == Targeting::None)
        .filter_map(|(action, _)| {
            let forecast = session.forecast(&Choice::act(action));
            let tells = !forecast.provokes.is_empty() || forecast.success.is_some();
            tells.then_some((action, forecast))
        })
        .collect()
}

/// A readied action that is aimed on the map waits for its target there.
fn readied(session: &Session, shown: &Shown, plan: &mut Plan, seat: Seat) {
    plan.options.actor = Some(seat);
    let who = shown.view.combatants.get(seat.index());
    plan.selection.action = who.and_then(|who| who.readied);
    plan.options.modes = session.battle.modes(seat);
}

/// Works out what the square pointed at would do.
pub(super) fn foresee(mut session: ResMut<Session>, shown: Res<Shown>, mut plan: ResMut<Plan>) {
    // A refusal is about the square that was clicked.
    if look(&session, &shown, &mut plan) && session.refusal.is_some() {
        session.refusal = None;
    }
}

/// Makes the preview of the square pointed at, unless it is there. Whether it is about another square
/// than before.
pub(super) fn look(session: &Session, shown: &Shown, plan: &mut Plan) -> bool {
    let thinking = shown.settled && session.question().is_some();
    let gathered = gathered(session, shown, plan).filter(|_| thinking);
    let square = plan.cursor.square.filter(|_| thinking);
    let (at, choice, approach) = match (gathered, square) {
        (Some(_), _) if plan.preview.is_some() => return false,
        (Some((choice, at)), _) => (at, Some(choice), None),
        (None, Some(square)) => {
            if plan.preview.as_ref().is_some_and(|p| p.at == square) {
                return false;
            }
            if let Some(seat) = plan.target_at(shown, square).map(|target| target.seat) {
                plan.cursor.target = Some(seat);
            }
            let target = plan.target_at(shown, square);
            let approach = target.and_then(|target| approach::to(session, shown, plan, target));
            let choice = match &approach {
                Some(approach) => Some(approach.walk.clone()),
                None => offer::on(session, shown, plan, square),
            };
            (square, choice, approach)
        }
        (None, None) => {
            if plan.preview.take().is_some() {
                plan.revision += 1;
            }
            return false;
        }
    };
    let part = square.zip(choice.as_ref()).filter(|_| approach.is_none());
    let part = part.and_then(|(square, choice)| offer::part(session, choice, square));
    // What splashes is always thrown at one square of a large target: the one pointed at.
    let (choice, part) = match plan.targeting(session) {
        Some(Targeting::CombatantOrSquare) => (part.or(choice), None),
        _ => (choice, part),
    };
    let forecast = choice.as_ref().map(|choice| session.forecast(choice));
    let forecast = forecast.unwrap_or_default();
    plan.preview = Some(Preview {
        at,
        detour: detour::round(session, choice.as_ref(), &forecast),
        exchanges: match approach {
            Some(_) => Vec::new(),
            None => exchange::at(session, shown, plan, choice.as_ref(), &forecast),
        },
        choice,
        part,
        forecast,
        approach,
    });
    plan.revision += 1;
    square == Some(at)
}

/// What is known of the action begun wherever the pointer is: one that spreads from its user, or one
/// at the targets collected so far and the one pointed at.
fn gathered(
    session: &Session,
    shown: &Shown,
    plan: &Plan,
) -> Option<(Choice, crate::grid::Square)> {
    let who = shown.view.combatants.get(plan.options.actor?.index())?;
    let at = who.area?.anchor;
    if let Some(choice) = &plan.options.spread {
        return Some((choice.clone(), at));
    }
    let mut choice = plan.collected(session)?;
    let pointed = plan
        .cursor
        .square
        .and_then(|square| plan.target_at(shown, square));
    if let (Choice::Act { aim, .. }, Some(target)) = (&mut choice, pointed)
        && let Aim::Several(seats) = aim
        && !seats.contains(&target.seat)
        && target.refusal.is_none()
    {
        seats.push(target.seat);
    }
    Some((choice, at))
}
