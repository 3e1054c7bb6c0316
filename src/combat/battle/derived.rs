//! What is derived from the rest, compared with a derivation from scratch.

use std::sync::Arc;

use crate::combat::battle::Battle;
use crate::combat::battle::savegame::SaveGame;
use crate::combat::conditions::veils;
use crate::combat::contract::{Aim, Choice, Manner};
use crate::combat::equipment::numbers;
use crate::combat::state::{Occupancy, Order, Supposed, ground};
use crate::combat::testkit::testing::{Scene, play, ruleset};
use crate::combat::testkit::things::catalogue;
use crate::combat::{conditions, opportunity, threat};
use crate::content::Catalogue;
use crate::grid::{Area, Border, Square};
use crate::rules::{ActionId, Capability, Flag, Flags, Uses};

/// Compares what is derived with a derivation from scratch.
fn compare(battle: &Battle) {
    battle.read(|state| {
        let mut occupancy = Occupancy::new(state.field.dimensions, state.all().count());
        let mut supposed = Supposed::of(state);
        for seat in state.all() {
            let stands = state
                .area(seat)
                .filter(|_| conditions::present(state, seat));
            occupancy.stand(seat, stands);
            threat::suppose(state, &mut supposed, seat);
        }
        let supposed = supposed.state(state);
        for seat in state.all() {
            let (stats, modes) = numbers::derive(state, seat);
            assert_eq!((&state.stats[seat], &state.modes[seat]), (&stats, &modes));
            assert_eq!(
                state.threatened[seat], supposed.threatened[seat],
                "{seat:?}"
            );
        }
        assert_eq!(*state.occupancy, occupancy);
        let mut places = state.place.all().iter();
        let due = places.any(|place| place.entered_from.is_some());
        assert!(!due, "the ground is still due");
        for seat in state.all() {
            const DULL: Flags = Flags::of(&[
                Flag::NoOpportunityAttacks,
                Flag::NoAttacks,
                Flag::NoActions,
                Flag::Helpless,
            ]);
            let quick = Capability::StrikesWhileFlatFooted;
            let quick = state.who(seat).capabilities.contains(&quick);
            let alert = state.book.opportunities
                && conditions::present(state, seat)
                && (quick || !conditions::has(state, seat, Flag::FlatFooted))
                && !conditions::has_any(state, seat, DULL);
            let left = if alert {
                opportunity::left(state, seat)
            } else {
                0
            };
            assert_eq!(state.opportunities[seat].0, left, "{seat:?}");
        }
        let mut costs = state.field.ground.clone();
        let dark = state.rules().policies.movement.poor_visibility.is_some();
        let lights = state.all().filter(|seat| {
            let has = |flag| conditions::has(state, *seat, flag);
            let lit = has(Flag::ShedsLight) && !has(Flag::Ethereal);
            dark && lit && state.area(*seat).is_some()
        });
        let lights: Vec<Area> = lights.filter_map(|seat| state.area(seat)).collect();
        assert_eq!(state.costs.lights, lights);
        for square in state.field.dimensions.squares() {
            let gloomy = state.kinds(square).any(|kind| kind.dark && kind.murk);
            if gloomy && dark && veils::is_lit(state, false, square) {
                let rules = &state.rules().policies.movement;
                costs.set_entry(square, ground::entry(state.kinds(square), true, rules));
            }
        }
        assert_eq!(state.costs.map, costs);
        let order = Order::of(state.all().zip(state.initiative.all()));
        assert_eq!(*state.order, order);
    });
}

/// Has the one whose turn it is light a torch, open or close a door or strike at a crate, if it can.
fn change_ground(battle: &mut Battle) -> bool {
    let names = ["light_torch", "open_door", "strike_object"];
    let ids: Vec<ActionId> = names
        .iter()
        .filter_map(|name| battle.rules().actions.id(name))
        .collect();
    for action in ids {
        let spots = battle.reachable(action).squares;
        let mut aims = vec![Aim::None];
        aims.extend(spots.iter().map(|(square, ..)| Aim::Along(vec![*square])));
        for aim in aims {
            let choice = Choice::Act {
                action,
                aim,
                mode: None,
                manner: Manner::default(),
            };
            if battle.check(&choice).is_ok() {
                battle.submit(choice).expect("checked before");
                return true;
            }
        }
    }
    false
}

