//! The rules that a ruleset's tables name: behind topics of the engine, and about subjects that other
//! systems have rules about as well.

use super::pointer::unknown;
use crate::content::draft::{Draft, Item, RulesetDraft};
use crate::content::{Finding, Findings};

pub(super) fn check(draft: &RulesetDraft, all: &Draft, findings: &mut Findings) {
    for (topic, item) in &draft.cites {
        rules(
            draft,
            item,
            &format!("cited for {}", topic.label()),
            findings,
        );
    }
    for (subject, item) in &draft.subjects {
        let entries = item.source.root.entries();
        let entry = item.entry.and_then(|at| entries.get(at));
        let is_unknown = !all.subjects.broken && !all.subjects.names.contains(subject);
        if let Some(entry) = entry.filter(|_| is_unknown) {
            let known = all.subjects.names();
            let finding = unknown(item, &entry.key, "subject", subject, known);
            finding
                .into_iter()
                .for_each(|finding| findings.push(finding));
        }
        rules(draft, item, &format!("about \"{subject}\""), findings);
    }
}

/// Reports rules that the compendium does not have; `why` they are named.
fn rules(draft: &RulesetDraft, item: &Item<Vec<String>>, why: &str, findings: &mut Findings) {
    if draft.compendium.broken {
        return;
    }
    for (i, rule) in item.def.iter().enumerate() {
        if draft.compendium.names.contains(rule) {
            continue;
        }
        let node = item.node().at(&[&i.to_string()]);
        let known = draft.compendium.names();
        if let Some(finding) = unknown(item, node, "rule", rule, known) {
            let message = format!("{} ({why})", finding.message);
            findings.push(Finding { message, ..finding });
        }
    }
}
