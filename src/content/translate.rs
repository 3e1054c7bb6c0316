//! From `ron`'s errors to findings: what is wrong, where exactly, and what would be right.

use std::ops::Range;

use ron::error::{Error, Position, SpannedError};

use super::Code;
use super::nearest::nearest;
use super::ranges::{OUT_OF_RANGE, nearest_end};
use super::syntax::{Kind, Node};

/// Most words that are listed as choices.
const READABLE: usize = 40;

/// The text in which an error happened.
pub(super) struct Place<'a> {
    /// As written.
    pub text: &'a str,
    /// The value that was read.
    pub node: &'a Node,
    /// As given to `ron`: the bytes of the value, some of them blanked.
    pub current: &'a str,
    /// The byte of the text with which that begins.
    pub start: usize,
}

/// A mistake, explained.
#[derive(Debug)]
pub(super) struct Wrong {
    pub span: Range<usize>,
    pub code: Code,
    pub message: String,
    pub expected: Option<String>,
    pub nearest: Option<String>,
    /// Every word that can stand here, where a word has to.
    pub choices: &'static [&'static str],
    /// What can be left out to read on.
    pub part: Option<Range<usize>>,
    /// A number in its range, to read on with in place of one that is not.
    pub instead: Option<String>,
    /// It only follows from parts that were left out, and is not reported.
    pub follows: bool,
}

/// Explains an error.
pub(super) fn explain(error: &SpannedError, place: &Place<'_>, left_out: &[Range<usize>]) -> Wrong {
    let at = place.start + offset(place.current, error.span.end);
    let node = place.node.around(at);
    let shown = shorten(place.text.get(node.span.clone()).unwrap_or(""));
    let wrong = |code, message: String, expected: Option<&str>, near| Wrong {
        span: node.span.clone(),
        code,
        message,
        expected: expected.map(str::to_owned),
        nearest: near,
        choices: &[],
        part: place.node.part(at),
        instead: None,
        follows: false,
    };
    let kind = |expected: &str| {
        let message = format!("`{shown}` is not the right kind of value");
        wrong(Code::WrongType, message, Some(expected), None)
    };
    // A value straight after a bracket may be meant for a field whose name it lacks.
    let nameless = place.node.bracket(at).is_some_and(|bracket| {
        matches!(&bracket.kind, Kind::Tuple { items, .. } if items.iter().any(|i| i.span == node.span))
    });
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    match &error.code {
        Error::NoSuchStructField {
            expected, found, ..
        } => {
            let message = format!("there is no field \"{found}\" here");
            let near = nearest(found, expected.iter().copied());
            wrong(
                Code::UnknownField,
                message,
                one_of(found, expected).as_deref(),
                near,
            )
        }
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => {
            let message = format!("\"{found}\" is not one of the words that can stand here");
            let near = nearest(found, expected.iter().copied());
            let mut wrong = wrong(
                Code::UnknownWord,
                message,
                one_of(found, expected).as_deref(),
                near,
            );
            wrong.choices = expected;
            // The bracket after a wrong word is not what is wrong.
            wrong.span.end = wrong.span.end.min(wrong.span.start + found.len().max(1));
            wrong
        }
        Error::MissingStructField { field, .. } => missing(field, at, place, left_out),
        Error::DuplicateStructField { field, .. } => {
            let message = format!("the field \"{field}\" stands here for the second time");
            wrong(Code::Duplicate, message, None, None)
        }
        Error::IntegerOutOfBounds => {
            let below = shown.starts_with('-');
            let message = format!("`{shown}` is too {}", if below { "small" } else { "large" });
            let expected = if below {
                "0 or more"
            } else {
                "a smaller whole number"
            };
            wrong(Code::WrongType, message, Some(expected), None)
        }
        Error::ExpectedIdentifier
        | Error::InvalidIdentifier(_)
        | Error::SuggestRawIdentifier(_)
            if nameless =>
        {
            kind("a word without quotes, or fields with their names, such as `(x: 3, y: 5)`")
        }
        Error::ExpectedIdentifier if matches!(node.kind, Kind::Text { .. }) => {
            kind("a word without quotes")
        }
        Error::ExpectedString => kind("a text in double quotes"),
        Error::ExpectedChar => kind("one character in single quotes"),
        Error::ExpectedInteger | Error::InvalidIntegerDigit { .. } => kind("a whole number"),
        Error::ExpectedComma if number(&shown) => kind("a whole number"),
        Error::ExpectedComma if matches!(node.kind, Kind::Tuple { .. } | Kind::Struct { .. }) => {
            let message = format!("`{shown}` has brackets that do not belong here");
            wrong(Code::WrongType, message, Some("the word alone"), None)
        }
        Error::ExpectedStructLikeEnd => kind("fewer values in these brackets"),
        Error::ExpectedDifferentStructName { found, .. } => {
            let message = format!("`{found}` does not belong before this bracket");
            wrong(
                Code::WrongType,
                message,
                Some("nothing before the bracket"),
                None,
            )
        }
        Error::InvalidEscape(_) => {
            let message = format!("`{shown}` has a backslash that means nothing here");
            wrong(
                Code::WrongType,
                message,
                Some("`\\\\` for a backslash"),
                None,
            )
        }
        Error::ExpectedBoolean => kind("true or false"),
        Error::ExpectedArray => kind("a list in square brackets"),
        Error::ExpectedMap => kind("a table in braces"),
        Error::ExpectedIdentifier
        | Error::InvalidIdentifier(_)
        | Error::SuggestRawIdentifier(_) => kind("a word"),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            kind("round brackets with fields")
        }
        Error::InvalidValueForType { expected, .. } => kind(expected),
        Error::ExpectedDifferentLength { expected, .. } => {
            let count = expected
                .split(' ')
                .find_map(|word| word.parse::<usize>().ok());
            match count {
                Some(count) => kind(&format!("{count} values in these brackets")),
                None => kind(&format!("{expected} in it")),
            }
        }
        Error::Message(message) => match message.split_once(OUT_OF_RANGE) {
            Some((_, range)) => {
                let message = format!("`{shown}` is out of range");
                let mut wrong = wrong(Code::Sense, message, Some(range), None);
                wrong.instead = nearest_end(range, &shown);
                wrong
            }
            None => wrong(Code::WrongType, message.clone(), None, None),
        },
        other => {
            let message = format!("`{shown}` cannot be read: {other}");
            wrong(Code::WrongType, message, None, None)
        }
    }
}

