//! Which rules of a compendium are proved by scenarios.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{Ruleset, Scope};

/// Rules covered, by ruleset.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    covered: BTreeMap<String, BTreeSet<String>>,
}

/// The count of one ruleset, over the rules of its own: what it inherits is proved where it is at home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub proved: usize,
    /// For people at a table: listed, nothing to prove.
    pub table: usize,
    pub total: usize,
    /// Rules of the rulesets that it inherits from.
    pub inherited: usize,
    /// Ids without a scenario.
    pub missing: Vec<String>,
}

impl Coverage {
    /// Notes that a passing scenario covers these rules.
    pub fn note(&mut self, ruleset: &str, rules: &[String]) {
        self.covered
            .entry(ruleset.to_owned())
            .or_default()
            .extend(rules.iter().cloned());
    }

    /// Rulesets with any scenario.
    pub fn rulesets(&self) -> impl Iterator<Item = &str> {
        self.covered.keys().map(String::as_str)
    }

    /// Counts against a compendium.
    pub fn count(&self, rules: &Ruleset) -> Count {
        let empty = BTreeSet::new();
        let covered = self.covered.get(&rules.id).unwrap_or(&empty);
        let mut count = Count {
            proved: 0,
            table: 0,
            total: 0,
            inherited: 0,
            missing: Vec::new(),
        };
        for (_, rule) in rules.compendium.iter() {
            if rule.inherited {
                count.inherited += 1;
                continue;
            }
            count.total += 1;
            if covered.contains(&rule.id) {
                count.proved += 1;
            } else if rule.scope == Scope::Table {
                count.table += 1;
            } else {
                count.missing.push(rule.id.clone());
            }
        }
        count
    }
}
