//! Journeys: what is wrong with them is told where it stands.

use super::{DUEL, Folder};

const ROAD: &str = r#"(
    name: "Road", text: "Two fights.", days: 5, at_most: 2,
    warband: [(monster: "guard", name: "Ada"), (monster: "wolf", name: "Bran")],
    legs: [
        (level: "gate", side: "red"),
        (level: "gate", side: "red", days: 2, care: 1, hire: [(monster: "ogre", name: "Urg")]),
    ],
)"#;

/// What is found in the journey with this instead of that. The red of its level are placed in a zone of
/// two squares.
fn road(name: &str, old: &str, new: &str) -> Vec<String> {
    assert!(ROAD.contains(old), "{old}");
    let gate = DUEL
        .replace("\"A.#.\"", "\"yy#.\"")
        .replace(
            "'A': combatant(side: \"red\", monster: \"guard\", terrain: \"floor\")",
            "'y': zone(zone: \"yard\", terrain: \"floor\")",
        )
        .replace(
            "name: \"Red\"",
            "name: \"Red\", deploy: \"yard\", members: [(monster: \"guard\")]",
        );
    let road = ROAD.replacen(old, new, 1);
    let files = [
        ("levels/gate.ron", gate.as_str()),
        ("levels/journeys/road.ron", &road),
    ];
    let found = Folder::new(name, &files).findings();
    found
        .into_iter()
        .map(|found| found.replace("road.ron:", ""))
        .collect()
}

#[test]
fn a_sound_journey_has_no_findings() {
    let found = road("journey-sound", "\"ogre\"", "\"archer\"");
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn wrong_names_in_a_journey_point_at_the_name() {
    let found = road("journey-monster", "\"ogre\"", "\"ogree\"");
    assert_eq!(
        found,
        ["6:73 unknown-name: there is no monster \"ogree\" -> ogre"]
    );
    let found = road("journey-level", "\"gate\"", "\"gat\"");
    assert_eq!(
        found[0],
        "5:17 unknown-name: there is no level \"gat\" -> gate"
    );
    let found = road("journey-side", "\"red\"", "\"rad\"");
    assert_eq!(
        found[0],
        "5:31 unknown-name: there is no side \"rad\" -> red"
    );
    let found = road("journey-field", "at_most", "atmost");
    assert!(found[0].ends_with("-> at_most"), "{found:?}");
    let found = road("journey-twice", "\"Bran\"", "\"Ada\"");
    assert_eq!(
        found[0],
        "3:72 duplicate: two travellers are called \"Ada\""
    );
}

#[test]
fn a_warband_needs_room_where_it_is_placed() {
    let found = road("journey-room", "\"Road\"", "\"Road\"");
    assert_eq!(found.len(), 1, "{found:#?}");
    let told = "6:17 map: the zone \"yard\" of \"gate\" has no room for 2 of the warband (under ";
    assert!(
        found[0].starts_with(told),
        "an ogre is too large: {found:#?}"
    );
    let found = road("journey-zone", "\"red\"", "\"blue\"");
    let told =
        "5:31 map: the side \"blue\" of \"gate\" has no zone in which a warband could be placed";
    assert_eq!(found[0], told);
}

#[test]
fn days_and_numbers_make_sense() {
    let one = |name: &str, old: &str, new: &str| {
        let found = road(name, old, new);
        let ogre = "the zone \"yard\"";
        let mut others = found.into_iter().filter(|found| !found.contains(ogre));
        let first = others.next().expect("a finding");
        assert_eq!(others.next(), None);
        first
    };
    assert_eq!(
        one("journey-days", "days: 5", "days: 1"),
        "2:46 sense: the roads alone take 2 days"
    );
    assert_eq!(
        one("journey-most", "at_most: 2", "at_most: 1"),
        "2:58 sense: more than these set out"
    );
    assert_eq!(
        one("journey-care", "care: 1", "care: 0"),
        "6:53 sense: care takes a day or more; leave it out where there is none"
    );
    assert_eq!(
        one("journey-first", "side: \"red\")", "side: \"red\", days: 1)"),
        "5:44 unused: the journey begins at the end of its first leg: there is no camp and no road before it"
    );
}
