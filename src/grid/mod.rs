//! The grid: plain geometry of squares, which knows nothing of rules.
//!
//! Everything is measured in squares and counted in integers; where half a square matters (the
//! centre of a space) the unit is the half-square, and where a fraction of a step matters
//! (costs) it is the twelfth. Points of a line are corners and centres in half-squares.
//! Nothing here panics on squares off the map: they are simply not in sets, not passable and
//! without a cost.
//!
//! | file | answers |
//! | --- | --- |
//! | [`square`] | which square, which direction, how large is the map |
//! | [`area`] | which squares does a creature take up, how far is it from another |
//! | [`border`] | which line do two squares share, and does a line of sight get across |
//! | [`set`] | many squares at once, as bits |
//! | [`distance`](mod@distance) | how far, and what is within reach; both as the rule system counts |
//! | [`line`] | what does a straight line cross, which path follows it |
//! | [`sight`] | how many corner lines are blocked, is anything seen, who stands between |
//! | [`template`] | which squares are in a burst, a cone, a line |
//! | [`flank`] | do two creatures stand on opposite sides of a third |
//! | [`cost`], [`cost_map`] | what does entering a square cost, may it be entered |
//! | [`walk`](mod@walk) | is this path possible, and what does it cost |
//! | [`path`] | where can a mover get to, and how |
//!
//! Where rule systems differ, the difference comes in as a parameter: [`Diagonals`],
//! [`ReachMetric`], the entries of a [`CostMap`]. The search and the walk share one step
//! function, so a path that was offered can always be walked at the price that was shown.

pub mod area;
pub mod border;
pub mod cost;
pub mod cost_map;
pub mod distance;
pub mod flank;
pub mod line;
pub mod path;
pub mod set;
pub mod sight;
pub mod square;
pub mod template;
pub mod walk;

pub use area::{Area, Footprint};
pub use border::{Border, BorderSet};
pub use cost::{Cost, DiagonalParity, EntryCost};
pub use cost_map::{CostMap, Fence, Fences, Passage};
pub use distance::{Diagonals, Reach, ReachMetric, distance, reached_squares, within_reach};
pub use flank::opposite;
pub use line::{Crossing, Point2, closest_path, crossed, side_of};
pub use path::{PathSearch, Reachable};
pub use set::SquareSet;
pub use sight::{
    Blocks, CornerLines, adjacent_any_corner_blocked, any_line, best_corner,
    best_corner_has_blocked, corner_lines, corner_meets, corners, creatures_between,
};
pub use square::{Dimensions, Direction, Square};
pub use walk::{Step, StepRefusal, parity_after, price_step, walk};
