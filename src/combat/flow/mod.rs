//! Time: rounds, turns, initiative, surprise, delaying, readied actions, reactions, the end.

pub(crate) mod ambush;
pub(crate) mod answer;
pub(crate) mod aside;
pub(crate) mod auto_response;
pub(crate) mod beginning;
pub(crate) mod delay;
pub(crate) mod deployment;
pub(crate) mod encounter;
pub(crate) mod forestall;
pub(crate) mod initiative;
pub(crate) mod reactions;
pub(crate) mod ready;
pub(crate) mod reinforcements;
pub(crate) mod round;
pub(crate) mod rules;
pub(crate) mod surprise;
pub(crate) mod turn;
mod upkeep;
pub(crate) mod victory;
