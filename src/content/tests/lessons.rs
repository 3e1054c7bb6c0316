//! Lessons of a level: what is wrong with them is told where it stands.

use super::{Catalogue, duel, root};

/// What is found in a level with this lesson; its first line is the 14th of the file.
fn lesson(name: &str, lesson: &str) -> Vec<String> {
    let objective = "objective: hold(zone: \"middle\", rounds: 2),\n";
    let with = format!("{objective}    lessons: [\n({lesson}),\n],\n");
    duel(name, objective, &with)
}

#[test]
fn a_sound_lesson_has_no_findings() {
    let sound = r#"title: "Step", text: "A {action} against {defence}.", actions: ["five_foot_step", "shift"],
        points_at: action, done: [acted, moved_to(x: 3, y: 0), turn_ended]"#;
    assert_eq!(lesson("lesson-sound", sound), Vec::<String>::new());
    let bare = r#"title: "Look", text: "Look.", points_at: square(x: 0, y: 1)"#;
    assert_eq!(lesson("lesson-bare", bare), Vec::<String>::new());
}

#[test]
fn wrong_names_in_a_lesson_point_at_the_name() {
    let found = lesson(
        "lesson-action",
        r#"title: "T", text: "T.", actions: ["five_fot_step"], done: [acted]"#,
    );
    assert_eq!(
        found,
        ["duel.ron:15:36 unknown-name: there is no action \"five_fot_step\" -> five_foot_step"]
    );
    let found = lesson(
        "lesson-fighter",
        r#"title: "T", text: "T.", points_at: combatant("Red")"#,
    );
    assert_eq!(
        found,
        ["duel.ron:15:47 unknown-name: there is no combatant \"Red\""]
    );
    let found = lesson("lesson-done", r#"title: "T", text: "T.", done: [atacked]"#);
    assert_eq!(
        found,
        [
            "duel.ron:15:33 unknown-word: \"atacked\" is not one of the words that can stand here -> attacked"
        ]
    );
    let found = lesson(
        "lesson-field",
        r#"title: "T", text: "T.", point_at: action"#,
    );
    assert_eq!(found.len(), 1);
    assert!(found[0].ends_with("-> points_at"), "{found:?}");
}

#[test]
fn words_places_and_conditions_of_a_lesson_make_sense() {
    let one = |name: &str, text: &str| {
        let found = lesson(name, text);
        assert_eq!(found.len(), 1, "{found:#?}");
        found[0].clone()
    };
    assert_eq!(
        one(
            "lesson-word",
            r#"title: "T", text: "A {akshun}.", actions: ["attack"]"#
        ),
        "duel.ron:15:20 unknown-name: {akshun} is no word of a rule system; use {action} or {defence}"
    );
    assert_eq!(
        one("lesson-near", r#"title: "T", text: "Its {defense}.""#),
        "duel.ron:15:20 unknown-name: {defense} is no word of a rule system; use {action} or {defence} (did you mean {defence}?)"
    );
    assert_eq!(
        one("lesson-none", r#"title: "T", text: "A {action}.""#),
        "duel.ron:15:20 sense: this text names {action}, but the lesson has no actions"
    );
    assert_eq!(
        one(
            "lesson-off",
            r#"title: "T", text: "T.", done: [moved_to(x: 4, y: 0)]"#
        ),
        "duel.ron:15:33 map: the square (4, 0) is not on the map, which has 4 by 2"
    );
    assert_eq!(
        one(
            "lesson-slot",
            r#"title: "T", text: "T.", points_at: action"#
        ),
        "duel.ron:15:37 sense: this lesson points at its action, but has no actions"
    );
    assert_eq!(
        one("lesson-act", r#"title: "T", text: "T.", done: [acted]"#),
        "duel.ron:15:33 sense: this lesson ends with its action, but has no actions"
    );
    assert_eq!(
        one("lesson-empty", r#"title: "", text: "T.""#),
        "duel.ron:15:9 sense: a lesson needs a title"
    );
    let long = format!(r#"title: "T", text: "{}""#, "x".repeat(331));
    assert_eq!(
        one("lesson-long", &long),
        "duel.ron:15:20 sense: this text has 331 letters; its card has room for 330"
    );
}

#[test]
fn the_first_battle_teaches_what_every_shipped_ruleset_has() {
    let catalogue = Catalogue::load(&root()).unwrap();
    let yard = catalogue.levels.by_name("training_ground").unwrap();
    assert!((6..=7).contains(&yard.lessons.len()));
    assert!(catalogue.rulesets.len() > 4);
    for rules in &catalogue.rulesets {
        let id = &rules.id;
        for lesson in &yard.lessons {
            let named = lesson.actions.is_empty() || lesson.action(rules).is_some();
            assert!(named, "{id}: {}", lesson.title);
            assert!(!lesson.told(rules).contains('{'), "{id}: {}", lesson.title);
        }
    }
}
