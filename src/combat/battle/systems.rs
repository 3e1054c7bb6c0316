//! The machine of a battle: it runs steps, keeps derived components up to date, and gives access to the world.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy_ecs::system::SystemState;

use crate::combat::battle::steps;
use crate::combat::equipment::numbers::changed_numbers;
use crate::combat::flow::initiative::initiative_order;
use crate::combat::movement::place::occupied_squares;
use crate::combat::movement::terrain::movement_costs;
use crate::combat::opportunity::who_may_strike;
use crate::combat::state::step::Step;
use crate::combat::state::{Reader, Reads, Turning, Writes};
use crate::combat::threat::threatened_squares;

/// The schedule of derived components.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Derive;

/// The systems that keep components which follow from others. They run one after another, and the schedule refuses two
/// that touch the same component without an order.
pub(crate) fn derive_components() -> Schedule {
    let mut schedule = Schedule::new(Derive);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..ScheduleBuildSettings::default()
    });
    schedule.add_systems((
        changed_numbers,
        threatened_squares.after(changed_numbers),
        who_may_strike.after(threatened_squares),
        occupied_squares.after(threatened_squares),
        movement_costs.after(threatened_squares),
        initiative_order.after(threatened_squares),
    ));
    schedule
}

/// The access to a battle's world, and the systems that keep its derived components.
pub(crate) struct Machine {
    derive: Schedule,
    writer: SystemState<Writes<'static, 'static>>,
    reader: Reader,
}

impl Machine {
    /// A machine for a world that holds everything of [`State`](crate::combat::state::State).
    pub fn install(world: &mut World) -> Self {
        Self {
            derive: derive_components(),
            writer: SystemState::new(world),
            reader: Reader::new(world),
        }
    }

    /// The parameter of a system that only reads.
    pub fn reads<'w>(&self, world: &'w World) -> Reads<'w, '_> {
        self.reader.reads(world)
    }

    /// Lets the rules act on a battle that has just been set up, and derives all components.
    ///
    /// # Panics
    /// If the world lacks a component of [`State`](crate::combat::state::State), which every battle spawns.
    pub fn begin(&mut self, world: &mut World) {
        self.open(world, |battle| {
            steps::act_on_changes(battle);
            settle(battle);
        });
        self.derive.run(world);
    }

    /// Runs steps until the battle waits for an answer or is over, but so many `at_most`. Returns how many it ran.
    pub fn run(&mut self, world: &mut World, at_most: u32) -> u32 {
        let mut done = 0;
        // The battle stays open for steps that change no source of a derived component.
        while self.open(world, |battle| {
            while done < at_most
                && let Some(step) = next_step(battle)
            {
                steps::advance(battle, step);
                done += 1;
                if settle(battle) {
                    return true;
                }
            }
            false
        }) {
            self.derive.run(world);
        }
        done
    }

    /// Changes the battle, then updates derived components.
    pub fn with<R>(&mut self, world: &mut World, change: impl FnOnce(&mut Turning) -> R) -> R {
        let (result, touched) = self.open(world, |battle| (change(battle), settle(battle)));
        if touched {
            self.derive.run(world);
        }
        result
    }

    fn open<R>(&mut self, world: &mut World, act: impl FnOnce(&mut Turning) -> R) -> R {
        match self.writer.get_mut(world) {
            Ok(mut writes) => act(&mut writes.open()),
            // Everything is spawned when the battle is built and nothing is ever removed.
            Err(error) => unreachable!("the battle's world is incomplete: {error}"),
        }
    }
}

/// How often, at most, rules act on changes after one step, their own changes included.
const PASSES: u8 = 8;

/// Lets the rules act on changes until they cause no further ones. Returns whether the source of any derived component
/// was changed.
pub(crate) fn settle(battle: &mut Turning) -> bool {
    let mut touched = false;
    for _ in 0..PASSES {
        if !battle.take_touched() {
            break;
        }
        touched = true;
        steps::act_on_changes(battle);
    }
    touched
}

/// Takes the next step off the stack, unless the battle waits for an answer or is over.
fn next_step(battle: &mut Turning) -> Option<Step> {
    let goes_on = battle.pending.0.is_none() && battle.rounds.over.is_none();
    let next = goes_on.then(|| battle.stack_mut().0.pop()).flatten();
    battle.log_mut().cause = next.as_ref().and_then(Step::cause);
    next
}
