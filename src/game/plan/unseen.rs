//! Actions against unseen enemies: attacks at their squares.

use super::modes;
use super::state::{Plan, Target};
use crate::combat::contract::Awareness;
use crate::combat::{Aim, Choice, Seat};
use crate::game::session::Session;
use crate::rules::{ActionDef, ActionId};

/// The blow at the square of a combatant whose square alone is known, in place of a plain attack that needs eyes.
pub fn blow(session: &Session, plan: &Plan, action: ActionId, seat: Seat) -> Option<Target> {
    let rules = session.rules();
    let plain = rules
        .actions
        .get(action)
        .is_some_and(ActionDef::is_plain_attack);
    let side = session.eyes().filter(|_| plain)?;
    if session.battle.known_to(side, seat) != Awareness::Square {
        return None;
    }
    let area = session.sight().combatant(seat)?.area?;
    let mut open = plan.options.actions.iter().filter(|o| o.refusal.is_none());
    let strike = open.find(|o| {
        rules
            .actions
            .get(o.action)
            .is_some_and(ActionDef::strikes_at_square)
    })?;
    let manner = plan.manner_of(rules, strike.action);
    let modes: Vec<_> = modes::usable(plan).collect();
    let blows = area
        .squares()
        .flat_map(|at| modes.iter().map(move |mode| (at, *mode)));
    let mut choices = blows.map(|(at, mode)| Choice::Act {
        action: strike.action,
        aim: Aim::Along(vec![at]),
        mode: Some(mode),
        manner,
    });
    let choice = choices.find(|choice| session.battle.check(choice).is_ok())?;
    let forecast = session.forecast(&choice);
    Some(Target::of(seat, choice, &forecast))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Player;
    use crate::combat::SideId;
    use crate::combat::testkit::testing::{Scene, ruleset, ruleset_with};
    use crate::game::plan::{edit, offer, refreshed, work};
    use crate::game::testing::table;
    use crate::grid::Square;
    use crate::rules::UnseenSquares;

    fn invisible(scene: Scene) -> Scene {
        scene.change('b', |c| c.conditions.push("invisible".into()))
    }

    #[test]
    fn a_click_on_an_unseen_enemy_strikes_at_its_square() {
        let rules = ruleset_with("epic_path", |policies| {
            policies.attack.concealment.squares = UnseenSquares::Known;
        });
        let (session, shown) = table(&invisible(Scene::new(rules, &["Ab....", "......"])));
        let plan = refreshed(&session, &shown);
        let choice = offer::on(&session, &shown, &plan, Square::new(1, 0));
        let Some(Choice::Act { action, aim, .. }) = choice.clone() else {
            panic!("{choice:?}")
        };
        assert_eq!(Some(action), session.rules().actions.id("strike_square"));
        assert_eq!(aim, Aim::Along(vec![Square::new(1, 0)]));
        assert!(choice.is_some_and(|choice| session.battle.check(&choice).is_ok()));
    }

    #[test]
    fn who_takes_the_seat_is_offered_what_it_knows_and_no_more() {
        let scene = invisible(Scene::new(ruleset("epic_path"), &["Ab....", "......"]));
        let (mut session, mut shown) = table(&scene);
        session.start.players = vec![Player::Person; 2];
        let mut plan = Plan::default();
        let turn = scene.seat('A');
        for (side, offered) in [(1, None), (0, Some(turn)), (1, None)] {
            session.seated = Some(SideId(side));
            shown.rewind(&session);
            shown.settled = true;
            work::renew(&session, &shown, &mut plan);
            assert_eq!(plan.options.seat, offered, "side {side}");
            assert!(plan.options.targets.is_empty(), "side {side}");
        }
    }

    #[test]
    fn of_an_unknown_enemy_nothing_is_shown() {
        let scene = invisible(Scene::new(ruleset("epic_path"), &["A.b...", "......"]));
        let (session, shown) = table(&scene);
        let plan = refreshed(&session, &shown);
        let hidden = Square::new(2, 0);
        assert!(plan.options.targets.is_empty());
        assert_eq!(Plan::anyone_at(&shown, hidden), None);
        let reach = plan.options.reaches.first().expect("a move");
        assert!(reach.field.squares.iter().any(|(at, ..)| *at == hidden));
        assert!(
            reach
                .field
                .squares
                .iter()
                .all(|(.., attacks)| *attacks == 0)
        );
        // A click there leads into it, as far as the plan knows.
        let mut plan = plan;
        let choice = edit::click(&session, &shown, &mut plan, hidden);
        let walk = session.battle.rules().actions.id("move").unwrap();
        let way = vec![Square::new(1, 0), hidden];
        assert_eq!(choice, Some(Choice::walk(walk, way)));
        let path = plan.preview.as_ref().unwrap().forecast.path.as_ref();
        assert_eq!(path.unwrap().squares, [Square::new(1, 0), hidden]);
        // A guess at a square is possible all the same.
        plan.selection.action = session.rules().actions.id("strike_square");
        plan.renew();
        work::renew(&session, &shown, &mut plan);
        assert!(plan.options.squares.contains(&Square::new(1, 0)));
    }
}
