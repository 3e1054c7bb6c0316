//! The number keys: what stands beside a slot, an answer or a weapon, and which of them was pressed.

use bevy::prelude::*;

use crate::game::keymap::{with_control, with_shift};

const DIGITS: [(KeyCode, KeyCode); 10] = [
    (KeyCode::Digit1, KeyCode::Numpad1),
    (KeyCode::Digit2, KeyCode::Numpad2),
    (KeyCode::Digit3, KeyCode::Numpad3),
    (KeyCode::Digit4, KeyCode::Numpad4),
    (KeyCode::Digit5, KeyCode::Numpad5),
    (KeyCode::Digit6, KeyCode::Numpad6),
    (KeyCode::Digit7, KeyCode::Numpad7),
    (KeyCode::Digit8, KeyCode::Numpad8),
    (KeyCode::Digit9, KeyCode::Numpad9),
    (KeyCode::Digit0, KeyCode::Numpad0),
];

/// What stands beside the answer or the slot of this number: the digit that presses it, the second ten
/// with Shift, the third with Ctrl.
pub fn key_name(number: usize) -> String {
    let digit = (number + 1) % 10;
    match number {
        0..10 => digit.to_string(),
        10..20 => format!("Shift+{digit}"),
        20..30 => format!("Ctrl+{digit}"),
        _ => String::new(),
    }
}

/// What stands beside the weapon or the toggle of this number.
pub fn shifted(number: usize) -> String {
    match number {
        0..20 => key_name(number + 10),
        _ => String::new(),
    }
}

/// The number of the button whose key was pressed.
pub fn number(keys: &ButtonInput<KeyCode>) -> Option<usize> {
    let (shift, control) = (with_shift(keys), with_control(keys));
    let hit = |(key, pad): &(KeyCode, KeyCode)| keys.just_pressed(*key) || keys.just_pressed(*pad);
    let digit = DIGITS.iter().position(hit)?;
    Some(match (control, shift) {
        (true, _) => digit + 20,
        (false, true) => digit + 10,
        (false, false) => digit,
    })
}
