//! How fast battles are: an attack, snapshots, forecasts, a decision, whole skirmishes.
//!
//! `cargo bench --profile dist --no-default-features --bench skirmish`; the targets stand in `docs/performance.md`.

mod common;

use std::hint::black_box;
use std::sync::Arc;

use common::{SYSTEMS, battle, content, possible_attacks, resolve, rolled_attack, setup, warbands};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use opportunist::ai::{Computer, Profile, play_out};
use opportunist::combat::{Choice, Manner, Setup, SideId};
use opportunist::content::Catalogue;
use opportunist::grid::{Dimensions, Square};

/// Fighters and those with abilities of their own, from whom a player has most to choose.
const GIFTED: [&str; 6] = [
    "captain",
    "battle_mage",
    "hedge_wizard",
    "acolyte",
    "duellist",
    "archer",
];

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

/// Each is measured together with putting the battle back, as a player does that looks ahead, and without a log.
fn attacks(c: &mut Criterion, content: &Arc<Catalogue>) {
    let close = setup(content, 1, 0);
    for system in SYSTEMS {
        let mut battle = battle(content, system, &close, 1).scratch(1);
        let start = battle.snapshot();
        let attack = rolled_attack(&mut battle);
        let mut battle = battle.without_log();
        c.bench_function(&format!("attack tried and taken back/{system}"), |b| {
            b.iter(|| {
                resolve(&mut battle, &attack);
                battle.restore(&start);
            });
        });
        c.bench_function(&format!("put back alone/{system}"), |b| {
            b.iter(|| battle.restore(&start))
        });
    }
    let apart = setup(content, 4, 4);
    for system in SYSTEMS {
        let mut battle = battle(content, system, &apart, 1).scratch(1).without_log();
        let start = battle.snapshot();
        let walk = battle.rules().actions.id("move").expect("a plain move");
        let field = battle.reachable(walk);
        let mut far = field.squares.iter().filter(|(.., invites)| *invites == 0);
        let (square, ..) = far.next_back().copied().expect("somewhere to go");
        let way = battle.way(walk, square).expect("reachable");
        let walk = Choice::walk(walk, way);
        c.bench_function(&format!("walk tried and taken back/{system}"), |b| {
            b.iter(|| {
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
        let Some(attack) = possible_attacks(&mut battle).into_iter().next() else {
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
        let opened = battle(content, system, &setup, 1);
        c.bench_function(&format!("first decision of 4 against 4/{system}"), |b| {
            let mut player = Computer::new(&Profile::BALANCED, 1);
            b.iter(|| black_box(player.decide(&opened)));
        });
        let mut melee = battle(content, system, &setup, 1);
        play_out(&mut melee, &profiles, 1, 20);
        c.bench_function(
            &format!("decision in the melee of 4 against 4/{system}"),
            |b| {
                let mut player = Computer::new(&Profile::BALANCED, 1);
                b.iter(|| black_box(player.decide(&melee)));
            },
        );
        let start = battle(content, system, &setup, 1);
        let mut arena = start.scratch(1);
        let mut salt = 0;
        for (player, profiles) in [("balanced", profiles), ("fast", hurried)] {
            c.bench_function(
                &format!("whole skirmish of 4 against 4, {player}/{system}"),
                |b| {
                    b.iter_batched(
                        || {
                            salt += 1;
                            (salt, start.scratch(salt).snapshot())
                        },
                        |(salt, start)| {
                            arena.restore(&start);
                            black_box(play_out(&mut arena, &profiles, salt, 10_000))
                        },
                        BatchSize::PerIteration,
                    );
                },
            );
        }
    }
}

/// Six against six with everything that there is to choose from: what the computer player thinks about one
/// choice, at the opening and once swords are crossed.
fn decisions(c: &mut Criterion, content: &Arc<Catalogue>) {
    let setup = warbands(content, &GIFTED, 6, 8);
    let profiles = [Profile::BALANCED; 2];
    for system in SYSTEMS {
        for (when, choices) in [("at the opening", 0), ("in the melee", 30)] {
            let mut battle = battle(content, system, &setup, 1);
            play_out(&mut battle, &profiles, 1, choices);
            c.bench_function(&format!("decision of 6 against 6 {when}/{system}"), |b| {
                let mut player = Computer::new(&Profile::BALANCED, 1);
                b.iter(|| black_box(player.decide(&battle)));
            });
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
    decisions(c, &content);
}

criterion_group!(benches, all);
criterion_main!(benches);
