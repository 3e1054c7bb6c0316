//! Who uses which chapter of `combat`, and which files of a room use each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::test_only_modules;
use crate::rooms::rooms;
use crate::rust::{Token, blanked, is_name, tokens, without_tests};
use crate::source::{Source, Violation};

/// The chapters of `combat` from the bottom up. A chapter uses those before it.
pub const FLOORS: [&str; 17] = [
    "contract",
    "state",
    "conditions",
    "economy",
    "equipment",
    "threat",
    "checks",
    "damage",
    "attack",
    "opportunity",
    "movement",
    "manoeuvre",
    "ability",
    "action",
    "flow",
    "battle",
    "testkit",
];

/// The most files of a room that may use each other in a circle, the head of a folder counted; it may only
/// shrink. What needs it: a charge, whose two kinds of way ask it who stands where; a state, which holds the
/// listeners, who are given an access, which is the right to write one; heads of folders that put together
/// what is below them and hold what those share.
pub const LARGEST: usize = 3;

/// One file uses another.
pub struct Use {
    from: Vec<String>,
    to: Vec<String>,
    path: String,
    line: usize,
}

/// Every use of one file of a room by another of the same room; tests left out.
fn uses(sources: &[Source], room: &str) -> Vec<Use> {
    let tests_only = test_only_modules(sources);
    let owned = |source: &Source| -> Vec<String> {
        source.module().iter().map(|s| (*s).to_owned()).collect()
    };
    let inside: Vec<&Source> = sources
        .iter()
        .filter(|source| source.room() == Some(room))
        .filter(|source| !tests_only.iter().any(|module| source.belongs_to(module)))
        .collect();
    let words = |source: &Source| {
        let code = without_tests(&blanked(&source.text));
        tokens(&blanked(&code).code)
    };
    let files: BTreeMap<Vec<String>, Vec<Token>> = inside
        .iter()
        .map(|source| (owned(source), words(source)))
        .collect();
    let handed_on: BTreeMap<_, _> = files
        .iter()
        .map(|(module, tokens)| (module.clone(), handed_on(tokens, module)))
        .collect();
    let mut found = Vec::new();
    for source in inside {
        let from = owned(source);
        let own = &files[&from];
        let mut paths = named_paths(own, &from);
        paths.extend(paths_below(own, &from, &files));
        for (named, line) in paths {
            let named = home(named, &files, &handed_on);
            let file = (1..=named.len()).rev().map(|n| &named[..n]);
            let file = file.map(<[String]>::to_vec).find(|n| files.contains_key(n));
            let Some(to) = file.filter(|to| *to != from && to.len() > 1) else {
                continue;
            };
            // What the head of a folder only hands on from below itself is no use of the head.
            let item = named.get(to.len());
            if from.starts_with(&to) && !item.is_some_and(|item| declares(&files[&to], item)) {
                continue;
            }
            found.push(Use {
                from: from.clone(),
                to,
                path: source.path.clone(),
                line,
            });
        }
    }
    found
}

/// The uses of chapters above the file's own.
pub fn upward(sources: &[Source]) -> Vec<Violation> {
    let floor = |module: &[String]| {
        FLOORS
            .iter()
            .position(|f| Some(*f) == module.get(1).map(|m| m.as_str()))
    };
    uses(sources, "combat")
        .into_iter()
        .filter(|used| {
            used.from.len() > 1
                && match (floor(&used.from), floor(&used.to)) {
                    (Some(own), Some(other)) => other > own,
                    _ => true,
                }
        })
        .map(|used| Violation {
            what: format!(
                "`{}` uses `{}` above it",
                used.from[1],
                used.to[1..].join("::")
            ),
            path: used.path,
            line: used.line,
        })
        .collect()
}

/// The folders of each room that use each other in a circle.
pub fn folder_circles(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for room in rooms() {
        let mut graph = Graph::new();
        let uses = uses(sources, room);
        let modules = uses.iter().flat_map(|used| [&used.from, &used.to]);
        let folders: BTreeSet<String> = modules
            .filter(|module| module.len() > 2)
            .map(|module| module[1].clone())
            .collect();
        for used in &uses {
            let (from, to) = (&used.from[1.min(used.from.len() - 1)], &used.to[1]);
            if used.from.len() > 1 && from != to && folders.contains(from) && folders.contains(to) {
                graph.entry(from.clone()).or_default().insert(to.clone());
            }
        }
        found.extend(
            circles(&graph)
                .into_iter()
                .map(|circle| format!("{room}: {}", circle.join(", "))),
        );
    }
    found
}

/// The files of a room that use each other in a circle.
pub fn file_circles(sources: &[Source], room: &str) -> Vec<Vec<String>> {
    let mut graph = Graph::new();
    for used in uses(sources, room) {
        if used.from.len() > 1 {
            let (from, to) = (used.from[1..].join("::"), used.to[1..].join("::"));
            graph.entry(from).or_default().insert(to);
        }
    }
    circles(&graph)
}

type Graph = BTreeMap<String, BTreeSet<String>>;

