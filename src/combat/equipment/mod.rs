//! Hands and what is in them: drawing, loading, two hands, what lies on the ground.

pub(crate) mod arms;
pub(crate) mod grip;
pub(crate) mod handling;
pub(crate) mod hurl;
pub(crate) mod numbers;
pub(crate) mod room;
pub(crate) mod rules;
pub(crate) mod two_hands;
