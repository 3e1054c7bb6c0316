//! How fast battles are: an attack, snapshots, forecasts, a decision, whole skirmishes.
//!
//! `cargo bench --profile dist --no-default-features --bench skirmish`; the targets stand in `docs/performance.md`.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use opportunist::ai::{Profile, decide, play_out};
use opportunist::combat::contract::setup::{
    AwareSetup, CombatantKind, CombatantSetup, Opening, Scars, SideSetup,
};
use opportunist::combat::{Battle, Choice, Manner, Request, Seat, Setup, SideId};
use opportunist::content::{Catalogue, Objective};
use opportunist::dice::Dice;
use opportunist::grid::{Dimensions, Square};
use opportunist::rules::{ActionDef, ActionId};

const SYSTEMS: [&str; 3] = ["classic_d20", "amorphous", "age_of_heroes"];

fn content() -> Arc<Catalogue> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Arc::new(Catalogue::load(root).unwrap_or_else(|findings| panic!("{findings:?}")))
}

/// Two warbands of this size on a plain field, `apart` squares from each other.
fn setup(content: &Catalogue, size: usize, apart: i16) -> Setup {
    // Medium folk only, so that the columns below have room for everybody.
    let folk = ["swordsman", "archer", "spearman", "goblin"];
    let known: Vec<&str> = folk
        .into_iter()
        .filter(|id| content.monsters.id(id).is_some())
        .collect();
    let names = content.monsters.names();
    let pick = |i: usize| -> String {
        known
            .get(i % known.len().max(1))
            .map_or_else(|| names[i % names.len()].clone(), |id| (*id).into())
    };
    let dimensions = Dimensions::new(24, 20);
    let side = |id: &str| SideSetup {
        id: id.into(),
        name: id.into(),
        deploy: None,
    };
    let combatants = (0..2 * size).map(|i| {
        let (side, rank) = (i / size, (i % size) as i16);
        let column = if side == 0 { 4 } else { 5 + apart };
        let back = 2 * (rank / 10) * if side == 0 { -1 } else { 1 };
        CombatantSetup {
            name: format!("{} {i}", pick(i)),
            side: SideId(side as u8),
            at: Some(Square::new(column + back, 2 * (rank % 10))),
            kind: CombatantKind::Monster {
                id: pick(i),
                overrides: BTreeMap::new(),
            },
            aware: AwareSetup::Aware,
            initiative: None,
            conditions: Vec::new(),
            hit_points: None,
            nonlethal: 0,
            scars: Scars::default(),
            has_acted: false,
            important: false,
            arrives: None,
        }
    });
    let plain = ["grass", "floor"]
        .into_iter()
        .find(|id| content.terrain.id(id).is_some());
    let plain = plain.map_or_else(|| content.terrain.names()[0].clone(), str::to_owned);
    Setup {
        dimensions,
        terrain: vec![plain; dimensions.len()],
        zones: BTreeMap::new(),
        sides: vec![side("west"), side("east")],
        combatants: combatants.collect(),
        objective: Objective::DefeatAll,
        opening: Opening::UnderWay,
    }
}

