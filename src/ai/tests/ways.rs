//! Getting up, getting away, getting through.

use std::sync::Arc;

use super::*;
use crate::combat::Setup;
use crate::content::Catalogue;
use crate::dice::Dice;
use crate::grid::Square;

#[test]
fn gets_up_before_it_strikes() {
    for system in ["classic_d20", "age_of_heroes"] {
        let scene = Scene::new(ruleset(system), &["....", ".Ab.", "...."])
            .block('A', |block| {
                block.hit_points = 40;
                block.attacks = attack(5, "2d6+6");
            })
            .change('A', |who| who.conditions.push("prone".into()))
            .block('b', |enemy| {
                enemy.hit_points = 40;
                enemy.attacks = attack(0, "1d4");
            });
        let done = actions_taken(&mut scene.seeded(1));
        let up = done.iter().position(|action| action == "stand_up");
        let blow = done.iter().position(|action| action == "attack");
        assert!(up.is_some() && up < blow, "{system}: {done:?}");
    }
}

/// Two moves lead as far as a withdrawal, and are what the log should tell of who comes nearer.
#[test]
fn nobody_withdraws_towards_the_enemy() {
    for system in ["amorphous", "age_of_heroes"] {
        let scene = Scene::new(
            ruleset(system),
            &["................", "A.............b.", "................"],
        )
        .block('A', |block| {
            block.hit_points = 40;
            block.attacks = attack(6, "2d6+6");
        })
        .block('b', |enemy| {
            enemy.hit_points = 40;
            enemy.attacks = attack(0, "1d4");
        });
        let mut battle = scene.seeded(1);
        let done = actions_taken(&mut battle);
        assert!(!done.is_empty(), "{system}");
        assert!(
            !done.iter().any(|action| action == "withdraw"),
            "{system}: {done:?}"
        );
    }
}

/// One more hit would be the end, its own attacks do nothing, and an ally holds the enemy.
#[test]
fn gets_away_when_the_next_blow_is_deadly() {
    for system in SYSTEMS {
        let map = [
            "...............",
            "...............",
            "........AbC....",
            "...............",
            "...............",
        ];
        let scene = Scene::new(ruleset(system), &map)
            .block('A', |block| {
                block.hit_points = 30;
                block.attacks = attack(2, "1d4");
            })
            .change('A', |who| who.hit_points = Some(3))
            .block('C', |block| {
                block.hit_points = 60;
                block.attacks = attack(9, "2d6+6");
            })
            .block('b', |enemy| {
                enemy.hit_points = 80;
                enemy.attacks = claws(12, "2d8+8");
                defence(enemy, 20);
                enemy.stats.insert(Stat::PassiveDefence, 20);
            });
        let mut battle = scene.seeded(1);
        let done = actions_taken(&mut battle);
        let view = battle.view();
        let (own, enemy) = (&view.combatants[0], &view.combatants[2]);
        let away = own.area.expect("placed").anchor;
        let far = away.steps_to(enemy.area.expect("placed").anchor);
        assert!(far > 2 && own.standing, "{system}: {done:?}");
    }
}

/// AH-AOO-01: an archer beside a swordsman steps back before it shoots, unless it has nothing to fear.
#[test]
fn steps_back_to_shoot_only_where_a_shot_provokes() {
    for with in [true, false] {
        let map = [".......", ".......", "...Ab..", ".......", "......."];
        let mut scene = Scene::new(ruleset("age_of_heroes"), &map)
            .block('A', |block| {
                block.hit_points = 20;
                block.attacks = attack(8, "1d8+4");
                block.attacks[0].range = Some(12);
            })
            .block('b', |enemy| {
                enemy.hit_points = 60;
                enemy.attacks = attack(9, "2d6+6");
            });
        scene.setup.attacks_of_opportunity = Some(with);
        let done = actions_taken(&mut scene.seeded(1));
        let shot = done.iter().position(|action| action == "attack");
        let steps = done.iter().position(|action| action == "five_foot_step");
        let steps_first = steps.is_some() && steps < shot;
        assert!(shot.is_some() && steps_first == with, "{with}: {done:?}");
    }
}

/// A locked door in the only way is broken down; one beside an open way is left alone.
#[test]
fn breaks_what_bars_the_only_way() {
    let scene = |bars: bool| {
        let map = match bars {
            true => ["####....", "A..#...b", "####...."],
            false => ["........", "A..#...b", "####...."],
        };
        let mut scene = Scene::new(ruleset("classic_d20"), &map).block('A', |block| {
            block.attacks = attack(6, "2d6+6");
        });
        let row = usize::from(scene.setup.dimensions.width);
        scene.setup.terrain[row + 3] = "door_locked".to_owned();
        scene
    };
    let mut battle = scene(true).seeded(1);
    let mut done = Vec::new();
    for _ in 0..8 {
        if battle.outcome().is_some() {
            break;
        }
        until_turn(&mut battle, Seat(0));
        done.extend(actions_taken(&mut battle));
    }
    let strikes = |done: &[String]| {
        done.iter()
            .any(|action| action.starts_with("strike_object"))
    };
    assert!(strikes(&done), "{done:?}");
    let through = battle.view().combatants[0].area.expect("placed").anchor;
    assert!(through.x > 2, "{through:?} {done:?}");
    let mut open = scene(false).seeded(1);
    let done = actions_taken(&mut open);
    assert!(!strikes(&done), "{done:?}");
}

