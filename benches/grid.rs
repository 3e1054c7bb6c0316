//! How long the geometry takes: movement, threatened squares, sets of squares, cover.
//!
//! `cargo bench --profile dist --no-default-features --bench grid`; targets: `docs/performance.md`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use opportunist::grid::{
    Area, Cost, CostMap, DiagonalParity, Diagonals, Dimensions, EntryCost, Footprint, PathSearch,
    Reach, ReachMetric, Square, SquareSet, any_line, corner_lines, reached_squares,
};

const DIMS: Dimensions = Dimensions::new(64, 64);
const WIDE: Dimensions = Dimensions::new(128, 128);

fn at(x: i16, y: i16) -> Area {
    Area::single(Square::new(x, y))
}

fn reachable(c: &mut Criterion) {
    let mut search = PathSearch::new();
    let even = DiagonalParity::Even;
    let speed = Cost::squares(6);
    let alternate = CostMap::with_entry(DIMS, EntryCost::open(Diagonals::AlternateOneTwo));
    let equal = CostMap::with_entry(DIMS, EntryCost::open(Diagonals::Equal));
    let surcharge = vec![1u8; DIMS.len()];
    let ogre = Area::new(Square::new(30, 30), Footprint::square(2));
    let mut group = c.benchmark_group("reachable");
    group.bench_function("speed6_64x64", |b| {
        b.iter(|| {
            search
                .reachable(black_box(&alternate), at(30, 30), speed, even, None)
                .len()
        });
    });
    group.bench_function("speed6_64x64_equal", |b| {
        b.iter(|| {
            search
                .reachable(black_box(&equal), at(30, 30), speed, even, None)
                .len()
        });
    });
    group.bench_function("speed6_64x64_large", |b| {
        b.iter(|| {
            search
                .reachable(black_box(&alternate), ogre, speed, even, None)
                .len()
        });
    });
    group.bench_function("speed6_64x64_surcharge", |b| {
        let map = black_box(&alternate);
        b.iter(|| {
            search
                .reachable(map, at(30, 30), speed, even, Some(&surcharge))
                .len()
        });
    });
    group.bench_function("safest_speed6_64x64", |b| {
        let map = black_box(&alternate);
        b.iter(|| {
            search
                .safest(map, at(30, 30), speed, even, Some(&surcharge))
                .len()
        });
    });
    let wide = CostMap::with_entry(WIDE, EntryCost::open(Diagonals::AlternateOneTwo));
    for squares in [6, 12] {
        group.bench_function(format!("speed{squares}_128x128"), |b| {
            let budget = Cost::squares(squares);
            b.iter(|| {
                search
                    .reachable(black_box(&wide), at(60, 60), budget, even, None)
                    .len()
            });
        });
    }
    group.bench_function("anchors_of_speed6_128x128", |b| {
        search.reachable(&wide, at(60, 60), speed, even, None);
        b.iter(|| black_box(&search).found().anchors());
    });
    let huge = Dimensions::new(256, 256);
    let huge = CostMap::with_entry(huge, EntryCost::open(Diagonals::AlternateOneTwo));
    group.bench_function("everything_256x256", |b| {
        let far = Cost::squares(1000);
        b.iter(|| {
            search
                .reachable(black_box(&huge), at(30, 30), far, even, None)
                .len()
        });
    });
    group.finish();
}

fn threat(c: &mut Criterion) {
    let metric = ReachMetric::AlternateButTwoDiagonal;
    let mut sets = vec![SquareSet::new(DIMS); 20];
    let mut all = SquareSet::new(DIMS);
    for (i, set) in sets.iter_mut().enumerate() {
        let (x, y) = (3 * i as i16, 20 + (i % 3) as i16);
        reached_squares(at(x, y), Reach::ADJACENT, metric, DIMS, set);
    }
    let mut group = c.benchmark_group("threat");
    group.bench_function("one_reach1", |b| {
        b.iter(|| {
            reached_squares(
                black_box(at(9, 9)),
                Reach::ADJACENT,
                metric,
                DIMS,
                &mut sets[7],
            )
        });
    });
    group.bench_function("one_large_reach2", |b| {
        let ogre = Area::new(Square::new(9, 9), Footprint::square(2));
        b.iter(|| {
            reached_squares(
                black_box(ogre),
                Reach::new(1, 2),
                metric,
                DIMS,
                &mut sets[7],
            )
        });
    });
    group.bench_function("refresh_one_of_20", |b| {
        b.iter(|| {
            reached_squares(
                black_box(at(9, 9)),
                Reach::ADJACENT,
                metric,
                DIMS,
                &mut sets[7],
            );
            all.clear();
            for set in &sets {
                all.union(set);
            }
            all.contains(Square::new(8, 8))
        });
    });
    group.finish();
}

