//! The machine of a battle: runs its steps, keeps what is derived, and lends the battle to read and to change.

use std::sync::LazyLock;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;

use crate::combat::CHAPTERS;
use crate::combat::battle::steps;
use crate::combat::state::step::Step;
use crate::combat::state::{Engine, Reader, State, Turning, Writes, is_touched};

/// What all chapters together do.
pub(crate) static ENGINE: LazyLock<Engine> = LazyLock::new(|| match Engine::of(&CHAPTERS) {
    Ok(engine) => engine,
    Err(gap) => unreachable!("{gap}"),
});

/// The access to a battle's world, and the systems that run after each step.
pub(crate) struct Machine {
    derive: Schedule,
    writer: SystemState<Writes<'static, 'static>>,
    reader: Reader,
}

impl Machine {
    /// A machine for a world that holds everything of [`State`].
    pub fn install(world: &mut World) -> Self {
        Self {
            derive: ENGINE.derived(),
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
        self.derive.run(world);
    }

    /// Runs steps until the battle waits for an answer or is over, but so many `at_most`. Returns how many it ran.
    pub fn run(&mut self, world: &mut World, at_most: u32) -> u32 {
        let mut done = 0;
        let mut goes_on = true;
        while goes_on {
            // Many steps change nothing from which a component is derived: they run without being opened anew.
            goes_on = self.with(world, |battle| {
                while done < at_most
                    && let Some(step) = next_step(battle)
                {
                    steps::advance(battle, step);
                    done += 1;
                    if is_touched(battle) {
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
                (change(&mut battle), is_touched(&battle))
            }
            // Everything is spawned when the battle is built and nothing is ever removed.
            Err(error) => unreachable!("the battle's world is incomplete: {error}"),
        };
        if touched {
            self.derive.run(world);
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
            // Threatened squares and damage listen to nothing.
            let listens = ![1, 2].contains(&left_out);
            assert_eq!(gap.is_some(), listens, "{left_out}: {gap:?}");
            let twice = [&CHAPTERS[..], &CHAPTERS[left_out..=left_out]].concat();
            let refused = Engine::of(&twice).err();
            assert_eq!(refused.is_some(), listens, "{left_out}: {refused:?}");
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
