//! Coming to the enemy and to the objective, whatever is in between: no battle that can be won ends in a
//! draw because both sides wait.

use std::sync::{Arc, LazyLock};

use super::*;
use crate::combat::contract::Awareness;
use crate::combat::testkit::testing::shipped;
use crate::content::{Catalogue, Objective};
use crate::dice::Dice;
use crate::grid::{Border, Square, SquareSet};

/// Players that pursue in different ways.
const PLAYERS: [(&str, Profile); 2] = [("fast", Profile::FAST), ("balanced", Profile::BALANCED)];

/// A scene in which `v` is the zone of the objective, `x` a chasm, `L` a locked door, `S` a statue, `o`
/// deep water and `q` quicksand.
fn drawn(system: &str, rows: &[&str], objective: Objective) -> Scene {
    let kinds = [
        ('v', "floor"),
        ('x', "chasm"),
        ('L', "door_locked"),
        ('S', "statue"),
        ('o', "water_deep"),
        ('q', "quicksand"),
    ];
    let plain = |c: char| match kinds.iter().any(|(mark, _)| *mark == c) {
        true => '.',
        false => c,
    };
    let map: Vec<String> = rows
        .iter()
        .map(|row| row.chars().map(plain).collect())
        .collect();
    let map: Vec<&str> = map.iter().map(String::as_str).collect();
    let mut scene = Scene::new(ruleset(system), &map);
    let mut zone = SquareSet::new(scene.setup.dimensions);
    let dims = scene.setup.dimensions;
    let marks = rows.iter().flat_map(|row| row.chars());
    for (mark, square) in marks.zip(dims.squares()) {
        let kind = kinds.iter().find(|(known, _)| *known == mark);
        if let (Some((_, kind)), Some(i)) = (kind, dims.index(square)) {
            scene.setup.terrain[i] = (*kind).to_owned();
        }
        if mark == 'v' {
            zone.insert(square);
        }
    }
    scene.setup.zones.insert("goal".to_owned(), zone);
    scene.setup.objective = objective;
    scene
}

fn reach(count: u8) -> Objective {
    Objective::Reach {
        side: "heroes".to_owned(),
        zone: "goal".to_owned(),
        count,
    }
}

/// The battle on the ground that is shipped.
fn begun(scene: &Scene) -> Battle {
    static CONTENT: LazyLock<Arc<Catalogue>> = LazyLock::new(shipped);
    let rules = Arc::clone(&scene.rules);
    let battle = Battle::new(Arc::clone(&CONTENT), rules, &scene.setup, Dice::seeded(1));
    battle.expect("a battle")
}

/// Plays a scene with one player on both sides: who has won in which round, if anyone has.
fn played(scene: &Scene, profile: Profile) -> Option<(u8, u16)> {
    let mut battle = begun(scene);
    let played = play_out(&mut battle, &[profile; 2], 1, 4_000);
    assert_eq!(played.refused, None);
    let winner = played.outcome.and_then(|outcome| outcome.winner)?;
    Some((winner.0, battle.view().rounds()))
}

/// Where the first combatant stands.
fn at(battle: &Battle) -> Square {
    let view = battle.view();
    view.combatants[0].area.expect("placed").anchor
}

/// The enemy is walled in, so only the zone decides the battle.
#[test]
fn a_door_on_the_way_to_the_zone_is_opened_or_broken() {
    for bar in ["+", "L", "S"] {
        let way = format!("#A..{bar}..v#");
        let map = ["#########", &way, "#########", "#b......#", "#########"];
        for system in SYSTEMS {
            let rules = ruleset(system);
            let mut actions = rules.actions.iter();
            if bar != "+" && !actions.any(|(_, def)| def.is_strike_object()) {
                // There nobody breaks anything, and the zone stays out of reach.
                continue;
            }
            let strong = |block: &mut StatBlock| block.attacks = attack(6, "2d6+6");
            let scene = drawn(system, &map, reach(1)).block('A', strong);
            for (name, profile) in PLAYERS {
                let won = played(&scene, profile);
                assert!(
                    matches!(won, Some((0, 0..=20))),
                    "{system} {name} {bar}: {won:?}"
                );
            }
        }
    }
}

