//! Running from what frightens, and fighting where there is no way out.

use super::*;

/// A frightened archer; `map` says where it stands.
fn archer(map: &[&str]) -> Battle {
    let scene = Scene::new(ruleset("age_of_heroes"), map)
        .block('A', |block| {
            block.hit_points = 30;
            block.attacks = attack(8, "1d8+4");
            block.attacks[0].range = Some(12);
        })
        .change('A', |who| who.conditions.push("frightened".into()))
        .block('b', |enemy| enemy.hit_points = 60);
    scene.seeded(1)
}

/// AH-COND-09: every kind of computer player.
#[test]
fn the_frightened_run() {
    for profile in [Profile::BALANCED, Profile::BERSERKER, Profile::FAST] {
        let map = [
            "....................",
            "..........A.b.......",
            "....................",
        ];
        let mut battle = archer(&map);
        let away = |battle: &Battle| {
            let all = battle.view().combatants;
            let place = |one: usize| all[one].area.expect("placed").anchor;
            place(0).steps_to(place(1))
        };
        let before = away(&battle);
        until_turn(&mut battle, Seat(0));
        while battle.request() == Some(&Request::Turn { seat: Seat(0) }) {
            let choice = decide(&battle, &profile, 1);
            battle.submit(choice).expect("a legal choice");
        }
        assert!(away(&battle) > before + 5, "{profile:?}: {}", away(&battle));
    }
}

/// AH-COND-09.
#[test]
fn the_cornered_fight() {
    for profile in [Profile::BALANCED, Profile::FAST] {
        let mut battle = archer(&["A.....b"]);
        until_turn(&mut battle, Seat(0));
        let choice = decide(&battle, &profile, 1);
        let Choice::Act { action, .. } = choice else {
            panic!("{choice:?}");
        };
        assert!(battle.rules().actions[action].is_attack(), "{choice:?}");
    }
}
