//! Interrupts and reactions: actions that answer something out of turn.
//!
//! An interrupt is settled before what set it off goes on; a reaction comes after it is settled.
//! A combatant has each such action once between two of its own turns.

use crate::combat::action::{legality, rules};
use crate::combat::contract::{Aim, Choice, Manner, Request, Seat};
use crate::combat::flow::aside;
use crate::combat::flow::forestall::{self, Coming};
use crate::combat::state::{
    Answered, AttackOrder, Chosen, DeclaredAction, Fallen, FollowUp, Response, State, Turning,
    Wounding,
};
use crate::combat::{conditions, economy, movement};
use crate::rules::{ActionDef, ActionId, Flag, ModifierKind, Occasion};

/// Whether a combatant has any action that answers this, used up or not.
pub fn is_possible(state: &State, seat: Seat, to: Occasion) -> bool {
    answers(state, seat, to).next().is_some()
        || forestalls(to) && forestall::is_possible(state, seat)
}

/// Whether what can be used at any time may matter before this is settled.
fn forestalls(to: Occasion) -> bool {
    match to {
        Occasion::Attacked => true,
        Occasion::Hit | Occasion::Felled | Occasion::Falls | Occasion::Inhales => false,
    }
}

/// Puts the question on the stack, if there can be one. What was pushed later is settled first.
pub fn offer(battle: &mut Wounding, seat: Seat, by: Seat, to: Occasion) {
    if is_possible(battle, seat, to) {
        battle.push(Response {
            seat,
            by,
            to,
            after: None,
            done: Vec::new(),
        });
    }
}

/// Lets an attacker go on with another attack if this one fells its target (SP-FULL-10).
pub fn follow(battle: &mut Wounding, order: &AttackOrder) {
    let (seat, by, to) = (order.attacker, order.target, Occasion::Felled);
    if is_possible(battle, seat, to) {
        let after = FollowUp {
            order: order.clone(),
            before: fallen(battle, by),
        };
        battle.push(Response {
            seat,
            by,
            to,
            after: Some(Box::new(after)),
            done: Vec::new(),
        });
    }
}

/// How far a combatant is out of the fight.
fn fallen(state: &State, seat: Seat) -> Fallen {
    match () {
        () if conditions::has(state, seat, Flag::Dead) => Fallen::Dead,
        () if conditions::has(state, seat, Flag::Dying) => Fallen::Down,
        () if conditions::has(state, seat, Flag::Stable) => Fallen::Down,
        () => Fallen::Not,
    }
}

/// The actions with which a combatant can answer this.
fn answers<'a>(
    state: &'a State,
    seat: Seat,
    to: Occasion,
) -> impl Iterator<Item = (ActionId, &'a ActionDef)> {
    let actions = state.rules().actions.iter();
    actions.filter(move |(action, def)| {
        def.answers == Some(to)
            && legality::has_trait(state, seat, def)
            && rules::concerns(state, seat, *action, def)
    })
}

/// Asks, if there is anything to choose from.
pub fn advance(battle: &mut Turning, response: Response) {
    let (seat, by, to) = (response.seat, response.by, response.to);
    // The attack of a combatant that is gone will not come.
    if to == Occasion::Attacked && !conditions::present(battle, by) {
        return;
    }
    let after = response.after.as_deref();
    if after.is_some_and(|after| fallen(battle, by) <= after.before) {
        return;
    }
    let choices = choices(battle, &response);
    if let Some(declared) = of_itself(battle, seat, &choices) {
        let mut response = response;
        response.done.push(declared.action);
        battle.push(response);
        return battle.push(Chosen(declared));
    }
    if !choices.is_empty() {
        let request = Request::Respond {
            seat,
            by,
            to,
            choices,
        };
        battle.ask(request, response);
    }
}

/// The first of these answers that comes of itself.
fn of_itself(state: &State, seat: Seat, choices: &[Choice]) -> Option<DeclaredAction> {
    let actions = &state.rules().actions;
    let comes = |one: &DeclaredAction| actions.get(one.action).is_some_and(|def| def.of_itself);
    let all = choices.iter();
    let first = all
        .filter_map(|choice| DeclaredAction::of(seat, choice))
        .find(comes)?;
    let readied = true;
    Some(DeclaredAction { readied, ..first })
}

/// Every answer that is legal now.
fn choices(state: &State, response: &Response) -> Vec<Choice> {
    let (seat, to) = (response.seat, response.to);
    if !conditions::able(state, seat) {
        return Vec::new();
    }
    let coming = match forestalls(to) {
        true => Coming::next(state, response.by),
        false => None,
    };
    let mut list = Vec::new();
    // Only the target answers an attack, and nobody an ability.
    let answers = answers(state, seat, to);
    let target = |coming: Coming| coming.attack().map(|attack| attack.order.target);
    let answers = answers.filter(|_| coming.is_none_or(|coming| target(coming) == Some(seat)));
    for (action, def) in answers {
        let answered = match def.of_itself {
            true => response.done.contains(&action),
            false => state.get(seat).reactions.answered.contains(&action) && !def.answers_always,
        };
        let caught = to == Occasion::Attacked && is_caught(state, response, action);
        if answered || caught || aside::payable(state, seat, action).is_err() {
            continue;
        }
        for (aim, mode, manner) in aims(state, response, action, def) {
            let declared = DeclaredAction {
                mode,
                manner,
                readied: true,
                ..DeclaredAction::new(seat, action, aim)
            };
            let twice =
                declared.aim == Aim::At(seat) && list.iter().any(|one| unaimed(one, action));
            if !twice && legality::out_of_turn(state, &declared).is_ok() {
                let DeclaredAction {
                    aim, mode, manner, ..
                } = declared;
                list.push(Choice::Act {
                    action,
                    aim,
                    mode,
                    manner,
                });
            }
        }
    }
    if let Some(coming) = coming {
        let known = forestall::instants(state, seat).map(|(action, _)| action);
        let open = known.filter(|action| {
            !is_caught(state, response, *action) && aside::payable(state, seat, *action).is_ok()
        });
        for action in open {
            let ways = forestall::ways(state, seat, action, coming).into_iter();
            list.extend(ways.map(|way| Choice::aimed(action, way.aim)));
        }
    }
    if to == Occasion::Inhales && state.rounds.current == Some(seat) && !list.is_empty() {
        list.extend(at_start(state, seat).map(Choice::act));
    }
    list
}

