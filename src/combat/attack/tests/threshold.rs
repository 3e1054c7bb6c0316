//! A threshold, then a dodge; coverage, armour and helmet.

use crate::combat::contract::{Choice, DefenceChoice, Request};
use crate::combat::testkit::proving::{attacked, bears, begun, hurt, landed};
use crate::combat::testkit::testing::{Scene, action, duel, ruleset};
use crate::combat::{EventKind, Seat};
use crate::rules::{ModifierKind, Size, Stat};

const TARGET: Seat = Seat(1);
const DODGE: Choice = Choice::Defend(DefenceChoice::Dodge { take_ten: false });
const TAKE_TEN: Choice = Choice::Defend(DefenceChoice::Dodge { take_ten: true });
const NOTHING: Choice = Choice::Defend(DefenceChoice::Nothing);

/// +0 to hit against a threshold of 10 and a dodge of +3.
fn heroes() -> Scene {
    duel(ruleset("age_of_heroes"))
        .block('A', |block| block.attacks[0].attack = 0)
        .block('a', |block| {
            block.stats.insert(Stat::ActiveDefence, 3);
            block
                .parts
                .insert(Stat::ActiveDefence, [(ModifierKind::Dexterity, 3)].into());
            block.hit_points = 40;
        })
}

fn armoured(coverage: i32) -> Scene {
    heroes().block('a', |block| {
        block.armour = Some("leather".to_owned());
        block.stats.insert(Stat::Coverage, coverage);
    })
}

fn condition(scene: Scene, name: &str) -> Scene {
    scene.change('a', |c| c.conditions.push(name.into()))
}

#[test]
fn the_threshold_first_and_then_the_dodge() {
    let scene = heroes();
    assert!(landed(&attacked(&scene, &[10, 6, 1], &[DODGE])));
    // Ties are the attacker's.
    assert!(landed(&attacked(&scene, &[10, 7, 1], &[DODGE])));
    assert!(!landed(&attacked(&scene, &[10, 8], &[DODGE])));
    // Under the threshold nothing more is rolled.
    assert!(!landed(&attacked(&scene, &[9], &[DODGE])));
}

#[test]
fn ten_can_be_taken_on_a_dodge() {
    assert!(landed(&attacked(&heroes(), &[13, 1], &[TAKE_TEN])));
    assert!(!landed(&attacked(&heroes(), &[12], &[TAKE_TEN])));
}

#[test]
fn the_flat_footed_dodge_without_dexterity_and_have_to_roll() {
    let scene = condition(heroes(), "flat_footed");
    let mut battle = begun(&scene, &[]);
    let attack = action(&battle, "attack");
    battle
        .submit(Choice::act_at(attack, 0, TARGET))
        .expect("an attack");
    let Some(Request::Defence {
        options,
        total: None,
        ..
    }) = battle.request()
    else {
        panic!("the defence is declared before the roll")
    };
    assert_eq!(
        options[..],
        [
            DefenceChoice::Nothing,
            DefenceChoice::Dodge { take_ten: false }
        ]
    );
    assert!(landed(&attacked(&scene, &[11, 11, 1], &[DODGE])));
    assert!(!landed(&attacked(&scene, &[11, 12], &[DODGE])));
}

#[test]
fn the_helpless_and_the_unaware_are_not_asked() {
    assert!(landed(&attacked(
        &condition(heroes(), "unaware"),
        &[10, 1],
        &[]
    )));
    assert!(landed(&attacked(
        &condition(heroes(), "helpless"),
        &[8, 1],
        &[]
    )));
    assert!(!landed(&attacked(
        &condition(heroes(), "helpless"),
        &[7],
        &[]
    )));
}

#[test]
fn a_natural_20_hits_whatever_the_dodge_which_still_counts_for_the_confirmation() {
    let quick = heroes().block('a', |block| _ = block.stats.insert(Stat::ActiveDefence, 9));
    let weak = quick.block('A', |block| block.attacks[0].attack = -2);
    // 18 against 26: a hit; 20 - 2 confirms nothing below 26.
    assert_eq!(
        hurt(&attacked(&weak, &[20, 17, 19, 5], &[DODGE]), TARGET),
        5
    );
    assert_eq!(
        hurt(&attacked(&weak, &[20, 1, 12, 5, 6], &[DODGE]), TARGET),
        11
    );
}

#[test]
fn size_counts_for_the_pair() {
    let sized = |own: Size, other: Size| {
        Scene::new(
            ruleset("age_of_heroes"),
            &["..........", ".A...a....", "..........", ".........."],
        )
        .block('A', |block| {
            block.size = own;
            block.attacks[0].attack = 0;
            block.attacks[0].reach = Some((1, 4));
        })
        .block('a', |block| block.size = other)
    };
    let roll = |scene: &Scene, die: u32| {
        let battle = begun_attack(scene, die);
        battle
            .events()
            .iter()
            .find_map(|event| match &event.kind {
                EventKind::AttackRolled { defence, .. } => Some(defence.total),
                _ => None,
            })
            .expect("an attack roll")
    };
    assert_eq!(roll(&sized(Size::Huge, Size::Medium), 2), 12);
    assert_eq!(roll(&sized(Size::Medium, Size::Huge), 2), 8);
    assert_eq!(roll(&sized(Size::Small, Size::Medium), 2), 9);
}

