//! Squares that an action can be aimed at without walking there.

use super::state::{Plan, wants_path};
use crate::combat::{Aim, Choice};
use crate::game::session::Session;
use crate::grid::Square;
use crate::rules::{ActionDef, Targeting};

/// Every square that the action begun can be aimed at.
pub fn of(session: &Session, plan: &Plan) -> Vec<Square> {
    let squares: Vec<_> = session.battle.dimensions().squares().collect();
    if at(session, plan, Square::default()).is_none() {
        return Vec::new();
    }
    squares
        .into_iter()
        .filter(|square| {
            at(session, plan, *square).is_some_and(|choice| session.battle.check(&choice).is_ok())
        })
        .collect()
}

/// The action begun, aimed at a square, whether or not that is possible; `None` for actions that are
/// not aimed at squares.
pub fn at(session: &Session, plan: &Plan, square: Square) -> Option<Choice> {
    let action = plan
        .selection
        .action
        .filter(|action| !wants_path(session, *action))?;
    let def = session.rules().actions.get(action)?;
    Some(Choice::Act {
        action,
        aim: aim(def, square)?,
        mode: plan.selection.mode,
        manner: plan.manner_of(session.rules(), action),
    })
}

/// How a square is named to an action.
fn aim(def: &ActionDef, square: Square) -> Option<Aim> {
    match def.target {
        Targeting::Path => Some(Aim::Along(vec![square])),
        Targeting::Corner | Targeting::Direction | Targeting::CombatantOrSquare => {
            Some(Aim::Spot(square))
        }
        Targeting::None
        | Targeting::Attack
        | Targeting::AdjacentEnemy
        | Targeting::Enemy
        | Targeting::One(_)
        | Targeting::AdjacentAlly
        | Targeting::ChargeTarget
        | Targeting::Combatant
        | Targeting::Combatants => None,
    }
}
