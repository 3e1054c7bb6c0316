//! The house plan, checked against the sources.
//!
//! - A room uses only the rooms below it.
//! - A chapter of `combat` uses only the chapters below it; in no room do folders use each other in a circle,
//!   nor more than three files.
//! - No rule system is named in the sources: what a system is stands in its data. Policies are asked through
//!   methods and not compared with one of their variants.
//! - The rooms of the rules keep no hash maps, whose order differs from run to run.
//! - Files are written by one function, which never costs the old file.
//! - There is one `bevy_ecs`, or the rules and the screen would not understand each other.
//!
//! `cargo test --test architecture -- --nocapture` prints the floors and every circle of files that there is.
//!
//! The sources are read as text: comments and strings are blanked, the rest is cut into words, and
//! every path that starts at the root of the crate is followed to the room that it names.

mod floors;
mod names;
mod numbers;
mod policies;
mod rooms;
mod rust;
mod source;

use floors::{FLOORS, LARGEST, file_circles, folder_circles, upward};
use names::{
    file_violations, hash_violations, locked_versions, system_violations, test_only_modules,
};
use rooms::{homeless, room_violations, rooms, undeclared};
use source::{Violation, read, root, sources};

#[test]
fn rooms_use_only_rooms_below_them() {
    let found = sources()
        .iter()
        .flat_map(room_violations)
        .collect::<Vec<_>>();
    report(
        &found,
        "Move what is needed to a lower room, or hand it in as an argument. The floors are in \
         ROOMS in tests/architecture/rooms.rs.",
    );
}

#[test]
fn every_module_stands_in_a_room() {
    let found = sources().iter().filter_map(homeless).collect::<Vec<_>>();
    report(
        &found,
        "Put it into one of the rooms, or give the new room a floor in ROOMS in \
         tests/architecture/rooms.rs and a line in the docs.",
    );
}

#[test]
fn every_room_is_compiled() {
    report(
        &undeclared(&sources()),
        "Declare it in src/lib.rs, or its tests never run.",
    );
}

#[test]
fn no_source_names_a_rule_system() {
    let sources = sources();
    let tests_only = test_only_modules(&sources);
    let found = sources
        .iter()
        .filter(|source| !tests_only.iter().any(|module| source.belongs_to(module)))
        .flat_map(system_violations)
        .collect::<Vec<_>>();
    report(
        &found,
        "Name the behaviour, not the system: add a policy to `rules` and let the system's RON \
         choose it. What a user picks comes from the folders under assets/rulesets.",
    );
}

#[test]
fn policies_are_asked_and_not_compared() {
    let sources = sources();
    let tests_only = test_only_modules(&sources);
    let policies = policies::policy_enums(&sources);
    let found = sources
        .iter()
        .filter(|source| !tests_only.iter().any(|module| source.belongs_to(module)))
        .flat_map(|source| policies::comparisons(source, &policies))
        .collect::<Vec<_>>();
    report(
        &found,
        "Give the policy a method with a `match` over all variants, and ask that: then the compiler names the \
         places that a new variant concerns.",
    );
}

#[test]
fn no_variant_of_the_rules_is_forgotten() {
    let sources = sources();
    let tests_only = test_only_modules(&sources);
    let kinds = policies::kinds(&sources);
    let found = sources
        .iter()
        .filter(|source| !tests_only.iter().any(|module| source.belongs_to(module)))
        .flat_map(|source| policies::forgotten(source, &kinds))
        .collect::<Vec<_>>();
    report(
        &found,
        "Name every variant, or ask a method of the enum that does: then the compiler names the places that a new \
         one concerns. A filter for one of them is an `if let` or a `matches!`.",
    );
}

#[test]
fn the_rooms_of_the_rules_keep_no_hash_maps() {
    let found = sources()
        .iter()
        .flat_map(hash_violations)
        .collect::<Vec<_>>();
    report(
        &found,
        "Their order differs from run to run, and replays with it. Use BTreeMap or BTreeSet, or a \
         Vec by seat or by id.",
    );
}

#[test]
fn files_are_read_and_written_by_one_room() {
    let sources = sources();
    let tests_only = test_only_modules(&sources);
    let found = sources
        .iter()
        .filter(|source| source.room() != Some("files"))
        .filter(|source| !tests_only.iter().any(|module| source.belongs_to(module)))
        .flat_map(file_violations)
        .collect::<Vec<_>>();
    report(
        &found,
        "Read with `crate::files::read_text`: it has a limit and waits for no pipe. Write with \
         `crate::files::write`: a kill or a full disk in the middle of it leaves the old file as it was.",
    );
}

