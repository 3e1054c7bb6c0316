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
        ("enemy", "does: [spend(pool: \"grit\", points: 1), trip]"),
        ("combatant", "does: [channel(dismiss)]"),
        ("one((whom: living))", "does: [contest(roll: [mine(level)], against: [theirs(level)], success: [stabilise])]"),
        ("attack", "does: [check(roll: [mine(level)], against: [number(9)], success: [heal(dice: \"1d4\", plus: [check_bonus])])]"),
        ("corner", "does: [use(\"fireball\")]"),
        ("adjacent_enemy", "does: [use(\"fireball\")]"),
        ("path", "does: [spend(pool: \"grit\", points: 1), leap((length: speed))]"),
        ("attack", "does: [attack(hits: [damage(dice: \"1d4\", kind: acid, to: target)])]"),
        ("none", "does: [save(stat: will, success: [damage(dice: \"1\", kind: fire, to: me)])]"),
        ("adjacent_enemy", "does: [push(squares: 2)]"),
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
            "2:36 sense: `0` is out of range".to_owned(),
        ),
        (
            "does: [gain(pool: \"grit\", amount: [])]",
            format!("2:8 {nothing}"),
        ),
        ("does: [lift()]", format!("2:8 {nothing}")),
        (
            "does: [damage(dice: \"1d6-6\", kind: fire, to: me)]",
            format!("2:8 {nothing}"),
        ),
        ("does: [save(stat: will)]", format!("2:8 {nothing}")),
        (
            "does: [impose(condition: \"prone\", on: me, lasts: rounds(0))]",
            "2:57 sense: `0` is out of range".to_owned(),
        ),
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
    let own = "sense: this needs an enemy: `target: enemy`";
    let reach =
        "sense: what is done here says itself how near the enemy has to be: `target: enemy`";
    let near = "sense: nothing here says how near the enemy has to be: `attack`, `adjacent_enemy` or `one((…))`";
    let squares = "sense: this needs squares: `target: path`";
    for (i, (target, does, expected)) in [
        ("none", "does: [trip]", format!("2:8 {own}")),
        ("adjacent_ally", "does: [disarm]", format!("2:8 {own}")),
        ("adjacent_enemy", "does: [trip]", format!("1:46 {reach}")),
        ("attack", "does: [strike(held)]", format!("1:46 {reach}")),
        ("combatant", "does: [force(kind: push, within: 1)]", format!("1:46 {reach}")),
        ("enemy", "does: [attack()]", format!("1:46 {near}")),
        ("enemy", "does: [impose(condition: \"prone\", on: target)]", format!("1:46 {near}")),
        ("none", "does: [attack()]", format!("2:8 {enemy}")),
        ("adjacent_ally", "does: [attack()]", format!("2:8 {enemy}")),
        ("none", "does: [grapple(grab)]", format!("2:8 {own}")),
        ("none", "does: [spend(pool: \"grit\", points: 1), bull_rush]", format!("2:40 {own}")),
        ("none", "does: [check(roll: [attack], against: [number(10)])]", format!("2:8 {enemy}")),
        ("none", "does: [check(roll: [mine(level)], against: [theirs(level)])]", format!("2:8 {creature}")),
        ("none", "does: [contest(roll: [mine(level)], against: [number(10)], success: [posture(up)])]", format!("2:8 {creature}")),
        ("none", "does: [check(roll: [mine(level)], against: [number(1)], success: [stabilise])]", format!("2:67 {creature}")),
        ("none", "does: [heal(dice: \"1d4\", to: target)]", format!("2:8 {creature}")),
        ("none", "does: [damage(dice: \"1d4\", kind: fire, to: target)]", format!("2:8 {creature}")),
        ("none", "does: [push(squares: 1)]", format!("2:8 {creature}")),
        ("none", "does: [move(())]", format!("2:8 {squares}")),
        ("attack", "does: [step]", format!("2:8 {squares}")),
        ("adjacent_enemy", "does: [ride(on)]", "2:8 sense: this needs an ally: `target: adjacent_ally`".to_owned()),
        ("none", "does: [use(\"fireball\")]", "2:8 sense: \"fireball\" is used with `target: corner`".to_owned()),
        ("none", "does: [use(\"firebal\")]", "2:12 unknown-name: there is no ability \"firebal\" -> fireball".to_owned()),
        ("path", "does: [impose(condition: \"prone\", on: me), step]", "1:46 sense: what leads `does` here is done to one creature or to nobody: where squares are chosen, what goes there comes first".to_owned()),
        ("one((minded: true))", "does: [attack()]", "1:46 sense: what `does` begins with has rules of its own for its target: these would be passed over".to_owned()),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(told(&format!("aim-{i}"), target, does), [expected], "{target} {does}");
    }
}

