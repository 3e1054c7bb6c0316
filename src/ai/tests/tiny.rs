//! Creatures without reach: they have to stand in the space of whom they bite.

use super::*;
use crate::combat::testkit::testing::kinds;
use crate::rules::Size;

/// CD-TERM-03, AH-AOO-04: rats get into the space of a knight within three turns and bite it, again
/// and again.
#[test]
fn rats_run_into_the_space_of_their_enemy_and_bite() {
    for system in ["classic_d20", "age_of_heroes"] {
        for profile in [Profile::BALANCED, Profile::FAST] {
            let map = ["...........", "A........b.", "..........."];
            let scene = Scene::new(ruleset(system), &map)
                .block('A', |rats| {
                    rats.size = Size::Tiny;
                    rats.hit_points = 60;
                    rats.attacks = attack(9, "1d3");
                    rats.attacks[0].natural = true;
                })
                .block('b', |knight| {
                    knight.hit_points = 60;
                    knight.attacks = attack(2, "1d8");
                });
            let mut battle = scene.seeded(1);
            let mut bites = 0;
            while battle.view().round <= 5 {
                let choice = decide(&battle, &profile, 1);
                battle.submit(choice).expect("legal");
            }
            for kind in kinds(&battle) {
                let bites_now = matches!(
                    kind,
                    EventKind::AttackRolled {
                        attacker: Seat(0),
                        ..
                    }
                );
                bites += usize::from(bites_now);
            }
            assert!(bites >= 3, "{system} {profile:?}: {bites} bites");
        }
    }
}
