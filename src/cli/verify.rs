//! `verify`: scenarios, and which rules they prove.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Stop;
use super::arguments::Verify;
use super::out::{say, text};
use crate::content::Catalogue;
use crate::rules::Ruleset;
use crate::scenario::{
    Coverage, Scenario, ScenarioFile, bless, collect, compares_events, diff, run as play,
    without_events,
};

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
            Ok(file) => {
                let happened = tally.file(&file, asked, catalogue, &rulesets);
                if asked.bless {
                    rewrite(&file, &happened)?;
                }
            }
            Err(message) => tally.fail(message),
        }
    }
    say!("{} passed, {} failed", tally.passed, tally.failed);
    let enough = !asked.coverage || report(&tally.coverage, &rulesets, asked.at_least);
    if tally.failed > 0 || !enough || tally.passed == 0 {
        return Err(Stop::found(""));
    }
    Ok(())
}

/// The rule systems by id.
pub(super) type Rulesets = BTreeMap<String, Arc<Ruleset>>;

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    coverage: Coverage,
}

impl Tally {
    fn fail(&mut self, message: String) {
        self.failed += 1;
        say!("FAILED {message}");
    }

    /// Plays the scenarios of a file; returns the events of those that hold.
    fn file(
        &mut self,
        file: &ScenarioFile,
        asked: &Verify,
        catalogue: &Arc<Catalogue>,
        rulesets: &Rulesets,
    ) -> Vec<Option<Vec<String>>> {
        let known: Vec<&str> = rulesets.keys().map(String::as_str).collect();
        let mut happened = vec![None; file.scenarios.len()];
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
            let outcome = if asked.bless {
                prove(&without_events(scenario), catalogue, rules)
            } else {
                prove(scenario, catalogue, rules)
            };
            match outcome {
                Ok(events) => {
                    self.passed += 1;
                    self.coverage.note(&rules.id, &scenario.covers);
                    if asked.events {
                        say!("{}\n  {}", file.place(i, 0), events.join("\n  "));
                    }
                    happened[i] = Some(events);
                }
                Err((line, why)) => self.fail(format!("{}\n  {why}", file.place(i, line))),
            }
        }
        happened
    }
}

/// Writes the events that happened into the file where it lists any, and shows the difference.
fn rewrite(file: &ScenarioFile, happened: &[Option<Vec<String>>]) -> Result<(), Stop> {
    let new = bless(&file.text, happened);
    if new != file.text {
        let name = file.path.display().to_string();
        std::fs::write(&file.path, &new).map_err(|e| Stop::unreadable(format!("{name}: {e}")))?;
        text(&diff(&name, &file.text, &new));
    } else if !compares_events(&file.text).contains(&true) {
        say!(
            "{}: no scenario has the field `events`; write `events: []` to have it filled in",
            file.path.display()
        );
    }
    Ok(())
}

/// Whether the name of a scenario, or a rule that it covers, contains a text.
pub(super) fn mentions(scenario: &Scenario, text: &str) -> bool {
    scenario.name.contains(text) || scenario.covers.iter().any(|rule| rule.contains(text))
}

/// The events, or the line of play (0: outside of it) and what is wrong there.
pub(super) fn prove(
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
        say!(
            "{id}: {settled}/{} ({} for the table only{})",
            count.total,
            count.table,
            match count.inherited {
                0 => String::new(),
                more => format!("; {more} more are inherited"),
            }
        );
        if !count.missing.is_empty() {
            say!("  without a scenario: {}", count.missing.join(" "));
        }
        if let Some(percent) = at_least {
            enough &= settled * 100 >= usize::from(percent) * count.total;
        }
    }
    enough
}
