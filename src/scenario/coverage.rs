//! Which rules of a compendium are proved by scenarios, and which are cited to players.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{Ruleset, Scope};

/// Rules covered and cited, by ruleset.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    covered: BTreeMap<String, BTreeSet<String>>,
    cited: BTreeMap<String, BTreeSet<String>>,
}

/// The count of one ruleset, over the rules of its own: what it inherits is proved where it is at home.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub proved: usize,
    /// For people at a table: listed, nothing to prove.
    pub table: usize,
    pub total: usize,
    /// Rules of the rulesets that it inherits from.
    pub inherited: usize,
    /// Ids without a scenario.
    pub missing: Vec<String>,
    /// Cited in a run: by an event, a modifier of a roll or a refusal.
    pub cited: usize,
    /// Ids that some line, button or tooltip can cite, and that were cited in no run.
    pub citable: Vec<String>,
    /// Ids that nothing ever cites.
    pub never: Vec<String>,
}

impl Coverage {
    /// Notes that a passing scenario covers these rules.
    pub fn note(&mut self, ruleset: &str, rules: &[String]) {
        self.covered
            .entry(ruleset.to_owned())
            .or_default()
            .extend(rules.iter().cloned());
    }

    /// Notes that these rules were cited in a run.
    pub fn note_cited(&mut self, ruleset: &str, rules: impl IntoIterator<Item = String>) {
        self.cited
            .entry(ruleset.to_owned())
            .or_default()
            .extend(rules);
    }

    /// Rulesets with any scenario.
    pub fn rulesets(&self) -> impl Iterator<Item = &str> {
        self.covered.keys().map(String::as_str)
    }

    /// Counts against a compendium.
    pub fn count(&self, rules: &Ruleset) -> Count {
        let empty = BTreeSet::new();
        let covered = self.covered.get(&rules.id).unwrap_or(&empty);
        let cited = self.cited.get(&rules.id).unwrap_or(&empty);
        let citable = rules.citable();
        let mut count = Count::default();
        for (id, rule) in rules.compendium.iter() {
            if rule.inherited {
                count.inherited += 1;
                continue;
            }
            count.total += 1;
            let table = rule.scope == Scope::Table;
            if covered.contains(&rule.id) {
                count.proved += 1;
            } else if table {
                count.table += 1;
            } else {
                count.missing.push(rule.id.clone());
            }
            if cited.contains(&rule.id) {
                count.cited += 1;
            } else if table {
            } else if citable.contains(&id) {
                count.citable.push(rule.id.clone());
            } else {
                count.never.push(rule.id.clone());
            }
        }
        count
    }
}
