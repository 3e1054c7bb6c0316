//! Whether definitions fit together: names that exist, numbers that make sense, maps that work out.
//!
//! Everything is looked at in one run. Each finding points at the name or number that is wrong.

mod ability;
mod cost;
mod equipment;
mod level;
mod monster;
mod program;
mod ruleset;
mod skill;
mod space;
mod tag;

use std::ops::Range;

use super::draft::{Draft, Item, Shelf};
use super::nearest::nearest;
use super::syntax::Node;
use super::{Code, Finding, Findings};

/// Checks everything that was read.
pub(super) fn everything(draft: &Draft, findings: &mut Findings) {
    equipment::check(draft, findings);
    each(&draft.monsters, findings, |_, p| monster::check(draft, p));
    skill::of_monsters(draft, findings);
    each(&draft.levels, findings, |_, p| level::check(draft, p));
    let mut inherited = Vec::new();
    for ruleset in draft.rulesets.values() {
        let mut found = Findings::default();
        ruleset::check(ruleset, &mut found);
        for finding in found.iter() {
            match &ruleset.heir {
                Some(heir) if !finding.is_on(&ruleset.folder) => {
                    inherited.push((heir, finding.clone()))
                }
                _ => findings.push(finding.clone()),
            }
        }
    }
    // What fits where it is at home, and only there, is a mistake of the ruleset that inherits it.
    for (heir, finding) in inherited {
        if !findings.iter().any(|known| *known == finding) {
            let Finding {
                file,
                line,
                message,
                ..
            } = &finding;
            let message = format!("inherited from {}:{line}: {message}", file.display());
            findings.push(Finding {
                message,
                file: heir.file.clone(),
                line: heir.line,
                column: heir.column,
                span: heir.span,
                ..finding
            });
        }
    }
}

/// Looks at every definition of a shelf.
fn each<T>(
    shelf: &Shelf<T>,
    findings: &mut Findings,
    mut look: impl FnMut(&str, &mut Pointer<'_, T>),
) {
    for (id, item) in &shelf.items {
        look(id, &mut Pointer { item, findings });
    }
}

/// A definition under check, and where to report.
struct Pointer<'a, T> {
    item: &'a Item<T>,
    findings: &'a mut Findings,
}

impl<'a, T> Pointer<'a, T> {
    fn def(&self) -> &'a T {
        &self.item.def
    }

    /// The value at a path; the nearest one above it if it was left out.
    fn node(&self, path: &[&str]) -> &'a Node {
        self.item.node().at(path)
    }

    /// Reports at a path.
    fn report(&mut self, path: &[&str], code: Code, message: String) -> &mut Self {
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
    fn report_at(&mut self, span: &Range<usize>, code: Code, message: String) -> &mut Self {
        // What follows from a mistake that was told already is not a mistake of its own.
        if self.item.whole || code == Code::UnknownName {
            let finding = self.item.source.finding(span, code, message);
            self.findings.push(finding);
        }
        self
    }

    /// Reports at a path without making it an error.
    fn warn(&mut self, path: &[&str], code: Code, message: String) {
        if self.item.whole {
            let span = &self.node(path).span;
            let finding = self.item.source.finding(span, code, message);
            self.findings.push(finding.warning());
        }
    }

    /// Reports unless it holds.
    fn demand(&mut self, holds: bool, path: &[&str], message: &str) {
        if !holds {
            self.report(path, Code::Sense, message.to_owned());
        }
    }

    /// Reports a text that is empty or was left out.
    fn given(&mut self, field: &str, text: &str) -> bool {
        if text.is_empty() {
            let message = format!("the field \"{field}\" is missing");
            self.report(&[field], Code::MissingField, message);
        }
        !text.is_empty()
    }

    /// Reports a name that nothing has.
    fn name<'n>(
        &mut self,
        path: &[&str],
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let finding = unknown(self.item, self.node(path), what, name, known);
        finding.into_iter().for_each(|f| self.findings.push(f));
    }

    /// Reports an id that the shelf does not have.
    fn on<U>(&mut self, shelf: &Shelf<U>, path: &[&str], what: &str, name: &str) {
        if !shelf.broken && !shelf.names.contains(name) {
            self.name(path, what, name, shelf.names());
        }
    }
}

/// A finding if `name` is not among the known ones.
fn unknown<'n, T>(
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
