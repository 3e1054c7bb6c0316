//! The drawn ground as a tilemap, in a wooden frame, on the table.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::{TILE, extent, layer};
use crate::art::{self, paper, tile};
use crate::game::Screen;
use crate::game::pictures::{self, image};
use crate::game::session::Session;
use crate::grid::Dimensions;

/// What the pointer is over when it is over nothing else.
#[derive(Component)]
pub struct Table;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(TilemapPlugin);
    app.add_systems(
        OnEnter(Screen::Battle),
        spawn.run_if(resource_exists::<Session>),
    );
}

fn spawn(mut commands: Commands, session: Res<Session>, mut images: ResMut<Assets<Image>>) {
    let dims = session.battle.dimensions();
    let catalogue = &session.start.catalogue;
    let drawings: Vec<_> = dims
        .squares()
        .map(|square| {
            let terrain = session.battle.terrain_at(square);
            let name = terrain.map_or("", |t| catalogue.terrain.name(t));
            art::level::drawing(catalogue, name)
        })
        .collect();
    let names: Vec<_> = drawings.iter().map(String::as_str).collect();
    let tiles = tile::plan(dims, &names);
    // Many squares are shown small: halved drawings stay smooth there.
    let large = dims.width.max(dims.height) > 16;
    let drawn = |plan: &tile::Tile| {
        let drawing = tile::paint(plan);
        if large { drawing.halved() } else { drawing }
    };
    let pixels = if large { TILE / 2.0 } else { TILE };
    let mut textures = Vec::new();
    let mut known = BTreeMap::new();
    let indices: Vec<u32> = tiles
        .iter()
        .map(|plan| {
            *known.entry(*plan).or_insert_with(|| {
                textures.push(images.add(image(&drawn(plan))));
                textures.len() as u32 - 1
            })
        })
        .collect();
    layer(
        &mut commands,
        dims,
        (layer::GROUND, pixels),
        TilemapTexture::Vector(textures),
        |i| {
            (
                TileTextureIndex(indices[i]),
                TileColor::default(),
                TileVisible(true),
            )
        },
    );
    let size = extent(dims);
    let mount = paper::mount(size.x as u32, size.y as u32);
    commands.spawn((
        Sprite::from_image(images.add(image(&mount))),
        Transform::from_xyz(size.x / 2.0, -size.y / 2.0, layer::FRAME),
        DespawnOnExit(Screen::Battle),
    ));
    let table = size.max_element() + 60.0 * TILE;
    commands.spawn((
        Table,
        Sprite {
            image: pictures::TABLE,
            custom_size: Some(Vec2::splat(table)),
            image_mode: SpriteImageMode::Tiled {
                tile_x: true,
                tile_y: true,
                stretch_value: 1.0,
            },
            ..default()
        },
        Transform::from_xyz(size.x / 2.0, -size.y / 2.0, layer::TABLE),
        Pickable::default(),
        DespawnOnExit(Screen::Battle),
    ));
}

/// Spawns a layer of tiles over the whole map, at a height and with drawings of so many pixels, and
/// returns it.
pub fn layer(
    commands: &mut Commands,
    dims: Dimensions,
    (height, pixels): (f32, f32),
    texture: TilemapTexture,
    tile: impl Fn(usize) -> (TileTextureIndex, TileColor, TileVisible),
) -> Entity {
    let size = TilemapSize {
        x: u32::from(dims.width),
        y: u32::from(dims.height),
    };
    let map = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(size);
    for (i, square) in dims.squares().enumerate() {
        let (texture_index, color, visible) = tile(i);
        let position = tile_pos(dims, square);
        let entity = commands
            .spawn((
                TileBundle {
                    position,
                    tilemap_id: TilemapId(map),
                    texture_index,
                    color,
                    visible,
                    ..default()
                },
                ChildOf(map),
            ))
            .id();
        storage.set(&position, entity);
    }
    let low = -(f32::from(dims.height) - 0.5) * TILE;
    commands.entity(map).insert((
        TilemapBundle {
            grid_size: TilemapGridSize::new(pixels, pixels),
            tile_size: TilemapTileSize::new(pixels, pixels),
            size,
            storage,
            texture,
            map_type: TilemapType::Square,
            transform: Transform::from_xyz(TILE / 2.0, low, height).with_scale(Vec3::new(
                TILE / pixels,
                TILE / pixels,
                1.0,
            )),
            ..default()
        },
        DespawnOnExit(Screen::Battle),
    ));
    map
}

/// Where a square is in a tilemap, whose rows count upwards.
pub fn tile_pos(dims: Dimensions, square: crate::grid::Square) -> TilePos {
    TilePos {
        x: square.x.max(0) as u32,
        y: (i32::from(dims.height) - 1 - i32::from(square.y)).max(0) as u32,
    }
}
