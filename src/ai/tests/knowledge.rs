//! The computer decides by what its side knows.

use super::*;
use crate::combat::testkit::elsewhere::moved;

/// A battle in which some on both sides are not seen.
fn scene(seed: usize) -> Scene {
    const MAPS: [[&str; 4]; 3] = [
        ["A..a....", "...b....", "B......c", "........"],
        ["A......a", "........", "B......c", "........"],
        ["A%%%%%%a", "B%%%%%%c", "........", "....b..."],
    ];
    let scene = Scene::new(ruleset("epic_path"), &MAPS[seed % MAPS.len()]);
    let invisible =
        |scene: Scene, letter| scene.change(letter, |who| who.conditions.push("invisible".into()));
    ['a', 'c', 'B'].into_iter().fold(scene, invisible)
}

/// EP-INVIS-01: a player moves its own by what is before its eyes, the computer as well.
#[test]
fn its_choice_does_not_depend_on_what_its_side_does_not_know() {
    let mut compared = 0;
    for seed in 0..12 {
        let mut battle = scene(seed).seeded(seed as u64);
        for step in 0..8 {
            let Some(side) = battle.deciding_side() else {
                break;
            };
            let copy = |of: &Battle| {
                let mut copy = of.scratch(0);
                copy.follow(of);
                copy
            };
            for profile in [Profile::BALANCED, Profile::FAST] {
                let Some(other) = moved(&battle, side, seed + step) else {
                    continue;
                };
                let mut told = copy(&battle);
                let snapshot = other.snapshot();
                told.restore(&snapshot);
                let here = decide(&copy(&battle), &profile, 1);
                assert_eq!(here, decide(&told, &profile, 1), "seed {seed} step {step}");
                // Without a memory of what it was told it searches elsewhere, but decides.
                let choice = decide(&other, &profile, 1);
                assert_eq!(other.check(&choice), Ok(()));
                compared += 1;
            }
            let choice = decide(&battle, &Profile::BALANCED, 1);
            battle.submit(choice).expect("legal");
        }
    }
    assert!(compared > 30, "{compared}");
}

/// A battle between sides that cannot see each other still ends.
#[test]
fn those_who_do_not_see_each_other_meet() {
    let mut battle = scene(1).seeded(3);
    let played = play_out(&mut battle, &[Profile::BALANCED], 3, 4_000);
    assert_eq!(played.refused, None);
    assert!(played.outcome.is_some());
}
