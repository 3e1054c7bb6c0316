//! Keys that you have changed. The key you choose for something changes places with the one that did it
//! before, so that nothing is ever out of reach and no two things share a key.
//!
//! Keys change places where they come in ([`exchange`]); everything else asks for a key by its first name.
//! Words name keys in braces, `{F2}`, and [`Keys::tell`] puts in what has to be pressed.

use std::collections::BTreeMap;

use bevy::input::InputSystems;
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;

use super::settings::Settings;
use super::sounds::AUDIBLE;

/// What was chosen, as the options keep it: for the id of a [`Function`] the name of a key.
pub type ChosenKeys = BTreeMap<String, String>;

/// Something that a key does, beside the letters of actions.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// By which the options remember it.
    pub id: &'static str,
    /// The key that does it at first.
    pub key: KeyCode,
    pub does: &'static str,
}

const fn function(id: &'static str, key: KeyCode, does: &'static str) -> Function {
    Function { id, key, does }
}

/// Everything whose key can be changed.
pub const FUNCTIONS: [Function; 20] = [
    function(
        "rulebook",
        KeyCode::F1,
        "look up the rule under the pointer",
    ),
    function("threat", KeyCode::F2, "show what your enemies threaten"),
    function("speed", KeyCode::F3, "change the speed"),
    function("drawer", KeyCode::F4, "open the next drawer of actions"),
    function("save", KeyCode::F5, "save the battle"),
    function(
        "free_actions",
        KeyCode::F6,
        "free actions outside your turn",
    ),
    function("log", KeyCode::F7, "open or fold the log"),
    function("options", KeyCode::F8, "options"),
    function("legend", KeyCode::F9, "what the marks on the board mean"),
    function(
        "lessons",
        KeyCode::F10,
        "go on with the lessons, close a hint",
    ),
    function("recap", KeyCode::F11, "what happened since your last turn"),
    function("sound", KeyCode::F12, "turn sound off, or on again"),
    function("find", KeyCode::Slash, "find an action"),
    function(
        "ring",
        KeyCode::Backquote,
        "what you can do to the combatant there",
    ),
    function(
        "end_turn",
        KeyCode::Space,
        "end your turn; skip what is shown",
    ),
    function("undo", KeyCode::Backspace, "take your last step back"),
    function(
        "whole_map",
        KeyCode::Home,
        "show the whole map, or go back to the turn",
    ),
    function(
        "chances",
        KeyCode::End,
        "how the battle stands: it is played out",
    ),
    function("nearer", KeyCode::Equal, "zoom in"),
    function("farther", KeyCode::Minus, "zoom out"),
];

/// What keys do here, with its place among [`FUNCTIONS`]: without sound nothing turns it off.
pub fn functions() -> impl Iterator<Item = (usize, Function)> {
    let there = |(_, function): &(usize, Function)| AUDIBLE || function.key != KeyCode::F12;
    FUNCTIONS.into_iter().enumerate().filter(there)
}

/// The keys that can be chosen, with their names.
const NAMES: [(KeyCode, &str); 56] = {
    use KeyCode::*;
    [
        (KeyA, "A"),
        (KeyB, "B"),
        (KeyC, "C"),
        (KeyD, "D"),
        (KeyE, "E"),
        (KeyF, "F"),
        (KeyG, "G"),
        (KeyH, "H"),
        (KeyI, "I"),
        (KeyJ, "J"),
        (KeyK, "K"),
        (KeyL, "L"),
        (KeyM, "M"),
        (KeyN, "N"),
        (KeyO, "O"),
        (KeyP, "P"),
        (KeyQ, "Q"),
        (KeyR, "R"),
        (KeyS, "S"),
        (KeyT, "T"),
        (KeyU, "U"),
        (KeyV, "V"),
        (KeyW, "W"),
        (KeyX, "X"),
        (KeyY, "Y"),
        (KeyZ, "Z"),
        (F1, "F1"),
        (F2, "F2"),
        (F3, "F3"),
        (F4, "F4"),
        (F5, "F5"),
        (F6, "F6"),
        (F7, "F7"),
        (F8, "F8"),
        (F9, "F9"),
        (F10, "F10"),
        (F11, "F11"),
        (F12, "F12"),
        (Space, "Space"),
        (Backspace, "Backspace"),
        (Insert, "Insert"),
        (Delete, "Delete"),
        (Home, "Home"),
        (End, "End"),
        (PageUp, "Page Up"),
        (PageDown, "Page Down"),
        (Comma, ","),
        (Period, "."),
        (Slash, "/"),
        (Semicolon, ";"),
        (Quote, "'"),
        (BracketLeft, "["),
        (BracketRight, "]"),
        (Backquote, "`"),
        (Equal, "+"),
        (Minus, "−"),
    ]
};

