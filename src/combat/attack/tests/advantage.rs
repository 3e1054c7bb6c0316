//! Two dice at an advantage, maximal criticals.

use crate::combat::Seat;
use crate::combat::testkit::proving::{attacked, hurt, landed};
use crate::combat::testkit::testing::{Scene, duel, ruleset};
use crate::rules::Stat;

fn flanking() -> Scene {
    Scene::new(ruleset("amorphous"), &["......", ".AaB..", "......"])
        .block('a', |block| block.hit_points = 60)
}

fn duelling() -> Scene {
    duel(ruleset("amorphous")).block('a', |block| block.hit_points = 60)
}

const TARGET: Seat = Seat(1);

#[test]
fn flankers_keep_the_better_of_two_dice() {
    let scene = flanking();
    assert_eq!(
        hurt(&attacked(&scene, &[3, 14, 4], &[]), scene.seat('a')),
        4
    );
    assert!(!landed(&attacked(&scene, &[9, 3], &[])));
}

#[test]
fn a_partner_that_cannot_act_does_not_flank() {
    let scene = flanking().change('B', |c| c.conditions.push("unconscious".into()));
    assert!(!landed(&attacked(&scene, &[9], &[])));
}

#[test]
fn the_squeezing_keep_the_worse_and_the_kept_die_alone_counts() {
    let scene = duelling().change('A', |c| c.conditions.push("squeezing".into()));
    assert!(!landed(&attacked(&scene, &[20, 6], &[])));
    assert!(!landed(&attacked(&scene, &[20, 1], &[])));
}

#[test]
fn advantage_and_disadvantage_cancel() {
    let scene = flanking().change('A', |c| c.conditions.push("squeezing".into()));
    assert_eq!(hurt(&attacked(&scene, &[10, 7], &[]), scene.seat('a')), 7);
}

#[test]
fn a_critical_hit_that_reaches_the_defence_deals_the_maximum_without_dice() {
    let scene = duelling().block('A', |block| {
        block.attacks[0].threat = 19;
        block.attacks[0].damage = "1d8+2".parse().expect("dice");
    });
    assert_eq!(hurt(&attacked(&scene, &[19], &[]), TARGET), 10);
    let hard = scene.block('a', |block| _ = block.stats.insert(Stat::Defence, 25));
    assert_eq!(hurt(&attacked(&hard, &[19, 3], &[]), TARGET), 5);
    assert!(!landed(&attacked(&hard, &[18], &[])));
}

#[test]
fn extra_dice_are_maximal_too() {
    let scene = flanking().block('A', |block| {
        block.traits.push("sneak_attack_2".to_owned());
        block.attacks[0].damage = "1d6".parse().expect("dice");
    });
    let target = scene.seat('a');
    assert_eq!(hurt(&attacked(&scene, &[20, 2], &[]), target), 18);
    assert_eq!(hurt(&attacked(&scene, &[12, 2, 3, 5, 2], &[]), target), 10);
}

#[test]
fn the_range_is_the_only_limit_of_a_shot() {
    let scene = Scene::new(ruleset("amorphous"), &["A...........a"])
        .block('A', |block| block.attacks[0].range = Some(12));
    assert!(landed(&attacked(&scene, &[10, 1], &[])));
}

#[test]
fn prone_numbers_lie_in_the_defence() {
    let prone = duelling().change('a', |c| c.conditions.push("prone".into()));
    assert!(landed(&attacked(&prone, &[6, 1], &[])));
    assert!(!landed(&attacked(&prone, &[5], &[])));
}

#[test]
fn a_blocking_square_beside_the_way_gives_4() {
    let scene = Scene::new(ruleset("amorphous"), &["A.#.a", "....."])
        .block('A', |block| block.attacks[0].range = Some(12));
    assert!(!landed(&attacked(&scene, &[13], &[])));
    assert!(landed(&attacked(&scene, &[14, 1], &[])));
}
