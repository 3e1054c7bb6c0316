//! Who uses which room.

use crate::rust::{Token, blanked, is_name, tokens};
use crate::source::{Source, Violation};

/// The rooms and their floors. A room may use every room on a lower floor; rooms on one floor do
/// not know each other.
const ROOMS: [(&str, u8); 18] = [
    ("grid", 0),
    ("dice", 0),
    ("files", 0),
    ("sound", 0),
    ("rules", 1),
    ("content", 2),
    ("combat", 3),
    ("art", 3),
    ("rulebook", 3),
    ("ai", 4),
    ("narrate", 4),
    ("lessons", 4),
    ("journey", 4),
    ("savefile", 5),
    ("scenario", 6),
    ("game", 6),
    ("terminal", 6),
    ("cli", 7),
];

/// Every room, from the bottom up.
pub fn rooms() -> impl Iterator<Item = &'static str> {
    ROOMS.iter().map(|(name, _)| *name)
}

fn floor(room: &str) -> Option<u8> {
    ROOMS
        .iter()
        .find(|(name, _)| *name == room)
        .map(|(_, floor)| *floor)
}

/// What a room may use, for the message.
fn below(room: &str) -> String {
    let own = floor(room).unwrap_or(0);
    let names: Vec<&str> = ROOMS
        .iter()
        .filter(|(_, floor)| *floor < own)
        .map(|(name, _)| *name)
        .collect();
    if names.is_empty() {
        "no other room".to_owned()
    } else {
        names.join(", ")
    }
}

/// A module beside the crate's roots that is in no room.
pub fn homeless(source: &Source) -> Option<Violation> {
    let room = source.room()?;
    // Further programs under src/bin may use everything, as src/main.rs does.
    (floor(room).is_none() && room != "bin").then(|| Violation {
        path: source.path.clone(),
        line: 1,
        what: format!("`{room}` is not a room of the house plan"),
    })
}

/// The rooms that have sources but that neither root of the crate declares: nobody compiles them.
pub fn undeclared(sources: &[Source]) -> Vec<Violation> {
    let mut declared = Vec::new();
    for source in sources.iter().filter(|source| source.room().is_none()) {
        let tokens = tokens(&blanked(&source.text).code);
        let modules = tokens.windows(2).filter(|pair| pair[0].word == "mod");
        declared.extend(modules.map(|pair| pair[1].word.clone()));
    }
    let roots = sources.iter().filter(|source| source.module().len() == 1);
    roots
        .filter(|source| source.room().is_some_and(|room| floor(room).is_some()))
        .filter(|source| {
            !declared
                .iter()
                .any(|name| Some(name.as_str()) == source.room())
        })
        .map(|source| Violation {
            path: source.path.clone(),
            line: 1,
            what: "neither src/lib.rs nor src/main.rs declares this room".to_owned(),
        })
        .collect()
}

/// The uses of rooms that are not below the file's own.
pub fn room_violations(source: &Source) -> Vec<Violation> {
    let Some(own) = source.room() else {
        return Vec::new();
    };
    let Some(own_floor) = floor(own) else {
        return Vec::new();
    };
    let module: Vec<String> = source.module().into_iter().map(str::to_owned).collect();
    let mut found = Vec::new();
    for used in root_uses(&source.text, &module) {
        let what = match (used.name.as_str(), floor(&used.name)) {
            (name, Some(_)) if name == own => continue,
            (_, Some(floor)) if floor < own_floor => continue,
            (name, Some(_)) => {
                format!("room `{own}` uses `{name}`; it may use {}", below(own))
            }
            ("*" | "self" | "as", None) => {
                format!("room `{own}` takes in the whole crate, which hides what it uses")
            }
            (name, None) => format!(
                "room `{own}` uses `{name}` from the crate's root, which hides the room it is from"
            ),
        };
        found.push(Violation {
            path: source.path.clone(),
            line: used.line,
            what,
        });
    }
    found
}

/// A name taken directly from the crate's root.
#[derive(Debug, PartialEq)]
struct RootUse {
    name: String,
    line: usize,
}