/// Which key stands for which.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// What is pressed, and what it means: only the keys that have changed places.
    exchanged: Vec<(KeyCode, KeyCode)>,
}

pub(super) fn plugin(app: &mut App) {
    let keys = Keys::of(&app.world().resource::<Settings>().keys);
    app.insert_resource(keys);
    app.add_systems(PreUpdate, (take_up, exchange).chain().before(InputSystems));
}

/// Takes up what was chosen. Keys that are held down now will come up under another name: they are let go.
fn take_up(
    settings: Res<Settings>,
    mut keys: ResMut<Keys>,
    mut pressed: ResMut<ButtonInput<KeyCode>>,
) {
    if settings.is_changed() && keys.set_if_neq(Keys::of(&settings.keys)) {
        pressed.release_all();
    }
}

/// Whether Ctrl goes along with a key that was pressed: both may go down and up again between two pictures.
pub fn with_control(keys: &ButtonInput<KeyCode>) -> bool {
    held(keys, CONTROLS)
}

/// The same of Shift.
pub fn with_shift(keys: &ButtonInput<KeyCode>) -> bool {
    held(keys, [KeyCode::ShiftLeft, KeyCode::ShiftRight])
}

fn held(keys: &ButtonInput<KeyCode>, both: [KeyCode; 2]) -> bool {
    keys.any_pressed(both) || keys.any_just_pressed(both)
}

/// Letters that stay what they are with Ctrl, as in every other program.
const WITH_CONTROL: [KeyCode; 2] = [KeyCode::KeyZ, KeyCode::KeyY];
const CONTROLS: [KeyCode; 2] = [KeyCode::ControlLeft, KeyCode::ControlRight];

/// Gives keys that have changed places the code of what they mean. Typed words stay as they are.
fn exchange(
    keys: Res<Keys>,
    mut input: MessageMutator<KeyboardInput>,
    mut held: Local<Vec<KeyCode>>,
) {
    for event in input.read() {
        let (code, pressed) = (event.key_code, event.state.is_pressed());
        let control = CONTROLS.iter().any(|key| held.contains(key));
        // One that was pressed with Ctrl is let go as the same, whichever of the two comes up first.
        let stays = WITH_CONTROL.contains(&code) && (held.contains(&code) || control && pressed);
        held.retain(|key| *key != code);
        if pressed && (stays || CONTROLS.contains(&code)) {
            held.push(code);
        }
        if !stays {
            event.key_code = keys.meaning(code);
        }
    }
}

impl Keys {
    /// The chosen keys take the places of what they were chosen for; what they did goes to keys that are
    /// free now.
    pub fn of(chosen: &ChosenKeys) -> Self {
        let mut means: Vec<(KeyCode, KeyCode)> = Vec::new();
        for function in FUNCTIONS {
            let wanted = chosen.get(function.id).and_then(|name| named(name));
            let new = |key: &KeyCode| means.iter().all(|(pressed, _)| pressed != key);
            if let Some(key) = wanted.filter(new) {
                means.push((key, function.key));
            }
        }
        // What a chosen key did itself goes to the key that it leaves free, however many lie between them.
        let taken = means.clone();
        let meaning = |key| taken.iter().find(|(pressed, _)| *pressed == key);
        let homeless = |key: &KeyCode| taken.iter().all(|(_, meant)| meant != key);
        for (key, _) in taken.iter().filter(|(key, _)| homeless(key)) {
            let mut free = *key;
            while let Some((_, meant)) = meaning(free) {
                free = *meant;
            }
            means.push((free, *key));
        }
        means.retain(|(pressed, meant)| pressed != meant);
        Self { exchanged: means }
    }

    /// What a key means.
    pub fn meaning(&self, pressed: KeyCode) -> KeyCode {
        let found = self.exchanged.iter().find(|(key, _)| *key == pressed);
        found.map_or(pressed, |(_, meant)| *meant)
    }

    /// The key to press for what this one does at first.
    pub fn pressed_for(&self, meant: KeyCode) -> KeyCode {
        let found = self.exchanged.iter().find(|(_, means)| *means == meant);
        found.map_or(meant, |(key, _)| *key)
    }

