//! What a turn holds, system by system.

use std::path::Path;
use std::sync::Arc;

use crate::combat::action::budget;
use crate::combat::battle::{Battle, view};
use crate::combat::contract::{Aim, Choice, Seat};
use crate::combat::state::{Budget, FullAttack, Mark, Rounds, Rulebook, State};
use crate::combat::testkit::skirmish::Skirmish;
use crate::combat::testkit::testing::{Scene, action, duel, ruleset, sword, until_turn};
use crate::content::Catalogue;
use crate::grid::Square;
use crate::rules::{ActionDef, Ruleset, Slots, Table, Topic};

const A: Seat = Seat(0);
const FOE: Seat = Seat(1);

fn square(x: i16, y: i16) -> Square {
    Square::new(x, y)
}

fn walk(battle: &mut Battle, to: Square) -> Result<(), super::Refusal> {
    let walk = action(battle, "move");
    battle.submit(Choice::walk(walk, vec![to]))
}

fn attack(battle: &mut Battle) -> Result<(), super::Refusal> {
    let attack = action(battle, "attack");
    battle.submit(Choice::act_at(attack, 0, FOE))
}

fn refusals(battle: &mut Battle, name: &str) -> Option<super::Refusal> {
    let id = action(battle, name);
    battle
        .actions()
        .into_iter()
        .find(|o| o.action == id)
        .and_then(|o| o.refusal)
}

/// An open field with the enemy out of reach, so that nothing interrupts.
fn apart(system: &str) -> Scene {
    Scene::new(ruleset(system), &["A...........a", "............."])
}

#[test]
fn a_turn_holds_one_attack_and_one_move_in_any_order() {
    let scene = duel(ruleset("classic_d20"));
    let mut battle = scene.scripted(&[1]);
    attack(&mut battle).unwrap();
    let refusal = attack(&mut battle).unwrap_err();
    assert_eq!(refusal.rule, battle.rules().cite(Topic::Budget));
    assert!(refusals(&mut battle, "move").is_none());
    assert!(refusals(&mut battle, "full_attack").is_some());
}

#[test]
fn a_second_move_may_take_the_place_of_the_attack_but_not_a_third() {
    let mut battle = apart("classic_d20").scripted(&[]);
    let walk_id = action(&battle, "move");
    let six = |y| (1..=6).map(|x| square(x, y)).collect::<Vec<_>>();
    battle.submit(Choice::walk(walk_id, six(0))).unwrap();
    let back = (0..6).rev().map(|x| square(x, 1)).collect();
    battle.submit(Choice::walk(walk_id, back)).unwrap();
    assert!(walk(&mut battle, square(0, 0)).is_err());
}

#[test]
fn a_movement_is_continued_until_it_is_used_up() {
    let mut battle = apart("classic_d20").scripted(&[]);
    walk(&mut battle, square(1, 0)).unwrap();
    walk(&mut battle, square(2, 0)).unwrap();
    let budget = battle.view().combatants[0].budget;
    let slots = budget.purse.slots;
    assert_eq!(
        (slots.standard, slots.movement, budget.movement_left),
        (1, 0, 48)
    );
}

#[test]
fn the_free_step_is_for_turns_without_other_distance() {
    let scene = duel(ruleset("classic_d20"));
    let mut battle = scene.scripted(&[1]);
    let step = action(&battle, "five_foot_step");
    attack(&mut battle).unwrap();
    battle
        .submit(Choice::walk(step, vec![square(1, 1)]))
        .unwrap();
    let refusal = walk(&mut battle, square(1, 0)).unwrap_err();
    assert_eq!(refusal.rule, battle.rules().cite(Topic::FreeStep));
    let mut battle = apart("classic_d20").scripted(&[]);
    walk(&mut battle, square(1, 0)).unwrap();
    assert!(
        battle
            .check(&Choice::walk(step, vec![square(2, 0)]))
            .is_err()
    );
}

#[test]
fn swift_for_move_for_standard_and_never_upwards() {
    // AM-ECON-02: walk + walk + draw is legal, walk + walk + walk and a second attack are not.
    let mut battle = apart("amorphous").scripted(&[]);
    let walk_id = action(&battle, "move");
    let six = (1..=6).map(|x| square(x, 0)).collect();
    battle.submit(Choice::walk(walk_id, six)).unwrap();
    let back = (0..6).rev().map(|x| square(x, 1)).collect();
    battle.submit(Choice::walk(walk_id, back)).unwrap();
    assert!(walk(&mut battle, square(0, 0)).is_err());
    assert!(refusals(&mut battle, "attack").is_some());
    let left = battle.view().combatants[0].budget.purse.slots;
    assert_eq!((left.standard, left.movement, left.swift), (0, 0, 1));
}

