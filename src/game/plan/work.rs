//! Working out what can be done, and what it would do.

use bevy::prelude::*;

use super::{Deployment, Group, Plan, Preview, approach, offer, spots};
use crate::combat::{Aim, Choice, Manner, Request, Seat};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::grid::SquareSet;
use crate::rules::{ActionId, Targeting};

/// What all enemies of the viewer (or of the one who acts) threaten.
pub(super) fn threatened(session: &mut Session) -> SquareSet {
    let side = session.asked().or(session.viewer());
    let mut all = SquareSet::new(session.battle.dimensions());
    for who in session.battle.view().combatants {
        if side.is_none_or(|side| who.side != side) && who.standing {
            all.union(&session.battle.threatened_squares(who.seat));
        }
    }
    all
}

/// Works out options, reach and targets when the battle or the mind has changed.
pub(in crate::game) fn refresh(
    mut session: ResMut<Session>,
    shown: Res<Shown>,
    mut plan: ResMut<Plan>,
) {
    let now = (session.revision, shown.settled);
    if plan.known == now {
        return;
    }
    plan.known = now;
    plan.revision += 1;
    plan.preview = None;
    plan.options.clear();
    plan.targets.clear();
    plan.reaches.clear();
    plan.spots.clear();
    plan.forms.clear();
    plan.prospects.clear();
    plan.idle.clear();
    plan.instead.clear();
    plan.poised = None;
    plan.corner = false;
    if plan.threat.is_some() {
        plan.threat = Some(threatened(&mut session));
    }
    let asked = shown.settled.then(|| session.question().cloned()).flatten();
    plan.deployment = Deployment::of(&session, asked.as_ref(), plan.deployment.take());
    match asked {
        Some(Request::Turn { seat }) => turn(&mut session, &mut plan, seat),
        Some(Request::Readied { seat, .. }) => readied(&mut session, &shown, &mut plan, seat),
        _ => {
            (plan.seat, plan.actor, plan.begun) = (None, None, None);
            return;
        }
    }
    plan.corner = plan.targeting(&session) == Some(Targeting::Corner);
    plan.poised = offer::poised(&mut session, &plan);
    let reaches = offer::reaches(&mut session, &plan);
    let targets = offer::targets(&mut session, &shown, &plan);
    let spots = spots::of(&mut session, &plan);
    (plan.reaches, plan.targets, plan.spots) = (reaches, targets, spots);
}

/// What the one whose turn it is can do.
fn turn(session: &mut Session, plan: &mut Plan, seat: Seat) {
    if plan.seat != Some(seat) {
        plan.seat = Some(seat);
        plan.begun = None;
        plan.form = None;
        plan.manner = Manner::default();
        plan.group = Group::Possible;
    }
    plan.actor = Some(seat);
    plan.options = session.battle.actions();
    let place = |action: ActionId| {
        session
            .start
            .rules
            .actions
            .get(action)
            .map_or(255, |d| d.place)
    };
    plan.options.sort_by_key(|o| place(o.action));
    plan.forms = session.battle.forms(seat);
    if plan
        .begun
        .is_some_and(|action| plan.option(action).is_none_or(|o| o.refusal.is_some()))
    {
        plan.begun = None;
    }
    plan.prospects = prospects(session, plan);
    plan.idle = offer::idle(session, plan);
    plan.instead = offer::instead(session, plan);
}

/// What the actions without a target would bring, as far as something is to be known of it.
fn prospects(session: &mut Session, plan: &Plan) -> Vec<(ActionId, crate::combat::Forecast)> {
    let rules = session.start.rules.clone();
    let free = plan.options.iter().filter(|o| o.refusal.is_none());
    let aimless = free.filter_map(|o| Some((o.action, rules.actions.get(o.action)?)));
    aimless
        .filter(|(_, def)| def.target == Targeting::None)
        .filter_map(|(action, _)| {
            let forecast = session.battle.forecast(&Choice::act(action));
            let tells = !forecast.provokes.is_empty() || forecast.success.is_some();
            tells.then_some((action, forecast))
        })
        .collect()
}

/// A readied action that is aimed on the map waits for its target there.
fn readied(session: &mut Session, shown: &Shown, plan: &mut Plan, seat: Seat) {
    plan.seat = None;
    plan.actor = Some(seat);
    let who = shown.view.combatants.get(seat.index());
    plan.begun = who.and_then(|who| who.readied);
    plan.forms = session.battle.forms(seat);
}

/// Works out what the square pointed at would do.
pub(super) fn foresee(mut session: ResMut<Session>, shown: Res<Shown>, mut plan: ResMut<Plan>) {
    let thinking = shown.settled && session.asked().is_some();
    if let Some((choice, at)) = gathered(&session, &shown, &plan).filter(|_| thinking) {
        if plan.preview.is_none() {
            let forecast = session.battle.forecast(&choice);
            let choice = Some(choice);
            plan.preview = Some(Preview {
                at,
                choice,
                forecast,
                approach: None,
            });
            plan.revision += 1;
        }
        return;
    }
    let Some(square) = plan.pointed.filter(|_| thinking) else {
        if plan.preview.is_some() {
            plan.preview = None;
            plan.revision += 1;
        }
        return;
    };
    if plan.preview.as_ref().is_some_and(|p| p.at == square) {
        return;
    }
    // A refusal is about the square that was clicked.
    session.refusal = None;
    if let Some(target) = plan.target_at(&shown, square) {
        plan.aimed = Some(target.seat);
    }
    let target = plan.target_at(&shown, square);
    let up = target.and_then(|target| approach::to(&mut session, &shown, &plan, target));
    let choice = match &up {
        Some(up) => Some(up.walk.clone()),
        None => offer::on(&mut session, &shown, &plan, square),
    };
    let forecast = choice
        .as_ref()
        .map(|c| session.battle.forecast(c))
        .unwrap_or_default();
    plan.preview = Some(Preview {
        at: square,
        choice,
        forecast,
        approach: up,
    });
    plan.revision += 1;
}

/// What is known of the action begun wherever the pointer is: one that spreads from its user, or one
/// at everybody collected so far and whoever is pointed at.
fn gathered(
    session: &Session,
    shown: &Shown,
    plan: &Plan,
) -> Option<(Choice, crate::grid::Square)> {
    let who = shown.view.combatants.get(plan.actor?.index())?;
    let at = who.area?.anchor;
    if let Some(choice) = &plan.poised {
        return Some((choice.clone(), at));
    }
    let mut choice = plan.collected(session)?;
    let pointed = plan
        .pointed
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
