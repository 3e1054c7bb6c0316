//! Kido in the hands of the computer player, and total defence.

use std::sync::Arc;

use super::*;
use crate::combat::Aim;
use crate::combat::testkit::testing::shipped;
use crate::dice::Dice;
use crate::grid::Square;

fn knowing(names: &'static [&'static str]) -> impl Fn(&mut StatBlock) {
    move |block| {
        block.level = 3;
        block.hit_points = 20;
        block.attacks.clear();
        let knows = names.iter().map(|name| ((*name).to_owned(), Uses::AtWill));
        block.knows = knows.collect();
    }
}

fn still(hit_points: i32) -> impl Fn(&mut StatBlock) {
    move |block| {
        block.hit_points = hit_points;
        block.speed = 0;
    }
}

/// A battle on the shipped grounds, which know thorns.
fn grown(scene: &Scene) -> Battle {
    let rules = Arc::clone(&scene.rules);
    Battle::new(shipped(), rules, &scene.setup, Dice::seeded(1)).expect("a battle")
}

/// The corner around which thorns are to grow, if that is what is cast.
fn thorns(battle: &mut Battle) -> Option<Square> {
    let choice = decide(battle, &Profile::BALANCED, 1);
    let Choice::Act { action, aim, .. } = choice else {
        return None;
    };
    let Aim::Spot(corner) = aim else { return None };
    (battle.rules().actions.name(action) == "field_of_thorns").then_some(corner)
}

/// SP-TERR-01: thorns that stand already do nothing more, neither to enemies nor for allies.
#[test]
fn thorns_are_not_laid_where_they_stand() {
    let scene = Scene::new(ruleset("spiritual_pressure"), &["A......bc", "........."])
        .block('A', |block| {
            knowing(&["field_of_thorns"])(block);
            block.speed = 0;
        })
        .block('b', still(20))
        .block('c', still(20));
    let mut battle = grown(&scene);
    assert!(thorns(&mut battle).is_some());
    let laid = decide(&battle, &Profile::BALANCED, 1);
    battle.submit(laid).expect("a legal cast");
    battle.submit(Choice::EndTurn).expect("legal");
    until_turn(&mut battle, Seat(0));
    assert_eq!(thorns(&mut battle), None);
}

/// SP-TERR-01, SP-NONL-08: thorns last, and hurt those again who stay in them: an ally is worth more than that.
#[test]
fn thorns_are_not_laid_around_an_ally_that_would_bleed_in_them() {
    let scene = |ally: i32| {
        let map = ["A.......", "......b.", "......B.", "......c."];
        Scene::new(ruleset("spiritual_pressure"), &map)
            .block('A', |block| {
                knowing(&["field_of_thorns", "ember_spark"])(block);
                block.speed = 0;
            })
            .block('B', |block| block.hit_points = ally)
            .block('b', |block| block.hit_points = 12)
            .block('c', |block| block.hit_points = 12)
    };
    let covers = |ally: i32| {
        let scene = scene(ally);
        let battle = grown(&scene);
        let choice = decide(&battle, &Profile::BALANCED, 1);
        let Choice::Act { action, aim, .. } = choice else {
            return false;
        };
        let covered = battle.sight().area(Seat(0), action, &aim).1;
        covered.contains(&scene.seat('B'))
    };
    assert!(covers(60));
    assert!(!covers(26));
}

/// Those who have cast and can cast again from where they stand do not run into the arms of the enemy.
#[test]
fn a_caster_whose_turn_is_spent_stays_within_reach_of_its_kido_and_no_nearer() {
    let map = ["A........b", "..........", ".........."];
    let scene = Scene::new(ruleset("spiritual_pressure"), &map)
        .block('A', knowing(&["red_orb"]))
        .block('b', |block| {
            block.hit_points = 40;
            block.attacks = attack(1, "1d6");
        });
    let mut battle = scene.seeded(1);
    let orb = battle.rules().actions.id("red_orb").expect("a Kido");
    let cast = Choice::aimed(orb, Aim::At(scene.seat('b')));
    battle.submit(cast).expect("a legal cast");
    assert_eq!(actions_taken(&mut battle), [""; 0]);
}

/// Where one side only guards itself no battle ends: it strikes at times.
#[test]
fn guarding_turn_after_turn_comes_to_an_end() {
    let scene = Scene::new(ruleset("spiritual_pressure"), &["Ab"])
        .block('A', |block| {
            block.hit_points = 12;
            block.attacks = attack(1, "1d4");
            defence(block, 17);
        })
        .block('b', |block| {
            block.hit_points = 60;
            block.attacks = attack(6, "1d8+3");
            defence(block, 17);
        });
    let mut battle = scene.seeded(1);
    let mut list = Vec::new();
    for _ in 0..12 {
        until_turn(&mut battle, Seat(0));
        if battle.outcome().is_some() {
            break;
        }
        list.extend(actions_taken(&mut battle));
    }
    println!("{list:?}");
    assert!(list.iter().any(|done| done != "total_defence"), "{list:?}");
}
