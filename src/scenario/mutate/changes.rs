//! Every change of a file's values, one at a time.

use std::ops::Range;
use std::sync::Arc;

use super::change::{Change, File};
use crate::content::{Entry, Kind, Node, past_comma};
use crate::dice::DiceExpr;

/// Fields that say how something is called, shown, explained or offered, not how it works.
const APART: [&str; 24] = [
    "aims_at",
    "asks",
    "badge",
    "cites",
    "defence_name",
    "icon",
    "inherits",
    "key",
    "many",
    "mark",
    "name",
    "names",
    "nonlethal_name",
    "one",
    "bar_order",
    "rules",
    "shelf",
    "slot",
    "summary",
    "text",
    "title",
    "told",
    "verb",
    "words",
];

/// From so many other words on, only the neighbours of a word are tried.
const MANY: usize = 9;

/// Says which other words can stand in place of one; the first argument is the same for values of
/// the same kind, such as the `provokes` of every action.
pub trait Words {
    /// `head` is the word that is looked at, `node` the value that begins with it.
    fn instead(&mut self, kind: &str, head: Range<usize>, node: &Node) -> Vec<&'static str>;
}

/// The changes of a file.
pub fn changes(file: &Arc<File>, root: &Node, words: &mut impl Words) -> Vec<Change> {
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    let mut walk = Walk {
        file,
        words,
        entry: String::new(),
        changes: Vec::new(),
    };
    let root_place = Place {
        told: format!("{name} "),
        kind: name.into_owned(),
    };
    walk.parts(root, &root_place);
    walk.changes
}

/// Where in a file a value stands.
#[derive(Clone)]
struct Place {
    /// `actions.ron trip.does[1]`
    told: String,
    /// The same for all values of one kind: `actions.ron.*.does[]`.
    kind: String,
}

impl Place {
    fn below(&self, name: &str, table: bool) -> Self {
        let dot = if self.told.ends_with(' ') { "" } else { "." };
        let told = format!("{}{dot}{name}", self.told);
        let kind = if table { "*" } else { name };
        let kind = format!("{}.{kind}", self.kind);
        Self { told, kind }
    }

    /// An item of a list, counted from 1.
    fn item(&self, index: usize) -> Self {
        Self {
            told: format!("{}[{}]", self.told, index + 1),
            kind: format!("{}[]", self.kind),
        }
    }
}

struct Walk<'a, W> {
    file: &'a Arc<File>,
    words: &'a mut W,
    entry: String,
    changes: Vec<Change>,
}

impl<W: Words> Walk<'_, W> {
    fn add(&mut self, change: Change, place: &Place) {
        self.changes.push(Change {
            place: place.told.trim_end().to_owned(),
            entry: self.entry.clone(),
            ..change
        });
    }

    /// A value that can be replaced by another word, if it is one of certain words.
    fn value(&mut self, node: &Node, place: &Place) {
        let head = node.name().filter(|name| {
            let first = name.chars().next();
            first.is_some_and(|c| c.is_lowercase()) && !matches!(*name, "true" | "false")
        });
        if let Some(head) = head {
            let span = node.span.start..node.span.start + head.len();
            let others = self.words.instead(&place.kind, span, node);
            for other in tried(head, &others) {
                let change = Change::to(self.file, node.span.clone(), other.to_owned());
                self.add(change, place);
            }
        }
        self.parts(node, place);
    }

    /// A number, a flag, or what a value is made of.
    fn parts(&mut self, node: &Node, place: &Place) {
        let place = &match &node.kind {
            Kind::Tuple { name: Some(n), .. } | Kind::Struct { name: Some(n), .. } => {
                place.below(n, false)
            }
            _ => place.clone(),
        };
        match &node.kind {
            Kind::Word(word) => self.word(word, node, place),
            Kind::Text { text, inside } => self.dice(text, *inside, place),
            Kind::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    let place = place.item(i);
                    self.without(&item.span, &place);
                    self.parts(item, &place);
                }
            }
            Kind::Tuple { items, .. } => match items.as_slice() {
                [only] => self.value(only, place),
                items => {
                    for (i, item) in items.iter().enumerate() {
                        self.value(item, &place.item(i));
                    }
                }
            },
            Kind::Struct { entries, .. } => self.entries(entries, place, false),
            Kind::Map(entries) => self.entries(entries, place, true),
        }
    }

    fn entries(&mut self, entries: &[Entry], place: &Place, table: bool) {
        let outermost = place.told.ends_with(' ');
        for entry in entries {
            let Some(key) = entry.key.text() else {
                continue;
            };
            if !table && APART.contains(&key) {
                continue;
            }
            if outermost {
                key.clone_into(&mut self.entry);
            }
            let place = place.below(key, table);
            self.without(&entry.span(), &place);
            if let (true, Kind::Word(word)) = (table, &entry.key.kind) {
                self.number(word, &entry.key.span, &place);
            }
            self.value(&entry.value, &place);
        }
    }

    /// Takes an entry or item away, and the comma after it.
    fn without(&mut self, span: &Range<usize>, place: &Place) {
        let end = past_comma(&self.file.text, span.end);
        let change = Change::without(self.file, span.start..end, span.clone());
        self.add(change, place);
    }

    fn word(&mut self, word: &str, node: &Node, place: &Place) {
        let flipped = match word {
            "true" => "false",
            "false" => "true",
            _ => return self.number(word, &node.span, place),
        };
        let change = Change::to(self.file, node.span.clone(), flipped.to_owned());
        self.add(change, place);
    }

    fn number(&mut self, word: &str, span: &Range<usize>, place: &Place) {
        let Ok(number) = word.parse::<i64>() else {
            return;
        };
        for other in [number - 1, number + 1] {
            let change = Change::to(self.file, span.clone(), other.to_string());
            self.add(change, place);
        }
    }

    /// Each number of some dice.
    fn dice(&mut self, text: &str, inside: Option<usize>, place: &Place) {
        let Some(start) = inside.filter(|_| text.parse::<DiceExpr>().is_ok()) else {
            return;
        };
        let span = start - 1..start + text.len() + 1;
        for number in numbers(text) {
            let Ok(value) = text[number.clone()].parse::<u32>() else {
                continue;
            };
            for other in [value.checked_sub(1), value.checked_add(1)] {
                let Some(other) = other else { continue };
                let (before, after) = (&text[..number.start], &text[number.end..]);
                let with = format!("\"{before}{other}{after}\"");
                let change = Change::to(self.file, span.clone(), with);
                self.add(change, place);
            }
        }
    }
}

