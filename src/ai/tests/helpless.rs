//! What is done about enemies that can do nothing.

use super::*;

/// What leaves one helpless but alive to the battle, system by system.
const STATES: [(&str, &[&str]); 4] = [
    ("age_of_heroes", &["paralysed"]),
    ("classic_d20", &["asleep", "held_still"]),
    ("epic_path", &["asleep", "paralysed", "bound"]),
    ("spiritual_pressure", &["asleep", "powerless", "bound"]),
];

fn helpless(system: &str, state: &str, map: &[&str]) -> Scene {
    Scene::new(ruleset(system), map)
        .block('A', |block| {
            block.hit_points = 30;
            block.attacks = attack(6, "1d8+3");
        })
        .block('b', |enemy| {
            enemy.hit_points = 60;
            enemy.attacks = attack(6, "1d8+3");
        })
        .change('b', |enemy| enemy.conditions.push(state.into()))
}

#[test]
fn strikes_at_the_helpless_where_nobody_else_is_near() {
    for (system, states) in STATES {
        for state in states {
            for map in [
                ["........", ".Ab.....", "........"],
                ["........", "A....b..", "........"],
                ["........", ".Ab.....", ".......c"],
                ["........", ".cAb....", "........"],
            ] {
                let mut scene = helpless(system, state, &map);
                if map.join("").contains('c') {
                    scene = scene.block('c', |enemy| {
                        enemy.hit_points = 30;
                        enemy.attacks = attack(0, "1d2");
                    });
                }
                let done = actions_taken(&mut scene.seeded(1));
                println!("{system} {state} {map:?}: {done:?}");
            }
        }
    }
}
