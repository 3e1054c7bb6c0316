//! The rules' proofs: every scenario under `tests/scenarios` holds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use opportunist::content::Catalogue;
use opportunist::scenario::{ScenarioFile, collect, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

fn catalogue() -> Arc<Catalogue> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Arc::new(Catalogue::load(root).unwrap_or_else(|findings| panic!("{}", findings.pretty(false))))
}

/// Why a scenario does not hold, with its line of play, if it does not.
fn failure(
    file: &ScenarioFile,
    index: usize,
    catalogue: &Arc<Catalogue>,
) -> Option<(usize, String)> {
    let scenario = &file.scenarios[index];
    let known: Vec<&str> = catalogue.rulesets.iter().map(|r| r.id.as_str()).collect();
    let own = file.ruleset(scenario, &known);
    let Some(rules) = own.and_then(|id| catalogue.ruleset(id)) else {
        return Some((0, "it is in no rule system's folder".to_owned()));
    };
    let strange = file.misnomers(index, catalogue, rules);
    if !strange.is_empty() {
        let lines: Vec<String> = strange.iter().map(ToString::to_string).collect();
        return Some((0, lines.join("\n  ")));
    }
    run(scenario, catalogue, rules)
        .err()
        .map(|failure| (failure.line, failure.to_string()))
}

fn files() -> Vec<ScenarioFile> {
    let paths = collect(&[folder()]).unwrap_or_else(|empty| panic!("{empty}"));
    let read =
        |path: &PathBuf| ScenarioFile::read(path).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    paths.iter().map(read).collect()
}

#[test]
fn every_scenario_holds() {
    let catalogue = catalogue();
    let mut failures = Vec::new();
    for file in files() {
        assert!(
            !file.scenarios.is_empty(),
            "{} is empty",
            file.path.display()
        );
        for i in 0..file.scenarios.len() {
            if let Some((line, why)) = failure(&file, i, &catalogue) {
                failures.push(format!("{}\n  {why}", file.place(i, line)));
            }
        }
    }
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} fail:\n{}",
        failures.join("\n")
    );
}

/// A proof that proves nothing is worse than none: every scenario names its rules and plays
/// something, and no two of a file have the same name.
#[test]
fn every_scenario_says_which_rule_it_proves() {
    for file in files() {
        assert_eq!(file.lines.len(), file.scenarios.len());
        let mut names = BTreeSet::new();
        for (i, scenario) in file.scenarios.iter().enumerate() {
            let place = file.place(i, 0);
            assert!(
                names.insert(&scenario.name),
                "{place}: the name is used twice"
            );
            assert!(!scenario.covers.is_empty(), "{place}: covers no rule");
            assert!(!scenario.play.is_empty(), "{place}: nothing is played");
        }
    }
}
