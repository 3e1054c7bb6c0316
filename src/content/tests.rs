//! Broken content of every kind, house rules, and the content that is shipped.

mod conditions;
mod costs;
mod dock;
mod faulty;
mod house;
mod journeys;
mod layers;
mod lessons;
mod limits;
mod notation;
mod pools;
mod programs;
mod skills;
mod subjects;
mod words;

use std::path::{Path, PathBuf};

use super::*;
use crate::content::level::Mark;

/// A folder of files for one test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("opportunist-{name}-{}", std::process::id()));
        for (file, text) in files {
            let file = path.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        Self(path)
    }

    /// Checks the folder against the shipped content: `file:line:column code message`, and the help.
    fn findings(&self) -> Vec<String> {
        let found = check(&root(), std::slice::from_ref(&self.0));
        found.iter().map(line).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn line(finding: &Finding) -> String {
    let file = finding
        .file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let near = finding
        .nearest
        .as_ref()
        .map_or(String::new(), |near| format!(" -> {near}"));
    let (row, column, code) = (finding.line, finding.column, finding.code.label());
    format!("{file}:{row}:{column} {code}: {}{near}", finding.message)
}

fn root() -> PathBuf {
    data_root(None).unwrap()
}

const DUEL: &str = r##"(
    name: "Duel", text: "Two and a wall.",
    map: [
        "A.#.",
        "..zB",
    ],
    legend: {
        '.': terrain("floor"), '#': terrain("wall"), 'z': zone(zone: "middle", terrain: "floor"),
        'A': combatant(side: "red", monster: "guard", terrain: "floor"),
        'B': combatant(side: "blue", monster: "wolf", terrain: "floor"),
    },
    sides: [(id: "red", name: "Red"), (id: "blue", name: "Blue")],
    objective: hold(zone: "middle", rounds: 2),
)"##;

fn duel(name: &str, old: &str, new: &str) -> Vec<String> {
    assert!(DUEL.contains(old), "{old}");
    Folder::new(name, &[("levels/duel.ron", &DUEL.replacen(old, new, 1))]).findings()
}

#[test]
fn shipped_content_has_no_findings() {
    match Catalogue::load(&root()) {
        Ok(catalogue) => {
            assert!(
                catalogue.warnings.is_empty(),
                "{}",
                catalogue.warnings.pretty(false)
            );
        }
        Err(findings) => panic!("{}", findings.pretty(false)),
    }
}

#[test]
fn a_sound_level_has_no_findings() {
    assert_eq!(duel("sound", "Duel", "Duel"), Vec::<String>::new());
}

#[test]
fn wrong_names_in_a_level_point_at_the_name() {
    assert_eq!(
        duel("terrain", "terrain(\"wall\")", "terrain(\"wal\")"),
        ["duel.ron:8:45 unknown-name: there is no terrain \"wal\" -> wall"]
    );
    assert_eq!(
        duel("monster", "\"wolf\"", "\"wofl\""),
        ["duel.ron:10:47 unknown-name: there is no monster \"wofl\" -> wolf"]
    );
    assert_eq!(
        duel("side", "side: \"blue\"", "side: \"bleu\"")[0],
        "duel.ron:10:30 unknown-name: there is no side \"bleu\" -> blue"
    );
    assert_eq!(
        duel("zone", "hold(zone: \"middle\"", "hold(zone: \"midle\""),
        ["duel.ron:13:27 unknown-name: there is no zone \"midle\" -> middle"]
    );
    assert_eq!(
        duel("word", "hold(", "hodl("),
        [
            "duel.ron:13:16 unknown-word: \"hodl\" is not one of the words that can stand here -> hold"
        ]
    );
}

#[test]
fn wrong_drawings_point_into_the_row() {
    assert_eq!(
        duel("letter", "..zB", ".§zB"),
        ["duel.ron:5:11 map: the legend does not say what '§' means"]
    );
    assert_eq!(
        duel("rows", "..zB", "..zB."),
        ["duel.ron:5:9 map: this row has 5 squares, the others 4"]
    );
    assert_eq!(
        duel("unused", "A.#.", "A..."),
        ["duel.ron:8:37 unused: '#' stands nowhere on the map"]
    );
}

#[test]
fn every_member_needs_room_under_every_ruleset() {
    let found = duel("large", "\"guard\"", "\"ogre\"");
    assert_eq!(
        found,
        Vec::<String>::new(),
        "two by two squares are free here"
    );
    let found = duel("edge", "\"wolf\"", "\"ogre\"");
    assert!(
        found[0].starts_with("duel.ron:5:13 map: \"ogre\" takes 2 by 2 squares"),
        "{found:?}"
    );
    let members = "(id: \"red\", name: \"Red\", deploy: \"middle\", \
                   members: [(monster: \"wolf\"), (monster: \"wolf\")])";
    let found = duel("zone-size", "(id: \"red\", name: \"Red\")", members);
    assert_eq!(
        found,
        [
            "duel.ron:12:46 map: there is no room for 1 of the members in 1 squares \
          (under age_of_heroes, amorphous, classic_d20, epic_path, house_example, spiritual_pressure)"
        ]
    );
}

