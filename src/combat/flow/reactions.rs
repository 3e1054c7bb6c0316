//! Interrupts and reactions: actions that answer something out of turn.
//!
//! An interrupt is settled before what set it off goes on; a reaction comes after it is settled.
//! A combatant has each such action once between two of its own turns.

use bevy_ecs::prelude::*;

use crate::combat::action::{legality, rules};
use crate::combat::contract::{Aim, Choice, Request, Seat};
use crate::combat::state::{
    Access, Answered, Chosen, DeclaredAction, Launching, Offering, Response, State, Writes,
};
use crate::combat::{conditions, movement};
use crate::rules::{ActionDef, ActionId, Occasion};

/// Whether a combatant has any action that answers this, used up or not.
pub fn is_possible(state: &State, seat: Seat, to: Occasion) -> bool {
    answers(state, seat, to).next().is_some()
}

/// Puts the question on the stack, if there can be one. What was pushed later is settled first.
pub fn offer(battle: &mut Access<Launching>, seat: Seat, by: Seat, to: Occasion) {
    if is_possible(battle, seat, to) {
        battle.push(Response { seat, by, to });
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
pub fn advance(In(response): In<Response>, mut battle: Writes<Offering>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let Response { seat, by, to } = response;
    // The attack of a combatant that is gone will not come.
    if to == Occasion::Attacked && !conditions::present(battle, by) {
        return;
    }
    let choices = choices(battle, seat, by, to);
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

/// Every answer that is legal now.
fn choices(state: &State, seat: Seat, by: Seat, to: Occasion) -> Vec<Choice> {
    if !conditions::able(state, seat) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for (action, def) in answers(state, seat, to) {
        if state.get(seat).reactions.answered.contains(&action) {
            continue;
        }
        for (aim, mode) in aims(state, seat, by, action, def) {
            let declared = DeclaredAction {
                mode,
                readied: true,
                ..DeclaredAction::new(seat, action, aim)
            };
            if legality::out_of_turn(state, &declared).is_ok() {
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
    list
}

/// What an answer can be aimed at: squares around, the combatant that is answered, itself.
fn aims(
    state: &State,
    seat: Seat,
    by: Seat,
    action: ActionId,
    def: &ActionDef,
) -> Vec<(Aim, Option<u8>)> {
    match () {
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
    }
}

/// Takes the answer.
pub fn answer(In((response, _, choice)): Answered<Response>, mut battle: Writes<Offering>) {
    let mut battle = battle.open();
    let battle = &mut battle.access();
    let Some(declared) = DeclaredAction::of(response.seat, &choice) else {
        return;
    };
    let seat = response.seat;
    battle.reactions_mut(seat).answered.push(declared.action);
    // It may have another one, and is asked again.
    battle.push(response);
    let readied = true;
    battle.push(Chosen(DeclaredAction {
        readied,
        ..declared
    }));
}
