//! Opportunist.
