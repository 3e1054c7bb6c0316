//! What a player wants. Every kind of wish is a message of its own with one reader; an [`Intent`] is
//! any of them, which is what a button carries and a key sends.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::awake::Awake;

pub use super::board::CameraMove;
pub use super::command::Command;
pub use super::hud::ToggleLine;
pub use super::menus::Consult;
pub use super::navigate::Navigate;
pub use super::plan::PlanEdit;
pub use super::playback::Pace;
pub use super::screens::SetupEdit;

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
    /// Another screen or menu.
    Navigate(Navigate) => ways;
    /// A look into the rulebook.
    Consult(Consult) => questions;
    /// Another part of the map.
    Camera(CameraMove) => moves;
    /// Faster or slower.
    Pace(Pace) => paces;
    /// A line of the log opens or closes.
    Log(ToggleLine) => lines;
}

pub(super) fn plugin(app: &mut App) {
    add_messages(app);
    app.add_observer(press);
}

/// A pressed button does what it carries.
fn press(press: On<Activate>, buttons: Query<&Intent>, mut intents: Intents) {
    if let Ok(intent) = buttons.get(press.entity) {
        intents.send(intent.clone());
    }
}
