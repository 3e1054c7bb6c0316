//! The engine: which system carries out which step, takes which answer, derives what.
//!
//! Every chapter registers its part in its `plugin`; a gap is found when the engine is built.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{
    InternedScheduleLabel, IntoScheduleConfigs, LogLevel, ScheduleBuildSettings, ScheduleConfigs,
    ScheduleLabel, SingleThreadedExecutor,
};
use bevy_ecs::system::{ScheduleSystem, SystemState};

use crate::combat::contract::{Choice, Request};
use crate::combat::state::common::PendingRequest;
use crate::combat::state::listeners::{Listeners, Listening};
use crate::combat::state::parts::{
    Conditions, Field, Gear, Hands, Initiative, Place, Reactions, Repertoire, Silenced, Vitals,
};
use crate::combat::state::step::{Asks, Step, StepKind, StepPart};

/// What a chapter does to take part.
pub(crate) type Plugin = fn(&mut EngineBuilder);

/// What the step that asked, its request and the choice are handed to.
pub(crate) type Answered<T> = In<(T, Request, Choice)>;

type Runner<T> = Box<dyn FnMut(&mut World, T) + Send + Sync>;
type Register<T> = Box<dyn Fn() -> Runner<T> + Send + Sync>;
type Configs = fn() -> ScheduleConfigs<ScheduleSystem>;
/// Order and run conditions of a system among those that run with it.
type Terms = fn(ScheduleConfigs<ScheduleSystem>) -> ScheduleConfigs<ScheduleSystem>;

/// The schedule that runs after each step.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Derive;

/// The two parts of that schedule, in order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
enum DeriveSet {
    /// Rules that act on what a step has changed.
    Rules,
    /// Components that follow from others.
    Components,
}

/// Everything that chapters have registered so far.
pub(crate) struct EngineBuilder {
    /// The listeners that have been named.
    pub on: Listening,
    steps: Vec<Option<Register<Step>>>,
    answers: Vec<Option<Register<(PendingRequest, Choice)>>>,
    derive: Vec<Box<dyn Fn() -> ScheduleConfigs<ScheduleSystem> + Send + Sync>>,
    chains: Vec<(InternedScheduleLabel, Configs)>,
    /// What more than one chapter has registered.
    twice: Vec<String>,
    #[cfg(test)]
    names: Vec<&'static str>,
}

impl EngineBuilder {
    /// The system that carries out a kind of step.
    pub fn step<T: StepPart, S, M: 'static>(&mut self, _: fn(T) -> Step, system: S) -> &mut Self
    where
        S: IntoSystem<In<T>, (), M> + Copy + Send + Sync + 'static,
    {
        self.note::<S>();
        let before = self.steps[T::KIND as usize].replace(Box::new(move || {
            let mut system = Ready::new(system);
            Box::new(move |world, step| {
                if let Some(part) = T::of(step) {
                    system.call(world, part);
                }
            })
        }));
        self.once(before.is_none(), T::KIND)
    }

    /// The system that goes on with a kind of step once its request is answered.
    pub fn answer<T: Asks, S, M: 'static>(&mut self, _: fn(T) -> Step, system: S) -> &mut Self
    where
        S: IntoSystem<Answered<T>, (), M> + Copy + Send + Sync + 'static,
    {
        self.note::<S>();
        let before = self.answers[T::KIND as usize].replace(Box::new(move || {
            let mut system = Ready::new(system);
            Box::new(move |world, (asked, choice)| {
                if let Some(part) = T::of(asked.resume) {
                    system.call(world, (part, asked.request, choice));
                }
            })
        }));
        self.once(before.is_none(), T::KIND)
    }

    /// A system that keeps a component up to date which follows from others. It looks at what has changed since it
    /// ran last. Two that touch the same component need an order: `.after(..)`.
    pub fn derive<S, M>(&mut self, system: S, terms: Terms) -> &mut Self
    where
        S: IntoScheduleConfigs<ScheduleSystem, M> + Copy + Send + Sync + 'static,
    {
        self.after_steps(system, terms, DeriveSet::Components)
    }

    /// A rule that acts on what a step has changed, before any component is derived. Such a system opens the widest
    /// right, which takes longer than most of them need, so it has a run condition, and each comes after another.
    pub fn follow<S, M>(&mut self, system: S, terms: Terms) -> &mut Self
    where
        S: IntoScheduleConfigs<ScheduleSystem, M> + Copy + Send + Sync + 'static,
    {
        self.after_steps(system, terms, DeriveSet::Rules)
    }

    fn after_steps<S, M>(&mut self, system: S, terms: Terms, set: DeriveSet) -> &mut Self
    where
        S: IntoScheduleConfigs<ScheduleSystem, M> + Copy + Send + Sync + 'static,
    {
        self.note::<S>();
        let configs = move || terms(system.into_configs()).in_set(set.clone());
        self.derive.push(Box::new(configs));
        self
    }

    /// Systems that a step runs one after another.
    pub fn chain(&mut self, label: impl ScheduleLabel, systems: Configs) -> &mut Self {
        self.chains.push((label.intern(), systems));
        self
    }

    /// Notes what a second chapter has registered.
    fn once(&mut self, first: bool, what: impl std::fmt::Debug) -> &mut Self {
        if !first {
            self.twice.push(format!("{what:?}"));
        }
        self
    }

    fn note<S>(&mut self) {
        #[cfg(test)]
        self.names.push(std::any::type_name::<S>());
    }
}

