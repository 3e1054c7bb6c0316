//! `rulebook`: the rules of a system to read, and what the other systems say about the same.

use super::arguments::Rulebook;
use super::out::say;
use super::{Stop, ruleset};
use crate::content::Catalogue;
use crate::rulebook::{self, Counterpart};
use crate::rules::{Rule, RuleId, Ruleset};

pub(super) fn run(catalogue: &Catalogue, asked: &Rulebook) -> Result<(), Stop> {
    let rules = ruleset(catalogue, &asked.system)?;
    let words = asked.words.join(" ");
    if words.is_empty() {
        contents(&rules);
        return Ok(());
    }
    let named = rules.compendium.id(&words.to_uppercase());
    let found = match named {
        Some(rule) => vec![rule],
        None => rulebook::find(&rules, &words),
    };
    if found.is_empty() {
        let name = &rules.policies.name;
        return Err(Stop::found(format!(
            "no rule of {name} contains \"{words}\""
        )));
    }
    // One rule is shown beside the others in full; of many, only where to look.
    let whole = found.len() == 1;
    for id in found {
        entry(&rules.compendium[id]);
        for counterpart in rulebook::counterparts(catalogue, &rules, id) {
            beside(&counterpart, whole);
        }
        say!("");
    }
    Ok(())
}

/// The chapters with the titles of their rules.
fn contents(rules: &Ruleset) {
    say!("{}", rules.policies.name);
    for chapter in rulebook::chapters(rules) {
        say!("\n{chapter}");
        for id in rulebook::chapter(rules, chapter) {
            let rule = &rules.compendium[id];
            say!("  {:<12} {}", rule.id, rule.title);
        }
    }
}

fn entry(rule: &Rule) {
    say!("{} ({})\n{}", rule.title, rule.id, rule.text);
}

fn beside(counterpart: &Counterpart, whole: bool) {
    let rule = |id: &RuleId| counterpart.rules.compendium.get(*id);
    let entries = counterpart.entries.iter().filter_map(rule);
    if whole {
        say!("\n{}", counterpart.heading());
        entries.for_each(entry);
    } else {
        let titles = entries.map(|rule| format!("{} ({})", rule.title, rule.id));
        let titles = titles.collect::<Vec<_>>().join(", ");
        say!("  {}: {titles}", counterpart.heading());
    }
}
