use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::combat::testkit::testing::shipped;
use crate::combat::{Choice, Rest};
use crate::dice::Dice;
use crate::grid::Square;
use crate::rules::Ruleset;

/// The shipped journey at its first leg.
fn salt_road() -> (Arc<Catalogue>, Journey, Setup) {
    let catalogue = shipped();
    let id = catalogue.journeys.id("salt_road").expect("the journey");
    let (journey, setup) = Journey::begin(&catalogue, id).expect("a beginning");
    (catalogue, journey, setup)
}

fn classic(catalogue: &Catalogue) -> &Arc<Ruleset> {
    catalogue.ruleset("classic_d20").expect("rules")
}

fn begun(catalogue: &Arc<Catalogue>, (setup, rules): (&Setup, &Arc<Ruleset>)) -> Battle {
    Battle::new(catalogue.clone(), rules.clone(), setup, Dice::seeded(1)).expect("a battle")
}

/// A battle of this setup: all stand in their places, and this side surrenders when its turn comes.
fn surrendered(
    catalogue: &Arc<Catalogue>,
    (setup, rules): (&Setup, &Arc<Ruleset>),
    loser: SideId,
    change: impl Fn(&mut CombatantSetup),
) -> Battle {
    let mut setup = setup.clone();
    for side in [SideId(0), SideId(1)] {
        let Some(zone) = &setup.sides[side.index()].deploy else {
            continue;
        };
        let squares: Vec<Square> = setup.zones[zone].iter().collect();
        let band = setup.combatants.iter_mut().filter(|one| one.side == side);
        for (one, at) in band.zip(squares) {
            one.at = Some(at);
            change(one);
        }
    }
    let mut battle = begun(catalogue, (&setup, rules));
    while battle.outcome().is_none() {
        let choice = match battle.deciding_side() {
            Some(side) if side == loser => Choice::Surrender,
            _ => Choice::EndTurn,
        };
        battle.submit(choice).expect("a turn");
    }
    battle
}

/// A battle of this setup that the warband, which is the first side, has won.
fn won(catalogue: &Arc<Catalogue>, setup: &Setup, change: impl Fn(&mut CombatantSetup)) -> Battle {
    let battle = surrendered(catalogue, (setup, classic(catalogue)), SideId(1), change);
    let winner = battle.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(SideId(0)), "{:?}", battle.outcome());
    battle
}

fn names(setup: &Setup, side: SideId) -> Vec<&str> {
    let ours = setup.combatants.iter().filter(|one| one.side == side);
    ours.map(|one| one.name.as_str()).collect()
}

#[test]
fn the_warband_takes_the_place_of_a_side_and_leaves_the_enemies_as_they_are() {
    let (catalogue, journey, setup) = salt_road();
    let (level, ours) = journey.place(&catalogue).unwrap();
    let as_drawn = Setup::from_level(&catalogue.levels[level]);
    let band = ["Aldith", "Berengar", "Idony", "Ysolt", "Merrow"];
    assert_eq!(names(&setup, ours), band);
    let enemies = |setup: &Setup| -> Vec<CombatantSetup> {
        let all = setup.combatants.iter();
        all.filter(|one| one.side != ours).cloned().collect()
    };
    assert_eq!(enemies(&setup), enemies(&as_drawn));
    let first = &setup.combatants[0];
    assert!(first.important && first.at.is_none(), "{first:?}");
    assert_eq!(journey.days_left, 19);
}

#[test]
fn wounds_go_along_and_the_fallen_do_not() {
    let (catalogue, journey, setup) = salt_road();
    let battle = won(&catalogue, &setup, |one| match one.name.as_str() {
        "Aldith" => one.hit_points = Some(11),
        "Berengar" => one.hit_points = Some(-30),
        _ => {}
    });
    assert_eq!(journey.stage(&battle, &catalogue), Stage::Camp);
    assert_eq!(journey.losses(&battle, &catalogue), ["Berengar"]);
    let camp = Camp::default();
    let (next, setup) = journey.go_on(&battle, &catalogue, &camp).unwrap();
    let (level, ours) = next.place(&catalogue).unwrap();
    assert_eq!(catalogue.levels.name(level), "ruins");
    assert_eq!(names(&setup, ours), ["Aldith", "Idony", "Ysolt", "Merrow"]);
    assert_eq!(setup.combatants[0].hit_points, Some(11));
    assert_eq!((next.leg, next.days_left), (1, 18), "one day on the road");
    let lost = Loss {
        name: "Berengar".into(),
        leg: 0,
    };
    assert_eq!(next.lost, [lost]);
}

