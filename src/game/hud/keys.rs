//! Keys of the battle. Letters belong to the actions of the rule system.

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::digits::number;
use super::dock::{shelf, slot};
use super::question::Question;
use crate::game::drawer::Drawer;
use crate::game::intent::{
    CameraMove, Command, Consult, Intent, Intents, LogEdit, Navigate, Pace, PlanEdit, Teach,
};
use crate::game::keymap::{with_control, with_shift};
use crate::game::plan::{Errand, Plan, air, offer, ways};
use crate::game::playback::{Shown, Speed};
use crate::game::session::{Session, playing};
use crate::game::widgets::{Cites, under_pointer};
use crate::game::{FrameSet, Menu};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, press.in_set(FrameSet::Input).run_if(playing()));
}

fn press(
    keys: Res<ButtonInput<KeyCode>>,
    menu: Res<State<Menu>>,
    session: Res<Session>,
    shown: Res<Shown>,
    (plan, errand): (Res<Plan>, Res<Errand>),
    question: Res<Question>,
    speed: Res<Speed>,
    cites: Query<(&Cites, &Hovered)>,
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    mut intents: Intents,
) {
    if *menu.get() != Menu::None {
        return;
    }
    let hit = |key| keys.just_pressed(key);
    if hit(KeyCode::F1) {
        let pointed = plan.cursor.square;
        let seat = pointed.and_then(|square| Plan::anyone_at(&shown, square));
        let seat = seat.filter(|seat| shown.is_seen(*seat));
        intents.send(match (under_pointer(&cites), seat) {
            (Consult::Contents, Some(seat)) => Consult::Combatant(seat),
            (rule, _) => rule,
        });
    }
    if hit(KeyCode::F3) {
        intents.send(Pace::Speed((speed.0 + 1) % Speed::NAMES.len() as u8));
    }
    if hit(KeyCode::F7) {
        intents.send(LogEdit::Sheet);
    }
    if session.watched {
        return;
    }
    if hit(KeyCode::F11) {
        intents.send(Command::Recap);
    }
    if hit(KeyCode::Escape) {
        if errand.0.is_some() || plan.cursor.warned.is_some() {
            intents.send(PlanEdit::Cancel);
        } else if plan.ring.is_some() {
            intents.send(PlanEdit::Ring(None));
        } else if plan.selection.drawer.is_some() && question.drawers.is_empty() {
            intents.send(PlanEdit::Drawer(None));
        } else if plan.options.seat.is_some() && plan.selection.action.is_some() {
            intents.send(PlanEdit::Cancel);
        } else {
            intents.send(Navigate::Open(Menu::Pause));
        }
    }
    if hit(KeyCode::F2) {
        intents.send(PlanEdit::ToggleThreat);
    }
    if hit(KeyCode::F4) {
        let holds = |drawer| shelf::holds(&session, &plan, drawer);
        let next = Drawer::next(plan.selection.drawer, holds);
        let asked = question.next_drawer().map(|drawer| drawer.does.clone());
        intents.send(asked.unwrap_or(PlanEdit::Drawer(next).into()));
    }
    if hit(KeyCode::F9) {
        intents.send(Navigate::Open(Menu::Legend));
    }
    if hit(KeyCode::End) && session.battle.outcome().is_none() {
        intents.send(Navigate::Open(Menu::Chances));
    }
    if hit(KeyCode::F10) {
        intents.send(if with_shift(&keys) {
            Teach::SkipAll
        } else {
            Teach::GoOn
        });
    }
    if hit(KeyCode::Slash) && plan.options.seat.is_some() {
        intents.send(Navigate::Open(Menu::Actions));
    }
    if hit(KeyCode::F5) {
        intents.send(Command::Save);
    }
    if hit(KeyCode::Home) {
        intents.send(CameraMove::Fit);
    }
    let (shift, control) = (with_shift(&keys), with_control(&keys));
    if hit(KeyCode::Backspace) || control && hit(KeyCode::KeyZ) {
        let again = shift;
        intents.send(if again { Command::Redo } else { Command::Undo });
    }
    if control && hit(KeyCode::KeyY) {
        intents.send(Command::Redo);
    }
    if hit(KeyCode::Space) {
        if shown.settled {
            intents.send(PlanEdit::EndTurn);
        } else {
            intents.send(Pace::Skip);
        }
    }
    if hit(KeyCode::F6) {
        intents.send(Navigate::Open(Menu::FreeActions));
    }
    // The answer that stands out, unless Enter means a button or a square.
    let button = focus.get().is_some() && visible.0;
    let square = plan.cursor.by_keys && plan.cursor.square.is_some() && on_map(&session, &plan);
    if (hit(KeyCode::Enter) || hit(KeyCode::NumpadEnter)) && !button && !square {
        let main = question.main().map(|main| main.does.clone());
        main.into_iter().for_each(|intent| intents.send(intent));
    }
    if hit(KeyCode::Backquote) && shown.settled {
        let pointed = plan.cursor.square;
        let seat = pointed.and_then(|square| Plan::anyone_at(&shown, square));
        let open = plan.ring.as_ref().map(|ring| ring.seat);
        intents.send(PlanEdit::Ring(seat.filter(|seat| open != Some(*seat))));
    }
    if let Some(number) = number(&keys) {
        let pressed = if let Some(ring) = &plan.ring {
            let entry = ring.entries.get(number);
            entry.map(|entry| entry.does.clone().into())
        } else if question.heading.is_empty() {
            slot_or_way(number, &session, &plan, &shown)
        } else {
            answer(number, &question)
        };
        pressed.into_iter().for_each(|intent| intents.send(intent));
    }
    // With Ctrl a letter is no action's.
    if control {
        return;
    }
    let rules = session.rules();
    for option in &plan.options.actions {
        let key = rules
            .actions
            .get(option.action)
            .and_then(|def| def.key)
            .and_then(letter);
        if key.is_some_and(hit)
            && let Some(action) = air::next(rules, &plan, option.action)
        {
            intents.send(PlanEdit::Begin(action));
        }
    }
}

/// Whether what is asked can be answered on the map.
fn on_map(session: &Session, plan: &Plan) -> bool {
    let squares = session.question().map(offer::squares);
    plan.options.actor.is_some()
        || plan.deployment.is_some()
        || squares.is_some_and(|squares| !squares.is_empty())
}

/// Number keys answer the question, for once or for good.
fn answer(number: usize, question: &Question) -> Option<Intent> {
    let reply = question.reply(number)?;
    reply.enabled.then(|| reply.does.clone())
}

/// Without a question they begin what is in the slots; with Shift they choose weapon and manner.
fn slot_or_way(number: usize, session: &Session, plan: &Plan, shown: &Shown) -> Option<Intent> {
    let Some(number) = number.checked_sub(slot::SLOTS) else {
        // What is dim says why.
        let action = slot::of(session, plan)[number]?;
        return Some(PlanEdit::Begin(action).into());
    };
    let way = ways::of(session, plan, shown).into_iter().nth(number)?;
    way.possible.then_some(way.does)
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
