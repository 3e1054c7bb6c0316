//! Dodging an attack: rolled, or by taking 10 where the odds are for it.

use super::*;
use crate::combat::DefenceChoice;

/// What `b` answers when `A`, with this bonus, attacks it; it dodges with +8.
fn answer(bonus: i32) -> Choice {
    let mut battle = Scene::new(ruleset("age_of_heroes"), &["Ab"])
        .block('A', |attacker| attacker.attacks = attack(bonus, "1d8+3"))
        .block('b', |target| {
            target.hit_points = 20;
            target.stats.insert(Stat::ActiveDefence, 8);
        })
        .seeded(3);
    until_turn(&mut battle, Seat(0));
    let attack = battle.rules().actions.id("attack").expect("an action");
    let choice = Choice::act_at(attack, 0, Seat(1));
    battle.submit(choice).expect("a legal attack");
    let asked = battle.request().cloned();
    assert!(
        matches!(asked, Some(Request::Defence { total: None, .. })),
        "{asked:?}"
    );
    decide(&battle, &Profile::BALANCED, 1)
}

/// Taking 10 makes 18, which stops totals up to 17.
#[test]
fn rolls_where_ten_stops_hardly_anything_and_takes_it_where_it_stops_most() {
    let dodge = |take_ten| Choice::Defend(DefenceChoice::Dodge { take_ten });
    // From 12 on: 16 of 20 rolls are above 17, and a die stops a few of each.
    assert_eq!(answer(15), dodge(false));
    // From 0 on: 3 of 20 rolls are above 17.
    assert_eq!(answer(0), dodge(true));
}

/// SP-MAN-03: a blow that cannot well miss can do without all that may be given up of it.
#[test]
fn gives_up_as_much_as_it_can_of_a_sure_blow_when_hurt() {
    let enemy = |block: &mut StatBlock| block.attacks = attack(7, "1d8+4");
    let scene = Scene::new(
        ruleset("spiritual_pressure"),
        &[".....", ".bAc.", "..d..", "....."],
    );
    let scene = scene
        .block('A', |block| {
            block.hit_points = 30;
            block.base_attack = 5;
            block.traits = vec!["combat_expertise".to_owned()];
            block.attacks = attack(25, "1d8+2");
        })
        .change('A', |who| who.hit_points = Some(12));
    let scene = "bcd"
        .chars()
        .fold(scene, |scene, who| scene.block(who, enemy));
    let battle = scene.seeded(1);
    let choice = decide(&battle, &Profile::BALANCED, 1);
    let Choice::Act { action, manner, .. } = choice else {
        panic!("{choice:?}");
    };
    let name = battle.rules().actions.name(action);
    assert!(name.ends_with("attack_with_expertise"), "{name}");
    assert_eq!(manner.amount, 5);
}
