//! One number to reach, confirmed criticals, range, cover, concealment.

use crate::combat::contract::{Choice, Manner};
use crate::combat::testkit::proving::{acted, attacked, bears, begun, hurt, landed};
use crate::combat::testkit::testing::{Scene, action, duel, ruleset};
use crate::combat::{Aim, Seat};
use crate::grid::Square;
use crate::rules::{ModifierKind, Stat};

const TARGET: Seat = Seat(1);

fn classic() -> Scene {
    duel(ruleset("classic_d20"))
}

fn at_a_distance(squares: usize) -> Scene {
    let row = format!("A{}a", ".".repeat(squares - 1));
    Scene::new(ruleset("classic_d20"), &[&row]).block('A', |block| {
        block.attacks[0].range = Some(12);
    })
}

fn defence(scene: Scene, letter: char, parts: &[(ModifierKind, i32)], total: i32) -> Scene {
    scene.block(letter, |block| {
        block.stats.insert(Stat::Defence, total);
        block
            .parts
            .insert(Stat::Defence, parts.iter().copied().collect());
    })
}

fn condition(scene: Scene, letter: char, name: &str) -> Scene {
    scene.change(letter, |c| c.conditions.push(name.into()))
}

#[test]
fn a_total_that_equals_the_defence_hits() {
    assert_eq!(hurt(&attacked(&classic(), &[10, 5], &[]), TARGET), 5);
    assert!(!landed(&attacked(&classic(), &[9], &[])));
}

#[test]
fn a_natural_1_misses_and_a_natural_20_hits() {
    let strong = classic().block('A', |block| block.attacks[0].attack = 15);
    assert!(!landed(&attacked(&strong, &[1], &[])));
    let hard = classic().block('a', |block| _ = block.stats.insert(Stat::Defence, 35));
    assert!(landed(&attacked(&hard, &[20, 2, 4], &[])));
}

#[test]
fn a_threat_is_confirmed_by_another_roll_with_the_same_bonus() {
    let scene = classic().block('a', |block| block.hit_points = 40);
    // 20, then 10 + 5 = 15: critical, 1d8 twice.
    assert_eq!(hurt(&attacked(&scene, &[20, 10, 3, 8], &[]), TARGET), 11);
    // 20, then 9 + 5 = 14: ordinary.
    assert_eq!(hurt(&attacked(&scene, &[20, 9, 3], &[]), TARGET), 3);
}

#[test]
fn the_immune_suffer_no_critical_hits() {
    let golem = classic().block('a', |b| b.traits.push("immune_to_criticals".to_owned()));
    assert_eq!(hurt(&attacked(&golem, &[20, 4], &[]), TARGET), 4);
}

#[test]
fn partners_on_opposite_sides_hit_more_easily() {
    let flanked = Scene::new(ruleset("classic_d20"), &["......", ".AaB..", "......"]);
    assert!(landed(&attacked(&flanked, &[8, 1], &[])));
    let beside = Scene::new(ruleset("classic_d20"), &["...B..", ".Aa...", "......"]);
    assert!(!landed(&attacked(&beside, &[8], &[])));
}

#[test]
fn a_partner_with_a_bow_alone_does_not_flank() {
    let flanked = Scene::new(ruleset("classic_d20"), &["......", ".AaB..", "......"])
        .block('B', |block| block.attacks[0].range = Some(12));
    assert!(!landed(&attacked(&flanked, &[8], &[])));
}

#[test]
fn the_prone_strike_badly_and_are_struck_easily() {
    let down = condition(classic(), 'A', "prone");
    assert!(!landed(&attacked(&down, &[13], &[])));
    assert!(landed(&attacked(&down, &[14, 1], &[])));
    let easy = condition(classic(), 'a', "prone");
    assert!(landed(&attacked(&easy, &[6, 1], &[])));
    assert!(!landed(&attacked(&easy, &[5], &[])));
    let far = condition(at_a_distance(4), 'a', "prone");
    assert!(!landed(&attacked(&far, &[13], &[])));
}

#[test]
fn the_flat_footed_have_no_dexterity_but_keep_its_penalty() {
    let quick = defence(classic(), 'a', &[(ModifierKind::Dexterity, 2)], 17);
    assert!(!landed(&attacked(&quick, &[10], &[])));
    assert!(landed(&attacked(
        &condition(quick, 'a', "flat_footed"),
        &[10, 1],
        &[]
    )));
    let slow = defence(classic(), 'a', &[(ModifierKind::Dexterity, -1)], 14);
    assert!(!landed(&attacked(
        &condition(slow, 'a', "flat_footed"),
        &[8],
        &[]
    )));
}

