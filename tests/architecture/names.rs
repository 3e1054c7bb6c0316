//! Names of rule systems, hash maps, and the lock file.

use std::collections::BTreeSet;

use crate::rust::{Token, blanked, test_items, tokens, without_tests};
use crate::source::{Source, Violation};

/// What no source file names outside its tests, in lower case and without spaces, `_` and `-`.
const SYSTEMS: [&str; 5] = [
    "classicd20",
    "amorphous",
    "ageofheroes",
    "spiritualpressure",
    "epicpath",
];

/// The rooms whose results must not depend on the order of a hash map.
const ORDERED: [&str; 4] = ["rules", "content", "combat", "ai"];

/// The lines outside comments and tests that name a rule system, and a file named after one.
pub fn system_violations(source: &Source) -> Vec<Violation> {
    let blanked = blanked(&source.text);
    let text = without_tests(&blanked);
    let name = [(0, source.path.as_str())];
    let lines = name.into_iter().chain((1..).zip(text.lines()));
    lines
        .filter_map(|(line, text)| {
            let joins = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-');
            let plain = text
                .chars()
                .filter(joins)
                .collect::<String>()
                .to_lowercase();
            let system = SYSTEMS.iter().find(|system| plain.contains(**system))?;
            Some(Violation {
                path: source.path.clone(),
                line: line.max(1),
                what: format!("names a rule system (`{system}`)"),
            })
        })
        .collect()
}

/// The modules that are declared as `#[cfg(test)] mod name;` and stand in files of their own.
pub fn test_only_modules(sources: &[Source]) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for source in sources {
        for item in test_items(&blanked(&source.text).code) {
            let words: Vec<&str> = item
                .tokens
                .iter()
                .map(|token| token.word.as_str())
                .collect();
            if let ["mod", name, ";"] | [.., "]" | ")", "mod", name, ";"] = words[..] {
                let mut module: Vec<String> =
                    source.module().iter().map(|s| s.to_string()).collect();
                module.push(name.to_owned());
                found.insert(module);
            }
        }
    }
    found
}

/// The hash maps of a file in one of the rooms of the rules.
pub fn hash_violations(source: &Source) -> Vec<Violation> {
    if !source.room().is_some_and(|room| ORDERED.contains(&room)) {
        return Vec::new();
    }
    tokens(&blanked(&source.text).code)
        .into_iter()
        .filter(|Token { word, .. }| {
            ["HashMap", "HashSet"]
                .iter()
                .any(|name| word.contains(name))
                || ["hash_map", "hash_set"].contains(&word.as_str())
        })
        .map(|Token { word, line, .. }| Violation {
            path: source.path.clone(),
            line,
            what: format!("uses `{word}`"),
        })
        .collect()
}

/// The lines outside comments and tests that read or write a file past the functions for that.
pub fn file_violations(source: &Source) -> Vec<Violation> {
    let text = without_tests(&blanked(&source.text));
    (1..)
        .zip(text.lines())
        .filter_map(|(line, text)| {
            let calls = [
                "fs::read(",
                "fs::read_to_string",
                "fs::write",
                "File::create",
                "File::open",
                "File::options",
                "OpenOptions",
            ];
            let past = calls.iter().find(|word| text.contains(**word))?;
            Some(Violation {
                path: source.path.clone(),
                line,
                what: format!("uses `{past}`"),
            })
        })
        .collect()
}

/// The versions of a package in a lock file.
pub fn locked_versions(lock: &str, package: &str) -> Vec<String> {
    let value = |line: &str, key: &str| {
        let rest = line.strip_prefix(key)?.strip_prefix(" = \"")?;
        rest.strip_suffix('"').map(str::to_owned)
    };
    let mut found = Vec::new();
    let mut name = None;
    for line in lock.lines() {
        if let Some(new) = value(line, "name") {
            name = Some(new);
        } else if let Some(version) = value(line, "version")
            && name.as_deref() == Some(package)
        {
            found.push(version);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::source;

    fn named_systems(path: &str, text: &str) -> Vec<usize> {
        system_violations(&source(path, text))
            .iter()
            .map(|violation| violation.line)
            .collect()
    }

    #[test]
    fn a_file_that_is_read_or_written_at_once_is_found_outside_tests() {
        let text = "fn a() { std::fs::write(b, c); } // File::create\n\
                    #[cfg(test)]\nmod tests {\n fn d() { std::fs::write(e, f); }\n}\n\
                    fn g() { File::create(h); }\nfn i() { fs::read_dir(j); fs::read(k); }\n\
                    fn l() { fs::read_dir(m); }\n";
        let found = file_violations(&source("src/cli/a.rs", text));
        let lines: Vec<_> = found.iter().map(|one| one.line).collect();
        assert_eq!(lines, [1, 6, 7]);
    }

    #[test]
    fn a_named_system_is_found_in_code_and_in_strings() {
        let text =
            "// classic_d20\nlet a = \"classic_d20\";\nenum E { AgeOfHeroes }\n\"Epic Path\"";
        assert_eq!(named_systems("src/cli/mod.rs", text), [2, 3, 4]);
        assert_eq!(named_systems("src/rules/amorphous.rs", ""), [1]);
        assert_eq!(
            named_systems("src/cli/mod.rs", "/* Amorphous */ let classic = d20;"),
            [0; 0]
        );
    }

    #[test]
    fn a_test_may_name_a_system() {
        let text = "fn a() {}\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n  fn f() { \"amorphous }\" }\n}\n\
                    #[cfg(test)] const S: [&str; 1] = [\"epic_path\"];\nconst T: &str = \"epic_path\";";
        assert_eq!(named_systems("src/cli/mod.rs", text), [8]);
    }

    #[test]
    fn a_test_module_in_a_file_of_its_own_is_known() {
        let sources = [
            source(
                "src/ai/mod.rs",
                "#[cfg(test)]\nmod tests;\n#[cfg(test)] pub use a::{b};",
            ),
            source("src/ai/tests.rs", ""),
        ];
        let modules = test_only_modules(&sources);
        assert_eq!(
            modules,
            BTreeSet::from([vec!["ai".to_owned(), "tests".to_owned()]])
        );
        let inside: Vec<bool> = sources
            .iter()
            .map(|source| modules.iter().any(|module| source.belongs_to(module)))
            .collect();
        assert_eq!(inside, [false, true]);
    }

    #[test]
    fn hash_maps_are_found_in_the_rooms_of_the_rules_alone() {
        let text =
            "// HashMap\nuse std::collections::HashMap;\nuse bevy_ecs::entity::EntityHashSet;";
        let lines = |path| -> Vec<usize> {
            hash_violations(&source(path, text))
                .iter()
                .map(|found| found.line)
                .collect()
        };
        assert_eq!(lines("src/combat/x.rs"), [2, 3]);
        assert_eq!(lines("src/game/x.rs"), [0; 0]);
    }

    #[test]
    fn every_locked_version_is_listed() {
        let lock = "[[package]]\nname = \"bevy_ecs\"\nversion = \"0.19.1\"\n\n[[package]]\n\
                    name = \"bevy_ecs_macros\"\nversion = \"0.19.1\"\n\n[[package]]\n\
                    name = \"bevy_ecs\"\nversion = \"0.20.0\"\ndependencies = [\n \"x\",\n]\n";
        assert_eq!(locked_versions(lock, "bevy_ecs"), ["0.19.1", "0.20.0"]);
    }
}
