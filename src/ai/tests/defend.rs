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
    decide(&mut battle, &Profile::BALANCED, 1)
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
