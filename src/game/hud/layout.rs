//! How much room the panels take.

/// Pixels of the panel on the right.
pub const SIDE: f32 = 336.0;
/// Pixels of the bar at the top.
pub const TOP: f32 = 64.0;
/// Pixels of the bar at the bottom.
pub const BOTTOM: f32 = 202.0;
/// Pixels between that bar and a question.
pub const GAP: f32 = 10.0;
