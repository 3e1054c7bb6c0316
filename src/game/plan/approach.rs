//! Walking up to a target out of reach: where to go for the attack in mind.

use std::cmp::Reverse;

use super::offer;
use super::state::{Approach, Plan, Target};
use crate::combat::movement::MoveField;
use crate::combat::{Battle, Choice, Seat};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::grid::Square;

/// The walk that a click on a target out of reach makes: the one that provokes least, of those the
/// one with the best chance to hit, of those the shortest. Only while no other action is begun, and
/// only if the attack can be paid for afterwards.
pub fn to(session: &Session, shown: &Shown, plan: &Plan, target: &Target) -> Option<Approach> {
    let seat = plan
        .options
        .actor
        .filter(|_| plan.selection.action.is_none())?;
    target.refusal.as_ref()?;
    let rules = session.start.rules.clone();
    let cost = |action| plan.option(action).map(|option| option.cost);
    let strike = cost(offer::strike(session, plan)?)?;
    let who = shown.view.combatants.get(seat.index())?;
    let purse = who.budget.purse;
    let battle = &session.battle;
    for mode in offer::usable(plan).collect::<Vec<_>>() {
        for reach in &plan.options.reaches {
            let (Some(action), Some(walk)) = (reach.action, reach.action.and_then(cost)) else {
                continue;
            };
            // A step that goes on with a movement under way takes no further action.
            let goes_on = rules.paid(purse, strike).is_some();
            let fresh = rules.paid(purse, walk);
            let fresh = fresh.is_some_and(|left| rules.paid(left, strike).is_some());
            let paid = |spent| {
                if spent <= reach.field.under_way {
                    goes_on
                } else {
                    fresh
                }
            };
            let Some(at) = end(battle, &reach.field, (seat, mode, target.seat), paid) else {
                continue;
            };
            return Some(Approach {
                target: target.seat,
                walk: Choice::walk(action, battle.way(action, at)?),
                mode,
                odds: battle.attack_odds(seat, mode, target.seat, Some(at)),
            });
        }
    }
    None
}

/// The best square of a movement to attack from. `paid`: whether the attack can be paid for after a
/// way of this cost in twelfths.
fn end(
    battle: &Battle,
    field: &MoveField,
    (seat, mode, target): (Seat, u8, Seat),
    paid: impl Fn(u16) -> bool,
) -> Option<Square> {
    let squares = field.squares.iter().filter(|(_, spent, _)| paid(*spent));
    let mut best = None;
    for (at, spent, invites) in squares {
        if !battle.can_attack(seat, mode, target, Some(*at)) {
            continue;
        }
        let odds = battle.attack_odds(seat, mode, target, Some(*at));
        let permille = (odds.hit * 1000.0).round() as u32;
        let key = (*invites, Reverse(permille), *spent, *at);
        if best.is_none_or(|known| key < known) {
            best = Some(key);
        }
    }
    best.map(|(.., at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, action, ruleset};

    fn end_of(map: &[&str]) -> Option<Square> {
        let scene = Scene::new(ruleset("classic_d20"), map);
        let battle = scene.seeded(1);
        let walk = action(&battle, "move");
        let field = battle.reachable(walk);
        let attack = (scene.seat('A'), 0, scene.seat('b'));
        end(&battle, &field, attack, |_| true)
    }

    #[test]
    fn the_shortest_way_to_where_the_attack_can_be_made() {
        assert_eq!(end_of(&["A...b.", "......"]), Some(Square::new(3, 0)));
        assert_eq!(end_of(&["A#b", "###"]), None);
    }

    #[test]
    fn a_better_chance_is_worth_some_squares_but_no_opportunity_attack() {
        // North of b, C stands opposite: that is flanking.
        let map = ["A.....", "......", "...b..", "...C.."];
        assert_eq!(end_of(&map), Some(Square::new(3, 1)));
        // Here the way round to the north leads past b, who would strike.
        let map = ["......", "A..b..", "...C.."];
        assert_eq!(end_of(&map), Some(Square::new(2, 0)));
    }
}
