//! One value of a ruleset, changed.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// What is said of a value that is no longer there.
const TAKEN_AWAY: &str = "taken away";

/// The most letters of a value that are shown.
const SHOWN: usize = 48;

/// A file of a ruleset.
#[derive(Clone, Debug)]
pub struct File {
    pub path: PathBuf,
    pub text: Arc<str>,
}

/// A change of one value.
#[derive(Clone, Debug)]
pub struct Change {
    pub file: Arc<File>,
    /// The bytes that are replaced.
    pub span: Range<usize>,
    /// What stands there instead.
    pub with: String,
    /// File and value: `actions.ron trip.provokes`.
    pub place: String,
    /// The entry of its table, or the field of the ruleset: `trip`.
    pub entry: String,
    /// What the value was and is: `yes -> no`.
    pub told: String,
}

impl Change {
    /// The replacement of a value by another.
    pub fn to(file: &Arc<File>, span: Range<usize>, with: String) -> Self {
        let old = shown(&file.text[span.clone()]);
        Self {
            told: format!("{old} -> {with}"),
            file: file.clone(),
            span,
            with,
            place: String::new(),
            entry: String::new(),
        }
    }

    /// The removal of what `span` covers; `value` is what is shown of it.
    pub fn without(file: &Arc<File>, span: Range<usize>, value: Range<usize>) -> Self {
        let mut change = Self::to(file, span, String::new());
        change.told = format!("{} -> {TAKEN_AWAY}", shown(&file.text[value]));
        change
    }

    /// The text of the file with the change.
    pub fn text(&self) -> Arc<str> {
        let text = &self.file.text;
        let (before, after) = (&text[..self.span.start], &text[self.span.end..]);
        [before, &self.with, after].concat().into()
    }

    /// Line and column, in characters, both from 1.
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = &self.file.text[..self.span.start];
        let line = before.rsplit('\n').next().unwrap_or(before);
        (1 + before.matches('\n').count(), 1 + line.chars().count())
    }

    /// The line of the file that it is in.
    pub fn line(&self) -> &str {
        let text = &self.file.text;
        let start = text[..self.span.start].rfind('\n').map_or(0, |at| at + 1);
        text[start..].lines().next().unwrap_or("")
    }
}

/// A value in one short line, without comments.
fn shown(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once("//") {
        Some((code, _)) => code,
        None => line,
    });
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let line = words.join(" ");
    if line.chars().count() <= SHOWN {
        return line;
    }
    line.chars().take(SHOWN - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_knows_where_it_is_and_what_it_says() {
        let file = Arc::new(File {
            path: "costs.ron".into(),
            text: "{\n  \"a\": (n: 1, // one\n    m: 2),\n}".into(),
        });
        let change = Change::to(&file, 13..14, "2".to_owned());
        assert_eq!(change.line_and_column(), (2, 12));
        assert_eq!(change.told, "1 -> 2");
        assert!(change.text().contains("n: 2, // one"));
        let end = file.text.find("),").unwrap() + 1;
        let change = Change::without(&file, 4..end, 4..end);
        assert_eq!(change.told, "\"a\": (n: 1, m: 2) -> taken away");
    }
}
