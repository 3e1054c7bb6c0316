//! Policies are asked, not compared: a comparison with one variant does not tell the compiler that a new one would
//! matter here.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Fields, GenericArgument, Item, PathArguments, Type};

use crate::rust::{Token, blanked, tokens, without_tests};
use crate::source::{Source, Violation};

/// Enums in policies that are words of the rules or properties of actions and weapons, and no policies themselves.
const WORDS: [&str; 8] = [
    "Ability",
    "DamageKind",
    "ModifierKind",
    "Provokes",
    "Reload",
    "Size",
    "Stat",
    "Term",
];

/// Adds the names of the types in a type.
fn name(of: &Type, found: &mut BTreeSet<String>) {
    match of {
        Type::Path(path) => {
            for segment in &path.path.segments {
                found.insert(segment.ident.to_string());
                if let PathArguments::AngleBracketed(inner) = &segment.arguments {
                    for inner in &inner.args {
                        if let GenericArgument::Type(inner) = inner {
                            name(inner, found);
                        }
                    }
                }
            }
        }
        Type::Tuple(all) => all.elems.iter().for_each(|one| name(one, found)),
        Type::Array(one) => name(&one.elem, found),
        _ => {}
    }
}

fn named<'a>(all: impl IntoIterator<Item = &'a Fields>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for field in all.into_iter().flat_map(Fields::iter) {
        name(&field.ty, &mut found);
    }
    found
}

/// The enums from which a ruleset chooses: those in `Policies` and in the structs there.
pub fn policy_enums(sources: &[Source]) -> BTreeSet<String> {
    let mut parts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut enums = BTreeSet::new();
    let rules = sources
        .iter()
        .filter(|source| source.room() == Some("rules"));
    for source in rules {
        let file = syn::parse_file(&source.text).expect("a source file");
        for item in file.items {
            match item {
                Item::Struct(def) => {
                    parts.insert(def.ident.to_string(), named([&def.fields]));
                }
                Item::Enum(def) => {
                    enums.insert(def.ident.to_string());
                    let fields = def.variants.iter().map(|variant| &variant.fields);
                    parts.insert(def.ident.to_string(), named(fields));
                }
                _ => {}
            }
        }
    }
    let mut open = vec!["Policies".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if WORDS.contains(&name.as_str()) || !seen.insert(name.clone()) {
            continue;
        }
        open.extend(parts.get(&name).into_iter().flatten().cloned());
    }
    enums.intersection(&seen).cloned().collect()
}

/// The comparisons of a file with a variant of such an enum, outside tests.
pub fn comparisons(source: &Source, policies: &BTreeSet<String>) -> Vec<Violation> {
    if source.room() == Some("rules") {
        return Vec::new();
    }
    let code: Vec<char> = without_tests(&blanked(&source.text)).chars().collect();
    let tokens = tokens(&code);
    let compares = tokens.windows(4).filter(|four| {
        ["=", "!"].contains(&four[0].word.as_str())
            && four[1].word == "="
            && four[0].to == four[1].from
            && policies.contains(&four[2].word)
            && four[3].word == "::"
    });
    compares
        .map(|four| Violation {
            path: source.path.clone(),
            line: four[2].line,
            what: format!("compares a `{}`", four[2].word),
        })
        .collect()
}

/// Enums of the rules that only name something: nothing depends on all their variants being answered for.
const NAMES: [&str; 5] = ["Ability", "Capability", "Flag", "Stat", "Topic"];

/// The enums of the rules whose variants the engine has to answer for one by one.
pub fn kinds(sources: &[Source]) -> BTreeSet<String> {
    let rules = sources
        .iter()
        .filter(|source| source.room() == Some("rules"));
    let items = rules.flat_map(|source| {
        let file = syn::parse_file(&source.text).expect("a source file");
        file.items
    });
    let enums = items.filter_map(|item| match item {
        Item::Enum(def) => Some(def.ident.to_string()),
        _ => None,
    });
    enums
        .filter(|name| !NAMES.contains(&name.as_str()))
        .collect()
}

/// The patterns of the `match` at a token, without bodies.
fn patterns(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0;
    let is_open = |one: &Token| ["(", "[", "{"].contains(&one.word.as_str());
    let is_close = |one: &Token| [")", "]", "}"].contains(&one.word.as_str());
    let is_arrow = |at: usize| {
        let (one, next) = (&tokens[at], tokens.get(at + 1));
        one.word == "=" && next.is_some_and(|next| next.word == ">" && one.to == next.from)
    };
    let mut found = Vec::new();
    // Start of a pattern; none in a body and before the first arm.
    let mut start = None;
    // Depth of a body that is a block.
    let mut block = None;
    for at in 0..tokens.len() {
        let one = &tokens[at];
        if is_open(one) {
            depth += 1;
            if depth == 1 && one.word == "{" && start.is_none() && found.is_empty() {
                start = Some(at + 1);
            }
        } else if is_close(one) {
            depth -= 1;
            if depth == 0 && one.word == "}" {
                break;
            }
            if depth == 1 && block.take().is_some() {
                start = Some(at + 1);
            }
        } else if depth == 1 && one.word == "," && start.is_none() {
            start = Some(at + 1);
        } else if depth == 1
            && is_arrow(at)
            && let Some(from) = start.take()
        {
            found.push(&tokens[from..at]);
            let body = tokens.get(at + 2);
            block = body.filter(|one| one.word == "{").map(|_| depth);
        }
    }
    found
}