/// Actions that belong to the start of a turn, as going on without breath does, in any order (EP-DEF-01).
fn at_start(state: &State, seat: Seat) -> impl Iterator<Item = ActionId> {
    let first = move |action: ActionId| {
        let cost = economy::cost(state, seat, action);
        cost.and_then(|cost| state.rules().costs.get(cost))
            .is_some_and(|cost| cost.at_start)
    };
    let actions = state.rules().actions.iter();
    let stances = actions.filter(|(_, def)| def.answers.is_none() && def.is_mere_stance());
    stances.map(|(action, _)| action).filter(move |action| {
        first(*action)
            && economy::affords(state, seat, *action).is_ok()
            && legality::possible(state, seat, *action).is_ok()
    })
}

/// Whether the attack that is to be answered finds a combatant flat-footed, and what is so cannot do this (EP-COND-01).
fn is_caught(state: &State, response: &Response, action: ActionId) -> bool {
    let (seat, by) = (response.seat, response.by);
    let attack = Coming::next(state, by).and_then(Coming::attack);
    let order = attack.map(|attack| &attack.order);
    let order = order.filter(|order| order.target == seat);
    let ranged = order.and_then(|order| Some(state.mode(order)?.ranged));
    let caught = conditions::caught_by(state, seat, by, ranged);
    caught.is_some_and(|(condition, _)| state.rules().forbids(condition, action))
}

/// Whether a choice is this action without a target: what works on its user needs none.
fn unaimed(choice: &Choice, answer: ActionId) -> bool {
    matches!(choice, Choice::Act { action, aim: Aim::None, .. } if *action == answer)
}

/// What an answer can be aimed at: squares around, the combatant that is answered, itself; after a felling
/// attack the other enemies, with the same weapon, as lethal as that attack or otherwise (SP-UNARM-08).
fn aims(
    state: &State,
    response: &Response,
    action: ActionId,
    def: &ActionDef,
) -> Vec<(Aim, Option<u8>, Manner)> {
    let (seat, by) = (response.seat, response.by);
    if let Some(after) = &response.after {
        let (mode, as_before) = (Some(after.order.mode), after.order.manner.other_lethality);
        let manners = [as_before, !as_before].map(|other_lethality| Manner {
            other_lethality,
            ..Manner::default()
        });
        let others = state
            .all()
            .filter(|other| *other != by && state.enemies(seat, *other));
        return others
            .flat_map(|other| manners.map(|manner| (Aim::At(other), mode, manner)))
            .collect();
    }
    let plain = |(aim, mode)| (aim, mode, Manner::default());
    let aims: Vec<(Aim, Option<u8>)> = match () {
        () if def.is_step() => {
            let squares = movement::steps(state, seat, action).into_iter();
            squares.map(|s| (Aim::Along(vec![s]), None)).collect()
        }
        () if def.is_plain_attack() => {
            let modes = 0..state.get(seat).modes.0.len() as u8;
            modes.map(|mode| (Aim::At(by), Some(mode))).collect()
        }
        () if def.ability().is_some() => {
            let at = [Aim::At(by), Aim::None, Aim::At(seat)].into_iter();
            at.map(|aim| (aim, None)).collect()
        }
        () => vec![(Aim::None, None), (Aim::At(by), None)],
    };
    aims.into_iter().map(plain).collect()
}

/// Takes the answer.
pub fn answer(battle: &mut Turning, (response, _, choice): Answered<Response>) {
    let Some(declared) = declared(battle, response.seat, &choice) else {
        return;
    };
    let seat = response.seat;
    if declared.readied {
        battle.reactions_mut(seat).answered.push(declared.action);
    }
    let extra = match &response.after {
        // Each felling attack is followed by one.
        Some(after) => {
            let def = battle.rules().actions.get(declared.action);
            let at_best = def.is_some_and(|def| def.at_best);
            let mut extra = after.order.extra.clone();
            extra.retain(|part| !(at_best && part.kind == ModifierKind::Iteration));
            extra
        }
        // It may have another answer, and is asked again.
        None => {
            battle.push(response);
            Vec::new()
        }
    };
    battle.push(Chosen(DeclaredAction { extra, ..declared }));
}

/// The action that an answer means.
pub fn declared(state: &State, seat: Seat, choice: &Choice) -> Option<DeclaredAction> {
    let declared = DeclaredAction::of(seat, choice)?;
    // Neither an immediate action nor one of the start of a turn is an answer.
    let def = state.rules().actions.get(declared.action);
    let answers = def.is_some_and(|def| def.answers.is_some());
    let readied = answers && !state.rules().instants().contains(&declared.action);
    Some(DeclaredAction {
        readied,
        ..declared
    })
}
