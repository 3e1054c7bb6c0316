//! The storm: random clicks, keys, turns of the wheel, and windows of other sizes, under every rule system. The game
//! has to survive them: no panic, no frame that hangs.
//!
//! Nothing is drawn, so that the time goes into events. `make storm EVENTS=100000` blows for so many events a rule
//! system; the seed of each application is told, and `OPPORTUNIST_STORM_SEED` begins with it. With
//! `OPPORTUNIST_STORM_RULES` it blows under one rule system alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::input::ButtonState;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy::window::{PrimaryWindow, WindowEvent, WindowFocused, WindowResized};
use bevy::winit::WinitPlugin;
use opportunist::ai::{Player, Profile};
use opportunist::game::intent::Intent;
use opportunist::game::{self, GameOptions, Session, Speed};
use opportunist::grid::Square;
use opportunist::rules::{Id, LevelId};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::hands::{key, mouse, move_to, spot, window};
use crate::processor::worked;

/// Events of each rule system in a usual run of the tests.
const USUAL: usize = 600;

/// Events of one application: then another one begins, in another level.
const SPELL: usize = 2_000;

/// A frame that takes longer hangs, if the process has had half of the time of a processor.
const HANG: Duration = Duration::from_secs(20);

/// Keys that mean something, and some that do not.
const KEYS: [KeyCode; 60] = [
    KeyCode::KeyA,
    KeyCode::KeyB,
    KeyCode::KeyC,
    KeyCode::KeyD,
    KeyCode::KeyE,
    KeyCode::KeyF,
    KeyCode::KeyG,
    KeyCode::KeyH,
    KeyCode::KeyI,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
    KeyCode::KeyM,
    KeyCode::KeyN,
    KeyCode::KeyO,
    KeyCode::KeyP,
    KeyCode::KeyQ,
    KeyCode::KeyR,
    KeyCode::KeyS,
    KeyCode::KeyT,
    KeyCode::KeyU,
    KeyCode::KeyV,
    KeyCode::KeyW,
    KeyCode::KeyX,
    KeyCode::KeyY,
    KeyCode::KeyZ,
    KeyCode::Digit0,
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit9,
    KeyCode::Enter,
    KeyCode::Escape,
    KeyCode::Tab,
    KeyCode::Space,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::F1,
    KeyCode::F2,
    KeyCode::F3,
    KeyCode::F4,
    KeyCode::F5,
    KeyCode::F6,
    KeyCode::F11,
    KeyCode::F12,
    KeyCode::Minus,
    KeyCode::Equal,
    KeyCode::Comma,
    KeyCode::ControlLeft,
    KeyCode::ShiftLeft,
    KeyCode::AltLeft,
];

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Whether only the storm is wanted.
pub fn is_all() -> bool {
    number("OPPORTUNIST_STORM_EVENTS").is_some()
}

/// Blows under every rule system.
///
/// # Errors
/// The panic or the hang, with the seed of its application.
pub fn blow(options: &GameOptions) -> Result<(), String> {
    let wanted = number("OPPORTUNIST_STORM_EVENTS").map_or(USUAL, |events| events as usize);
    let from = number("OPPORTUNIST_STORM_SEED").unwrap_or(1);
    let only = std::env::var("OPPORTUNIST_STORM_RULES").ok();
    let systems: Vec<String> = options
        .catalogue
        .rulesets
        .iter()
        .map(|rules| rules.id.clone())
        .filter(|id| only.as_ref().is_none_or(|only| only == id))
        .collect();
    for system in systems {
        let (mut events, mut seed, begin) = (0, from, Instant::now());
        while events < wanted {
            let spell = || blow_once(options, &system, seed, SPELL.min(wanted - events));
            let blown = catch_unwind(AssertUnwindSafe(spell));
            events += match blown {
                Ok(Ok(events)) => events.max(1),
                Ok(Err(why)) => return Err(format!("{system}, seed {seed}: {why}")),
                Err(_) => return Err(format!("{system}, seed {seed}: panicked")),
            };
            seed += 1;
        }
        let (applications, took) = (seed - from, begin.elapsed().as_secs());
        println!("storm: {system}: {events} events on {applications} applications in {took} s");
    }
    Ok(())
}

/// One application; returns the number of events until their end or its own.
fn blow_once(
    options: &GameOptions,
    system: &str,
    seed: u64,
    events: usize,
) -> Result<usize, String> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = move |count: usize| (chance.next_u64() % count.max(1) as u64) as usize;
    let mut app = begun(options, system, seed, &mut draw);
    for _ in 0..5 {
        app.update();
    }
    let mut sent = 0;
    while sent < events {
        sent += gust(app.world_mut(), &mut draw);
        let (begin, had) = (Instant::now(), worked());
        app.update();
        if begin.elapsed() > HANG && worked() - had > HANG.as_secs() / 2 {
            return Err(format!("event {sent}: a frame took {:?}", begin.elapsed()));
        }
        if app.should_exit().is_some() {
            break;
        }
    }
    Ok(sent)
}