/// Everybody's threatened squares on a wide map, and all of them together: to be linear in their
/// number.
fn threat_of_many(c: &mut Criterion) {
    let metric = ReachMetric::AlternateButTwoDiagonal;
    let mut group = c.benchmark_group("threat_128x128");
    for count in [20, 50, 100, 200] {
        let mut sets = vec![SquareSet::new(WIDE); count];
        let mut all = SquareSet::new(WIDE);
        let place = |i: usize| at((i % 40 * 3) as i16, (i / 40 * 9 + i % 3) as i16);
        group.bench_function(format!("refresh_all_of_{count}"), |b| {
            b.iter(|| {
                for (i, set) in sets.iter_mut().enumerate() {
                    reached_squares(black_box(place(i)), Reach::ADJACENT, metric, WIDE, set);
                }
            });
        });
        group.bench_function(format!("union_of_{count}"), |b| {
            b.iter(|| {
                all.clear();
                for set in black_box(&sets) {
                    all.union(set);
                }
            });
        });
        group.bench_function(format!("who_threatens_of_{count}"), |b| {
            let square = Square::new(30, 5);
            b.iter(|| {
                let sets = black_box(&sets).iter();
                sets.filter(|set| set.contains(square)).count()
            });
        });
        group.bench_function(format!("occupied_of_{count}"), |b| {
            b.iter(|| {
                all.clear();
                for i in 0..count {
                    all.insert_area(black_box(place(i)));
                }
            });
        });
    }
    group.finish();
}

fn sets(c: &mut Criterion) {
    let some = |every: i16| WIDE.squares().filter(move |s| (s.x + s.y) % every == 0);
    let (thirds, fifths) = (some(3), some(5));
    let thirds = SquareSet::from_squares(WIDE, thirds);
    let fifths = SquareSet::from_squares(WIDE, fifths);
    let mut group = c.benchmark_group("set_128x128");
    group.bench_function("intersect_and_count", |b| {
        let mut both = thirds.clone();
        b.iter(|| {
            both.clone_from(black_box(&thirds));
            both.intersect(black_box(&fifths));
            both.count()
        });
    });
    group.bench_function("iterate_over_3277", |b| {
        b.iter(|| {
            let squares = black_box(&fifths).iter();
            squares.map(|s| i32::from(s.x)).sum::<i32>()
        });
    });
    group.bench_function("any_in_9x9", |b| {
        let none = SquareSet::new(WIDE);
        b.iter(|| black_box(&none).any_in(60, 60, 68, 68));
    });
    group.finish();
}

fn sight(c: &mut Criterion) {
    let walls = DIMS.squares().filter(|s| s.x % 5 == 2 && s.y % 3 == 1);
    let walls = SquareSet::from_squares(DIMS, walls);
    let (attacker, target) = (at(10, 10), at(20, 14));
    let mut group = c.benchmark_group("sight");
    group.bench_function("corner_lines", |b| {
        b.iter(|| corner_lines(black_box(attacker), target, &walls));
    });
    group.bench_function("corner_lines_clear", |b| {
        let none = SquareSet::new(DIMS);
        b.iter(|| corner_lines(black_box(attacker), target, &none));
    });
    group.bench_function("any_line", |b| {
        b.iter(|| any_line(black_box(attacker), target, &walls));
    });
    group.finish();
}

criterion_group!(benches, reachable, threat, threat_of_many, sets, sight);
criterion_main!(benches);
