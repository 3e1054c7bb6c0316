//! Keys of the battle. Letters belong to the actions of the rule system.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::question::Question;
use super::{Stage, playing};
use crate::game::Menu;
use crate::game::act::Act;
use crate::game::plan::Plan;
use crate::game::playback::{Shown, Speed};
use crate::game::session::Session;
use crate::game::widgets::{Cites, under_pointer};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, press.in_set(Stage::Input).run_if(playing()));
}

const DIGITS: [(KeyCode, KeyCode); 9] = [
    (KeyCode::Digit1, KeyCode::Numpad1),
    (KeyCode::Digit2, KeyCode::Numpad2),
    (KeyCode::Digit3, KeyCode::Numpad3),
    (KeyCode::Digit4, KeyCode::Numpad4),
    (KeyCode::Digit5, KeyCode::Numpad5),
    (KeyCode::Digit6, KeyCode::Numpad6),
    (KeyCode::Digit7, KeyCode::Numpad7),
    (KeyCode::Digit8, KeyCode::Numpad8),
    (KeyCode::Digit9, KeyCode::Numpad9),
];

fn press(
    keys: Res<ButtonInput<KeyCode>>,
    menu: Res<State<Menu>>,
    session: Res<Session>,
    shown: Res<Shown>,
    plan: Res<Plan>,
    question: Res<Question>,
    speed: Res<Speed>,
    cites: Query<(&Cites, &Hovered)>,
    mut acts: MessageWriter<Act>,
) {
    if *menu.get() != Menu::None {
        return;
    }
    let hit = |key| keys.just_pressed(key);
    if hit(KeyCode::Escape) {
        let drop = plan.begun.is_some();
        acts.write(if drop {
            Act::Cancel
        } else {
            Act::Open(Menu::Pause)
        });
    }
    if hit(KeyCode::F1) {
        acts.write(under_pointer(&cites));
    }
    if hit(KeyCode::F2) {
        acts.write(Act::ToggleThreat);
    }
    if hit(KeyCode::F3) {
        acts.write(Act::Speed((speed.0 + 1) % Speed::NAMES.len() as u8));
    }
    if hit(KeyCode::F4) {
        acts.write(Act::PickGroup(plan.group.next()));
    }
    if hit(KeyCode::Slash) && plan.seat.is_some() {
        acts.write(Act::Open(Menu::Actions));
    }
    if hit(KeyCode::F5) {
        acts.write(Act::Save);
    }
    if hit(KeyCode::Home) {
        acts.write(Act::Fit);
    }
    if hit(KeyCode::Backspace) {
        acts.write(Act::Undo);
    }
    if hit(KeyCode::Space) {
        acts.write(if shown.settled {
            Act::EndTurn
        } else {
            Act::Skip
        });
    }
    if question.heading.is_empty() {
        choose_weapon(&keys, &plan, &mut acts);
    } else {
        answer(&keys, &question, &mut acts);
    }
    let rules = session.rules();
    for option in plan.options.iter().filter(|o| o.refusal.is_none()) {
        let key = rules
            .actions
            .get(option.action)
            .and_then(|def| def.key)
            .and_then(letter);
        if key.is_some_and(hit) {
            acts.write(Act::Begin(option.action));
        }
    }
}

/// Number keys answer the question.
fn answer(keys: &ButtonInput<KeyCode>, question: &Question, acts: &mut MessageWriter<Act>) {
    for ((_, _, act, enabled), (key, pad)) in question.answers.iter().zip(DIGITS) {
        if *enabled && (keys.just_pressed(key) || keys.just_pressed(pad)) {
            acts.write(act.clone());
        }
    }
}

/// Without a question they choose the weapon.
fn choose_weapon(keys: &ButtonInput<KeyCode>, plan: &Plan, acts: &mut MessageWriter<Act>) {
    for ((form, ready), (key, pad)) in plan.forms.iter().zip(DIGITS) {
        if ready.is_ok() && (keys.just_pressed(key) || keys.just_pressed(pad)) {
            acts.write(Act::PickForm(*form));
        }
    }
}

fn letter(letter: char) -> Option<KeyCode> {
    use KeyCode::*;
    let codes = [
        KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO,
        KeyP, KeyQ, KeyR, KeyS, KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ,
    ];
    let index = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
    codes.get(index as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_keys_and_nothing_else_is() {
        assert_eq!(letter('m'), Some(KeyCode::KeyM));
        assert_eq!(letter('Z'), Some(KeyCode::KeyZ));
        assert_eq!((letter('1'), letter(' '), letter('é')), (None, None, None));
    }
}
