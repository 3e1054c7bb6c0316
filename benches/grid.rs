//! How long the geometry takes: movement, threatened squares, cover.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use opportunist::grid::{
    Area, Cost, CostMap, DiagonalParity, Diagonals, Dimensions, EntryCost, Footprint, PathSearch,
    Reach, ReachMetric, Square, SquareSet, any_line, corner_lines, reached_squares,
};

const DIMS: Dimensions = Dimensions::new(64, 64);

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

criterion_group!(benches, reachable, threat, sight);
criterion_main!(benches);
