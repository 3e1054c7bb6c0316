//! From text to the tree of [`syntax`](super::syntax). It accepts what `ron` accepts and leaves
//! judging values to it; what it refuses, it refuses at the right place.

use std::ops::Range;

use super::syntax::{Entry, Kind, Node};

/// Why a text is not RON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub span: Range<usize>,
    pub message: String,
    pub expected: Option<String>,
}

/// Parses one value with nothing after it.
pub fn parse(text: &str) -> Result<Node, SyntaxError> {
    let mut reader = Reader::new(text, 0);
    reader.skip(BYTE_ORDER_MARK);
    reader.attributes()?;
    if reader.at >= text.len() {
        let mut error = reader.error(reader.at..reader.at, "there is nothing in this file");
        error.expected = Some("a definition in round brackets".to_owned());
        return Err(error);
    }
    let node = reader.value()?;
    reader.blank()?;
    match reader.peek() {
        None => Ok(node),
        Some(':' | '=') => {
            Err(reader.unexpected("round brackets around the whole definition: `(name: …, …)`"))
        }
        Some(_) => Err(reader.unexpected("the end of the file")),
    }
}

/// The byte after the comma that follows `at`, blanks and comments between; `at` if there is none.
pub fn past_comma(text: &str, at: usize) -> usize {
    let mut reader = Reader::new(text, at);
    if reader.blank().is_ok() && reader.skip(",") {
        reader.at
    } else {
        at
    }
}

/// Values may be nested this deep; `ron` has the same limit.
const DEPTH: usize = 128;

