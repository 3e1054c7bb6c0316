//! How much room the panels take, in pixels of the interface.

use bevy::prelude::*;

/// A panel that covers part of the map: no words on the map are put below it.
#[derive(Component)]
pub struct Covers;

/// Between a panel and the edge of the window, and from panel to panel.
pub const EDGE: f32 = 8.0;
/// Height of the order of turns, at the top.
pub const STRIP: f32 = 60.0;
/// Height of the dock, at the bottom.
pub const DOCK: f32 = 138.0;
/// Width of the interface below which the slots of the dock stand in two rows.
const ONE_ROW: f32 = 1184.0;
/// How much higher the dock is with two rows of slots, and two of what stands above them.
const SECOND_ROW: f32 = 102.0;
/// Width of the dock at the most.
pub const DOCK_WIDTH: f32 = 1200.0;
/// Width of a question.
pub const QUESTION: f32 = 860.0;
/// Width of the card, on the right.
pub const CARD: f32 = 304.0;
/// Width of the log, on the left.
pub const LOG: f32 = 400.0;
/// Height of its last lines, folded.
pub const FOLDED: f32 = 72.0;

/// Width of the card of a lesson, on the left.
pub const LESSON: f32 = 300.0;

/// Height of the dock in an interface of this width.
pub fn dock(width: f32) -> f32 {
    match width < ONE_ROW {
        true => DOCK + SECOND_ROW,
        false => DOCK,
    }
}

/// Where panels that are shown lie, in pixels of the interface.
pub fn covered<'a>(
    panels: impl Iterator<Item = (&'a ComputedNode, &'a UiGlobalTransform)>,
) -> Vec<Rect> {
    let shown = panels.filter(|(node, _)| node.size().min_element() > 0.0);
    let rect = |(node, place): (&ComputedNode, &UiGlobalTransform)| {
        let pixel = node.inverse_scale_factor();
        Rect::from_center_size(place.translation * pixel, node.size() * pixel)
    };
    shown.map(rect).collect()
}

/// The part of a window that lies between the order of turns and the dock, in pixels of the window.
pub fn free(window: Vec2, scale: f32) -> Rect {
    let dock = dock(window.x / scale);
    let (top, bottom) = ((STRIP + EDGE) * scale, (dock + EDGE) * scale);
    Rect::new(0.0, top, window.x, (window.y - bottom).max(top + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_window_keeps_room_for_a_second_row_of_slots() {
        let (wide, narrow) = (Vec2::new(1280.0, 800.0), Vec2::new(800.0, 900.0));
        assert_eq!(wide.y - free(wide, 1.0).max.y, DOCK + EDGE);
        let free = free(narrow, 0.8);
        assert!((narrow.y - free.max.y) / 0.8 > DOCK + 80.0, "{free:?}");
    }
}
