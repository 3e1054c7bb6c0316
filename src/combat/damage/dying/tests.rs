//! The three ways of dying, turn by turn.

use crate::combat::battle::Battle;
use crate::combat::contract::{Choice, Request};
use crate::combat::testkit::proving::{answered, bears, begun};
use crate::combat::testkit::testing::{Scene, action, ruleset, skill};
use crate::combat::{EventKind, Seat};
use crate::rules::Stat;

/// A, its ally B far away and two enemies out of reach, so that battles go on.
fn field(rules: &str) -> Scene {
    Scene::new(
        ruleset(rules),
        &["A......B", "........", "........", "a......b"],
    )
}

fn with(scene: Scene, letter: char, condition: &str, hit_points: i32) -> Scene {
    scene.change(letter, |c| {
        c.conditions.push(condition.into());
        c.hit_points = Some(hit_points);
    })
}

fn important(scene: Scene, letter: char) -> Scene {
    scene.change(letter, |c| c.important = true)
}

/// Ends turns until a round has passed.
fn rounds(battle: &mut Battle, count: usize) {
    let begun = |battle: &Battle| {
        let began =
            |event: &&crate::combat::Event| matches!(event.kind, EventKind::RoundBegan { .. });
        battle.events().iter().filter(began).count()
    };
    let goal = begun(battle) + count;
    while begun(battle) < goal {
        let choice = match battle.request() {
            Some(Request::Turn { .. }) => Choice::EndTurn,
            Some(_) => Choice::Decline,
            None => return,
        };
        battle.submit(choice).expect("turns can end");
    }
}

fn hit_points(battle: &mut Battle, seat: Seat) -> i32 {
    battle.view().combatants[seat.index()].hit_points
}

#[test]
fn the_dying_lose_a_point_at_the_end_of_each_round_or_become_stable() {
    let scene = with(field("classic_d20"), 'A', "dying", -5);
    let seat = scene.seat('A');
    let mut battle = begun(&scene, &[11, 10]);
    rounds(&mut battle, 1);
    assert_eq!(hit_points(&mut battle, seat), -6);
    rounds(&mut battle, 1);
    assert!(bears(&mut battle, seat, "stable") && !bears(&mut battle, seat, "dying"));
    assert!(bears(&mut battle, seat, "unconscious"));
    assert_eq!(battle.dice_fault(), None);
}

#[test]
fn at_the_end_of_negative_hit_points_is_death() {
    let scene = with(field("classic_d20"), 'A', "dying", -9);
    let seat = scene.seat('A');
    let mut battle = begun(&scene, &[50]);
    rounds(&mut battle, 1);
    assert!(bears(&mut battle, seat, "dead"));
    assert!(
        battle
            .events()
            .iter()
            .any(|e| matches!(e.kind, EventKind::Died { .. }))
    );
}

#[test]
fn a_strenuous_act_fells_the_disabled() {
    let scene = Scene::new(ruleset("classic_d20"), &["Aa....b"])
        .change('A', |c| {
            c.hit_points = Some(0);
            c.conditions.push("disabled".into());
        })
        .block('a', |block| block.hit_points = 60);
    let (seat, target) = (scene.seat('A'), scene.seat('a'));
    let mut battle = begun(&scene, &[10, 3]);
    let attack = action(&battle, "attack");
    battle
        .submit(Choice::act_at(attack, 0, target))
        .expect("an attack");
    answered(&mut battle, &[]);
    assert!(bears(&mut battle, seat, "dying"));
    assert_eq!(hit_points(&mut battle, seat), -1);
}

#[test]
fn only_the_important_are_dying() {
    let down = |scene: Scene| {
        let scene = scene.block('a', |block| block.hit_points = 3);
        let mut battle = begun(&scene, &[10, 5]);
        let attack = action(&battle, "attack");
        let target = scene.seat('a');
        battle
            .submit(Choice::act_at(attack, 0, target))
            .expect("an attack");
        (battle, target)
    };
    let scene = || Scene::new(ruleset("amorphous"), &["Aa....b"]);
    let (mut battle, target) = down(scene());
    assert!(bears(&mut battle, target, "dead"));
    // 3 hit points of a maximum of 20 survive minus 2.
    let hero = important(scene(), 'a').change('a', |c| c.hit_points = Some(3));
    let hero = hero.block('a', |block| block.hit_points = 20);
    let mut battle = begun(&hero, &[10, 5]);
    let attack = action(&battle, "attack");
    battle
        .submit(Choice::act_at(attack, 0, target))
        .expect("an attack");
    assert!(bears(&mut battle, target, "dying") && bears(&mut battle, target, "prone"));
    assert_eq!(hit_points(&mut battle, target), -2);
}

