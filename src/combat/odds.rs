//! The exact odds of an attack, from the functions that resolve it.

use super::arena::Arena;
use super::attack::AttackOrder;
use super::forecast::AttackForecast;
use crate::grid::Area;

/// The odds of an attack as things stand; `from`: as if the attacker stood there.
pub fn of_attack(arena: &Arena, order: &AttackOrder, from: Option<Area>) -> AttackForecast {
    let _ = (arena, order, from);
    unimplemented!()
}
