//! How your own hand sounds: buttons, what is not possible, and the key that turns sound off.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::command;
use super::intent::{Command, Intent, Intents, PlanEdit, SettingEdit};
use super::keymap::Keys;
use super::notice::Notice;
use super::session::{Session, playing};
use super::settings::Settings;
use super::sounds::{AUDIBLE, Heard};
use super::widgets::Enabled;
use super::{FrameSet, Menu, Screen};
use crate::sound::Sound;

pub(super) fn plugin(app: &mut App) {
    if !AUDIBLE {
        return;
    }
    app.add_observer(pressed).add_observer(pressed_in_vain);
    app.add_systems(Update, mute.in_set(FrameSet::Input));
    let refuse = refuse.in_set(FrameSet::Apply).after(command::obey);
    app.add_systems(Update, refuse.run_if(playing()));
}

fn mute(
    keys: Res<ButtonInput<KeyCode>>,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    names: Res<Keys>,
    mut notice: ResMut<Notice>,
    mut intents: Intents,
) {
    if !keys.just_pressed(KeyCode::F12) || *menu.get() == Menu::Keys {
        return;
    }
    intents.send(SettingEdit::Muted(!settings.muted));
    if *screen.get() == Screen::Battle {
        let words = match settings.muted {
            true => "Sound is on.".to_owned(),
            false => names.tell("Sound is off. {F12} turns it on again."),
        };
        notice.0 = Some(Ok(words));
    }
}

fn pressed(press: On<Activate>, buttons: Query<(), With<Intent>>, mut heard: MessageWriter<Heard>) {
    if buttons.contains(press.entity) {
        heard.write(Heard(Sound::Click));
    }
}

fn pressed_in_vain(
    click: On<Pointer<Click>>,
    buttons: Query<&Enabled>,
    mut heard: MessageWriter<Heard>,
) {
    let grey = buttons.get(click.entity).is_ok_and(|enabled| !enabled.0);
    if grey && click.button == PointerButton::Primary {
        heard.write(Heard(Sound::Refused));
    }
}

/// A click on the map or a choice that the rules do not allow.
fn refuse(
    session: Res<Session>,
    mut edits: MessageReader<PlanEdit>,
    mut commands: MessageReader<Command>,
    mut heard: MessageWriter<Heard>,
) {
    let clicks = edits.read().filter(|e| {
        matches!(
            e,
            PlanEdit::Click(_) | PlanEdit::Through(_) | PlanEdit::GoRound(_)
        )
    });
    let choices = commands.read().filter(|c| matches!(c, Command::Choose(_)));
    let tried = clicks.count() + choices.count() > 0;
    if tried && session.refusal.is_some() {
        heard.write(Heard(Sound::Refused));
    }
}
