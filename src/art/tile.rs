//! One square of the map, aware of its neighbours.
//!
//! [`plan`] looks at a whole map and says for every square what has to be drawn; a [`Painter`] draws
//! one such square. Equal [`Tile`]s look equal, so a screen needs one texture for each distinct one.

use std::collections::{BTreeMap, BTreeSet};

use tiny_skia::Transform;

use super::canvas::{Canvas, Hand};
use super::object::Joins;
use super::palette::{INK, Ink};
use super::{TILE, ground, object};
use crate::grid::{Dimensions, Direction, Square};

/// What covers the whole square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Ground {
    Grass,
    Earth,
    Sand,
    Flags,
    Planks,
    Shallows,
    Deep,
    Abyss,
    Mud,
    Quicksand,
    Ice,
    Embers,
    Masonry,
}

/// What stands or lies on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Thing {
    Tree,
    Bush,
    Reeds,
    Rubble,
    LowWall,
    Pillar,
    Crates,
    Fire,
    Fog,
    Stairs,
    Spikes,
    Door,
    OpenDoor,
    /// Some of the ground can still be made out.
    Gloom,
    Darkness,
}

/// What is drawn on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    pub ground: Ground,
    pub thing: Option<Thing>,
    /// What lies upon that, the lower one first.
    pub upon: [Option<Thing>; 2],
    /// Neighbours of the same ground (or, for a thing that joins up, of the same thing; for a door, of a wall that
    /// it hangs in).
    pub alike: Alike,
    /// Bits: masonry to the north, to the west, to the north-west throws its shadow here.
    pub shade: u8,
    /// One of several drawings of the same thing.
    pub variant: u8,
}

/// A set of neighbours. Bit n is the direction n of [`Direction::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alike(u8);

impl Alike {
    /// All of them.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether the neighbour in this direction belongs to them.
    pub fn joins(self, direction: Direction) -> bool {
        let n = Direction::ALL.iter().position(|d| *d == direction);
        self.0 >> n.unwrap_or(0) & 1 == 1
    }

    /// With all neighbours across corners.
    fn with_corners(self) -> Self {
        let corner = |direction: Direction| {
            let (dx, dy) = direction.delta();
            dx != 0 && dy != 0
        };
        let corners = Direction::ALL.into_iter().enumerate();
        let corners = corners.map(|(n, direction)| u8::from(corner(direction)) << n);
        Self(corners.fold(self.0, |all, corner| all | corner))
    }
}

/// One layer of a tile's drawing. There are far fewer of them than tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// A ground and the shadows that fall on it.
    Ground {
        ground: Ground,
        alike: Alike,
        shade: u8,
        variant: u8,
    },
    /// Something on it.
    Thing {
        thing: Thing,
        alike: Alike,
        variant: u8,
    },
    /// The lines of the grid.
    Grid,
}

/// How many drawings there are of one thing.
const VARIANTS: u32 = 8;
/// Texture arrays of older graphics cards hold no more layers.
const MOST: usize = 250;

/// The drawing for a name of terrain; names that say nothing get plain earth.
pub fn named(name: &str) -> (Option<Ground>, Option<Thing>) {
    let name = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| name.contains(w));
    let thing = if has(&[
        "low_wall",
        "low wall",
        "parapet",
        "fence",
        "hedge",
        "barricade",
    ]) {
        Some(Thing::LowWall)
    } else if has(&["tree", "forest", "wood_", "trunk"]) {
        Some(Thing::Tree)
    } else if has(&[
        "bush",
        "undergrowth",
        "brush",
        "scrub",
        "thicket",
        "bramble",
    ]) {
        Some(Thing::Bush)
    } else if has(&["reed", "tall_grass", "crops"]) {
        Some(Thing::Reeds)
    } else if has(&["rubble", "boulder", "rocks", "scree", "debris", "stones"]) {
        Some(Thing::Rubble)
    } else if has(&["pillar", "column", "statue"]) {
        Some(Thing::Pillar)
    } else if has(&["crate", "barrel", "table", "furniture", "cart"]) {
        Some(Thing::Crates)
    } else if has(&["fire", "flame", "brazier"]) {
        Some(Thing::Fire)
    } else if has(&["fog", "mist", "smoke"]) {
        Some(Thing::Fog)
    } else if has(&["stair", "steps", "slope", "ledge", "rise", "hill"]) {
        Some(Thing::Stairs)
    } else if has(&["spike", "caltrop", "trap"]) {
        Some(Thing::Spikes)
    } else if has(&["closed_door", "gate"]) {
        Some(Thing::Door)
    } else if has(&["door"]) {
        Some(Thing::OpenDoor)
    } else if has(&["gloom", "dusk"]) {
        Some(Thing::Gloom)
    } else if has(&["dark", "night"]) {
        Some(Thing::Darkness)
    } else {
        None
    };
    if thing.is_some() {
        return (None, thing);
    }
    let ground = if has(&["wall", "rock", "masonry", "cliff"]) {
        Ground::Masonry
    } else if has(&["grass", "meadow", "field", "lawn"]) {
        Ground::Grass
    } else if has(&["shallow", "ford", "stream"]) {
        Ground::Shallows
    } else if has(&["water", "river", "lake", "sea"]) {
        Ground::Deep
    } else if has(&["chasm", "pit", "abyss"]) {
        Ground::Abyss
    } else if has(&["mud", "marsh", "swamp", "bog"]) {
        Ground::Mud
    } else if has(&["ice", "snow"]) {
        Ground::Ice
    } else if has(&["lava", "ember", "coal", "acid"]) {
        Ground::Embers
    } else if has(&["quicksand"]) {
        Ground::Quicksand
    } else if has(&["sand", "beach"]) {
        Ground::Sand
    } else if has(&["bridge", "plank", "board", "deck"]) {
        Ground::Planks
    } else if has(&["floor", "flag", "stone", "paved", "dungeon"]) {
        Ground::Flags
    } else {
        Ground::Earth
    };
    (Some(ground), None)
}