    /// The name of the key to press for what this one does at first; empty if it has none.
    pub fn name(&self, meant: KeyCode) -> &'static str {
        let key = self.pressed_for(meant);
        let found = NAMES.iter().find(|(code, _)| *code == key);
        found.map_or("", |(_, name)| name)
    }

    /// The letter of an action as it is to be pressed.
    pub fn letter(&self, letter: char) -> String {
        self.tell(&letter_in_braces(letter))
    }

    /// These words with the names of keys in braces put right.
    pub fn tell(&self, words: &str) -> String {
        let mut told = String::with_capacity(words.len());
        let mut rest = words;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, then)) = after.split_once('}') else {
                break;
            };
            told.push_str(before);
            told.push_str(named(name).map_or(name, |key| self.name(key)));
            rest = then;
        }
        told + rest
    }

    /// What has been chosen once this key does that, too: the two keys have changed places.
    pub fn with(&self, function: &Function, pressed: KeyCode) -> ChosenKeys {
        let (before, displaced) = (self.pressed_for(function.key), self.meaning(pressed));
        let key = |other: &Function| match other.key {
            key if key == function.key => pressed,
            key if key == displaced => before,
            key => self.pressed_for(key),
        };
        let changed = FUNCTIONS.iter().filter(|other| key(other) != other.key);
        let names = changed.map(|other| (other.id.to_owned(), name_of(key(other)).to_owned()));
        names.collect()
    }
}

/// A letter of an action, to be put into words for [`Keys::tell`].
pub fn letter_in_braces(letter: char) -> String {
    format!("{{{}}}", letter.to_ascii_uppercase())
}

/// Whether a key can be chosen.
pub fn is_movable(key: KeyCode) -> bool {
    NAMES.iter().any(|(code, _)| *code == key)
}

/// Drops what names no function or no key.
pub fn possible(chosen: &mut ChosenKeys) {
    let known = |id: &str| FUNCTIONS.iter().any(|function| function.id == id);
    chosen.retain(|id, key| known(id) && named(key).is_some());
}

fn named(name: &str) -> Option<KeyCode> {
    let found = NAMES.iter().find(|(_, known)| *known == name);
    found.map(|(key, _)| *key)
}

fn name_of(key: KeyCode) -> &'static str {
    let found = NAMES.iter().find(|(code, _)| *code == key);
    found.map_or("", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(id: &str) -> &'static Function {
        let found = FUNCTIONS.iter().find(|function| function.id == id);
        found.unwrap()
    }

    #[test]
    fn two_keys_change_places() {
        let keys = Keys::of(&Keys::default().with(function("threat"), KeyCode::KeyT));
        assert_eq!(keys.meaning(KeyCode::KeyT), KeyCode::F2);
        assert_eq!(keys.meaning(KeyCode::F2), KeyCode::KeyT);
        assert_eq!(keys.meaning(KeyCode::F3), KeyCode::F3);
        assert_eq!(
            keys.tell("Threat ({F2}), trip {T}, {F3}"),
            "Threat (T), trip F2, F3"
        );
        assert_eq!(keys.letter('t'), "F2");
        let keys = Keys::of(&keys.with(function("log"), KeyCode::KeyL));
        assert_eq!(keys.meaning(KeyCode::F2), KeyCode::KeyT);
        assert_eq!(keys.meaning(KeyCode::F7), KeyCode::KeyL);
    }

    #[test]
    fn every_key_keeps_exactly_one_meaning() {
        let mut keys = Keys::default();
        for (id, key) in [
            ("threat", KeyCode::F3),
            ("speed", KeyCode::F4),
            ("drawer", KeyCode::KeyM),
            ("threat", KeyCode::Space),
            ("end_turn", KeyCode::KeyM),
        ] {
            keys = Keys::of(&keys.with(function(id), key));
            assert_eq!(keys.meaning(key), function(id).key, "{id}");
            let mut meant: Vec<_> = NAMES.map(|(key, _)| keys.meaning(key)).into();
            meant.sort();
            let mut all: Vec<_> = NAMES.map(|(key, _)| key).into();
            all.sort();
            assert_eq!(meant, all);
        }
        let back = keys.with(function("threat"), KeyCode::F2);
        assert!(!back.contains_key("threat"), "{back:?}");
    }

    #[test]
    fn what_names_no_key_or_no_function_is_dropped() {
        let chosen = |pairs: &[(&str, &str)]| -> ChosenKeys {
            let owned = |(id, key): &(&str, &str)| (id.to_string(), key.to_string());
            pairs.iter().map(owned).collect()
        };
        let mut keys = chosen(&[("threat", "Nose"), ("flight", "T"), ("log", "L")]);
        possible(&mut keys);
        assert_eq!(keys, chosen(&[("log", "L")]));
        // Two functions on one key: the first has it, the other keeps its own.
        let both = Keys::of(&chosen(&[("threat", "L"), ("log", "L")]));
        assert_eq!(both.meaning(KeyCode::KeyL), KeyCode::F2);
        assert_eq!(both.meaning(KeyCode::F7), KeyCode::F7);
    }

    #[test]
    fn braces_that_hold_no_key_are_left_out_of_the_words() {
        assert_eq!(Keys::default().tell("{?}, {F1} and {"), "?, F1 and {");
    }
}
