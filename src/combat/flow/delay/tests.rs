//! Delays at work.

use crate::combat::contract::{Choice, ComingIn, EventKind, Request, Seat};
use crate::combat::testkit::testing::{Scene, action, kinds, ruleset};

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const C: Seat = Seat(2);

fn scene(system: &str) -> Scene {
    Scene::new(ruleset(system), &["A.......a", ".........", "........b"])
}

fn yes() -> Choice {
    Choice::Accept { mode: None }
}

#[test]
fn coming_in_later_lowers_the_count_for_good() {
    // CD-INIT-07. A is on 20, B on 19, C on 18.
    let mut battle = scene("classic_d20")
        .change('b', |c| c.initiative = Some(5))
        .scripted(&[]);
    let delay = action(&battle, "delay");
    battle.submit(Choice::act(delay)).unwrap();
    assert_eq!(battle.request(), Some(&Request::Turn { seat: B }));
    battle.submit(Choice::EndTurn).unwrap();
    let ask = Request::ComeIn {
        seat: A,
        when: ComingIn::After(B),
        last: false,
    };
    assert_eq!(battle.request(), Some(&ask));
    battle.submit(yes()).unwrap();
    assert_eq!(battle.request(), Some(&Request::Turn { seat: A }));
    let view = battle.view();
    assert_eq!(view.order, [B, A, C]);
    assert_eq!(view.combatants[0].initiative, Some(18));
    battle.submit(Choice::EndTurn).unwrap();
    battle.submit(Choice::EndTurn).unwrap();
    assert_eq!(battle.view().round, 2);
    assert_eq!(battle.request(), Some(&Request::Turn { seat: B }));
}

#[test]
fn a_delayer_that_never_comes_in_loses_the_turn_and_falls_to_the_floor() {
    let mut battle = scene("classic_d20").scripted(&[]);
    let delay = action(&battle, "delay");
    battle.submit(Choice::act(delay)).unwrap();
    for _ in 0..2 {
        battle.submit(Choice::EndTurn).unwrap();
        battle.submit(Choice::Decline).unwrap();
    }
    let view = battle.view();
    assert_eq!((view.round, view.order), (2, vec![B, C, A]));
    assert_eq!(view.combatants[0].initiative, Some(-10));
}

#[test]
fn delaying_is_for_a_turn_in_which_nothing_was_done() {
    let mut battle = scene("classic_d20").scripted(&[]);
    let (delay, walk) = (action(&battle, "delay"), action(&battle, "move"));
    let path = vec![crate::grid::Square::new(1, 0)];
    battle.submit(Choice::walk(walk, path)).unwrap();
    assert!(battle.check(&Choice::act(delay)).is_err());
}

#[test]
fn after_a_free_action_the_refusal_tells_of_that_action() {
    let mut battle = scene("classic_d20").scripted(&[]);
    let (delay, down) = (action(&battle, "delay"), action(&battle, "drop_prone"));
    battle.submit(Choice::act(down)).unwrap();
    let refusal = battle.check(&Choice::act(delay)).unwrap_err();
    let told = battle.tell(&refusal);
    assert!(told.contains("already acted"), "{told}");
}

#[test]
fn the_new_place_is_after_the_turn_that_ended() {
    // AM-DELAY-02.
    let mut battle = scene("amorphous").scripted(&[]);
    let delay = action(&battle, "delay");
    battle.submit(Choice::act(delay)).unwrap();
    battle.submit(Choice::EndTurn).unwrap();
    battle.submit(yes()).unwrap();
    assert_eq!(battle.view().order, [B, A, C]);
}

#[test]
fn a_delay_that_runs_out_leaves_an_empty_turn() {
    // AM-DELAY-03: the missed turn passes empty, directly before the new one.
    let mut battle = scene("amorphous").scripted(&[]);
    let delay = action(&battle, "delay");
    battle.submit(Choice::act(delay)).unwrap();
    for _ in 0..2 {
        battle.submit(Choice::EndTurn).unwrap();
        battle.submit(Choice::Decline).unwrap();
    }
    assert_eq!(battle.request(), Some(&Request::Turn { seat: A }));
    let turns: Vec<_> = kinds(&battle)
        .into_iter()
        .filter(|kind| {
            matches!(kind, EventKind::TurnBegan { seat } | EventKind::TurnEnded { seat } if *seat == A)
        })
        .collect();
    let (began, ended) = (
        EventKind::TurnBegan { seat: A },
        EventKind::TurnEnded { seat: A },
    );
    assert_eq!(turns, [began.clone(), began.clone(), ended, began]);
    assert_eq!(battle.view().order, [A, B, C]);
}

#[test]
fn a_turn_that_is_put_off_has_not_begun() {
    // AM-DELAY-04: what lasts until its own turn goes on.
    let mut battle = scene("amorphous").scripted(&[]);
    let (delay, defend) = (action(&battle, "delay"), action(&battle, "defend"));
    battle.submit(Choice::act(defend)).unwrap();
    for _ in 0..3 {
        battle.submit(Choice::EndTurn).unwrap();
    }
    let defending = battle.rules().condition("defending").unwrap();
    assert!(!battle.view().combatants[0].conditions.contains(&defending));
    battle.submit(Choice::act(delay)).unwrap();
    assert!(battle.view().combatants[0].conditions.contains(&defending));
}