/// An application in a level, on the set-up screen or in a battle, that draws nothing.
fn begun(
    options: &GameOptions,
    system: &str,
    seed: u64,
    draw: &mut impl FnMut(usize) -> usize,
) -> App {
    let plugins = game::bevy_plugins()
        .disable::<bevy::log::LogPlugin>()
        .disable::<WinitPlugin>();
    let level = LevelId::from_index(draw(options.catalogue.levels.len()));
    let sides = options.catalogue.levels[level].sides.iter().enumerate();
    let both = draw(3) == 0;
    let player = |side: usize| match side == 0 || both {
        true => Player::Person,
        false => Player::Computer(Profile::FAST),
    };
    let sides = sides
        .map(|(at, side)| (side.id.clone(), player(at)))
        .collect();
    let options = GameOptions {
        journey: None,
        catalogue: Arc::clone(&options.catalogue),
        level: Some(level),
        start: draw(5) > 0,
        watch: None,
        computer: Profile::FAST,
        ruleset: Some(system.to_owned()),
        sides,
        seed,
        attacks_of_opportunity: None,
    };
    let mut app = game::app_with(options, plugins);
    app.insert_resource(Speed(3));
    app.finish();
    app.cleanup();
    app
}

/// The events of one frame; returns their number.
fn gust(world: &mut World, draw: &mut impl FnMut(usize) -> usize) -> usize {
    match draw(100) {
        0..=44 => {
            if let Some(at) = place(world, draw) {
                point(world, at);
            }
            1
        }
        45..=69 => {
            let button = match draw(10) {
                0 => MouseButton::Right,
                1 => MouseButton::Middle,
                _ => MouseButton::Left,
            };
            mouse(world, button, ButtonState::Pressed);
            if draw(4) > 0 {
                mouse(world, button, ButtonState::Released);
            }
            2
        }
        70..=74 => {
            for button in [MouseButton::Left, MouseButton::Right, MouseButton::Middle] {
                mouse(world, button, ButtonState::Released);
            }
            3
        }
        75..=79 => {
            scroll(world, draw(7) as f32 - 3.0);
            1
        }
        80..=96 => {
            let code = KEYS[draw(KEYS.len())];
            key(world, code, ButtonState::Pressed);
            if draw(4) > 0 {
                key(world, code, ButtonState::Released);
            }
            2
        }
        97 => {
            for code in KEYS {
                key(world, code, ButtonState::Released);
            }
            KEYS.len()
        }
        98 => {
            let size = [
                (640.0, 480.0),
                (1280.0, 800.0),
                (1920.0, 1080.0),
                (800.0, 1200.0),
            ];
            let (width, height) = size[draw(size.len())];
            resize(world, width, height);
            1
        }
        _ => {
            focus(world, draw(2) == 0);
            1
        }
    }
}

/// Where to point: at a button, at a square of the map, or anywhere.
fn place(world: &mut World, draw: &mut impl FnMut(usize) -> usize) -> Option<Vec2> {
    let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
    let size = windows.single(world).ok()?.size();
    match draw(10) {
        0..=4 => {
            let scale = world.resource::<UiScale>().0;
            let mut buttons =
                world.query_filtered::<(&UiGlobalTransform, &ComputedNode), With<Intent>>();
            let all: Vec<Vec2> = buttons
                .iter(world)
                .filter(|(_, node)| node.size().min_element() > 1.0)
                .map(|(place, node)| place.translation * node.inverse_scale_factor * scale)
                .collect();
            all.get(draw(all.len())).copied()
        }
        5..=8 => {
            let dimensions = world.get_resource::<Session>()?.battle.dimensions();
            let (x, y) = (
                draw(dimensions.width.into()),
                draw(dimensions.height.into()),
            );
            spot(world, Square::new(x as i16, y as i16))
        }
        _ => Some(Vec2::new(
            draw(size.x as usize) as f32,
            draw(size.y as usize) as f32,
        )),
    }
}

fn point(world: &mut World, at: Vec2) {
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    if let Ok(mut window) = windows.single_mut(world) {
        window.set_cursor_position(Some(at));
    }
    move_to(world, at);
}

fn scroll(world: &mut World, y: f32) {
    let Some(window) = window(world) else { return };
    let turned = MouseWheel {
        unit: MouseScrollUnit::Line,
        x: 0.0,
        y,
        window,
        phase: bevy::input::touch::TouchPhase::Moved,
    };
    world.write_message(turned);
    world.write_message(WindowEvent::MouseWheel(turned));
}

fn resize(world: &mut World, width: f32, height: f32) {
    let Some(entity) = window(world) else { return };
    if let Some(mut window) = world.get_mut::<Window>(entity) {
        window.resolution.set(width, height);
    }
    let resized = WindowResized {
        window: entity,
        width,
        height,
    };
    world.write_message(resized.clone());
    world.write_message(WindowEvent::WindowResized(resized));
}

fn focus(world: &mut World, focused: bool) {
    let Some(window) = window(world) else { return };
    let changed = WindowFocused { window, focused };
    world.write_message(changed.clone());
    world.write_message(WindowEvent::WindowFocused(changed));
}
