//! Mistakes in `skills.ron`, and in what names a skill.

use super::*;

#[test]
fn a_skill_that_no_table_has_is_told_wherever_it_is_named() {
    let ruleset = r#"(inherits: "classic_d20", name: "H",
    initiative: (surprise: (hide: sneak)),
    manoeuvres: (wriggle: (roll: stat(escape_artits))),
    derive: { juggle: [skill(jugle), ability(dexterity)] },
)"#;
    let skills = r#"{
    "juggle": (name: "Juggle", text: "Three balls."), "whistle": (name: "Whistle", text: "A tune."),
    "power": (name: "Power", text: "Might."),
    "ride": None,
}"#;
    let actions = r#"{
    "show": (name: "Show", text: "Juggle.", cost: "move", does: [check(roll: [mine(stat(jugle))], against: [number(10)])]),
    "hush": (name: "Hush", text: "Move.", cost: "move", does: [move((check: (steelth, 10)))], target: path),
}"#;
    let conditions =
        r#"{ "dizzy": (name: "dizzy", text: "Bad.", effects: [(on: stat(defense), value: -2)]) }"#;
    let traits = r#"{ "deft": (name: "Deft", modifiers: [(stat: jugle, kind: skill, value: 2)]) }"#;
    let ogre = std::fs::read_to_string(root().join("assets/monsters/ogre.ron")).unwrap();
    let clown = ogre.replacen("skills: {", "skills: { juggle: 2, honk: 3,", 1);
    let folder = Folder::new(
        "skills",
        &[
            ("house/ruleset.ron", ruleset),
            ("house/skills.ron", skills),
            ("house/actions.ron", actions),
            ("house/conditions.ron", conditions),
            ("house/traits.ron", traits),
            ("monsters/clown.ron", &clown),
        ],
    );
    let (inherited, own): (Vec<_>, _) = (folder.findings().into_iter())
        .partition(|finding| finding.starts_with("ruleset.ron:1:12"));
    assert!(
        inherited.iter().all(|told| told.ends_with("\"ride\"")) && inherited.len() == 3,
        "{inherited:?}"
    );
    let unknown = |name: &str| format!("unknown-name: there is no number or skill \"{name}\"");
    assert_eq!(
        own,
        [
            format!("actions.ron:2:89 {} -> juggle", unknown("jugle")),
            format!("actions.ron:3:78 {} -> stealth", unknown("steelth")),
            format!("conditions.ron:1:62 {} -> defence", unknown("defense")),
            format!("ruleset.ron:2:35 {}", unknown("sneak")),
            format!("ruleset.ron:3:39 {} -> escape_artist", unknown("escape_artits")),
            format!("ruleset.ron:4:30 {} -> juggle", unknown("jugle")),
            "skills.ron:2:73 unused: `derive` says nothing of `whistle`, so every check is a bare d20".to_owned(),
            "skills.ron:3:14 sense: `power` means a number that is no skill: choose another id".to_owned(),
            format!("traits.ron:1:45 {} -> juggle", unknown("jugle")),
            format!("clown.ron:15:26 {}", unknown("honk")),
        ]
    );
}