#[test]
fn there_is_one_bevy_ecs() {
    let versions = locked_versions(&read(&root().join("Cargo.lock")), "bevy_ecs");
    assert_eq!(
        versions.len(),
        1,
        "Cargo.lock holds bevy_ecs {versions:?}: some dependency wants another Bevy. \
         `cargo tree -i bevy_ecs@VERSION` names it; take the version of it that was made for ours.",
    );
}

#[test]
fn chapters_use_only_chapters_below_them() {
    println!(
        "The chapters of combat from the bottom up: {}",
        FLOORS.join(", ")
    );
    report(
        &upward(&sources()),
        "Move what is needed to a lower chapter, or call a listener \
         (src/combat/state/listeners.rs) that src/combat/battle/listeners.rs names. The floors \
         are in FLOORS in tests/architecture/floors.rs.",
    );
}

#[test]
fn no_folders_use_each_other_in_a_circle() {
    let circles = folder_circles(&sources());
    println!("Circles of folders: {}", circles.len());
    assert!(circles.is_empty(), "\n{}\n", circles.join("\n"));
}

#[test]
fn few_files_of_a_room_use_each_other_in_a_circle() {
    let sources = sources();
    let mut large = Vec::new();
    println!("Circles of files, of which none may be larger than {LARGEST}:");
    for room in rooms() {
        for circle in file_circles(&sources, room) {
            let written = format!("{room}, {}: {}", circle.len(), circle.join(", "));
            println!("{written}");
            if circle.len() > LARGEST {
                large.push(written);
            }
        }
    }
    assert!(large.is_empty(), "\n{}\n", large.join("\n"));
}

/// Fails with every violation, one a line, and with the way out.
fn report(found: &[Violation], way_out: &str) {
    let lines: Vec<String> = found.iter().map(Violation::to_string).collect();
    assert!(found.is_empty(), "\n{}\n\n{way_out}\n", lines.join("\n"));
}

#[test]
fn every_number_has_a_range() {
    use std::collections::BTreeSet;

    let sources = sources();
    let rooms = [
        "rules",
        "content",
        "combat/contract",
        "combat/battle",
        "combat/damage",
        "dice",
        "grid",
        "scenario",
    ];
    let of_rooms = sources.iter().filter(|source| {
        let path = &source.path;
        rooms
            .iter()
            .any(|room| path.starts_with(&format!("src/{room}/")))
    });
    let fields = numbers::numeric_fields(of_rooms.map(|source| source.text.as_str()));
    let ranges = opportunist::content::ranges::RANGES.iter();
    let listed: Vec<&str> = ranges.flat_map(|range| range.fields()).collect();
    let known: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(
        listed.len(),
        known.len(),
        "a field stands in the table twice"
    );
    let whole = |name: &'static str| {
        let item = name.rsplit_once('.');
        let item = item.filter(|(_, last)| last.parse::<usize>().is_ok());
        item.map_or(name, |(whole, _)| whole)
    };
    let ranged: BTreeSet<&str> = listed.iter().map(|name| whole(name)).collect();
    let lacking: Vec<_> = fields
        .iter()
        .filter(|field| !ranged.contains(field.as_str()))
        .collect();
    assert!(
        lacking.is_empty(),
        "no range is known for {lacking:#?}\nGive each one in src/content/ranges/table.rs."
    );
    let idle: Vec<_> = ranged
        .into_iter()
        .filter(|name| !fields.contains(*name))
        .collect();
    assert!(idle.is_empty(), "no such number is read: {idle:#?}");
}

/// The table of `docs/ranges.md`, a row for each kind of number.
fn table_of_ranges() -> String {
    use std::collections::BTreeSet;
    use std::fmt::Write as _;

    let mut table = String::from("| number | from | to | fields |\n| --- | --- | --- | --- |\n");
    for range in opportunist::content::ranges::RANGES {
        let name = range
            .name
            .trim_start_matches("an ")
            .trim_start_matches("a ");
        let plain = |field: &'static str| field.split_once('.').map_or(field, |(_, rest)| rest);
        let fields: BTreeSet<&str> = range.fields().map(plain).collect();
        let fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
        let (least, most, fields) = (range.least, range.most, fields.join(", "));
        writeln!(table, "| {name} | {least} | {most} | {fields} |").expect("a text");
    }
    table
}

/// `BLESS=1` writes the table anew.
#[test]
fn the_ranges_are_documented() {
    let page = root().join("docs/ranges.md");
    let text = read(&page);
    let (before, after) = text.split_once("| number |").expect("the table");
    let after = after.split_once("\n\n").map_or("", |(_, after)| after);
    let rest = if after.is_empty() {
        String::new()
    } else {
        format!("\n{after}")
    };
    let whole = format!("{before}{}{rest}", table_of_ranges());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&page, &whole).expect("the page");
        return;
    }
    assert_eq!(
        text, whole,
        "`BLESS=1 cargo test --test architecture` writes docs/ranges.md anew"
    );
}
