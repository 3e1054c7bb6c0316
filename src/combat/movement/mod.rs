//! Movement: prices and legality, where a combatant can go, the walk square by square.
//!
//! | file | answers |
//! | --- | --- |
//! | [`allowance`] | how much movement an action gives |
//! | `blindly` | ways as the mover knows them, and walking into the unknown |
//! | `carry` | carrying a comrade |
//! | [`climb`] | climbing, and who loses hold |
//! | `curtail` | a way that becomes shorter on the way |
//! | `fall` | falling, and what answers it |
//! | [`haste`] | how far a combatant has come in its turn |
//! | [`load`] | what is worn and carried, and how it slows |
//! | [`mode`] | how a combatant moves with an action: budget, what it may not do |
//! | `hazard` | what the ground does to those who come upon it |
//! | `inhale` | what it gives off, and who holds its breath |
//! | [`leap`] | straight to a free square, past the ground between |
//! | [`place`] | putting a combatant somewhere, and what that ends |
//! | [`price`](mod@price) | is this path allowed, what does it cost, what does it invite |
//! | [`reach`] | where can it get to, by which way |
//! | `returning` | who comes back to this plane in something solid |
//! | `snare` | ground that holds those who enter |
//! | [`speed`] | how far one move leads: on land, in the water, in the air |
//! | [`spot`] | actions done to one square, whatever they are |
//! | `squeeze` | through spaces narrower than itself |
//! | [`stamina`] | how long a combatant can run |
//! | [`step`] | the free step and the shift |
//! | `tested` | the checks that a way takes |
//! | `toll` | what the ground is expected to do on a way |
//! | `tumble` | past enemies, and through their spaces, by checks |
//! | `swim` | swimming, by checks or with a speed of its own |
//! | [`turn`] | turning a space that is longer than wide |
//! | [`walk`](mod@walk) | the movement itself, one square at a time |
//! | `wings` | who falls whose wings fail |

mod afoot;
pub(crate) mod allowance;
pub(crate) mod approach;
pub(crate) mod blindly;
mod carry;
pub(crate) mod climb;
mod curtail;
pub(crate) mod doors;
pub(crate) mod fall;
pub(crate) mod footing;
pub(crate) mod forced;
pub(crate) mod haste;
pub(crate) mod hazard;
pub(crate) mod inhale;
pub(crate) mod kinds;
pub(crate) mod leap;
pub(crate) mod load;
pub(crate) mod mode;
pub(crate) mod mount;
pub(crate) mod overlay;
pub(crate) mod place;
pub(crate) mod price;
pub(crate) mod reach;
pub(crate) mod returning;
pub(crate) mod rules;
pub(crate) mod snare;
pub(crate) mod speed;
pub(crate) mod spot;
pub(crate) mod squeeze;
pub(crate) mod stamina;
pub(crate) mod step;
pub(crate) mod swim;
pub(crate) mod terrain;
mod tested;
pub(crate) mod toll;
mod tumble;
pub(crate) mod turn;
pub(crate) mod walk;
pub(crate) mod wings;

pub use afoot::with_one_move;
pub use place::{drop_prone, put, stand_up};
pub use price::{continues, legal, price};
pub use reach::{MoveField, leads_anywhere, reachable, safe_way, toward, way};
pub use step::steps;
pub use toll::Toll;
pub use walk::{advance, begin};
