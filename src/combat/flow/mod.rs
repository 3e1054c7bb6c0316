//! Time: rounds, turns, initiative, surprise, delaying, readied actions, reactions, the end.

pub(crate) mod answer;
pub(crate) mod auto_response;
pub(crate) mod delay;
pub(crate) mod deployment;
pub(crate) mod initiative;
pub(crate) mod reactions;
pub(crate) mod ready;
pub(crate) mod reinforcements;
pub(crate) mod round;
pub(crate) mod rules;
pub(crate) mod surprise;
pub(crate) mod turn;
pub(crate) mod victory;
