//! What a player wants. Every kind of wish is a message of its own with one reader; an [`Intent`] is
//! any of them, which is what a button carries and a key sends.

use std::path::PathBuf;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::awake::Awake;
use super::drawer::Drawer;
use super::{Menu, Screen};
use crate::combat::contract::{AutoResponse, RequestKind};
use crate::combat::contract::{Repair, Wearable};
use crate::combat::{Choice, Seat};
use crate::grid::Square;
use crate::rules::{ActionId, DamageKind, JourneyId, LevelId, RuleId};

/// The battle goes on, ends, or gives way to another.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Begin the battle that was set up.
    Start,
    /// Begin the battle that teaches newcomers to play.
    Learn,
    /// Begin the same battle again with other dice.
    Rematch,
    /// The winners who are left break camp and go on to the next level of their way.
    NextBattle,
    /// Go on with a saved battle.
    Load(String),
    /// Delete the file of a saved battle.
    Delete(String),
    /// Show more of the saved battles.
    ListOlder,
    Save,
    /// Watch a saved battle from its beginning.
    WatchSaved(String),
    /// Watch a battle in this file from its beginning.
    WatchFile(PathBuf),
    /// Watch the battle that is over; from the event of this number, if one is given.
    WatchOver(Option<usize>),
    /// Watch what happened since your last turn, and go on.
    Recap,
    /// The next person takes the seat before the screen.
    TakeSeat,
    /// Answer the pending request.
    Choose(Choice),
    /// Take the last step back.
    Undo,
    /// Make the step again that was taken back last.
    Redo,
    Surrender,
    /// From now on answer requests of this kind without asking.
    Respond(RequestKind, AutoResponse),
    /// Ask everything again.
    AskAgain,
}

/// The player has something else in mind.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum PlanEdit {
    /// Begin an action; those without a target are taken at once.
    Begin(ActionId),
    /// Drop what was begun.
    Cancel,
    /// Do what the square offers.
    Click(Square),
    /// Do what the square offers; where that is a walk up to an enemy, strike it then.
    Through(Square),
    /// Do what the square offers, by the way round if there is one.
    GoRound(Square),
    /// Open the ring of actions around a combatant, or close it.
    Ring(Option<Seat>),
    /// Do this to what is on the square.
    Take(ActionId, Square),
    /// Open this drawer of the dock, or shut it; `None`: shut the one that is open.
    Drawer(Option<Drawer>),
    /// Attack with this mode.
    AttackMode(u8),
    /// Deal this kind of damage, of those that the weapon can deal.
    Kind(DamageKind),
    /// Choose this amount, where an action leaves one open.
    Amount(u8),
    /// Fight as drawn (lethal) or the other way round.
    ToggleLethality,
    /// Try this in place of a melee attack, or attack again.
    TryInstead(ActionId),
    /// Fight with both weapons, or with one.
    ToggleBothWeapons,
    /// Use an ability without lowering the guard, or plainly.
    ToggleDefensively,
    /// Ready this action; the trigger is asked next.
    Prepare(ActionId),
    /// Choose the one enemy that sets the readied action off.
    AskWhom,
    /// This enemy alone sets the readied action off.
    WatchFor(Seat),
    /// Pick the square on the map in which the readied action is set off: by anyone, or by enemies; `None`: by
    /// something else after all.
    AskSquare(Option<bool>),
    /// Place all members of the side that have no place yet.
    FillPlaces,
    /// Show the squares that the enemy threatens, or hide them.
    ToggleThreat,
    /// End the turn, with a warning if something is left of it.
    EndTurn,
}

/// The next battle is to be another.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum SetupEdit {
    Level(LevelId),
    /// The rule system at this place among the catalogue's.
    Ruleset(usize),
    /// A person instead of the computer plays the side of this number, or the other way round.
    Side(usize),
    /// The computer plays the side of this number with another temper.
    Temper(usize),
    Seed(u64),
    /// With or without attacks of opportunity.
    AttacksOfOpportunity(bool),
    /// A journey instead of a single battle.
    Journey(JourneyId),
    /// The warband of a journey rests so many days in its camp.
    Stay(u16),
    /// The one at this place among those who can be hired comes along, or does not after all.
    Hire(usize),
    /// In that rest a combatant repairs this; or it stays as it is.
    Repair(Repair),
    Leave(Seat, Wearable),
}

/// An option is to be otherwise, for good.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingEdit {
    /// The interface's scale in per cent; `None`: as the window allows.
    Scale(Option<u16>),
    /// Play at this speed, a number among [`Speed::NAMES`](super::playback::Speed::NAMES).
    Speed(u8),
    /// Ask before a turn ends in which something is left.
    AskBeforeEnd(bool),
    /// Ask before a way on which a blow or the ground may fell the walker.
    AskOnWay(bool),
    /// Ask before a battle is left.
    AskBeforeLeaving(bool),
    /// Tokens walk, lunge and shake.
    Animated(bool),
    /// End a turn when only free actions are left in it.
    EndByItself(bool),
    /// Leave the screen open between the turns of people who share it.
    OpenTable(bool),
    /// How loud sounds are, in per cent; they are heard from now on.
    Volume(u8),
    /// Nothing is heard.
    Muted(bool),
    /// Tell hints; all of them anew.
    Hints(bool),
    /// These colours tell things apart, a number among [`COLOUR_SETS`](crate::art::palette::COLOUR_SETS).
    Colours(u8),
    /// This key does what the [`FUNCTIONS`](super::keymap::FUNCTIONS) have at this place; the one that did it
    /// does what this key did.
    Key(usize, KeyCode),
    /// Every key does what it did at first.
    FirstKeys,
}

