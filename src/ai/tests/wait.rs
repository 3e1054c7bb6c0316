//! Waiting for the enemy to come, and striking at the combatant that uses an ability.

use super::*;

/// The enemy has to come, and the combatant that goes to meet it only ends its walk in front of its
/// blade.
fn across_the_rubble(ranged: bool) -> Scene {
    let map = ["~~~~~~~~~~", "A~~~~~~~~b", "~~~~~~~~~~"];
    Scene::new(ruleset("classic_d20"), &map)
        .block('A', |block| {
            block.hit_points = 30;
            block.attacks = attack(9, "2d6+6");
            block.speed = 6;
        })
        .block('b', |enemy| {
            enemy.hit_points = 20;
            enemy.speed = 10;
            enemy.attacks = attack(7, "2d6+4");
            if ranged {
                let bow = "(name: \"Bow\", attack: 9, damage: \"2d6+4\", range: Some(20))";
                enemy.attacks = vec![ron::from_str(bow).expect("an attack")];
            }
        })
}

#[test]
fn readies_an_attack_for_an_enemy_that_has_to_come() {
    for system in SYSTEMS {
        let mut scene = across_the_rubble(false);
        scene.rules = ruleset(system);
        let mut battle = scene.seeded(1);
        let done = actions_taken(&mut battle);
        assert!(done.contains(&"ready".to_owned()), "{system}: {done:?}");
        assert!(!done.contains(&"move".to_owned()), "{system}: {done:?}");
    }
}

#[test]
fn waits_for_no_archer() {
    let done = actions_taken(&mut across_the_rubble(true).seeded(1));
    assert!(!done.contains(&"ready".to_owned()), "{done:?}");
}

/// Two players that wait for each other fight in the end.
#[test]
fn no_player_waits_for_ever() {
    for system in SYSTEMS {
        let mut scene = across_the_rubble(false);
        scene.rules = ruleset(system);
        let mut battle = scene.seeded(5);
        play_out(&mut battle, &[Profile::GUARDIAN; 2], 5, 4_000);
        let outcome = battle.outcome().expect("the battle is over");
        assert!(outcome.winner.is_some(), "{system}: {outcome:?}");
    }
}

/// An archer who is not pressed waits for the caster to begin: the arrow then disturbs the spell.
#[test]
fn readies_a_shot_for_the_moment_of_the_spell() {
    let scene = |level: i32| {
        Scene::new(ruleset("classic_d20"), &["A.........b"])
            .block('A', |block| {
                block.hit_points = 30;
                let bow = "(name: \"Bow\", attack: 9, damage: \"1d8+2\", range: Some(20))";
                block.attacks = vec![ron::from_str(bow).expect("an attack")];
            })
            .block('b', |enemy| {
                enemy.hit_points = 40;
                enemy.attacks = attack(0, "1d4");
                enemy.stats.insert(skill("concentration"), 2);
                enemy.stats.insert(Stat::CasterLevel, level);
                if level > 0 {
                    enemy.knows = [("magic_missile".to_owned(), Uses::AtWill)].into();
                }
            })
    };
    let mut battle = scene(9).seeded(1);
    assert_eq!(chosen(&mut battle), "ready");
    assert_eq!(chosen(&mut scene(0).seeded(1)), "attack");
}
