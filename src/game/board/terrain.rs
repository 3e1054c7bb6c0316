//! The drawn ground as tilemaps, one for each chunk of the map, in a wooden frame, on the table.

use std::collections::{BTreeMap, BTreeSet};

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
use crate::grid::{Dimensions, Square};

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

/// A chunk of drawn ground, with what is drawn on its squares.
#[derive(Component)]
struct GroundChunk {
    part: ChunkArea,
    tiles: Vec<tile::Tile>,
}

/// A rectangle of squares of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChunkArea {
    corner: Square,
    size: Dimensions,
}

/// Squares along a side of a chunk of ground. A chunk has one texture with a layer for each drawing,
/// and graphics cards have 256 layers or more.
const CHUNK: u16 = 16;

/// A chunk that another lies over already: it goes when that one has been drawn.
#[derive(Component)]
struct Outdated(u8);

/// Frames until a new chunk has been drawn.
const FRAMES: u8 = 6;

fn spawn(mut commands: Commands, session: Res<Session>, mut images: ResMut<Assets<Image>>) {
    let dims = session.battle.dimensions();
    let size = extent(dims);
    // The frame of a large map is larger than a texture can be: a small one is stretched.
    // It is no larger than the map, or its corners would be made smaller.
    let inner = size.min(Vec2::splat(FRAME as f32));
    let frame = paper::mount(inner.x as u32, inner.y as u32);
    commands.spawn((
        Sprite {
            image: images.add(image(&frame)),
            custom_size: Some(size + 2.0 * paper::MOUNT as f32),
            image_mode: SpriteImageMode::Sliced(TextureSlicer {
                border: BorderRect::all(paper::MOUNT as f32),
                sides_scale_mode: SliceScaleMode::Tile { stretch_value: 1.0 },
                ..default()
            }),
            ..default()
        },
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

/// Largest inner side of the frame that is stretched around the map, in pixels.
const FRAME: u32 = 8 * art::TILE;

/// Distinct drawings from which they are kept small: at half of the full size they take 37 MB.
const MANY: usize = 4_096;

/// Redraws the chunks of the ground that have changed.
fn draw(
    mut commands: Commands,
    session: Res<Session>,
    shown: Res<Shown>,
    mut images: ResMut<Assets<Image>>,
    mut pictures: ResMut<Pictures>,
    mut old: Query<(Entity, &GroundChunk, &mut Transform), Without<Outdated>>,
    mut awake: ResMut<Awake>,
    mut last: Local<u32>,
) {
    if *last == shown.ground_revision && !old.is_empty() {
        return;
    }
    *last = shown.ground_revision;
    let dims = session.battle.dimensions();
    let catalogue = &session.start.catalogue;
    let drawing = |terrain| art::level::drawing(catalogue, catalogue.terrain.name(terrain));
    let names: Vec<_> = shown.ground.iter().map(|kind| drawing(*kind)).collect();
    let upper = shown.upper.iter();
    let upper: Vec<_> = upper.map(|((at, _), kind)| (*at, drawing(*kind))).collect();
    let tiles = tile::plan(dims, &names, &upper);
    // Many squares are shown small: smaller drawings stay smooth there. Each distinct one takes memory.
    let distinct: BTreeSet<_> = tiles.iter().collect();
    let pixels = match dims.width.max(dims.height) {
        ..=16 => art::TILE,
        _ if distinct.len() > MANY => art::TILE / 4,
        _ => art::TILE / 2,
    };
    for part in chunks(dims) {
        let own = part.squares().filter_map(|square| dims.index(square));
        let own: Vec<tile::Tile> = own.filter_map(|i| tiles.get(i).copied()).collect();
        if let Some((entity, ground, mut place)) =
            old.iter_mut().find(|(_, ground, _)| ground.part == part)
        {
            if ground.tiles == own {
                continue;
            }
            place.translation.z -= 0.5;
            commands.entity(entity).insert(Outdated(FRAMES));
        }
        let mut textures = Vec::new();
        let mut known = BTreeMap::new();
        let numbers = own.iter().map(|plan| {
            *known.entry(*plan).or_insert_with(|| {
                textures.push(pictures.tile(&mut images, plan, pixels));
                textures.len() as u32 - 1
            })
        });
        let indices: Vec<u32> = numbers.collect();
        let texture = TilemapTexture::Vector(textures);
        let chunk = spawn_part(
            &mut commands,
            part,
            (layer::GROUND, pixels as f32),
            texture,
            |i| {
                (
                    TileTextureIndex(indices.get(i).copied().unwrap_or(0)),
                    TileColor::default(),
                    TileVisible(true),
                )
            },
        );
        let ground = GroundChunk { part, tiles: own };
        commands.entity(chunk).insert(ground);
    }
    awake.stir();
}

/// The chunks of a map.
fn chunks(dims: Dimensions) -> impl Iterator<Item = ChunkArea> {
    let starts = |length: u16| (0..length).step_by(usize::from(CHUNK));
    starts(dims.height).flat_map(move |y| {
        starts(dims.width).map(move |x| ChunkArea {
            corner: Square::new(x as i16, y as i16),
            size: Dimensions::new(CHUNK.min(dims.width - x), CHUNK.min(dims.height - y)),
        })
    })
}

impl ChunkArea {
    /// Its squares, row by row.
    fn squares(self) -> impl Iterator<Item = Square> {
        let Self { corner, size } = self;
        size.squares()
            .map(move |at| Square::new(corner.x + at.x, corner.y + at.y))
    }
}

/// Despawns chunks that newer ones cover.
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
    seen: (f32, f32),
    texture: TilemapTexture,
    tile: impl Fn(usize) -> (TileTextureIndex, TileColor, TileVisible),
) -> Entity {
    let whole = ChunkArea {
        corner: Square::new(0, 0),
        size: dims,
    };
    spawn_part(commands, whole, seen, texture, tile)
}

/// Spawns the tiles of a part of the map, as [`layer`] does those of the whole.
fn spawn_part(
    commands: &mut Commands,
    part: ChunkArea,
    (height, pixels): (f32, f32),
    texture: TilemapTexture,
    tile: impl Fn(usize) -> (TileTextureIndex, TileColor, TileVisible),
) -> Entity {
    let dims = part.size;
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
    let left = (f32::from(part.corner.x) + 0.5) * TILE;
    let low = -(f32::from(part.corner.y) + f32::from(dims.height) - 0.5) * TILE;
    commands.entity(map).insert((
        TilemapBundle {
            grid_size: TilemapGridSize::new(pixels, pixels),
            tile_size: TilemapTileSize::new(pixels, pixels),
            size,
            storage,
            texture,
            map_type: TilemapType::Square,
            transform: Transform::from_xyz(left, low, height).with_scale(Vec3::new(
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
pub fn tile_pos(dims: Dimensions, square: Square) -> TilePos {
    TilePos {
        x: square.x.max(0) as u32,
        y: (i32::from(dims.height) - 1 - i32::from(square.y)).max(0) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_every_square_once_and_have_no_more_drawings_than_a_texture_has_layers() {
        for (width, height) in [(1, 1), (16, 16), (17, 3), (170, 4), (256, 256)] {
            let dims = Dimensions::new(width, height);
            let mut covered = vec![0; dims.len()];
            for part in chunks(dims) {
                assert!(part.size.len() <= 256);
                for square in part.squares() {
                    covered[dims.index(square).expect("a square of the map")] += 1;
                }
            }
            assert!(covered.into_iter().all(|times| times == 1), "{dims:?}");
        }
    }
}
