//! Battles under content whose numbers are at the ends of their ranges: no sum or product overflows.
//!
//! `EXTREMES=400 cargo test --no-default-features --lib extremes` plays so many of them: the development build stops at
//! an overflow.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};

use super::{SYSTEMS, play_out};
use crate::ai::Profile;
use crate::combat::{Battle, Rest, Setup, SideId};
use crate::content::ranges::drawn::{self, Draw};
use crate::content::{Catalogue, data_root};
use crate::dice::Dice;

/// Levels that are played.
const LEVELS: [&str; 3] = ["bridge", "training_ground", "crypt"];

/// Fields that have to fit others of their file, and stay as they are.
const KEPT: [&str; 8] = [
    "ActionDef.slot",
    "JourneyDef.at_most",
    "JourneyDef.days",
    "LegDef.care",
    "LegDef.days",
    "Objective.reach.count",
    "Square",
    "TargetRule.within",
];

/// Fields that have to be equal.
const ALIKE: [&str; 2] = ["MonsterDef.attack_bonuses", "MonsterDef.base_attack"];

/// A number that follows from two others, by SplitMix64.
fn mixed(seed: u64, at: u64) -> u64 {
    let z = seed.wrapping_add(at.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Puts so many of a thousand numbers to an end of their range.
fn ends(seed: u64, share: u64) -> Draw {
    let mut read = 0;
    Box::new(move |range, field, number| {
        read += 1;
        let alike = ALIKE.contains(&field);
        let drawn = mixed(seed, if alike { 0 } else { read });
        let kept = KEPT.iter().any(|kept| field.starts_with(kept));
        if kept || drawn % 1000 >= share {
            number
        } else if (drawn / 1000).is_multiple_of(2) {
            range.least
        } else {
            range.most
        }
    })
}

/// Asks what a player in front of the window sees.
fn look(battle: &Battle) {
    let sight = battle.sight();
    sight.unit_summaries();
    sight.unit_values();
    for seat in sight.view().combatants.iter().map(|one| one.seat) {
        if !sight.seated(seat) {
            continue;
        }
        sight.ready_attacks(seat);
        sight.attack_options(seat);
        sight.strikes_next(seat);
        sight.saves(seat);
        sight.skills(seat);
        sight.lasting(seat);
        sight.breath(seat);
        battle.rested(seat, Rest::Days(1000));
    }
    for option in battle.actions() {
        sight.aims(option.action);
        sight.reachable(option.action);
    }
}

/// Plays a battle with drawn content.
fn play(seed: u64, share: u64) -> Result<(), TestCaseError> {
    let root = data_root(None).expect("the game's own files");
    let content = drawn::with(ends(seed, share), || Catalogue::load(&root));
    let content = content.map_err(|found| {
        let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
        TestCaseError::fail(lines.join("\n"))
    })?;
    let content = Arc::new(content);
    let pick = |list: &[&'static str], at| list[mixed(seed, at) as usize % list.len()];
    let rules = content.ruleset(pick(&SYSTEMS, 1)).expect("a ruleset");
    let level = content.levels.by_name(pick(&LEVELS, 2)).expect("a level");
    let (setup, dice) = (Setup::from_level(level), Dice::seeded(seed));
    let battle = Battle::new(Arc::clone(&content), Arc::clone(rules), &setup, dice);
    let mut battle = battle.map_err(|why| TestCaseError::fail(why.to_string()))?;
    for _ in 0..6 {
        look(&battle);
        let played = play_out(&mut battle, &[Profile::FAST; 2], seed, 8);
        prop_assert!(played.refused.is_none(), "{:?}", played.refused);
    }
    battle.rest_of(SideId(0));
    Ok(())
}

#[test]
fn numbers_at_the_ends_of_their_ranges_can_be_played() {
    let asked = std::env::var("EXTREMES").ok();
    let cases = asked.and_then(|count| count.parse().ok()).unwrap_or(12);
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let drawn = (any::<u64>(), 1..=1000u64);
    let same = TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, same);
    runner
        .run(&drawn, |(seed, share)| play(seed, share))
        .unwrap_or_else(|failure| panic!("{failure}"));
}
