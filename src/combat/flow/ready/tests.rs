//! Readied actions at work.

use crate::combat::battle::Battle;
use crate::combat::contract::{Aim, Choice, EventKind, Request, Seat, Trigger};
use crate::combat::testkit::testing::{Scene, action, kinds, ruleset};
use crate::grid::Square;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn ready(battle: &mut Battle, trigger: Trigger) {
    let (ready, attack) = (action(battle, "ready"), action(battle, "attack"));
    let aim = Aim::Prepare {
        action: attack,
        trigger,
    };
    battle.submit(Choice::aimed(ready, aim)).unwrap();
    battle.submit(Choice::EndTurn).unwrap();
}

fn yes() -> Choice {
    Choice::Accept { mode: Some(0) }
}

#[test]
fn the_readied_attack_comes_before_the_attack_that_set_it_off() {
    // CD-INIT-11.
    let scene = Scene::new(ruleset("classic_d20"), &["Aa"]);
    let mut battle = scene.scripted(&[1, 1]);
    ready(&mut battle, Trigger::Attacks { who: None });
    let attack = action(&battle, "attack");
    battle.submit(Choice::act_at(attack, 0, A)).unwrap();
    let asked = Request::Readied {
        seat: A,
        trigger: Trigger::Attacks { who: None },
        by: B,
        last: false,
    };
    assert_eq!(battle.request(), Some(&asked));
    battle.submit(yes()).unwrap();
    let attackers: Vec<_> = kinds(&battle)
        .into_iter()
        .filter_map(|kind| match kind {
            EventKind::AttackRolled { attacker, .. } => Some(attacker),
            _ => None,
        })
        .collect();
    assert_eq!(attackers, [A, B]);
}

#[test]
fn a_readied_action_of_a_later_round_costs_its_turn() {
    // CD-INIT-12: a is on 25, A on 10.
    let scene = Scene::new(ruleset("classic_d20"), &["Aa"])
        .change('A', |c| c.initiative = Some(10))
        .change('a', |c| c.initiative = Some(25));
    let mut battle = scene.scripted(&[1, 1]);
    battle.submit(Choice::EndTurn).unwrap();
    ready(&mut battle, Trigger::Attacks { who: None });
    let attack = action(&battle, "attack");
    battle.submit(Choice::act_at(attack, 0, A)).unwrap();
    battle.submit(yes()).unwrap();
    let view = battle.view();
    assert_eq!((view.round, view.order), (2, vec![A, B]));
    assert_eq!(view.combatants[0].initiative, Some(25));
    battle.submit(Choice::EndTurn).unwrap();
    assert_eq!(battle.view().round, 3);
    assert_eq!(battle.request(), Some(&Request::Turn { seat: A }));
}

#[test]
fn the_new_place_is_before_the_combatant_whose_turn_it_is() {
    // AM-STD-09: order A, B, C; C readies in round 1, A sets it off in round 2.
    let scene =
        Scene::new(ruleset("amorphous"), &["A.b", "B.."]).change('b', |c| c.initiative = Some(1));
    let mut battle = scene.scripted(&[1]);
    battle.submit(Choice::EndTurn).unwrap();
    battle.submit(Choice::EndTurn).unwrap();
    let c = Seat(2);
    ready(&mut battle, Trigger::ComesInReach { who: None });
    let walk = action(&battle, "move");
    battle
        .submit(Choice::walk(walk, vec![Square::new(1, 0)]))
        .unwrap();
    assert!(matches!(battle.request(), Some(Request::Readied { seat, by: A, .. }) if *seat == c));
    battle.submit(yes()).unwrap();
    assert_eq!(battle.view().order, [c, A, B]);
    battle.submit(Choice::EndTurn).unwrap();
    battle.submit(Choice::EndTurn).unwrap();
    assert_eq!(battle.view().round, 3);
    assert_eq!(battle.request(), Some(&Request::Turn { seat: c }));
}

#[test]
fn coming_within_reach_is_noticed_once() {
    let scene = Scene::new(ruleset("classic_d20"), &["A...a", "....."]);
    let mut battle = scene.scripted(&[]);
    ready(&mut battle, Trigger::ComesInReach { who: None });
    let walk = action(&battle, "move");
    let path = vec![
        Square::new(3, 0),
        Square::new(2, 0),
        Square::new(1, 0),
        Square::new(1, 1),
    ];
    battle.submit(Choice::walk(walk, path)).unwrap();
    assert!(matches!(battle.request(), Some(Request::Readied { .. })));
    assert_eq!(
        battle.view().combatants[1].area.unwrap().anchor,
        Square::new(1, 0)
    );
    battle.submit(Choice::Decline).unwrap();
    assert!(!matches!(battle.request(), Some(Request::Readied { .. })));
}

#[test]
fn what_nothing_sets_off_is_lost_at_the_next_turn() {
    let scene = Scene::new(ruleset("classic_d20"), &["A..a"]);
    let mut battle = scene.scripted(&[]);
    ready(&mut battle, Trigger::Attacks { who: None });
    assert!(battle.view().combatants[0].readied.is_some());
    battle.submit(Choice::EndTurn).unwrap();
    assert!(kinds(&battle).contains(&EventKind::ReadiedLost { seat: A }));
    assert_eq!(battle.view().combatants[0].initiative, Some(20));
}

#[test]
fn a_full_round_action_cannot_be_readied() {
    let scene = Scene::new(ruleset("classic_d20"), &["A..a"]);
    let mut battle = scene.scripted(&[]);
    let (ready, full) = (action(&battle, "ready"), action(&battle, "full_attack"));
    let aim = Aim::Prepare {
        action: full,
        trigger: Trigger::Attacks { who: None },
    };
    let choice = Choice::aimed(ready, aim);
    assert!(battle.submit(choice).is_err());
}
