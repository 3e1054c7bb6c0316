//! Helping an ally to hit, keeping an enemy off an ally, making an enemy drop its guard.

use super::*;

/// Three who stand around an enemy: a strong one who acts next, and one who helps or strikes.
fn weakling_and_ally(own: i32, ally: (i32, &str), enemy: i32) -> Scene {
    let map = ["......", ".AbC..", "......"];
    Scene::new(ruleset("classic_d20"), &map)
        .block('A', |block| {
            block.hit_points = 30;
            block.attacks = attack(own, "1d3");
        })
        .block('C', |block| {
            block.hit_points = 40;
            block.attacks = attack(ally.0, ally.1);
        })
        .block('b', |block| {
            block.hit_points = 60;
            block.attacks = attack(0, "1d3");
            defence(block, enemy);
        })
}

#[test]
fn a_poor_fighter_helps_a_strong_ally() {
    let scene = weakling_and_ally(1, (10, "2d8+8"), 21);
    assert_eq!(chosen(&mut scene.seeded(1)), "aid_attack");
}

#[test]
fn a_fighter_as_good_as_its_friend_strikes() {
    let mut scene = weakling_and_ally(10, (10, "2d6+3"), 21);
    scene = scene.block('A', |block| block.attacks = attack(10, "2d6+3"));
    assert_eq!(chosen(&mut scene.seeded(1)), "attack");
}

/// An ally that any hit kills is worth more than a blow that will not land.
#[test]
fn a_poor_fighter_shields_a_friend_in_danger() {
    let map = ["......", ".AbC..", "......"];
    let scene = Scene::new(ruleset("classic_d20"), &map)
        .block('A', |block| {
            block.hit_points = 40;
            block.attacks = attack(1, "1d3");
            defence(block, 25);
        })
        .block('C', |block| {
            block.hit_points = 20;
            block.attacks = attack(0, "1d3");
            defence(block, 18);
        })
        .change('C', |ally| ally.hit_points = Some(7))
        .block('b', |block| {
            block.hit_points = 60;
            block.attacks = claws(6, "2d6+6");
            defence(block, 30);
        });
    assert_eq!(chosen(&mut scene.seeded(1)), "aid_defence");
}

/// A combatant so nimble that nothing hits it is deceived first; what is as slow as a door is not.
#[test]
fn feints_at_the_nimble_and_strikes_the_slow() {
    let scene = |nimble: bool| {
        Scene::new(ruleset("classic_d20"), &["....", ".Ab.", "...."])
            .block('A', |block| {
                block.hit_points = 30;
                block.attacks = attack(4, "1d8+3");
                block.stats.insert(skill("bluff"), 15);
            })
            .block('b', |block| {
                block.hit_points = 20;
                block.attacks = attack(0, "1d4");
                block.stats.insert(skill("sense_motive"), 0);
                defence(block, 24);
                let kind = match nimble {
                    true => crate::rules::ModifierKind::Dexterity,
                    false => crate::rules::ModifierKind::Armour,
                };
                block.parts.insert(Stat::Defence, [(kind, 12)].into());
            })
    };
    assert_eq!(chosen(&mut scene(true).seeded(1)), "feint");
    assert_eq!(chosen(&mut scene(false).seeded(1)), "attack");
}

/// An enemy that is deceived already is attacked.
#[test]
fn strikes_while_the_guard_is_down() {
    let scene = Scene::new(ruleset("classic_d20"), &["....", ".Ab.", "...."])
        .block('A', |block| {
            block.attacks = attack(4, "1d8+3");
            block.stats.insert(skill("bluff"), 40);
        })
        .block('b', |block| {
            block.hit_points = 20;
            defence(block, 24);
            let nimble = [(crate::rules::ModifierKind::Dexterity, 12)];
            block.parts.insert(Stat::Defence, nimble.into());
        });
    let mut battle = scene.seeded(1);
    assert_eq!(chosen(&mut battle), "feint");
    let feint = decide(&battle, &Profile::BALANCED, 1);
    battle.submit(feint).expect("legal");
    battle.submit(Choice::EndTurn).expect("legal");
    until_turn(&mut battle, scene.seat('A'));
    assert_eq!(chosen(&mut battle), "attack");
}

/// Where a bluff takes the place of a move it comes before the blow, not after it.
#[test]
fn a_bluff_in_place_of_a_move_comes_before_the_blow() {
    let scene = Scene::new(ruleset("amorphous"), &["....", ".Ab.", "...."])
        .block('A', |block| {
            block.attacks = attack(5, "1d8+4");
            block.stats.insert(skill("bluff"), 12);
        })
        .block('b', |block| block.hit_points = 40);
    let done = actions_taken(&mut scene.seeded(1));
    let feint = done.iter().position(|action| action == "feint");
    let blow = done.iter().position(|action| action == "attack");
    assert!(feint.is_some() && feint < blow, "{done:?}");
}