/// What to draw on every square of a map, row by row, from the names of the drawings, and of what lies
/// upon single squares, the lower first. Of grounds one upon the other the upper one is seen.
pub fn plan(dims: Dimensions, names: &[&str], upper: &[(Square, &str)]) -> Vec<Tile> {
    let mut drawn: Vec<_> = names.iter().map(|n| named(n)).collect();
    let mut things = Vec::new();
    for (at, name) in upper {
        match (named(name), dims.index(*at)) {
            ((_, Some(thing)), Some(i)) => things.push((i, thing)),
            ((Some(ground), _), Some(i)) if i < drawn.len() => drawn[i].0 = Some(ground),
            _ => {}
        }
    }
    let ground = |at: Square| {
        let (ground, thing) = dims.index(at).and_then(|i| drawn.get(i).copied())?;
        ground.or_else(|| thing.and_then(own_ground))
    };
    let grounds: Vec<_> = dims
        .squares()
        .map(|at| ground(at).unwrap_or_else(|| surrounding(at, &ground)))
        .collect();
    let mut tiles: Vec<_> = dims
        .squares()
        .enumerate()
        .map(|(i, at)| {
            one(
                dims,
                at,
                grounds[i],
                drawn.get(i).and_then(|d| d.1),
                &grounds,
                &drawn,
            )
        })
        .collect();
    for (i, thing) in things {
        if let Some(free) = tiles[i].upon.iter_mut().find(|upon| upon.is_none()) {
            *free = Some(thing);
        }
    }
    for tile in &mut tiles {
        if !tile.looks_at_corners() {
            tile.alike = tile.alike.with_corners();
        }
    }
    if tiles.iter().collect::<BTreeSet<_>>().len() > MOST {
        tiles.iter_mut().for_each(|t| t.variant = 0);
    }
    tiles
}

/// Things that bring their own ground along.
fn own_ground(thing: Thing) -> Option<Ground> {
    match thing {
        Thing::Tree | Thing::Bush | Thing::Reeds => Some(Ground::Grass),
        _ => None,
    }
}

/// The ground that most neighbours have, or else most of those a little farther off.
fn surrounding(at: Square, ground: &impl Fn(Square) -> Option<Ground>) -> Ground {
    let walkable = |g: &Ground| !matches!(g, Ground::Masonry | Ground::Deep | Ground::Abyss);
    let most = |away: i16| {
        let mut counts = std::collections::BTreeMap::new();
        let span = -away..=away;
        for near in span.clone().flat_map(|x| span.clone().map(move |y| (x, y))) {
            let near = Square::new(at.x + near.0, at.y + near.1);
            if let Some(g) = ground(near).filter(walkable) {
                *counts.entry(g).or_insert(0) += 1;
            }
        }
        counts.into_iter().max_by_key(|(_, n)| *n).map(|(g, _)| g)
    };
    (1..=4).find_map(most).unwrap_or(Ground::Flags)
}