/// What all chapters together do.
pub(crate) struct Engine {
    pub listeners: Listeners,
    registered: EngineBuilder,
}

impl Engine {
    /// Lets every chapter register its part.
    ///
    /// # Errors
    /// What no chapter has registered, or more than one.
    pub fn of(chapters: &[Plugin]) -> Result<Self, String> {
        let mut registered = EngineBuilder {
            on: Listening::default(),
            steps: StepKind::ALL.iter().map(|_| None).collect(),
            answers: StepKind::ALL.iter().map(|_| None).collect(),
            derive: Vec::new(),
            chains: Vec::new(),
            twice: Vec::new(),
            #[cfg(test)]
            names: Vec::new(),
        };
        for plugin in chapters {
            plugin(&mut registered);
        }
        if let Some(twice) = registered.twice.first() {
            return Err(format!("two chapters register {twice}"));
        }
        let mut kinds = StepKind::ALL.iter();
        if let Some(kind) = kinds.find(|kind| registered.steps[**kind as usize].is_none()) {
            return Err(format!("no chapter carries out {kind:?}"));
        }
        let mut asking = StepKind::ASKING.iter();
        if let Some(kind) = asking.find(|kind| registered.answers[**kind as usize].is_none()) {
            return Err(format!(
                "no chapter takes the answer that {kind:?} waits for"
            ));
        }
        let listening = std::mem::take(&mut registered.on);
        if let Some(twice) = listening.twice {
            return Err(format!("two chapters name the listener {twice}"));
        }
        let listeners = listening.all();
        Ok(Self {
            listeners: listeners.map_err(|name| format!("no chapter listens: {name}"))?,
            registered,
        })
    }

    /// The names of all systems that are registered one by one.
    #[cfg(test)]
    pub fn systems(&self) -> &[&'static str] {
        &self.registered.names
    }

    /// Registers the systems in a battle's world.
    pub fn install(&self, world: &mut World) -> Installed {
        for (label, systems) in &self.registered.chains {
            let mut schedule = by_hand(*label);
            schedule.add_systems(systems());
            world.add_schedule(schedule);
        }
        Installed {
            steps: install(&self.registered.steps),
            answers: install(&self.registered.answers),
            derive: self.derived(),
            stale: SystemState::new(world),
        }
    }

    /// The schedule that runs after each step.
    pub fn derived(&self) -> Schedule {
        let mut schedule = by_hand(Derive);
        schedule.configure_sets((DeriveSet::Rules, DeriveSet::Components).chain());
        for system in &self.registered.derive {
            schedule.add_systems(system());
        }
        schedule
    }
}

fn install<T>(registered: &[Option<Register<T>>]) -> Vec<Option<Runner<T>>> {
    let runner = |one: &Option<Register<T>>| one.as_ref().map(|one| one());
    registered.iter().map(runner).collect()
}

/// What any derived component follows from. A step that has touched none of it needs no look by the
/// systems that derive. One that is missing here is found by the test that derives everything from scratch.
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

/// Whether anything has changed from which something is derived.
type Stale = (
    Query<'static, 'static, (), Changes>,
    Query<'static, 'static, (), Changed<Field>>,
);

/// The systems of one battle's world.
pub(crate) struct Installed {
    steps: Vec<Option<Runner<Step>>>,
    answers: Vec<Option<Runner<(PendingRequest, Choice)>>>,
    derive: Schedule,
    stale: SystemState<Stale>,
}

impl Installed {
    /// Carries out a step that was taken off the stack.
    pub fn advance(&mut self, world: &mut World, step: Step) {
        if let Some(run) = &mut self.steps[step.kind() as usize] {
            run(world, step);
        }
        self.derive(world);
    }

    /// Hands a checked choice to the step that asked.
    pub fn answer(&mut self, world: &mut World, asked: PendingRequest, choice: Choice) {
        if let Some(answer) = &mut self.answers[asked.resume.kind() as usize] {
            answer(world, (asked, choice));
        }
        self.derive(world);
    }

    /// Derives what follows from the state, if anything of that has changed.
    pub fn derive(&mut self, world: &mut World) {
        let stale = match self.stale.get(world) {
            Ok((combatants, ground)) => !combatants.is_empty() || !ground.is_empty(),
            Err(_) => true,
        };
        if stale {
            self.derive.run(world);
        }
    }
}

/// A schedule that runs its systems one after another and refuses to guess an order.
fn by_hand(label: impl ScheduleLabel) -> Schedule {
    let mut schedule = Schedule::new(label);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..ScheduleBuildSettings::default()
    });
    schedule
}

/// A system and whether it is ready to run in its world. The battle keeps it beside its world and not in
/// it, where each run would look it up twice. It is made ready when it runs first: that takes longer than
/// most runs, and few battles need every system.
struct Ready<S> {
    system: S,
    ready: bool,
}

impl<S> Ready<S> {
    fn new<T: 'static, M>(system: impl IntoSystem<In<T>, (), M, System = S>) -> Self {
        Self {
            system: IntoSystem::into_system(system),
            ready: false,
        }
    }

    /// Runs it. No rule issues commands, so there are none to apply.
    fn call<T: 'static>(&mut self, world: &mut World, input: T)
    where
        S: System<In = In<T>, Out = ()>,
    {
        if !self.ready {
            self.system.initialize(world);
            self.ready = true;
        }
        let run = self.system.run_without_applying_deferred(input, world);
        if run.is_err() {
            // Everything that a system asks for is spawned with the battle and never removed.
            unreachable!("the battle's world is incomplete");
        }
    }
}
