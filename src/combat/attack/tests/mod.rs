//! Attacks as the rulebooks work them out.

mod advantage;
mod fixed_number;
mod shields;
mod threshold;
