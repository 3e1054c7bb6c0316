//! What is wrong with a content file: one record for the command line and the editor.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::excerpt::{excerpt, phrase};

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

    /// Message and help, without the place.
    pub fn words(&self) -> String {
        let message = phrase(&self.message);
        match self.help() {
            Some(help) => format!("{message} ({help})"),
            None => message,
        }
    }

    /// "expected …; did you mean …?", or nothing.
    pub(super) fn help(&self) -> Option<String> {
        let (expected, nearest) = (self.expected.as_deref(), self.nearest.as_deref());
        match (expected.map(phrase), nearest.map(phrase)) {
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
        let file = phrase(&self.file.display().to_string());
        let (line, column) = (self.line, self.column);
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

/// Most errors of one file that are kept, and most warnings.
pub const FINDINGS_LIMIT: usize = 100;

/// Most findings that are shown.
const SHOWN_LIMIT: usize = 1_000;

/// Numbers of errors and warnings of a file.
#[derive(Clone, Copy, Debug, Default)]
struct FileCounts {
    errors: usize,
    warnings: usize,
    /// Whether there were more than are kept.
    more: bool,
}

/// All findings of a run, in the order of file, line and column, with the texts that they are about.
///
/// Of each file a bounded number is kept, so that a file full of mistakes is read in time.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    counted: BTreeMap<PathBuf, FileCounts>,
    texts: BTreeMap<PathBuf, Arc<str>>,
}

impl Findings {
    /// Adds one, keeping the order; the same finding is kept once, and one too many is not kept.
    pub fn push(&mut self, finding: Finding) {
        let Err(at) = self.list.binary_search(&finding) else {
            return;
        };
        let counted = self.counted.entry(finding.file.clone()).or_default();
        let count = match finding.severity {
            Severity::Error => &mut counted.errors,
            Severity::Warning => &mut counted.warnings,
        };
        if *count < FINDINGS_LIMIT {
            *count += 1;
            self.list.insert(at, finding);
        } else {
            counted.more = true;
        }
    }

    /// Whether a finding about this file would be kept. If not, looking for it is not worth the time.
    pub fn has_room(&mut self, file: &Path, severity: Severity) -> bool {
        let Some(counted) = self.counted.get_mut(&shown(file)) else {
            return true;
        };
        let count = match severity {
            Severity::Error => counted.errors,
            Severity::Warning => counted.warnings.max(counted.errors),
        };
        counted.more |= count >= FINDINGS_LIMIT;
        count < FINDINGS_LIMIT
    }

    /// Whether this finding is among them.
    pub fn contains(&self, finding: &Finding) -> bool {
        self.list.binary_search(finding).is_ok()
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

    /// Number of errors.
    pub fn errors(&self) -> usize {
        self.mistakes().count()
    }

    /// The errors, without the warnings.
    pub fn mistakes(&self) -> impl Iterator<Item = &Finding> {
        self.list
            .iter()
            .filter(|one| one.severity == Severity::Error)
    }

    /// The errors about this file or folder, or something in the folder.
    pub fn mistakes_on(&self, path: &Path) -> impl Iterator<Item = &Finding> {
        // The list is in the order of the files, and a folder comes right before its content.
        let path = shown(path);
        let from = self.list.partition_point(|one| one.file < path);
        let on_path = self.list[from..]
            .iter()
            .take_while(move |one| one.file.starts_with(&path));
        on_path.filter(|one| one.severity == Severity::Error)
    }

    /// Keeps those that the test passes.
    pub fn retain(&mut self, test: impl FnMut(&Finding) -> bool) {
        self.list.retain(test);
        let files: BTreeSet<&PathBuf> = self.list.iter().map(|one| &one.file).collect();
        self.counted.retain(|file, _| files.contains(file));
    }

    /// Findings with an excerpt of their files, for a terminal.
    pub fn pretty(&self, colour: bool) -> String {
        let list = self.list.iter().take(SHOWN_LIMIT);
        let excerpts = list.map(|finding| {
            let text = self.texts.get(&finding.file);
            excerpt(finding, text.map(AsRef::as_ref), colour)
        });
        excerpts.chain([self.more()]).collect()
    }

    /// Lines about the findings that are not shown.
    fn more(&self) -> String {
        let mut text = String::new();
        for (file, _) in self.counted.iter().filter(|(_, counted)| counted.more) {
            let file = phrase(&file.display().to_string());
            text += &format!(
                "{file}: there are more findings; the first {FINDINGS_LIMIT} are listed\n"
            );
        }
        if self.list.len() > SHOWN_LIMIT {
            let hidden = self.list.len() - SHOWN_LIMIT;
            text += &format!("{hidden} more findings are not listed\n");
        }
        text
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = self.list.iter().take(SHOWN_LIMIT);
        list.try_for_each(|finding| writeln!(f, "{finding}"))?;
        f.write_str(&self.more())
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
    fn mistakes_are_found_by_file_and_folder() {
        let mut findings = Findings::default();
        for file in ["a.ron", "a/b.ron", "a/c/d.ron", "a-b.ron", "b.ron"] {
            let one = Finding::on_file(Path::new(file), Code::Sense, "wrong");
            findings.push(one.clone());
            findings.push(Finding { line: 2, ..one }.warning());
        }
        let on = |path: &str| -> Vec<String> {
            let found = findings.mistakes_on(Path::new(path));
            found.map(|one| one.file.display().to_string()).collect()
        };
        assert_eq!(on("a"), ["a/b.ron", "a/c/d.ron"]);
        assert_eq!(on("a/b.ron"), ["a/b.ron"]);
        assert_eq!(on("b.ron"), ["b.ron"]);
        assert!(on("c").is_empty());
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
    fn a_bounded_number_of_each_file_is_kept_and_warnings_displace_no_error() {
        let mut findings = Findings::default();
        for line in 1..=300 {
            findings.push(finding(line, "mild").warning());
        }
        assert!(findings.has_room(Path::new("a.ron"), Severity::Error));
        assert!(!findings.has_room(Path::new("a.ron"), Severity::Warning));
        for line in 1..=300 {
            findings.push(finding(line, "wrong"));
        }
        assert_eq!((findings.len(), findings.errors()), (200, 100));
        let told = findings.to_string();
        assert!(told.ends_with("a.ron: there are more findings; the first 100 are listed\n"));
        let mut other = finding(1, "wrong");
        other.file = PathBuf::from("b.ron");
        findings.push(other);
        assert_eq!(findings.errors(), 101);
        findings.retain(|one| one.file == Path::new("b.ron"));
        assert!(!findings.to_string().contains("more"), "{findings}");
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
