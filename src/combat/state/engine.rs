//! The engine: which systems run after each step, and who listens to what.
//!
//! Every chapter registers its part in its `plugin`; a gap is found when the engine is built.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{
    IntoScheduleConfigs, LogLevel, ScheduleBuildSettings, ScheduleConfigs, ScheduleLabel,
    SingleThreadedExecutor,
};
use bevy_ecs::system::ScheduleSystem;

use crate::combat::state::listeners::{Listeners, Listening};
use crate::combat::state::view::State;

/// What a chapter does to take part.
pub(crate) type Plugin = fn(&mut EngineBuilder);

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
    derive: Vec<Box<dyn Fn() -> ScheduleConfigs<ScheduleSystem> + Send + Sync>>,
    #[cfg(test)]
    names: Vec<&'static str>,
}

impl EngineBuilder {
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
    /// A listener that no chapter has named, or more than one.
    pub fn of(chapters: &[Plugin]) -> Result<Self, String> {
        let mut registered = EngineBuilder {
            on: Listening::default(),
            derive: Vec::new(),
            #[cfg(test)]
            names: Vec::new(),
        };
        for plugin in chapters {
            plugin(&mut registered);
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

    /// The schedule that runs after each step. Its systems run one after another, and it refuses to guess an order.
    pub fn derived(&self) -> Schedule {
        let mut schedule = Schedule::new(Derive);
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..ScheduleBuildSettings::default()
        });
        schedule.configure_sets((DeriveSet::Rules, DeriveSet::Components).chain());
        for system in &self.registered.derive {
            schedule.add_systems(system());
        }
        schedule
    }
}

/// Whether anything was written from which a component is derived. One that is missing here is found by the test that
/// derives everything from scratch.
pub(crate) fn is_touched(state: &State) -> bool {
    state.place.is_written()
        || state.vitals.is_written()
        || state.conditions.is_written()
        || state.reactions.is_written()
        || state.silenced.is_written()
        || state.hands.is_written()
        || state.gear.is_written()
        || state.initiative.is_written()
        || state.repertoire.is_written()
        || state.field.is_written()
}
