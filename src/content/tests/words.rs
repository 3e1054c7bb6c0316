//! `words: own`: a ruleset that inherits behaviour and names rules of its own.

use super::*;
use crate::rules::{Rule, Topic};

const RULESET: &str = "(\n    inherits: \"classic_d20\",\n    words: own,\n    name: \"Ours\",\n    summary: \"The same in other words.\",\n    defence_name: \"Guard\",\n";

const BOOK: &str = "[(id: \"OW-01\", chapter: \"One\", title: \"All of it\", scope: battle, text: \"As you know.\")]";

/// Entries that change nothing but the rule.
fn named(names: &[String], but: &[String]) -> String {
    let names = names.iter().filter(|name| !but.contains(name));
    let entries: String = names
        .map(|name| format!("\"{name}\": (rules: [\"OW-01\"]),\n"))
        .collect();
    format!("{{\n{entries}}}")
}

/// As it is written in `cites.ron`.
fn word(topic: Topic) -> String {
    serde_json::to_string(&topic).unwrap().replace('"', "")
}

fn files(parent: &crate::rules::Ruleset) -> Vec<(&'static str, String)> {
    let kinds = parent.policies.abilities.kinds.keys();
    let kinds: String = kinds
        .map(|kind| format!("\"{kind}\": (rules: [\"OW-01\"]), "))
        .collect();
    let topics = Topic::ALL
        .iter()
        .filter(|topic| parent.cite(**topic).is_some());
    let cites: String = topics
        .map(|topic| {
            format!(
                "{}: \"OW-01\",
",
                word(*topic)
            )
        })
        .collect();
    vec![
        (
            "ours/ruleset.ron",
            format!("{RULESET}    abilities: (kinds: {{ {kinds} }}),\n)"),
        ),
        ("ours/compendium.ron", BOOK.to_owned()),
        (
            "ours/actions.ron",
            named(parent.actions.names(), parent.abilities.names()),
        ),
        ("ours/abilities.ron", named(parent.abilities.names(), &[])),
        ("ours/conditions.ron", named(parent.conditions.names(), &[])),
        ("ours/traits.ron", named(parent.traits.names(), &[])),
        ("ours/cites.ron", format!("{{\n{cites}}}")),
    ]
}

#[test]
fn a_system_with_words_of_its_own_inherits_behaviour_only() {
    let catalogue = Catalogue::load(&root()).unwrap();
    let parent = catalogue.ruleset("classic_d20").unwrap();
    let files = files(parent);
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    let folder = Folder::new("own-words", &files);
    let catalogue = Catalogue::load_with(&root(), &[folder.0.join("ours")]);
    let catalogue = catalogue.unwrap_or_else(|findings| panic!("{findings}"));
    let [ours, parent] = ["ours", "classic_d20"].map(|id| catalogue.ruleset(id).unwrap());
    assert_eq!(ours.policies.movement, parent.policies.movement);
    assert_eq!(ours.policies.defence_name, "Guard");
    let attack = |rules: &crate::rules::Ruleset| {
        let mut def = rules.actions[rules.actions.id("attack").unwrap()].clone();
        def.rules.clear();
        def
    };
    assert_eq!(
        attack(ours),
        attack(parent),
        "fields that are not mentioned stay"
    );
    let ids: Vec<&Rule> = ours.compendium.iter().map(|(_, rule)| rule).collect();
    assert!(ids.len() == 1 && ids[0].id == "OW-01" && !ids[0].inherited);
    let everything = format!("{ours:?}");
    assert!(
        !everything.contains("\"CD-"),
        "a rule id of the parent is left"
    );
}

#[test]
fn whatever_names_no_rule_of_its_own_is_reported() {
    let actions =
        "{\n    \"attack\": (cost: \"move\"),\n    \"charge\": (rules: [\"CD-CHG-01\"]),\n}";
    let found = Folder::new(
        "no-words",
        &[
            ("ours/ruleset.ron", &format!("{RULESET})")),
            ("ours/compendium.ron", BOOK),
            ("ours/actions.ron", actions),
            ("ours/cites.ron", "{ charge: \"OW-01\", move: None }"),
        ],
    )
    .findings();
    let told = |start: &str, inside: &str| {
        let fits = |f: &&String| f.starts_with(start) && f.contains(inside);
        assert!(
            found.iter().any(|f| fits(&f)),
            "{start} {inside}: {found:#?}"
        );
    };
    told(
        "actions.ron:2:15 missing-field: \"attack\" needs `rules`",
        "words of its own",
    );
    told(
        "actions.ron:3:24 unknown-name: there is no rule \"CD-CHG-01\"",
        "",
    );
    let place = "ruleset.ron:3:12 missing-field: with words of its own, a ruleset names its own rules for each ";
    told(place, "each action: \"aid_attack\"");
    told(place, "each condition: ");
    told(place, "each trait: ");
    told(place, "each ability: ");
    told(place, "each kind of ability: ");
    told(place, "each topic in cites.ron: \"initiative\"");
    assert_eq!(found.len(), 8, "{found:#?}");
    let topics = found.iter().find(|f| f.contains("topic")).unwrap();
    assert!(!topics.contains("\"charge\"") && !topics.contains("\"move\""));
}

#[test]
fn the_names_of_the_system_are_its_own_as_well() {
    let texts = [
        (
            "named/ruleset.ron",
            "(\n    inherits: \"classic_d20\",\n    words: own,\n)",
        ),
        ("named/compendium.ron", BOOK),
        ("named/cites.ron", "{}"),
        (
            "slip/ruleset.ron",
            "(\n    inherits: \"classic_d20\",\n    words: their,\n)",
        ),
    ];
    let found = Folder::new("system-names", &texts).findings();
    for field in ["name", "summary", "defence_name"] {
        let lacks =
            |f: &&String| f.contains("missing-field") && f.contains(&format!("\"{field}\""));
        assert!(found.iter().any(|f| lacks(&f)), "{field}: {found:#?}");
    }
    let slip = "ruleset.ron:3:12 unknown-word: `words` can only be `own`";
    assert!(found.iter().any(|f| f == slip), "{found:#?}");
}

#[test]
fn what_only_the_heir_breaks_is_its_own_mistake() {
    let texts = [
        ("house/ruleset.ron", "(\n    inherits: \"classic_d20\",\n)"),
        ("house/actions.ron", "{ \"kneel\": None }"),
    ];
    let found = Folder::new("heir", &texts).findings();
    // The prone and the kneeling are both forbidden to kneel.
    assert_eq!(found.len(), 2, "{found:#?}");
    for one in &found {
        let heir = "ruleset.ron:2:15 unknown-name: inherited from ";
        assert!(one.starts_with(heir), "{found:#?}");
        assert!(one.contains("there is no action \"kneel\""), "{found:#?}");
    }
}
