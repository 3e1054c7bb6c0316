//! What is heard: which event sounds how, buttons, and what is not possible.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::command;
use super::intent::{Command, Intent, Intents, PlanEdit, SettingEdit};
use super::notice::Notice;
use super::session::{Session, playing};
use super::settings::Settings;
use super::widgets::Enabled;
use super::{FrameSet, Screen};
use crate::combat::contract::{Event, EventKind, Miss};
use crate::combat::{Seat, SideId, View};
use crate::content::WeaponDef;
use crate::rules::{ConditionId, DamageKind, Flag};
use crate::sound::Sound;

/// Whether the game was built with sound at all; without it nothing about sound is on the screen.
pub const AUDIBLE: bool = cfg!(feature = "sound");

/// The key that turns sound off and on, as the list of keys names it.
pub const MUTE: &str = "F12";

/// Something is to be heard now.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard(pub Sound);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Heard>();
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
    mut notice: ResMut<Notice>,
    mut intents: Intents,
) {
    if !keys.just_pressed(KeyCode::F12) {
        return;
    }
    intents.send(SettingEdit::Muted(!settings.muted));
    if *screen.get() == Screen::Battle {
        let words = match settings.muted {
            true => "Sound is on.".to_owned(),
            false => format!("Sound is off. {MUTE} turns it on again."),
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
    let clicks = edits.read().filter(|e| matches!(e, PlanEdit::Click(_)));
    let choices = commands.read().filter(|c| matches!(c, Command::Choose(_)));
    let tried = clicks.count() + choices.count() > 0;
    if tried && session.refusal.is_some() {
        heard.write(Heard(Sound::Refused));
    }
}

/// How the event of this number sounds; `view` is the picture right after it.
pub fn of(number: usize, session: &Session, view: &View) -> Option<Sound> {
    let events = session.battle.events();
    let before = &events[..number];
    let sound = match &events.get(number)?.kind {
        EventKind::RoundBegan { round: 1.. } => Sound::Round,
        EventKind::TurnBegan { seat } => {
            let side = view.combatants.get(seat.index())?.side;
            session.player(side).is_person().then_some(Sound::Turn)?
        }
        EventKind::Moved { .. } => Sound::Step,
        EventKind::Acted { action, .. } => {
            let action = session.rules().actions.get(*action)?;
            action.ability().map(|_| Sound::Spell)?
        }
        EventKind::AttackRolled { attacker, mode, .. } => {
            match shoots(session, view, *attacker, *mode) {
                true => Sound::Loose,
                false => Sound::Swing,
            }
        }
        EventKind::AttackFailed { why, .. } => match why {
            Miss::Blocked | Miss::Cover => Sound::Block,
            Miss::Interrupted => return None,
            _ => Sound::Miss,
        },
        EventKind::LayerTook { passed: ..=0, .. } => Sound::Block,
        EventKind::Hurt { seat, kind, .. } => wound(before, *seat, *kind, session, view),
        EventKind::Healed { amount: 1.., .. } => Sound::Heal,
        EventKind::ThingStruck { left: ..=0, .. }
        | EventKind::ObjectStruck { left: ..=0, .. }
        | EventKind::ItemDestroyed { .. } => Sound::Break,
        EventKind::ThingStruck { .. } => Sound::Block,
        EventKind::ObjectStruck { .. } | EventKind::StruckAtNothing { .. } => Sound::Blunt,
        EventKind::GroundChanged { terrain, .. } => {
            let terrain = session.start.catalogue.terrain.get(*terrain)?;
            match &terrain.hazard {
                Some(hazard) if hazard.kind == DamageKind::Fire => Sound::Fire,
                _ if terrain.door.is_some() || terrain.heavy.is_some() => Sound::Door,
                _ => return None,
            }
        }
        EventKind::Died { seat } => fall(before, *seat, session)?,
        EventKind::ConditionBegan { seat, condition } if fells(session, *condition) => {
            fall(before, *seat, session)?
        }
        EventKind::BattleEnded { winner, .. } => end(*winner, session),
        _ => return None,
    };
    Some(sound)
}

/// The weapon of a way to attack, unless it is part of the body.
fn weapon<'a>(session: &'a Session, view: &View, seat: Seat, mode: u8) -> Option<&'a WeaponDef> {
    let who = view.combatants.get(seat.index())?;
    let weapon = who.modes.get(usize::from(mode))?.weapon?;
    session.start.catalogue.weapons.get(weapon)
}

/// Whether an attack sends something from a string, and throws nothing.
fn shoots(session: &Session, view: &View, seat: Seat, mode: u8) -> bool {
    weapon(session, view, seat, mode).is_some_and(|weapon| weapon.projectile)
}

/// A wound sounds like what deals it, and like a critical hit if it is one.
fn wound(
    before: &[Event],
    wounded: Seat,
    kind: DamageKind,
    session: &Session,
    view: &View,
) -> Sound {
    // The attack that it comes from, if it comes from one: nothing else has begun since.
    let (mut critical, mut arrow) = (false, false);
    for event in before.iter().rev() {
        match &event.kind {
            EventKind::AttackLanded {
                target,
                critical: yes,
                ..
            } if *target == wounded => critical = *yes,
            EventKind::AttackRolled {
                attacker,
                target,
                mode,
                ..
            } => {
                arrow = *target == wounded && shoots(session, view, *attacker, *mode);
                break;
            }
            EventKind::Hurt { .. } | EventKind::Acted { .. } | EventKind::TurnBegan { .. } => break,
            _ => {}
        }
    }
    match kind {
        _ if critical => Sound::Critical,
        DamageKind::Fire => Sound::Fire,
        DamageKind::Cold | DamageKind::Acid | DamageKind::Lightning | DamageKind::Poison => {
            Sound::Sting
        }
        DamageKind::Piercing if arrow => Sound::Arrow,
        DamageKind::Slashing | DamageKind::Piercing => Sound::Blade,
        DamageKind::Bludgeoning | DamageKind::Untyped => Sound::Blunt,
    }
}

/// Whether a condition lays its bearer on the ground.
fn fells(session: &Session, condition: ConditionId) -> bool {
    let condition = session.rules().conditions.get(condition);
    condition.is_some_and(|def| {
        def.flags
            .iter()
            .any(|f| [Flag::Prone, Flag::Dying].contains(f))
    })
}

/// A fall is heard once, however many conditions and events it is told by.
fn fall(before: &[Event], who: Seat, session: &Session) -> Option<Sound> {
    let since = before.iter().rev().take_while(|event| {
        !matches!(
            event.kind,
            EventKind::AttackRolled { .. } | EventKind::TurnBegan { .. } | EventKind::Acted { .. }
        )
    });
    let fell = |event: &Event| match &event.kind {
        EventKind::Died { seat } => *seat == who,
        EventKind::ConditionBegan { seat, condition } => *seat == who && fells(session, *condition),
        _ => false,
    };
    (!since.into_iter().any(fell)).then_some(Sound::Fall)
}

/// The end of a battle sounds as it is for the people before the screen.
fn end(winner: Option<SideId>, session: &Session) -> Sound {
    let watched = !session.start.players.iter().any(|p| p.is_person());
    match winner {
        Some(side) if watched || session.player(side).is_person() => Sound::Victory,
        _ => Sound::Defeat,
    }
}
