//! One text to be read: a file, or a file laid over those that it inherits from.
//!
//! A source knows for every byte which file it came from, so that findings point into what the
//! author wrote. Reading reports as many mistakes as it can: what is wrong is reported, left out,
//! and the rest is read again.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::absent;
use super::parser;
use super::ranges::Checked;
use super::syntax::{Kind, Node};
use super::translate::{self, Place};
use super::{Code, Finding, Findings, Severity};
use crate::files::{self, CONTENT_LIMIT};

/// How content is written: `Some` and doubled brackets may be left out.
pub fn options() -> ron::Options {
    use ron::extensions::Extensions;
    ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME
            | Extensions::UNWRAP_NEWTYPES
            | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Reads one definition from a file. For other formats in the manner of content, such as scenarios.
pub fn read_file<T: DeserializeOwned>(path: &Path) -> Result<T, Findings> {
    let mut findings = Findings::default();
    let source = Source::open(path, &mut findings);
    source
        .and_then(|s| s.read(&s.root, &mut findings))
        .ok_or(findings)
}

/// Reads one definition from a text; `path` is what findings call it.
pub fn read_text<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, Findings> {
    read_tree(path, text).map(|(read, _)| read)
}

/// The same, with the tree that was parsed on the way.
pub fn read_tree<T: DeserializeOwned>(path: &Path, text: &str) -> Result<(T, Node), Findings> {
    let mut findings = Findings::default();
    let source = Source::parse(path, text.into(), &mut findings);
    source
        .and_then(|s| Some((s.read(&s.root, &mut findings)?, s.root)))
        .ok_or(findings)
}

/// A file as it is on disk.
#[derive(Clone, Debug)]
pub struct Origin {
    pub path: PathBuf,
    pub text: Arc<str>,
}

/// Bytes that were taken over from a file.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: usize,
    length: usize,
    origin: usize,
    from: usize,
}

/// A text with its parsed tree.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    origins: Vec<Origin>,
    pieces: Vec<Piece>,
    pub root: Node,
}

impl Source {
    /// Reads and parses a file.
    pub fn open(path: &Path, findings: &mut Findings) -> Option<Self> {
        let finding = match files::read(path, CONTENT_LIMIT).map(String::from_utf8) {
            Ok(Ok(text)) => return Self::parse(path, text.into(), findings),
            Ok(Err(error)) => no_text(path, &error),
            Err(error) => {
                let message = format!("this file cannot be read: {error}");
                Finding::on_file(path, Code::Unreadable, message)
            }
        };
        findings.push(finding);
        None
    }

    /// Parses a text.
    pub fn parse(path: &Path, text: Arc<str>, findings: &mut Findings) -> Option<Self> {
        findings.remember(path, text.clone());
        let origin = Origin {
            path: path.to_path_buf(),
            text,
        };
        match parser::parse(&origin.text) {
            Ok(root) => Some(Self {
                text: origin.text.to_string(),
                pieces: vec![Piece {
                    at: 0,
                    length: origin.text.len(),
                    origin: 0,
                    from: 0,
                }],
                origins: vec![origin],
                root,
            }),
            Err(error) => {
                let mut finding = place(&origin, error.span, Code::Syntax, error.message);
                finding.expected = error.expected;
                findings.push(finding);
                None
            }
        }
    }

    /// The file that was opened: the last of those that make up the text.
    pub fn path(&self) -> &Path {
        self.origins
            .last()
            .map_or(Path::new(""), |origin| &origin.path)
    }

    /// The bytes of a value.
    pub fn slice(&self, span: Range<usize>) -> &str {
        self.text.get(span).unwrap_or("")
    }

    /// How many bytes there are.
    pub fn length(&self) -> usize {
        self.text.len()
    }

    /// The byte after the comma that follows `at`, if there is one.
    pub fn past_comma(&self, at: usize) -> usize {
        parser::past_comma(&self.text, at)
    }

