//! The game in a window.
//!
//! Two states say where one is: [`Screen`] (set-up, battle, victory) and [`Menu`] (which overlay
//! lies on top). The rules run in a [`Battle`](crate::combat::Battle) of their own, kept by
//! [`session`]; [`playback`] plays its events into a picture that the board and the panels show, and
//! never reads ahead. Buttons, keys and clicks on the map all become an [`Intent`](intent::Intent).

#![allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    reason = "a system's arguments are what it reads and writes"
)]

mod awake;
mod beckon;
mod board;
mod chosen;
mod clicks;
mod colours;
mod command;
mod drawer;
mod driver;
mod eye;
mod focus;
mod goal;
mod hints;
mod hud;
pub mod intent;
mod interface;
pub mod keymap;
mod known;
mod menus;
mod navigate;
mod notice;
mod pictures;
mod plan;
mod playback;
mod save;
mod scale;
mod screens;
mod session;
pub mod settings;
mod sounds;
#[cfg(feature = "sound")]
mod speaker;
mod spotlight;
pub mod teach;
mod terminate;
#[cfg(test)]
mod testing;
mod theme;
mod thinking;
mod thoughts;
mod toast;
mod twins;
mod watch;
mod widgets;
mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::window::WindowResolution;

use crate::ai::{Player, Profile};
use crate::content::Catalogue;
use crate::rules::{JourneyId, LevelId};

// What a test of the window looks at.
pub use board::centre;
pub use chosen::{Chosen, Library};

pub use hud::question::Question;
pub use plan::Plan;
pub use playback::{Shown, Speed};
pub use session::{ChosenCamp, ChosenRepairs, Session, Start};
pub use watch::Watch;

/// What the game starts with.
#[derive(Clone, Debug)]
pub struct GameOptions {
    pub catalogue: Arc<Catalogue>,
    /// The level chosen at first.
    pub level: Option<LevelId>,
    /// The journey chosen at first, instead of a level.
    pub journey: Option<JourneyId>,
    /// Whether that level is entered at once, without the set-up screen.
    pub start: bool,
    /// A battle to be watched at once, without the set-up screen.
    pub watch: Option<PathBuf>,
    /// The ruleset chosen at first, by id.
    pub ruleset: Option<String>,
    /// Who plays which side, by the side's id.
    pub sides: Vec<(String, Player)>,
    /// How the computer plays where nothing else is said.
    pub computer: Profile,
    pub seed: u64,
    /// With or without attacks of opportunity, where the rules leave that open; `None`: as the level
    /// says.
    pub attacks_of_opportunity: Option<bool>,
}

/// Where one is.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    #[default]
    Setup,
    Battle,
    Victory,
}

/// Which overlay lies on top.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Menu {
    #[default]
    None,
    Pause,
    /// The compendium, with a search line.
    Rulebook,
    /// All actions of the one whose turn it is, with a search line.
    Actions,
    /// What your side can do at no cost in the turn of another.
    FreeActions,
    /// Another person takes the seat.
    HandOver,
    /// Something of the turn is left: end it anyway?
    EndTurn,
    /// What is kept between starts.
    Options,
    /// Every key with what it does, to be changed.
    Keys,
    /// Every mark on the board with its meaning.
    Legend,
    /// Everything that is known about a combatant.
    Sheet,
    /// How often each side would win from here.
    Chances,
    /// The files that were left out because of mistakes.
    Faults,
}

/// The order of what happens in a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FrameSet {
    /// Keys and pointer become intents.
    Input,
    /// Intents change session, plan and settings.
    Apply,
    /// Events are played, computer sides decide.
    Play,
    /// The picture follows.
    Show,
}

/// Whether there is a screen to open a window on.
pub fn display_available() -> bool {
    if cfg!(any(target_os = "windows", target_os = "macos")) {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Whether a battle in a file can be watched.
///
/// # Errors
/// When the file cannot be read, or the content no longer fits it.
pub fn watchable(file: &Path, catalogue: Arc<Catalogue>) -> Result<(), String> {
    save::recorded(file, catalogue).map(drop)
}

/// Opens the window and plays until it is closed.
pub fn run(options: GameOptions) -> AppExit {
    app(options).run()
}

/// The application, ready to run.
pub fn app(options: GameOptions) -> App {
    app_with(options, bevy_plugins())
}

/// The application over these plugins of Bevy; tests change them and add a pilot of their own.
pub fn app_with(options: GameOptions, plugins: PluginGroupBuilder) -> App {
    let mut app = App::new();
    app.add_plugins(plugins);
    app.add_plugins(plugin(options));
    app
}

/// What the window needs of Bevy.
pub fn bevy_plugins() -> PluginGroupBuilder {
    let window = Window {
        title: "Opportunist".into(),
        name: Some("opportunist".into()),
        resolution: WindowResolution::new(1280, 800),
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: 640.0,
            min_height: 480.0,
            ..default()
        },
        ..default()
    };
    let plugins = DefaultPlugins
        .set(WindowPlugin {
            primary_window: Some(window),
            ..default()
        })
        .set(bevy::log::LogPlugin {
            filter: "warn,wgpu_hal=off,bevy_winit=error,naga=error".into(),
            ..default()
        });
    let plugins = terminate::without_bevys(plugins);
    #[cfg(feature = "sound")]
    if !speaker::may_play() {
        return plugins.disable::<bevy::audio::AudioPlugin>();
    }
    plugins
}

fn plugin(options: GameOptions) -> impl Plugin {
    move |app: &mut App| {
        app.insert_resource(ClearColor(theme::TABLE));
        app.init_state::<Screen>().init_state::<Menu>();
        app.configure_sets(
            Update,
            (
                FrameSet::Input,
                FrameSet::Apply,
                FrameSet::Play,
                FrameSet::Show,
            )
                .chain(),
        );
        app.add_plugins((
            theme::plugin,
            pictures::plugin,
            awake::plugin,
            intent::plugin,
            interface::plugin,
            navigate::plugin,
            command::plugin,
            widgets::plugin,
            session::plugin,
            playback::plugin,
            spotlight::plugin,
            driver::plugin,
            plan::plugin,
        ));
        app.add_plugins((
            save::plugin,
            settings::plugin,
            keymap::plugin,
            colours::plugin,
            toast::plugin,
            watch::plugin,
            terminate::plugin,
        ));
        app.add_plugins((teach::plugin, beckon::plugin, focus::plugin));
        app.add_plugins((sounds::plugin, clicks::plugin));
        #[cfg(feature = "sound")]
        app.add_plugins(speaker::plugin);
        app.add_plugins((board::plugin, hud::plugin, menus::plugin));
        app.add_plugins((chosen::plugin(options.clone()), screens::plugin));
    }
}