#[test]
fn rest_and_recruits_take_days_and_care_makes_all_of_them_well() {
    let (catalogue, journey, setup) = salt_road();
    let battle = won(&catalogue, &setup, |one| {
        if one.name == "Aldith" {
            one.hit_points = Some(1);
        }
    });
    let leg = journey.next_leg(&catalogue).unwrap();
    let after = |rest, hired: &[usize]| {
        let camp = Camp {
            rest,
            hired: hired.iter().copied().collect(),
            ..Camp::default()
        };
        let (next, setup) = journey.go_on(&battle, &catalogue, &camp).unwrap();
        let aldith = setup.combatants[0].hit_points.unwrap();
        let (_, ours) = next.place(&catalogue).unwrap();
        (next.days_left, aldith, names(&setup, ours).len())
    };
    assert_eq!(leg.care, Some(3));
    assert_eq!(after(0, &[]), (18, 1, 5));
    let level = battle.rested(battle.survivors()[0], Rest::Days(1));
    assert!((2..44).contains(&level.hit_points), "{level:?}");
    assert_eq!(after(1, &[]), (17, level.hit_points, 5));
    assert_eq!(
        after(0, &[0]),
        (17, level.hit_points, 6),
        "all rest meanwhile"
    );
    assert_eq!(after(3, &[]), (15, 44, 5), "they are cared for");
    assert_eq!(after(2, &[0]), (15, 44, 6));
}

#[test]
fn what_the_days_and_the_warband_have_no_room_for_is_refused() {
    let (catalogue, mut journey, setup) = salt_road();
    let battle = won(&catalogue, &setup, |_| {});
    let both = Camp {
        hired: BTreeSet::from([0, 1]),
        ..Camp::default()
    };
    let refused = journey.go_on(&battle, &catalogue, &both).unwrap_err();
    assert_eq!(refused, "Your warband has no room for more than 6.");
    assert_eq!(journey.room(&battle, &Camp::default(), &catalogue), 1);
    let long = Camp {
        rest: 19,
        ..Camp::default()
    };
    assert_eq!(journey.days_after(&long, &catalogue), None);
    let refused = journey.go_on(&battle, &catalogue, &long).unwrap_err();
    assert_eq!(refused, "You do not have so many days left.");
    journey.days_left = 0;
    assert_eq!(journey.stage(&battle, &catalogue), Stage::TooLate);
    let refused = journey.go_on(&battle, &catalogue, &Camp::default());
    assert_eq!(refused.unwrap_err(), "The journey is over.");
}

#[test]
fn a_goal_for_more_than_are_left_is_a_goal_for_all_who_are() {
    let (catalogue, mut journey, setup) = salt_road();
    let battle = won(&catalogue, &setup, |one| {
        if one.name != "Aldith" {
            one.hit_points = Some(-30);
        }
    });
    journey.leg = 2;
    let (next, ours) = {
        // As if the same battle had been fought at the bridge.
        let mut bridge = catalogue.as_ref().clone();
        let id = bridge.journeys.id("salt_road").unwrap();
        let mut def = bridge.journeys[id].clone();
        def.legs[2] = def.legs[0].clone();
        bridge.journeys = crate::rules::Table::new([("salt_road".to_owned(), def)].into());
        let (next, setup) = journey.go_on(&battle, &bridge, &Camp::default()).unwrap();
        (setup, next.place(&bridge).unwrap().1)
    };
    assert_eq!(names(&next, ours), ["Aldith"]);
    assert!(matches!(next.objective, Objective::Reach { count: 1, .. }));
}

#[test]
fn a_battle_that_is_lost_ends_the_journey() {
    let (catalogue, journey, setup) = salt_road();
    let begun = begun(&catalogue, (&setup, classic(&catalogue)));
    assert_eq!(journey.stage(&begun, &catalogue), Stage::Fighting);
    let lost = surrendered(&catalogue, (&setup, classic(&catalogue)), SideId(0), |_| {});
    assert_eq!(journey.stage(&lost, &catalogue), Stage::Beaten);
    let refused = journey.go_on(&lost, &catalogue, &Camp::default());
    assert_eq!(refused.unwrap_err(), "The journey is over.");
    assert!(Stage::Beaten.is_end() && !Stage::Camp.is_end());
}

