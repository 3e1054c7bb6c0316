//! Blows: damage rolled, layers of protection, hit points.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::arena::Arena;
use super::seat::Seat;
use crate::rules::damage::DamageKind;

/// A blow on its way through shield, armour and body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    pub target: Seat,
    pub by: Option<Seat>,
    pub amount: i32,
    pub kind: DamageKind,
    pub nonlethal: bool,
}

/// Takes a blow through its layers to the body.
pub fn advance(In(blow): In<Blow>, arena: Arena) {
    let _ = (blow, arena);
}

/// Damage that meets no armour: hazards, ongoing damage.
pub fn hurt(arena: &mut Arena, target: Seat, by: Option<Seat>, amount: i32, kind: DamageKind) {
    let _ = (arena, target, by, amount, kind);
}

/// Restores hit points.
pub fn heal(arena: &mut Arena, target: Seat, amount: i32) {
    let _ = (arena, target, amount);
}
