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
use opportunist::combat::{Battle, Choice, Event, EventKind, Manner, Request, Seat, Setup, SideId};
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

/// So many combatants in two blocks on 128 x 128 squares.
fn crowd(content: &Catalogue, combatants: usize) -> Setup {
    let mut setup = setup(content, combatants / 2, 0);
    setup.dimensions = Dimensions::new(128, 128);
    setup.terrain = vec![setup.terrain[0].clone(); setup.dimensions.len()];
    for (i, one) in setup.combatants.iter_mut().enumerate() {
        let rank = (i % (combatants / 2)) as i16;
        let column = if one.side == SideId(0) { 40 } else { 80 };
        one.at = Some(Square::new(column + 2 * (rank / 50), 2 * (rank % 50)));
    }
    setup
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

/// The attacks that the combatant with the turn could make now.
fn possible_attacks(battle: &mut Battle) -> Vec<Choice> {
    let attack = action(battle, ActionDef::is_plain_attack);
    let Some(seat) = battle.acting() else {
        return Vec::new();
    };
    let seats = battle.setup().combatants.len() as u8;
    let modes = battle.view().combatants[seat.index()].modes.len() as u8;
    let pairs = (0..seats).flat_map(|target| (0..modes).map(move |mode| (Seat(target), mode)));
    let side = battle.side_of(seat);
    let choices = pairs
        .filter(|(target, _)| battle.side_of(*target) != side)
        .map(|(target, mode)| Choice::act_at(attack, mode, target));
    choices
        .filter(|choice| battle.check(choice).is_ok())
        .collect()
}

fn some_attack(battle: &mut Battle) -> Option<Choice> {
    possible_attacks(battle).into_iter().next()
}

/// Makes a choice; the defender defends as it can where the system asks for it, and nobody else
/// answers anything.
fn resolve(battle: &mut Battle, choice: &Choice) {
    battle.submit(choice.clone()).expect("checked before");
    loop {
        let choice = match battle.request() {
            Some(Request::Defence { options, .. }) => Choice::Defend(options[options.len() - 1]),
            Some(Request::Turn { .. }) | None => return,
            Some(_) => Choice::Decline,
        };
        battle.submit(choice).expect("offered");
    }
}

/// Each is measured together with putting the battle back, as a player does that looks ahead.
fn attacks(c: &mut Criterion, content: &Arc<Catalogue>) {
    let close = setup(content, 1, 0);
    for system in SYSTEMS {
        let mut battle = battle(content, system, &close, 1).scratch(1);
        let mut start = battle.snapshot();
        let attack = possible_attacks(&mut battle).into_iter().find(|choice| {
            resolve(&mut battle, choice);
            let rolled = |event: &Event| matches!(event.kind, EventKind::AttackRolled { .. });
            let made = battle.events().iter().any(rolled);
            let over = matches!(battle.request(), Some(Request::Turn { .. }));
            battle.restore(&start);
            made && over
        });
        let attack = attack.unwrap_or_else(|| panic!("no attack under {system}"));
        c.bench_function(&format!("attack resolved, put back/{system}"), |b| {
            b.iter(|| {
                resolve(&mut battle, &attack);
                battle.restore(&start);
            });
        });
        c.bench_function(&format!("put back alone/{system}"), |b| {
            b.iter(|| battle.restore(&start))
        });
        c.bench_function(&format!("attack tried and taken back/{system}"), |b| {
            b.iter(|| {
                battle.snapshot_into(&mut start);
                resolve(&mut battle, &attack);
                battle.restore(&start);
            });
        });
    }
    let apart = setup(content, 4, 4);
    for system in SYSTEMS {
        let mut battle = battle(content, system, &apart, 1).scratch(1);
        let mut start = battle.snapshot();
        let walk = battle.rules().actions.id("move").expect("a plain move");
        let field = battle.reachable(walk);
        let mut far = field.squares.iter().filter(|(.., invites)| *invites == 0);
        let (square, ..) = far.next_back().copied().expect("somewhere to go");
        let way = battle.way(walk, square).expect("reachable");
        let walk = Choice::walk(walk, way);
        c.bench_function(&format!("walk tried and taken back/{system}"), |b| {
            b.iter(|| {
                battle.snapshot_into(&mut start);
                battle.submit(walk.clone()).expect("possible");
                battle.restore(&start);
            });
        });
    }
}

fn snapshots(c: &mut Criterion, content: &Arc<Catalogue>) {
    let mut battle = battle(content, "classic_d20", &setup(content, 10, 10), 1).scratch(1);
    let snapshot = battle.snapshot();
    c.bench_function("snapshot of 20", |b| {
        b.iter(|| black_box(battle.snapshot()))
    });
    let mut again = battle.snapshot();
    c.bench_function("snapshot of 20 into an earlier one", |b| {
        b.iter(|| battle.snapshot_into(&mut again))
    });
    c.bench_function("restore of 20", |b| b.iter(|| battle.restore(&snapshot)));
    c.bench_function("digest of 20", |b| b.iter(|| black_box(battle.digest())));
    c.bench_function("view of 20", |b| b.iter(|| black_box(battle.view())));
}

/// How a step, and what is derived after it, grows with the number of combatants.
fn crowds(c: &mut Criterion, content: &Arc<Catalogue>) {
    for combatants in [20, 50, 100, 200] {
        let setup = crowd(content, combatants);
        let mut battle = battle(content, "classic_d20", &setup, 1).scratch(1);
        let start = battle.snapshot();
        let walk = battle.rules().actions.id("move").expect("a plain move");
        let (square, ..) = battle.reachable(walk).squares[0];
        let walk = Choice::walk(walk, battle.way(walk, square).expect("reachable"));
        c.bench_function(
            &format!("one of {combatants} goes a square, put back"),
            |b| {
                b.iter(|| {
                    battle.submit(walk.clone()).expect("possible");
                    battle.restore(&start);
                });
            },
        );
    }
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
            mode: Some(mode),
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
            b.iter(|| black_box(battle.attack_odds(seat, mode, target, None)));
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
    crowds(c, &content);
    hover(c, &content);
    skirmishes(c, &content);
}

criterion_group!(benches, all);
criterion_main!(benches);
