//! The real window, played by a pilot: pictures are not blank, and clicks and keys do what they
//! should.
//!
//! Needs a display; without one the test passes over, unless `OPPORTUNIST_WINDOW_TEST=required`.
//! `make test` gives it a screen in memory. The pictures are kept in cargo's folder for test files.

#[cfg(unix)]
mod closing;
mod hands;
mod lessons;
mod options;
mod picture;
mod pilot;
#[path = "../program/processor.rs"]
mod processor;
mod storm;
mod tour;
mod travelling;
mod watching;
mod wishes;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::winit::WinitSettings;
use opportunist::ai::{Player, Profile};
use opportunist::content::{Catalogue, data_root};
use opportunist::game::{self, GameOptions};

fn main() -> ExitCode {
    if std::env::args().any(|arg| arg == "--list") {
        return ExitCode::SUCCESS;
    }
    if !game::display_available() {
        let required = std::env::var("OPPORTUNIST_WINDOW_TEST").is_ok_and(|v| v == "required");
        println!("window test: there is no display, so there is nothing to look at.");
        return if required {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        };
    }
    // Its own, so that a long storm can blow beside other tests.
    let home = tempfile::tempdir().expect("a folder");
    for (name, folder) in [
        ("OPPORTUNIST_SAVES", "saves"),
        ("OPPORTUNIST_CONFIG", "config"),
    ] {
        // SAFETY: nothing else runs yet.
        unsafe { std::env::set_var(name, home.path().join(folder)) };
    }
    let flown = options().and_then(|options| {
        #[cfg(unix)]
        if !storm::is_all() {
            closing::by_signal(&options)?;
        }
        // The storm comes last: it changes options and leaves saved battles.
        if !storm::is_all() && fly(options.clone()) != ExitCode::SUCCESS {
            return Ok(ExitCode::FAILURE);
        }
        storm::blow(&options).map(|()| ExitCode::SUCCESS)
    });
    flown.unwrap_or_else(|why| {
        println!("window test: {why}");
        ExitCode::FAILURE
    })
}

fn options() -> Result<GameOptions, String> {
    let catalogue = Catalogue::load(&data_root(None)?).map_err(|e| e.to_string())?;
    let sides = catalogue
        .levels
        .iter()
        .flat_map(|(_, level)| level.sides.iter().enumerate())
        .map(|(i, side)| {
            (
                side.id.clone(),
                if i == 0 {
                    Player::Person
                } else {
                    Player::Computer(Profile::default())
                },
            )
        })
        .collect();
    let ruleset = Some("age_of_heroes".to_owned());
    Ok(GameOptions {
        journey: None,
        catalogue: Arc::new(catalogue),
        level: None,
        start: false,
        watch: None,
        computer: Profile::default(),
        ruleset,
        sides,
        seed: 11,
        attacks_of_opportunity: None,
    })
}

fn fly(options: GameOptions) -> ExitCode {
    // Software drivers dislike to be interrupted while they compile, so nothing happens at once.
    let plugins = game::bevy_plugins()
        .set(RenderPlugin {
            synchronous_pipeline_compilation: true,
            ..default()
        })
        .disable::<bevy::render::pipelined_rendering::PipelinedRenderingPlugin>();
    let mut app = game::app_with(options, plugins);
    app.insert_resource(WinitSettings::continuous());
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
        40,
    )));
    app.add_plugins(pilot::plugin(tour::steps()));
    match app.run() {
        AppExit::Success => {
            println!("window test: ok");
            ExitCode::SUCCESS
        }
        AppExit::Error(_) => ExitCode::FAILURE,
    }
}
