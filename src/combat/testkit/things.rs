//! The ground, borders and weapons of small battles for unit tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::content::equipment::Sturdy;
use crate::content::terrain::{Concealment, Door, Footing, Hazard, ObjectDef};
use crate::content::{BorderDef, Catalogue, TerrainDef, WeaponDef};
use crate::rules::{DamageKind, Size, Table};

/// Floor, wall, rubble, gloom, a chasm, fire, doors, a crate, a hedge and a few weapons.
pub fn catalogue() -> Arc<Catalogue> {
    let ground = |footing, blocks_sight, glyph| TerrainDef {
        name: "Ground".to_owned(),
        footing,
        blocks_sight,
        glyph,
        ..TerrainDef::default()
    };
    let fire = TerrainDef {
        hazard: Some(Hazard::default()),
        ..ground(Footing::Hazardous, false, '&')
    };
    let rolling = TerrainDef {
        hazard: Some(Hazard {
            damage: "2d6".parse().expect("dice"),
            kind: DamageKind::Fire,
            ..Hazard::default()
        }),
        ..ground(Footing::Plain, false, '&')
    };
    let door = |locked| TerrainDef {
        door: Some(Door {
            becomes: "door_open".to_owned(),
            locked,
        }),
        object: Some(ObjectDef {
            size: Size::Large,
            sturdy: Sturdy {
                hardness: 5,
                hit_points: 15,
            },
            leaves: "rubble".to_owned(),
        }),
        ..ground(Footing::Impassable, true, '+')
    };
    let gloom = TerrainDef {
        concealment: Concealment::NineTenths,
        dark: true,
        murk: true,
        ..ground(Footing::Plain, false, '%')
    };
    let dark = TerrainDef {
        concealment: Concealment::Total,
        ..gloom.clone()
    };
    let crate_ = TerrainDef {
        object: Some(ObjectDef {
            size: Size::Medium,
            sturdy: Sturdy {
                hardness: 0,
                hit_points: 1,
            },
            leaves: "rubble".to_owned(),
        }),
        ..ground(Footing::Obstacle, false, '=')
    };
    let terrain = BTreeMap::from([
        ("crate".to_owned(), crate_),
        ("fire".to_owned(), fire),
        ("rolling_flame".to_owned(), rolling),
        ("gloom".to_owned(), gloom),
        ("dark".to_owned(), dark),
        ("floor".to_owned(), ground(Footing::Plain, false, '.')),
        ("wall".to_owned(), ground(Footing::Impassable, true, '#')),
        ("rubble".to_owned(), ground(Footing::Difficult, false, '~')),
        ("chasm".to_owned(), ground(Footing::Chasm, false, ' ')),
        ("door".to_owned(), door(false)),
        ("door_locked".to_owned(), door(true)),
        ("door_open".to_owned(), ground(Footing::Plain, false, '|')),
    ]);
    let weapon = |text: &str| -> WeaponDef { ron::from_str(text).expect("a weapon") };
    let weapons = BTreeMap::from([
        (
            "sword".to_owned(),
            weapon(r#"(name: "Sword", size: medium, damage: "1d8", kinds: [slashing])"#),
        ),
        (
            "dagger".to_owned(),
            weapon(r#"(name: "Dagger", size: small, damage: "1d4", kinds: [piercing])"#),
        ),
        (
            "healing_potion".to_owned(),
            weapon(r#"(name: "Potion", size: tiny, tool: true)"#),
        ),
        (
            "first_aid_kit".to_owned(),
            weapon(r#"(name: "Kit", size: small, tool: true)"#),
        ),
        (
            "crossbow".to_owned(),
            weapon(
                r#"(name: "Crossbow", size: medium, damage: "1d8", kinds: [piercing],
                    range: Some(80), projectile: true, reload: move, strength: none)"#,
            ),
        ),
    ]);
    let fence = |footing, blocks_sight, low_cover| BorderDef {
        name: "Fence".to_owned(),
        footing,
        blocks_sight,
        low_cover,
        ..BorderDef::default()
    };
    let borders = BTreeMap::from([
        ("hedge".to_owned(), fence(Footing::Difficult, false, 2)),
        ("wall".to_owned(), fence(Footing::Impassable, true, 0)),
    ]);
    Arc::new(Catalogue {
        terrain: Table::new(terrain),
        borders: Table::new(borders),
        weapons: Table::new(weapons),
        ..Catalogue::default()
    })
}
