//! Mistakes in what is drawn upon the ground and in what stands on borders.

use super::{Folder, duel};

fn layered(name: &str, layers: &str) -> Vec<String> {
    duel(
        name,
        "    legend: {",
        &format!("    layers: {layers},\n    legend: {{"),
    )
}

fn bordered(name: &str, run: &str) -> Vec<String> {
    duel(
        name,
        "    sides: [",
        &format!("    borders: [({run})],\n    sides: ["),
    )
}

#[test]
fn a_layer_is_as_large_as_the_map_and_has_terrain_only() {
    assert_eq!(
        layered("layer", "[[\"  #.\", \"    \"]]"),
        Vec::<String>::new()
    );
    assert_eq!(
        layered("layer-rows", "[[\"    \"]]"),
        ["duel.ron:7:14 map: this layer has 1 rows, the map 2"]
    );
    assert_eq!(
        layered("layer-length", "[[\"   \", \"    \"]]"),
        ["duel.ron:7:15 map: this row has 3 squares, those of the map 4"]
    );
    assert_eq!(
        layered("layer-letter", "[[\"    \", \"?   \"]]"),
        ["duel.ron:7:24 map: the legend does not say what '?' means"]
    );
    assert_eq!(
        layered("layer-zone", "[[\" z  \", \"    \"]]"),
        ["duel.ron:7:17 map: 'z' is no terrain: zones and combatants are drawn on the map"]
    );
}

#[test]
fn nobody_stands_where_a_layer_forbids_it() {
    let found = layered("layer-wall", "[[\"#   \", \"    \"]]");
    assert!(
        found[0].starts_with("duel.ron:4:10 map: \"guard\" takes 1 by 1"),
        "{found:?}"
    );
}

#[test]
fn a_bridge_upon_deep_water_is_drawn_in_the_map() {
    let level = super::DUEL
        .replace("terrain(\"wall\")", "terrain(\"water_deep\")")
        .replace(
            "    legend: {",
            "    layers: [[\"  . \", \"    \"]],\n    legend: {",
        );
    let found = Folder::new("bridge", &[("levels/duel.ron", &level)]).findings();
    assert_eq!(
        found,
        [
            "duel.ron:7:18 unused: this changes nothing: what lies below still cannot be entered; \
             draw it in the map instead"
        ]
    );
}

#[test]
fn borders_lie_between_two_squares_of_the_map() {
    let sound = "kind: \"hedge\", side: south, from: (x: 0, y: 0), to: (x: 3, y: 0)";
    assert_eq!(bordered("border", sound), Vec::<String>::new());
    assert_eq!(
        bordered("border-kind", &sound.replace("hedge", "hegde")),
        ["duel.ron:12:22 unknown-name: there is no border \"hegde\" -> hedge"]
    );
    assert_eq!(
        bordered("border-off", &sound.replace("x: 3", "x: 4")),
        ["duel.ron:12:68 map: (4, 0) is off the map, which has 4 by 2 squares"]
    );
    assert_eq!(
        bordered("border-edge", &sound.replace("south", "north")),
        ["duel.ron:12:37 map: this side is the edge of the map: a border lies between two squares"]
    );
    assert_eq!(
        bordered("border-bent", &sound.replace("x: 3, y: 0", "x: 3, y: 1")),
        ["duel.ron:12:68 map: north and south sides run along a row: both squares need the same y"]
    );
    assert_eq!(
        bordered("border-side", &sound.replace("south", "soth"))[0],
        "duel.ron:12:37 unknown-word: \"soth\" is not one of the words that can stand here -> south"
    );
}
