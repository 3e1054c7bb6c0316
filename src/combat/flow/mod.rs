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
use bevy_ecs::prelude::*;

use crate::combat::state::EngineBuilder;
use crate::combat::threat;

/// Time.
pub(crate) fn plugin(engine: &mut EngineBuilder) {
    engine.derive(initiative::initiative_order, |this| {
        this.after(threat::threatened_squares)
    });
    engine.on.turns(&rules::Turns);
    engine.on.goes_down(ready::offer_drop);
    engine.on.sets_off(ready::offer);
    engine.on.comes_near(ready::offer_reach);
    engine.on.can_answer(reactions::is_possible);
    engine.on.can_forestall(forestall::is_possible);
    engine.on.may_answer(reactions::offer);
    engine.on.may_follow(reactions::follow);
}