#[test]
fn a_save_at_the_end_of_the_turn_stabilises_at_nothing() {
    let scene = with(important(field("amorphous"), 'A'), 'A', "dying", -3)
        .block('A', |block| block.hit_points = 20);
    let seat = scene.seat('A');
    let mut battle = begun(&scene, &[10]);
    rounds(&mut battle, 1);
    assert_eq!(hit_points(&mut battle, seat), 0);
    assert!(bears(&mut battle, seat, "stable") && bears(&mut battle, seat, "unconscious"));
}

#[test]
fn the_third_failure_kills() {
    let scene = with(important(field("amorphous"), 'A'), 'A', "dying", -3)
        .block('A', |block| block.hit_points = 20);
    let seat = scene.seat('A');
    let mut battle = begun(&scene, &[9, 1, 2]);
    // The first turn has passed already.
    rounds(&mut battle, 1);
    assert!(!bears(&mut battle, seat, "dead"));
    rounds(&mut battle, 1);
    assert!(bears(&mut battle, seat, "dead"));
}

#[test]
fn constitution_ebbs_at_the_start_of_each_turn() {
    let scene = with(field("age_of_heroes"), 'A', "dying", 0);
    let seat = scene.seat('A');
    let mut battle = begun(&scene, &[11, 10]);
    rounds(&mut battle, 2);
    assert_eq!(battle.view().combatants[seat.index()].lost.most(), 1);
    assert!(bears(&mut battle, seat, "stable"));
}

#[test]
fn the_lifeless_are_destroyed() {
    let scene = Scene::new(ruleset("age_of_heroes"), &["Aa....b"])
        .block('a', |block| {
            block.hit_points = 5;
            block.traits.push("lifeless".to_owned());
            block.stats.insert(Stat::PassiveDefence, 10);
        })
        .change('a', |c| c.conditions.push("helpless".into()));
    let target = scene.seat('a');
    let mut battle = begun(&scene, &[10, 5]);
    let attack = action(&battle, "attack");
    battle
        .submit(Choice::act_at(attack, 0, target))
        .expect("an attack");
    assert!(bears(&mut battle, target, "dead"));
}

#[test]
fn first_aid_sets_the_dying_to_nothing_and_then_heals() {
    let scene = Scene::new(ruleset("amorphous"), &["AB....a"]);
    let scene = with(important(scene, 'B'), 'B', "dying", -4)
        .block('B', |block| block.hit_points = 20)
        .block('A', |block| {
            block.stats.insert(skill("medicine"), 4);
            block.in_hand = vec!["first_aid_kit".to_owned()];
        });
    let patient = scene.seat('B');
    let mut battle = begun(&scene, &[11, 2, 3]);
    let aid = action(&battle, "first_aid");
    battle
        .submit(Choice::act_at(aid, 0, patient))
        .expect("first aid");
    assert_eq!(hit_points(&mut battle, patient), 9);
    assert!(!bears(&mut battle, patient, "dying") && !bears(&mut battle, patient, "unconscious"));
    assert!(bears(&mut battle, patient, "prone"));
}

#[test]
fn a_friend_stabilises_the_dying_where_they_are() {
    let scene = Scene::new(ruleset("classic_d20"), &["AB....a"]);
    let scene = with(scene, 'B', "dying", -4)
        .block('A', |block| _ = block.stats.insert(skill("medicine"), 3));
    let patient = scene.seat('B');
    let mut battle = begun(&scene, &[12]);
    let aid = action(&battle, "first_aid");
    battle
        .submit(Choice::act_at(aid, 0, patient))
        .expect("first aid");
    assert!(bears(&mut battle, patient, "stable"));
    assert_eq!(hit_points(&mut battle, patient), -4);
}
