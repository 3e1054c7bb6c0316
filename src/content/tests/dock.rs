//! Icons of actions and the places of the dock.

use super::*;

/// The shipped content with house rules over Classic d20, and house rules over those.
fn houses(name: &str, elder: &str, younger: &str) -> Folder {
    Folder::new(
        name,
        &[
            (
                "elder/ruleset.ron",
                "(inherits: \"classic_d20\", name: \"Elder\")",
            ),
            ("elder/actions.ron", elder),
            (
                "younger/ruleset.ron",
                "(inherits: \"elder\", name: \"Younger\")",
            ),
            ("younger/actions.ron", younger),
        ],
    )
}

/// The actions that keep a place of a ruleset's dock.
fn kept(catalogue: &Catalogue, ruleset: &str, slot: u8) -> Vec<String> {
    let ruleset = catalogue.ruleset(ruleset).unwrap();
    let keeps = ruleset
        .actions
        .iter()
        .filter(|(_, def)| def.slot == Some(slot));
    keeps.map(|(_, def)| def.name.clone()).collect()
}

#[test]
fn an_action_without_an_icon_has_that_of_its_shelf() {
    let folder = Folder::new(
        "icons",
        &[
            ("house/ruleset.ron", "(inherits: \"classic_d20\")"),
            (
                "house/actions.ron",
                "{ \"trip\": (icon: \"fear\"), \"nap\": (name: \"Nap\", cost: \"free\", shelf: guard) }",
            ),
        ],
    );
    let catalogue = Catalogue::load_with(&root(), &[folder.0.join("house")]);
    let catalogue = catalogue.unwrap_or_else(|findings| panic!("{findings}"));
    let house = catalogue.ruleset("house").unwrap();
    let icon = |id: &str| {
        house
            .actions
            .get(house.actions.id(id).unwrap())
            .unwrap()
            .icon()
    };
    assert_eq!((icon("trip"), icon("nap")), ("fear", "guard"));
}

#[test]
fn an_icon_that_is_not_drawn_is_reported_with_the_nearest_that_is() {
    let folder = Folder::new(
        "no-icon",
        &[
            ("house/ruleset.ron", "(inherits: \"classic_d20\")"),
            ("house/actions.ron", "{ \"trip\": (icon: \"shild_ready\") }"),
            ("house/abilities.ron", "{ \"bless\": (icon: \"xyzzy\") }"),
            (
                "house/conditions.ron",
                "{ \"prone\": (icon: \"drop_porne\") }",
            ),
        ],
    );
    assert_eq!(
        folder.findings(),
        [
            "abilities.ron:1:19 unknown-name: there is no icon \"xyzzy\"",
            "actions.ron:1:18 unknown-name: there is no icon \"shild_ready\" -> shield_ready",
            "conditions.ron:1:19 unknown-name: there is no icon \"drop_porne\" -> drop_prone",
        ]
    );
}

#[test]
fn the_youngest_ruleset_gives_a_place_of_the_dock_away() {
    let elder = "{ \"trip\": (slot: 3), \"feint\": (slot: 4) }";
    let folder = houses(
        "dock",
        elder,
        "{ \"disarm\": (slot: 3), \"feint\": (text: \"Sly.\") }",
    );
    let folders = [folder.0.join("elder"), folder.0.join("younger")];
    let catalogue = Catalogue::load_with(&root(), &folders);
    let catalogue = catalogue.unwrap_or_else(|findings| panic!("{findings}"));
    assert_eq!(kept(&catalogue, "elder", 3), ["Trip"]);
    assert_eq!(kept(&catalogue, "younger", 3), ["Disarm"]);
    for house in ["elder", "younger"] {
        assert_eq!(kept(&catalogue, house, 4), ["Feint"], "{house}");
    }
    for slot in [1, 2, 5] {
        let parent = kept(&catalogue, "classic_d20", slot);
        assert_eq!(kept(&catalogue, "younger", slot), parent, "{slot}");
    }
}

#[test]
fn two_actions_of_one_ruleset_do_not_keep_one_place() {
    let elder = "{\n    \"trip\": (slot: 3),\n    \"feint\": (slot: 3),\n}";
    assert_eq!(
        houses("dock-twice", elder, "{ \"disarm\": (slot: 3) }").findings(),
        ["actions.ron:3:21 duplicate: place 3 of the dock is that of \"trip\" already"]
    );
    assert_eq!(
        houses(
            "dock-outside",
            "{ \"trip\": (slot: 6) }",
            "{ \"feint\": (slot: 0) }"
        )
        .findings(),
        [
            "actions.ron:1:18 sense: `6` is out of range",
            "actions.ron:1:19 sense: `0` is out of range",
        ]
    );
}
