//! What can be done: the table of actions, declaring one, its legality, the budget of a turn.

pub(crate) mod barred;
pub(crate) mod budget;
pub(crate) mod declare;
pub(crate) mod legality;
pub(crate) mod limit;
pub(crate) mod party;
pub(crate) mod preview;
pub(crate) mod program;
pub(crate) mod rules;
pub(crate) mod target;
