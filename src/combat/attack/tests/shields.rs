//! Blocks: how often, for whom, and what the shield suffers.

use crate::combat::contract::{Choice, DefenceChoice, EventKind, Layer, Request};
use crate::combat::testkit::proving::{acted, attacked, begun, hurt, landed};
use crate::combat::testkit::testing::{Scene, action, duel, ruleset};
use crate::combat::{Battle, Seat};
use crate::rules::{DamageKind, ModifierKind, Size, Stat};

const TARGET: Seat = Seat(1);
const BLOCK: Choice = Choice::Defend(DefenceChoice::Block { take_ten: false });
const NOTHING: Choice = Choice::Defend(DefenceChoice::Nothing);

fn bearer(scene: Scene, letter: char, uses: i32, shield: &str) -> Scene {
    scene.block(letter, |block| {
        block.shield = Some(shield.to_owned());
        block.traits.push("shield_proficient".to_owned());
        block.stats.insert(Stat::ShieldUses, uses);
        block.stats.insert(Stat::ShieldDefence, 3);
        block
            .parts
            .insert(Stat::ShieldDefence, [(ModifierKind::Wisdom, 1)].into());
        block.hit_points = 40;
    })
}

fn duelling(uses: i32, shield: &str) -> Scene {
    let scene = duel(ruleset("age_of_heroes")).block('A', |block| {
        block.attacks[0].attack = 0;
        block.attacks[0].damage = "1d20".parse().expect("dice");
    });
    bearer(scene, 'a', uses, shield)
}

fn layer(battle: &Battle, wanted: Layer) -> Option<(i32, i32, i32)> {
    battle.events().iter().find_map(|event| match event.kind {
        EventKind::LayerTook {
            layer,
            ignored,
            absorbed,
            passed,
            ..
        } if layer == wanted => Some((ignored, absorbed, passed)),
        _ => None,
    })
}

#[test]
fn a_block_must_exceed_the_attack_and_takes_the_blow() {
    // 10 + 3 + 2 = 15.
    let battle = attacked(&duelling(2, "wooden"), &[14, 10, 7], &[BLOCK]);
    assert!(!landed(&battle) && hurt(&battle, TARGET) == 0);
    assert_eq!(layer(&battle, Layer::Shield), Some((4, 3, 0)));
    assert!(landed(&attacked(
        &duelling(2, "wooden"),
        &[15, 10, 7],
        &[BLOCK]
    )));
    // A total under the threshold never meets the shield.
    let battle = attacked(&duelling(2, "wooden"), &[9], &[BLOCK]);
    assert_eq!(layer(&battle, Layer::Shield), None);
}

#[test]
fn edges_pass_a_whole_shield_and_blunt_force_does_not() {
    let battle = attacked(&duelling(2, "wooden"), &[14, 10, 13], &[BLOCK]);
    assert_eq!(hurt(&battle, TARGET), 5);
    let mace =
        duelling(2, "wooden").block('A', |b| b.attacks[0].kinds = vec![DamageKind::Bludgeoning]);
    assert_eq!(hurt(&attacked(&mace, &[14, 10, 13], &[BLOCK]), TARGET), 0);
}

#[test]
fn what_breaks_a_shield_goes_on_by_a_coverage_check() {
    let scene = duelling(2, "buckler").block('a', |block| {
        block.armour = Some("leather".to_owned());
        block.stats.insert(Stat::Coverage, 5);
    });
    // 11: 4 ignored, 2 taken, 5 go on; armour struck: 2 and 2 less.
    let answers = [BLOCK, Choice::Decline];
    let battle = attacked(&scene, &[14, 10, 11, 15], &answers);
    assert_eq!(
        (layer(&battle, Layer::Shield), hurt(&battle, TARGET)),
        (Some((4, 2, 5)), 1)
    );
    assert_eq!(
        hurt(&attacked(&scene, &[14, 10, 11, 14], &answers), TARGET),
        5
    );
}

#[test]
fn blocks_run_out_with_the_iterations_of_the_class_bonus() {
    let scene = duelling(6, "wooden");
    let mut battle = begun(&scene, &[14, 6, 1, 14, 11, 1]);
    let blocked = |battle: &Battle| {
        let defended = battle
            .events()
            .iter()
            .filter_map(|event| match &event.kind {
                EventKind::Defended {
                    check: Some(check), ..
                } => Some(check.bonus.total),
                _ => None,
            });
        defended.collect::<Vec<_>>()
    };
    for _ in 0..2 {
        let attack = action(&battle, "attack");
        crate::combat::testkit::testing::until_turn(&mut battle, Seat(0));
        battle
            .submit(Choice::act_at(attack, 0, TARGET))
            .expect("an attack");
        battle.submit(BLOCK).expect("a block");
        battle.submit(Choice::EndTurn).expect("the turn ends");
        // The uses are renewed at the start of the bearer's turn.
    }
    assert_eq!(blocked(&battle), [9, 9]);
}

