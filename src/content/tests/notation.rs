//! Files that are not what they should be as text, or as RON.

use super::*;

#[test]
fn every_missing_field_is_told_and_what_comes_after_a_misspelt_one() {
    let text = "(\n    nme: \"Duel\",\n    sides: [(idd: \"red\", name: \"Red\"), (id: \"blue\", name: 7)],\n)";
    let found = Folder::new("missing", &[("levels/duel.ron", text)]).findings();
    assert_eq!(
        found,
        [
            "duel.ron:1:1 missing-field: the field \"legend\" is missing",
            "duel.ron:1:1 missing-field: the field \"map\" is missing",
            "duel.ron:1:1 missing-field: the field \"objective\" is missing",
            "duel.ron:1:1 missing-field: the field \"text\" is missing",
            "duel.ron:2:5 unknown-field: there is no field \"nme\" here -> name",
            "duel.ron:3:14 unknown-field: there is no field \"idd\" here -> id",
            "duel.ron:3:59 wrong-type: `7` is not the right kind of value",
        ]
    );
}

#[test]
fn what_is_no_text_is_told_at_its_first_byte() {
    let folder = Folder::new("bytes", &[("levels/a.ron", ""), ("levels/b.ron", "")]);
    std::fs::write(folder.0.join("levels/a.ron"), b"(\n  name: \"\xE4\",\n)").unwrap();
    std::fs::write(folder.0.join("levels/b.ron"), b"\xFF\xFE(\0)\0").unwrap();
    assert_eq!(
        folder.findings(),
        [
            "a.ron:2:10 unreadable: the byte E4 is not valid UTF-8",
            "b.ron:1:1 unreadable: this text is stored as UTF-16",
        ]
    );
}

#[test]
fn other_notations_are_told_apart_from_wrong_values() {
    for (name, old, new, told) in [
        (
            "bare",
            "hold(zone: \"middle\", rounds: 2)",
            "defeat_all()",
            "brackets that do not belong",
        ),
        (
            "half",
            "rounds: 2",
            "rounds: 2.5",
            "`2.5` is not the right kind of value",
        ),
        ("below", "rounds: 2", "rounds: -2", "`-2` is out of range"),
        (
            "named",
            "(\n    name: \"Duel\"",
            "Level(\n    name: \"Duel\"",
            "`Level` does not belong",
        ),
        (
            "order",
            "zone(zone: \"middle\", terrain: \"floor\")",
            "zone(\"middle\")",
            "right kind",
        ),
    ] {
        let found = duel(name, old, new);
        assert!(
            found.len() == 1 && found[0].contains(told),
            "{name}: {found:#?}"
        );
    }
    let json = Folder::new(
        "json",
        &[("levels/duel.ron", "{\"name\": \"Duel\", \"map\": [\"#\"]}")],
    );
    assert_eq!(
        json.findings(),
        ["duel.ron:1:1 wrong-type: a definition has round brackets, not braces"]
    );
}

#[test]
fn damaged_files_are_findings_and_never_a_panic() {
    fn damage<T: serde::de::DeserializeOwned>(file: &str) {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let read = |text: String| {
            read_text::<T>(Path::new(file), &text)
                .err()
                .unwrap_or_default()
        };
        let mut mistakes = 0;
        for (at, letter) in text.char_indices().step_by(61) {
            let (before, after) = text.split_at(at);
            mistakes += read(before.to_owned()).len();
            mistakes += read(format!("{before}{}", &after[letter.len_utf8()..])).len();
            for junk in ["\"", "\\", "(", "}", "'", "é", "/*", "r#\"", "#!["] {
                mistakes += read(format!("{before}{junk}{after}")).len();
            }
        }
        assert!(mistakes > 50, "{mistakes}");
    }
    damage::<LevelDef>("levels/ambush.ron");
    damage::<MonsterDef>("assets/monsters/duellist.ron");
    damage::<crate::rules::ruleset::Policies>("assets/rulesets/classic_d20/ruleset.ron");
}