fn begun_attack(scene: &Scene, die: u32) -> crate::combat::Battle {
    attacked(scene, &[die], &[NOTHING])
}

#[test]
fn those_with_combat_sense_see_the_result_first() {
    let scene = heroes().block('a', |block| block.traits.push("combat_sense".to_owned()));
    let ask = |die: u32| {
        let mut battle = begun(&scene, &[die]);
        let attack = action(&battle, "attack");
        battle
            .submit(Choice::act_at(attack, 0, TARGET))
            .expect("an attack");
        battle
    };
    assert!(matches!(
        ask(17).request(),
        Some(Request::Defence {
            total: Some(17),
            ..
        })
    ));
    // What misses anyway is not asked about.
    assert!(matches!(ask(8).request(), Some(Request::Turn { .. })));
}

#[test]
fn armour_is_struck_where_it_covers() {
    // +5: 15 reaches 20, 14 does not. Leather ignores 2 and takes 2.
    let roll = Choice::Decline;
    let answers = [NOTHING, roll];
    let scene = armoured(5);
    assert_eq!(hurt(&attacked(&scene, &[10, 15, 7], &answers), TARGET), 3);
    assert_eq!(hurt(&attacked(&scene, &[10, 14, 7], &answers), TARGET), 7);
    // A natural 1 finds the gap in anything.
    assert_eq!(
        hurt(&attacked(&armoured(30), &[10, 1, 7], &answers), TARGET),
        7
    );
}

#[test]
fn ten_can_be_taken_where_that_helps_by_the_aware_only() {
    let club = |scene: Scene| {
        scene.block('A', |b| {
            b.attacks[0].kinds = vec![crate::rules::damage::DamageKind::Bludgeoning]
        })
    };
    let yes = Choice::Accept { mode: None };
    let answers = [NOTHING, yes];
    // 10 + 5 against 15: struck without a die.
    assert_eq!(
        hurt(&attacked(&club(armoured(5)), &[10, 7], &answers), TARGET),
        3
    );
    // Against a sword 15 would fail: no combatant is asked, a die is rolled.
    assert_eq!(
        hurt(&attacked(&armoured(5), &[10, 20, 7], &[NOTHING]), TARGET),
        3
    );
    let flat = condition(club(armoured(5)), "flat_footed");
    assert_eq!(hurt(&attacked(&flat, &[10, 2, 7], &[NOTHING]), TARGET), 7);
}

#[test]
fn the_exact_number_strikes_the_helmet() {
    let scene = armoured(4).block('a', |block| block.helmet = Some("cap".to_owned()));
    let struck = |die: u32| {
        let battle = attacked(&scene, &[10, die, 8], &[NOTHING, Choice::Decline]);
        battle.events().iter().find_map(|event| match event.kind {
            EventKind::CoverageRolled { struck, .. } => Some(struck),
            _ => None,
        })
    };
    use crate::combat::contract::Layer;
    assert_eq!(struck(15), Some(Layer::Helmet));
    assert_eq!(struck(16), Some(Layer::Armour));
    assert_eq!(struck(14), Some(Layer::Body));
}

#[test]
fn hide_lies_below_armour() {
    let scene = armoured(3).block('a', |block| _ = block.stats.insert(Stat::NaturalArmour, 2));
    // The sword misses the armour and meets the hide.
    assert_eq!(
        hurt(
            &attacked(&scene, &[10, 10, 8], &[NOTHING, Choice::Decline]),
            TARGET
        ),
        6
    );
    // Hide alone covers without a die.
    let beast = heroes().block('a', |block| _ = block.stats.insert(Stat::NaturalArmour, 3));
    assert_eq!(hurt(&attacked(&beast, &[10, 8], &[NOTHING]), TARGET), 5);
    let flat = condition(beast, "flat_footed");
    assert_eq!(hurt(&attacked(&flat, &[10, 1, 8], &[NOTHING]), TARGET), 8);
}

#[test]
fn what_is_left_of_a_blow_drains_constitution() {
    let victim = |constitution: i16, damage: i32| {
        heroes()
            .block('A', |b| {
                b.attacks[0].damage = format!("1d2+{damage}").parse().expect("dice")
            })
            .block('a', |b| {
                b.hit_points = 5;
                b.abilities.constitution = constitution;
                b.stats.insert(Stat::Fortitude, 2);
            })
    };
    // 8 damage: 3 Constitution, save against 13 with the new modifier of 9: 12 + 2 - 2 = 12 fails.
    let mut battle = attacked(&victim(12, 7), &[10, 1, 13], &[NOTHING]);
    assert_eq!(battle.view().combatants[1].lost.most(), 3);
    assert_eq!(battle.view().combatants[1].hit_points, 0);
    assert!(!bears(&mut battle, TARGET, "dying") && bears(&mut battle, TARGET, "disabled"));
    let mut battle = attacked(&victim(12, 7), &[10, 1, 12], &[NOTHING]);
    assert!(bears(&mut battle, TARGET, "dying") && bears(&mut battle, TARGET, "prone"));
    let mut battle = attacked(&victim(3, 7), &[10, 1], &[NOTHING]);
    assert!(bears(&mut battle, TARGET, "dead"));
}