/// An archer drops its bow and draws a sword to break the door.
#[test]
fn a_weapon_is_drawn_for_what_bars_the_way() {
    let map = [
        "#########",
        "#A..L..v#",
        "#########",
        "#b......#",
        "#########",
    ];
    for system in SYSTEMS {
        let rules = ruleset(system);
        if !rules.actions.iter().any(|(_, def)| def.is_strike_object()) {
            continue;
        }
        let mut scene = drawn(system, &map, reach(1));
        scene.setup.combatants[0].kind = CombatantKind::monster("archer");
        for (name, profile) in PLAYERS {
            let won = played(&scene, profile);
            assert!(matches!(won, Some((0, 0..=60))), "{system} {name}: {won:?}");
        }
    }
}

/// Ground that holds, and a wall that takes a climb: the only way leads over them.
#[test]
fn what_lies_on_the_only_way_to_the_zone_is_crossed() {
    for kind in ["quicksand", "rough_wall"] {
        let map = [
            "#########",
            "#A..B..v#",
            "#########",
            "#b......#",
            "#########",
        ];
        let map = map.map(|row| row.replace('B', "."));
        let map: Vec<&str> = map.iter().map(String::as_str).collect();
        for system in SYSTEMS {
            let mut scene = drawn(system, &map, reach(1));
            let bar = scene
                .setup
                .dimensions
                .index(Square::new(4, 1))
                .expect("a square");
            scene.setup.terrain[bar] = kind.to_owned();
            scene.setup.combatants[0].kind = CombatantKind::monster("guard");
            for (name, profile) in PLAYERS {
                let won = played(&scene, profile);
                assert!(
                    matches!(won, Some((0, _))),
                    "{system} {name} {kind}: {won:?}"
                );
            }
        }
    }
}

/// The first to arrive makes room for those behind it.
#[test]
fn a_zone_of_one_square_is_reached_by_all() {
    let map = [
        "#########",
        "#ABC...v#",
        "#########",
        "#b......#",
        "#########",
    ];
    for system in SYSTEMS {
        let scene = drawn(system, &map, reach(3));
        for (name, profile) in PLAYERS {
            let won = played(&scene, profile);
            assert!(matches!(won, Some((0, 0..=12))), "{system} {name}: {won:?}");
        }
    }
}

/// Nobody is in the zone at first, and a closed door is before it.
#[test]
fn a_zone_behind_doors_is_held() {
    let objective = Objective::Hold {
        zone: "goal".to_owned(),
        rounds: 2,
    };
    let map = ["#########", "#A.+v#.b#", "#########"];
    for system in SYSTEMS {
        let scene = drawn(system, &map, objective.clone());
        for (name, profile) in PLAYERS {
            let won = played(&scene, profile);
            assert!(matches!(won, Some((0, 0..=60))), "{system} {name}: {won:?}");
        }
    }
}

#[test]
fn every_temper_comes_from_far_away() {
    let row = format!("A{}b", ".".repeat(180));
    for system in SYSTEMS {
        let scene = drawn(system, &[&row, &".".repeat(182)], Objective::DefeatAll);
        for preset in Profile::PRESETS {
            let mut battle = begun(&scene);
            let mut moved = 0;
            for _ in 0..4 {
                until_turn(&mut battle, Seat(0));
                let before = at(&battle).x;
                while battle.acting() == Some(Seat(0)) {
                    let choice = decide(&battle, &preset.profile, 1);
                    battle.submit(choice).expect("legal");
                }
                moved += at(&battle).x - before;
            }
            assert!(moved >= 12, "{system} {}: {moved}", preset.name);
        }
    }
}

/// Two archers within range of each other with a long wall between them.
#[test]
fn archers_come_round_a_wall() {
    let mut rows = vec![".".repeat(24); 12];
    for row in &mut rows[..11] {
        row.replace_range(11..12, "#");
    }
    rows[1].replace_range(9..10, "A");
    rows[1].replace_range(14..15, "b");
    let map: Vec<&str> = rows.iter().map(String::as_str).collect();
    let bow = "(name: \"Bow\", attack: 9, damage: \"2d6\", range: Some(20))";
    let archer = |block: &mut StatBlock| {
        block.hit_points = 8;
        block.attacks = vec![ron::from_str(bow).expect("an attack")];
    };
    for system in SYSTEMS {
        let scene = drawn(system, &map, Objective::DefeatAll);
        let scene = scene.block('A', archer).block('b', archer);
        for (name, profile) in PLAYERS {
            let won = played(&scene, profile);
            assert!(matches!(won, Some((_, 0..=60))), "{system} {name}: {won:?}");
        }
    }
}