fn one(
    dims: Dimensions,
    at: Square,
    ground: Ground,
    thing: Option<Thing>,
    grounds: &[Ground],
    drawn: &[(Option<Ground>, Option<Thing>)],
) -> Tile {
    let joins = matches!(thing, Some(Thing::LowWall | Thing::Gloom | Thing::Darkness));
    let hangs = matches!(thing, Some(Thing::Door | Thing::OpenDoor));
    let mut alike_to = 0;
    let mut shade = 0;
    for (n, direction) in Direction::ALL.into_iter().enumerate() {
        let near = dims.index(at + direction);
        let alike = near.is_none_or(|i| {
            if hangs {
                grounds[i] == Ground::Masonry
            } else if joins {
                // The night does not grow thinner towards a wall.
                let dark = thing != Some(Thing::LowWall);
                drawn[i].1 == thing || dark && grounds[i] == Ground::Masonry
            } else {
                family(grounds[i]) == family(ground)
            }
        });
        alike_to |= u8::from(alike) << n;
        let wall = near.is_some_and(|i| grounds[i] == Ground::Masonry);
        shade |= match direction {
            Direction::North => u8::from(wall),
            Direction::West => u8::from(wall) << 1,
            Direction::NorthWest => u8::from(wall) << 2,
            _ => 0,
        };
    }
    if !joins && !hangs && !ground::has_border(ground) {
        alike_to = u8::MAX;
    }
    if ground == Ground::Masonry {
        shade = 0;
    }
    let place = (at.x as u32).wrapping_mul(7919) ^ (at.y as u32).wrapping_mul(104_729) ^ 5;
    let mut chance = Hand::new(u64::from(place));
    let variant = (chance.below(97) + chance.below(97)) % VARIANTS;
    let variant = variant as u8;
    Tile {
        ground,
        thing,
        upon: [None; 2],
        alike: Alike(alike_to),
        shade,
        variant,
    }
}

/// Grounds between which no border is drawn.
fn family(ground: Ground) -> Ground {
    match ground {
        Ground::Deep => Ground::Shallows,
        other => other,
    }
}

impl Tile {
    /// The things on the tile, the lowest first.
    fn things(&self) -> impl Iterator<Item = Thing> {
        let upon = self.upon.into_iter().flatten();
        self.thing.into_iter().chain(upon)
    }

    /// Whether the drawing depends on neighbours across corners.
    fn looks_at_corners(&self) -> bool {
        let looks = |thing| matches!(object::joins(thing), Joins::SidesAndCorners);
        self.things().any(looks)
    }

    /// The layers of its drawing, the lowest first.
    fn pieces(&self) -> impl Iterator<Item = Piece> {
        let Self { alike, variant, .. } = *self;
        let ground = Piece::Ground {
            ground: self.ground,
            alike: alike.with_corners(),
            shade: self.shade,
            variant,
        };
        let things = self.things().map(move |thing| Piece::Thing {
            thing,
            alike: match object::joins(thing) {
                Joins::Nothing => Alike::ALL,
                Joins::Sides => alike.with_corners(),
                Joins::SidesAndCorners => alike,
            },
            variant,
        });
        [ground].into_iter().chain(things).chain([Piece::Grid])
    }
}

/// Draws one layer of a square, so many pixels wide and high.
fn paint(piece: Piece, pixels: u32) -> Canvas {
    let mut canvas = Canvas::new(pixels, pixels);
    let scale = pixels as f32 / TILE as f32;
    canvas.place(Transform::from_scale(scale, scale));
    let hand = |kind: u64, variant: u8| Hand::new(u64::from(variant) * 131 + kind * 17 + 3);
    match piece {
        Piece::Ground {
            ground,
            alike,
            shade,
            variant,
        } => {
            let mut hand = hand(ground as u64, variant);
            ground::paint(&mut canvas, &mut hand, ground, alike, variant);
            shadow(&mut canvas, shade);
        }
        Piece::Thing {
            thing,
            alike,
            variant,
        } => object::paint(&mut canvas, &mut hand(thing as u64, variant), thing, alike),
        Piece::Grid => edge(&mut canvas),
    }
    canvas
}

/// Draws tiles of one size, and each of their layers once.
pub struct Painter {
    /// Pixels along a side of a square.
    pixels: u32,
    pieces: BTreeMap<Piece, Canvas>,
}

impl Painter {
    /// A painter of squares of so many pixels.
    pub fn new(pixels: u32) -> Self {
        Self {
            pixels,
            pieces: BTreeMap::new(),
        }
    }

    /// Draws a tile on a picture, with its corner there.
    pub fn lay(&mut self, tile: &Tile, canvas: &mut Canvas, (x, y): (i32, i32)) {
        for piece in tile.pieces() {
            let drawn = self.pieces.entry(piece);
            let drawn = drawn.or_insert_with(|| paint(piece, self.pixels));
            canvas.lay(x, y, drawn);
        }
    }

    /// A picture of a tile.
    pub fn paint(&mut self, tile: &Tile) -> Canvas {
        let mut canvas = Canvas::new(self.pixels, self.pixels);
        self.lay(tile, &mut canvas, (0, 0));
        canvas
    }
}

