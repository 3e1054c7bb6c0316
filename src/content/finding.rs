//! What is wrong with a content file: one record for the command line and the editor.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The content cannot be used.
    Error,
    /// It can be used, but is probably not what was meant.
    Warning,
}

/// What kind of mistake it is. The printed form is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A file or folder that cannot be read.
    Unreadable,
    /// Not RON: brackets, commas, quotes.
    Syntax,
    /// A field that the definition does not have.
    UnknownField,
    /// A word that is none of the allowed ones.
    UnknownWord,
    MissingField,
    Duplicate,
    /// A value of the wrong kind.
    WrongType,
    /// An id that nothing has.
    UnknownName,
    /// A drawing, zone or deployment that does not work out.
    Map,
    /// A number or combination that makes no sense.
    Sense,
    /// Present, but without effect.
    Unused,
}

impl Code {
    /// The printed form.
    pub fn label(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Syntax => "syntax",
            Self::UnknownField => "unknown-field",
            Self::UnknownWord => "unknown-word",
            Self::MissingField => "missing-field",
            Self::Duplicate => "duplicate",
            Self::WrongType => "wrong-type",
            Self::UnknownName => "unknown-name",
            Self::Map => "map",
            Self::Sense => "sense",
            Self::Unused => "unused",
        }
    }
}

/// One mistake at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub file: PathBuf,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub severity: Severity,
    pub code: Code,
    /// Bytes of the file that are meant.
    pub span: (usize, usize),
    pub message: String,
    /// What would be right here.
    pub expected: Option<String>,
    /// The nearest valid name.
    pub nearest: Option<String>,
    /// Every word that can stand here, where only certain words can.
    pub choices: &'static [&'static str],
}

impl Finding {
    /// A finding about a file or folder as a whole.
    pub fn on_file(file: &Path, code: Code, message: impl Into<String>) -> Self {
        Self {
            file: shown(file),
            line: 1,
            column: 1,
            severity: Severity::Error,
            code,
            span: (0, 0),
            message: message.into(),
            expected: None,
            nearest: None,
            choices: &[],
        }
    }

    /// The same, as a warning.
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Whether it is about this file or folder, or something in the folder.
    pub fn is_on(&self, path: &Path) -> bool {
        self.file.starts_with(shown(path))
    }

    /// The bytes that are meant.
    pub fn range(&self) -> Range<usize> {
        self.span.0..self.span.1
    }

    /// The mistake and what would be right, without the place.
    pub fn words(&self) -> String {
        let help = self.help();
        help.map_or_else(
            || self.message.clone(),
            |help| format!("{} ({help})", self.message),
        )
    }

    /// "expected …; did you mean …?", or nothing.
    fn help(&self) -> Option<String> {
        match (&self.expected, &self.nearest) {
            (Some(expected), Some(nearest)) => {
                Some(format!("expected {expected}; did you mean \"{nearest}\"?"))
            }
            (Some(expected), None) => Some(format!("expected {expected}")),
            (None, Some(nearest)) => Some(format!("did you mean \"{nearest}\"?")),
            (None, None) => None,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let (file, line, column) = (self.file.display(), self.line, self.column);
        write!(
            f,
            "{file}:{line}:{column}: {severity}[{}]: {}",
            self.code.label(),
            self.words()
        )
    }
}

/// A path as it is shown: relative to the working directory where it lies below it.
pub(super) fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).to_path_buf()
}

/// All findings of a run, in the order of file, line and column, with the texts that they are about.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    texts: BTreeMap<PathBuf, Arc<str>>,
}

impl Findings {
    /// Adds one, keeping the order; the same finding is kept once.
    pub fn push(&mut self, finding: Finding) {
        if let Err(at) = self.list.binary_search(&finding) {
            self.list.insert(at, finding);
        }
    }

    /// Adds those of another run.
    pub fn append(&mut self, other: Self) {
        for finding in other.list {
            self.push(finding);
        }
        self.texts.extend(other.texts);
    }

    /// Remembers a file's text, for [`Findings::pretty`].
    pub fn remember(&mut self, file: &Path, text: Arc<str>) {
        self.texts.insert(shown(file), text);
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.list.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many of them are errors.
    pub fn errors(&self) -> usize {
        self.list
            .iter()
            .filter(|f| f.severity == Severity::Error)
            .count()
    }

    /// Keeps those that the test passes.
    pub fn retain(&mut self, test: impl FnMut(&Finding) -> bool) {
        self.list.retain(test);
    }

    /// Every finding with an excerpt of its file, for a terminal.
    pub fn pretty(&self, colour: bool) -> String {
        self.list
            .iter()
            .map(|finding| self.excerpt(finding, colour))
            .collect()
    }

    fn excerpt(&self, finding: &Finding, colour: bool) -> String {
        use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
        let Some(text) = self
            .texts
            .get(&finding.file)
            .filter(|text| !text.is_empty())
        else {
            return format!("{finding}\n");
        };
        let (kind, tint) = match finding.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let file = finding.file.display().to_string();
        let at = (file.clone(), finding.range());
        let here = finding.help().unwrap_or_else(|| "here".to_owned());
        let report = Report::build(kind, at.clone())
            .with_config(
                Config::default()
                    .with_color(colour)
                    .with_index_type(IndexType::Byte),
            )
            .with_code(finding.code.label())
            .with_message(&finding.message)
            .with_label(Label::new(at).with_message(here).with_color(tint))
            .finish();
        let mut out = Vec::new();
        match report.write((file, Source::from(text.as_ref())), &mut out) {
            Ok(()) => String::from_utf8_lossy(&out).into_owned(),
            Err(_) => format!("{finding}\n"),
        }
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list
            .iter()
            .try_for_each(|finding| writeln!(f, "{finding}"))
    }
}

impl std::error::Error for Findings {}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(line: usize, message: &str) -> Finding {
        Finding {
            line,
            span: (8, 17),
            nearest: Some("longsword".to_owned()),
            expected: Some("a weapon".to_owned()),
            ..Finding::on_file(Path::new("a.ron"), Code::UnknownName, message)
        }
    }

    #[test]
    fn one_line_says_everything() {
        assert_eq!(
            finding(3, "there is no weapon \"longsowrd\"").to_string(),
            "a.ron:3:1: error[unknown-name]: there is no weapon \"longsowrd\" \
             (expected a weapon; did you mean \"longsword\"?)"
        );
    }

    #[test]
    fn findings_are_sorted_and_kept_once() {
        let mut findings = Findings::default();
        findings.push(finding(9, "late"));
        findings.push(finding(2, "early"));
        findings.push(finding(9, "late"));
        let lines: Vec<_> = findings.iter().map(|f| f.line).collect();
        assert_eq!(lines, [2, 9]);
        findings.push(finding(1, "mild").warning());
        assert_eq!((findings.len(), findings.errors()), (3, 2));
    }

    #[test]
    fn the_excerpt_shows_the_line() {
        let mut findings = Findings::default();
        findings.remember(Path::new("a.ron"), "weapon: longsowrd,\n".into());
        findings.push(finding(1, "no such weapon"));
        let text = findings.pretty(false);
        assert!(text.contains("weapon: longsowrd,"), "{text}");
        assert!(text.contains("did you mean \"longsword\"?"), "{text}");
    }
}