/// Whether a field was left out for a mistake, or is what a misspelt field that was left out should
/// have been.
pub(super) fn lost(field: &str, node: &Node, left_out: &[Range<usize>]) -> bool {
    node.entries().iter().any(|entry| {
        let key = entry.key.text().unwrap_or("");
        left_out.contains(&entry.span()) && nearest(key, [field]).is_some()
    })
}

/// What is said of a field that is missing.
pub(super) fn missing_field(field: &str) -> String {
    format!("the field \"{field}\" is missing")
}

/// A missing field is reported at the definition that lacks it, unless it was left out for a mistake.
fn missing(field: &str, at: usize, place: &Place<'_>, left_out: &[Range<usize>]) -> Wrong {
    let node = place.node.bracket(at).unwrap_or(place.node);
    let length = node.name().map_or(1, str::len);
    // Without its own brackets the definition may be the part of a list or table.
    let part = place.node.part(node.span.start);
    Wrong {
        span: node.span.start..node.span.start + length,
        code: Code::MissingField,
        message: missing_field(field),
        expected: None,
        nearest: None,
        choices: &[],
        part,
        instead: None,
        follows: lost(field, node, left_out),
    }
}

/// The choices for a wrong word: of more than [`READABLE`], the ones that begin with the same letter.
fn one_of(given: &str, choices: &[&str]) -> Option<String> {
    match choices {
        [] => None,
        [only] => Some((*only).to_owned()),
        many if many.len() <= READABLE => Some(format!("one of {}", many.join(", "))),
        many => {
            let initial = given.chars().next()?.to_ascii_lowercase();
            let alike = many.iter().filter(|word| word.starts_with(initial));
            let alike: Vec<&str> = alike.take(READABLE).copied().collect();
            let number = many.len();
            Some(match alike.as_slice() {
                [] => format!("one of {number} words"),
                alike => format!("one of {number} words, such as {}", alike.join(", ")),
            })
        }
    }
}

fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.len() == text.len() && line.chars().count() <= 40 {
        return line.to_owned();
    }
    line.chars().take(24).chain(['…']).collect()
}

/// The byte at a line and column.
fn offset(text: &str, position: Position) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(position.line.saturating_sub(1))
        .map(str::len)
        .sum();
    let line = text.get(before..).unwrap_or("");
    let within = line.char_indices().nth(position.col.saturating_sub(1));
    before + within.map_or(line.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_choices_are_told_by_their_initial() {
        let words: Vec<String> = (0..50).map(|n| format!("word_{n}")).collect();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.extend(["flies", "forces"]);
        let told = |given| one_of(given, &words);
        let such = "one of 52 words, such as flies, forces";
        assert_eq!(told("flys").as_deref(), Some(such));
        assert_eq!(told("xyz").as_deref(), Some("one of 52 words"));
        assert_eq!(one_of("x", &["a", "b"]).as_deref(), Some("one of a, b"));
    }
}