/// The groups of two or more that all reach each other, the largest first.
fn circles(graph: &Graph) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = graph
        .keys()
        .map(|start| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(at) = open.pop() {
                for next in graph.get(at).into_iter().flatten() {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            (start, seen)
        })
        .collect();
    let mut groups = BTreeSet::new();
    for (one, seen) in &reached {
        if seen.contains(one) {
            let back =
                |other: &&&String| reached.get(**other).is_some_and(|seen| seen.contains(one));
            let group: Vec<String> = seen
                .iter()
                .filter(back)
                .map(|name| (*name).clone())
                .collect();
            groups.insert(group);
        }
    }
    let mut groups: Vec<Vec<String>> = groups.into_iter().filter(|group| group.len() > 1).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Every path that a file names from a module below itself, in full and with its line.
fn paths_below(
    tokens: &[Token],
    module: &[String],
    files: &BTreeMap<Vec<String>, Vec<Token>>,
) -> Vec<(Vec<String>, usize)> {
    let word = |i: usize| tokens.get(i).map_or("", |token| token.word.as_str());
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if word(at + 1) == "::" && (at == 0 || word(at - 1) != "::") {
            let below = [module, std::slice::from_ref(&token.word)].concat();
            if files.contains_key(&below) {
                found.push((below, token.line));
            }
        }
    }
    found
}

/// Whether a file declares something of this name itself, at whatever depth.
fn declares(tokens: &[Token], name: &str) -> bool {
    const KINDS: [&str; 7] = ["fn", "struct", "enum", "trait", "const", "type", "static"];
    tokens
        .windows(2)
        .any(|pair| KINDS.contains(&pair[0].word.as_str()) && pair[1].word == name)
}

/// Every path that a file hands on by `pub use`, in full; a whole module's ends in `*`.
fn handed_on(tokens: &[Token], module: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        if pair[1].word == "use" && matches!(pair[0].word.as_str(), "pub" | ")") {
            follow(tokens, at + 2, module.to_vec(), &mut found);
        }
    }
    found.into_iter().map(|(path, _)| path).collect()
}

/// The path to an item where it is declared, if the file that a path names only hands it on.
fn home(
    mut named: Vec<String>,
    files: &BTreeMap<Vec<String>, Vec<Token>>,
    handed_on: &BTreeMap<Vec<String>, Vec<Vec<String>>>,
) -> Vec<String> {
    loop {
        let file = (1..named.len()).rev().map(|n| &named[..n]);
        let Some(file) = file.into_iter().find(|file| files.contains_key(*file)) else {
            return named;
        };
        let item = &named[file.len()];
        if files.contains_key(&named) || declares(&files[file], item) {
            return named;
        }
        let next = handed_on[file].iter().find_map(|path| {
            let (last, module) = path.split_last()?;
            let whole = last == "*" && files.get(module).is_some_and(|to| declares(to, item));
            let named = whole.then(|| [module, std::slice::from_ref(item)].concat());
            named.or_else(|| (last == item).then(|| path.clone()))
        });
        match next {
            Some(next) if next != named => named = next,
            _ => return named,
        }
    }
}

/// Every path that a file names from the crate's root, in full and with its line.
fn named_paths(tokens: &[Token], module: &[String]) -> Vec<(Vec<String>, usize)> {
    let word = |i: usize| tokens.get(i).map_or("", |token| token.word.as_str());
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let starts = matches!(word(at), "crate" | "super") && word(at + 1) == "::";
        let inside = at > 0 && word(at - 1) == "::";
        if starts && !inside {
            follow(tokens, at, module.to_vec(), &mut found);
        }
    }
    found
}

/// Follows one path from `at`, where `base` is what it has come to.
fn follow(tokens: &[Token], at: usize, base: Vec<String>, found: &mut Vec<(Vec<String>, usize)>) {
    let Some(token) = tokens.get(at) else { return };
    let goes_on = tokens.get(at + 1).is_some_and(|token| token.word == "::");
    let mut base = base;
    match token.word.as_str() {
        "crate" => base.clear(),
        "super" => {
            base.pop();
        }
        "self" => {}
        "{" => {
            let mut depth = 0;
            for (i, token) in tokens.iter().enumerate().skip(at) {
                let opens = i == at || depth == 1 && token.word == ",";
                match token.word.as_str() {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    return;
                }
                if opens {
                    follow(tokens, i + 1, base.clone(), found);
                }
            }
            return;
        }
        name if is_name(name) || name == "*" => base.push(name.to_owned()),
        _ => return,
    }
    if goes_on {
        follow(tokens, at + 2, base, found);
    } else {
        found.push((base, token.line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::source;

    #[test]
    fn what_the_head_of_a_room_hands_on_is_a_use_of_the_file_that_declares_it() {
        let sources = [
            source(
                "src/rules/mod.rs",
                "pub use purse::{Coin, Purse};\npub use shop::*;",
            ),
            source(
                "src/rules/purse.rs",
                "use super::Price;\npub struct Coin;\npub struct Purse;",
            ),
            source(
                "src/rules/shop.rs",
                "use crate::rules::Coin;\npub struct Price;",
            ),
        ];
        assert_eq!(file_circles(&sources, "rules"), [["purse", "shop"]]);
    }

    #[test]
    fn a_use_of_a_higher_chapter_is_found_and_one_in_a_test_is_not() {
        let sources = [
            source(
                "src/combat/damage/wound.rs",
                "use crate::combat::{checks, flow::ready};\n#[cfg(test)]\nmod tests {\n use crate::combat::battle::view;\n}",
            ),
            source("src/combat/checks/mod.rs", ""),
            source(
                "src/combat/flow/ready.rs",
                "use super::super::damage::wound;",
            ),
            source("src/combat/battle/view.rs", ""),
        ];
        let found: Vec<(usize, String)> = upward(&sources)
            .into_iter()
            .map(|violation| (violation.line, violation.what))
            .collect();
        let expected = "`damage` uses `flow::ready` above it".to_owned();
        assert_eq!(found, [(1, expected)]);
        assert_eq!(folder_circles(&sources), ["combat: damage, flow"]);
        let rings = file_circles(&sources, "combat");
        assert_eq!(rings, [["damage::wound", "flow::ready"]]);
    }
}
