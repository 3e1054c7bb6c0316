//! Mistakes that every newcomer sees: through the fire, alone into the crowd, bare hands beside a weapon.

use super::*;
use crate::combat::{Aim, Setup};
use crate::content::Catalogue;
use crate::content::TerrainDef;
use crate::dice::Dice;
use crate::grid::Square;
use std::sync::Arc;

/// Lays this kind of ground wherever the map is drawn as rubble.
fn rubble_is(mut scene: Scene, kind: &str) -> Scene {
    for ground in &mut scene.setup.terrain {
        if ground == "rubble" {
            *ground = kind.to_owned();
        }
    }
    scene
}

/// Plays this side's turns for some rounds, and gives the squares that it entered.
fn entered(battle: &mut Battle, seat: Seat, rounds: u16) -> Vec<Square> {
    while battle.outcome().is_none() && battle.view().round <= rounds {
        let choice = decide(battle, &Profile::BALANCED, 1);
        battle.submit(choice).expect("a legal choice");
    }
    let events = battle.events().iter();
    let moved = events.filter_map(|event| match event.kind {
        EventKind::Moved {
            seat: who,
            to,
            forced: false,
            ..
        } if who == seat => Some(to),
        _ => None,
    });
    moved.collect()
}

fn burns(battle: &Battle, square: Square) -> bool {
    let catalogue = battle.catalogue();
    let mut kinds = battle.kinds_at(square);
    kinds.any(|kind| {
        catalogue
            .terrain
            .get(kind)
            .is_some_and(TerrainDef::is_dangerous)
    })
}

/// The straight way leads through fire, and one as long leads past it.
#[test]
fn goes_round_the_fire() {
    for system in SYSTEMS {
        for map in [
            ["..........", "A..~~~...b", ".........."],
            ["..........", "A..~......", ".........b"],
        ] {
            let scene = Scene::new(ruleset(system), &map).block('b', |enemy| enemy.speed = 0);
            let scene = rubble_is(scene, "fire");
            let mut battle = scene.seeded(1);
            let way = entered(&mut battle, scene.seat('A'), 3);
            let burnt: Vec<_> = way.iter().filter(|at| burns(&battle, **at)).collect();
            assert!(!way.is_empty() && burnt.is_empty(), "{system}: {way:?}");
        }
    }
}

/// An enemy in reach from the fire and from beside it: nobody stands in the fire to strike.
#[test]
fn does_not_stop_in_the_fire() {
    for system in SYSTEMS {
        let map = ["......", "A..~b.", "......"];
        let scene = Scene::new(ruleset(system), &map).block('b', |enemy| {
            enemy.speed = 0;
            enemy.hit_points = 60;
        });
        let scene = rubble_is(scene, "fire");
        let mut battle = scene.seeded(1);
        let way = entered(&mut battle, scene.seat('A'), 3);
        let burnt = way.iter().any(|at| burns(&battle, *at));
        assert!(!way.is_empty() && !burnt, "{system}: {way:?}");
    }
}

/// Allies stand sixteen squares behind, five enemies in front: the first to move does not run there.
#[test]
fn does_not_run_alone_into_the_whole_enemy() {
    for system in SYSTEMS {
        let mut rows = vec![".".repeat(30); 9];
        for (y, letters) in [(2, "BA"), (4, "CD")] {
            rows[y].replace_range(1..3, letters);
        }
        for (y, letter) in [(1, "e"), (2, "f"), (4, "g"), (5, "h"), (6, "i")] {
            rows[y].replace_range(24..25, letter);
        }
        let map: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut scene = Scene::new(ruleset(system), &map);
        for who in "efghi".chars() {
            scene = scene.block(who, |enemy| enemy.attacks = attack(6, "1d8+3"));
        }
        let mut battle = scene.seeded(1);
        actions_taken(&mut battle);
        let at = battle.view().combatants[0].area.expect("placed").anchor;
        assert!(at.x <= 16, "{system}: {at:?}");
    }
}

/// The levels' own people under these rules, placed as the level says.
fn level(system: &str, level: &str, seed: u64) -> Battle {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = Arc::new(Catalogue::load(root).expect("sound content"));
    let rules = Arc::clone(content.ruleset(system).expect("a ruleset"));
    let setup = Setup::from_level(&content.levels[content.levels.id(level).expect("a level")]);
    Battle::new(content, rules, &setup, Dice::seeded(seed)).expect("a battle")
}

/// What is let go of is not picked up again in the same turn, and nobody charges with bare hands who
/// could shoot.
#[test]
fn keeps_its_weapons_in_order() {
    let mut let_go: Vec<(Seat, u16)> = Vec::new();
    let mut battle = level("classic_d20", "meadow", 1);
    let mut acts = 0;
    while battle.outcome().is_none() && battle.view().round <= 5 {
        let choice = decide(&battle, &Profile::BALANCED, 1);
        if let (
            Some(Request::Turn { seat }),
            Choice::Act {
                action, aim, mode, ..
            },
        ) = (battle.request().cloned(), &choice)
        {
            let view = battle.view();
            let own = &view.combatants[seat.index()];
            let name = battle.rules().actions.name(*action);
            let turn = (seat, view.round);
            match name {
                "drop_item" => let_go.push(turn),
                "pick_up" => assert!(!let_go.contains(&turn), "{} {turn:?}", own.name),
                _ => {}
            }
            if let (Aim::Charge(..), Some(mode)) = (aim, mode) {
                let bare = own.modes[usize::from(*mode)].name == "Unarmed strike";
                let shoots = own.modes.iter().any(|mode| mode.ready && mode.ranged);
                assert!(!(bare && shoots), "{} {turn:?}", own.name);
            }
            acts += 1;
        }
        battle.submit(choice).expect("a legal choice");
    }
    assert!(acts > 20, "{acts}");
}

