//! What an enemy could do: its chances against the one who acts.

use crate::combat::contract::{AttackModeView, CombatantView};
use crate::combat::{AttackForecast, Sight};
use crate::game::session::Session;
use crate::grid::Square;

/// One of an enemy's ways to attack, with its odds against the one who acts.
#[derive(Clone, Debug)]
pub struct Danger {
    pub weapon: String,
    pub odds: AttackForecast,
}

/// Ways to attack that are told of one enemy.
const MOST: usize = 2;

/// What an enemy could do to a combatant: the worst first; from where the enemy stands, or from the
/// nearest place from which it could.
pub fn against(session: &Session, enemy: &CombatantView, target: &CombatantView) -> Vec<Danger> {
    let battle = &session.sight();
    let modes = enemy
        .modes
        .iter()
        .enumerate()
        .filter(|(_, mode)| mode.ready);
    let odds = modes.filter_map(|(number, mode)| {
        let number = u8::try_from(number).ok()?;
        let from = place(battle, enemy, number, mode, target)?;
        let (by, whom) = (enemy.seat, target.seat);
        let odds = battle.attack_odds(by, number, whom, from);
        let weapon = mode.name.to_lowercase();
        Some(Danger { weapon, odds })
    });
    let mut all: Vec<_> = odds.collect();
    all.sort_by(|a, b| b.odds.damage.mean().total_cmp(&a.odds.damage.mean()));
    all.dedup_by(|a, b| a.weapon == b.weapon);
    // A punch is no news beside a sword.
    let worst = all.first().map_or(0.0, |danger| danger.odds.damage.mean());
    all.retain(|danger| danger.odds.damage.mean() * 2.0 > worst);
    all.truncate(MOST);
    all
}

/// From where an attack could be made: `Some(None)` if from where the enemy stands.
fn place(
    battle: &Sight,
    enemy: &CombatantView,
    number: u8,
    mode: &AttackModeView,
    target: &CombatantView,
) -> Option<Option<Square>> {
    let (space, there) = (enemy.area?, target.area?);
    let can = |from| battle.can_attack(enemy.seat, number, target.seat, from);
    if can(None) {
        return Some(None);
    }
    if mode.ranged {
        return None;
    }
    // Every anchor from which its reach could touch the target.
    let reach = i16::try_from(mode.reach.max(1)).ok()?;
    let wide = i16::from(space.footprint.width.max(space.footprint.depth));
    let (first, last) = (there.anchor, there.squares().last()?);
    let xs = first.x - reach - wide..=last.x + reach;
    let anchors = xs.flat_map(|x| {
        let ys = first.y - reach - wide..=last.y + reach;
        ys.map(move |y| Square::new(x, y))
    });
    let fits = |anchor: &Square| {
        let area = space.moved_to(*anchor);
        area.is_within(battle.dimensions()) && battle.holds(area) && !area.overlaps(there)
    };
    let mut fitting: Vec<_> = anchors.filter(fits).collect();
    fitting.sort_by_key(|anchor| {
        let (x, y) = space.moved_to(*anchor).gap(space);
        (x.max(y), *anchor)
    });
    fitting.into_iter().find(|at| can(Some(*at))).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset};
    use crate::game::testing::table;

    /// EP-INVIS-01: the card of an enemy does not betray its unnoticed flanker.
    #[test]
    fn an_enemy_is_not_told_to_flank_with_one_that_nobody_has_noticed() {
        let worst = |noticed: bool, map: &str| {
            let scene = Scene::new(ruleset("epic_path"), &[map]);
            let scene = match noticed {
                true => scene,
                false => scene.change('b', |c| c.conditions.push("invisible".into())),
            };
            let (session, shown) = table(&scene);
            let all = &shown.view.combatants;
            let by = &all[scene.seat('c').index()];
            let danger = against(&session, by, &all[scene.seat('A').index()]);
            danger.first().expect("it can strike").odds.hit
        };
        assert_eq!(worst(false, "..bAc.."), worst(false, "b..Ac.."));
        assert_eq!(worst(false, "..bAc.."), worst(true, "b..Ac.."));
        assert!(worst(true, "..bAc..") > worst(true, "b..Ac.."));
    }

    #[test]
    fn an_enemy_far_off_is_told_as_if_it_had_come() {
        for system in SYSTEMS {
            let (session, shown) = table(&Scene::new(ruleset(system), &["A....b", "......"]));
            let all = &shown.view.combatants;
            let danger = against(&session, &all[1], &all[0]);
            let worst = danger.first().expect("a goblin can strike");
            assert!(worst.odds.hit > 0.0, "{system}");
            assert_eq!(worst.odds.target, all[0].seat);
        }
    }
}
