//! `sim`: the computer against itself, many times.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Instant;

use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;

use super::arguments::Sim;
use super::out::say;
use super::{Stop, computers, level, ruleset, with_options, without};
use crate::ai::{self, Profile};
use crate::combat::contract::EndReason;
use crate::combat::{Battle, Setup};
use crate::content::{Catalogue, LevelDef};
use crate::dice::Dice;
use crate::rules::Ruleset;
use crate::terminal;

/// One battle's outcome, a line of `--json`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fought {
    seed: u64,
    /// Side by id; `null` for a draw.
    pub winner: Option<String>,
    pub reason: EndReason,
    pub rounds: u16,
    pub figures: ai::Figures,
}

/// Battles of the computer against itself, on several threads.
pub(super) struct Series {
    /// Each time.
    battles: u64,
    pool: rayon::ThreadPool,
    bar: ProgressBar,
}

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Sim) -> Result<(), Stop> {
    let (_, level) = level(catalogue, &asked.level)?;
    let rules = ruleset(catalogue, &asked.rules)?;
    let level = &with_options(level, &rules, &asked.options)?;
    let minds = computers(level, &asked.players, "sim")?;
    let series = Series::new(asked.battles, 1, asked.jobs, asked.json)?;
    let began = Instant::now();
    let fought = series.play(catalogue, &rules, level, &minds, asked.seed)?;
    drop(series);
    if asked.json {
        for battle in &fought {
            let line = serde_json::to_string(battle).map_err(|e| Stop::found(e.to_string()))?;
            say!("{line}");
        }
    } else {
        let without = without(&rules, level.attacks_of_opportunity);
        let title = format!("{} under {}{without}", level.name, rules.policies.name);
        summary(&title, level, &fought, began.elapsed().as_secs_f64());
    }
    Ok(())
}

impl Series {
    /// So many battles each of so many times; a progress bar on a terminal, unless `quiet`.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(battles: u32, times: usize, jobs: Option<usize>, quiet: bool) -> Result<Self, Stop> {
        let battles = u64::from(battles);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs.unwrap_or(0))
            .build()
            .map_err(|e| Stop::unreadable(e.to_string()))?;
        Ok(Self {
            battles,
            pool,
            bar: bar(battles * times as u64, quiet),
        })
    }

    /// Plays the battles once, in the order of their seeds: number n has `seed` + n.
    ///
    /// # Errors
    /// When a battle cannot begin or go on.
    pub fn play(
        &self,
        catalogue: &Arc<Catalogue>,
        rules: &Arc<Ruleset>,
        level: &LevelDef,
        minds: &[Profile],
        seed: u64,
    ) -> Result<Vec<Fought>, Stop> {
        let fought: Result<Vec<Fought>, String> = self.pool.install(|| {
            (0..self.battles)
                .into_par_iter()
                .progress_with(self.bar.clone())
                .map(|n| fight(catalogue, rules, level, minds, seed.wrapping_add(n)))
                .collect()
        });
        fought.map_err(Stop::found)
    }
}

/// Fewest, median and most rounds, if there was a battle.
pub(super) fn rounds(fought: &[Fought]) -> Option<[u16; 3]> {
    let mut rounds: Vec<u16> = fought.iter().map(|f| f.rounds).collect();
    rounds.sort_unstable();
    Some([*rounds.first()?, rounds[rounds.len() / 2], *rounds.last()?])
}

fn bar(battles: u64, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {eta} left");
    ProgressBar::new(battles).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn fight(
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
    level: &LevelDef,
    minds: &[Profile],
    seed: u64,
) -> Result<Fought, String> {
    let setup = Setup::from_level(level);
    let mut battle = Battle::new(catalogue.clone(), rules.clone(), &setup, Dice::seeded(seed))
        .map_err(|e| e.to_string())?;
    let outcome = terminal::play_to_the_end(&mut battle, minds, seed)?;
    let winner = outcome
        .winner
        .and_then(|side| level.sides.get(side.index()));
    Ok(Fought {
        seed,
        winner: winner.map(|side| side.id.clone()),
        reason: outcome.reason,
        rounds: battle.view().rounds(),
        figures: ai::Figures::of_battle(&battle),
    })
}

fn summary(title: &str, level: &LevelDef, fought: &[Fought], seconds: f64) {
    let count = fought.len().max(1) as f64;
    say!("{title}: {} battles", fought.len());
    for side in &level.sides {
        let wins = fought
            .iter()
            .filter(|f| f.winner.as_ref() == Some(&side.id))
            .count();
        say!(
            "  {:<20} won {wins} ({:.1}%)",
            side.name,
            100.0 * wins as f64 / count
        );
    }
    let draws = fought.iter().filter(|f| f.winner.is_none()).count();
    say!(
        "  {:<20} {draws} ({:.1}%)",
        "draws",
        100.0 * draws as f64 / count
    );
    if let Some([least, median, most]) = rounds(fought) {
        say!("  rounds: {least} to {most}, median {median}");
    }
    say!(
        "  {:.2} s, {:.2} ms a battle",
        seconds,
        1000.0 * seconds / count
    );
}
