//! The pilot: works off a list of steps, a frame at a time, and gives up when one takes too long.

use bevy::prelude::*;
use opportunist::game::Session;

/// What a step says about itself, asked once a frame.
pub enum Step {
    Wait,
    Done,
    Failed(String),
}

/// What a step does in a frame, told how many frames it has had.
type Run = Box<dyn FnMut(&mut World, u32) -> Step + Send + Sync>;

/// A step: what it is, and what it does in a frame; it is told how many frames it has had.
pub struct Task {
    pub name: String,
    pub run: Run,
    /// Frames after which it has failed.
    pub patience: u32,
}

impl Task {
    /// The same step with more time.
    pub fn within(mut self, frames: u32) -> Self {
        self.patience = frames;
        self
    }
}

/// Makes a step.
pub fn task(
    name: impl Into<String>,
    run: impl FnMut(&mut World, u32) -> Step + Send + Sync + 'static,
) -> Task {
    Task {
        name: name.into(),
        run: Box::new(run),
        patience: PATIENCE,
    }
}

/// Frames after which a step has failed, unless it says otherwise.
const PATIENCE: u32 = 700;

#[derive(Resource)]
struct Pilot {
    tasks: std::vec::IntoIter<Task>,
    current: Option<Task>,
    frames: u32,
}

pub fn plugin(tasks: Vec<Task>) -> impl Plugin {
    let tasks = std::sync::Mutex::new(Some(tasks));
    move |app: &mut App| {
        let tasks = tasks
            .lock()
            .ok()
            .and_then(|mut t| t.take())
            .unwrap_or_default();
        app.insert_resource(Pilot {
            tasks: tasks.into_iter(),
            current: None,
            frames: 0,
        });
        app.add_systems(Last, fly);
    }
}

fn fly(world: &mut World) {
    let Some(mut pilot) = world.remove_resource::<Pilot>() else {
        return;
    };
    if pilot.current.is_none() {
        pilot.current = pilot.tasks.next();
        pilot.frames = 0;
    }
    let Some(task) = &mut pilot.current else {
        world.write_message(AppExit::Success);
        return;
    };
    pilot.frames += 1;
    let (step, name) = ((task.run)(world, pilot.frames), task.name.clone());
    let patience = task.patience;
    match step {
        Step::Done => {
            println!("  {name} ({} frames)", pilot.frames);
            pilot.current = None;
        }
        Step::Wait if pilot.frames < patience => {}
        Step::Wait => return fail(world, &name, "it never came to pass"),
        Step::Failed(why) => return fail(world, &name, &why),
    }
    world.insert_resource(pilot);
}

fn fail(world: &mut World, name: &str, why: &str) {
    println!("window test FAILED at \"{name}\": {why}");
    if let Some(session) = world.get_resource::<Session>() {
        println!("  asked for at the time: {:?}", session.battle.request());
    }
    world.write_message(AppExit::error());
}
