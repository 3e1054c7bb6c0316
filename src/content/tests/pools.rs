//! Mistakes in `pools.ron`, and in what names a pool.

use super::*;

#[test]
fn pools_that_do_not_exist_or_are_too_many_are_told() {
    let pools = r#"{
    "breath": (name: "Breath", one: "breath", many: "breaths", starts: [levl]),
    "ki": (one: "point of ki", many: "points of ki"),
    "luck": (name: "Luck", one: "point", many: "points"), "mana": (name: "Mana", one: "p", many: "p"),
    "spirit": (name: "Spirit", one: "p", many: "p"),
}"#;
    let actions = r#"{
    "rest": (name: "Rest", cost: "free", does: [gain(pool: "breth", amount: [number(1)])]),
    "pray": (name: "Pray", cost: "free", does: [gather(pool: "spirt", amount: [mine(level)], more_from: "lucky")]),
    "run_on": (name: "Run on", cost: "move", target: path, does: [spend(pool: "manna", points: 1), move(())]),
}"#;
    let abilities = r#"{ "bolt": (
    name: "Bolt", kind: "spell", takes: { "mama": 2, "luck": 0 }, target: user,
) }"#;
    let traits = r#"{ "monk": (name: "Monk", pools: { "kii": 2 }) }"#;
    let folder = Folder::new(
        "pools",
        &[
            (
                "house/ruleset.ron",
                "(inherits: \"classic_d20\", name: \"H\")",
            ),
            ("house/pools.ron", pools),
            ("house/actions.ron", actions),
            ("house/abilities.ron", abilities),
            ("house/traits.ron", traits),
        ],
    );
    assert_eq!(
        folder.findings(),
        [
            "abilities.ron:2:51 unknown-name: there is no pool \"mama\" -> mana",
            "abilities.ron:2:62 sense: `0` is out of range",
            "actions.ron:2:60 unknown-name: there is no pool \"breth\" -> breath",
            "actions.ron:3:62 unknown-name: there is no pool \"spirt\" -> spirit",
            "actions.ron:3:105 unknown-name: there is no pool \"lucky\" -> luck",
            "actions.ron:4:79 unknown-name: there is no pool \"manna\" -> mana",
            "actions.ron:4:100 sense: you go on with this later in the turn: it would take its points each time",
            "pools.ron:2:73 unknown-word: \"levl\" is not one of the words that can stand here -> level",
            "pools.ron:3:11 missing-field: the field \"name\" is missing",
            "pools.ron:5:15 sense: a ruleset has at most 4 pools",
            "traits.ron:1:42 unknown-name: there is no pool \"kii\" -> ki",
        ]
    );
}
