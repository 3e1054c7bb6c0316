//! What a chosen action does once its provocation is settled.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::arena::Arena;
use super::request::{Aim, Manner};
use super::seat::Seat;
use crate::rules::ActionId;

/// An action that has been declared and paid for and is about to take effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    pub seat: Seat,
    pub action: ActionId,
    pub aim: Aim,
    pub form: Option<u8>,
    pub manner: Manner,
    /// Taken out of turn, as a readied action.
    pub readied: bool,
}

/// Declares an action: pays for it, offers the opportunity attacks it invites, then the deed.
pub fn declare(arena: &mut Arena, deed: Deed) {
    let _ = (arena, deed);
}

/// Does what was declared, if its performer still can.
pub fn advance(In(deed): In<Deed>, arena: Arena) {
    let _ = (deed, arena);
}