fn battle(content: &Arc<Catalogue>, system: &str, setup: &Setup, seed: u64) -> Battle {
    let rules = content
        .ruleset(system)
        .unwrap_or_else(|| panic!("no ruleset {system}"));
    Battle::new(
        Arc::clone(content),
        Arc::clone(rules),
        setup,
        Dice::seeded(seed),
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

/// The first action of the pending turn of this kind.
fn action(battle: &mut Battle, wanted: impl Fn(&ActionDef) -> bool) -> ActionId {
    let rules = Arc::clone(battle.rules());
    let found = rules.actions.iter().find(|(_, def)| wanted(def));
    found.map(|(id, _)| id).expect("every ruleset has it")
}

/// An attack by whoever has the turn that would be accepted now.
fn some_attack(battle: &mut Battle) -> Option<Choice> {
    let attack = action(battle, ActionDef::is_plain_attack);
    let (seat, seats) = (battle.acting()?, battle.setup().combatants.len() as u8);
    let forms = battle.view().combatants[seat.index()].forms.len() as u8;
    let pairs = (0..seats).flat_map(|target| (0..forms).map(move |form| (Seat(target), form)));
    let side = battle.side_of(seat);
    for (target, form) in pairs {
        let choice = Choice::act_at(attack, form, target);
        if battle.side_of(target) != side && battle.check(&choice).is_ok() {
            return Some(choice);
        }
    }
    None
}

fn attacks(c: &mut Criterion, content: &Arc<Catalogue>) {
    let setup = setup(content, 1, 0);
    for system in SYSTEMS {
        let mut battle = battle(content, system, &setup, 1).scratch(1);
        let Some(attack) = some_attack(&mut battle) else {
            continue;
        };
        let start = battle.snapshot();
        // With the answers of the defender, where the system asks for one.
        let resolve = |battle: &mut Battle| {
            battle.submit(attack.clone()).expect("checked above");
            while let Some(Request::Defence { options, .. }) = battle.request() {
                let choice = Choice::Defend(options[options.len() - 1]);
                battle.submit(choice).expect("offered");
            }
        };
        c.bench_function(&format!("attack resolved, put back/{system}"), |b| {
            b.iter(|| {
                resolve(&mut battle);
                battle.restore(&start);
            });
        });
        c.bench_function(&format!("put back alone/{system}"), |b| {
            b.iter(|| battle.restore(&start))
        });
    }
}

fn snapshots(c: &mut Criterion, content: &Arc<Catalogue>) {
    let mut battle = battle(content, "classic_d20", &setup(content, 10, 10), 1).scratch(1);
    let snapshot = battle.snapshot();
    c.bench_function("snapshot of 20", |b| {
        b.iter(|| black_box(battle.snapshot()))
    });
    c.bench_function("restore of 20", |b| b.iter(|| battle.restore(&snapshot)));
    c.bench_function("digest of 20", |b| b.iter(|| black_box(battle.digest())));
    c.bench_function("view of 20", |b| b.iter(|| black_box(battle.view())));
}

/// What the screen asks when the pointer comes over a square and over an enemy.
fn hover(c: &mut Criterion, content: &Arc<Catalogue>) {
    for system in SYSTEMS {
        let mut battle = battle(content, system, &setup(content, 4, 0), 1);
        let walk = battle.rules().actions.id("move").expect("a plain move");
        let field = battle.reachable(walk);
        let Some((square, ..)) = field.squares.last().copied() else {
            continue;
        };
        c.bench_function(&format!("hover over a square/{system}"), |b| {
            b.iter(|| {
                let way = battle.way(walk, square).expect("reachable");
                black_box(battle.forecast(&Choice::walk(walk, way)))
            });
        });
        c.bench_function(&format!("reachable squares/{system}"), |b| {
            b.iter(|| black_box(battle.reachable(walk)));
        });
        let Some(attack) = some_attack(&mut battle) else {
            continue;
        };
        c.bench_function(&format!("hover over an enemy/{system}"), |b| {
            b.iter(|| black_box(battle.forecast(&attack)));
        });
        let (manner, seat) = (Manner::default(), battle.acting().expect("a turn"));
        let Choice::Act {
            aim,
            form: Some(form),
            ..
        } = attack
        else {
            continue;
        };
        let opportunist::combat::Aim::At(target) = aim else {
            continue;
        };
        black_box(manner);
        c.bench_function(&format!("attack odds/{system}"), |b| {
            b.iter(|| black_box(battle.attack_odds(seat, form, target, None)));
        });
    }
}

fn skirmishes(c: &mut Criterion, content: &Arc<Catalogue>) {
    let setup = setup(content, 4, 8);
    let profiles = [Profile::BALANCED; 2];
    let hurried = [Profile::FAST; 2];
    for system in SYSTEMS {
        let mut opened = battle(content, system, &setup, 1);
        c.bench_function(&format!("first decision of 4 against 4/{system}"), |b| {
            b.iter(|| black_box(decide(&mut opened, &Profile::BALANCED, 1)));
        });
        let mut melee = battle(content, system, &setup, 1);
        play_out(&mut melee, &profiles, 1, 20);
        c.bench_function(
            &format!("decision in the melee of 4 against 4/{system}"),
            |b| {
                b.iter(|| black_box(decide(&mut melee, &Profile::BALANCED, 1)));
            },
        );
        let start = battle(content, system, &setup, 1).scratch(1).snapshot();
        let mut arena = battle(content, system, &setup, 1).scratch(1);
        let mut salt = 0;
        for (player, profiles) in [("balanced", profiles), ("fast", hurried)] {
            c.bench_function(
                &format!("whole skirmish of 4 against 4, {player}/{system}"),
                |b| {
                    b.iter_batched(
                        || {
                            salt += 1;
                            salt
                        },
                        |salt| {
                            arena.restore(&start);
                            arena.reseed(salt);
                            black_box(play_out(&mut arena, &profiles, salt, 10_000))
                        },
                        BatchSize::PerIteration,
                    );
                },
            );
        }
    }
}

fn all(c: &mut Criterion) {
    let content = content();
    attacks(c, &content);
    snapshots(c, &content);
    hover(c, &content);
    skirmishes(c, &content);
}

criterion_group!(benches, all);
criterion_main!(benches);