#[test]
fn the_helpless_are_struck_at_their_worst() {
    // 16 = 10 + 4 armour + 2 Dexterity becomes 9; +3 and +4 in melee: a roll of 2 hits.
    let parts = [(ModifierKind::Armour, 4), (ModifierKind::Dexterity, 2)];
    let sleeper = condition(defence(classic(), 'a', &parts, 16), 'a', "helpless")
        .block('A', |block| block.attacks[0].attack = 3);
    assert!(landed(&attacked(&sleeper, &[2, 1], &[])));
}

#[test]
fn distance_costs_by_the_increment() {
    // 12 squares are the first increment, 25 the third.
    assert!(landed(&attacked(&at_a_distance(12), &[10, 1], &[])));
    assert!(!landed(&attacked(&at_a_distance(13), &[11], &[])));
    assert!(landed(&attacked(&at_a_distance(25), &[14, 1], &[])));
    let thrown = at_a_distance(25).block('A', |block| block.attacks[0].increments = 2);
    let mut battle = begun(&thrown, &[]);
    let choice = Choice::act_at(action(&battle, "attack"), 0, TARGET);
    assert!(battle.submit(choice).is_err());
}

#[test]
fn shooting_into_melee_with_a_friend_is_harder() {
    let bow = |map: &[&str]| {
        Scene::new(ruleset("classic_d20"), map).block('A', |b| b.attacks[0].range = Some(12))
    };
    // The ally stands aside of the line.
    let engaged = bow(&["......B", "A.....a"]);
    assert!(!landed(&attacked(&engaged, &[13], &[])));
    assert!(landed(&attacked(&engaged, &[14, 1], &[])));
    let apart = bow(&["B......", "A.....a"]);
    assert!(landed(&attacked(&apart, &[10, 1], &[])));
}

#[test]
fn a_shot_that_misses_for_the_one_in_the_way_strikes_it() {
    let map = ["A..B.a"];
    let scene = Scene::new(ruleset("classic_d20"), &map)
        .block('A', |block| block.attacks[0].range = Some(12))
        .block('B', |block| _ = block.stats.insert(Stat::Defence, 13));
    let (b, a) = (scene.seat('B'), scene.seat('a'));
    // 15 behind half cover is 19: 16 misses it, but exceeds 13.
    let battle = attacked(&scene, &[11, 6], &[]);
    assert_eq!((hurt(&battle, b), hurt(&battle, a)), (6, 0));
    // 13 would not have hit the target anyway.
    let battle = attacked(&scene, &[8], &[]);
    assert_eq!((hurt(&battle, b), hurt(&battle, a)), (0, 0));
    // Armour alone keeps the shot out.
    let armoured = scene.block('B', |block| _ = block.stats.insert(Stat::Defence, 18));
    let battle = attacked(&armoured, &[11], &[]);
    assert_eq!((hurt(&battle, b), hurt(&battle, a)), (0, 0));
    // A combatant that dodges aside lets it through.
    let parts = [(ModifierKind::Dexterity, 2), (ModifierKind::Dodge, 4)];
    let nimble = defence(armoured, 'B', &parts, 18);
    let battle = attacked(&nimble, &[11, 6], &[]);
    assert_eq!((hurt(&battle, b), hurt(&battle, a)), (0, 6));
}

#[test]
fn a_low_wall_covers_a_combatant_that_crouches_behind_it() {
    let mut scene = at_a_distance(4);
    scene.setup.terrain[3] = "parapet".to_owned();
    assert!(!landed(&attacked(&scene, &[13], &[])));
    assert!(landed(&attacked(&scene, &[14, 1], &[])));
}

#[test]
fn total_cover_forbids_the_attack() {
    let scene = Scene::new(ruleset("classic_d20"), &["..#..", "A.#.a", "..#.."])
        .block('A', |block| block.attacks[0].range = Some(12));
    let mut battle = begun(&scene, &[]);
    let choice = Choice::act_at(action(&battle, "attack"), 0, scene.seat('a'));
    let refusal = battle.submit(choice).expect_err("nothing can be seen");
    assert!(refusal.rule.is_some());
}

