//! What a square would mean: whom one could strike from there, and who could strike there, both with
//! their chances.

use super::found::Exchange;
use super::modes;
use super::state::Plan;
use crate::combat::{Aim, Awareness, Choice, Forecast};
use crate::game::playback::Shown;
use crate::game::session::Session;

/// Enemies that are told of; those that could strike come first.
const MOST: usize = 5;

/// What the end of a way would mean; nothing for what is no way.
pub fn at(
    session: &Session,
    shown: &Shown,
    plan: &Plan,
    choice: Option<&Choice>,
    forecast: &Forecast,
) -> Vec<Exchange> {
    let along = matches!(
        choice,
        Some(Choice::Act {
            aim: Aim::Along(_),
            ..
        })
    );
    let end = forecast.path.as_ref().and_then(|path| path.squares.last());
    let end = end.filter(|_| along && forecast.refusal.is_none());
    let (Some(end), Some(me)) = (end, plan.options.actor) else {
        return Vec::new();
    };
    let battle = session.sight();
    let theirs = battle.exposed(me, *end);
    let side = battle.side_of(me);
    let enemies = shown.view.combatants.iter();
    let enemies = enemies.filter(|who| who.side != side && who.standing && who.area.is_some());
    let mine = |seat| {
        let mut modes = modes::usable(plan);
        let mode = modes.find(|mode| battle.can_attack(me, *mode, seat, Some(*end)))?;
        Some(battle.attack_odds(me, mode, seat, Some(*end)).hit)
    };
    let mut all: Vec<_> = enemies
        .map(|who| Exchange {
            seat: who.seat,
            mine: mine(who.seat),
            theirs: theirs
                .iter()
                .find(|odds| odds.attacker == who.seat && who.known == Awareness::Seen)
                .map(|odds| odds.hit),
        })
        .filter(|one| one.mine.is_some() || one.theirs.is_some())
        .collect();
    all.sort_by(|a, b| {
        let chance = |one: &Exchange| one.theirs.unwrap_or(-1.0);
        chance(b).total_cmp(&chance(a))
    });
    all.truncate(MOST);
    all
}

#[cfg(test)]
mod tests {
    use crate::combat::testkit::testing::{Scene, ruleset};
    use crate::game::plan::{Plan, work};
    use crate::game::testing::table;
    use crate::grid::Square;

    fn exchanges(rows: &[&str], at: Square) -> Vec<super::Exchange> {
        let (session, shown) = table(&Scene::new(ruleset("classic_d20"), rows));
        let mut plan = Plan::default();
        work::renew(&session, &shown, &mut plan);
        plan.point(Some(at), false);
        work::look(&session, &shown, &mut plan);
        plan.preview
            .map_or_else(Vec::new, |preview| preview.exchanges)
    }

    #[test]
    fn beside_an_enemy_both_chances_are_told() {
        let there = exchanges(&["A....b", "......"], Square::new(4, 1));
        let [one] = there.as_slice() else {
            panic!("{there:?}")
        };
        assert!(one.mine.is_some_and(|chance| chance > 0.0));
        assert!(one.theirs.is_some_and(|chance| chance > 0.0));
    }

    #[test]
    fn out_of_reach_of_all_nothing_is_told() {
        assert_eq!(exchanges(&["A.....b", "......."], Square::new(1, 1)), []);
    }
}
