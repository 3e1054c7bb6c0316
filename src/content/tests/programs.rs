//! Programs of actions that would be accepted and do nothing, and tags that forbid nothing.

use super::*;

/// What is said of an action with this target and program, and where: the column in its program, and
/// the message.
fn told(name: &str, target: &str, does: &str) -> Vec<String> {
    let text = format!(
        r#"{{ "odd": (name: "Odd", cost: "move", target: {target},
{does}, ) }}"#
    );
    let folder = Folder::new(
        &format!("program-{name}"),
        &[
            (
                "house/ruleset.ron",
                "(inherits: \"classic_d20\", name: \"H\")",
            ),
            (
                "house/pools.ron",
                "{ \"grit\": (name: \"Grit\", one: \"p\", many: \"p\") }",
            ),
            ("house/actions.ron", &text),
        ],
    );
    let cut = |finding: String| finding.replacen("actions.ron:", "", 1);
    folder.findings().into_iter().map(cut).collect()
}

#[test]
fn sound_programs_are_accepted() {
    for (i, (target, does)) in [
        ("none", "stance: \"kneeling\", does: []"),
        ("none", "text: \"Speak.\""),
        ("none", "does: [grapple(escape)]"),
        ("attack", "does: [spend(pool: \"grit\", points: 1), trip]"),
        ("combatant", "does: [channel(dismiss)]"),
        ("one((whom: living))", "does: [contest(roll: [mine(level)], against: [theirs(level)], success: [stabilise])]"),
        ("attack", "does: [check(roll: [mine(level)], against: [number(9)], success: [heal(dice: \"1d4\", plus: [check_bonus])])]"),
        ("corner", "does: [use(\"fireball\")]"),
        ("adjacent_enemy", "does: [use(\"fireball\")]"),
        ("path", "does: [spend(pool: \"grit\", points: 1), leap((length: speed))]"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(told(&format!("sound-{i}"), target, does), [""; 0], "{does}");
    }
}

#[test]
fn what_does_nothing_is_told() {
    let nothing = "sense: this does nothing: leave it out";
    for (i, (does, expected)) in [
        (
            "does: []",
            "2:7 sense: nothing is done here: name a primitive, or leave `does` out".to_owned(),
        ),
        (
            "does: [spend(pool: \"grit\", points: 0)]",
            format!("2:8 {nothing}"),
        ),
        (
            "does: [gain(pool: \"grit\", amount: [])]",
            format!("2:8 {nothing}"),
        ),
        ("does: [lift()]", format!("2:8 {nothing}")),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(
            told(&format!("idle-{i}"), "none", does),
            [expected],
            "{does}"
        );
    }
}

#[test]
fn a_primitive_without_what_it_is_done_to_is_told() {
    let creature = "sense: this needs a creature: `attack`, `adjacent_enemy`, `adjacent_ally` or `one((…))` as `target`";
    let enemy = "sense: this needs an enemy: `attack`, `adjacent_enemy` or `one((whom: enemies))` as `target`";
    let squares = "sense: this needs squares: `target: path`";
    for (i, (target, does, expected)) in [
        ("none", "does: [trip]", format!("2:8 {enemy}")),
        ("none", "does: [attack()]", format!("2:8 {enemy}")),
        ("adjacent_ally", "does: [attack()]", format!("2:8 {enemy}")),
        ("none", "does: [grapple(grab)]", format!("2:8 {enemy}")),
        ("none", "does: [spend(pool: \"grit\", points: 1), bull_rush]", format!("2:40 {enemy}")),
        ("none", "does: [check(roll: [attack], against: [number(10)])]", format!("2:8 {enemy}")),
        ("none", "does: [check(roll: [mine(level)], against: [theirs(level)])]", format!("2:8 {creature}")),
        ("none", "does: [contest(roll: [mine(level)], against: [number(10)])]", format!("2:8 {creature}")),
        ("none", "does: [check(roll: [mine(level)], against: [number(1)], success: [stabilise])]", format!("2:67 {creature}")),
        ("none", "does: [heal(dice: \"1d4\", to: target)]", format!("2:8 {creature}")),
        ("none", "does: [move(())]", format!("2:8 {squares}")),
        ("attack", "does: [step]", format!("2:8 {squares}")),
        ("adjacent_enemy", "does: [ride(on)]", "2:8 sense: this needs a friend: `target: adjacent_ally`".to_owned()),
        ("none", "does: [use(\"fireball\")]", "2:8 sense: \"fireball\" is used with `target: corner`".to_owned()),
        ("none", "does: [use(\"firebal\")]", "2:12 unknown-name: there is no ability \"firebal\" -> fireball".to_owned()),
        ("path", "does: [impose(condition: \"prone\", on: me), move(())]", "1:46 sense: what `does` begins with can be aimed at one creature only".to_owned()),
        ("one((minded: true))", "does: [attack()]", "1:46 sense: what `does` begins with has rules of its own for its target: these would be passed over".to_owned()),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(told(&format!("aim-{i}"), target, does), [expected], "{target} {does}");
    }
}

#[test]
fn words_that_mean_nothing_where_they_stand_are_told() {
    let behind = "sense: `check_bonus` is for the branches of `check` and `contest`";
    let alone = "sense: an attack roll stands alone, in the `roll` of a `check`";
    let own = "sense: points are counted from `number` and `mine` alone";
    for (i, (does, expected)) in [
        (
            "does: [impose(condition: \"prone\", on: picked)]",
            "2:8 sense: `picked` is the friend of `choose`: it means something in its list only, before an attack"
                .to_owned(),
        ),
        (
            "does: [heal(dice: \"1d4\", plus: [check_bonus])]",
            format!("2:8 {behind}"),
        ),
        (
            "does: [attack(hits: [heal(dice: \"1d4\", plus: [check_bonus])])]",
            format!("2:22 {behind}"),
        ),
        (
            "does: [check(roll: [mine(level)], against: [number(1)], success: [gather(pool: \"grit\", amount: [mine(level)])])]",
            "2:67 sense: `use` and `gather` belong in the list of the action itself".to_owned(),
        ),
        (
            "does: [contest(roll: [attack], against: [number(1)])]",
            format!("2:23 {alone}"),
        ),
        (
            "does: [check(roll: [attack, number(2)], against: [number(1)])]",
            format!("2:21 {alone}"),
        ),
        (
            "does: [gain(pool: \"grit\", amount: [theirs(level)])]",
            format!("2:36 {own}"),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(
            told(&format!("word-{i}"), "attack", does),
            [expected],
            "{does}"
        );
    }
}

#[test]
fn misspelt_tags_are_told_on_either_side() {
    let conditions = r#"{
    "mute": (name: "mute", text: "No words.", forbids: [tag("speech")]),
    "deaf": (name: "deaf", text: "No words.", forbids: [tag("musik")]),
}"#;
    let actions = r#"{
    "shout": (name: "Shout", cost: "move", tags: ["speech", "loud", "music"]),
    "sing": (name: "Sing", cost: "move", tags: ["free_limbs", "spech"]),
}"#;
    let folder = Folder::new(
        "tags",
        &[
            (
                "house/ruleset.ron",
                "(inherits: \"classic_d20\", name: \"H\")",
            ),
            ("house/conditions.ron", conditions),
            ("house/actions.ron", actions),
        ],
    );
    assert_eq!(
        folder.findings(),
        [
            "actions.ron:2:69 unused: no condition forbids the tag \"music\" -> musik",
            "actions.ron:3:63 unused: no condition forbids the tag \"spech\" -> speech",
            "conditions.ron:3:57 unknown-name: there is no tag of actions \"musik\" -> music",
        ]
    );
}
