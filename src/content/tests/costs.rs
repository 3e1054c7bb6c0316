//! Mistakes in `costs.ron`, and in what names a cost.

use super::*;

#[test]
fn costs_that_cannot_be_paid_and_names_that_no_cost_has_are_told() {
    let costs = r#"{
    "odd": (name: "odd", mark: "odd", takes: [[]]),
    "idle": (name: "idle", mark: "idle", closes: true),
    "brisk": (name: "", mark: "b", takes: [[move], [swift]], any_time: true, once_except: ["speek"]),
    "all": (name: "all", mark: "all", takes: [[standart], [move]]),
}"#;
    let actions = r#"{
    "wait": (name: "Wait", cost: "standrd", startable: "mov"), "mute": (text: "Mute."),
    "gasp": (name: "Gasp", cost: "move", restricted_cost: "full_round", cheaper: (cost: "fre", base_attack: 1)),
}"#;
    let traits = r#"{ "swift": (name: "Swift", changes: [(action: "attack", cost: "fee")]) }"#;
    let folder = Folder::new(
        "costs",
        &[
            (
                "house/ruleset.ron",
                "(inherits: \"classic_d20\", name: \"H\")",
            ),
            ("house/costs.ron", costs),
            ("house/actions.ron", actions),
            ("house/traits.ron", traits),
        ],
    );
    assert_eq!(
        folder.findings(),
        [
            "actions.ron:2:34 unknown-name: there is no cost \"standrd\" -> standard",
            "actions.ron:2:56 unknown-name: there is no cost \"mov\" -> move",
            "actions.ron:2:72 missing-field: the field \"cost\" is missing",
            "actions.ron:2:72 missing-field: the field \"name\" is missing",
            "actions.ron:3:59 sense: a single action cannot pay for this",
            "actions.ron:3:89 unknown-name: there is no cost \"fre\" -> free",
            "costs.ron:2:47 sense: nothing may pay for this, so that it is never possible",
            "costs.ron:3:50 sense: this means nothing for a cost that takes nothing",
            "costs.ron:4:21 missing-field: the field \"name\" is missing",
            "costs.ron:4:72 sense: this is for costs of a single action, or of none",
            "costs.ron:4:92 unknown-name: there is no action \"speek\" -> speak",
            "costs.ron:5:48 unknown-word: \"standart\" is not one of the words that can stand here -> standard",
            "traits.ron:1:63 unknown-name: there is no cost \"fee\" -> free",
        ]
    );
}