/// A key is to be chosen for something.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyEdit {
    /// For what the [`FUNCTIONS`](super::keymap::FUNCTIONS) have at this place: the next key is the one.
    Ask(usize),
    /// It stays as it is.
    Leave,
}

/// Another screen or menu.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigate {
    /// Opens a menu; closes it if it is open.
    Open(Menu),
    /// Closes the menu.
    Close,
    /// Goes to a screen, without a menu.
    Go(Screen),
    /// Ends the program.
    Quit,
}

/// A look into the rulebook.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consult {
    /// Opens the book.
    Contents,
    /// Opens this chapter.
    Chapter(usize),
    /// Opens the book at this rule.
    Rule(RuleId),
    /// Opens the sheet of a combatant.
    Combatant(Seat),
}

/// Another part of the map.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum CameraMove {
    /// Shows the whole map.
    Fit,
    /// Brings a combatant into the middle of the picture.
    LookAt(Seat),
}

/// Faster or slower.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Play at this speed, a number among [`Speed::NAMES`](super::playback::Speed::NAMES).
    Speed(u8),
    /// Show at once what has not been played yet.
    Skip,
}

/// A battle is watched, and this is to be seen of it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchEdit {
    /// It stands still, or goes on.
    Pause,
    /// One event.
    Event(Way),
    /// One turn.
    Turn(Way),
    /// The beginning of this round.
    Round(u16),
    /// The beginning of the battle.
    Begin,
    /// Its end, or how far it has come.
    End,
    /// Nothing more.
    Leave,
}

/// In which direction a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Back,
    On,
}

/// The card of a lesson or a hint was read.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teach {
    /// On to what comes next.
    GoOn,
    /// No more lessons in this battle, or no more hints at all.
    SkipAll,
}

/// The log opens, or closes again.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogEdit {
    /// A line; lines have the number of their event.
    Line(usize),
    /// The whole log beside the map, in place of its last lines.
    Sheet,
    /// Only such lines.
    Filter(LogFilter),
}

/// Which lines the log shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFilter {
    #[default]
    All,
    /// Those about your side.
    MySide,
    /// Attacks, abilities and falls.
    Fights,
}

macro_rules! intents {
    ($($(#[$doc:meta])* $kind:ident($message:ty) => $writer:ident;)+) => {
        /// Something that the player wants. On a button it is what the button does.
        #[derive(Component, Clone, Debug, PartialEq, Eq)]
        pub enum Intent {
            $($(#[$doc])* $kind($message),)+
        }

        $(impl From<$message> for Intent {
            fn from(message: $message) -> Self {
                Self::$kind(message)
            }
        })+

        /// Sends intents, each to the reader of its kind.
        #[derive(SystemParam)]
        pub struct Intents<'w> {
            $($writer: MessageWriter<'w, $message>,)+
            awake: ResMut<'w, Awake>,
        }

        impl Intents<'_> {
            /// Draws on while something is still to be sent.
            pub fn stir(&mut self) {
                self.awake.stir();
            }

            /// Sends one.
            pub fn send(&mut self, intent: impl Into<Intent>) {
                self.awake.stir();
                match intent.into() {
                    $(Intent::$kind(message) => {
                        self.$writer.write(message);
                    })+
                }
            }
        }

        pub(super) fn add_messages(app: &mut App) {
            $(app.add_message::<$message>();)+
        }
    };
}

intents! {
    /// The battle goes on, ends, or gives way to another.
    Command(Command) => commands;
    /// The player has something else in mind.
    Plan(PlanEdit) => edits;
    /// The next battle is to be another.
    Setup(SetupEdit) => setup;
    /// An option is to be otherwise, for good.
    Settings(SettingEdit) => settings;
    /// A key is to be chosen for something.
    Key(KeyEdit) => keys;
    /// Another screen or menu.
    Navigate(Navigate) => ways;
    /// A look into the rulebook.
    Consult(Consult) => questions;
    /// Another part of the map.
    Camera(CameraMove) => moves;
    /// Faster or slower.
    Pace(Pace) => paces;
    /// A battle is watched, and this is to be seen of it.
    Watch(WatchEdit) => views;
    /// The log opens, or closes again.
    Log(LogEdit) => lines;
    /// The card of a lesson or a hint was read.
    Teach(Teach) => lessons;
}

pub(super) fn plugin(app: &mut App) {
    add_messages(app);
    app.add_observer(press);
}

/// A button with this asks once more, in place, before it does what it carries.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Asks {
    /// What the button says then.
    pub words: &'static str,
    /// It was pressed once.
    pub asked: bool,
}

impl Asks {
    /// Asks with these words.
    pub fn once_more(words: &'static str) -> Self {
        Self {
            words,
            asked: false,
        }
    }
}

/// A pressed button does what it carries. Only the first button of the mouse presses: a right click
/// looks things up.
fn press(
    press: On<Activate>,
    buttons: Query<&Intent>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut asks: Query<&mut Asks>,
    mut intents: Intents,
) {
    if mouse.any_just_released([MouseButton::Right, MouseButton::Middle]) {
        return;
    }
    if let Ok(mut asks) = asks.get_mut(press.entity)
        && !asks.asked
    {
        asks.asked = true;
        return;
    }
    if let Ok(intent) = buttons.get(press.entity) {
        intents.send(intent.clone());
    }
}