#[test]
fn opens_the_door_in_the_only_way() {
    let mut scene = Scene::new(
        ruleset("classic_d20"),
        &["####....", "A..#...b", "####...."],
    );
    let row = usize::from(scene.setup.dimensions.width);
    scene.setup.terrain[row + 3] = "door".to_owned();
    let mut battle = scene.seeded(1);
    let done = actions_taken(&mut battle);
    assert!(done.contains(&"open_door".to_owned()), "{done:?}");
    assert_eq!(
        battle.kinds_at(Square::new(3, 1)).next(),
        battle.catalogue().terrain.id("door_open")
    );
}

/// Arrows from beyond a chasm: who can neither come nor shoot lies low, and stays there.
#[test]
fn lies_low_under_arrows_that_it_cannot_answer() {
    let scene = Scene::new(ruleset("classic_d20"), &["A..##", "...##", "####b"]);
    let mut scene = scene.block('b', |enemy| {
        let bow = "(name: \"Bow\", attack: 6, damage: \"2d6\", range: Some(20))";
        enemy.attacks = vec![ron::from_str(bow).expect("an attack")];
    });
    for kind in &mut scene.setup.terrain {
        if kind == "wall" {
            *kind = "chasm".to_owned();
        }
    }
    let mut battle = scene.seeded(1);
    assert!(does(&mut battle, "drop_prone"));
    until_turn(&mut battle, Seat(0));
    assert!(!does(&mut battle, "stand_up"));
}

#[test]
fn drinks_when_badly_hurt_and_no_enemy_is_near() {
    let scene = |hit_points| {
        let far = format!("A{}b", ".".repeat(30));
        Scene::new(ruleset("classic_d20"), &[&far])
            .block('A', |block| {
                block.hit_points = 30;
                block.knows = [("potion_of_healing".to_owned(), Uses::Times(1))].into();
            })
            .change('A', |who| who.hit_points = Some(hit_points))
    };
    assert!(does(&mut scene(4).seeded(1), "potion_of_healing"));
    assert!(!does(&mut scene(30).seeded(1), "potion_of_healing"));
}

/// No combatant can stop where a fallen enemy lies, so neither gets at the other; and a coup de grace
/// does nothing to this one.
#[test]
fn clears_the_fallen_out_of_the_only_way_at_last() {
    let scene = Scene::new(ruleset("classic_d20"), &["#####", "#Acb#", "#####"])
        .block('c', |block| block.traits.push("immune_to_criticals".into()))
        .change('c', |who| who.conditions.push("unconscious".into()));
    let mut battle = scene.seeded(1);
    play_out(&mut battle, &[Profile::BALANCED; 2], 1, 4_000);
    let outcome = battle.outcome().expect("an end");
    assert!(outcome.winner.is_some(), "{:?}", outcome.reason);
}

/// Two swordsmen with javelins, face to face: neither lets go of its sword for a javelin, or for the grip
/// of both hands on the sword.
#[test]
fn keeps_hold_of_its_sword_beside_an_enemy() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = Arc::new(Catalogue::load(root).expect("sound content"));
    let level = content.levels.id("training_ground").expect("a level");
    let level = &content.levels[level];
    for system in ["classic_d20", "amorphous"] {
        let rules = content.ruleset(system).expect("a ruleset");
        let mut setup = Setup::from_level(level);
        setup.combatants[0].at = Some(Square::new(4, 4));
        setup.combatants[1].at = Some(Square::new(5, 4));
        for seed in 0..4 {
            let dice = Dice::seeded(seed);
            let battle = Battle::new(content.clone(), rules.clone(), &setup, dice);
            let mut battle = battle.expect("a battle");
            for _ in 0..20 {
                if battle.outcome().is_some() {
                    break;
                }
                let choice = decide(&battle, &Profile::BALANCED, 1);
                if let Choice::Act { action, .. } = choice {
                    let name = battle.rules().actions.name(action);
                    assert!(
                        !["drop", "drop_item"].contains(&name),
                        "{system}, seed {seed}"
                    );
                }
                battle.submit(choice).expect("legal");
            }
        }
    }
}

/// What reaches by itself is used on enemies that no weapon in hand reaches.
#[test]
fn flings_embers_over_the_water() {
    let map = ["......", "A~~b..", "......"];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = Catalogue::load(root).expect("sound content");
    let rules = content.ruleset("house_example").expect("a ruleset");
    let scene = Scene::new(Arc::clone(rules), &map)
        .block('A', |block| {
            block.hit_points = 20;
            block.level = 3;
            block.speed = 0;
            block.pools.insert("grit".to_owned(), 3);
            block.attacks = attack(5, "1d8+3");
        })
        .block('b', |enemy| {
            enemy.hit_points = 8;
            enemy.speed = 0;
            enemy.attacks = attack(0, "1d4");
        });
    let done = actions_taken(&mut scene.seeded(1));
    assert!(done.contains(&"embers".to_owned()), "{done:?}");
}
