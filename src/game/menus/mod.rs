//! What can lie on top of a screen: pause, rulebook, lists of actions, hand-over, options, keys, legend,
//! the sheet of a combatant, the warning at the end of a turn, how the battle stands, the files with mistakes.

mod chances;
mod end_turn;
mod faults;
mod finder;
mod free;
mod handover;
mod keys;
mod legend;
mod list;
mod options;
mod pause;
mod rulebook;
pub mod sheet;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::{FrameSet, Menu, Screen};
use crate::game::intent::{Command, Intents, Navigate, PlanEdit};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        pause::plugin,
        rulebook::plugin,
        finder::plugin,
        list::plugin,
        legend::plugin,
        sheet::plugin,
        options::plugin,
        keys::plugin,
        handover::plugin,
        end_turn::plugin,
        chances::plugin,
        faults::plugin,
    ));
    app.add_systems(Update, steer.in_set(FrameSet::Input));
}

/// Escape closes; Enter goes on where there is one way to go on.
fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    waiting: Res<keys::Waiting>,
    menu: Res<State<Menu>>,
    screen: Res<State<Screen>>,
    (focus, buttons): (Res<InputFocus>, Query<(), With<Button>>),
    mut intents: Intents,
    mut open: Local<Menu>,
) {
    // A key that opened a menu must not close it in the same breath.
    let before = std::mem::replace(&mut *open, *menu.get());
    if before != *menu.get() {
        return;
    }
    let pressed = keys.just_pressed(KeyCode::Enter) || keys.just_pressed(KeyCode::Space);
    // A button that has the focus does what it says.
    let go_on = pressed && !focus.get().is_some_and(|focused| buttons.contains(focused));
    let close = keys.just_pressed(KeyCode::Escape)
        || (matches!(menu.get(), Menu::Rulebook | Menu::Sheet) && keys.just_pressed(KeyCode::F1))
        || (*menu.get() == Menu::Legend && keys.just_pressed(KeyCode::F9))
        || (*menu.get() == Menu::Chances && keys.just_pressed(KeyCode::End));
    match menu.get() {
        Menu::Keys if waiting.0.is_some() => {}
        Menu::None | Menu::Pause | Menu::Options if keys.just_pressed(KeyCode::F8) => {
            intents.send(Navigate::Open(Menu::Options));
        }
        Menu::None => {}
        Menu::HandOver if go_on => {
            intents.send(Command::TakeSeat);
        }
        Menu::EndTurn if go_on => {
            intents.send(PlanEdit::EndTurn);
        }
        Menu::HandOver => {}
        Menu::Pause if keys.just_pressed(KeyCode::F5) && *screen.get() == Screen::Battle => {
            intents.send(Command::Save);
        }
        _ if close => {
            intents.send(Navigate::Close);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
