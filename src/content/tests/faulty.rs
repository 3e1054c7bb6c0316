//! One broken file never keeps the rest from being played.

use super::*;

/// How many rule systems are shipped.
const SYSTEMS: usize = 6;

/// A data folder of the shipped content, to which a test adds files.
fn copy(name: &str, files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name, &[]);
    for part in ["assets", "levels"] {
        copy_all(&root().join(part), &folder.0.join(part));
    }
    for (file, text) in files {
        std::fs::write(folder.0.join(file), text).unwrap();
    }
    folder
}

fn copy_all(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_all(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn left_out(content: &Catalogue) -> Vec<String> {
    let ids = content.left_out.iter();
    ids.map(|(kind, id)| format!("{kind} {id}")).collect()
}

fn faults(content: &Catalogue) -> Vec<String> {
    content.faults.iter().map(line).collect()
}

#[test]
fn sound_content_is_the_same_however_it_is_loaded() {
    let (strict, sound) = (
        Catalogue::load(&root()).unwrap(),
        Catalogue::load_sound(&root(), &[]),
    );
    assert!(sound.faults.is_empty() && sound.left_out.is_empty());
    let digest = |content: &Catalogue| {
        let of = |rules: &std::sync::Arc<crate::rules::Ruleset>| content.digest(rules);
        content.rulesets.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(digest(&strict), digest(&sound));
    assert_eq!(strict.levels.names(), sound.levels.names());
}

#[test]
fn a_broken_level_is_left_out_and_so_is_the_journey_that_leads_there() {
    let cases = [
        ("(name: \"Ford\", map: [", "syntax"),
        ("(name: \"Ford\", colour: 3)", "missing-field"),
        (&DUEL.replace("wolf", "wofl"), "unknown-name"),
    ];
    for (n, (text, code)) in cases.into_iter().enumerate() {
        let folder = copy(&format!("broken-level-{n}"), &[("levels/ford.ron", text)]);
        assert!(Catalogue::load(&folder.0).is_err());
        let content = Catalogue::load_sound(&folder.0, &[]);
        assert_eq!(left_out(&content), ["journey salt_road", "level ford"]);
        let faults = faults(&content);
        let about = |file: &str| faults.iter().find(|line| line.starts_with(file));
        let ford = about("ford.ron").expect("a finding");
        assert!(ford.contains(code), "{ford}");
        // The sides of a level that could be read are known, and the journey needs others.
        let why = match code {
            "unknown-name" => "there is no side \"patrol\"",
            _ => "\"ford\" is left out, because it has a mistake",
        };
        let road = about("salt_road.ron").expect("a finding");
        assert!(road.contains(why), "{road}");
        assert_eq!(
            content.levels.len(),
            Catalogue::load(&root()).unwrap().levels.len() - 1
        );
        assert_eq!(content.rulesets.len(), SYSTEMS);
    }
}

#[test]
fn a_broken_monster_takes_only_the_levels_along_in_which_it_fights() {
    let folder = copy(
        "broken-monster",
        &[("assets/monsters/minotaur.ron", "( oops")],
    );
    let content = Catalogue::load_sound(&folder.0, &[]);
    assert!(content.is_left_out("monster", "minotaur"));
    let shipped = Catalogue::load(&root()).unwrap();
    for (id, level) in shipped.levels.iter() {
        let name = shipped.levels.name(id);
        let needs = format!("{level:?}").contains("\"minotaur\"");
        assert_eq!(content.levels.id(name).is_none(), needs, "{name}");
    }
    assert!(content.levels.len() > 3);
}

#[test]
fn a_broken_rule_system_takes_along_those_that_inherit_from_it() {
    let house = "(inherits: \"classic_d20\")";
    let folder = copy(
        "broken-rules",
        &[("assets/rulesets/classic_d20/conditions.ron", "{ oops")],
    );
    let path = folder.0.join("assets/rulesets/house");
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("ruleset.ron"), house).unwrap();
    let content = Catalogue::load_sound(&folder.0, &[]);
    assert!(content.is_left_out("rule system", "classic_d20"));
    assert!(content.is_left_out("rule system", "house"));
    assert!(content.is_left_out("rule system", "house_example"));
    assert_eq!(content.rulesets.len(), SYSTEMS - 2);
    // What names that system, or something of it, is sound.
    let levels = Catalogue::load(&root()).unwrap().levels;
    assert_eq!(content.levels.names(), levels.names());
    let faults = faults(&content);
    let heir = "ruleset.ron:1:12 sense: the ruleset that this inherits from has a mistake";
    assert!(faults.iter().any(|line| line == heir), "{faults:?}");
}

#[test]
fn a_table_that_everything_needs_leaves_nothing_and_does_no_harm() {
    for (n, file) in ["equipment/weapons", "terrain/terrain", "rulesets/subjects"]
        .into_iter()
        .enumerate()
    {
        let file = format!("assets/{file}.ron");
        let folder = copy(&format!("broken-table-{n}"), &[(&file, "{ oops")]);
        let content = Catalogue::load_sound(&folder.0, &[]);
        assert!(!content.faults.is_empty(), "{file}");
        let all = file.contains("subjects");
        assert_eq!(
            content.rulesets.len() == SYSTEMS && content.levels.len() > 5,
            all,
            "{file}"
        );
    }
}

#[test]
fn one_broken_entry_of_a_table_leaves_the_others() {
    let wolf = std::fs::read_to_string(root().join("assets/monsters/wolf.ron")).unwrap();
    let table = format!("{{ \"cur\": {wolf}, \"mutt\": (name: 3), \"cur\": {wolf} }}");
    let folder = Folder::new("broken-entry", &[("monsters/dogs.ron", &table)]);
    let content = Catalogue::load_sound(&root(), std::slice::from_ref(&folder.0));
    assert!(content.monsters.id("cur").is_some());
    assert!(content.monsters.id("mutt").is_none());
}

#[test]
fn hidden_files_are_no_content() {
    let files = [
        "levels/._ford.ron",
        "levels/.#ford.ron",
        "levels/.DS_Store",
        "assets/monsters/.wolf.ron",
    ];
    let folder = copy("hidden", &files.map(|file| (file, "\0\0 no RON")));
    std::fs::create_dir_all(folder.0.join("assets/rulesets/.git")).unwrap();
    let content = Catalogue::load(&folder.0);
    assert!(content.is_ok(), "{}", content.unwrap_err());
}

/// A level of another id is sound, and as a leg of a journey it lacks the side that the journey sends.
#[test]
fn a_file_is_told_what_it_breaks_elsewhere() {
    let replaced = duel_called("elsewhere", "ford");
    let broken = replaced.findings();
    assert_eq!(broken.len(), 1, "{broken:?}");
    let told = "unknown-name: the checked files break this: there is no side \"patrol\"";
    assert!(
        broken[0].starts_with("salt_road.ron:") && broken[0].contains(told),
        "{broken:?}"
    );
    assert_eq!(duel_called("nowhere", "duel").findings(), [""; 0]);
}

/// A mistake elsewhere that was there before is no finding about a checked file.
#[test]
fn a_file_is_not_told_what_others_have_broken() {
    let files = [
        ("levels/nightwood.ron", "( oops"),
        ("levels/duel.ron", DUEL),
    ];
    let folder = copy("others", &files);
    let found = check(&folder.0, &[folder.0.join("levels/duel.ron")]);
    assert!(found.is_empty(), "{found}");
    let ford = folder.0.join("levels/ford.ron");
    std::fs::write(&ford, DUEL).unwrap();
    let found = check(&folder.0, &[ford]);
    let found: Vec<String> = found.iter().map(line).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("salt_road.ron:"), "{found:?}");
}

fn duel_called(test: &str, id: &str) -> Folder {
    Folder::new(test, &[(&format!("levels/{id}.ron"), DUEL)])
}

#[test]
fn an_id_never_leads_to_another_folder() {
    for id in [
        "../../escaped",
        "a/b",
        "..",
        ".hidden",
        "a\\\\b",
        "c:d",
        "two\\nlines",
    ] {
        let text = format!("{{ \"{id}\": {DUEL} }}");
        let found = Folder::new("path-id", &[("levels/more.ron", &text)]).findings();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("this cannot be an id"), "{found:?}");
    }
    let long = format!("{{ \"{}\": {DUEL} }}", "a".repeat(65));
    let found = Folder::new("long-id", &[("levels/more.ron", &long)]).findings();
    assert_eq!(found.len(), 1, "{found:?}");
    let parent = "(inherits: \"../rulesets/classic_d20\")";
    let found = Folder::new("path-parent", &[("house/ruleset.ron", parent)]).findings();
    assert!(
        found
            .iter()
            .any(|line| line.contains("there is no ruleset")),
        "{found:?}"
    );
}
