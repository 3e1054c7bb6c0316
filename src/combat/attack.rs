//! Attacks: order, legality, roll, outcome.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::arena::Arena;
use super::request::{Manner, Refusal};
use super::seat::Seat;
use super::step::Step;
use crate::grid::Area;
use crate::rules::Modifier;

/// An attack that somebody makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackOrder {
    pub attacker: Seat,
    pub target: Seat,
    /// Index of the attack form.
    pub form: u8,
    /// Modifiers of this attack alone: charge, iteration, two weapons.
    pub extra: Vec<Modifier>,
    pub opportunity: bool,
    pub manner: Manner,
}

/// An attack on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    pub order: AttackOrder,
}

/// Puts an attack on the stack.
pub fn begin(arena: &mut Arena, order: AttackOrder) {
    arena.push(Step::Attack(Attack { order }));
}

/// Whether an attack may be made at all: form usable, target in reach or range and in sight.
/// `from`: as if the attacker stood there.
pub fn legal(arena: &Arena, order: &AttackOrder, from: Option<Area>) -> Result<(), Refusal> {
    let _ = (arena, order, from);
    Ok(())
}

/// Takes an attack one stage further.
pub fn advance(In(attack): In<Attack>, arena: Arena) {
    let _ = (attack, arena);
}
