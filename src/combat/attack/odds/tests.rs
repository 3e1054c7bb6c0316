//! Forecasts against the whole tree of dice, rolled out through real attacks.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::combat::battle::Battle;
use crate::combat::battle::snapshot::Snapshot;
use crate::combat::contract::{Choice, EventKind, Request, Seat};
use crate::combat::testkit::proving::armoury;
use crate::combat::testkit::testing::{Scene, action, duel, ruleset};
use crate::dice::{Dice, ScriptFaultKind, ScriptedRoll};
use crate::rules::Stat;

/// What came of all dice.
#[derive(Default)]
struct Tree {
    hit: f64,
    critical: f64,
    down: f64,
    damage: BTreeMap<i32, f64>,
}

/// Rolls out every sequence of dice of A's attack on a, from one and the same start.
struct Explorer {
    battle: Battle,
    start: Snapshot,
    answer: DefenceChoice,
    script: Vec<ScriptedRoll>,
    tree: Tree,
}

impl Explorer {
    fn explore(&mut self, p: f64) {
        self.start.dice = Dice::scripted(self.script.clone());
        self.battle.restore(&self.start);
        self.attack();
        if let Some(fault) = self.battle.dice_fault() {
            assert_eq!(fault.kind, ScriptFaultKind::RanOut);
            let sides = fault.sides;
            for value in 1..=sides {
                self.script.push(ScriptedRoll::new(value));
                self.explore(p / f64::from(sides));
                self.script.pop();
            }
            return;
        }
        assert!(self.battle.dice_left_over().is_empty());
        let mut damage = 0;
        for event in &self.battle.events()[self.start.events..] {
            match event.kind {
                EventKind::AttackLanded { critical, .. } => {
                    self.tree.hit += p;
                    self.tree.critical += if critical { p } else { 0.0 };
                }
                EventKind::Hurt { amount, .. } => damage += amount,
                _ => {}
            }
        }
        *self.tree.damage.entry(damage).or_default() += p;
        if !self.battle.view().combatants[1].standing {
            self.tree.down += p;
        }
    }

    fn attack(&mut self) {
        let battle = &mut self.battle;
        let attack = action(battle, "attack");
        let choice = Choice::act_at(attack, 0, Seat(1));
        battle.submit(choice).expect("an attack");
        loop {
            let choice = match battle.request() {
                Some(Request::Defence { .. }) => Choice::Defend(self.answer),
                Some(request @ Request::Coverage { .. }) => {
                    defence::usual(request).expect("an answer")
                }
                _ => return,
            };
            battle.submit(choice).expect("an answer");
        }
    }
}

/// Compares the forecast with the tree.
fn agree(scene: &Scene, answer: DefenceChoice) {
    let catalogue = armoury();
    let dice = Dice::scripted(Vec::new());
    let rules = Arc::clone(&scene.rules);
    let battle = Battle::new(Arc::clone(&catalogue), rules, &scene.setup, dice).expect("a battle");
    let order = AttackOrder::plain(Seat(0), Seat(1), 0);
    let forecast = battle.read(|state| of_answered(state, &order, None, answer));
    let start = battle.snapshot();
    let mut explorer = Explorer {
        battle,
        start,
        answer,
        script: Vec::new(),
        tree: Tree::default(),
    };
    explorer.explore(1.0);
    let tree = explorer.tree;
    let close = |a: f64, b: f64, what: &str| {
        assert!((a - b).abs() < 1e-9, "{what}: forecast {a}, dice {b}");
    };
    close(forecast.hit, tree.hit, "hit");
    close(forecast.critical, tree.critical, "critical");
    close(forecast.down, tree.down, "down");
    for (damage, p) in &tree.damage {
        close(
            forecast.damage.exactly(*damage),
            *p,
            &format!("damage {damage}"),
        );
    }
    let told: f64 = tree.damage.values().sum();
    close(told, 1.0, "everything");
}

const NOTHING: DefenceChoice = DefenceChoice::Nothing;
const DODGE: DefenceChoice = DefenceChoice::Dodge { take_ten: false };

