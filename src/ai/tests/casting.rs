//! What is cast for several rounds, and what would end it.

use super::*;
use crate::combat::Aim;
use crate::grid::Square;

/// A caster that could strike at once with something small, or goes on with what it has begun.
fn caster(knows: &[&str]) -> Scene {
    let knows = knows
        .iter()
        .map(|name| ((*name).to_owned(), Uses::AtWill))
        .collect();
    Scene::new(ruleset("spiritual_pressure"), &["A........b"]).block('A', |block| {
        block.level = 3;
        block.hit_points = 20;
        block.attacks.clear();
        block.knows = knows;
    })
}

#[test]
fn no_kido_that_would_end_a_long_one_is_cast() {
    let scene = caster(&["rite_of_thunder", "red_orb"]);
    let mut battle = scene.seeded(1);
    // What takes a minute is nothing to begin in a battle.
    assert_eq!(chosen(&mut battle), "red_orb");

    let rite = battle
        .rules()
        .actions
        .id("rite_of_thunder")
        .expect("a Kido");
    let aim = Aim::Spot(Square::new(9, 0));
    let begun = Choice::aimed(rite, aim);
    battle.submit(begun).expect("a legal cast");
    battle.submit(Choice::EndTurn).expect("legal");
    until_turn(&mut battle, scene.seat('A'));
    assert_eq!(chosen(&mut battle), "keep_casting");
}
