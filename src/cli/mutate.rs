//! `verify --mutate`: which changes of a ruleset its scenarios do not notice.

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::panic;
use std::path::Path;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::arguments::Verify;
use super::out::say;
use super::verify::{mentions, nothing_played, ruleless, system_ids};
use super::{Stop, ruleset};
use crate::content::Catalogue;
use crate::rules::{Ruleset, counted};
use crate::scenario::{
    Change, Explanation, Report, Sample, Scenario, ScenarioFile, all_changes, collect, hunt,
    mutants,
};

/// The scenarios of one ruleset, each with its place.
type Proofs<'a> = Vec<(&'a Scenario, String)>;

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Verify) -> Result<(), Stop> {
    let paths = collect(&asked.paths).map_err(Stop::unreadable)?;
    let files: Result<Vec<_>, _> = paths.iter().map(|path| ScenarioFile::read(path)).collect();
    let files = files.map_err(Stop::found)?;
    if let Some(name) = &asked.rules {
        ruleset(catalogue, name)?;
    }
    let mut clean = true;
    for (id, proofs) in by_ruleset(&files, catalogue, asked)? {
        let rules = &ruleset(catalogue, &id)?;
        all_hold(&proofs, catalogue, rules)?;
        let folders: BTreeSet<&Path> = (files.iter())
            .filter(|file| asked.rules.is_some() || belongs(file, &id, catalogue))
            .filter_map(|file| file.path.parent())
            .collect();
        let read: Result<Vec<_>, _> = folders.into_iter().map(Explanation::of_folder).collect();
        let explanations: Vec<Explanation> =
            read.map_err(Stop::found)?.into_iter().flatten().collect();
        clean &= one_ruleset(catalogue, rules, &proofs, &explanations, asked)?;
    }
    match clean {
        true => Ok(()),
        false => Err(Stop::found("")),
    }
}

/// Whether any scenario of a file is about this ruleset.
fn belongs(file: &ScenarioFile, id: &str, catalogue: &Catalogue) -> bool {
    let known = system_ids(catalogue);
    let mut scenarios = file.scenarios.iter();
    scenarios.any(|scenario| file.ruleset(scenario, &known) == Some(id))
}

/// The scenarios that are asked for, by their rulesets.
fn by_ruleset<'a>(
    files: &'a [ScenarioFile],
    catalogue: &Catalogue,
    asked: &Verify,
) -> Result<BTreeMap<String, Proofs<'a>>, Stop> {
    let known = system_ids(catalogue);
    let mut found: BTreeMap<String, Proofs> = BTreeMap::new();
    for file in files {
        for (i, scenario) in file.scenarios.iter().enumerate() {
            let wanted = asked.only.as_deref();
            if wanted.is_some_and(|text| !mentions(scenario, text)) {
                continue;
            }
            let place = file.place(i, 0);
            let own = file.ruleset(scenario, &known);
            let id = asked.rules.as_deref().or(own);
            match id.filter(|id| catalogue.ruleset(id).is_some()) {
                Some(id) => found
                    .entry(id.to_owned())
                    .or_default()
                    .push((scenario, place)),
                None => {
                    let why = ruleless(catalogue, id);
                    return Err(Stop::found(format!("{place}\n  {why}")));
                }
            }
        }
    }
    match found.is_empty() {
        true => Err(nothing_played(asked)),
        false => Ok(found),
    }
}

/// Every scenario holds as the rules are; otherwise nothing could be learnt from one that fails.
fn all_hold(proofs: &Proofs, catalogue: &Arc<Catalogue>, rules: &Arc<Ruleset>) -> Result<(), Stop> {
    let failed: Vec<&str> = proofs
        .par_iter()
        .filter(|(scenario, _)| crate::scenario::run(scenario, catalogue, rules).is_err())
        .map(|(_, place)| place.as_str())
        .collect();
    match failed.as_slice() {
        [] => Ok(()),
        failed => Err(Stop::found(format!(
            "without any change, {} not hold:\n{}",
            match failed.len() {
                1 => "this scenario does".to_owned(),
                many => format!("these {many} scenarios do"),
            },
            failed.join("\n")
        ))),
    }
}

/// Tries the changes of one ruleset; `true` if none is left to explain.
fn one_ruleset(
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
    proofs: &Proofs,
    explanations: &[Explanation],
    asked: &Verify,
) -> Result<bool, Stop> {
    let changes = all_changes(catalogue, &rules.id).map_err(Stop::unreadable)?;
    let count = changes.len();
    let reading = bar(count, "changes read");
    let found = mutants(catalogue, rules, changes, &|| reading.inc(1));
    reading.finish_and_clear();
    let sample = Sample {
        seed: asked.seed,
        most: asked.sample,
    };
    let most = asked.sample.unwrap_or(usize::MAX).min(found.list.len());
    let playing = bar(most, "changes tried");
    let scenarios: Vec<&Scenario> = proofs.iter().map(|(scenario, _)| *scenario).collect();
    // A panic is told in the report.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let report = hunt(
        (catalogue, rules),
        &found.list,
        &scenarios,
        sample,
        explanations,
        &|| playing.inc(1),
    );
    panic::set_hook(hook);
    playing.finish_and_clear();
    tell(&rules.id, &report);
    say!(
        "  {} of {} were tried with {}",
        report.tried,
        counted(count, "change"),
        counted(proofs.len(), "scenario"),
    );
    let other = count - found.list.len() - found.unreadable - found.same;
    say!(
        "  not tried: {} with mistakes, {} that change nothing, {} that do the same as others",
        found.unreadable,
        found.same,
        other
    );
    Ok(report.unnoticed.is_empty() && report.needless.is_empty())
}

fn bar(changes: usize, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&style);
    ProgressBar::new(changes as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn tell(id: &str, report: &Report) {
    if !report.unnoticed.is_empty() {
        say!("{id}: changes that no scenario notices");
        report
            .unnoticed
            .iter()
            .for_each(|change| say!("  {}", line(change)));
    }
    if !report.panicked.is_empty() {
        say!("{id}: changes at which the program panics");
        for (change, message) in &report.panicked {
            say!("  {}: {message}", line(change));
        }
    }
    for one in &report.needless {
        let (file, line) = (one.file.display(), one.line);
        let change = one
            .change
            .as_ref()
            .map_or(String::new(), |told| format!(" {told}"));
        say!(
            "{file}:{line}: {}{change} explains no change that goes unnoticed",
            one.place
        );
    }
    say!(
        "{id}: {} noticed, {} unnoticed, {} explained, {} panicked",
        report.noticed,
        report.unnoticed.len(),
        report.explained,
        report.panicked.len(),
    );
}

/// Place, value, and what it was and is.
fn line(change: &Change) -> String {
    let (line, column) = change.line_and_column();
    let file = change.file.path.as_path();
    let here = std::env::current_dir().unwrap_or_default();
    let file = file.strip_prefix(&here).unwrap_or(file).display();
    format!("{file}:{line}:{column}  {}  {}", change.place, change.told)
}
