//! Who is bound for a zone, and what keeps combatants from where they are bound.

use super::*;
use crate::content::Objective;
use crate::grid::{Square, SquareSet};

/// `count` of the heroes have to reach the eastern end of the map.
fn bound(system: &str, map: &[&str], count: u8) -> Scene {
    let mut scene = Scene::new(ruleset(system), map);
    let dims = scene.setup.dimensions;
    let last = dims.width as i16 - 1;
    let end = (0..dims.height as i16).map(|y| Square::new(last, y));
    let end = SquareSet::from_squares(dims, end);
    scene.setup.zones.insert("end".into(), end);
    scene.setup.objective = Objective::Reach {
        side: "heroes".into(),
        zone: "end".into(),
        count,
    };
    scene
}

fn place(battle: &Battle, seat: Seat) -> Square {
    let one = &battle.view().combatants[seat.index()];
    one.area.expect("on the field").anchor
}

/// Plays until this turn is over.
fn play_turn(battle: &mut Battle, seat: Seat) {
    until_turn(battle, seat);
    let round = battle.view().round;
    while battle.outcome().is_none()
        && battle.view().round == round
        && battle.request() == Some(&Request::Turn { seat })
    {
        let choice = decide(battle, &Profile::BALANCED, 1);
        battle.submit(choice).expect("a legal choice");
    }
}

/// A scratch that it could deal holds up no runner whose arrival wins the battle.
#[test]
fn runs_past_an_enemy_to_the_end_of_the_way() {
    let row = ".".repeat(40);
    let with = |x: usize, who: &str| {
        let mut row = row.clone();
        row.replace_range(x..=x, who);
        row
    };
    for system in SYSTEMS {
        let rows = [with(2, "A"), row.clone(), row.clone(), with(5, "b")];
        let map: Vec<&str> = rows.iter().map(String::as_str).collect();
        let scene = bound(system, &map, 1)
            .block('A', |runner| {
                runner.hit_points = 30;
                runner.attacks = attack(0, "1d4");
            })
            .block('b', |enemy| {
                enemy.hit_points = 60;
                enemy.speed = 0;
            });
        let mut battle = scene.seeded(1);
        play_turn(&mut battle, scene.seat('A'));
        let far = place(&battle, scene.seat('A')).x;
        assert!(far >= 14, "{system}: only as far as {far}");
    }
}

/// Two have to arrive and one is left: nothing is won by standing there.
#[test]
fn the_last_one_fights_where_two_had_to_arrive() {
    let map = ["..........", ".b..A.....", ".........."];
    for system in SYSTEMS {
        let scene = bound(system, &map, 2).block('b', |enemy| enemy.hit_points = 30);
        let mut battle = scene.seeded(1);
        play_turn(&mut battle, scene.seat('A'));
        let at = place(&battle, scene.seat('A'));
        assert!(at.x < 4, "{system}: {at:?}");
    }
}

/// AH-SPEC-06: a combatant in the quicksand pulls itself free, however far off its enemies are.
#[test]
fn gets_out_of_the_quicksand_with_the_enemy_far_away() {
    let mut map = vec![".".repeat(60); 3];
    map[1].replace_range(0..1, "A");
    map[1].replace_range(59..60, "b");
    let map: Vec<&str> = map.iter().map(String::as_str).collect();
    let scene = Scene::new(ruleset("age_of_heroes"), &map)
        .change('A', |one| one.conditions.push("mired".into()));
    let mut battle = scene.seeded(1);
    until_turn(&mut battle, scene.seat('A'));
    assert_eq!(chosen(&mut battle), "pull_free");
}

/// Crawling is no way of getting up.
#[test]
fn stands_up_and_does_not_crawl_about() {
    let map = ["....................", "A.................b."];
    for system in ["classic_d20", "age_of_heroes"] {
        let scene = Scene::new(ruleset(system), &map)
            .change('A', |one| one.conditions.push("prone".into()));
        let mut battle = scene.seeded(1);
        until_turn(&mut battle, scene.seat('A'));
        assert_eq!(chosen(&mut battle), "stand_up", "{system}");
    }
}
