//! Interrupts and reactions: actions that answer something out of turn.
//!
//! An interrupt is settled before what set it off goes on; a reaction comes after it is settled.
//! Each such action is had once from one own turn to the next.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::combat::action::declare;
use crate::combat::action::declare::DeclaredAction;
use crate::combat::action::legality;
use crate::combat::contract::request::{Aim, Choice, Request};
use crate::combat::contract::seat::Seat;
use crate::combat::state::step::Step;
use crate::combat::state::{Arena, State};
use crate::combat::state::{Everything, Writes};
use crate::combat::{ability, conditions, movement};
use crate::rules::action::Occasion;
use crate::rules::{ActionDef, ActionId, Procedure};

/// Somebody who may answer something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Response {
    pub seat: Seat,
    /// Whose action is answered.
    pub by: Seat,
    pub to: Occasion,
}

/// Whether a combatant has any action that answers this, used up or not.
pub fn is_possible(arena: &State, seat: Seat, to: Occasion) -> bool {
    answers(arena, seat, to).next().is_some()
}

/// Puts the question on the stack, if there can be one. What was pushed later is settled first.
pub fn offer(arena: &mut Arena, seat: Seat, by: Seat, to: Occasion) {
    if is_possible(arena, seat, to) {
        arena.push(Step::Response(Response { seat, by, to }));
    }
}

/// The actions with which a combatant can answer this.
fn answers<'a>(
    arena: &'a State,
    seat: Seat,
    to: Occasion,
) -> impl Iterator<Item = (ActionId, &'a ActionDef)> {
    let actions = arena.rules().actions.iter();
    actions.filter(move |(action, def)| {
        def.answers == Some(to)
            && legality::has_trait(arena, seat, def)
            && ability::concerns(arena, seat, *action)
    })
}

/// Asks, if there is anything to choose from.
pub fn advance(In(response): In<Response>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    let Response { seat, by, to } = response;
    let choices = choices(arena, seat, by, to);
    if !choices.is_empty() {
        arena.ask(Request::Respond {
            seat,
            by,
            to,
            choices,
        });
    }
}

/// Every answer that is legal now.
fn choices(arena: &State, seat: Seat, by: Seat, to: Occasion) -> Vec<Choice> {
    if !conditions::able(arena, seat) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for (action, def) in answers(arena, seat, to) {
        if arena.get(seat).reactions.answered.contains(&action) {
            continue;
        }
        for (aim, form) in aims(arena, seat, by, action, def) {
            let declared = DeclaredAction {
                form,
                readied: true,
                ..DeclaredAction::new(seat, action, aim)
            };
            if legality::out_of_turn(arena, &declared).is_ok() {
                let DeclaredAction {
                    aim, form, manner, ..
                } = declared;
                list.push(Choice::Act {
                    action,
                    aim,
                    form,
                    manner,
                });
            }
        }
    }
    list
}

/// What an answer can be aimed at: squares around, whoever is answered, oneself.
fn aims(
    arena: &State,
    seat: Seat,
    by: Seat,
    action: ActionId,
    def: &ActionDef,
) -> Vec<(Aim, Option<u8>)> {
    match def.procedure {
        Procedure::Step => {
            let squares = movement::steps(arena, seat, action).into_iter();
            squares.map(|s| (Aim::Along(vec![s]), None)).collect()
        }
        Procedure::Attack => {
            let forms = 0..arena.get(seat).forms.0.len() as u8;
            forms.map(|form| (Aim::At(by), Some(form))).collect()
        }
        Procedure::Ability(_) => {
            let at = [Aim::At(by), Aim::None, Aim::At(seat)].into_iter();
            at.map(|aim| (aim, None)).collect()
        }
        _ => vec![(Aim::None, None), (Aim::At(by), None)],
    }
}

/// Takes the answer.
pub fn answer(In((request, choice)): In<(Request, Choice)>, mut arena: Writes<Everything>) {
    let mut arena = arena.open();
    let arena = &mut arena.access();
    let Request::Respond { seat, .. } = request else {
        return;
    };
    let Some(declared) = DeclaredAction::of(seat, &choice) else {
        return;
    };
    arena.get_mut(seat).reactions.answered.push(declared.action);
    let readied = true;
    declare::declare(
        arena,
        DeclaredAction {
            readied,
            ..declared
        },
    );
}
