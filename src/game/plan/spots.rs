//! Squares that an action can be aimed at without walking there.

use super::modes;
use super::state::{Plan, wants_path};
use crate::combat::{Aim, Choice, Sight, Trigger};
use crate::game::session::Session;
use crate::grid::Square;
use crate::rules::{ActionDef, Targeting};

/// Every square that the action begun can be aimed at.
pub fn of(session: &Session, plan: &Plan) -> Vec<Square> {
    let squares: Vec<_> = session.battle.dimensions().squares().collect();
    if at(session, plan, Square::default()).is_none() {
        return Vec::new();
    }
    let asked = session.sight_of_asked();
    let possible = |square: &Square| {
        let choice = aimed(&asked, (session, plan), *square);
        choice.is_some_and(|choice| asked.check(&choice).is_ok())
    };
    squares.into_iter().filter(possible).collect()
}

/// The action begun, aimed at a square, whether or not that is possible; `None` for actions that are
/// not aimed at squares.
pub fn at(session: &Session, plan: &Plan, square: Square) -> Option<Choice> {
    aimed(&session.sight_of_asked(), (session, plan), square)
}

fn aimed(asked: &Sight, (session, plan): (&Session, &Plan), square: Square) -> Option<Choice> {
    let action = plan
        .selection
        .action
        .filter(|action| !wants_path(session, *action))?;
    let def = session.rules().actions.get(action)?;
    if let Some((prepared, anyone)) = plan.selection.prepared.zip(plan.selection.enters) {
        let who = plan.selection.watch.only().filter(|_| !anyone);
        return Some(plan.readying(
            action,
            prepared,
            Trigger::Enters {
                who,
                at: square,
                anyone,
            },
        ));
    }
    let aim = aim(def, square)?;
    let choice = |mode| Choice::Act {
        action,
        aim: aim.clone(),
        mode,
        manner: plan.manner_of(session.rules(), action),
    };
    let plain = choice(plan.selection.mode);
    if !def.strikes_at_square() {
        return Some(plain);
    }
    // A blow is struck with the first weapon that reaches so far.
    let mut blows = modes::usable(plan).map(|mode| choice(Some(mode)));
    let possible = blows.find(|choice| asked.check(choice).is_ok());
    possible.or_else(|| Some(choice(plan.mode_in_use())))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::{refreshed, work};
    use crate::game::testing::table;

    #[test]
    fn a_readied_action_can_wait_for_a_square_to_be_entered() {
        let map = ["..#..b", "A.#...", "..#..."];
        let (session, shown) = table(&Scene::new(ruleset("epic_path"), &map));
        let id = |name| session.rules().actions.id(name).expect("an action");
        let mut plan = refreshed(&session, &shown);
        plan.selection.action = Some(id("ready"));
        plan.selection.prepared = Some(id("attack"));
        plan.selection.enters = Some(false);
        plan.renew();
        work::renew(&session, &shown, &mut plan);
        let square = Square::new(1, 0);
        assert!(plan.options.squares.contains(&square));
        assert!(
            !plan.options.squares.contains(&Square::new(4, 1)),
            "behind the wall"
        );
        let offered = at(&session, &plan, square);
        let Some(Choice::Act {
            aim: Aim::Prepare { trigger, .. },
            ..
        }) = offered
        else {
            panic!("{offered:?}")
        };
        let enters = Trigger::Enters {
            who: None,
            at: square,
            anyone: false,
        };
        assert_eq!(trigger, enters);
    }
}