#[test]
fn defending_ends_the_turn_and_a_full_round_action_fills_it() {
    let mut battle = apart("amorphous").scripted(&[]);
    let defend = action(&battle, "defend");
    battle.submit(Choice::act(defend)).unwrap();
    let refusal = walk(&mut battle, square(1, 0)).unwrap_err();
    assert_eq!(refusal.rule, battle.rules().cite(Topic::EndsTurn));
    until_turn(&mut battle, FOE);
    until_turn(&mut battle, A);
    walk(&mut battle, square(1, 0)).unwrap();
    assert!(refusals(&mut battle, "run").is_some());
}

#[test]
fn a_full_attack_goes_on_over_several_choices_with_a_step_between() {
    let scene = duel(ruleset("classic_d20")).block('A', |block| {
        block.attacks[0].iterations = vec![-5];
    });
    let mut battle = scene.scripted(&[1, 1]);
    let full = action(&battle, "full_attack");
    let step = action(&battle, "five_foot_step");
    battle.submit(Choice::act_at(full, 0, FOE)).unwrap();
    battle
        .submit(Choice::walk(step, vec![square(2, 0)]))
        .unwrap();
    battle.submit(Choice::act_at(full, 0, FOE)).unwrap();
    assert!(battle.submit(Choice::act_at(full, 0, FOE)).is_err());
    assert_eq!(battle.rolled(), 2);
    assert!(battle.dice_fault().is_none());
}

#[test]
fn after_the_first_attack_a_move_is_possible_instead_of_the_rest() {
    let scene = duel(ruleset("classic_d20")).block('A', |block| {
        block.attacks[0].iterations = vec![-5];
    });
    let mut battle = scene.scripted(&[1]);
    let full = action(&battle, "full_attack");
    battle.submit(Choice::act_at(full, 0, FOE)).unwrap();
    assert!(refusals(&mut battle, "move").is_none());
    assert!(refusals(&mut battle, "attack").is_some());
}

#[test]
fn two_weapons_strike_in_turn_and_weaken_each_other() {
    let scene = duel(ruleset("classic_d20")).block('A', |block| {
        block.attacks[0].iterations = vec![-5];
        let mut off = sword();
        off.name = "Dagger".to_owned();
        (off.off_hand, off.light) = (true, true);
        block.attacks.push(off);
    });
    let mut battle = scene.scripted(&[10, 10, 10]);
    let full = action(&battle, "full_attack");
    let both = |mode| Choice::Act {
        action: full,
        aim: Aim::At(FOE),
        mode,
        manner: crate::combat::contract::request::Manner {
            both_weapons: true,
            ..Default::default()
        },
    };
    for mode in [Some(0), None, None] {
        battle.submit(both(mode)).unwrap();
    }
    use crate::combat::contract::EventKind;
    let totals: Vec<_> = battle
        .events()
        .iter()
        .filter_map(|e| match &e.kind {
            EventKind::AttackRolled { check, mode, .. } => Some((*mode, check.bonus.total)),
            _ => None,
        })
        .collect();
    // -4 main and -8 off hand with a light second weapon.
    assert_eq!(totals, [(0, 1), (1, -3), (0, -4)]);
}

/// The shipped rules with an action for every cost that does nothing but take it.
fn probes(system: &str) -> Arc<Ruleset> {
    let content = Catalogue::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let rules = content.ruleset(system).unwrap();
    let plain = rules.actions.by_name("attack").unwrap();
    let known = rules.actions.iter();
    let known = known.map(|(id, def)| (rules.actions.name(id).to_owned(), def.clone()));
    let probes = rules.costs.names().iter().map(|cost| {
        let probe = ActionDef {
            cost: cost.clone(),
            does: Vec::new(),
            ..plain.clone()
        };
        (format!("probe_{cost}"), probe)
    });
    let conditions = rules.conditions.iter();
    let conditions =
        conditions.map(|(id, def)| (rules.conditions.name(id).to_owned(), def.clone()));
    Arc::new(Ruleset::new(
        system.to_owned(),
        rules.policies.clone(),
        (
            rules.costs.clone(),
            Table::new(known.chain(probes).collect()),
        ),
        Table::new(conditions.collect()),
        Table::default(),
        Table::default(),
        [],
    ))
}

