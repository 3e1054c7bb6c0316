//! Files of every size: what is too large, too many or in a circle is refused in time.

use std::fmt::Write;

use super::*;
use crate::content::finding::FINDINGS_LIMIT;

#[test]
fn a_battle_has_so_many_combatants_and_no_more() {
    let pack = |members: usize| {
        let wolves = "(monster: \"wolf\"), ".repeat(members);
        let rows = format!("\"{}\", ", "A".repeat(20)).repeat(10);
        let text = format!(
            "(name: \"Pack\", text: \"t\", map: [{rows}\"{}B\"], objective: defeat_all, \
             legend: {{ '.': terrain(\"grass\"), \
                 'A': zone(zone: \"a\", terrain: \"grass\"), \
                 'B': combatant(side: \"guards\", monster: \"guard\", terrain: \"grass\") }}, \
             sides: [(id: \"wolves\", name: \"W\", deploy: \"a\", members: [{wolves}]), \
                 (id: \"guards\", name: \"G\")])",
            ".".repeat(19)
        );
        Folder::new(&format!("pack{members}"), &[("levels/pack.ron", &text)]).findings()
    };
    assert_eq!(pack(199), Vec::<String>::new());
    let found = pack(200);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with("sense: 201 combatants: a battle holds at most 200"));
}

#[test]
fn a_zone_to_be_placed_in_is_drawn() {
    let told = "map: the zone \"camp\" is drawn nowhere on the map";
    let zone = "'z': zone(zone: \"middle\", terrain: \"floor\")";
    let camp = format!("{zone}, 'c': zone(zone: \"camp\", terrain: \"floor\")");
    let wolf = "(monster: \"wolf\")";
    for side in [
        format!("name: \"Red\", deploy: \"camp\", members: [{wolf}]"),
        format!(
            "name: \"Red\", reinforcements: [(after_round: 1, zone: \"camp\", members: [{wolf}])]"
        ),
    ] {
        let text = DUEL.replace(zone, &camp).replace("name: \"Red\"", &side);
        let found = Folder::new("nowhere", &[("levels/duel.ron", &text)]).findings();
        assert!(found.iter().any(|one| one.ends_with(told)), "{found:?}");
    }
}

#[test]
fn a_file_of_mistakes_is_read_in_time_and_a_bounded_number_is_told() {
    let mut marks = String::new();
    let mut monsters = String::new();
    let mut letters = String::new();
    for i in 0..20_000 {
        let letter = char::from_u32(0x4e00 + i).unwrap();
        let _ = write!(marks, "'{letter}': zzz, ");
        let _ = write!(monsters, "\"m{i}\": (name: 1), ");
        let _ = write!(letters, "\"{letter}\", ");
    }
    let level = DUEL.replace("legend: {", &format!("legend: {{ {marks}"));
    let unknown = DUEL.replace("map: [", &format!("map: [ {letters}"));
    let twice = DUEL.replace(
        "legend: {",
        &format!("legend: {{ {}", "'.': terrain(\"wal\"), ".repeat(20_000)),
    );
    for (name, file, text) in [
        ("marks", "levels/a.ron", level),
        ("tables", "monsters/a.ron", format!("{{ {monsters} }}")),
        ("rows", "levels/a.ron", unknown),
        ("twice", "levels/a.ron", twice),
        (
            "same",
            "monsters/a.ron",
            format!("{{ {} }}", "\"m\": (), ".repeat(20_000)),
        ),
    ] {
        let found = Folder::new(name, &[(file, &text)]).findings();
        assert!(
            (1..=2 * FINDINGS_LIMIT).contains(&found.len()),
            "{name}: {}",
            found.len()
        );
    }
}

