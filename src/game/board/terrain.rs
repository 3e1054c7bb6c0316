//! The drawn ground as a tilemap, in a wooden frame, on the table.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use crate::art::{self, paper, tile};
use crate::game::awake::Awake;
use crate::game::pictures::{self, Pictures, image};
use crate::game::playback::Shown;
use crate::game::scale::{TILE, extent, layer};
use crate::game::session::{Session, playing};
use crate::game::widgets::Tip;
use crate::game::{FrameSet, Screen};
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
    let drawing = (draw, clear).chain().in_set(FrameSet::Show);
    app.add_systems(Update, drawing.run_if(playing()));
}

/// The layer of drawn ground.
#[derive(Component)]
struct GroundLayer;

/// A layer that another lies over already: it goes when that one has been drawn.
#[derive(Component)]
struct Outdated(u8);

/// Frames until a new layer has been drawn.
const FRAMES: u8 = 6;

fn spawn(mut commands: Commands, session: Res<Session>, mut images: ResMut<Assets<Image>>) {
    let dims = session.battle.dimensions();
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
        Tip(String::new()),
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

/// Draws the ground anew when it has changed.
fn draw(
    mut commands: Commands,
    session: Res<Session>,
    shown: Res<Shown>,
    mut images: ResMut<Assets<Image>>,
    mut pictures: ResMut<Pictures>,
    old: Query<(Entity, &mut Transform), (With<GroundLayer>, Without<Outdated>)>,
    mut awake: ResMut<Awake>,
    mut last: Local<u32>,
) {
    if *last == shown.ground_revision && !old.is_empty() {
        return;
    }
    *last = shown.ground_revision;
    for (entity, mut place) in old {
        place.translation.z -= 0.5;
        commands.entity(entity).insert(Outdated(FRAMES));
    }
    let dims = session.battle.dimensions();
    let catalogue = &session.start.catalogue;
    let drawings = shown.ground.iter();
    let drawings: Vec<_> = drawings
        .map(|terrain| art::level::drawing(catalogue, catalogue.terrain.name(*terrain)))
        .collect();
    let names: Vec<_> = drawings.iter().map(String::as_str).collect();
    let upper = shown.upper.iter().map(|((at, _), terrain)| {
        let name = catalogue.terrain.name(*terrain);
        (*at, art::level::drawing(catalogue, name))
    });
    let upper: Vec<_> = upper.collect();
    let upper: Vec<_> = upper
        .iter()
        .map(|(at, name)| (*at, name.as_str()))
        .collect();
    let tiles = tile::plan(dims, &names, &upper);
    // Many squares are shown small: halved drawings stay smooth there.
    let large = dims.width.max(dims.height) > 16;
    let pixels = if large { TILE / 2.0 } else { TILE };
    let mut textures = Vec::new();
    let mut known = BTreeMap::new();
    let indices: Vec<u32> = tiles
        .iter()
        .map(|plan| {
            *known.entry(*plan).or_insert_with(|| {
                textures.push(pictures.tile(&mut images, plan, large));
                textures.len() as u32 - 1
            })
        })
        .collect();
    let texture = TilemapTexture::Vector(textures);
    let ground = layer(&mut commands, dims, (layer::GROUND, pixels), texture, |i| {
        (
            TileTextureIndex(indices.get(i).copied().unwrap_or(0)),
            TileColor::default(),
            TileVisible(true),
        )
    });
    commands.entity(ground).insert(GroundLayer);
    awake.stir();
}

/// Takes away what another layer has covered.
fn clear(
    mut commands: Commands,
    mut old: Query<(Entity, &mut Outdated)>,
    mut awake: ResMut<Awake>,
) {
    for (entity, mut outdated) in &mut old {
        awake.stir();
        outdated.0 = outdated.0.saturating_sub(1);
        if outdated.0 == 0 {
            commands.entity(entity).despawn();
        }
    }
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
