//! What a frame of the window costs the processor, drawing aside: on the largest level, with the pointer on
//! another square in every frame, so that everything that follows it is worked out and built anew. Once in a
//! person's turn, and once in those of the computer, with everything moving.
//!
//! `cargo bench --profile dist --bench frame`. Nothing is drawn, so no screen is needed, only a driver of Vulkan (in
//! software, too). `--profile dev` uses the Bevy of the tests, and is the upper bound.

#[allow(dead_code)]
mod common;

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use bevy::winit::WinitPlugin;
use common::SYSTEMS;
use opportunist::ai::{Player, Profile};
use opportunist::combat::{Choice, Request};
use opportunist::content::{Catalogue, data_root};
use opportunist::game::intent::{Command, PlanEdit};
use opportunist::game::{self, GameOptions, Plan, Screen, Session, Shown, Speed};
use opportunist::rules::{Id, LevelId};

/// Frames that are measured.
const FRAMES: usize = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().any(|arg| arg == "--list") {
        return Ok(());
    }
    let catalogue = Catalogue::load(&data_root(None)?)?;
    let squares = |id: &LevelId| {
        let map = &catalogue.levels[*id].map;
        map.iter().map(|row| row.chars().count()).sum::<usize>()
    };
    let levels = (0..catalogue.levels.len()).map(LevelId::from_index);
    let largest = levels.max_by_key(squares).ok_or("there is no level")?;
    let (name, size) = (catalogue.levels[largest].name.clone(), squares(&largest));
    for ruleset in SYSTEMS {
        let both = measured(Arc::new(catalogue.clone()), largest, ruleset)?;
        for (whose, mut times) in ["your turn", "the computer's"].into_iter().zip(both) {
            if times.is_empty() {
                continue;
            }
            times.sort();
            let at = |part: usize| times[(times.len() * part / 1000).min(times.len() - 1)];
            println!(
                "{name} ({size} squares), {ruleset}, {whose}: median {:.2?}, 99 in a hundred within {:.2?}, longest {:.2?}",
                at(500),
                at(990),
                at(1000),
            );
        }
    }
    Ok(())
}

fn measured(
    catalogue: Arc<Catalogue>,
    level: LevelId,
    ruleset: &str,
) -> Result<[Vec<Duration>; 2], Box<dyn Error>> {
    let plugins = game::bevy_plugins()
        .disable::<bevy::log::LogPlugin>()
        .disable::<WinitPlugin>();
    let sides = &catalogue.levels[level].sides;
    let sides = sides.iter().enumerate().map(|(number, side)| {
        let player = match number {
            0 => Player::Person,
            _ => Player::Computer(Profile::default()),
        };
        (side.id.clone(), player)
    });
    let options = GameOptions {
        level: Some(level),
        journey: None,
        start: true,
        watch: None,
        ruleset: Some(ruleset.to_owned()),
        sides: sides.collect(),
        computer: Profile::default(),
        seed: 3,
        attacks_of_opportunity: None,
        catalogue,
    };
    let mut app = game::app_with(options, plugins);
    app.insert_resource(Speed(3));
    app.finish();
    app.cleanup();
    let mut patience = 4000;
    while !my_turn(app.world_mut()) {
        app.update();
        patience -= 1;
        if patience == 0 {
            return Err("no turn came".into());
        }
    }
    let mut mine = Vec::new();
    for frame in 0..FRAMES {
        point(app.world_mut(), frame);
        mine.push(timed(&mut app));
    }
    app.insert_resource(Speed(2));
    let mut theirs = Vec::new();
    for frame in 0..10 * FRAMES {
        if theirs.len() == FRAMES
            || *app.world().resource::<State<Screen>>().get() != Screen::Battle
        {
            break;
        }
        match my_turn(app.world_mut()) {
            true => {
                let pass = Command::Choose(Choice::EndTurn);
                app.world_mut().write_message(pass);
                app.update();
            }
            false => {
                point(app.world_mut(), frame);
                theirs.push(timed(&mut app));
            }
        }
    }
    Ok([mine, theirs])
}

/// How long a frame takes.
fn timed(app: &mut App) -> Duration {
    let begin = Instant::now();
    app.update();
    begin.elapsed()
}

/// Whether it is a person's turn; places the warband and answers what comes before it.
fn my_turn(world: &mut World) -> bool {
    let (Some(session), Some(shown)) = (
        world.get_resource::<Session>(),
        world.get_resource::<Shown>(),
    ) else {
        return false;
    };
    let settled = shown.settled;
    let choice = match session.question() {
        Some(Request::Turn { .. }) => {
            let plan = world.get_resource::<Plan>();
            return settled && plan.is_some_and(|plan| !plan.options.actions.is_empty());
        }
        Some(Request::Deploy { .. }) => {
            let placed = session.battle.placement();
            placed.map(Choice::Place)
        }
        Some(Request::Defence { options, .. }) => options.first().copied().map(Choice::Defend),
        Some(_) => Some(Choice::Decline),
        None => None,
    };
    if let Some(choice) = choice.filter(|_| settled) {
        world.write_message(Command::Choose(choice));
    }
    false
}

/// Moves the pointer over the map, row by row, and shows the threatened squares in between.
fn point(world: &mut World, frame: usize) {
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let Ok((window, mut shape)) = windows.single_mut(world) else {
        return;
    };
    let (x, y) = (frame * 53 % 1240, 80 + frame * 53 / 1240 * 47 % 540);
    let position = Vec2::new(x as f32 + 20.0, y as f32);
    shape.set_cursor_position(Some(position));
    let moved = CursorMoved {
        window,
        position,
        delta: None,
    };
    world.write_message(moved.clone());
    world.write_message(WindowEvent::CursorMoved(moved));
    if frame.is_multiple_of(200) {
        world.write_message(PlanEdit::ToggleThreat);
    }
}