#[test]
fn brackets_are_nested_so_deep_and_no_deeper() {
    for (depth, told) in [
        (100, "wrong-type"),
        (200, "nested too deep"),
        (200_000, "nested too deep"),
    ] {
        let text = format!("(name: {}{})", "[".repeat(depth), "]".repeat(depth));
        let found = Folder::new("deep", &[("levels/deep.ron", &text)]).findings();
        assert!(
            found.iter().any(|one| one.contains(told)),
            "{depth}: {found:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn links_back_and_special_files_end_in_findings() {
    let folder = Folder::new("links", &[("levels/duel.ron", DUEL)]);
    let levels = folder.0.join("levels");
    for link in ["a", "b"] {
        std::os::unix::fs::symlink(".", levels.join(link)).unwrap();
    }
    std::os::unix::fs::symlink("/dev/zero", levels.join("zero.ron")).unwrap();
    let pipe = std::process::Command::new("mkfifo")
        .arg(levels.join("pipe.ron"))
        .status();
    assert!(pipe.unwrap().success());
    let told = "unreadable: this file cannot be read: it is a pipe or a device, not a regular file";
    assert_eq!(
        folder.findings(),
        [
            format!("pipe.ron:1:1 {told}"),
            format!("zero.ron:1:1 {told}")
        ]
    );
}

#[test]
fn a_ruleset_that_cannot_be_read_for_its_ancestors_has_their_mistakes() {
    let ring = [
        ("rules/a/ruleset.ron", "(inherits: \"b\")"),
        ("rules/b/ruleset.ron", "(inherits: \"a\")"),
        ("rules/c/ruleset.ron", "(inherits: \"d\")"),
        ("rules/d/ruleset.ron", "(inherits: \"classic_d20\""),
    ];
    let folder = Folder::new("ring", &ring);
    for (id, told) in [
        ("a", "would inherit from itself: a, b"),
        ("c", "never closed"),
    ] {
        let found = check(&root(), &[folder.0.join("rules").join(id)]);
        let found: Vec<String> = found.iter().map(line).collect();
        assert!(
            found.iter().any(|one| one.contains(told)),
            "{id}: {found:?}"
        );
    }
}

#[test]
fn a_line_of_rulesets_has_an_end() {
    let text = |n: usize| match n {
        0 => "(inherits: \"classic_d20\", name: \"0\")".to_owned(),
        n => format!("(inherits: \"house{}\", name: \"{n}\")", n - 1),
    };
    let line = |count: usize| -> Vec<(String, String)> {
        let file = |n| (format!("rules/house{n}/ruleset.ron"), text(n));
        (0..count).map(file).collect()
    };
    let check = |count: usize| {
        let files = line(count);
        let files: Vec<_> = files.iter().map(|(f, t)| (&**f, &**t)).collect();
        Folder::new(&format!("line-{count}"), &files).findings()
    };
    let longest = ruleset::ANCESTORS_LIMIT;
    assert_eq!(check(longest), Vec::<String>::new());
    assert_eq!(
        check(longest + 1),
        ["ruleset.ron:1:12 sense: a ruleset has at most 8 ancestors"]
    );
    // The ancestors of one that has too many are sound.
    let files = line(longest + 1);
    let files: Vec<_> = files.iter().map(|(f, t)| (&**f, &**t)).collect();
    let folder = Folder::new("line-left", &files);
    let catalogue = Catalogue::load_sound(&root(), &[folder.0.join("rules")]);
    assert!(catalogue.ruleset("house7").is_some() && catalogue.ruleset("house8").is_none());
}

#[test]
fn the_number_of_rulesets_has_an_end() {
    let text = "(inherits: \"classic_d20\", name: \"House\")";
    let shipped = Catalogue::load(&root()).unwrap().rulesets.len();
    let files: Vec<_> = (shipped..=ruleset::RULESETS_LIMIT)
        .map(|n| format!("rules/house{n:03}/ruleset.ron"))
        .collect();
    let files: Vec<_> = files.iter().map(|file| (&**file, text)).collect();
    let folder = Folder::new("rulesets", &files);
    assert_eq!(
        folder.findings(),
        ["house100:1:1 sense: this is one of more than 100 rulesets"]
    );
    // One that stands alone is read before those that inherit, whatever its name.
    let mut files: Vec<_> = (0..ruleset::RULESETS_LIMIT)
        .map(|n| (format!("assets/rulesets/house{n:03}/ruleset.ron"), text))
        .collect();
    files.push(("assets/rulesets/zz/ruleset.ron".to_owned(), "(name: \"Z\")"));
    let files: Vec<_> = files.iter().map(|(file, text)| (&**file, *text)).collect();
    let folder = Folder::new("surplus", &files);
    let found = check(&folder.0, &[]);
    let surplus = found
        .iter()
        .filter(|one| one.message.contains("more than 100"));
    let surplus: Vec<_> = surplus.map(|one| one.file.file_name().unwrap()).collect();
    assert_eq!(surplus, ["house099"]);
    let names = ["rules/a\u{202e}b/ruleset.ron", "rules/a\nb/ruleset.ron"];
    let folder = Folder::new("ruleset-names", &names.map(|name| (name, text)));
    assert_eq!(folder.findings().len(), 2, "{:?}", folder.findings());
}
