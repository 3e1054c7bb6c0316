//! Hands and what is in them: drawing, loading, two hands, what lies on the ground.

pub(crate) mod arms;
pub(crate) mod grip;
pub(crate) mod handling;
pub(crate) mod hurl;
pub(crate) mod numbers;
pub(crate) mod room;
pub(crate) mod rules;
pub(crate) mod two_hands;
use crate::combat::state::EngineBuilder;

/// Hands and what is in them.
pub(crate) fn plugin(engine: &mut EngineBuilder) {
    engine.derive(numbers::changed_numbers, |this| this);
    engine.on.handlings(&rules::Handlings);
    engine.on.loses_grip(grip::drop_all);
}