fn short_sword(scene: Scene, threat: u8, hit_points: i32) -> Scene {
    scene
        .block('A', |block| {
            let attack = &mut block.attacks[0];
            attack.damage = "1d2+1".parse().expect("dice");
            attack.threat = threat;
        })
        .block('a', |block| block.hit_points = hit_points)
}

#[test]
fn a_fixed_number_with_confirmed_criticals() {
    agree(&short_sword(duel(ruleset("classic_d20")), 19, 4), NOTHING);
}

#[test]
fn a_fixed_number_that_only_a_natural_20_reaches() {
    let scene = short_sword(duel(ruleset("classic_d20")), 20, 4)
        .block('a', |block| _ = block.stats.insert(Stat::Defence, 30));
    agree(&scene, NOTHING);
}

#[test]
fn a_comrade_in_the_line_of_a_shot() {
    let scene = Scene::new(
        ruleset("classic_d20"),
        &["........", ".A..B.a.", "........"],
    )
    .block('A', |block| {
        block.attacks[0].range = Some(12);
        block.attacks[0].damage = "1d2".parse().expect("dice");
    })
    .block('B', |block| {
        _ = block.stats.insert(Stat::Defence, 18);
        let parts = [(crate::rules::ModifierKind::Dexterity, 3)];
        _ = block.parts.insert(Stat::Defence, parts.into());
    });
    let catalogue = armoury();
    let order = AttackOrder::plain(Seat(0), Seat(2), 0);
    let dice = Dice::scripted(Vec::new());
    let rules = Arc::clone(&scene.rules);
    let battle = Battle::new(catalogue, rules, &scene.setup, dice).expect("a battle");
    let forecast = battle.read(|state| of_attack(state, &order, None));
    // 15 and half cover: 19. Totals 16 to 18 pass B, who would be hit without its Dexterity.
    assert!(forecast.notes.contains(&crate::rules::Topic::Cover));
    assert!(forecast.hit > 7.0 / 20.0, "{}", forecast.hit);
}

#[test]
fn maximal_criticals_at_an_advantage() {
    let scene = Scene::new(ruleset("amorphous"), &["......", ".AaB..", "......"]);
    let mut scene = short_sword(scene, 18, 3);
    // Seats: A, B, then a; the test's target is the second seat.
    scene.setup.combatants.swap(1, 2);
    agree(&scene, NOTHING);
}

#[test]
fn maximal_criticals_that_fall_short_are_hits() {
    let scene = short_sword(duel(ruleset("amorphous")), 18, 3)
        .block('a', |block| _ = block.stats.insert(Stat::Defence, 25));
    agree(&scene, NOTHING);
}

#[test]
fn a_dodge_against_a_threshold() {
    let scene = short_sword(duel(ruleset("age_of_heroes")), 20, 40)
        .block('a', |block| _ = block.stats.insert(Stat::ActiveDefence, 4));
    agree(&scene, DODGE);
    agree(&scene, DefenceChoice::Dodge { take_ten: true });
    agree(&scene, NOTHING);
}

#[test]
fn armour_that_covers_some_places() {
    let scene = short_sword(duel(ruleset("age_of_heroes")), 20, 3).block('a', |block| {
        block.armour = Some("leather".to_owned());
        block.helmet = Some("cap".to_owned());
        _ = block.stats.insert(Stat::Coverage, 5);
        _ = block.stats.insert(Stat::NaturalArmour, 1);
    });
    agree(&scene, NOTHING);
}

#[test]
fn a_block_that_breaks_the_shield() {
    let scene = duel(ruleset("age_of_heroes"))
        .block('A', |block| {
            block.attacks[0].damage = "1d6+4".parse().expect("dice")
        })
        .block('a', |block| {
            block.hit_points = 40;
            block.shield = Some("buckler".to_owned());
            block.traits = vec!["shield_proficient".to_owned()];
            _ = block.stats.insert(Stat::ShieldUses, 2);
            _ = block.stats.insert(Stat::ShieldDefence, 3);
        });
    agree(&scene, DefenceChoice::Block { take_ten: false });
}
