//! The rules' proofs: every scenario under `tests/scenarios` holds.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use opportunist::content::Catalogue;
use opportunist::scenario::{Scenario, ScenarioFile, collect, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

fn catalogue() -> Arc<Catalogue> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Arc::new(Catalogue::load(root).unwrap_or_else(|findings| panic!("{}", findings.pretty(false))))
}

/// Why a scenario does not hold, if it does not.
fn failure(file: &ScenarioFile, scenario: &Scenario, catalogue: &Arc<Catalogue>) -> Option<String> {
    let known: Vec<&str> = catalogue.rulesets.iter().map(|r| r.id.as_str()).collect();
    let Some(rules) = file
        .ruleset(scenario, &known)
        .and_then(|id| catalogue.ruleset(id))
    else {
        return Some("no rule system: say `rules: \"…\"` or use its folder".to_owned());
    };
    let unknown = scenario
        .covers
        .iter()
        .find(|rule| rules.compendium.id(rule).is_none());
    if let Some(rule) = unknown {
        return Some(format!("{} has no rule {rule}", rules.id));
    }
    run(scenario, catalogue, rules)
        .err()
        .map(|failure| failure.to_string())
}

#[test]
fn every_scenario_holds() {
    let catalogue = catalogue();
    let files = collect(&[folder()]).unwrap_or_else(|empty| panic!("{empty}"));
    let (mut proved, mut failures) = (0, Vec::new());
    for path in files {
        let file = ScenarioFile::read(&path).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert!(
            !file.scenarios.is_empty(),
            "{} holds no scenario",
            path.display()
        );
        assert_eq!(file.lines.len(), file.scenarios.len(), "{}", path.display());
        for (scenario, line) in file.scenarios.iter().zip(&file.lines) {
            match failure(&file, scenario, &catalogue) {
                None => proved += 1,
                Some(why) => {
                    failures.push(format!(
                        "{}:{line}: {}\n  {why}",
                        path.display(),
                        scenario.name
                    ));
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} scenarios fail:\n{}",
        failures.len(),
        proved + failures.len(),
        failures.join("\n")
    );
}

/// A proof that proves nothing is worse than none: what holds is named by its rules, and no two
/// scenarios of a file have the same name.
#[test]
fn every_scenario_says_which_rule_it_proves() {
    for path in collect(&[folder()]).unwrap_or_else(|empty| panic!("{empty}")) {
        let file = ScenarioFile::read(&path).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let mut names = std::collections::BTreeSet::new();
        for (scenario, line) in file.scenarios.iter().zip(&file.lines) {
            let place = format!("{}:{line}: {}", path.display(), scenario.name);
            assert!(
                names.insert(&scenario.name),
                "{place}: the name is used twice"
            );
            assert!(!scenario.covers.is_empty(), "{place}: covers no rule");
            assert!(!scenario.play.is_empty(), "{place}: nothing is played");
        }
    }
}
