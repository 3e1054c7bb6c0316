//! The machine of a battle: the engine in its world, and the ways to look at that and change it.

use std::sync::LazyLock;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;

use crate::combat::CHAPTERS;
use crate::combat::state::step::Step;
use crate::combat::state::{
    Engine, Installed, Log, Pending, Reader, Rounds, Stack, State, Turning, Writes,
};

/// What all chapters together do.
pub(crate) static ENGINE: LazyLock<Engine> = LazyLock::new(|| match Engine::of(&CHAPTERS) {
    Ok(engine) => engine,
    Err(gap) => unreachable!("{gap}"),
});

/// The systems of a battle, and the view of its world that reads share.
pub(crate) struct Machine {
    pub installed: Installed,
    writer: SystemState<Writes<'static, 'static>>,
    reader: Reader,
    flow: QueryState<(
        &'static Pending,
        &'static Rounds,
        &'static mut Stack,
        &'static mut Log,
    )>,
}

impl Machine {
    /// Registers the systems. The world must hold everything of [`State`] before one is run.
    pub fn install(world: &mut World) -> Self {
        Self {
            installed: ENGINE.install(world),
            writer: SystemState::new(world),
            reader: Reader::new(world),
            flow: world.query(),
        }
    }

    /// The battle as the rules read it.
    pub fn state<'w>(&self, world: &'w World) -> State<'w> {
        self.reader.state(world)
    }

    /// Takes the next step off the stack, unless the battle waits for an answer or is over.
    pub fn next_step(&mut self, world: &mut World) -> Option<Step> {
        let (pending, rounds, mut stack, mut log) = self.flow.single_mut(world).ok()?;
        let goes_on = pending.0.is_none() && rounds.over.is_none();
        let next = goes_on.then(|| stack.0.pop()).flatten();
        log.cause = next.as_ref().and_then(Step::cause);
        next
    }

    /// Changes the battle from outside its systems.
    pub fn with<R>(&mut self, world: &mut World, look: impl FnOnce(&mut Turning) -> R) -> R {
        let seen = match self.writer.get_mut(world) {
            Ok(mut writes) => look(&mut writes.open()),
            // Everything is spawned when the battle is built and nothing is ever removed.
            Err(error) => unreachable!("the battle's world is incomplete: {error}"),
        };
        self.installed.derive(world);
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without any one of the chapters the engine is refused, and with one of them twice as well.
    #[test]
    fn a_gap_is_found_when_the_engine_is_built() {
        assert!(Engine::of(&CHAPTERS).is_ok());
        for left_out in 0..CHAPTERS.len() {
            let mut chapters = CHAPTERS.to_vec();
            chapters.remove(left_out);
            let gap = Engine::of(&chapters).err();
            // Threatened squares alone are a chapter that only derives.
            assert_eq!(gap.is_none(), left_out == 1, "{left_out}: {gap:?}");
            let twice = [&CHAPTERS[..], &CHAPTERS[left_out..=left_out]].concat();
            let refused = Engine::of(&twice).err();
            assert_eq!(refused.is_none(), left_out == 1, "{left_out}: {refused:?}");
        }
    }

    /// The handbook points at these; the fifth, the turn of the computer, is registered from above.
    #[test]
    fn what_the_game_was_asked_for_are_systems() {
        for name in [
            "flow::initiative::initiative_order",
            "threat::threatened_squares",
            "opportunity::who_may_strike",
            "movement::terrain::movement_costs",
        ] {
            let found = ENGINE.systems().iter().any(|system| system.ends_with(name));
            assert!(found, "{name} is not registered");
        }
    }
}
