//! Walking up to a target out of reach: where to go for the attack in mind.

use std::cmp::Reverse;

use super::found::Reach;
use super::state::{Approach, Plan, Target};
use super::{modes, offer};
use crate::combat::contract::AttackModeView;
use crate::combat::movement::MoveField;
use crate::combat::{Choice, Seat, Sight};
use crate::game::playback::Shown;
use crate::game::session::Session;
use crate::grid::Square;
use crate::rules::ActionId;

/// The walk that a click on a target makes to come up to it: the one that is harmed least by the ground, of those
/// the one that provokes least, of those the one with the best chance to hit, of those the shortest. Only while no other action is begun, only if the
/// attack can be paid for afterwards, and only to a target out of reach: of the weapon in hand, where that is
/// one to strike with and what reaches is merely thrown.
pub fn to(session: &Session, shown: &Shown, plan: &Plan, target: &Target) -> Option<Approach> {
    let seat = plan
        .options
        .actor
        .filter(|_| plan.selection.action.is_none())?;
    let who = shown.view.combatants.get(seat.index())?;
    let in_hand = plan
        .mode_meant()
        .filter(|_| throws(plan, &who.modes, target));
    if target.refusal.is_none() && in_hand.is_none() {
        return None;
    }
    let rules = session.start.rules.clone();
    let cost = |action| plan.option(action).map(|option| option.cost);
    let strike = cost(offer::strike(session, plan)?)?;
    let purse = who.budget.purse;
    let battle = &session.sight();
    let modes: Vec<_> = match in_hand {
        Some(mode) => vec![mode],
        None => modes::usable(plan).collect(),
    };
    // The best square of a movement, with how good it is.
    let best = |mode: u8, reach: &Reach| {
        let action = reach.action?;
        let walk = cost(action)?;
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
        let attack = (seat, mode, target.seat);
        let found = end(battle, (action, &reach.field), attack, paid)?;
        Some((found, action))
    };
    for mode in modes {
        for band in plan.options.reaches.chunk_by(|a, b| a.band == b.band) {
            let ends = band.iter().filter_map(|reach| best(mode, reach));
            let Some(((.., at), action)) = ends.min_by_key(|(end, _)| *end) else {
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

/// Whether a click would throw a weapon that is merely carried, although the one in hand strikes.
fn throws(plan: &Plan, modes: &[AttackModeView], target: &Target) -> bool {
    let of = |mode: Option<u8>| modes.get(usize::from(mode?));
    let (Some(in_hand), Some(thrown)) = (of(plan.mode_meant()), of(target.mode())) else {
        return false;
    };
    let chosen = plan.selection.mode.is_some();
    let strikes = |mode: &AttackModeView| !mode.ranged && mode.weapon == thrown.weapon;
    let is_thrown = thrown.ranged && thrown.weapon.is_some() && modes.iter().any(strikes);
    !chosen && is_thrown && !in_hand.ranged && in_hand.weapon != thrown.weapon
}

/// How good a square is to attack from, the least is the best: the harm that the ground does on the way, the attacks
/// that it gives away, the chance to hit, the price, and where it is.
type End = (u32, u8, Reverse<u32>, u16, Square);

/// The best square of a movement to attack from. `paid`: whether the attack can be paid for after a
/// way of this cost in twelfths.
fn end(
    battle: &Sight,
    (action, field): (ActionId, &MoveField),
    (seat, mode, target): (Seat, u8, Seat),
    paid: impl Fn(u16) -> bool,
) -> Option<End> {
    let squares = field.squares.iter().filter(|(_, spent, _)| paid(*spent));
    let suits = squares.filter(|(at, ..)| battle.can_attack(seat, mode, target, Some(*at)));
    let rank = |(at, spent, invites): &(Square, u16, u8)| {
        let odds = battle.attack_odds(seat, mode, target, Some(*at));
        let permille = (odds.hit * 1000.0).round() as u32;
        let harm = harm(battle, action, *at);
        (harm, *invites, Reverse(permille), *spent, *at)
    };
    suits.map(rank).min()
}

/// Harm of the terrain on the path to a square: first the chance that it drops the mover, then the damage.
fn harm(battle: &Sight, action: ActionId, to: Square) -> u32 {
    const FELLED: f64 = 1_000_000.0;
    if !battle.has_hazards() {
        return 0;
    }
    let way = battle.way(action, to);
    let forecast = way.map(|way| battle.forecast(&Choice::walk(action, way)));
    let path = forecast.and_then(|forecast| forecast.path);
    path.map_or(0, |path| {
        let harms = path
            .ground
            .iter()
            .map(|ground| ground.damage.mean() + ground.chance);
        (FELLED * path.ground_fells + 100.0 * harms.sum::<f64>()).round() as u32
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{Scene, action, ruleset};
    use crate::game::plan::refreshed;
    use crate::game::plan::work::renew;
    use crate::game::testing::meeting;

    /// The plan worked out once more, after a choice.
    fn again(session: &Session, shown: &Shown, mut plan: Plan) -> Plan {
        plan.renew();
        renew(session, shown, &mut plan);
        plan
    }

    fn end_of(map: &[&str]) -> Option<Square> {
        let scene = Scene::new(ruleset("classic_d20"), map);
        let battle = scene.seeded(1);
        let walk = action(&battle, "move");
        let field = battle.reachable(walk);
        let attack = (scene.seat('A'), 0, scene.seat('b'));
        end(&battle.sight(), (walk, &field), attack, |_| true).map(|(.., at)| at)
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

    /// What a click of a duellist on a guard so many squares away does: the mode of the blow after a walk,
    /// or of the throw.
    fn duellist(away: usize, chosen: Option<&str>) -> (bool, String) {
        let map = format!("A{}b", ".".repeat(away - 1));
        let creatures = [('A', "duellist"), ('b', "guard")];
        let (session, shown) = meeting("spiritual_pressure", &[&map], &creatures);
        let mut plan = refreshed(&session, &shown);
        let modes = &shown.view.combatants[0].modes;
        let named = |name: &str| modes.iter().position(|mode| mode.name == name).unwrap();
        plan.selection.mode = chosen.map(|name| named(name) as u8);
        let plan = again(&session, &shown, plan);
        let target = plan.options.targets.first().unwrap();
        let up = to(&session, &shown, &plan, target);
        let mode = up.as_ref().map(|up| up.mode).or(target.mode()).unwrap();
        (up.is_some(), modes[usize::from(mode)].name.clone())
    }

    #[test]
    fn who_has_a_blade_in_hand_comes_up_and_throws_only_at_what_it_cannot_reach() {
        let walks = |name: &str| (true, name.to_owned());
        let throws = |name: &str| (false, name.to_owned());
        assert_eq!(duellist(4, None), walks("Rapier"));
        assert_eq!(duellist(9, None), throws("Dagger (thrown)"));
        assert_eq!(duellist(1, None), throws("Rapier"), "beside it already");
        let thrown = "Dagger (thrown)";
        assert_eq!(duellist(4, Some(thrown)), throws(thrown), "it was chosen");
    }
}