/// With nothing left to do but walk, it does not walk there and back again.
#[test]
fn does_not_walk_to_and_fro_in_one_turn() {
    let mut battle = level("classic_d20", "ambush", 2);
    let mut trail: Vec<(Seat, u16, Square)> = Vec::new();
    let mut back = Vec::new();
    while battle.outcome().is_none() && battle.view().round <= 5 {
        let choice = decide(&battle, &Profile::BALANCED, 2);
        if let (
            Some(Request::Turn { seat }),
            Choice::Act {
                aim: Aim::Along(way),
                ..
            },
        ) = (battle.request().cloned(), &choice)
        {
            let view = battle.view();
            let here = view.combatants[seat.index()].area.expect("placed").anchor;
            trail.push((seat, view.round, here));
            let end = way.last().map(|end| (seat, view.round, *end));
            back.extend(end.filter(|end| trail.contains(end)));
        }
        battle.submit(choice).expect("a legal choice");
    }
    assert!(!trail.is_empty() && back.is_empty(), "{back:?}");
}

/// One blow ends it. A sound player strikes; a beginner often does not see it.
#[test]
fn a_novice_overlooks_things() {
    let scene = Scene::new(ruleset("classic_d20"), &["....", ".Ab.", "...."]);
    let scene = scene.change('b', |enemy| enemy.hit_points = Some(1));
    let strikes = |profile: &Profile| {
        let struck = |seed: &u64| {
            let battle = scene.seeded(1);
            let choice = decide(&battle, profile, *seed);
            let Choice::Act { action, .. } = choice else {
                return false;
            };
            let def = &battle.rules().actions[action];
            def.is_plain_attack() || def.is_plain_full_attack()
        };
        (0..40).filter(struck).count()
    };
    assert_eq!(strikes(&Profile::BALANCED), 40);
    let seen = strikes(&Profile::NOVICE);
    assert!((6..36).contains(&seen), "{seen} of 40");
}

/// The patrol stands at its camp. The raiders come: nobody unhurt ends its turn far off with nothing done.
#[test]
fn does_not_stand_about_far_off() {
    let mut battle = level("age_of_heroes", "meadow", 5);
    let (mut idle, mut acted) = (Vec::new(), None);
    while battle.outcome().is_none() && battle.view().round <= 6 {
        let side = battle.deciding_side().expect("a request");
        let turn = match battle.request() {
            Some(Request::Turn { seat }) => Some((*seat, battle.view().round)),
            _ => None,
        };
        let choice = match turn {
            Some(_) if side.index() == 0 => Choice::EndTurn,
            _ => decide(&battle, &Profile::BALANCED, 5),
        };
        if let Some((seat, round)) = turn.filter(|_| side.index() == 1) {
            let view = battle.view();
            let own = &view.combatants[seat.index()];
            let here = own.area.expect("placed").anchor;
            let enemies = view.combatants.iter().filter(|one| one.side != own.side);
            let near = enemies.filter_map(|one| one.area.filter(|_| one.standing));
            let near = near.map(|area| area.anchor.steps_to(here)).min();
            let sound = own.standing && own.hit_points == own.max_hit_points;
            if choice == Choice::EndTurn && acted != turn && sound && near > Some(12) {
                idle.push((own.name.clone(), round));
            }
            acted = turn;
        }
        battle.submit(choice).expect("a legal choice");
    }
    assert!(acted.is_some() && idle.len() <= 3, "{idle:?}");
}

/// A combatant that could do something ends no turn in which it has done nothing: at worst it waits with its blade
/// raised.
#[test]
fn does_not_let_a_turn_pass() {
    let mut battle = level("age_of_heroes", "meadow", 5);
    let (mut turns, mut idle, mut acted) = (0, Vec::new(), None);
    while battle.outcome().is_none() && battle.view().round <= 4 {
        let turn = match battle.request() {
            Some(Request::Turn { seat }) => Some((*seat, battle.view().round)),
            _ => None,
        };
        let choice = decide(&battle, &Profile::BALANCED, 5);
        if let Some((seat, round)) = turn {
            let own = &battle.view().combatants[seat.index()];
            let sound = own.standing && own.hit_points == own.max_hit_points;
            if choice == Choice::EndTurn && acted != turn && sound {
                idle.push((own.name.clone(), round));
            }
            turns += 1;
            acted = turn;
        }
        battle.submit(choice).expect("a legal choice");
    }
    assert!(turns > 40 && idle.is_empty(), "{idle:?}");
}

/// A beginner may strike at the wrong enemy, but with what is in its hand, and to hurt.
#[test]
fn a_novice_does_not_punch_with_a_sword_in_hand() {
    for seed in 1..=12 {
        let mut battle = level("classic_d20", "training_ground", seed);
        while battle.outcome().is_none() && battle.view().round <= 8 {
            let choice = decide(&battle, &Profile::NOVICE, seed);
            if let (
                Some(Request::Turn { seat }),
                Choice::Act {
                    action,
                    aim: Aim::At(_),
                    mode: Some(mode),
                    manner,
                    ..
                },
            ) = (battle.request().cloned(), &choice)
                && battle.rules().actions[*action].is_plain_attack()
                && !battle.view().combatants[seat.index()].held.is_empty()
            {
                let own = &battle.view().combatants[seat.index()];
                let mode = &own.modes[usize::from(*mode)];
                let in_hand = mode.weapon.is_some_and(|weapon| own.held.contains(&weapon));
                assert!(in_hand, "seed {seed}: {} with {}", own.name, mode.name);
                assert!(!manner.other_lethality, "seed {seed}: {}", own.name);
            }
            battle.submit(choice).expect("a legal choice");
        }
    }
}