/// What the computer player and the screen reckon with is what the rules allow and take, for every
/// cost in every state of a turn.
#[test]
fn one_purse_answers_for_the_rules_and_for_those_who_plan() {
    for system in [
        "classic_d20",
        "amorphous",
        "age_of_heroes",
        "spiritual_pressure",
        "epic_path",
        "house_example",
    ] {
        let rules = probes(system);
        let mut skirmish = Skirmish::new("classic_d20", "A.b", |_, _| {});
        skirmish.common::<Rulebook>().rules = Arc::clone(&rules);
        skirmish.common::<Rounds>().current = Some(A);
        let routine = rules.actions.iter().find(|(_, def)| def.strikes_all());
        let mut paid = 0;
        for (cost, def) in rules.costs.iter() {
            let probe = rules
                .actions
                .id(&format!("probe_{}", rules.costs.name(cost)));
            let probe = probe.unwrap();
            for bits in 0_u32..1 << 10 {
                let bit = |at: u32| bits >> at & 1 == 1;
                let state = Budget {
                    slots: Slots {
                        standard: bit(0).into(),
                        movement: bit(1).into(),
                        swift: bit(2).into(),
                    },
                    restricted: bit(3),
                    marks: [
                        (Mark::Closed, bit(4)),
                        (Mark::Stepped, bit(5)),
                        (Mark::Walked, bit(7)),
                        (Mark::Drew, bit(8)),
                    ]
                    .into_iter()
                    .filter_map(|(mark, is_in)| is_in.then_some(mark))
                    .collect::<Vec<_>>()
                    .into(),
                    full_attack: FullAttack {
                        action: routine.filter(|_| bit(6)).map(|(id, _)| id),
                        made: 1,
                        ..FullAttack::default()
                    },
                    ..Budget::default()
                };
                skirmish.with(|battle| {
                    *battle.budget_mut(A) = state.clone();
                    battle.reactions_mut(A).owes.movement = bit(9).into();
                    let purse = |state: &State| view::of(state).combatants[0].budget.purse;
                    let expected = rules.paid(purse(battle), Some(cost));
                    let allowed = budget::allows(battle, A, probe, &Aim::None).is_ok();
                    assert_eq!(
                        allowed,
                        expected.is_some(),
                        "{system} {} {state:?}",
                        def.name
                    );
                    if let Some(expected) = expected {
                        budget::pay(battle, A, probe, &Aim::None);
                        assert_eq!(purse(battle), expected, "{system} {} {state:?}", def.name);
                        paid += 1;
                    }
                });
            }
        }
        assert!(paid > 2000, "{system}: {paid}");
    }
}

/// AH-COND-09: nausea in the midst of a turn leaves the move action, and nothing once an action was taken.
#[test]
fn nausea_in_the_midst_of_a_turn_leaves_a_move_action() {
    for (acted, left) in [(false, 1), (true, 0)] {
        let mut s = Skirmish::new("age_of_heroes", "A..", |_, _| {});
        s.impose('A', "nauseated", None);
        if acted {
            s.paid('A', "attack");
        }
        s.with(|battle| {
            let budget = battle.budget_mut(A);
            budget.slots.standard -= u8::from(acted);
            let single = super::single(battle, A).expect("a single action");
            super::restrict(battle, A, single);
            let slots = battle.get(A).budget.slots;
            assert_eq!((slots.standard, slots.movement), (0, left));
        });
    }
}

/// SP-ACT-04: who has done nothing yet is not told of an action that it has had.
#[test]
fn a_single_action_is_too_little_before_it_is_taken_and_gone_after_it() {
    let scene = duel(ruleset("spiritual_pressure"))
        .change('A', |one| one.conditions.push("staggered".into()));
    let mut battle = scene.scripted(&[1]);
    let told = |battle: &mut Battle| {
        let refusal = refusals(battle, "overrun").expect("refused");
        battle.tell(&refusal)
    };
    assert!(told(&mut battle).contains("this takes more"));
    attack(&mut battle).unwrap();
    assert!(told(&mut battle).contains("you have had"));
}
