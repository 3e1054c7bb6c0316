//! The state of a battle: the components of a combatant and the resources beside them. No rules.

pub(crate) mod arena;
pub(crate) mod combatant;
pub(crate) mod field;
pub(crate) mod resources;
pub(crate) mod step;