    /// The file that these bytes came from.
    pub fn origin_of(&self, span: &Range<usize>) -> &Path {
        let piece = self.pieces.iter().rfind(|piece| piece.at <= span.start);
        let origin = piece.and_then(|piece| self.origins.get(piece.origin));
        origin.map_or(Path::new(""), |origin| &origin.path)
    }

    /// A finding about these bytes.
    pub fn finding(&self, span: &Range<usize>, code: Code, message: impl Into<String>) -> Finding {
        let piece = self.pieces.iter().rfind(|piece| piece.at <= span.start);
        match piece.and_then(|piece| Some((piece, self.origins.get(piece.origin)?))) {
            Some((piece, origin)) => {
                let start = piece.from + (span.start - piece.at).min(piece.length);
                let room = (piece.from + piece.length).saturating_sub(start);
                place(origin, start..start + span.len().min(room), code, message)
            }
            None => Finding::on_file(self.path(), code, message),
        }
    }

    /// Reads a value as a definition. Reports every mistake that is independent of the others; a
    /// definition with a mistake is not returned.
    pub fn read<T: DeserializeOwned>(&self, node: &Node, findings: &mut Findings) -> Option<T> {
        let before = findings.errors();
        let (value, whole) = self.salvage(node, findings)?;
        (whole && findings.errors() == before).then_some(value)
    }

    /// The same, but a definition is also returned, marked with `false`, if fields with mistakes
    /// could be left out: its other names can still be checked. A number out of its range is brought
    /// into it, so that everything else can be checked.
    pub fn salvage<T: DeserializeOwned>(
        &self,
        node: &Node,
        findings: &mut Findings,
    ) -> Option<(T, bool)> {
        let start = node.span.start;
        let mut text = self.slice(node.span.clone()).as_bytes().to_vec();
        undouble(node, &self.text, start, &mut text);
        let mut left_out: Vec<Range<usize>> = Vec::new();
        let single = self.no_duplicates(node, findings);
        loop {
            let current = String::from_utf8_lossy(&text).into_owned();
            let error = match options().from_str_seed(&current, Checked::<T>::default()) {
                // Without an item, the numbers of those after it are others.
                Ok(_) if !left_out.iter().all(|part| node.has_field(part)) => return None,
                Ok(value) => return Some((value, single && left_out.is_empty())),
                Err(error) => error,
            };
            if !findings.has_room(self.path(), Severity::Error) {
                return None;
            }
            let here = Place {
                text: &self.text,
                node,
                current: &current,
                start,
            };
            let wrong = translate::explain(&error, &here, &left_out);
            if !wrong.follows {
                let mut finding = self.finding(&wrong.span, wrong.code, wrong.message);
                finding.expected = wrong.expected;
                finding.nearest = wrong.nearest;
                finding.choices = wrong.choices;
                findings.push(finding);
            }
            if wrong.part.is_none() {
                for field in absent::others::<T>(&current, &error.code) {
                    let lost = translate::lost(field, node, &left_out);
                    if !lost {
                        let message = translate::missing_field(field);
                        findings.push(self.finding(&wrong.span, Code::MissingField, message));
                    }
                }
            }
            if let Some(number) = &wrong.instead
                && overwrite(
                    &mut text,
                    wrong.span.start - start..wrong.span.end - start,
                    number,
                )
            {
                continue;
            }
            match wrong.part {
                Some(part) if !left_out.contains(&part) => {
                    let end = parser::past_comma(&self.text, part.end);
                    blank(&mut text, part.start - start..end - start);
                    left_out.push(part);
                }
                _ => return None,
            }
        }
    }

    /// Reports every key that stands in a table twice, of which `ron` would take the last; `true` if
    /// there is none.
    fn no_duplicates(&self, node: &Node, findings: &mut Findings) -> bool {
        let mut none = true;
        if let Kind::Map(entries) = &node.kind {
            let mut seen = BTreeSet::new();
            for entry in entries {
                if entry.key.text().is_some_and(|key| !seen.insert(key)) {
                    none = false;
                    if !findings.has_room(self.path(), Severity::Error) {
                        continue;
                    }
                    let shown = self.slice(entry.key.span.clone());
                    let message = format!("{shown} stands in this table for the second time");
                    findings.push(self.finding(&entry.key.span, Code::Duplicate, message));
                }
            }
        }
        for child in node.children() {
            none &= self.no_duplicates(child, findings);
        }
        none
    }