#[test]
fn the_second_block_of_a_round_is_5_lower_and_there_is_no_third() {
    let scene = Scene::new(ruleset("age_of_heroes"), &[".B..", "Aa..", ".C.."]);
    let scene = ['A', 'B', 'C'].into_iter().fold(scene, |scene, letter| {
        scene.block(letter, |block| block.attacks[0].attack = 0)
    });
    let scene = bearer(scene, 'a', 6, "wooden");
    let target = scene.seat('a');
    // Each has a partner opposite or not; what matters are the blocks: +9, +4, none.
    let mut battle = begun(&scene, &[12, 6, 1, 12, 6, 1, 12]);
    let mut bonuses = Vec::new();
    for turn in 0..3 {
        let attack = action(&battle, "attack");
        battle
            .submit(Choice::act_at(attack, 0, target))
            .expect("an attack");
        let Some(Request::Defence { options, .. }) = battle.request().cloned() else {
            panic!("a defence")
        };
        let block = DefenceChoice::Block { take_ten: false };
        assert_eq!(options.contains(&block), turn < 2, "turn {turn}");
        if turn == 2 {
            break;
        }
        battle.submit(BLOCK).expect("a block");
        bonuses.push(
            battle
                .events()
                .iter()
                .rev()
                .find_map(|event| match &event.kind {
                    EventKind::Defended {
                        check: Some(check), ..
                    } => Some(check.bonus.total),
                    _ => None,
                }),
        );
        battle.submit(Choice::EndTurn).expect("the turn ends");
    }
    assert_eq!(bonuses, [Some(9), Some(4)]);
}

#[test]
fn the_shield_of_the_unaware_is_struck_by_what_falls_just_short() {
    let scene = duelling(2, "wooden").change('a', |c| c.conditions.push("unaware".into()));
    // Threshold 10, raised by 2.
    assert!(!landed(&attacked(&scene, &[9], &[])));
    let battle = attacked(&scene, &[11, 5], &[]);
    assert_eq!(
        (landed(&battle), layer(&battle, Layer::Shield)),
        (false, Some((4, 1, 0)))
    );
    assert!(landed(&attacked(&scene, &[12, 5], &[])));
}

fn protected(size: Size) -> Scene {
    let scene = Scene::new(
        ruleset("age_of_heroes"),
        &["......", "..Aa..", "...b..", "......"],
    )
    .block('A', |block| {
        block.attacks[0].attack = 0;
        block.attacks[0].damage = "1d20".parse().expect("dice");
    })
    .block('b', |block| block.size = size);
    bearer(scene, 'b', 6, "wooden")
}

#[test]
fn a_neighbour_shields_at_2_less_and_takes_the_blow() {
    let scene = protected(Size::Medium);
    let yes = Choice::Accept { mode: None };
    // Own dodge 5 fails; the neighbour's 10 + 9 - 2 = 17 blocks 16.
    let battle = attacked(&scene, &[16, 5, 10, 13], &[NOTHING_DODGE, yes.clone()]);
    assert!(!landed(&battle));
    assert_eq!(
        (
            hurt(&battle, scene.seat('a')),
            hurt(&battle, scene.seat('b'))
        ),
        (0, 5)
    );
    // Equal is not enough.
    assert!(landed(&attacked(
        &scene,
        &[17, 5, 10, 3],
        &[NOTHING_DODGE, yes]
    )));
}

const NOTHING_DODGE: Choice = Choice::Defend(DefenceChoice::Dodge { take_ten: false });

#[test]
fn the_much_smaller_and_the_flat_footed_cannot_shield_others() {
    let asked = |scene: &Scene| {
        let mut battle = begun(scene, &[]);
        let attack = action(&battle, "attack");
        battle
            .submit(Choice::act_at(attack, 0, scene.seat('a')))
            .expect("an attack");
        battle.submit(NOTHING).expect("an answer");
        matches!(battle.request(), Some(Request::DefendOther { .. }))
    };
    assert!(asked(&protected(Size::Small)));
    assert!(!asked(&protected(Size::Tiny)));
    let flat = protected(Size::Medium).change('b', |c| c.conditions.push("flat_footed".into()));
    assert!(!asked(&flat));
}

#[test]
fn metal_shrugs_off_blunt_wood() {
    let staff = duelling(2, "bronze").block('A', |block| {
        block.attacks[0].kinds = vec![DamageKind::Bludgeoning];
        block.attacks[0].material = crate::content::equipment::Material::Wood;
    });
    let battle = acted(&staff, "attack", 'a', &[14, 10, 19], &[BLOCK]);
    assert_eq!(layer(&battle, Layer::Shield), Some((19, 0, 0)));
}