/// What some editors put in front of a text; it means nothing.
const BYTE_ORDER_MARK: &str = "\u{feff}";

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The bracket at each byte that is open here, and what closes it; the innermost is the last.
    open: Vec<(usize, char)>,
    /// How many values this one is in.
    depth: usize,
    /// The last text that runs over the end of a line: the place of its first quote, and its end.
    long: Option<(usize, usize)>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, at: usize) -> Self {
        Self {
            text,
            at,
            open: Vec::new(),
            depth: 0,
            long: None,
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, prefix: &str) -> bool {
        let found = self.rest().starts_with(prefix);
        if found {
            self.at += prefix.len();
        }
        found
    }

    fn error(&self, span: Range<usize>, message: &str) -> SyntaxError {
        SyntaxError {
            span,
            message: message.to_owned(),
            expected: None,
        }
    }

    /// What stands here does not belong here. Says what would, and where the real cause lies, if
    /// that is a quote or bracket further up.
    fn unexpected(&self, expected: &str) -> SyntaxError {
        let Some(found) = self.peek() else {
            let mut error = self.error(self.at..self.at, "the file ends too early");
            error.expected = Some(expected.to_owned());
            return error;
        };
        if let Some((quote, _)) = self.long.filter(|(_, end)| *end == self.at) {
            let message = "this text runs on into another line: its closing quote may be missing";
            return self.error(quote..quote + 1, message);
        }
        let mut message = format!("`{found}` does not belong here");
        let mut expected = expected.to_owned();
        match (found, self.open.last()) {
            (')' | ']' | '}', Some((at, close))) if *close != found => {
                let bracket = &self.text[*at..=*at];
                let line = 1 + self.text[..*at].matches('\n').count();
                message = format!("{message}: the `{bracket}` of line {line} is still open");
                expected = format!("`{close}` first");
            }
            ('=', _) => "`:` between a name and its value".clone_into(&mut expected),
            ('\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}', _) => {
                "a straight quote: `\"`".clone_into(&mut expected);
            }
            ('#', _) => expected.push_str("; a comment begins with `//`"),
            _ => {}
        }
        SyntaxError {
            span: self.at..self.at + found.len_utf8(),
            message,
            expected: Some(expected),
        }
    }

    /// Skips blanks and comments.
    fn blank(&mut self) -> Result<(), SyntaxError> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let start = self.at;
            if self.skip("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.skip("/*") {
                let mut open = 1;
                while open > 0 {
                    if self.skip("/*") {
                        open += 1;
                    } else if self.skip("*/") {
                        open -= 1;
                    } else if let Some(letter) = self.peek() {
                        self.at += letter.len_utf8();
                    } else {
                        return Err(self.error(start..start + 2, "this comment is never closed"));
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Skips `#![enable(...)]`.
    fn attributes(&mut self) -> Result<(), SyntaxError> {
        self.blank()?;
        while self.rest().starts_with("#!") {
            match self.rest().find(']') {
                Some(end) => self.at += end + 1,
                None => return Err(self.unexpected("`#![enable(…)]`")),
            }
            self.blank()?;
        }
        Ok(())
    }

    fn value(&mut self) -> Result<Node, SyntaxError> {
        self.blank()?;
        if self.depth >= DEPTH {
            return Err(self.error(self.at..self.at + 1, "brackets are nested too deep"));
        }
        self.depth += 1;
        let start = self.at;
        let kind = match self.peek() {
            Some('(') => self.round(None)?,
            Some('[') => {
                self.enter(']');
                Kind::List(self.items(start, ']')?)
            }
            Some('{') => {
                self.enter('}');
                self.map(start)?
            }
            Some('"' | '\'') => self.quoted()?,
            Some(c) if c.is_alphanumeric() || "_+-.".contains(c) => self.word()?,
            _ => return Err(self.unexpected("a value")),
        };
        self.depth -= 1;
        Ok(Node {
            span: start..self.at,
            kind,
        })
    }

    fn map(&mut self, start: usize) -> Result<Kind, SyntaxError> {
        let mut entries = Vec::new();
        while !self.closes(start, '}')? {
            let key = self.value()?;
            entries.push(self.entry(key)?);
            self.comma(start, '}')?;
        }
        Ok(Kind::Map(entries))
    }

    /// After a key: the colon and the value.
    fn entry(&mut self, key: Node) -> Result<Entry, SyntaxError> {
        self.blank()?;
        if !self.skip(":") {
            return Err(self.unexpected("`:` and a value"));
        }
        Ok(Entry {
            key,
            value: self.value()?,
        })
    }

    /// A struct or a tuple, at its opening bracket.
    fn round(&mut self, name: Option<String>) -> Result<Kind, SyntaxError> {
        let start = self.at;
        self.enter(')');
        if self.closes(start, ')')? {
            return Ok(Kind::Tuple {
                name,
                items: Vec::new(),
            });
        }
        let first = self.value()?;
        self.blank()?;
        if !self.rest().starts_with(':') {
            self.comma(start, ')')?;
            let mut items = vec![first];
            items.extend(self.items(start, ')')?);
            return Ok(Kind::Tuple { name, items });
        }
        let mut entries = vec![self.entry(first)?];
        self.comma(start, ')')?;
        while !self.closes(start, ')')? {
            let key = self.value()?;
            entries.push(self.entry(key)?);
            self.comma(start, ')')?;
        }
        Ok(Kind::Struct { name, entries })
    }

    fn items(&mut self, start: usize, close: char) -> Result<Vec<Node>, SyntaxError> {
        let mut items = Vec::new();
        while !self.closes(start, close)? {
            items.push(self.value()?);
            self.comma(start, close)?;
        }
        Ok(items)
    }

    /// Takes an opening bracket.
    fn enter(&mut self, close: char) {
        self.open.push((self.at, close));
        self.at += 1;
    }

    /// Takes the closing bracket if it is next.
    fn closes(&mut self, start: usize, close: char) -> Result<bool, SyntaxError> {
        self.blank()?;
        if self.at >= self.text.len() {
            return Err(self.error(start..start + 1, "this bracket is never closed"));
        }
        let closed = self.skip(close.encode_utf8(&mut [0; 4]));
        if closed {
            self.open.pop();
        }
        Ok(closed)
    }

    /// Takes a comma; without one only the closing bracket may follow.
    fn comma(&mut self, start: usize, close: char) -> Result<(), SyntaxError> {
        self.blank()?;
        if self.skip(",") || self.rest().starts_with(close) {
            return Ok(());
        }
        if self.at >= self.text.len() {
            return Err(self.error(start..start + 1, "this bracket is never closed"));
        }
        Err(self.unexpected(&format!("`,` or `{close}`")))
    }

    /// A number, a word, a raw string, a named struct or tuple.
    fn word(&mut self) -> Result<Kind, SyntaxError> {
        let start = self.at;
        for prefix in ["r\"", "r#\"", "r##\"", "br\"", "br#\""] {
            if self.rest().starts_with(prefix) {
                return self.raw(prefix);
            }
        }
        if self.rest().starts_with("b\"") || self.rest().starts_with("b'") {
            self.at += 1;
            return self.quoted();
        }
        self.skip("r#");
        let more = |c: char| !(c.is_alphanumeric() || "_+-.".contains(c));
        self.at += self.rest().find(more).unwrap_or(self.rest().len());
        let name = self.text[start..self.at].to_owned();
        let end = self.at;
        self.blank()?;
        if self.rest().starts_with('(') && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        {
            return self.round(Some(name));
        }
        self.at = end;
        Ok(Kind::Word(name))
    }

    fn raw(&mut self, prefix: &str) -> Result<Kind, SyntaxError> {
        let start = self.at;
        self.at += prefix.len();
        let close = format!("\"{}", "#".repeat(prefix.matches('#').count()));
        let Some(length) = self.rest().find(&close) else {
            return Err(self.error(start..self.at, "this string is never closed"));
        };
        let inside = self.at;
        self.at += length + close.len();
        let text = self.text[inside..inside + length].to_owned();
        Ok(Kind::Text {
            text,
            inside: Some(inside),
        })
    }

    /// A string or a character. Unknown escapes are left to `ron`.
    fn quoted(&mut self) -> Result<Kind, SyntaxError> {
        let start = self.at;
        let quote = self.peek().unwrap_or('"');
        self.at += 1;
        let mut text = String::new();
        let mut plain = true;
        loop {
            let Some(letter) = self.peek() else {
                return Err(self.error(start..start + 1, "this string is never closed"));
            };
            self.at += letter.len_utf8();
            if letter == '\\' {
                plain = false;
                let escaped = self.peek().unwrap_or('\\');
                self.at += escaped.len_utf8().min(self.rest().len());
                text.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    other => other,
                });
            } else if letter == quote && !(quote == '\'' && text.is_empty()) {
                if text.contains('\n') {
                    self.long = Some((start, self.at));
                }
                return Ok(Kind::Text {
                    text,
                    inside: plain.then_some(start + 1),
                });
            } else if letter == '\n' && quote == '\'' {
                return Err(self.error(start..start + 1, "this character is never closed"));
            } else {
                text.push(letter);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ron_accepts_is_accepted() {
        for text in [
            "()",
            "[1, 2.5, 0x1F, 'c', '\\'', ''', r#\"raw \"q\" \"#, b\"x\", \"\\\"\"]",
            "#![enable(implicit_some)]\n/* a /* b */ c */ Some((x: None, y: (1, true)))",
            "{ \"a\": walk(( speed: 3, )), b: [ ], }",
            "unit",
        ] {
            assert!(parse(text).is_ok(), "{text}: {:?}", parse(text));
        }
    }

    #[test]
    fn a_missing_bracket_points_at_the_open_one() {
        let error = parse("(a: [1, 2, b: 3)").unwrap_err();
        assert_eq!(
            (error.span, error.expected.as_deref()),
            (12..13, Some("`,` or `]`"))
        );
        let error = parse("(a: [1, 2]").unwrap_err();
        assert_eq!(
            (error.span, error.message.as_str()),
            (0..1, "this bracket is never closed")
        );
        assert!(parse(&"[".repeat(9999)).is_err());
    }

    fn refused(text: &str) -> (usize, String) {
        let error = parse(text).unwrap_err();
        let expected = error.expected.unwrap_or_default();
        (error.span.start, format!("{}; {expected}", error.message))
    }

    #[test]
    fn a_wrong_bracket_names_the_one_that_is_open() {
        let (at, told) = refused("(\n a: [1, 2},\n)");
        assert_eq!(at, 11);
        assert_eq!(
            told,
            "`}` does not belong here: the `[` of line 2 is still open; `]` first"
        );
        let (_, told) = refused("(a: { 'x': 1,\n b: 2,\n)");
        assert!(told.contains("the `{` of line 1 is still open"), "{told}");
    }

    #[test]
    fn a_missing_quote_points_at_the_text_that_lacks_it() {
        let (at, told) = refused("(name: \"Mill,\n text: \"A fight\",\n)");
        assert_eq!(at, 7);
        assert!(told.contains("its closing quote may be missing"), "{told}");
    }

    #[test]
    fn other_notations_are_told_what_is_different_here() {
        for (text, told) in [
            ("(name = 1)", "`:` between a name and its value"),
            ("(name: \u{201c}Mill\u{201d})", "a straight quote"),
            ("(a: 1,\n# b\n)", "a comment begins with `//`"),
            ("name: 1", "round brackets around the whole definition"),
            ("", "there is nothing in this file"),
            ("\n// nobody\n", "there is nothing in this file"),
        ] {
            assert!(
                refused(text).1.contains(told),
                "{text}: {:?}",
                refused(text)
            );
        }
    }

    #[test]
    fn a_byte_order_mark_is_read_over() {
        assert_eq!(parse("\u{feff}(a: 1)").map(|node| node.span), Ok(3..9));
    }
}
