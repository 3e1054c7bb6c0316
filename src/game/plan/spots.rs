//! Squares that an action can be aimed at without walking there.

use super::{Plan, wants_path};
use crate::combat::{Aim, Choice};
use crate::game::session::Session;
use crate::grid::Square;
use crate::rules::{ActionDef, Targeting};

/// Every square that the action begun can be aimed at.
pub fn of(session: &mut Session, plan: &Plan) -> Vec<(Square, Choice)> {
    let Some(action) = plan.begun.filter(|action| !wants_path(session, *action)) else {
        return Vec::new();
    };
    let rules = session.start.rules.clone();
    let Some(def) = rules.actions.get(action) else {
        return Vec::new();
    };
    let mut spots = Vec::new();
    for square in session.battle.dimensions().squares() {
        let Some(aim) = aim(def, square) else {
            break;
        };
        let choice = Choice::Act {
            action,
            aim,
            form: plan.form,
            manner: plan.manner_of(Some(def)),
        };
        if session.battle.check(&choice).is_ok() {
            spots.push((square, choice));
        }
    }
    spots
}

/// How a square is named to an action; `None` for actions that are not aimed at squares.
fn aim(def: &ActionDef, square: Square) -> Option<Aim> {
    match def.target {
        Targeting::Path => Some(Aim::Along(vec![square])),
        _ => None,
    }
}