    /// An empty text to be put together from pieces of others.
    pub(super) fn assemble() -> Assembly {
        Assembly {
            text: String::new(),
            origins: Vec::new(),
            pieces: Vec::new(),
        }
    }
}

/// A text being put together.
pub(super) struct Assembly {
    text: String,
    origins: Vec<Origin>,
    pieces: Vec<Piece>,
}

impl Assembly {
    /// Appends text of no file.
    pub fn glue(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends bytes of another source, remembering where they came from.
    pub fn copy(&mut self, source: &Source, span: Range<usize>) {
        for piece in &source.pieces {
            let start = span.start.max(piece.at);
            let end = span.end.min(piece.at + piece.length);
            if let Some(origin) = source.origins.get(piece.origin).filter(|_| start < end) {
                let origin = self.origin(origin);
                self.pieces.push(Piece {
                    at: self.text.len() + (start - span.start),
                    length: end - start,
                    origin,
                    from: piece.from + (start - piece.at),
                });
            }
        }
        self.text.push_str(source.slice(span));
    }

    fn origin(&mut self, origin: &Origin) -> usize {
        let known = self.origins.iter().position(|o| o.path == origin.path);
        known.unwrap_or_else(|| {
            self.origins.push(origin.clone());
            self.origins.len() - 1
        })
    }

    /// The finished source; the file that was laid on top is the one it is named after.
    pub fn finish(mut self, top: &Source, findings: &mut Findings) -> Option<Source> {
        if let Some(last) = top.origins.last() {
            let at = self.origin(last);
            let end = self.origins.len() - 1;
            self.origins.swap(at, end);
            for piece in &mut self.pieces {
                piece.origin = match piece.origin {
                    o if o == at => end,
                    o if o == end => at,
                    o => o,
                };
            }
        }
        match parser::parse(&self.text) {
            Ok(root) => {
                let Self {
                    text,
                    origins,
                    pieces,
                } = self;
                Some(Source {
                    text,
                    origins,
                    pieces,
                    root,
                })
            }
            Err(error) => {
                let message = format!("this does not fit what it inherits: {}", error.message);
                findings.push(Finding::on_file(top.path(), Code::Syntax, message));
                None
            }
        }
    }
}

/// A finding about the first byte that is no UTF-8.
fn no_text(path: &Path, error: &FromUtf8Error) -> Finding {
    let bytes = error.as_bytes();
    let sound = error.utf8_error().valid_up_to();
    let origin = Origin {
        path: path.to_path_buf(),
        text: String::from_utf8_lossy(bytes.get(..sound).unwrap_or(bytes)).into(),
    };
    let wide = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let message = match bytes.get(sound) {
        _ if wide => "this text is stored as UTF-16".to_owned(),
        Some(byte) => format!("the byte {byte:02X} is not valid UTF-8"),
        None => "this is not UTF-8".to_owned(),
    };
    let mut finding = place(&origin, sound..sound, Code::Unreadable, message);
    finding.expected = Some("a text that was saved as UTF-8".to_owned());
    finding
}

/// A finding about these bytes of a file.
fn place(origin: &Origin, span: Range<usize>, code: Code, message: impl Into<String>) -> Finding {
    let length = origin.text.len();
    let (start, end) = (span.start.min(length), span.end.min(length));
    let before = origin.text.get(..start).unwrap_or("");
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Finding {
        line: 1 + before.matches('\n').count(),
        column: 1 + before[line_start..].chars().count(),
        span: (start, end),
        ..Finding::on_file(&origin.path, code, message)
    }
}

/// Overwrites with blanks, keeping lines.
fn blank(text: &mut [u8], span: Range<usize>) {
    if let Some(bytes) = text.get_mut(span) {
        bytes
            .iter_mut()
            .filter(|b| **b != b'\n')
            .for_each(|b| *b = b' ');
    }
}

/// Overwrites with a text and blanks; false if there is no room for it.
fn overwrite(text: &mut [u8], span: Range<usize>, new: &str) -> bool {
    match text.get_mut(span) {
        Some(bytes) if new.len() <= bytes.len() => {
            bytes.fill(b' ');
            bytes[..new.len()].copy_from_slice(new.as_bytes());
            true
        }
        Some(_) | None => false,
    }
}

/// Takes the inner brackets out of `walk((speed: 6))`, so that both ways of writing are read; `out`
/// is the text from `start` on.
fn undouble(node: &Node, text: &str, start: usize, out: &mut [u8]) {
    if let (Kind::Tuple { name: Some(_), .. }, [inner]) = (&node.kind, node.items()) {
        let unnamed = matches!(
            inner.kind,
            Kind::Struct { name: None, .. } | Kind::Tuple { name: None, .. }
        );
        if unnamed {
            let (open, close) = (inner.span.start - start, inner.span.end - start);
            blank(out, open..open + 1);
            blank(
                out,
                close - 1..parser::past_comma(text, inner.span.end) - start,
            );
        }
    }
    for child in node.children() {
        undouble(child, text, start, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::level::Mark;
    use crate::content::{MonsterDef, WeaponDef};
    use crate::rules::Primitive;

    fn findings<T: DeserializeOwned>(text: &str) -> Vec<String> {
        let found = read_text::<T>(Path::new("x.ron"), text)
            .err()
            .unwrap_or_default();
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_mistakes_of_a_definition_are_reported_at_once() {
        let text = "(\n    name: \"Axe\",\n    sise: small,\n    size: medum,\n    damage: \"1x6\",\n    \
                    kinds: [slashing, pircing],\n    threat: \"20\",\n    multiplier: 999,\n)";
        let found = findings::<WeaponDef>(text);
        let starts: Vec<_> = found
            .iter()
            .map(|f| f.split(": ").next().unwrap())
            .collect();
        assert_eq!(
            starts,
            [
                "x.ron:3:5",
                "x.ron:4:11",
                "x.ron:5:13",
                "x.ron:6:23",
                "x.ron:7:13",
                "x.ron:8:17"
            ],
            "{found:#?}"
        );
        assert!(found[0].contains("unknown-field") && found[0].ends_with("mean \"size\"?)"));
        assert!(
            found[1].ends_with("did you mean \"medium\"?)"),
            "{}",
            found[1]
        );
        assert!(
            found[3].ends_with("did you mean \"piercing\"?)"),
            "{}",
            found[3]
        );
        assert!(found[4].contains("wrong-type") && found[4].contains("expected a whole number"));
        assert!(found[5].contains("999"), "{}", found[5]);
    }

    #[test]
    fn a_missing_field_points_at_the_definition_that_lacks_it() {
        let found = findings::<Mark>("\n  zone(zone: \"ford\")");
        assert_eq!(
            found,
            ["x.ron:2:3: error[missing-field]: the field \"terrain\" is missing"]
        );
        let found = findings::<Mark>("zone(zone: \"ford\", terrain: \"grass\", high: 1)");
        assert!(
            found[0].starts_with("x.ron:1:38: error[unknown-field]"),
            "{found:?}"
        );
    }

    #[test]
    fn brackets_may_be_doubled_and_some_left_out() {
        for text in [
            "move((factor: 2, condition: Some(\"running\")))",
            "move(factor: 2)",
        ] {
            assert!(
                read_text::<Primitive>(Path::new("x"), text).is_ok(),
                "{text}"
            );
        }
    }

    #[test]
    fn syntax_is_reported_with_what_was_expected() {
        let found = findings::<MonsterDef>("(\n  name: \"Ogre\"\n  size: large,\n)");
        assert_eq!(
            found,
            ["x.ron:3:3: error[syntax]: `s` does not belong here (expected `,` or `)`)"]
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_a_finding() {
        let found = read_file::<MonsterDef>(Path::new("/nowhere/ogre.ron")).unwrap_err();
        assert_eq!(found.iter().next().map(|f| f.code), Some(Code::Unreadable));
    }
}
