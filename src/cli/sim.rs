//! `sim`: the computer against itself, many times.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;

use super::arguments::Sim;
use super::out::{self, say};
use super::{Stop, computers, interrupt, level, ruleset, with_options, without};
use crate::ai::{self, Profile};
use crate::combat::contract::EndReason;
use crate::combat::{Battle, Setup};
use crate::content::{Catalogue, LevelDef};
use crate::dice::Dice;
use crate::rules::{Ruleset, counted};
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
    interrupt::listen();
    let began = Instant::now();
    let mut fought = Vec::new();
    let mut played: u32 = 0;
    let mut failed = None;
    let bout = Bout {
        catalogue,
        rules: &rules,
        level,
        minds: &minds,
        seed: asked.seed,
    };
    series.each(bout, |battle| {
        played += 1;
        match asked.json.then(|| serde_json::to_string(&battle)) {
            Some(Ok(line)) => say!("{line}"),
            Some(Err(why)) => failed = Some(Stop::found(why.to_string())),
            None => fought.push(battle),
        }
        match asked.json && (out::is_closed() || failed.is_some()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    drop(series);
    if let Some(failed) = failed {
        return Err(failed);
    }
    if !asked.json {
        let without = without(&rules, level.attacks_of_opportunity);
        let title = format!("{} under {}{without}", level.name, rules.policies.name);
        summary(&title, level, &fought, began.elapsed().as_secs_f64());
    }
    if played < asked.battles && !out::is_closed() {
        let all = asked.battles;
        let message = format!("stopped after {played} of {all} battles");
        return Err(interrupt::stop(message));
    }
    Ok(())
}

/// The battles of a series.
#[derive(Clone, Copy)]
pub(super) struct Bout<'a> {
    pub catalogue: &'a Arc<Catalogue>,
    pub rules: &'a Arc<Ruleset>,
    pub level: &'a LevelDef,
    /// Players by side.
    pub minds: &'a [Profile],
    /// Seed of the first battle; battle number n has `seed` + n.
    pub seed: u64,
}

impl Series {
    /// So many battles each of so many times; a progress bar on a terminal, unless `quiet`.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(battles: u32, times: usize, jobs: Option<u16>, quiet: bool) -> Result<Self, Stop> {
        let battles = u64::from(battles);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs.map_or(0, usize::from))
            .build()
            .map_err(|e| Stop::unreadable(e.to_string()))?;
        Ok(Self {
            battles,
            pool,
            bar: bar(battles * times as u64, quiet),
        })
    }

    /// Plays the battles once and returns them in the order of their seeds.
    ///
    /// # Errors
    /// When a battle cannot begin or go on.
    pub fn play(&self, bout: Bout) -> Result<Vec<Fought>, Stop> {
        let mut fought = Vec::new();
        self.each(bout, |battle| {
            fought.push(battle);
            ControlFlow::Continue(())
        })?;
        Ok(fought)
    }

    /// Plays the battles once and hands them over as they end, in the order of their seeds. Ends early
    /// when the command was asked to end, or when `hand_over` breaks off.
    ///
    /// # Errors
    /// When a battle cannot begin or go on.
    pub fn each(
        &self,
        bout: Bout,
        mut hand_over: impl FnMut(Fought) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (sender, receiver) = mpsc::channel();
        let play = |sender: &mut Sender<_>, n: u64| {
            let fought = fight(bout, n);
            // Nobody receives any more after a battle that failed.
            sender.send((n, fought)).map_err(drop)
        };
        let played: Result<(), String> = thread::scope(|scope| {
            scope.spawn(|| {
                let numbers = (0..self.battles).take_while(|_| !interrupt::is_asked());
                let all = || numbers.par_bridge().try_for_each_with(sender, play);
                self.pool.install(all)
            });
            let mut early = BTreeMap::new();
            let mut next = 0;
            for (n, fought) in receiver {
                early.insert(n, fought);
                while let Some(fought) = early.remove(&next) {
                    let Some(fought) = fought? else {
                        return Ok(());
                    };
                    if hand_over(fought).is_break() {
                        return Ok(());
                    }
                    self.bar.inc(1);
                    next += 1;
                }
            }
            Ok(())
        });
        played.map_err(Stop::found)
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

/// Plays battle number `n`; `None` if the command was asked to end before the battle was over.
fn fight(bout: Bout, n: u64) -> Result<Option<Fought>, String> {
    let (level, seed) = (bout.level, bout.seed.wrapping_add(n));
    let (catalogue, rules) = (Arc::clone(bout.catalogue), Arc::clone(bout.rules));
    let setup = Setup::from_level(level);
    let mut battle =
        Battle::new(catalogue, rules, &setup, Dice::seeded(seed)).map_err(|e| e.to_string())?;
    let goes_on = || !interrupt::is_asked();
    let Some(outcome) = terminal::play_while(&goes_on, &mut battle, bout.minds, seed)? else {
        return Ok(None);
    };
    let winner = outcome
        .winner
        .and_then(|side| level.sides.get(side.index()));
    Ok(Some(Fought {
        seed,
        winner: winner.map(|side| side.id.clone()),
        reason: outcome.reason,
        rounds: battle.view().rounds(),
        figures: ai::Figures::of_battle(&battle),
    }))
}

fn summary(title: &str, level: &LevelDef, fought: &[Fought], seconds: f64) {
    let count = fought.len().max(1) as f64;
    say!("{title}: {}", counted(fought.len(), "battle"));
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
