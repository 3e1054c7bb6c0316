//! Fuzzing: files with mistakes of every kind, which the program has to answer with findings and never
//! with a panic, a hang or a gigabyte of memory.
//!
//! An input is one of the project's own files with some edits: see [`edit`]. [`eat`] reads it as the
//! program does and plays what can be played. Every file of `tests/fuzz/corpus` once went wrong and
//! is tried first. `make fuzz MINUTES=5` tries new inputs for so long.

mod eat;
mod edit;
#[path = "../program/processor.rs"]
mod processor;
mod seeds;
mod watchdog;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use rayon::prelude::*;

use eat::{Kind, Table};
use edit::Edit;
use seeds::Seed;

/// Inputs of one batch; a batch has random numbers of its own.
const BATCH: u32 = 500;

/// Batches of `make test`: about a minute of a processor in the profile `proof`.
const BATCHES: u64 = 24;

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|why| panic!("{variable} is \"{text}\": {why}")))
}

#[test]
fn the_corpus_is_read() {
    let table = Table::laid();
    let files = seeds::files(&project().join("tests/fuzz/corpus"));
    assert!(!files.is_empty(), "the corpus is empty");
    let read = |file: &PathBuf| {
        let text = std::fs::read(file).expect("a file of the corpus");
        let kind = Kind::of(file);
        let why = match kind {
            Kind::House => eat::house(file.parent().expect("a folder")).err()?,
            Kind::Content | Kind::Rules(..) | Kind::Scenario(_) | Kind::Save => {
                table.eat(kind, &text).err()?
            }
        };
        Some(format!("{}: {why}", file.display()))
    };
    let failed: Vec<String> = files.par_iter().filter_map(read).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn random_edits_are_answered() {
    let seeds = seeds::all();
    let table = Table::laid();
    let from = number("OPPORTUNIST_FUZZ_SEED").unwrap_or(1);
    let minutes = number("OPPORTUNIST_FUZZ_MINUTES");
    let end = minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let at_once = rayon::current_num_threads() as u64;
    let (mut batches, mut failures) = (0, Vec::new());
    while end.map_or(batches < BATCHES, |end| Instant::now() < end) && failures.is_empty() {
        let next = from + batches..from + batches + at_once;
        let batch = |number| try_batch(number, &seeds, &table);
        failures = next.into_par_iter().filter_map(batch).collect();
        batches += at_once;
        if minutes.is_some() && (batches / at_once).is_multiple_of(100) {
            eprintln!("{} inputs so far", batches * u64::from(BATCH));
        }
    }
    let inputs = batches * u64::from(BATCH);
    eprintln!(
        "{inputs} inputs, {} MB at most",
        watchdog::most_memory() >> 20
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(
        watchdog::most_memory() < 1 << 30,
        "more than 1 GB of memory"
    );
}

/// Tries the inputs of a batch; returns the smallest that fails, which is written to `target/fuzz`.
fn try_batch(number: u64, seeds: &[Seed], table: &Table) -> Option<String> {
    let config = Config {
        cases: BATCH,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    };
    let mut random = [0; 32];
    random[..8].copy_from_slice(&number.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &random);
    let mut runner = TestRunner::new_with_rng(config, random);
    let inputs = (0..seeds.len(), Edit::some());
    let tried = runner.run(&inputs, |(seed, edits)| {
        let seed = &seeds[seed];
        let text = edit::edited(&seed.text, &edits);
        table.eat(seed.kind, &text).map_err(TestCaseError::fail)
    });
    let (why, seed, edits) = match tried {
        Ok(()) => return None,
        Err(TestError::Fail(why, (seed, edits))) => (why, &seeds[seed], edits),
        Err(TestError::Abort(why)) => return Some(format!("batch {number}: {why}")),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("fuzz");
    let name = format!("{}-{number}-{}", seed.kind.name(), seed.name);
    let place = folder.join(name);
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&place, edit::edited(&seed.text, &edits)));
    let place = match written {
        Ok(()) => place.display().to_string(),
        Err(why) => why.to_string(),
    };
    Some(format!("{place}: {why}\n  {edits:?}"))
}
