//! `inherits`: a ruleset as the difference to its parent.
//!
//! The parent's text is taken over, and the child's is laid over it: fields of structs and entries
//! of tables one by one, anything else as a whole. In a table `None` takes an inherited entry away.
//! A ruleset with `words: own` inherits texts without the rules that they name.
//! The result is a text again, each byte of which remembers its file.

use std::ops::Range;

use super::Findings;
use super::source::{Assembly, Source};
use super::syntax::{Entry, Kind, Node};

/// The parent with the child laid over it.
pub fn inherit(parent: &Source, child: &Source, findings: &mut Findings) -> Option<Source> {
    let mut out = Source::assemble();
    lay(parent, &parent.root, child, &child.root, &mut out);
    out.finish(child, findings)
}

/// The text without the unwanted entries and fields, wherever they stand.
pub fn without(
    source: &Source,
    findings: &mut Findings,
    unwanted: impl Fn(&Entry) -> bool,
) -> Option<Source> {
    let mut spans = Vec::new();
    mark(&source.root, &unwanted, &mut spans);
    let mut out = Source::assemble();
    let mut from = 0;
    for span in spans {
        out.copy(source, from..span.start);
        from = source.past_comma(span.end);
    }
    out.copy(source, from..source.length());
    out.finish(source, findings)
}

fn mark(node: &Node, unwanted: &impl Fn(&Entry) -> bool, spans: &mut Vec<Range<usize>>) {
    let entries = node.entries();
    for entry in entries {
        if unwanted(entry) {
            spans.push(entry.span());
        } else {
            mark(&entry.value, unwanted, spans);
        }
    }
    for item in node.items() {
        mark(item, unwanted, spans);
    }
}

fn lay(parent: &Source, old: &Node, child: &Source, new: &Node, out: &mut Assembly) {
    let table = matches!((&old.kind, &new.kind), (Kind::Map(_), Kind::Map(_)));
    if !table && !same_struct(old, new) {
        out.copy(child, new.span.clone());
        return;
    }
    let first = new
        .children()
        .next()
        .map_or(new.span.end - 1, |child| child.span.start);
    out.copy(child, new.span.start..first);
    for entry in old.entries() {
        match entry.key.text().and_then(|key| new.entry(key)) {
            None => out.copy(parent, entry.span()),
            Some(over) if table && over.value.text() == Some("None") => continue,
            Some(over) => {
                out.copy(child, over.key.span.start..over.value.span.start);
                lay(parent, &entry.value, child, &over.value, out);
            }
        }
        out.glue(",\n");
    }
    let added = |entry: &&Entry| entry.key.text().is_none_or(|key| old.entry(key).is_none());
    for entry in new.entries().iter().filter(added) {
        out.copy(child, entry.span());
        out.glue(",\n");
    }
    out.copy(child, new.span.end - 1..new.span.end);
}

/// Structs of one name can be laid over each other; `()` changes nothing.
fn same_struct(old: &Node, new: &Node) -> bool {
    let empty = |node: &Node| matches!(&node.kind, Kind::Tuple { items, .. } if items.is_empty());
    let fields = |node: &Node| matches!(node.kind, Kind::Struct { .. });
    fields(old) && (fields(new) || empty(new)) && old.name() == new.name()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Rules {
        name: String,
        dying: Dying,
        slots: Vec<u8>,
        derive: BTreeMap<String, i32>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Dying {
        Negative { dead_at: i32, percent: u8 },
        Saves { failures: u8 },
    }

    const PARENT: &str = "(\n  name: \"Old\", // of old\n  dying: negative(dead_at: -10, percent: 10),\n  \
                          slots: [1, 2],\n  derive: { \"ac\": 10, \"hp\": 3 },\n)";

    fn laid(child: &str) -> Result<Rules, Findings> {
        let mut findings = Findings::default();
        let parent = Source::parse(Path::new("old.ron"), PARENT.into(), &mut findings);
        let child = Source::parse(Path::new("new.ron"), child.into(), &mut findings);
        let merged = inherit(&parent.unwrap(), &child.unwrap(), &mut findings);
        merged
            .and_then(|m| m.read(&m.root, &mut findings))
            .ok_or(findings)
    }

    #[test]
    fn only_the_differences_are_written() {
        let rules =
            laid("(\n  dying: negative(percent: 50),\n  derive: { \"hp\": None, \"sp\": 4 },\n)");
        let rules = rules.unwrap();
        assert_eq!(rules.name, "Old");
        assert_eq!(
            rules.dying,
            Dying::Negative {
                dead_at: -10,
                percent: 50
            }
        );
        assert_eq!(
            rules.derive,
            [("ac".to_owned(), 10), ("sp".to_owned(), 4)].into()
        );
        assert_eq!(rules.slots, [1, 2]);
    }

    #[test]
    fn another_behaviour_replaces_the_old_one_whole() {
        let rules = laid("(dying: saves(failures: 3), slots: [5])").unwrap();
        assert_eq!(rules.dying, Dying::Saves { failures: 3 });
        assert_eq!(rules.slots, [5]);
    }

    #[test]
    fn mistakes_point_into_the_file_they_are_in() {
        let found = laid("(\n  dying: negative(percnt: 50),\n)")
            .unwrap_err()
            .to_string();
        assert!(
            found.starts_with("new.ron:2:19: error[unknown-field]"),
            "{found}"
        );
        assert!(found.contains("did you mean \"percent\"?"), "{found}");
        let found = laid("(\n  slots: [1, x],\n)").unwrap_err().to_string();
        assert!(
            found.starts_with("new.ron:2:14: error[wrong-type]"),
            "{found}"
        );
    }
}