/// Lays gloom and a crate upon the ground, and puts a hedge and a wall on borders.
fn upon(scene: &mut Scene) {
    let dims = scene.setup.dimensions;
    let at = |x, y| Square::new(x, y);
    let upper = [
        (at(1, 0), 1, "gloom"),
        (at(2, 1), 1, "crate"),
        (at(2, 1), 2, "gloom"),
    ];
    let upper = upper.into_iter().filter(|(at, ..)| dims.contains(*at));
    let upper = upper.map(|(at, layer, kind)| (at, layer, kind.to_owned()));
    scene.setup.upper = upper.collect();
    let borders = [(at(0, 0), at(0, 1), "wall"), (at(1, 1), at(2, 1), "hedge")];
    let borders = borders.into_iter().filter(|(_, b, _)| dims.contains(*b));
    let border =
        |(a, b, kind): (Square, Square, &str)| Some((Border::between(a, b)?, kind.to_owned()));
    scene.setup.borders = borders.filter_map(border).collect();
}

/// What has changed upon the ground is in the snapshot and in a saved battle, and is put back.
#[test]
fn what_lies_upon_the_ground_is_saved_and_put_back() {
    let rules = ruleset("classic_d20");
    let mut scene = Scene::new(Arc::clone(&rules), &["A.~.a", "B...b"]);
    upon(&mut scene);
    scene
        .setup
        .upper
        .push((Square::new(1, 0), 2, "door".to_owned()));
    let mut battle = scene.seeded(5);
    let before = battle.snapshot();
    let ways = |battle: &Battle| battle.read(|state| state.costs.map.clone());
    let (upper, first) = (battle.upper().clone(), ways(&battle));
    let action = battle.rules().actions.id("open_door").unwrap();
    let opens = Choice::Act {
        action,
        aim: Aim::Along(vec![Square::new(1, 0)]),
        mode: None,
        manner: Manner::default(),
    };
    battle.submit(opens).unwrap();
    play(&mut battle, 10);
    assert_ne!(*battle.upper(), upper);
    let (after, later) = (battle.snapshot(), ways(&battle));
    let mut content = (*catalogue()).clone();
    content.rulesets.push(rules);
    let text = serde_json::to_string(&SaveGame::of(&battle).unwrap()).unwrap();
    let saved: SaveGame = serde_json::from_str(&text).unwrap();
    let loaded = saved.load(&Arc::new(content)).unwrap();
    assert_eq!(
        (loaded.snapshot(), ways(&loaded)),
        (after.clone(), later.clone())
    );
    battle.restore(&before);
    assert_eq!((battle.upper(), ways(&battle)), (&upper, first));
    battle.restore(&after);
    assert_eq!((battle.snapshot(), ways(&battle)), (after, later));
    assert_eq!(battle.upper(), loaded.upper());
}

/// After every step of 2,000 random battles what the systems keep is what a derivation from
/// scratch gives.
#[test]
fn what_is_derived_is_never_behind() {
    const MAPS: [[&str; 2]; 7] = [
        ["A...a", "B.~.b"],
        ["Aa", ".."],
        ["A.#.a", "B~..b"],
        ["AB", "ab"],
        ["A%%%a", "B%%%b"],
        ["A+.=a", "B#.#b"],
        ["A=%+a", "B%%%b"],
    ];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = Catalogue::load(root).unwrap_or_else(|f| panic!("{}", f.pretty(false)));
    let systems = &content.rulesets;
    let (mut lit, mut altered) = (0, 0);
    for seed in 0..2_000 {
        let rules = systems[seed % systems.len()].clone();
        let scene = Scene::new(rules, &MAPS[seed % MAPS.len()]);
        let scene = scene.block('A', |block| block.traits.push("opportunist".to_owned()));
        let scene = scene.block('a', |block| {
            for weakening in [
                "ray_of_weakness",
                "clumsiness",
                "poison",
                "withering_touch",
                "web",
            ] {
                block.knows.insert(weakening.to_owned(), Uses::AtWill);
            }
        });
        let mut scene = scene;
        if seed % 2 == 1 {
            upon(&mut scene);
        }
        let mut battle = scene.seeded(seed as u64);
        battle.after_each_step = Some(compare);
        for choice in 0..12 {
            if (seed + choice) % 3 > 0 || !change_ground(&mut battle) {
                play(&mut battle, 1);
            }
            lit += usize::from(battle.read(|state| !state.costs.lights.is_empty()));
        }
        altered += usize::from(battle.read(|state| !state.field.altered.is_empty()));
    }
    // Only with these the ground costs anything but what it did at the beginning.
    assert!(lit > 100 && altered > 100, "{lit} {altered}");
}
