//! Holding the breath.

use std::sync::Arc;

use super::*;
use crate::combat::contract::StartingCondition;
use crate::combat::testkit::testing::shipped;
use crate::dice::Dice;

/// In the midst of what is inhaled it holds its breath as long as that does no harm; out of it, it breathes.
#[test]
fn holds_its_breath_in_bad_air_and_up_to_the_limit() {
    let answer = |ground: &str, amount: i32| {
        let paid = StartingCondition {
            amount,
            ..StartingCondition::from("holding_breath")
        };
        let mut scene = Scene::new(ruleset("epic_path"), &["A...a"])
            .block('A', |block| block.abilities.constitution = 14)
            .change('A', |who| who.conditions = vec![paid]);
        scene.setup.terrain[0] = ground.to_owned();
        let rules = Arc::clone(&scene.rules);
        let battle = Battle::new(shipped(), rules, &scene.setup, Dice::seeded(1));
        let mut battle = battle.expect("a battle");
        assert!(matches!(battle.request(), Some(Request::Respond { .. })));
        chosen(&mut battle)
    };
    assert_eq!(answer("drowning_pool", 1), "hold_breath");
    assert_eq!(answer("drowning_pool", 2), "Decline");
    assert_eq!(answer("floor", 1), "Decline");
}