/// A level, and a battle there that this side has won.
fn alone(level: &str, winner: SideId) -> (Arc<Catalogue>, LevelId, Battle) {
    let catalogue = shipped();
    let id = catalogue.levels.id(level).expect("the level");
    let setup = Setup::from_level(&catalogue.levels[id]);
    let loser = SideId(1 - winner.0);
    let battle = surrendered(&catalogue, (&setup, classic(&catalogue)), loser, |_| {});
    (catalogue, id, battle)
}

#[test]
fn the_winners_of_a_battle_by_itself_go_on_through_all_other_levels() {
    let (catalogue, level, battle) = alone("hedges", SideId(1));
    let journey = Journey::wander(&battle, &catalogue, level).expect("a way");
    let legs = &journey.def(&catalogue).unwrap().legs;
    let way: Vec<&str> = legs.iter().map(|leg| leg.level.as_str()).collect();
    assert_eq!(&way[..4], ["hedges", "meadow", "nightwood", "ruins"]);
    assert_eq!(
        &way[way.len() - 3..],
        ["crypt", "falls", "ford"],
        "and round"
    );
    assert!(!way.contains(&"training_ground"), "nobody is placed there");
    assert_eq!(legs[1].side, "patrol", "the raiders have no zone");
    let falls = legs.iter().find(|leg| leg.level == "falls").unwrap();
    assert_eq!(falls.side, "kites", "the same side has one");
    assert_eq!(journey.stage(&battle, &catalogue), Stage::Camp);
    let unfinished = begun(&catalogue, (battle.setup(), classic(&catalogue)));
    assert_eq!(Journey::wander(&unfinished, &catalogue, level), None);
}

#[test]
fn a_way_of_its_own_goes_on_like_any_other_and_is_kept_with_its_battles() {
    let (catalogue, level, battle) = alone("ford", SideId(0));
    let journey = Journey::wander(&battle, &catalogue, level).unwrap();
    let camp = Camp {
        rest: 1,
        ..Camp::default()
    };
    let (next, setup) = journey.go_on(&battle, &catalogue, &camp).unwrap();
    assert_eq!((next.leg, next.days_left), (1, journey.days_left - 2));
    let (at, ours) = next.place(&catalogue).unwrap();
    assert_eq!(catalogue.levels.name(at), "hedges");
    assert_eq!(names(&setup, ours).len(), battle.survivors().len());
    let text = serde_json::to_string(&next).unwrap();
    assert_eq!(serde_json::from_str::<Journey>(&text).unwrap(), next);
    assert!(begun(&catalogue, (&setup, classic(&catalogue))).has_room(ours));
}

#[test]
fn those_who_are_called_alike_can_be_told_apart() {
    let one = |name: &str| traveller(name, "goblin");
    let mut others = [one("Goblin 1"), one("Goblin 2"), one("Wolf")];
    tell_apart(&[one("Goblin 2"), one("Wolf")], &mut others);
    let names = others.iter().map(|one| one.name.as_str());
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["Goblin 1", "Goblin 3", "Wolf 2"]
    );
}

#[test]
fn every_level_has_a_way_on_under_every_system_and_room_at_the_end_of_each_leg() {
    let catalogue = shipped();
    for rules in &catalogue.rulesets {
        for (id, level) in catalogue.levels.iter() {
            let setup = Setup::from_level(level);
            let battle = surrendered(&catalogue, (&setup, rules), SideId(1), |_| {});
            let winner = battle.outcome().and_then(|outcome| outcome.winner);
            if winner != Some(SideId(0)) {
                continue;
            }
            let name = catalogue.levels.name(id);
            let journey = Journey::wander(&battle, &catalogue, id).expect(name);
            for to in 1..journey.def(&catalogue).unwrap().legs.len() {
                // As if this leg were the next one.
                let mut here = journey.clone();
                let legs = &mut here.own.as_mut().unwrap().legs;
                legs.swap(1, to);
                let camp = Camp::default();
                let (next, setup) = here.go_on(&battle, &catalogue, &camp).unwrap();
                let (_, ours) = next.place(&catalogue).unwrap();
                let next = begun(&catalogue, (&setup, rules));
                assert!(next.has_room(ours), "{name}, leg {to}, {}", rules.id);
            }
        }
    }
}
