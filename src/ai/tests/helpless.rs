//! What is done about enemies that can do nothing.

use super::*;
use crate::combat::Aim;
use crate::content::Objective;
use crate::grid::{Square, SquareSet};

/// What leaves one helpless that counts for its side all the same.
const STATES: [(&str, &[&str]); 5] = [
    ("age_of_heroes", &["paralysed"]),
    ("amorphous", &["helpless"]),
    ("classic_d20", &["asleep", "held_still"]),
    ("epic_path", &["asleep", "bound"]),
    ("spiritual_pressure", &["asleep", "powerless", "bound"]),
];

/// A fighter and one that is helpless; `c`, if there, is able and does little harm.
fn scene(system: &str, state: &str, map: &[&str]) -> Scene {
    let scene = Scene::new(ruleset(system), map)
        .block('A', |block| {
            block.hit_points = 30;
            block.attacks = attack(6, "1d8+3");
        })
        .block('b', |enemy| {
            enemy.hit_points = 60;
            enemy.attacks = attack(6, "1d8+3");
        })
        .change('b', |enemy| enemy.conditions.push(state.into()));
    let weak = |enemy: &mut StatBlock| {
        enemy.hit_points = 60;
        enemy.attacks = attack(-2, "1d2");
    };
    match map.join("").contains('c') {
        true => scene.block('c', weak),
        false => scene,
    }
}

/// Whom the first action with a target in this turn is aimed at.
fn struck(battle: &mut Battle, profile: &Profile) -> Option<Seat> {
    for _ in 0..8 {
        let choice = decide(battle, profile, 1);
        if let Choice::Act {
            aim: Aim::At(target) | Aim::Charge(target, _),
            ..
        } = &choice
        {
            return Some(*target);
        }
        battle.submit(choice).expect("a legal choice");
    }
    None
}

#[test]
fn strikes_at_the_helpless_where_nobody_else_is_a_threat() {
    let maps: [&[&str]; 3] = [
        &["........", ".Ab.....", "........"],
        &["........", "A...b...", "........"],
        &["........", ".cAb....", "........"],
    ];
    let profiles = [
        Profile::BALANCED,
        Profile::BERSERKER,
        Profile::SKIRMISHER,
        Profile::GUARDIAN,
        Profile::FAST,
    ];
    for (system, states) in STATES {
        for (state, map) in states.iter().flat_map(|s| maps.map(|map| (s, map))) {
            let scene = scene(system, state, map);
            for profile in &profiles {
                let found = struck(&mut scene.seeded(1), profile);
                let b = Some(scene.seat('b'));
                assert_eq!(found, b, "{system}, {state}, {map:?}, {profile:?}");
            }
        }
    }
}

/// Holding out, holding a place or a long way to a goal are no reasons to leave it alone.
#[test]
fn strikes_at_the_helpless_whatever_else_wins_the_battle() {
    let map = [
        ".".repeat(40),
        format!("Ab{}", ".".repeat(38)),
        ".".repeat(40),
    ];
    let map: Vec<&str> = map.iter().map(String::as_str).collect();
    for (system, states) in STATES {
        for state in states {
            let mut scene = scene(system, state, &map);
            let sides: Vec<String> = scene
                .setup
                .sides
                .iter()
                .map(|side| side.id.clone())
                .collect();
            let dims = scene.setup.dimensions;
            let end = (0..3).map(|y| Square::new(39, y));
            let end = SquareSet::from_squares(dims, end);
            scene.setup.zones.insert("end".into(), end);
            let (zone, count, rounds) = ("end".to_owned(), 1, 3);
            let mut objectives = vec![Objective::Hold {
                zone: zone.clone(),
                rounds,
            }];
            for side in sides {
                let (zone, side) = (zone.clone(), side);
                objectives.push(Objective::Survive {
                    side: side.clone(),
                    rounds,
                });
                objectives.push(Objective::Reach { side, zone, count });
            }
            for objective in objectives {
                scene.setup.objective = objective.clone();
                let found = struck(&mut scene.seeded(1), &Profile::BALANCED);
                let b = Some(scene.seat('b'));
                assert_eq!(found, b, "{system}, {state}, {objective:?}");
            }
        }
    }
}