/// The wildcard arms beside variants of these enums, outside tests.
pub fn forgotten(source: &Source, kinds: &BTreeSet<String>) -> Vec<Violation> {
    if !["combat", "rules"].contains(&source.room().unwrap_or_default()) {
        return Vec::new();
    }
    let code: Vec<char> = without_tests(&blanked(&source.text)).chars().collect();
    let tokens = tokens(&code);
    let matches = (0..tokens.len()).filter(|&at| tokens[at].word == "match");
    let wildcard = |pattern: &&&[Token]| {
        let is_wild = |one: &Token| ["_", "(", ")", ","].contains(&one.word.as_str());
        pattern.iter().all(is_wild) && pattern.iter().any(|one| one.word == "_")
    };
    let mut found = Vec::new();
    for start in matches {
        let patterns = patterns(&tokens[start + 1..]);
        // With a single other arm it is a filter, as an `if let`.
        if patterns.len() < 3 {
            continue;
        }
        let guard = |pattern: &[Token]| pattern.iter().position(|one| one.word == "if");
        let bare = |pattern: &[Token]| guard(pattern).unwrap_or(pattern.len());
        let bare = patterns.iter().map(|pattern| &pattern[..bare(pattern)]);
        let variants = bare.flat_map(|pattern| pattern.windows(2));
        // In the rules an enum answers for itself; topics are names.
        let own = source.room() == Some("rules") && !source.path.contains("/topic/");
        let is_kind = |word: &String| kinds.contains(word) || own && word == "Self";
        let mut kinds = variants.filter(|two| two[1].word == "::" && is_kind(&two[0].word));
        if let (Some(kind), Some(wildcard)) = (kinds.next(), patterns.iter().find(wildcard)) {
            let line = wildcard.first().map_or(0, |one| one.line);
            found.push(Violation {
                path: source.path.clone(),
                line,
                what: format!("has a wildcard arm beside a `{}`", kind[0].word),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::source;

    #[test]
    fn a_wildcard_beside_a_variant_is_found() {
        let kinds = BTreeSet::from(["Part".to_owned()]);
        let bad = [
            "fn f() { match a { Part::B => 1, Part::C => 3, _ => 2 } }",
            "fn f() { match (a, b) { (Part::B { c }, _) if c => { match c { d => 1 } } (Part::B { .. }, e) => 3, (_, _) => 2 } }",
            "fn f() { match g(|a| { a }) { h => i, rules::Part::B | rules::Part::C(_) => { 1 } _ => 2 } }",
        ];
        for text in bad {
            let found = forgotten(&source("src/combat/f.rs", text), &kinds);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
        }
        let good = [
            "fn f() { match a { Part::B(c) => Some(c), _ => None } }",
            "fn f() { match () { () if a == Part::B => 1, () if b => 2, () => 3 } }",
            "fn f() { match a { Other::B => Part::C, _ => 2 } }",
            "fn f() { match a { Part::B => 1, Part::C(_) => { match b { Some(x) => x, _ => 2 } } } }",
            "fn f() { match a { Part::B => 1, (Part::C, _) => 2, _ if g => 3, Part::D { .. } => 4 } }",
            "#[cfg(test)] mod tests { fn f() { match a { Part::B => 1, _ => 2 } } }",
        ];
        for text in good {
            let found = forgotten(&source("src/combat/f.rs", text), &kinds);
            assert!(found.is_empty(), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_comparison_with_a_variant_is_found() {
        let rules = source(
            "src/rules/policies.rs",
            "pub struct Policies { pub attack: Option<Attack> } pub struct Attack { aims: Aims, of: Stat }
             pub enum Aims { One, Two(More) } pub enum More { A } pub enum Stat { B } pub enum Other { C }",
        );
        let policies = policy_enums(&[rules]);
        assert_eq!(policies.iter().collect::<Vec<_>>(), ["Aims", "More"]);
        let text =
            "fn f() { a == Aims::One; b != More::A; c == Stat::B; d = Aims::One; e <= Other::C }";
        let found = comparisons(&source("src/combat/f.rs", text), &policies);
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
