//! Words typed into a search line.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

/// Adds what was typed, takes back what was deleted. True if the words changed.
pub fn type_into(words: &mut String, input: &mut MessageReader<KeyboardInput>) -> bool {
    let before = words.len();
    let mut typed = false;
    for event in input.read().filter(|event| event.state.is_pressed()) {
        match &event.logical_key {
            Key::Backspace => typed |= words.pop().is_some(),
            Key::Space if !words.is_empty() => words.push(' '),
            Key::Character(letters) => words.extend(letters.chars().filter(|c| !c.is_control())),
            _ => {}
        }
    }
    typed || words.len() != before
}
