//! Movement: prices and legality, where one can go, the walk square by square.
//!
//! | file | answers |
//! | --- | --- |
//! | [`gait`] | how a combatant moves with an action: budget, what it may not do |
//! | [`place`] | putting somebody somewhere, and what that ends |
//! | [`price`](mod@price) | is this path allowed, what does it cost, what does it invite |
//! | [`reach`] | where can it get to, by which way |
//! | [`step`] | the free step and the shift |
//! | [`walk`](mod@walk) | the movement itself, one square at a time |

pub mod gait;
pub mod place;
pub mod price;
pub mod reach;
pub mod step;
pub mod walk;

pub use gait::continues;
pub use place::{drop_prone, put, stand_up};
pub use price::{legal, price};
pub use reach::{MoveField, reachable, safe_way, way};
pub use step::steps;
pub use walk::{Pace, Walk, advance, begin};
