//! At 0 hit points, where anything strenuous costs the last blood.

use super::*;

#[test]
fn the_disabled_neither_guard_themselves_nor_wait_with_what_fells_them() {
    let map = ["......", ".A.b..", "......"];
    let scene = Scene::new(ruleset("spiritual_pressure"), &map)
        .block('A', |block| {
            block.hit_points = 20;
            block.attacks = attack(4, "1d8");
        })
        .change('A', |one| one.hit_points = Some(0))
        .block('b', |block| {
            block.hit_points = 60;
            block.attacks = attack(6, "1d8");
            defence(block, 30);
        });
    let done = actions_taken(&mut scene.seeded(1));
    let strains = |action: &String| action == "total_defence" || action == "ready";
    assert!(!done.iter().any(strains), "{done:?}");
}

#[test]
fn the_disabled_leave_by_what_costs_no_blood() {
    let map = ["..b.........", ".cA.........", "............"];
    let scene = Scene::new(ruleset("spiritual_pressure"), &map)
        .block('A', |block| {
            block.hit_points = 20;
            block.attacks = attack(0, "1d2");
        })
        .change('A', |one| one.hit_points = Some(0))
        .block('b', |block| {
            block.hit_points = 60;
            block.attacks = attack(8, "2d6");
            defence(block, 30);
        })
        .block('c', |block| block.attacks = attack(8, "2d6"));
    let done = actions_taken(&mut scene.seeded(1));
    let strenuous = ["withdraw", "attack", "run", "charge"];
    let strains = |action: &String| strenuous.contains(&action.as_str());
    assert!(!done.iter().any(strains), "{done:?}");
}
