//! Mistakes in `conditions.ron`.

use super::*;

#[test]
fn scores_are_lowered_by_something_and_for_everyone() {
    let conditions = r#"{
    "tired": (name: "tired", lowers: { strength: 0, dexterty: 2 }),
    "weak": (name: "weak", lowers: { strength: 300 }),
    "duelling": (name: "duelling", about_one: true, lowers: { strength: 2 }),
    "scared": (name: "scared", effects: [(on: skill, value: -2)], flags: [flee]),
    "idle": (name: "idle", lowers: { strength: 0 }),
}"#;
    let folder = Folder::new(
        "conditions",
        &[
            (
                "house/ruleset.ron",
                "(inherits: \"classic_d20\", name: \"H\")",
            ),
            ("house/conditions.ron", conditions),
        ],
    );
    assert_eq!(
        folder.findings(),
        [
            "conditions.ron:2:50 sense: `0` is out of range",
            "conditions.ron:2:53 unknown-word: \"dexterty\" is not one of the words that can stand here -> dexterity",
            "conditions.ron:3:48 sense: `300` is out of range",
            "conditions.ron:4:47 sense: no score is lowered against one other alone: leave out `about_one`",
            "conditions.ron:5:47 unknown-word: \"skill\" is not one of the words that can stand here -> skills",
            "conditions.ron:5:75 unknown-word: \"flee\" is not one of the words that can stand here -> flees",
            "conditions.ron:6:48 sense: `0` is out of range",
        ]
    );
}

#[test]
fn a_condition_that_forbids_some_charges_forbids_all() {
    let house = |forbids: &str| {
        let conditions = format!("{{ \"lame\": (name: \"lame\", forbids: [{forbids}]) }}");
        let files = [
            (
                "house/ruleset.ron",
                "(inherits: \"classic_d20\", name: \"H\")",
            ),
            ("house/conditions.ron", conditions.as_str()),
        ];
        Folder::new("charges", &files).findings()
    };
    assert_eq!(
        house("action(\"charge\"), action(\"overrun\")"),
        [
            "conditions.ron:1:35 sense: this forbids a charge and not \"bull_rush_charge\", \"dive_attack\""
        ]
    );
    assert_eq!(house("tag(\"charge\")"), Vec::<String>::new());
    assert_eq!(
        house("tag(\"chrage\")"),
        ["conditions.ron:1:36 unknown-name: there is no tag of actions \"chrage\" -> charge"]
    );
    // The end of a charge is a word as well.
    assert_eq!(house("tag(\"overrun\")").len(), 1);
    assert_eq!(
        house("tag(\"overrun\"), tag(\"bull_rush\")"),
        ["conditions.ron:1:35 sense: this forbids a charge and not \"charge\", \"dive_attack\""]
    );
}
