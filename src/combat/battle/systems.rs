//! The machine of a battle: runs its steps, keeps what is derived, and lends the battle to read and to change.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy_ecs::system::SystemState;

use crate::combat::ability::Repertoire;
use crate::combat::ability::{casting, lay, working};
use crate::combat::battle::steps;
use crate::combat::damage::dying::follow;
use crate::combat::equipment::numbers::changed_numbers;
use crate::combat::flow::initiative::initiative_order;
use crate::combat::movement::place::occupied_squares;
use crate::combat::movement::terrain::movement_costs;
use crate::combat::movement::{hazard, returning, wings};
use crate::combat::opportunity::who_may_strike;
use crate::combat::state::combatant::*;
use crate::combat::state::step::Step;
use crate::combat::state::{Field, Hands, Reader, State, Turning, Vitals, Writes};
use crate::combat::threat::threatened_squares;

/// The schedule that runs after each step.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct AfterStep;

/// Rules that act on what a step has changed, before any component is derived from it.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
struct ActOnChanges;

/// The schedule that runs after each step that has changed anything from which a component is derived. Its systems run
/// one after another, and it refuses two that touch the same component without an order.
pub(crate) fn after_step() -> Schedule {
    // Each opens the widest right, which takes longer than most of them need, so it runs only if there is work.
    let act_on_changes = (
        follow::hit_points_follow.run_if(follow::sways),
        returning::come_back.run_if(returning::is_possible),
        wings::wings_fail.run_if(wings::matter),
        hazard::ground_takes_effect.run_if(hazard::is_due),
        working::concentration_follows.run_if(working::is_maintained),
        casting::long_casting_follows.run_if(casting::is_under_way),
        lay::ground_follows.run_if(lay::is_laid),
    );
    let derive_components = (
        changed_numbers,
        threatened_squares.after(changed_numbers),
        who_may_strike.after(threatened_squares),
        occupied_squares.after(threatened_squares),
        movement_costs.after(threatened_squares),
        initiative_order.after(threatened_squares),
    );
    let mut schedule = Schedule::new(AfterStep);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..ScheduleBuildSettings::default()
    });
    schedule.add_systems(act_on_changes.chain().in_set(ActOnChanges));
    schedule.add_systems(derive_components.after(ActOnChanges));
    schedule
}

/// Everything from which a component is derived.
type Changes = Or<(
    Changed<Place>,
    Changed<Vitals>,
    Changed<Conditions>,
    Changed<Reactions>,
    Changed<Silenced>,
    Changed<Hands>,
    Changed<Gear>,
    Changed<Initiative>,
    Changed<Repertoire>,
)>;

/// Those that have changed since this was asked before.
type Stale = (
    Query<'static, 'static, (), Changes>,
    Query<'static, 'static, (), Changed<Field>>,
);

/// The access to a battle's world, and the systems that run after each step.
pub(crate) struct Machine {
    derive: Schedule,
    stale: SystemState<Stale>,
    /// The systems themselves have changed something from which a component is derived.
    again: bool,
    writer: SystemState<Writes<'static, 'static>>,
    reader: Reader,
}

impl Machine {
    /// A machine for a world that holds everything of [`State`].
    pub fn install(world: &mut World) -> Self {
        Self {
            derive: after_step(),
            stale: SystemState::new(world),
            again: false,
            writer: SystemState::new(world),
            reader: Reader::new(world),
        }
    }

    /// The battle as the rules read it.
    pub fn state<'w>(&self, world: &'w World) -> State<'w> {
        self.reader.state(world)
    }

    /// Derives every component that follows from others.
    pub fn derive(&mut self, world: &mut World) {
        self.is_stale(world);
        self.derive.run(world);
        self.again = self.is_stale(world);
    }

    /// Whether anything has changed since this was asked before from which a component is derived.
    fn is_stale(&mut self, world: &World) -> bool {
        let (combatants, ground) = match self.stale.get(world) {
            Ok(changes) => changes,
            // Everything is spawned when the battle is built and nothing is ever removed.
            Err(error) => unreachable!("the battle's world is incomplete: {error}"),
        };
        !combatants.is_empty() || !ground.is_empty()
    }

    /// Runs steps until the battle waits for an answer or is over, but so many `at_most`. Returns how many it ran.
    pub fn run(&mut self, world: &mut World, at_most: u32) -> u32 {
        let mut done = 0;
        let mut goes_on = true;
        while goes_on {
            let again = self.again;
            // Many steps change nothing from which a component is derived: they run without being opened anew.
            goes_on = self.with(world, |battle| {
                while done < at_most
                    && let Some(step) = next_step(battle)
                {
                    steps::advance(battle, step);
                    done += 1;
                    if again || battle.is_touched() {
                        return true;
                    }
                }
                false
            });
        }
        done
    }

    /// Changes the battle, and derives what follows from the change.
    pub fn with<R>(&mut self, world: &mut World, change: impl FnOnce(&mut Turning) -> R) -> R {
        let (result, touched) = match self.writer.get_mut(world) {
            Ok(mut writes) => {
                let mut battle = writes.open();
                (change(&mut battle), battle.is_touched())
            }
            // Everything is spawned when the battle is built and nothing is ever removed.
            Err(error) => unreachable!("the battle's world is incomplete: {error}"),
        };
        if touched || self.again {
            self.derive(world);
        }
        result
    }
}

/// Takes the next step off the stack, unless the battle waits for an answer or is over.
fn next_step(battle: &mut Turning) -> Option<Step> {
    let goes_on = battle.pending.0.is_none() && battle.rounds.over.is_none();
    let next = goes_on.then(|| battle.stack_mut().0.pop()).flatten();
    battle.log_mut().cause = next.as_ref().and_then(Step::cause);
    next
}
