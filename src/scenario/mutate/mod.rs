//! Which changes of a ruleset no proof notices.
//!
//! One value of the ruleset's own files is changed at a time (see [`changes`]), the ruleset is read
//! with it, and its proofs are played until one fails. A change that none notices is something that
//! the proofs do not say. What makes no difference on purpose is explained in a file beside the
//! scenarios (see [`survivors`]).

mod change;
mod changes;
mod proofs;
mod survivors;
mod words;

use std::collections::BTreeMap;
use std::mem::replace;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

pub use change::{Change, File};
pub use survivors::{Explanation, SURVIVORS};

use super::Scenario;
use crate::content::{Catalogue, fingerprint, parse};
use crate::files::{self, CONTENT_LIMIT};
use crate::rules::Ruleset;
use proofs::{Proofs, Verdict};
use words::WordLists;

/// How many changes are tried.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The same seed draws the same changes.
    pub seed: u64,
    /// At most so many; `None`: all there are.
    pub most: Option<usize>,
}

/// The changes of a ruleset that make other rules of it.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    pub list: Vec<Mutant>,
    /// Changes with which the ruleset has mistakes, so that it cannot be played.
    pub unreadable: usize,
    /// Changes that say the same in other words, such as a default that is left out.
    pub same: usize,
}

/// Other rules by one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub change: Change,
    /// Changes that do exactly the same, such as taking away a list and its only item.
    pub twins: Vec<Change>,
}

/// What became of the changes that were tried.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub tried: usize,
    pub noticed: usize,
    /// Noticed because the program panicked, with the message.
    pub panicked: Vec<(Change, String)>,
    /// Not noticed, and no explanation says why.
    pub unnoticed: Vec<Change>,
    /// Not noticed, and explained.
    pub explained: usize,
    /// Explanations of nothing: every change that they are about is noticed, or there is none.
    pub needless: Vec<Explanation>,
}

/// What is called after each change.
pub type Progress<'a> = &'a (dyn Fn() + Sync);

/// Every change of a ruleset's own files, in the order of the files.
pub fn all_changes(catalogue: &Catalogue, ruleset: &str) -> Result<Vec<Change>, String> {
    let files = catalogue.rule_files(ruleset).into_par_iter();
    let read = files.map(|path| file_changes(catalogue, ruleset, &path));
    let lists: Result<Vec<Vec<Change>>, String> = read.collect();
    Ok(lists?.into_iter().flatten().collect())
}

/// Every change of one of a ruleset's own files.
pub fn file_changes(
    catalogue: &Catalogue,
    ruleset: &str,
    path: &Path,
) -> Result<Vec<Change>, String> {
    let fault = |why: String| format!("{}: {why}", path.display());
    let text = files::read_text(path, CONTENT_LIMIT).map_err(|e| fault(e.to_string()))?;
    let root = parse(&text).map_err(|error| fault(error.message))?;
    let file = Arc::new(File {
        path: path.to_path_buf(),
        text: text.into(),
    });
    let mut words = WordLists::new(catalogue, ruleset, &file);
    Ok(changes::changes(&file, &root, &mut words))
}

/// Sorts out the changes that can be played, each once.
pub fn mutants(
    catalogue: &Catalogue,
    rules: &Ruleset,
    changes: Vec<Change>,
    progress: Progress<'_>,
) -> Mutants {
    let usual = fingerprint(rules);
    let look = |change: &Change| {
        let read = catalogue.variant(&rules.id, &change.file.path, change.text());
        progress();
        read.ok().map(|variant| fingerprint(&variant))
    };
    let prints: Vec<Option<u64>> = changes.par_iter().map(look).collect();
    let mut found = Mutants::default();
    let mut known: BTreeMap<u64, usize> = BTreeMap::new();
    for (change, print) in changes.into_iter().zip(prints) {
        match print {
            None => found.unreadable += 1,
            Some(print) if print == usual => found.same += 1,
            Some(print) => match known.get(&print).map(|at| &mut found.list[*at]) {
                // The later one is the more particular: an item, not its list.
                Some(mutant) => mutant.twins.push(replace(&mut mutant.change, change)),
                None => {
                    known.insert(print, found.list.len());
                    let twins = Vec::new();
                    found.list.push(Mutant { change, twins });
                }
            },
        }
    }
    found
}

/// Tries changes of a ruleset against these scenarios, all of which hold without a change.
pub fn hunt(
    (catalogue, rules): (&Arc<Catalogue>, &Arc<Ruleset>),
    mutants: &[Mutant],
    scenarios: &[&Scenario],
    sample: Sample,
    explanations: &[Explanation],
    progress: Progress<'_>,
) -> Report {
    let proofs = Proofs::new(scenarios, rules);
    let judge = |index: &usize| {
        let change = &mutants[*index].change;
        let variant = catalogue.variant(&rules.id, &change.file.path, change.text());
        let verdict = variant.ok().map(|variant| {
            let variant = Arc::new(variant);
            proofs.judge(change, catalogue, &variant)
        });
        progress();
        Some((*index, verdict?))
    };
    let drawn = drawn(mutants.len(), sample);
    let judged: Vec<(usize, Verdict)> = drawn.par_iter().filter_map(judge).collect();
    report(mutants, judged, explanations)
}

/// The numbers of those that are tried, in ascending order.
fn drawn(mutants: usize, sample: Sample) -> Vec<usize> {
    let mut drawn: Vec<usize> = (0..mutants).collect();
    drawn.sort_by_key(|index| scatter(sample.seed ^ scatter(*index as u64)));
    drawn.truncate(sample.most.unwrap_or(mutants));
    drawn.sort_unstable();
    drawn
}

/// A step of SplitMix64.
fn scatter(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

fn report(
    mutants: &[Mutant],
    judged: Vec<(usize, Verdict)>,
    explanations: &[Explanation],
) -> Report {
    let mut report = Report {
        tried: judged.len(),
        ..Report::default()
    };
    // One that is about a change that was not tried may yet be needed.
    let mut open = vec![true; mutants.len()];
    let mut needed = vec![false; explanations.len()];
    for (index, verdict) in judged {
        let mutant = &mutants[index];
        open[index] = false;
        match verdict {
            Verdict::Noticed => report.noticed += 1,
            Verdict::Panicked(message) => {
                report.noticed += 1;
                report.panicked.push((mutant.change.clone(), message));
            }
            Verdict::Unnoticed => {
                let covers: Vec<bool> = explanations.iter().map(|e| e.covers(mutant)).collect();
                match covers.contains(&true) {
                    true => report.explained += 1,
                    false => report.unnoticed.push(mutant.change.clone()),
                }
                needed.iter_mut().zip(covers).for_each(|(n, c)| *n |= c);
            }
        }
    }
    let untried = |one: &Explanation| {
        let mut all = mutants.iter().zip(&open);
        all.any(|(mutant, open)| *open && one.covers(mutant))
    };
    let all = explanations.iter().zip(needed);
    let needless = all.filter(|(one, needed)| !needed && !untried(one));
    report.needless = needless.map(|(one, _)| one.clone()).collect();
    report
}

#[cfg(test)]
mod tests;
