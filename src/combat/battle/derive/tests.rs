//! Tests of what creatures and blocks become in a battle.

use super::*;
use crate::combat::testkit::testing::ruleset;
use crate::combat::testkit::things::catalogue;
use crate::rules::Ability;

#[test]
fn tall_creatures_reach_far() {
    let ogre = |table| natural_reach(table, Size::Large, Body::Tall);
    assert_eq!(ogre(SpaceTable::Faces), 2);
    assert_eq!(ogre(SpaceTable::SquareSpaces), 2);
    assert_eq!(ogre(SpaceTable::SquareSpacesReachOne), 1);
    let horse = |table| natural_reach(table, Size::Large, Body::Long);
    assert_eq!(
        (horse(SpaceTable::Faces), horse(SpaceTable::SquareSpaces)),
        (1, 1)
    );
    assert_eq!(natural_reach(SpaceTable::Faces, Size::Tiny, Body::Tall), 0);
}

#[test]
fn points_are_derived_for_the_gifted_unless_stated_and_traits_add_some() {
    let (rules, catalogue) = (ruleset("amorphous"), catalogue());
    let has = |more: &str| {
        let text = "name: \"G\", size: medium, level: 3, hit_points: 5, speed: 30, base_attack: 1";
        let def: MonsterDef = ron::from_str(&format!("({text}{more})")).unwrap();
        let points = points(&Creature {
            rules: &rules,
            def: &def,
            shieldless: false,
            gear: Gear::default(),
            catalogue: &catalogue,
        });
        ["energy", "fate"].map(|pool| points.of(rules.pools.id(pool).unwrap()))
    };
    assert_eq!(has(""), [0, 0]);
    assert_eq!(has(", knows: { \"fire_bolt\": at_will }"), [3, 0]);
    assert_eq!(has(", knows: { \"fire_grenade\": at_will }"), [0, 0]);
    let stated = ", pools: { \"energy\": 7, \"breath\": 2 }, traits: [\"important\"]";
    assert_eq!(has(stated), [7, 3]);
}

#[test]
fn a_stated_number_keeps_the_parts_that_are_known() {
    let dexterity = Modifier::plain(
        ModifierKind::Dexterity,
        3,
        Source::Ability(Ability::Dexterity),
    );
    let mut stats = Stats::default();
    stats.of_mut(Stat::Defence).push(dexterity);
    state(&mut stats, Stat::Defence, 16);
    assert_eq!(stats.plain(Stat::Defence), 16);
    assert_eq!(stats.of(Stat::Defence)[0], dexterity);
}
