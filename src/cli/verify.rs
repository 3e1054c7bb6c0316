//! `verify`: scenarios, and which rules they prove.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Stop;
use super::arguments::Verify;
use crate::content::Catalogue;
use crate::rules::Ruleset;
use crate::scenario::{Coverage, Scenario, ScenarioFile, collect, run as play};

pub(super) fn run(catalogue: &Arc<Catalogue>, asked: &Verify) -> Result<(), Stop> {
    let rulesets: Rulesets = catalogue
        .rulesets
        .iter()
        .map(|r| (r.id.clone(), r.clone()))
        .collect();
    let files = collect(&asked.paths).map_err(Stop::unreadable)?;
    let mut tally = Tally::default();
    for path in files {
        match ScenarioFile::read(&path) {
            Ok(file) => tally.file(&file, asked, catalogue, &rulesets),
            Err(message) => tally.fail(message),
        }
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    let enough = !asked.coverage || report(&tally.coverage, &rulesets, asked.at_least);
    if tally.failed > 0 || !enough || tally.passed == 0 {
        return Err(Stop::found(""));
    }
    Ok(())
}

type Rulesets = BTreeMap<String, Arc<Ruleset>>;

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    coverage: Coverage,
}

impl Tally {
    fn fail(&mut self, message: String) {
        self.failed += 1;
        println!("FAILED {message}");
    }

    fn file(
        &mut self,
        file: &ScenarioFile,
        asked: &Verify,
        catalogue: &Arc<Catalogue>,
        rulesets: &Rulesets,
    ) {
        let known: Vec<&str> = rulesets.keys().map(String::as_str).collect();
        for (i, scenario) in file.scenarios.iter().enumerate() {
            if asked
                .only
                .as_ref()
                .is_some_and(|text| !mentions(scenario, text))
            {
                continue;
            }
            let own = file.ruleset(scenario, &known);
            let Some(rules) = asked
                .rules
                .as_deref()
                .or(own)
                .and_then(|id| rulesets.get(id))
            else {
                self.fail(format!(
                    "{}\n  no rule system: say `rules: \"…\"` or use its folder",
                    file.place(i, 0)
                ));
                continue;
            };
            match prove(scenario, catalogue, rules) {
                Ok(events) => {
                    self.passed += 1;
                    self.coverage.note(&rules.id, &scenario.covers);
                    if asked.events {
                        println!("{}\n  {}", file.place(i, 0), events.join("\n  "));
                    }
                }
                Err((line, why)) => self.fail(format!("{}\n  {why}", file.place(i, line))),
            }
        }
    }
}

fn mentions(scenario: &Scenario, text: &str) -> bool {
    scenario.name.contains(text) || scenario.covers.iter().any(|rule| rule.contains(text))
}

/// The events, or the line of play (0: outside of it) and what is wrong there.
fn prove(
    scenario: &Scenario,
    catalogue: &Arc<Catalogue>,
    rules: &Arc<Ruleset>,
) -> Result<Vec<String>, (usize, String)> {
    if let Some(rule) = scenario
        .covers
        .iter()
        .find(|r| rules.compendium.id(r).is_none())
    {
        return Err((0, format!("{} has no rule {rule}", rules.id)));
    }
    play(scenario, catalogue, rules).map_err(|failure| (failure.line, failure.to_string()))
}

fn report(coverage: &Coverage, rulesets: &Rulesets, at_least: Option<u8>) -> bool {
    let mut enough = true;
    for id in coverage.rulesets() {
        let Some(rules) = rulesets.get(id) else {
            continue;
        };
        let count = coverage.count(rules);
        let settled = count.proved + count.table;
        println!(
            "{id}: {settled}/{} ({} for the table only)",
            count.total, count.table
        );
        if !count.missing.is_empty() {
            println!("  without a scenario: {}", count.missing.join(" "));
        }
        if let Some(percent) = at_least {
            enough &= settled * 100 >= usize::from(percent) * count.total;
        }
    }
    enough
}