/// The chasm keeps walkers apart; arrows cross it, but not from so far away.
#[test]
fn archers_come_up_to_a_chasm() {
    let row = format!("A{}x{}b", ".".repeat(30), ".".repeat(30));
    let bow = "(name: \"Bow\", attack: 9, damage: \"2d6\", range: Some(12))";
    let archer = |block: &mut StatBlock| {
        block.hit_points = 8;
        block.attacks = vec![ron::from_str(bow).expect("an attack")];
    };
    for system in SYSTEMS {
        let scene = drawn(system, &[&row], Objective::DefeatAll);
        let scene = scene.block('A', archer).block('b', archer);
        for (name, profile) in PLAYERS {
            let won = played(&scene, profile);
            assert!(matches!(won, Some((_, 0..=60))), "{system} {name}: {won:?}");
        }
    }
}

/// Only swimmers come into the zone, in the system that has swimming.
#[test]
fn deep_water_on_the_way_to_the_zone_is_swum() {
    let map = [
        "#########",
        "#A.ooo.v#",
        "#########",
        "#b......#",
        "#########",
    ];
    let scene = drawn("spiritual_pressure", &map, reach(1));
    for (name, profile) in PLAYERS {
        let won = played(&scene, profile);
        assert!(matches!(won, Some((0, _))), "{name}: {won:?}");
    }
}

/// Next to each other with a thin wall between them, and a way round it.
#[test]
fn nobody_stays_behind_a_thin_wall() {
    let map = [".......", "..Ab...", "......."];
    for system in SYSTEMS {
        let mut scene = drawn(system, &map, Objective::DefeatAll);
        let wall = Border::between(Square::new(2, 1), Square::new(3, 1)).expect("a border");
        scene.setup.borders.push((wall, "thin_wall".to_owned()));
        let wall = Border::between(Square::new(2, 0), Square::new(3, 0)).expect("a border");
        scene.setup.borders.push((wall, "thin_wall".to_owned()));
        for (name, profile) in PLAYERS {
            let won = played(&scene, profile);
            assert!(matches!(won, Some((_, 0..=60))), "{system} {name}: {won:?}");
        }
    }
}

/// A player knows no more than its side: it goes the same way, wherever the enemy is.
#[test]
fn an_unknown_enemy_is_looked_for_without_knowing_where_it_is() {
    let goes = |map: &[&str], profile: &Profile| {
        let scene = drawn("epic_path", map, Objective::DefeatAll);
        let scene = scene.change('a', |c| c.conditions.push("invisible".into()));
        let mut battle = begun(&scene);
        let side = battle.view().combatants[0].side;
        assert_eq!(battle.known_to(side, Seat(1)), Awareness::Unknown);
        let search = battle.rules().actions.id("search").expect("an action");
        battle.submit(Choice::act(search)).expect("a search");
        let start = at(&battle);
        let choice = decide(&battle, profile, 1);
        battle.submit(choice).expect("legal");
        assert_ne!(at(&battle), start, "it stands still");
        at(&battle)
    };
    let (west, east) = (
        format!("a{}A{}", ".".repeat(19), ".".repeat(20)),
        format!("{}A{}a", ".".repeat(20), ".".repeat(19)),
    );
    for (name, profile) in PLAYERS {
        assert_eq!(goes(&[&west], &profile), goes(&[&east], &profile), "{name}");
    }
}

/// A hunter prefers patches of the map that its side has not visited, so it looks everywhere in the end.
#[test]
fn a_hunter_looks_into_every_room() {
    let mut rows = vec![".".repeat(30); 9];
    rows[4].replace_range(14..15, "A");
    rows[0].replace_range(0..1, "a");
    let map: Vec<&str> = rows.iter().map(String::as_str).collect();
    let scene = drawn("epic_path", &map, Objective::DefeatAll)
        .change('a', |c| c.conditions.push("invisible".into()))
        .block('a', |block| block.attacks.clear());
    let mut battle = begun(&scene);
    let (mut west, mut east) = (false, false);
    for _ in 0..40 {
        until_turn(&mut battle, Seat(0));
        for _ in 0..6 {
            if battle.acting() == Some(Seat(0)) {
                let choice = decide(&battle, &Profile::BALANCED, 1);
                battle.submit(choice).expect("legal");
            }
        }
        west |= at(&battle).x < 8;
        east |= at(&battle).x > 21;
        if battle.outcome().is_some() || west && east {
            break;
        }
    }
    assert!(battle.outcome().is_some() || west && east, "{west} {east}");
}