/// Runs of digits.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// The other words; if there are many, the one before and the one after.
fn tried<'a>(word: &str, choices: &[&'a str]) -> Vec<&'a str> {
    let others = || choices.iter().copied().filter(|choice| *choice != word);
    if others().count() < MANY {
        return others().collect();
    }
    let at = choices.iter().position(|choice| *choice == word);
    let at = at.unwrap_or(0);
    let last = choices.len() - 1;
    let before = at.checked_sub(1).unwrap_or(last);
    let after = if at == last { 0 } else { at + 1 };
    [before, after].into_iter().map(|i| choices[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::parse;

    struct Any;

    impl Words for Any {
        fn instead(&mut self, kind: &str, _: Range<usize>, _: &Node) -> Vec<&'static str> {
            match kind {
                "x.ron.*.provokes" => vec!["no", "yes"],
                _ => Vec::new(),
            }
        }
    }

    fn found(text: &str) -> Vec<String> {
        let file = Arc::new(File {
            path: "x.ron".into(),
            text: text.into(),
        });
        let root = parse(text).unwrap();
        let found = changes(&file, &root, &mut Any);
        let told = |change: &Change| {
            // What is left can still be parsed.
            parse(&change.text()).unwrap();
            format!("{}: {}", change.place, change.told)
        };
        found.iter().map(told).collect()
    }

    #[test]
    fn what_is_only_shown_is_left_alone() {
        assert_eq!(
            found(
                "{ \"a\": (name: \"A\", text: \"1d6\", rules: [\"X-1\"], bar_order: 3, provokes: yes) }"
            )[1..],
            [
                "x.ron a.provokes: provokes: yes -> taken away",
                "x.ron a.provokes: yes -> no",
            ]
        );
    }

    #[test]
    fn numbers_flags_dice_and_items_are_changed() {
        assert_eq!(
            found("(n: bonus(2), f: true, d: \"2d6\", l: [[1], b], t: { 4: (1, 2) })"),
            [
                "x.ron n: n: bonus(2) -> taken away",
                "x.ron n.bonus: 2 -> 1",
                "x.ron n.bonus: 2 -> 3",
                "x.ron f: f: true -> taken away",
                "x.ron f: true -> false",
                "x.ron d: d: \"2d6\" -> taken away",
                "x.ron d: \"2d6\" -> \"1d6\"",
                "x.ron d: \"2d6\" -> \"3d6\"",
                "x.ron d: \"2d6\" -> \"2d5\"",
                "x.ron d: \"2d6\" -> \"2d7\"",
                "x.ron l: l: [[1], b] -> taken away",
                "x.ron l[1]: [1] -> taken away",
                "x.ron l[1][1]: 1 -> taken away",
                "x.ron l[1][1]: 1 -> 0",
                "x.ron l[1][1]: 1 -> 2",
                "x.ron l[2]: b -> taken away",
                "x.ron t: t: { 4: (1, 2) } -> taken away",
                "x.ron t.4: 4: (1, 2) -> taken away",
                "x.ron t.4: 4 -> 3",
                "x.ron t.4: 4 -> 5",
                "x.ron t.4[1]: 1 -> 0",
                "x.ron t.4[1]: 1 -> 2",
                "x.ron t.4[2]: 2 -> 1",
                "x.ron t.4[2]: 2 -> 3",
            ]
        );
    }

    #[test]
    fn of_many_words_the_neighbours_are_tried() {
        let many = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        assert_eq!(tried("c", &many), ["b", "d"]);
        assert_eq!(tried("a", &many), ["j", "b"]);
        assert_eq!(tried("c", &many[..4]), ["a", "b", "d"]);
    }
}
