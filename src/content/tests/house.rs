//! House rules: what they inherit, and mistakes in what they change.

use super::*;

#[test]
fn house_rules_are_the_difference_to_a_ruleset() {
    let folder = Folder::new(
        "house",
        &[
            (
                "house/ruleset.ron",
                "(inherits: \"classic_d20\", name: \"House\", threat: (moving: each_square))",
            ),
            ("house/cites.ron", "{ charge: None }"),
        ],
    );
    let catalogue = Catalogue::load_with(&root(), &[folder.0.join("house")]);
    let catalogue = catalogue.unwrap_or_else(|findings| panic!("{findings}"));
    let [house, parent] = ["house", "classic_d20"].map(|id| catalogue.ruleset(id).unwrap());
    assert_eq!(house.policies.name, "House");
    assert_eq!(
        house.policies.threat.moving,
        crate::rules::threat::Moving::EachSquare
    );
    assert_eq!(house.policies.attack, parent.policies.attack);
    assert_eq!(house.actions.names(), parent.actions.names());
    assert_eq!(house.cite(crate::rules::Topic::Charge), None);
    assert!(parent.cite(crate::rules::Topic::Charge).is_some());
}

#[test]
fn mistakes_in_house_rules_point_into_their_own_files() {
    let folder = Folder::new(
        "house-broken",
        &[
            ("house/ruleset.ron", "(\n    inherits: \"classic_d2\",\n)"),
            (
                "rules/ruleset.ron",
                "(\n    inherits: \"classic_d20\",\n    threat: (movin: each_square),\n)",
            ),
            (
                "rules/cites.ron",
                "{\n    chrage: \"CD-MOVE-01\",\n    run: \"CD-MOVE-O1\",\n}",
            ),
            (
                "rules/conditions.ron",
                "{ \"dazed\": (name: \"dazed\", rules: [\"CD-X\"], implies: [\"pron\"], brings: [\"dazed\"]) }",
            ),
        ],
    );
    let found = folder.findings();
    let has = |start: &str, end: &str| {
        assert!(
            found
                .iter()
                .any(|f| f.starts_with(start) && f.ends_with(end)),
            "{start}: {found:#?}"
        );
    };
    has(
        "ruleset.ron:2:15 unknown-name: there is no ruleset \"classic_d2\"",
        "-> classic_d20",
    );
    has(
        "ruleset.ron:3:14 unknown-field: there is no field \"movin\" here",
        "-> moving",
    );
    has("cites.ron:2:5 unknown-word: \"chrage\"", "-> charge");
    has(
        "cites.ron:3:10 unknown-name: there is no rule \"CD-MOVE-O1\"",
        "-> CD-MOVE-01",
    );
    has(
        "conditions.ron:1:36 unknown-name: there is no rule \"CD-X\"",
        "",
    );
    has(
        "conditions.ron:1:55 unknown-name: there is no condition \"pron\"",
        "-> prone",
    );
    assert_eq!(found.len(), 7, "nothing follows from these: {found:#?}");
    has(
        "conditions.ron:1:72 sense: \"dazed\" implies or brings itself",
        "",
    );
}

#[test]
fn a_mixture_of_dying_has_to_come_to_an_end() {
    let dying = |parts: &str| {
        let text = format!("(\n    inherits: \"classic_d20\",\n    dying: ({parts}),\n)");
        Folder::new("dying", &[("house/ruleset.ron", &text)]).findings()
    };
    let sound = Vec::<String>::new();
    assert_eq!(
        dying("at_zero: drains_constitution(save_base: 5), death: no_constitution"),
        sound
    );
    assert_eq!(
        dying("death: no_constitution"),
        ["ruleset.ron:3:20 sense: no wound takes Constitution here: death never comes"]
    );
    assert_eq!(
        dying("death: hit_points(0), clock: saves(failures: 0)"),
        [
            "ruleset.ron:3:31 sense: `0` is out of range",
            "ruleset.ron:3:58 sense: `0` is out of range"
        ]
    );
    assert_eq!(
        dying("clock: percent(stabilises: 101)"),
        ["ruleset.ron:3:40 sense: `101` is out of range"]
    );
}

#[test]
fn the_stages_of_a_beginning_stand_in_an_order_that_works() {
    let stages = |list: &str| {
        let text = format!("(\n    inherits: \"classic_d20\",\n    beginning: [{list}],\n)");
        Folder::new("beginning", &[("house/ruleset.ron", &text)]).findings()
    };
    let sound = Vec::<String>::new();
    assert_eq!(stages("deploy, announce, conditions, initiative"), sound);
    assert_eq!(
        stages("initiative, deploy, announce, awareness, conditions, deploy"),
        [
            "ruleset.ron:3:17 sense: `initiative` comes after `awareness`",
            "ruleset.ron:3:47 sense: `awareness` comes after `conditions`",
            "ruleset.ron:3:70 sense: `deploy` stands here twice",
        ]
    );
    assert_eq!(
        stages("announce, deploy, conditions"),
        [
            "ruleset.ron:3:16 sense: no battle begins without `initiative`",
            "ruleset.ron:3:17 sense: `announce` comes after `deploy`",
        ]
    );
}

#[test]
fn a_manoeuvre_rolls_what_exists_and_a_group_has_two_members() {
    let folder = Folder::new(
        "manoeuvres-broken",
        &[
            (
                "rules/ruleset.ron",
                "(inherits: \"classic_d20\", manoeuvres: (\n trip: (roll: stat(power)),\n disarm: (against: number([attack])),\n))",
            ),
            (
                "rules/actions.ron",
                "{ \"a\": (name: \"A\", text: \"A.\", cost: \"free\", limit: (per: round,\n group: \"trick\")),\n\
                   \"b\": (name: \"B\", text: \"B.\", cost: \"free\", limit: (per: round,\n group: \"trik\")) }",
            ),
        ],
    );
    let found = folder.findings();
    for (start, end) in [
        (
            "ruleset.ron:2:15 sense: `derive` says nothing of `power`",
            "bare d20",
        ),
        (
            "ruleset.ron:3:20 sense: an attack roll is no number",
            "roll(attack)`",
        ),
        (
            "actions.ron:2:9 unknown-name: there is no other action",
            "-> trik",
        ),
        (
            "actions.ron:4:9 unknown-name: there is no other action",
            "-> trick",
        ),
    ] {
        let told = |f: &String| f.starts_with(start) && f.ends_with(end);
        assert!(found.iter().any(told), "{start}: {found:#?}");
    }
    assert_eq!(found.len(), 4, "{found:#?}");
}

#[test]
fn a_touch_of_the_unwilling_needs_an_attack_and_a_save_for_half_some_damage() {
    let abilities = r#"{
    "chill": (name: "Chill", kind: "spell", target: touch()),
    "grip": (name: "Grip", kind: "spell", target: touch(), attack: melee),
    "warmth": (name: "Warmth", kind: "spell", target: touch(whom: allies)),
    "yawn": (name: "Yawn", kind: "spell", target: one(range: 6), save: (stat: will, success: half)),
}"#;
    let rules = "(inherits: \"classic_d20\", name: \"H\")";
    let folder = Folder::new(
        "house-touch",
        &[
            ("house/ruleset.ron", rules),
            ("house/abilities.ron", abilities),
        ],
    );
    assert_eq!(
        folder.findings(),
        [
            "abilities.ron:2:53 sense: only allies let themselves be touched: without an attack it is `touch(whom: allies)`",
            "abilities.ron:5:94 sense: there is no damage of which half could be left: `negates`",
        ]
    );
}