/// Every name that is taken from the crate's root by a path of a file in `module`.
fn root_uses(text: &str, module: &[String]) -> Vec<RootUse> {
    let tokens = tokens(&blanked(text).code);
    let mut found = Vec::new();
    // The modules written inside this file that are open, with the depth of their braces.
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < tokens.len() {
        let word = |i: usize| tokens.get(at + i).map_or("", |token| token.word.as_str());
        match word(0) {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                open.retain(|(_, inside)| *inside <= depth);
            }
            "mod" if word(2) == "{" => open.push((word(1).to_owned(), depth + 1)),
            "crate" | "super" | "opportunist" if starts_path(&tokens, at) => {
                let inline = open.iter().map(|(name, _)| name.clone());
                let here: Vec<String> = module.iter().cloned().chain(inline).collect();
                follow(&tokens, at, &here, &mut found);
                // Inner words of the path are looked at in `follow`; those in a group's braces
                // must not be taken for the start of a path again.
                at = end_of_path(&tokens, at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether a path starts at this word, which `$crate` and `::opportunist` do as well.
fn starts_path(tokens: &[Token], at: usize) -> bool {
    let word = |i: Option<usize>| {
        i.and_then(|i| tokens.get(i))
            .map_or("", |t| t.word.as_str())
    };
    let before = word(at.checked_sub(1));
    let head = word(at.checked_sub(2));
    let inside_longer_path = before == "::" && is_name(head) && head != "self";
    let followed = word(Some(at + 1)) == "::"
        || (word(Some(at)) == "crate" && before == "use" && word(Some(at + 1)) == "as");
    followed && !inside_longer_path
}

/// Follows one path from `at`, where `base` is the module that it has come to: at first the one it
/// is written in. Collects what it takes from the root.
fn follow(tokens: &[Token], at: usize, base: &[String], found: &mut Vec<RootUse>) {
    let Some(token) = tokens.get(at) else { return };
    let next_is_path = tokens.get(at + 1).is_some_and(|token| token.word == "::");
    match token.word.as_str() {
        "crate" | "opportunist" if next_is_path => follow(tokens, at + 2, &[], found),
        "crate" => found.push(RootUse {
            name: "as".to_owned(),
            line: token.line,
        }),
        "super" => {
            let above = base.len().saturating_sub(1);
            if next_is_path {
                follow(tokens, at + 2, &base[..above], found);
            } else if above == 0 {
                found.push(RootUse {
                    name: "self".to_owned(),
                    line: token.line,
                });
            }
        }
        "{" => {
            for member in members(tokens, at) {
                follow(tokens, member, base, found);
            }
        }
        // A macro is exported at the root whatever room it is from.
        _ if tokens.get(at + 1).is_some_and(|token| token.word == "!") => {}
        name if base.is_empty() => found.push(RootUse {
            name: name.to_owned(),
            line: token.line,
        }),
        _ => {}
    }
}

/// Where the members of the group that opens at `at` start.
fn members(tokens: &[Token], at: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.word.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        let opens = i == at || (depth == 1 && token.word == ",");
        let next = tokens.get(i + 1).map_or("}", |token| token.word.as_str());
        if opens && !matches!(next, "}" | ",") {
            found.push(i + 1);
        }
    }
    found
}

/// The first word behind the path that starts at `at`, with its group if it ends in one.
fn end_of_path(tokens: &[Token], mut at: usize) -> usize {
    while tokens.get(at + 1).is_some_and(|token| token.word == "::") {
        at += 2;
    }
    if tokens.get(at).is_none_or(|token| token.word != "{") {
        return at + 1;
    }
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.word.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::source;

    /// The lines and the rooms of the violations found.
    #[track_caller]
    fn finds(path: &str, text: &str, expected: &[(usize, &str)]) {
        let found = room_violations(&source(path, text));
        let found: Vec<(usize, &str)> = found
            .iter()
            .map(|violation| {
                (
                    violation.line,
                    violation.what.split('`').nth(3).unwrap_or("crate"),
                )
            })
            .collect();
        assert_eq!(found, expected, "in {path}:\n{text}");
    }

    #[test]
    fn a_room_may_use_what_is_below_it() {
        finds(
            "src/combat/attack.rs",
            "use crate::rules::Policy;\nuse crate::{dice, grid::*};",
            &[],
        );
        finds(
            "src/combat/attack.rs",
            "use super::damage::Damage; use crate::combat::x;",
            &[],
        );
        finds("src/main.rs", "use opportunist::cli;", &[]);
        finds(
            "src/game/mod.rs",
            "use crate::ai::Player; crate::narrate::tell();",
            &[],
        );
    }

    #[test]
    fn a_use_of_a_higher_room_is_found() {
        finds(
            "src/rules/mod.rs",
            "\nuse crate::combat::Battle;",
            &[(2, "combat")],
        );
        finds(
            "src/rules/x.rs",
            "fn f() { opportunist::ai::think() }",
            &[(1, "ai")],
        );
        finds(
            "src/rules/x.rs",
            "fn f() { ::opportunist::ai::think() }",
            &[(1, "ai")],
        );
        finds(
            "src/rules/x.rs",
            "macro_rules! m { () => { $crate::ai::x() } }",
            &[(1, "ai")],
        );
        finds(
            "src/rules/x.rs",
            "use crate ::\n  combat :: Battle;",
            &[(2, "combat")],
        );
    }

    #[test]
    fn rooms_on_one_floor_do_not_know_each_other() {
        finds("src/grid/mod.rs", "use crate::dice::Dice;", &[(1, "dice")]);
        finds(
            "src/game/mod.rs",
            "use crate::terminal::Line;",
            &[(1, "terminal")],
        );
        finds(
            "src/terminal/mod.rs",
            "use crate::game::Screen;",
            &[(1, "game")],
        );
        finds(
            "src/scenario/mod.rs",
            "use crate::game::Screen;",
            &[(1, "game")],
        );
    }

    #[test]
    fn groups_are_opened() {
        finds(
            "src/content/level.rs",
            "use crate::{\n  grid::{Square, combat},\n  combat::{self, Battle},\n  {ai, dice},\n};",
            &[(3, "combat"), (4, "ai")],
        );
        finds(
            "src/content/x.rs",
            "use opportunist::{combat};",
            &[(1, "combat")],
        );
    }

    #[test]
    fn the_way_up_is_followed_to_the_root() {
        finds(
            "src/rules/mod.rs",
            "use super::combat::Battle;",
            &[(1, "combat")],
        );
        finds(
            "src/rules/size.rs",
            "use super::super::combat::Battle;",
            &[(1, "combat")],
        );
        finds("src/rules/a/b.rs", "use super::super::combat::Battle;", &[]);
        finds(
            "src/rules/size.rs",
            "use super::{super::ai::x, y};",
            &[(1, "ai")],
        );
        finds("src/rules/size.rs", "use super::combat::x;", &[]);
        finds("src/rules/mod.rs", "use self::super::ai::x;", &[(1, "ai")]);
        finds(
            "src/rules/size.rs",
            "mod tests { use super::super::x; use super::super::super::ai; }\nuse super::super::ai;",
            &[(1, "ai"), (2, "ai")],
        );
    }

    #[test]
    fn what_would_hide_a_room_is_found() {
        finds("src/rules/x.rs", "use crate::*;", &[(1, "crate")]);
        finds("src/rules/x.rs", "use crate as all;", &[(1, "crate")]);
        finds(
            "src/rules/x.rs",
            "use crate::{self as all};",
            &[(1, "crate")],
        );
        finds(
            "src/rules/x.rs",
            "use super::super as all;",
            &[(1, "crate")],
        );
        finds("src/rules/x.rs", "use crate::Battle;", &[(1, "Battle")]);
        finds("src/rules/x.rs", "crate::policy! { a }", &[]);
        finds(
            "src/rules/x.rs",
            "pub(crate) fn f() {} pub(super) fn g() {}",
            &[],
        );
    }

    #[test]
    fn comments_and_strings_do_not_count() {
        for text in [
            "// crate::ai::x",
            "/// [`crate::ai`]\nfn f() {}",
            "/* /* crate::ai */ crate::ai::x */",
            "const A: &str = \"crate::ai::x \\\" crate::ai\";",
            "const A: &str = r#\"crate::ai::x \" crate::ai\"#;",
        ] {
            finds("src/rules/x.rs", text, &[]);
        }
        let after = "const Q: char = '\"'; fn f<'a>(_: &'a str) {} use crate::ai; // \"";
        finds("src/rules/x.rs", after, &[(1, "ai")]);
        finds(
            "src/rules/x.rs",
            "const Q: char = '\\''; use crate::ai; // '",
            &[(1, "ai")],
        );
        finds(
            "src/rules/x.rs",
            "let r#type = br##\"\"# \"##; crate::ai::x()",
            &[(1, "ai")],
        );
    }

    #[test]
    fn test_modules_count_as_well() {
        let text = "#[cfg(test)]\nmod tests {\n    use crate::combat::Battle;\n}";
        finds("src/rules/x.rs", text, &[(3, "combat")]);
    }

    #[test]
    fn a_module_without_a_room_is_found() {
        assert!(homeless(&source("src/misc/mod.rs", "")).is_some());
        assert!(homeless(&source("src/misc.rs", "")).is_some());
        for path in [
            "src/main.rs",
            "src/lib.rs",
            "src/bin/tool.rs",
            "src/ai/mod.rs",
        ] {
            assert_eq!(homeless(&source(path, "")), None, "{path}");
        }
    }

    #[test]
    fn a_room_that_is_not_compiled_is_found() {
        let sources = [
            source("src/lib.rs", "// mod ai;\npub mod grid;"),
            source("src/grid/mod.rs", ""),
            source("src/ai/mod.rs", "mod x;"),
            source("src/ai/x.rs", ""),
        ];
        let found: Vec<String> = undeclared(&sources).into_iter().map(|v| v.path).collect();
        assert_eq!(found, ["src/ai/mod.rs"]);
    }

    #[test]
    fn a_message_names_the_place_and_the_way_out() {
        let found = room_violations(&source("src/rules/size.rs", "\nuse crate::combat::Battle;"));
        let message = found[0].to_string();
        let expected =
            "src/rules/size.rs:2: room `rules` uses `combat`; it may use grid, dice, files, sound";
        assert_eq!(message, expected);
    }
}
