//! Policies are asked, not compared: a comparison with one variant does not tell the compiler that a new one would
//! matter here.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Fields, GenericArgument, Item, PathArguments, Type};

use crate::rust::{blanked, tokens, without_tests};
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

/// The wildcard arms with which rules of primitives forget a new one.
pub fn forgotten(source: &Source) -> Vec<Violation> {
    let code: Vec<char> = without_tests(&blanked(&source.text)).chars().collect();
    let tokens = tokens(&code);
    let starts = (0..tokens.len()).filter(|&at| {
        let mut header = tokens[at..].iter().take_while(|one| one.word != "{");
        tokens[at].word == "impl" && header.any(|one| one.word == "PrimitiveRules")
    });
    let mut found = Vec::new();
    for start in starts {
        let mut depth = 0;
        for three in tokens[start..].windows(3) {
            match three[0].word.as_str() {
                "{" => depth += 1,
                "}" if depth == 1 => break,
                "}" => depth -= 1,
                "_" if three[1].word == "=" && three[2].word == ">" => found.push(Violation {
                    path: source.path.clone(),
                    line: three[0].line,
                    what: "has a wildcard arm".to_owned(),
                }),
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::source;

    #[test]
    fn a_wildcard_in_the_rules_of_primitives_is_found() {
        let text =
            "impl<'a> PrimitiveRules<Part<'a>> for One { fn f() { match a { B => 1, _ => 2 } } }
             impl Other for One { fn f() { match a { _ => 2 } } }";
        let found = forgotten(&source("src/combat/f.rs", text));
        assert_eq!(found.len(), 1, "{found:?}");
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
