//! Mouse and keyboard: what the operating system would report.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use opportunist::game;
use opportunist::game::intent::Intent;
use opportunist::grid::Square;

use crate::pilot::{Step, Task, task};

pub fn window(world: &mut World) -> Option<Entity> {
    world
        .query_filtered::<Entity, With<PrimaryWindow>>()
        .single(world)
        .ok()
}

/// Moves the pointer to a point of the window, in logical pixels.
pub fn move_to(world: &mut World, position: Vec2) {
    let Some(window) = window(world) else { return };
    let moved = CursorMoved {
        window,
        position,
        delta: None,
    };
    world.write_message(moved.clone());
    world.write_message(WindowEvent::CursorMoved(moved));
}

pub fn mouse(world: &mut World, button: MouseButton, state: ButtonState) {
    let Some(window) = window(world) else { return };
    let input = MouseButtonInput {
        button,
        state,
        window,
    };
    world.write_message(input);
    world.write_message(WindowEvent::MouseButtonInput(input));
}

pub fn key(world: &mut World, key_code: KeyCode, state: ButtonState) {
    let Some(window) = window(world) else { return };
    let input = KeyboardInput {
        key_code,
        logical_key: Key::Unidentified(NativeKey::Unidentified),
        state,
        text: None,
        repeat: false,
        window,
    };
    world.write_message(input.clone());
    world.write_message(WindowEvent::KeyboardInput(input));
}

/// Moves there, waits until the hover has been noticed, presses, releases.
pub fn click_at(world: &mut World, frame: u32, at: Vec2) -> Step {
    pressed_at(world, frame, at, (MouseButton::Left, 2))
}

/// The same with any button, which is held for so many frames.
fn pressed_at(world: &mut World, frame: u32, at: Vec2, (button, held): (MouseButton, u32)) -> Step {
    match frame {
        1..=3 => move_to(world, at + Vec2::splat((frame % 2) as f32)),
        4 => mouse(world, button, ButtonState::Pressed),
        now if now == 4 + held => mouse(world, button, ButtonState::Released),
        now if now >= 10 + held => return Step::Done,
        _ => {}
    }
    Step::Wait
}

/// The middle of the button that does this, if it is on the screen.
pub fn button(world: &mut World, wanted: &Intent) -> Option<Vec2> {
    find(world, &|intent| intent == wanted)
}

fn find(world: &mut World, wanted: &dyn Fn(&Intent) -> bool) -> Option<Vec2> {
    // Places are told in pixels of the screen, nodes know those of the interface.
    let scale = world.resource::<UiScale>().0;
    let mut buttons = world.query::<(&Intent, &UiGlobalTransform, &ComputedNode)>();
    buttons
        .iter(world)
        .find(|(intent, _, node)| wanted(intent) && node.size().min_element() > 1.0)
        .map(|(_, place, node)| place.translation * node.inverse_scale_factor * scale)
}

/// Clicks the button that does this.
pub fn click(name: &str, wanted: impl Into<Intent>) -> Task {
    let wanted = wanted.into();
    click_any(name, move |intent| *intent == wanted)
}

/// Clicks the first button that does something of this kind.
pub fn click_any(name: &str, wanted: impl Fn(&Intent) -> bool + Send + Sync + 'static) -> Task {
    let mut place = None;
    let mut begun = 0;
    task(format!("click {name}"), move |world, frame| {
        if place.is_none() {
            place = find(world, &wanted);
            begun = frame;
        }
        place.map_or(Step::Wait, |at| click_at(world, frame - begun + 1, at))
    })
}

/// Where a square is in the window.
pub fn spot(world: &mut World, square: Square) -> Option<Vec2> {
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<Camera2d>>();
    let (camera, place) = cameras.single(world).ok()?;
    camera
        .world_to_viewport(place, game::centre(square).extend(0.0))
        .ok()
}

/// Whether a square is out of the window or under a panel, where a hand would not click it.
pub fn covered(world: &mut World, square: Square) -> bool {
    let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
    let size = windows.single(world).map(Window::size).unwrap_or_default();
    let at = spot(world, square).filter(|at| Rect::from_corners(Vec2::ZERO, size).contains(*at));
    let Some(at) = at else {
        return true;
    };
    let scale = world.resource::<UiScale>().0;
    let mut panels = world.query::<(&ComputedNode, &UiGlobalTransform, Option<&Pickable>)>();
    panels.iter(world).any(|(node, place, pickable)| {
        let factor = node.inverse_scale_factor * scale;
        let rect = Rect::from_center_size(place.translation * factor, node.size() * factor);
        let passes = pickable.is_some_and(|pickable| !pickable.should_block_lower);
        !passes && node.size().min_element() > 1.0 && rect.contains(at)
    })
}

/// Clicks the square that is picked when the step begins.
pub fn click_square(
    name: &str,
    pick: impl FnMut(&mut World) -> Option<Square> + Send + Sync + 'static,
) -> Task {
    on_square(&format!("click {name}"), (MouseButton::Left, 2), pick)
}

/// Clicks it with the right button.
pub fn look_up_square(
    name: &str,
    pick: impl FnMut(&mut World) -> Option<Square> + Send + Sync + 'static,
) -> Task {
    on_square(
        &format!("right-click {name}"),
        (MouseButton::Right, 2),
        pick,
    )
}

/// Holds the button on it for half a second.
pub fn hold_square(
    name: &str,
    pick: impl FnMut(&mut World) -> Option<Square> + Send + Sync + 'static,
) -> Task {
    on_square(&format!("hold {name}"), (MouseButton::Left, 14), pick)
}

fn on_square(
    name: &str,
    press: (MouseButton, u32),
    mut pick: impl FnMut(&mut World) -> Option<Square> + Send + Sync + 'static,
) -> Task {
    let mut square = None;
    let mut begun = 0;
    task(name, move |world, frame| {
        if square.is_none() {
            square = pick(world);
            begun = frame;
        }
        match square.and_then(|square| spot(world, square)) {
            Some(at) => pressed_at(world, frame - begun + 1, at, press),
            None => Step::Wait,
        }
    })
}

/// Presses and releases a key.
pub fn press(key_code: KeyCode) -> Task {
    task(format!("press {key_code:?}"), move |world, frame| {
        match frame {
            1 => key(world, key_code, ButtonState::Pressed),
            3 => key(world, key_code, ButtonState::Released),
            8.. => return Step::Done,
            _ => {}
        }
        Step::Wait
    })
}
