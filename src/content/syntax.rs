//! RON as a tree with places: which bytes of a file say what.
//!
//! `ron` turns text into definitions; this tree keeps what a definition forgets, the place of every
//! key and value, so that a finding about a name can point at the name, and so that a ruleset can be
//! laid over its parent.

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

    /// Every place in it where this word stands for a value, or for the key of a table.
    pub fn words(&self, word: &str) -> Vec<&Node> {
        let table = matches!(self.kind, Kind::Map(_));
        let keys = self
            .entries()
            .iter()
            .filter(|_| table)
            .map(|entry| &entry.key);
        let values = self.entries().iter().map(|entry| &entry.value);
        let parts = keys.chain(values).chain(self.items());
        match &self.kind {
            Kind::Word(text) if text == word => vec![self],
            _ => parts.flat_map(|part| part.words(word)).collect(),
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

    /// Whether these bytes are exactly one field of a struct, with its name.
    pub fn has_field(&self, span: &Range<usize>) -> bool {
        let own = matches!(self.kind, Kind::Struct { .. });
        (own && self.entries().iter().any(|entry| entry.span() == *span))
            || self.children().any(|child| child.has_field(span))
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

#[cfg(test)]
mod tests {
    use super::super::parser::parse;
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
    fn letters_of_a_row_are_found() {
        let root = parse("[\"..é#\"]").unwrap();
        assert_eq!(root.items()[0].letter(3), 6..7);
    }
}
