//! Attacks as the rulebooks work them out.

pub(crate) mod advantage;
pub(crate) mod fixed_number;
pub(crate) mod shields;
pub(crate) mod threshold;
