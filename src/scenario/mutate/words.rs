//! Which words can stand in a place: the loader is asked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::change::{Change, File};
use super::changes::Words;
use crate::content::{Catalogue, Code, Findings, Node};

/// A word that no list of words has.
const NO_WORD: &str = "no_such_word";

/// Asks the loader, once for each kind of value.
pub struct WordLists<'a> {
    catalogue: &'a Catalogue,
    ruleset: &'a str,
    file: &'a Arc<File>,
    known: BTreeMap<String, Vec<&'static str>>,
}

impl<'a> WordLists<'a> {
    /// For a file of a ruleset.
    pub fn new(catalogue: &'a Catalogue, ruleset: &'a str, file: &'a Arc<File>) -> Self {
        Self {
            catalogue,
            ruleset,
            file,
            known: BTreeMap::new(),
        }
    }

    /// What is wrong with the ruleset if this stands there.
    fn wrong(&self, span: Range<usize>, with: &str) -> Findings {
        let change = Change::to(self.file, span, with.to_owned());
        let path: &Path = &self.file.path;
        let read = self.catalogue.variant(self.ruleset, path, change.text());
        read.err().unwrap_or_default()
    }

    /// Whether a word needs nothing in brackets after it.
    fn stands_alone(&self, span: Range<usize>, word: &str) -> bool {
        let unread = [
            Code::MissingField,
            Code::Syntax,
            Code::UnknownField,
            Code::UnknownWord,
            Code::WrongType,
        ];
        let wrong = self.wrong(span, word);
        !wrong.iter().any(|finding| unread.contains(&finding.code))
    }
}

impl Words for WordLists<'_> {
    fn instead(&mut self, kind: &str, head: Range<usize>, node: &Node) -> Vec<&'static str> {
        if let Some(known) = self.known.get(kind) {
            return known.clone();
        }
        let start = head.start;
        let wrong = self.wrong(head, NO_WORD);
        let here = wrong.iter().find(|finding| finding.span.0 == start);
        let choices = here.map_or(&[][..], |finding| finding.choices);
        let alone = |word: &&&'static str| self.stands_alone(node.span.clone(), word);
        let words: Vec<&'static str> = choices.iter().filter(alone).copied().collect();
        self.known.insert(kind.to_owned(), words.clone());
        words
    }
}