#[test]
fn objectives_must_be_within_reach() {
    let found = duel(
        "count",
        "hold(zone: \"middle\", rounds: 2)",
        "reach(side: \"red\", zone: \"middle\", count: 3)",
    );
    assert_eq!(
        found,
        ["duel.ron:13:58 sense: the side does not have so many members"]
    );
    let found = duel("alone", ", (id: \"blue\", name: \"Blue\")", "");
    assert!(
        found.contains(&"duel.ron:12:12 sense: a battle needs two sides".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_monster_is_checked_against_the_equipment() {
    let text = "(\n    name: \"Knight\", size: small, level: 0, hit_points: -3, speed: 32,\n    \
                base_attack: 1,\n    armour: \"chainmial\", shield: \"large_shield\",\n    \
                weapons: [\"greatsword\", \"bite\"], traits: [\"oportunist\"],\n    \
                overrides: { \"classic_d2O\": { defence: 12 } },\n)";
    let found = Folder::new("monster-file", &[("monsters/knight.ron", text)]).findings();
    let expected = [
        "knight.ron:2:41 sense: `0` is out of range",
        "knight.ron:2:56 sense: `-3` is out of range",
        "knight.ron:2:67 sense: speed is a multiple of 5 feet",
        "knight.ron:4:13 unknown-name: there is no suit of armour \"chainmial\" -> chainmail",
        "knight.ron:5:15 sense: \"greatsword\" is too large for this creature's hands",
        "knight.ron:5:29 sense: \"bite\" belongs under `natural`",
        "knight.ron:5:47 unknown-name: no ruleset knows the trait \"oportunist\": it does nothing -> opportunist",
        "knight.ron:6:33 unknown-name: there is no ruleset \"classic_d2O\" -> classic_d20",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_portrait_is_checked_part_by_part() {
    let of = |emblem: &str| {
        let text = format!(
            "(\n    name: \"Page\", size: small, level: 1, hit_points: 3, speed: 30, base_attack: 0, weapons: [\"dagger\"],\n    \
             token: (letters: \"Pa\", emblem: \"{emblem}\"),\n)"
        );
        Folder::new("portrait-file", &[("monsters/page.ron", &text)]).findings()
    };
    assert_eq!(of("sword"), [""; 0]);
    assert_eq!(of("shoulders blue, head fair, cap red"), [""; 0]);
    assert_eq!(
        of("sward"),
        ["page.ron:3:36 unknown-name: there is no emblem \"sward\" -> sword"]
    );
    assert_eq!(
        of("shouldres blue, head bleu, cap"),
        [
            "page.ron:3:36 unknown-name: there is no colour \"bleu\" -> blue",
            "page.ron:3:36 unknown-name: there is no part of a portrait \"shouldres\" -> shoulders",
            "page.ron:3:36 sense: a portrait is parts with their colours: \"shoulders blue, head fair\"",
        ]
    );
}

#[test]
fn equipment_must_make_sense_entry_by_entry() {
    let weapons = "{\n    \"hook\": (name: \"Hook\", size: small, damage: \"1d4\", kinds: [piercing], \
                   threat: 30),\n    \"bolas\": (name: \"Bolas\", size: smal, damage: \"1d4\", kinds: \
                   [bludgeoning]),\n    \"hook\": (name: \"Hook\", size: small, damage: \"1d4\", \
                   kinds: [piercing], multiplier: 1),\n}";
    let found = Folder::new("weapons-file", &[("equipment/weapons.ron", weapons)]).findings();
    assert_eq!(found[0], "weapons.ron:2:83 sense: `30` is out of range");
    assert!(
        found[1].starts_with("weapons.ron:3:36 unknown-word") && found[1].ends_with("-> small")
    );
    assert!(
        found[2].starts_with("weapons.ron:4:5 duplicate: \"hook\""),
        "{found:?}"
    );
    assert_eq!(found.len(), 3);
}

#[test]
fn mistakes_in_reinforcements_are_told_where_they_stand() {
    let waves = "name: \"Red\", reinforcements: [\
        (after_round: 0, edge: north, members: []), \
        (after_round: 1, awareness: rolls, members: [(monster: \"wlof\")]), \
        (after_round: 1, edge: east, zone: \"midle\", members: [(monster: \"wolf\")])]";
    let text = DUEL.replace("name: \"Red\"", waves);
    let found = Folder::new("waves", &[("levels/duel.ron", &text)]).findings();
    let all = found.join("\n");
    for told in [
        "sense: `0` is out of range",
        "sense: these reinforcements have no members",
        "sense: newcomers are aware of the battle or unaware",
        "unknown-name: there is no monster \"wlof\"",
        "map: this member has no edge, zone or place to enter by",
        "unknown-name: there is no zone \"midle\"",
        "sense: reinforcements come by an edge or in a zone, not both",
    ] {
        assert!(all.contains(told), "{told}: {all}");
    }
    assert_eq!(found.len(), 7, "{all}");
}

#[test]
fn all_findings_of_all_files_come_in_one_run() {
    let folder = Folder::new(
        "many",
        &[
            ("levels/a.ron", "(name: \"A\""),
            ("levels/b.ron", &DUEL.replace("\"wolf\"", "\"wlof\"")),
            ("monsters/c.ron", "(nam: \"C\")"),
        ],
    );
    let found = folder.findings();
    assert_eq!(found[0], "a.ron:1:1 syntax: this bracket is never closed");
    assert_eq!(
        found[1],
        "b.ron:10:47 unknown-name: there is no monster \"wlof\" -> wolf"
    );
    assert!(
        found[2].starts_with("c.ron:1:1 missing-field"),
        "{found:#?}"
    );
    assert_eq!(
        found.last().map(String::as_str),
        Some("c.ron:1:2 unknown-field: there is no field \"nam\" here -> name")
    );
}

#[test]
fn letters_of_the_legend_have_one_meaning() {
    assert_eq!(
        duel(
            "twice",
            "'#': terrain",
            "'.': terrain(\"wall\"), '#': terrain"
        ),
        ["duel.ron:8:32 duplicate: '.' stands in this table for the second time"]
    );
}

#[test]
fn a_goal_can_be_stood_in() {
    assert_eq!(
        duel(
            "walled",
            "zone: \"middle\", terrain: \"floor\"",
            "zone: \"middle\", terrain: \"wall\""
        ),
        ["duel.ron:13:27 map: the zone \"middle\" has no square that can be entered"]
    );
}

#[test]
fn names_are_checked_beside_other_mistakes() {
    let text = DUEL.replace("\"wolf\"", "\"wlof\"").replace(
        "name: \"Red\"",
        "name: \"Red\", control: computr, deploy: \"midle\"",
    );
    let found = Folder::new("beside", &[("levels/duel.ron", &text)]).findings();
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].starts_with("duel.ron:10:47 unknown-name"));
    assert!(found[1].starts_with("duel.ron:12:47 unknown-word"));
    assert!(found[2].starts_with("duel.ron:12:64 unknown-name"));
}

#[test]
fn the_digest_follows_the_content() {
    let catalogue = Catalogue::load(&root()).unwrap_or_else(|findings| panic!("{findings}"));
    let rules = |id: &str| catalogue.ruleset(id).expect("a ruleset");
    let (classic, amorphous) = (rules("classic_d20"), rules("amorphous"));
    assert_ne!(catalogue.digest(classic), catalogue.digest(amorphous));

    let level = catalogue.levels.by_name("bridge").expect("a level");
    let more = catalogue.with_level("a_bridge_of_my_own", level.clone());
    assert_eq!(catalogue.digest(classic), more.digest(classic));
    assert!(catalogue.levels.id("a_bridge_of_my_own").is_none());
    let added = more.levels.by_name("a_bridge_of_my_own");
    assert_eq!(added, Some(level));
    for (id, level) in catalogue.levels.iter() {
        assert_eq!(more.levels.by_name(catalogue.levels.name(id)), Some(level));
    }

    let mut changed = catalogue.clone();
    let wolf = changed.monsters.id("wolf").expect("a monster");
    changed.monsters.get_mut(wolf).expect("a monster").name = "Grey wolf".into();
    assert_ne!(catalogue.digest(classic), changed.digest(classic));
}

#[test]
fn every_level_has_its_own_character() {
    let catalogue = Catalogue::load(&root()).unwrap_or_else(|findings| panic!("{findings}"));
    let mut objectives: Vec<_> = catalogue
        .levels
        .iter()
        .map(|(_, l)| l.objective.clone())
        .collect();
    objectives.dedup_by_key(|o| std::mem::discriminant(o));
    assert!(catalogue.levels.len() >= 6 && objectives.len() >= 4);
    let drawn = |level: &LevelDef| {
        level
            .legend
            .values()
            .any(|m| matches!(m, Mark::Combatant { .. }))
    };
    assert!(
        catalogue.levels.iter().any(|(_, level)| !drawn(level)),
        "one with deployment only"
    );
}

#[test]
fn the_examples_of_the_handbook_are_sound() {
    let handbook = std::fs::read_to_string(root().join("docs/levels.md")).unwrap();
    let example = |heading: &str| {
        let chapter = handbook.split(heading).nth(1).unwrap();
        let text = chapter.split("```ron\n").nth(1).unwrap();
        text.split("```").next().unwrap().to_owned()
    };
    let folder = Folder::new(
        "handbook",
        &[
            ("levels/mill.ron", &example("## A level")),
            ("monsters/wolf.ron", &example("## A monster")),
            (
                "equipment/weapons.ron",
                &example("## Weapons, armour, terrain"),
            ),
        ],
    );
    assert_eq!(folder.findings(), Vec::<String>::new());
}
