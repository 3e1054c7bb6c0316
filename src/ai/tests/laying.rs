//! What lies upon the ground: brought down on enemies, moved to others, and kept off the own side.

use super::*;
use crate::combat::Aim;
use crate::grid::Area;

fn witch(map: &[&str]) -> Battle {
    let known = ["rolling_flame", "direct_flame"];
    let knows = known.map(|name| (name.to_owned(), Uses::AtWill));
    let tough = |block: &mut StatBlock| block.hit_points = 30;
    let scene = Scene::new(ruleset("epic_path"), map)
        .block('A', |block| {
            block.knows = knows.into();
            block.attacks.clear();
            block.speed = 0;
        })
        .block('B', tough)
        .block('b', tough)
        .block('c', tough);
    let mut battle = scene.seeded(1);
    until_turn(&mut battle, Seat(0));
    battle
}

fn burns(battle: &Battle, choice: &Choice, name: &str) -> bool {
    let Choice::Act {
        aim: Aim::Spot(at), ..
    } = choice
    else {
        return false;
    };
    // A spot is the corner in the middle of four squares.
    let view = battle.view();
    let area = view
        .combatants
        .iter()
        .find(|one| one.name == name)
        .and_then(|one| one.area);
    let near = |area: Area| {
        area.squares().any(|square| {
            (at.x - 1..=at.x).contains(&square.x) && (at.y - 1..=at.y).contains(&square.y)
        })
    };
    area.is_some_and(near)
}

/// EP-MACT-01.
#[test]
fn fire_that_lies_is_moved_from_one_enemy_to_the_next_and_not_onto_an_ally() {
    let mut battle = witch(&["A.........", "......b...", ".........B", "........c."]);
    let laid = decide(&battle, &Profile::BALANCED, 1);
    assert!(
        burns(&battle, &laid, "b") || burns(&battle, &laid, "c"),
        "{laid:?}"
    );
    assert!(!burns(&battle, &laid, "B"), "{laid:?}");
    battle.submit(laid).expect("a spell");
    assert_eq!(chosen(&mut battle), "direct_flame");
    let moved = decide(&battle, &Profile::BALANCED, 1);
    assert!(
        burns(&battle, &moved, "b") || burns(&battle, &moved, "c"),
        "{moved:?}"
    );
    assert!(!burns(&battle, &moved, "B"), "{moved:?}");
}

/// EP-FULL-06: a feint is the standard action that stands for the first attack, and there is no second one.
#[test]
fn a_single_attack_is_not_given_up_for_a_feint() {
    let scene = Scene::new(ruleset("epic_path"), &["....", ".Ab.", "...."]).block('A', |block| {
        block.attacks = attack(5, "1d8+2");
        block.stats.insert(skill("bluff"), 8);
    });
    let mut battle = scene.seeded(1);
    until_turn(&mut battle, Seat(0));
    let name = chosen(&mut battle);
    assert!(["attack", "full_attack"].contains(&name.as_str()), "{name}");
}
