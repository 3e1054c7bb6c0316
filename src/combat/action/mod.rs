//! What can be done: the table of actions, declaring one, its legality, the budget of a turn.

pub(crate) mod amount;
pub(crate) mod budget;
pub(crate) mod declare;
pub(crate) mod legality;
pub(crate) mod limit;
mod parts;
pub(crate) mod party;
pub(crate) mod program;
pub(crate) mod prospect;
pub(crate) mod put_off;
pub(crate) mod readying;
pub(crate) mod rules;
mod sense;
pub(crate) mod target;
mod verdict;
