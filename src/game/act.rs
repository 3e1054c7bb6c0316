//! What a player can do on the screen. Buttons, keys and the map all write the same message.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::awake::Awake;
use super::plan::Group;
use super::{Menu, Screen};
use crate::combat::contract::request::{AutoResponse, RequestKind};
use crate::combat::{Choice, Rest, Seat};
use crate::grid::Square;
use crate::rules::damage::DamageKind;
use crate::rules::{ActionId, LevelId, RuleId};

/// Something that a player does. On a button it is what the button does.
#[derive(Message, Component, Clone, Debug, PartialEq, Eq)]
pub enum Act {
    // Set-up.
    PickLevel(LevelId),
    PickRuleset(usize),
    /// Who plays the side of this number: person or computer.
    TurnSide(usize),
    /// The computer plays the side of this number with another temper.
    NextTemper(usize),
    Seed(u64),
    Start,
    Load(String),
    Quit,
    // Battle.
    /// Answer the pending request.
    Choose(Choice),
    /// Begin an action of the bar; those without a target are taken at once.
    Begin(ActionId),
    /// Open this shelf of the action bar.
    PickGroup(Group),
    /// Attack with this form.
    PickForm(u8),
    /// Deal this kind of damage, of those that the weapon can deal.
    PickKind(DamageKind),
    /// Ready this action; the trigger is asked next.
    Prepare(ActionId),
    /// Choose the one enemy that sets the readied action off.
    AskForFoe,
    /// This enemy alone sets the readied action off.
    WatchFor(Seat),
    /// Drop what was begun.
    Cancel,
    /// End the turn, with a warning if something is left of it.
    EndTurn,
    Undo,
    /// Places everybody who has no place yet.
    FillPlaces,
    /// Fight as drawn (lethal) or the other way round.
    ToggleLethality,
    /// Try this in place of a melee attack, or attack again.
    TryInstead(ActionId),
    /// Fight with both weapons, or with one.
    ToggleBothWeapons,
    /// Use an ability without lowering the guard, or plainly.
    ToggleDefensively,
    /// Do what the square offers.
    Square(Square),
    /// Answer this kind of request without asking from now on.
    Stand(RequestKind, AutoResponse),
    /// Forget all standing answers.
    AskAgain,
    /// Surrender.
    GiveUp,
    // The picture.
    Speed(u8),
    Skip,
    ToggleThreat,
    Fit,
    /// Brings somebody into the middle of the picture.
    LookAt(Seat),
    /// Opens or closes a line of the log.
    OpenLine(usize),
    /// Shows a rule of the compendium.
    ShowRule(RuleId),
    /// Opens this chapter of the rulebook.
    ReadChapter(usize),
    // Going about.
    Open(Menu),
    Close,
    Save,
    Leave,
    Rematch,
    /// Rest so long before the next battle.
    PickRest(Rest),
    /// Those who are left of the winners meet their foes again, these as fresh as at first.
    NextBattle,
    Go(Screen),
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Act>();
    app.add_observer(press);
    app.add_systems(Update, go.in_set(super::Stage::Act));
}

/// A pressed button does what it carries.
fn press(
    press: On<Activate>,
    buttons: Query<&Act>,
    mut acts: MessageWriter<Act>,
    mut awake: ResMut<Awake>,
) {
    if let Ok(act) = buttons.get(press.entity) {
        acts.write(act.clone());
        awake.stir();
    }
}

/// Opens and closes what lies on top.
fn go(
    mut acts: MessageReader<Act>,
    menu: Res<State<Menu>>,
    mut next_menu: ResMut<NextState<Menu>>,
    mut next_screen: ResMut<NextState<Screen>>,
    mut exit: MessageWriter<AppExit>,
    mut awake: ResMut<Awake>,
) {
    for act in acts.read() {
        awake.stir();
        match act {
            Act::Open(wanted) if menu.get() == wanted => {
                NextState::set_if_neq(&mut next_menu, Menu::None)
            }
            Act::Open(wanted) => NextState::set_if_neq(&mut next_menu, *wanted),
            Act::ShowRule(_) => NextState::set_if_neq(&mut next_menu, Menu::Rulebook),
            Act::Close | Act::GiveUp | Act::AskAgain => {
                NextState::set_if_neq(&mut next_menu, Menu::None)
            }
            Act::Leave => {
                NextState::set_if_neq(&mut next_menu, Menu::None);
                NextState::set_if_neq(&mut next_screen, Screen::Setup);
            }
            Act::Go(screen) => NextState::set_if_neq(&mut next_screen, *screen),
            Act::Quit => {
                exit.write(AppExit::Success);
            }
            _ => {}
        }
    }
}