/// Members that have to reach a zone do so, in a hurry as well.
#[test]
fn the_fast_player_goes_to_the_zone_and_not_to_the_enemy() {
    let map = ["b..........A.........v", "......................"];
    for system in SYSTEMS {
        let mut battle = begun(&drawn(system, &map, reach(1)));
        let choice = decide(&battle, &Profile::FAST, 1);
        battle.submit(choice).expect("legal");
        assert!(at(&battle).x > 11, "{system}: {:?}", at(&battle));
    }
}

/// A zone in the hands of a side is not given up for an enemy elsewhere.
#[test]
fn the_fast_player_holds_what_it_holds() {
    let objective = Objective::Hold {
        zone: "goal".to_owned(),
        rounds: 3,
    };
    let map = ["b...................Av", "...................vvv"];
    for system in SYSTEMS {
        let mut battle = begun(&drawn(system, &map, objective.clone()));
        for _ in 0..3 {
            let choice = decide(&battle, &Profile::FAST, 1);
            battle.submit(choice).expect("legal");
        }
        assert!(at(&battle).x >= 19, "{system}: {:?}", at(&battle));
    }
}

/// On the largest map there is the way is known, and a battle that cannot be won goes on to its end.
#[test]
fn the_largest_map_is_crossed() {
    let mut rows = vec![".".repeat(256); 256];
    rows[0].replace_range(0..1, "A");
    rows[255].replace_range(255..256, "b");
    let map: Vec<&str> = rows.iter().map(String::as_str).collect();
    for (name, profile) in PLAYERS {
        let mut battle = begun(&drawn("classic_d20", &map, Objective::DefeatAll));
        let choice = decide(&battle, &profile, 1);
        battle.submit(choice).expect("legal");
        let to = at(&battle);
        assert!(to.x >= 3 && to.y >= 3, "{name}: {to:?}");
    }
}

/// AH-SAVE-01: terrain that holds creatures keeps nobody from the fight where no path leads around it.
#[test]
fn quicksand_that_fills_the_way_is_crossed() {
    let map = ["########", "#A.qq.b#", "########"];
    for system in SYSTEMS {
        let scene = drawn(system, &map, Objective::DefeatAll);
        for (name, profile) in PLAYERS {
            let won = played(&scene, profile);
            assert!(matches!(won, Some((_, 0..=60))), "{system} {name}: {won:?}");
        }
    }
}

/// The way round a wall leads out of the reach of an enemy behind it, and back into it.
#[test]
fn two_fighters_on_either_side_of_a_wall_meet() {
    let map = ["A.....", "#####.", "b....."];
    for system in SYSTEMS {
        // With a reach of two squares the enemy seems within reach through the wall.
        let long = |block: &mut StatBlock| {
            for attack in &mut block.attacks {
                attack.reach = Some((1, 2));
            }
        };
        let armed = |rows: &[&str]| {
            let scene = drawn(system, rows, Objective::DefeatAll);
            scene.block('A', long).block('b', long)
        };
        let scene = armed(&map);
        let mut fenced = armed(&["A.......", "b......."]);
        for x in 0..6 {
            let wall = Border::between(Square::new(x, 0), Square::new(x, 1)).expect("a border");
            fenced.setup.borders.push((wall, "thin_wall".to_owned()));
        }
        for (name, profile) in PLAYERS {
            for (scene, wall) in [(&scene, "wall"), (&fenced, "thin wall")] {
                let won = played(scene, profile);
                assert!(
                    matches!(won, Some((_, 0..=80))),
                    "{system} {name} {wall}: {won:?}"
                );
            }
        }
    }
}

/// An enemy beyond the corner of a wall is not within reach, so the door is opened.
#[test]
fn a_door_is_opened_next_to_an_enemy_beyond_the_corner() {
    let beside = (["#A.+..#", "###b###", "#######"], Objective::DefeatAll);
    let walled_in = (["A...+..v", "....#...", "####b###"], reach(1));
    for system in SYSTEMS {
        for (map, objective) in [&beside, &walled_in] {
            let scene = drawn(system, map, objective.clone());
            for (name, profile) in PLAYERS {
                let won = played(&scene, profile);
                assert!(matches!(won, Some((_, 0..=80))), "{system} {name}: {won:?}");
            }
        }
    }
}