/// The shadow of masonry to the north and west.
fn shadow(canvas: &mut Canvas, shade: u8) {
    let full = TILE as f32;
    for step in 0..7 {
        let depth = 18.0 - 2.5 * step as f32;
        let ink = INK.alpha(14);
        if shade & 1 != 0 {
            canvas.rectangle(0.0, 0.0, full, depth, ink);
        }
        if shade & 2 != 0 {
            let top = if shade & 1 != 0 { depth } else { 0.0 };
            canvas.rectangle(0.0, top, depth, full - top, ink);
        }
        if shade == 4 {
            canvas.rectangle(0.0, 0.0, depth, depth, ink);
        }
    }
}

/// The lines of the grid, thin enough to be forgotten.
fn edge(canvas: &mut Canvas) {
    let full = TILE as f32;
    let ink: Ink = INK.alpha(46);
    canvas.rectangle(0.0, full - 1.0, full, 1.0, ink);
    canvas.rectangle(full - 1.0, 0.0, 1.0, full - 1.0, ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bush_stands_on_grass_and_rubble_on_what_is_around_it() {
        let dims = Dimensions::new(3, 1);
        let tiles = plan(dims, &["floor", "rubble", "bushes"], &[]);
        assert_eq!(tiles[1].thing, Some(Thing::Rubble));
        assert_eq!(tiles[2].ground, Ground::Grass);
        assert_eq!(tiles[0].ground, Ground::Flags);
    }

    #[test]
    fn a_door_hangs_between_walls_and_lies_on_the_floor() {
        let dims = Dimensions::new(1, 4);
        let tiles = plan(dims, &["wall", "closed_door", "wall", "floor"], &[]);
        assert_eq!(tiles[1].thing, Some(Thing::Door));
        assert_eq!(tiles[1].ground, Ground::Flags);
        assert!(tiles[1].alike.joins(Direction::North) && tiles[1].alike.joins(Direction::South));
        assert_eq!(named("open_door").1, Some(Thing::OpenDoor));
    }

    #[test]
    fn gloom_is_darker_than_the_ground_and_darkness_than_gloom() {
        let light = |name: &str| -> u64 {
            let tiles = plan(Dimensions::new(3, 1), &["grass", name, "grass"], &[]);
            assert_eq!(
                tiles[1].ground,
                Ground::Grass,
                "{name} lies on what is around it"
            );
            let rgba = Painter::new(TILE).paint(&tiles[1]).rgba();
            rgba.chunks(4)
                .map(|p| u64::from(p[0]) + u64::from(p[1]))
                .sum()
        };
        let (open, gloom, darkness) = (light("grass"), light("gloom"), light("darkness"));
        assert!(open > gloom * 5 / 4 && gloom > darkness * 5 / 4);
    }

    #[test]
    fn a_wall_knows_its_neighbours_and_throws_a_shadow() {
        let dims = Dimensions::new(2, 2);
        let tiles = plan(dims, &["wall", "wall", "floor", "wall"], &[]);
        assert!(tiles[0].alike.joins(Direction::East));
        assert!(!tiles[0].alike.joins(Direction::South));
        assert_eq!(tiles[2].shade, 1);
    }

    /// A level of the largest size may have another tile on each square.
    #[test]
    fn many_tiles_have_few_layers() {
        const NAMES: [&str; 6] = ["grass", "wall", "river", "tree", "low_wall", "gloom"];
        let dims = Dimensions::new(100, 100);
        let mut chance = Hand::new(9);
        let mut pick = || NAMES[chance.below(NAMES.len() as u32) as usize];
        let names: Vec<_> = dims.squares().map(|_| pick()).collect();
        let upper: Vec<_> = dims.squares().map(|at| (at, pick())).collect();
        let tiles: BTreeSet<Tile> = plan(dims, &names, &upper).into_iter().collect();
        let mut painter = Painter::new(4);
        for tile in &tiles {
            painter.paint(tile);
        }
        let (tiles, layers) = (tiles.len(), painter.pieces.len());
        assert!(tiles > 2_000 && layers < tiles / 2, "{tiles}, {layers}");
    }

    #[test]
    fn every_ground_and_thing_can_be_drawn() {
        for name in [
            "grass",
            "road",
            "sand",
            "floor",
            "bridge",
            "ford",
            "river",
            "chasm",
            "marsh",
            "quicksand",
            "ice",
            "lava",
            "wall",
            "forest",
            "bushes",
            "reeds",
            "rubble",
            "low_wall",
            "pillar",
            "crates",
            "fire",
            "fog",
            "stairs",
            "spikes",
            "gloom",
            "darkness",
        ] {
            let tile = plan(Dimensions::new(1, 1), &[name], &[])[0];
            let picture = Painter::new(TILE).paint(&tile);
            assert!(
                picture.rgba().chunks(4).all(|p| p[3] == 255),
                "{name} has holes"
            );
        }
    }
}
