//! How much room the panels take, in pixels of the interface.

use bevy::prelude::*;

/// Between a panel and the edge of the window, and from panel to panel.
pub const EDGE: f32 = 8.0;
/// Height of the order of turns, at the top.
pub const STRIP: f32 = 60.0;
/// Height of the dock, at the bottom.
pub const DOCK: f32 = 138.0;
/// Width of the dock at the most.
pub const DOCK_WIDTH: f32 = 1200.0;
/// Width of a question.
pub const QUESTION: f32 = 860.0;
/// Width of the card, on the right.
pub const CARD: f32 = 304.0;
/// Width of the log, on the left.
pub const LOG: f32 = 400.0;

/// Width of the card of a lesson, on the left.
pub const LESSON: f32 = 300.0;

/// The part of a window that lies between the order of turns and the dock, in pixels of the window.
pub fn free(window: Vec2, scale: f32) -> Rect {
    let (top, bottom) = ((STRIP + EDGE) * scale, (DOCK + EDGE) * scale);
    Rect::new(0.0, top, window.x, (window.y - bottom).max(top + 1.0))
}
