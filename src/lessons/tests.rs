use super::*;
use crate::combat::contract::DefenceChoice;
use crate::combat::testkit::testing::{SYSTEMS, Scene, action, ruleset};
use crate::combat::{Choice, Request};
use crate::content::lesson::PointsAt;
use crate::grid::Square;

fn lesson(actions: &[&str], done: &[Done]) -> LessonDef {
    LessonDef {
        title: "Try it".into(),
        text: "Do {action} against {defence}.".into(),
        actions: actions.iter().map(|id| (*id).to_owned()).collect(),
        points_at: Some(PointsAt::EndTurn),
        done: done.to_vec(),
    }
}

/// The number of the lesson at hand for side 0, everything having been seen.
fn at(lessons: &[LessonDef], battle: &Battle, passed: &Passed) -> Option<usize> {
    let current = current(lessons, battle, usize::MAX, SideId(0), passed);
    current.map(|current| current.number)
}

fn walk(battle: &mut Battle, action_id: &str, squares: &[(i16, i16)]) {
    let way = squares.iter().map(|(x, y)| Square::new(*x, *y)).collect();
    let walk = action(battle, action_id);
    battle
        .submit(Choice::walk(walk, way))
        .expect("a legal walk");
}

#[test]
fn a_lesson_is_over_when_what_it_asks_for_has_happened_and_taking_it_back_brings_it_again() {
    let lessons = [
        lesson(&[], &[Done::Moved]),
        lesson(&[], &[Done::MovedTo(Square::new(2, 0))]),
        lesson(&[], &[Done::TurnEnded]),
    ];
    let none = Passed::default();
    let mut battle = Scene::new(ruleset("classic_d20"), &["A.....b", "......."]).seeded(1);
    assert_eq!(at(&lessons, &battle, &none), Some(0));
    walk(&mut battle, "move", &[(1, 0)]);
    assert_eq!(at(&lessons, &battle, &none), Some(1));
    assert!(battle.undo());
    assert_eq!(at(&lessons, &battle, &none), Some(0));
    walk(&mut battle, "move", &[(1, 0), (2, 0)]);
    assert_eq!(at(&lessons, &battle, &none), Some(2));
    battle.submit(Choice::EndTurn).unwrap();
    assert_eq!(at(&lessons, &battle, &none), None);
}

#[test]
fn what_the_player_has_not_seen_yet_does_not_count() {
    let lessons = [lesson(&[], &[Done::Moved])];
    let mut battle = Scene::new(ruleset("classic_d20"), &["A.....b", "......."]).seeded(1);
    let seen = battle.events().len();
    walk(&mut battle, "move", &[(1, 0)]);
    let none = Passed::default();
    assert!(current(&lessons, &battle, seen, SideId(0), &none).is_some());
    assert!(current(&lessons, &battle, seen, SideId(1), &none).is_some());
}

#[test]
fn a_text_is_over_when_the_player_goes_on_and_what_was_done_meanwhile_counts() {
    let lessons = [
        lesson(&[], &[]),
        lesson(&[], &[Done::Moved]),
        lesson(&[], &[Done::TurnEnded]),
    ];
    let mut battle = Scene::new(ruleset("classic_d20"), &["A.....b", "......."]).seeded(1);
    walk(&mut battle, "move", &[(1, 0)]);
    let mut passed = Passed::default();
    assert_eq!(at(&lessons, &battle, &passed), Some(0));
    passed.pass(0, battle.events().len());
    assert_eq!(at(&lessons, &battle, &passed), Some(2));
    assert!(battle.undo());
    passed.rewind(battle.events().len());
    assert_eq!(at(&lessons, &battle, &passed), Some(0));
    assert_eq!(at(&lessons, &battle, &Passed::everything()), None);
}

#[test]
fn an_attack_is_flanked_only_with_a_friend_on_the_other_side() {
    let lessons = [
        lesson(&[], &[Done::Attacked]),
        lesson(&[], &[Done::Flanked]),
    ];
    for (map, flanks) in [("AbB....", true), ("Ab....B", false)] {
        for system in SYSTEMS {
            let scene = Scene::new(ruleset(system), &[map, "......."]);
            let mut battle = scene.seeded(1);
            let attack = action(&battle, "attack");
            let strike = Choice::act_at(attack, 0, scene.seat('b'));
            battle.submit(strike).expect("an attack");
            while let Some(request) = battle.request()
                && !matches!(request, Request::Turn { .. })
            {
                let answer = match request {
                    Request::Defence { .. } => Choice::Defend(DefenceChoice::Nothing),
                    _ => Choice::Decline,
                };
                battle.submit(answer).expect("no defence");
            }
            let none = Passed::default();
            // Where nobody is ever flanked the second lesson is passed over.
            let known = battle.rules().policies.attack.flanking.exists();
            let next = known.then_some(1);
            assert_eq!(at(&lessons, &battle, &none), next, "{system}, {map}");
            let flanked = at(&lessons[1..], &battle, &none).is_none();
            assert_eq!(flanked, flanks || !known, "{system}, {map}");
        }
    }
}

#[test]
fn an_attack_of_opportunity_is_no_attack_of_your_own_choice() {
    let lessons = [lesson(&[], &[Done::Opportunity])];
    let scene = Scene::new(ruleset("classic_d20"), &["Ab.....", "......."]);
    let mut battle = scene.seeded(1);
    walk(&mut battle, "move", &[(0, 1), (1, 1)]);
    let none = Passed::default();
    assert_eq!(at(&lessons, &battle, &none), Some(0), "it is asked first");
    let blow = Choice::Accept { mode: Some(0) };
    battle.submit(blow).expect("a blow");
    assert_eq!(at(&lessons, &battle, &none), None);
    assert_eq!(
        at(&[lesson(&[], &[Done::Attacked])], &battle, &none),
        Some(0)
    );
}

#[test]
fn rules_without_the_action_pass_a_lesson_over() {
    let lessons = [
        lesson(&["five_foot_step"], &[Done::Acted]),
        lesson(&["five_foot_step", "shift"], &[Done::Acted]),
    ];
    let none = Passed::default();
    let map = ["A.....b", "......."];
    let mut classic = Scene::new(ruleset("classic_d20"), &map).seeded(1);
    let amorphous = Scene::new(ruleset("amorphous"), &map).seeded(1);
    assert_eq!(at(&lessons, &classic, &none), Some(0));
    let first = current(&lessons, &amorphous, usize::MAX, SideId(0), &none).unwrap();
    assert_eq!((first.number, first.step), (1, (1, 1)));
    let told = first.lesson.told(amorphous.rules());
    assert_eq!(told, "Do shift against DR.");
    walk(&mut classic, "five_foot_step", &[(1, 0)]);
    assert_eq!(at(&lessons, &classic, &none), Some(1));
}

#[test]
fn nobody_is_asked_to_flank_with_one_fighter() {
    let lessons = [lesson(&[], &[Done::Flanked])];
    let none = Passed::default();
    let scene = Scene::new(ruleset("classic_d20"), &["AbB"]);
    let scene = scene.change('B', |who| who.side = SideId(0));
    assert_eq!(at(&lessons, &scene.seeded(1), &none), Some(0));
    let scene = scene.change('B', |who| who.conditions.push("unconscious".into()));
    assert_eq!(at(&lessons, &scene.seeded(1), &none), None);
}
