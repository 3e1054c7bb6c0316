//! What a battle's world holds, under one roof for the list.

pub(crate) use crate::combat::state::combatant::*;
pub(crate) use crate::combat::state::common::{
    BattleDice, Log, Order, Pending, Rounds, Rulebook, Sides, Stack, Start,
};
pub(crate) use crate::combat::state::field::{Field, MovementCosts};
pub(crate) use crate::combat::state::hands::Hands;
pub(crate) use crate::combat::state::occupancy::Occupancy;
pub(crate) use crate::combat::state::powers::{Repertoire, Workings};
pub(crate) use crate::combat::state::vitals::Vitals;
