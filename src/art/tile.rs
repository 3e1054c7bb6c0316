//! One square of the map, aware of its neighbours.
//!
//! [`plan`] looks at a whole map and says for every square what has to be drawn; [`paint`] draws
//! one such square. Equal [`Tile`]s look equal, so a screen needs one texture for each distinct one.

use std::collections::BTreeSet;

use super::canvas::{Canvas, Hand};
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
    /// Bit n: the neighbour in direction n of [`Direction::ALL`] has the same ground (or, for a
    /// thing that joins up, the same thing; for a door, a wall that it hangs in).
    pub same: u8,
    /// Bits: masonry to the north, to the west, to the north-west throws its shadow here.
    pub shade: u8,
    /// One of several drawings of the same thing.
    pub variant: u8,
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
    let mut same = 0;
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
        same |= u8::from(alike) << n;
        let wall = near.is_some_and(|i| grounds[i] == Ground::Masonry);
        shade |= match direction {
            Direction::North => u8::from(wall),
            Direction::West => u8::from(wall) << 1,
            Direction::NorthWest => u8::from(wall) << 2,
            _ => 0,
        };
    }
    if !joins && !hangs && !ground::has_border(ground) {
        same = 0xFF;
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
        same,
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
    /// Whether the neighbour in this direction is of the same kind.
    pub fn joins(&self, direction: Direction) -> bool {
        let n = Direction::ALL
            .iter()
            .position(|d| *d == direction)
            .unwrap_or(0);
        self.same >> n & 1 == 1
    }

    fn hand(&self) -> Hand {
        Hand::new(u64::from(self.variant) * 131 + self.ground as u64 * 17 + 3)
    }
}

/// Draws one square, [`TILE`] pixels wide and high.
pub fn paint(tile: &Tile) -> Canvas {
    let mut canvas = Canvas::new(TILE, TILE);
    let mut hand = tile.hand();
    ground::paint(&mut canvas, &mut hand, tile);
    if tile.shade != 0 {
        shadow(&mut canvas, tile.shade);
    }
    for thing in tile
        .thing
        .into_iter()
        .chain(tile.upon.into_iter().flatten())
    {
        object::paint(&mut canvas, &mut hand, thing, tile);
    }
    edge(&mut canvas);
    canvas
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
        assert!(tiles[1].joins(Direction::North) && tiles[1].joins(Direction::South));
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
            let rgba = paint(&tiles[1]).rgba();
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
        assert!(tiles[0].joins(Direction::East));
        assert!(!tiles[0].joins(Direction::South));
        assert_eq!(tiles[2].shade, 1);
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
            let picture = paint(&tile);
            assert!(
                picture.rgba().chunks(4).all(|p| p[3] == 255),
                "{name} has holes"
            );
        }
    }
}
