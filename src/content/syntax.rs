//! RON as a tree with places: which bytes of a file say what.
//!
//! `ron` turns text into definitions; this parser keeps what a definition forgets, the place of
//! every key and value, so that a finding about a name can point at the name, and so that a ruleset
//! can be laid over its parent. It accepts what `ron` accepts and leaves judging values to it.

use std::ops::Range;

/// A value and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub span: Range<usize>,
    pub kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number, a word, a truth value: as written.
    Word(String),
    /// A string or a character, decoded; `inside` is where the text between the quotes starts, if
    /// it stands there without escapes.
    Text { text: String, inside: Option<usize> },
    /// `[a, b]`.
    List(Vec<Node>),
    /// `(a, b)` or `name(a, b)`; `()` as well.
    Tuple {
        name: Option<String>,
        items: Vec<Node>,
    },
    /// `(a: 1)` or `name(a: 1)`.
    Struct {
        name: Option<String>,
        entries: Vec<Entry>,
    },
    /// `{a: 1}`.
    Map(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: Node,
    pub value: Node,
}

impl Entry {
    /// From the key to the end of the value.
    pub fn span(&self) -> Range<usize> {
        self.key.span.start..self.value.span.end
    }
}

/// Why a text is not RON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub span: Range<usize>,
    pub message: String,
    pub expected: Option<String>,
}

impl Node {
    /// The word, string or character, without quotes.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(text) | Kind::Text { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The name in front of the bracket, or the word itself.
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(name) => Some(name),
            Kind::Tuple { name, .. } | Kind::Struct { name, .. } => name.as_deref(),
            _ => None,
        }
    }

    /// The entries of a struct or map.
    pub fn entries(&self) -> &[Entry] {
        match &self.kind {
            Kind::Struct { entries, .. } | Kind::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list or tuple.
    pub fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::List(items) | Kind::Tuple { items, .. } => items,
            _ => &[],
        }
    }

    /// The entry with this key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries()
            .iter()
            .find(|entry| entry.key.text() == Some(key))
    }

    /// The value under this key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The value at the end of this path of keys and item numbers, or the last one on the way that
    /// there is. Brackets around a single unnamed value are passed through.
    pub fn at(&self, path: &[&str]) -> &Node {
        let Some((first, rest)) = path.split_first() else {
            return self;
        };
        let item = first
            .parse::<usize>()
            .ok()
            .and_then(|i| self.items().get(i));
        if let Some(next) = self.get(first).or(item) {
            return next.at(rest);
        }
        match self.items() {
            [only] => only.at(path),
            _ => self,
        }
    }

    /// The direct parts: keys and values, or items.
    pub fn children(&self) -> impl Iterator<Item = &Node> {
        self.entries()
            .iter()
            .flat_map(|e| [&e.key, &e.value])
            .chain(self.items())
    }

    /// The smallest value that holds this byte (its end included).
    pub fn around(&self, byte: usize) -> &Node {
        self.children()
            .filter(|child| child.span.start <= byte && byte <= child.span.end)
            .last()
            .map_or(self, |child| child.around(byte))
    }

    /// The innermost struct or tuple with this byte between its brackets.
    pub fn bracket(&self, byte: usize) -> Option<&Node> {
        let inner = self.children().find_map(|child| child.bracket(byte));
        let round = matches!(self.kind, Kind::Struct { .. } | Kind::Tuple { .. });
        inner.or((round && self.span.start < byte && byte < self.span.end).then_some(self))
    }

    /// The innermost entry or list item that holds this byte: what can be left out on its own.
    pub fn part(&self, byte: usize) -> Option<Range<usize>> {
        let holds = |span: &Range<usize>| span.start <= byte && byte <= span.end;
        let inner = self
            .children()
            .filter(|c| holds(&c.span))
            .last()
            .and_then(|c| c.part(byte));
        inner.or_else(|| {
            let items = if matches!(self.kind, Kind::List(_)) {
                self.items()
            } else {
                &[]
            };
            let mut spans = items.iter().map(|i| i.span.clone());
            spans
                .find(&holds)
                .or_else(|| self.entries().iter().map(Entry::span).find(holds))
        })
    }

    /// Where the letter with this number in a string stands; the whole string if it has escapes.
    pub fn letter(&self, number: usize) -> Range<usize> {
        let Kind::Text {
            text,
            inside: Some(start),
        } = &self.kind
        else {
            return self.span.clone();
        };
        match text.char_indices().nth(number) {
            Some((at, letter)) => start + at..start + at + letter.len_utf8(),
            None => self.span.end.saturating_sub(1)..self.span.end,
        }
    }
}

/// Parses one value with nothing after it.
pub fn parse(text: &str) -> Result<Node, SyntaxError> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
    };
    reader.attributes()?;
    let node = reader.value()?;
    reader.blank()?;
    if reader.at < text.len() {
        return Err(reader.unexpected("the end of the file"));
    }
    Ok(node)
}

/// The byte after the comma that follows `at`, blanks and comments between; `at` if there is none.
pub fn past_comma(text: &str, at: usize) -> usize {
    let mut reader = Reader { text, at, depth: 0 };
    if reader.blank().is_ok() && reader.skip(",") {
        reader.at
    } else {
        at
    }
}

/// Values may be nested this deep; `ron` has the same limit.
const DEPTH: usize = 128;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
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

    fn unexpected(&self, expected: &str) -> SyntaxError {
        let (message, end) = match self.peek() {
            Some(found) => (
                format!("`{found}` does not belong here"),
                self.at + found.len_utf8(),
            ),
            None => ("the file ends too early".to_owned(), self.at),
        };
        SyntaxError {
            span: self.at..end,
            message,
            expected: Some(expected.to_owned()),
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
                self.at += 1;
                Kind::List(self.items(start, ']')?)
            }
            Some('{') => {
                self.at += 1;
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
        self.at += 1;
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

    /// Takes the closing bracket if it is next.
    fn closes(&mut self, start: usize, close: char) -> Result<bool, SyntaxError> {
        self.blank()?;
        if self.at >= self.text.len() {
            return Err(self.error(start..start + 1, "this bracket is never closed"));
        }
        Ok(self.skip(close.encode_utf8(&mut [0; 4])))
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
    fn every_value_knows_its_place() {
        let text = "// a level\n(name: \"Bridge\", legend: { '#': terrain(\"wall\") }, n: -3)";
        let root = parse(text).unwrap();
        let wall = root.at(&["legend", "#", "0"]);
        assert_eq!(&text[wall.span.clone()], "\"wall\"");
        assert_eq!(root.at(&["legend", "#"]).name(), Some("terrain"));
        assert_eq!(root.get("n").and_then(Node::text), Some("-3"));
        assert_eq!(
            &text[root.around(wall.span.start + 2).span.clone()],
            "\"wall\""
        );
    }

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
    fn letters_of_a_row_are_found() {
        let root = parse("[\"..é#\"]").unwrap();
        assert_eq!(root.items()[0].letter(3), 6..7);
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
}