#[test]
fn what_is_offered_to_nobody_is_told() {
    let does = "does: [impose(condition: \"prone\", on: target)]";
    for (i, (target, field, expected)) in [
        (
            "adjacent_enemy",
            "kit: [\"shovle\"]",
            "unknown-name: there is no tool or weapon \"shovle\"",
        ),
        (
            "adjacent_enemy",
            "key: 'w'",
            "sense: a key is one letter, and w, a, s and d move the map",
        ),
        (
            "adjacent_enemy",
            "aims_at: fallen_ally",
            "sense: `target` does not allow these",
        ),
        (
            "one((within: 0))",
            "shelf: move",
            "sense: nobody else is so near: 1 is the square next to you",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let found = told(&format!("offer-{i}"), target, &format!("{does}, {field}"));
        let found: Vec<&str> = found
            .iter()
            .filter_map(|one| one.split_once(' '))
            .map(|(_, one)| one)
            .collect();
        assert_eq!(found, [expected], "{target} {field}");
    }
}

#[test]
fn words_that_mean_nothing_where_they_stand_are_told() {
    let behind = "sense: `check_bonus` is for the branches of `check` and `contest`";
    let alone = "sense: an attack roll stands alone, in the `roll` of a `check`";
    let own = "sense: points are counted from `number` and `mine` alone";
    let steps = "sense: this asks or takes steps of its own: nothing can follow it in its list";
    for (i, (does, expected)) in [
        (
            "does: [impose(condition: \"prone\", on: picked)]",
            "2:8 sense: `picked` is the ally of `choose`: it means something in its list only, before an attack"
                .to_owned(),
        ),
        (
            "does: [damage(dice: \"1d6\", kind: fire, to: allies())]",
            "2:8 sense: `allies` can be several, and this is one combatant".to_owned(),
        ),
        (
            "does: [damage(dice: \"1d\", kind: fire, to: target)]",
            "2:21 wrong-type: `1d` is no dice expression like \"2d6+3\": expected a number of sides at character 3, found the end".to_owned(),
        ),
        (
            "does: [push(squares: 0)]",
            "2:22 sense: `0` is out of range".to_owned(),
        ),
        (
            "does: [damage(dice: \"1d6\", kind: fire, to: target), impose(condition: \"prone\", on: target)]",
            format!("2:8 {steps}"),
        ),
        (
            "does: [push(squares: 1), posture(up)]",
            format!("2:8 {steps}"),
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
            "does: [impose(condition: \"prone\", on: target, about: allies())]",
            "2:8 sense: `allies` can be several, and this is one combatant".to_owned(),
        ),
        (
            "does: [save(by: allies(me: true), stat: will, failure: [impose(condition: \"prone\", on: target)])]",
            "2:8 sense: `allies` can be several, and this is one combatant".to_owned(),
        ),
        (
            "does: [contest(roll: [attack], against: [number(1)], success: [posture(up)])]",
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
fn numbers_out_of_bounds_are_told() {
    for (i, (target, does, number)) in [
        ("attack", "does: [check(roll: [number(2147483647), mine(level)], against: [number(1)], success: [spend(pool: \"grit\", points: 1)])]", "2147483647"),
        ("attack", "does: [check(roll: [mine(level)], against: [number(-1001)])]", "-1001"),
        ("attack", "does: [gain(pool: \"grit\", amount: [number(1001)])]", "1001"),
        ("attack", "does: [save(by: target, stat: will, difficulty: [number(1001)], failure: [posture(up)])]", "1001"),
        ("attack", "does: [heal(dice: \"1d4\", plus: [number(2147483647)])]", "2147483647"),
        ("attack", "does: [impose(condition: \"prone\", on: me, lasts: rounds(60000))]", "60000"),
        ("attack", "does: [channel(counter(check: spellcraft, difficulty: 2147483647))]", "2147483647"),
        ("attack", "does: [contest(roll: [mine(level)], against: [mine(level)], unlike: (animal: 2147483647, inhuman: 0), success: [posture(up)])]", "2147483647"),
        ("path", "does: [move((check: (stealth, -5000)))]", "-5000"),
        ("charge_target", "does: [charge((least: 2, factor: 2, lane: straight, attack_bonus: 2147483647))]", "2147483647"),
    ]
    .into_iter()
    .enumerate()
    {
        let found = told(&format!("bounds-{i}"), target, does);
        let column = 1 + does.find(number).expect("it is in the text");
        assert_eq!(found, [format!("2:{column} sense: `{number}` is out of range")], "{does}");
    }
}

#[test]
fn what_could_never_be_done_is_told() {
    let alone = "sense: `turn(delay)`, `turn(end)` and `turn(surrender)` stand alone in `does`";
    let own = "sense: what is done to the order of turns belongs in the list of the action itself";
    let list = "sense: this needs something from a list: `target: none`";
    let first =
        "sense: you go on with this later in the turn: what stands before it would be done again";
    let step = "sense: a step goes along with `adjacent_ally` and `adjacent_enemy`, and with what has no rules of its own for its target";
    let none = "sense: a step goes along only where a step is an action at the cost of a move slot";
    let instead = "sense: in place of an attack nothing but a creature is aimed at";
    let turn = "sense: what is done to the order of turns cannot replace an attack";
    let stance = "sense: a stance begins with an action of its own, not in place of an attack: `impose` a condition";
    for (i, (target, does, expected)) in [
        ("none", "does: [impose(condition: \"prone\", on: me), turn(end)]", format!("2:44 {alone}")),
        ("none", "does: [turn(delay), impose(condition: \"prone\", on: me)]", format!("2:8 {alone}")),
        ("none", "does: [turn(end)], stance: \"kneeling\"", format!("2:8 {alone}")),
        ("none", "does: [check(roll: [mine(level)], against: [number(1)], success: [turn(delay)])]", format!("2:67 {own}")),
        ("none", "does: [check(roll: [mine(level)], against: [number(1)], failure: [turn(ready)])]", format!("2:67 {own}")),
        ("attack", "does: [attack(hits: [turn(surrender)])]", format!("2:22 {own}")),
        ("attack", "does: [handle(draw), attack()]", format!("2:8 {list}")),
        ("attack", "does: [attack(hits: [handle(draw)])]", format!("2:22 {list}")),
        ("attack", "does: [turn(ready)]", format!("2:8 {list}")),
        ("none", "does: [check(roll: [], against: [number(10)])]", "2:8 sense: this does nothing: leave it out".to_owned()),
        ("attack", "does: [check(roll: [mine(level)], against: [number(1)], success: [attack(which: all)])]", format!("2:67 {first}")),
        ("none", "does: [impose(condition: \"prone\", on: me)], with_step: true", format!("2:56 {step}")),
        ("attack", "does: [attack()], with_step: true", format!("2:30 {step}")),
        ("adjacent_enemy", "does: [impose(condition: \"prone\", on: target)], with_step: true", format!("2:60 {none}")),
        ("path", "does: [step], replaces_attack: true", format!("1:46 {instead}")),
        ("none", "does: [turn(end)], replaces_attack: true", format!("2:8 {turn}")),
        ("none", "does: [], stance: \"kneeling\", replaces_attack: true", format!("2:19 {stance}")),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(told(&format!("never-{i}"), target, does), [expected], "{target} {does}");
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

#[test]
fn the_word_for_a_primitive_is_the_word_in_a_file() {
    let catalogue = Catalogue::load(&root()).unwrap();
    let actions = catalogue
        .rulesets
        .iter()
        .flat_map(|rules| rules.actions.iter());
    let mut words = std::collections::BTreeSet::new();
    for what in actions.flat_map(|(_, def)| def.all()) {
        let written = ron::to_string(what).unwrap();
        let written = written.split('(').next().unwrap();
        assert_eq!(what.word(), written);
        words.insert(what.word());
    }
    assert!(words.len() > 30, "{words:?}");
}