#[test]
fn fog_makes_hits_miss_and_needs_no_die_after_a_miss() {
    let mut scene = classic();
    let index = scene
        .setup
        .dimensions
        .index(Square::new(3, 1))
        .expect("on the map");
    scene.setup.terrain[index] = "fog".to_owned();
    assert!(!landed(&attacked(&scene, &[10, 20], &[])));
    assert!(landed(&attacked(&scene, &[10, 21, 1], &[])));
    assert!(!landed(&attacked(&scene, &[9], &[])));
    // The critical roll comes only after the blow has really landed.
    assert!(!landed(&attacked(&scene, &[20, 20], &[])));
}

#[test]
fn higher_ground_helps_in_melee_only() {
    let mut scene = classic();
    let index = scene
        .setup
        .dimensions
        .index(Square::new(2, 1))
        .expect("on the map");
    scene.setup.terrain[index] = "table".to_owned();
    assert!(landed(&attacked(&scene, &[9, 1], &[])));
    let mut far = at_a_distance(4);
    far.setup.terrain[0] = "table".to_owned();
    assert!(!landed(&attacked(&far, &[9], &[])));
}

#[test]
fn a_hit_deals_at_least_1() {
    let weak = classic().block('A', |b| {
        b.attacks[0].damage = "1d4-4".parse().expect("dice")
    });
    assert_eq!(hurt(&attacked(&weak, &[10, 2], &[]), TARGET), 1);
}

#[test]
fn sneak_attack_dice_come_once_even_on_a_critical_hit() {
    let rogue = condition(classic(), 'a', "flat_footed")
        .block('A', |b| b.traits.push("sneak_attack_2".to_owned()))
        .block('a', |b| b.hit_points = 60);
    assert_eq!(
        hurt(&attacked(&rogue, &[20, 10, 2, 7, 3, 4], &[]), TARGET),
        16
    );
    let aware = classic().block('A', |b| b.traits.push("sneak_attack_2".to_owned()));
    assert_eq!(hurt(&attacked(&aware, &[10, 2], &[]), TARGET), 2);
}

#[test]
fn a_reach_weapon_cannot_strike_near() {
    let pike = classic().block('A', |block| block.attacks[0].reach = Some((2, 2)));
    let mut battle = begun(&pike, &[]);
    let choice = Choice::act_at(action(&battle, "attack"), 0, TARGET);
    assert!(battle.submit(choice).is_err());
}

#[test]
fn nonlethal_damage_staggers_at_equality_and_fells_above() {
    let fist = |total: u32| {
        let scene = classic().block('A', |block| {
            block.attacks[0].nonlethal = true;
            block.attacks[0].damage = "1d12".parse().expect("dice");
        });
        attacked(&scene, &[10, total], &[])
    };
    let mut battle = fist(10);
    assert!(bears(&mut battle, TARGET, "staggered") && !bears(&mut battle, TARGET, "unconscious"));
    let mut battle = fist(11);
    assert!(bears(&mut battle, TARGET, "unconscious") && bears(&mut battle, TARGET, "prone"));
    assert_eq!(battle.view().combatants[1].hit_points, 10);
}

#[test]
fn pulling_a_blow_costs_4() {
    let mut battle = begun(&classic(), &[13, 5]);
    let manner = Manner {
        other_lethality: true,
        ..Manner::default()
    };
    let action = action(&battle, "attack");
    let choice = Choice::Act {
        action,
        aim: Aim::At(TARGET),
        mode: Some(0),
        manner,
    };
    battle.submit(choice).expect("an attack");
    assert!(!landed(&battle));
}

#[test]
fn wounds_below_nothing() {
    let struck = |hit_points: i32, damage: u32| {
        let scene = classic()
            .block('a', |b| b.hit_points = hit_points)
            .block('A', |b| {
                b.attacks[0].damage = "1d20".parse().expect("dice");
            });
        acted(&scene, "attack", 'a', &[10, damage], &[])
    };
    assert!(bears(&mut struck(5, 5), TARGET, "disabled"));
    let mut battle = struck(3, 8);
    assert!(bears(&mut battle, TARGET, "dying") && bears(&mut battle, TARGET, "prone"));
    assert!(bears(&mut struck(3, 13), TARGET, "dead"));
}
