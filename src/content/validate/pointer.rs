//! Definitions under check, and where to report what is wrong with them.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::content::draft::{Draft, Item, RulesetDraft, Shelf};
use crate::content::nearest::nearest;
use crate::content::syntax::Node;
use crate::content::{Code, Finding, Findings, Severity};

/// Looks at every definition of a shelf.
pub(super) fn each<T>(
    shelf: &Shelf<T>,
    findings: &mut Findings,
    mut look: impl FnMut(&str, &mut Pointer<'_, T>),
) {
    for (id, item) in &shelf.items {
        look(id, &mut Pointer { item, findings });
    }
}

/// A definition under check, and where to report.
pub(super) struct Pointer<'a, T> {
    pub(super) item: &'a Item<T>,
    pub(super) findings: &'a mut Findings,
}

impl<'a, T> Pointer<'a, T> {
    pub(super) fn def(&self) -> &'a T {
        &self.item.def
    }

    /// The value at a path; the nearest one above it if it was left out.
    pub(super) fn node(&self, path: &[&str]) -> &'a Node {
        self.item.node().at(path)
    }

    /// Reports at a path.
    pub(super) fn report(&mut self, path: &[&str], code: Code, message: String) -> &mut Self {
        let node = self.node(path);
        // A whole definition is too much to point at: its first letter is enough.
        let whole = node.span == self.item.node().span;
        let span = if whole {
            node.span.start..node.span.start + 1
        } else {
            node.span.clone()
        };
        self.report_at(&span, code, message)
    }

    /// Reports at these bytes.
    pub(super) fn report_at(
        &mut self,
        span: &Range<usize>,
        code: Code,
        message: String,
    ) -> &mut Self {
        // What follows from a mistake that was told already is not a mistake of its own.
        let counts = self.item.whole || code == Code::UnknownName;
        if counts && self.has_room(Severity::Error) {
            let finding = self.item.source.finding(span, code, message);
            self.findings.push(finding);
        }
        self
    }

    /// Reports at a path without making it an error.
    pub(super) fn warn(&mut self, path: &[&str], code: Code, message: String) {
        self.warn_at(&self.node(path).span, code, message);
    }

    /// Reports at these bytes without making it an error.
    pub(super) fn warn_at(&mut self, span: &Range<usize>, code: Code, message: String) {
        if self.item.whole && self.has_room(Severity::Warning) {
            let finding = self.item.source.finding(span, code, message);
            self.findings.push(finding.warning());
        }
    }

    /// Whether a finding about this file would be kept.
    fn has_room(&mut self, severity: Severity) -> bool {
        self.findings.has_room(self.item.source.path(), severity)
    }

    /// Reports unless it holds.
    pub(super) fn demand(&mut self, holds: bool, path: &[&str], message: &str) {
        if !holds {
            self.report(path, Code::Sense, message.to_owned());
        }
    }

    /// Reports a text that is empty or was left out.
    pub(super) fn given(&mut self, field: &str, text: &str) -> bool {
        if text.is_empty() {
            let message = format!("the field \"{field}\" is missing");
            self.report(&[field], Code::MissingField, message);
        }
        !text.is_empty()
    }

    /// Reports a name that nothing has.
    pub(super) fn name<'n>(
        &mut self,
        path: &[&str],
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        if known.contains(&name) || !self.has_room(Severity::Error) {
            return;
        }
        let finding = unknown(self.item, self.node(path), what, name, known);
        finding.into_iter().for_each(|f| self.findings.push(f));
    }

    /// Reports an id that the shelf does not have.
    pub(super) fn on<U>(&mut self, shelf: &Shelf<U>, path: &[&str], what: &str, name: &str) {
        if shelf.broken || shelf.names.contains(name) {
            return;
        }
        if shelf.left_out.contains(name) {
            let message = format!("the {what} \"{name}\" is left out, because it has a mistake");
            self.report(path, Code::UnknownName, message);
        } else {
            self.name(path, what, name, shelf.names());
        }
    }
}

/// Warns of a name that no ruleset has.
pub(super) fn idle<T>(
    draft: &Draft,
    p: &mut Pointer<'_, T>,
    (what, path, id): (&str, &[&str], &str),
    names: fn(&RulesetDraft) -> &BTreeSet<String>,
) {
    let known = || draft.rulesets.values().flat_map(names).map(String::as_str);
    if draft.rulesets.is_empty() || known().any(|name| name == id) {
        return;
    }
    if !p.has_room(Severity::Warning) {
        return;
    }
    if let Some(mut finding) = unknown(p.item, p.node(path), what, id, known()) {
        finding.message = format!("no ruleset knows the {what} \"{id}\": it does nothing");
        p.findings.push(finding.warning());
    }
}

/// A finding if `name` is not among the known ones.
pub(super) fn unknown<'n, T>(
    item: &Item<T>,
    node: &Node,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<Finding> {
    let mut known: Vec<&str> = Vec::from_iter(known);
    known.dedup();
    if known.contains(&name) {
        return None;
    }
    let message = format!("there is no {what} \"{name}\"");
    let mut finding = item.source.finding(&node.span, Code::UnknownName, message);
    finding.nearest = nearest(name, known.iter().copied());
    finding.expected = match known.as_slice() {
        [] => None,
        [only] => Some(format!("\"{only}\"")),
        few if few.len() <= 8 => Some(format!("one of {}", few.join(", "))),
        _ if what.starts_with(['a', 'e', 'i', 'o', 'u']) => Some(format!("the id of an {what}")),
        _ => Some(format!("the id of a {what}")),
    };
    Some(finding)
}
