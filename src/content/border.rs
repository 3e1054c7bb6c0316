//! What can stand on the border between two squares, and how it is drawn there.

use serde::{Deserialize, Serialize};

use super::level::Edge;
use super::terrain::Footing;
use crate::grid::{Border, Dimensions, Direction, Square};

/// One kind of thing on a border: a wall, a fence, a hedge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BorderDef {
    pub name: String,
    pub text: String,
    /// How it hampers a step across; the ruleset says what that costs. Where it is impassable
    /// diagonals cannot pass its ends either.
    pub footing: Footing,
    /// Blocks sight and lines of cover.
    pub blocks_sight: bool,
    /// Blocks attacks and effects, and can be seen through.
    pub blocks_effect: bool,
    /// Gives a combatant right behind it this many blocked corner lines of cover.
    pub low_cover: u8,
    /// A tenth shows of a combatant right behind it.
    pub slit: bool,
    /// It may have to be climbed: what the check has to reach.
    pub climb: Option<u8>,
    /// How it is drawn; its own id if empty.
    pub tile: String,
}

impl BorderDef {
    /// Whether no attack or effect gets through.
    pub fn stops_effects(&self) -> bool {
        self.blocks_sight || self.blocks_effect
    }

    /// Whether it may hide or cover a combatant behind it.
    pub fn screens(&self) -> bool {
        self.stops_effects() || self.low_cover > 0 || self.slit
    }

    /// Whether no combatant can step across, whatever it does.
    pub fn is_closed(&self) -> bool {
        matches!(self.footing, Footing::Impassable | Footing::Chasm)
    }
}

/// Things of one kind along one side of a row or column of squares. `P` is how squares are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BorderRun<P> {
    pub kind: String,
    /// The side of the squares on which it stands.
    pub side: Edge,
    /// The first square.
    pub from: P,
    /// The last one, in the same row or column; the first again if left out.
    #[serde(default)]
    pub to: Option<P>,
}

/// Why a run cannot be where it is said to be, and which of its fields says so.
pub type Misplaced = (&'static str, String);

impl<P: Copy + Into<Square>> BorderRun<P> {
    /// The borders along which it stands.
    ///
    /// # Errors
    /// If a square is off the map, the squares are in no row along that side, or the side is the edge of
    /// the map.
    pub fn borders(&self, dims: Dimensions) -> Result<Vec<Border>, Misplaced> {
        let from: Square = self.from.into();
        let to: Square = self.to.map_or(from, Into::into);
        for (field, square) in [("from", from), ("to", to)] {
            if !dims.contains(square) {
                let (x, y) = (square.x, square.y);
                let (width, height) = (dims.width, dims.height);
                let message =
                    format!("({x}, {y}) is off the map, which has {width} by {height} squares");
                return Err((field, message));
            }
        }
        let (beyond, level) = match self.side {
            Edge::North => (Direction::North, true),
            Edge::South => (Direction::South, true),
            Edge::East => (Direction::East, false),
            Edge::West => (Direction::West, false),
        };
        let straight = if level {
            from.y == to.y
        } else {
            from.x == to.x
        };
        if !straight {
            let what = match level {
                true => "north and south sides run along a row: both squares need the same y",
                false => "east and west sides run along a column: both squares need the same x",
            };
            return Err(("to", what.to_owned()));
        }
        if !dims.contains(from + beyond) {
            let message = "this side is the edge of the map: a border lies between two squares";
            return Err(("side", message.to_owned()));
        }
        let columns = from.x.min(to.x)..=from.x.max(to.x);
        let squares = columns.flat_map(|x| {
            let rows = from.y.min(to.y)..=from.y.max(to.y);
            rows.map(move |y| Square::new(x, y))
        });
        Ok(squares
            .filter_map(|square| Border::between(square, square + beyond))
            .collect())
    }
}
