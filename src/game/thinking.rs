//! The computer thinks beside the picture, on a copy of the battle: no frame waits for it.

use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};

use super::thoughts::KEPT;
use crate::ai::{Computer, Profile, Thought};
use crate::combat::Battle;

/// A thought that is under way, and the copy that it is thought on.
#[derive(Default)]
pub struct Thinking {
    /// The player and its copy of the battle, when no thought has them.
    idle: Option<(Computer, Battle)>,
    /// The thought at hand, and the revision of the battle that it is about.
    under_way: Option<(u32, Task<(Computer, Battle, Thought)>)>,
}

impl Thinking {
    /// Begins to think about the decision that the battle waits for, unless that is under way. A thought about
    /// another revision of the battle is dropped.
    pub fn begin(&mut self, battle: &Battle, revision: u32, profile: Profile, seed: u64) {
        if self.is_about(revision) {
            return;
        }
        self.under_way = None;
        let (mut player, mut copy) = match self.idle.take() {
            Some(idle) => idle,
            None => (Computer::default(), battle.scratch(0)),
        };
        player.play_as(&profile, seed, KEPT);
        copy.follow(battle);
        let thought = async move {
            let thought = player.decide(&copy);
            (player, copy, thought)
        };
        let pool = AsyncComputeTaskPool::get_or_init(Default::default);
        self.under_way = Some((revision, pool.spawn(thought)));
    }

    /// Whether the thought at hand is about this revision of the battle.
    pub fn is_about(&self, revision: u32) -> bool {
        let about = self.under_way.as_ref().map(|(about, _)| *about);
        about == Some(revision)
    }

    /// Whether it has been thought through.
    #[cfg(test)]
    pub fn is_done(&self) -> bool {
        let task = self.under_way.as_ref();
        task.is_some_and(|(_, task)| task.is_finished())
    }

    /// The thought about this revision of the battle, once it has been thought through.
    pub fn finished(&mut self, revision: u32) -> Option<Thought> {
        let (about, task) = self.under_way.as_mut()?;
        if *about != revision {
            return None;
        }
        let (player, copy, thought) = check_ready(task)?;
        self.under_way = None;
        self.idle = Some((player, copy));
        Some(thought)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, ruleset};

    /// The thought about a revision, however long it takes.
    fn thought(thinking: &mut Thinking, revision: u32) -> Thought {
        loop {
            if let Some(thought) = thinking.finished(revision) {
                return thought;
            }
            std::thread::yield_now();
        }
    }

    /// Plays a battle, with a step back now and then: what is thought beside it is what would be thought in it.
    fn play(mut battle: Battle, decisions: u32) {
        let mut thinking = Thinking::default();
        for revision in 0..decisions {
            if battle.request().is_none() {
                break;
            }
            let before = battle.digest();
            let seed = u64::from(revision);
            thinking.begin(&battle, revision, Profile::BALANCED, seed);
            let beside = thought(&mut thinking, revision);
            assert_eq!(battle.digest(), before);
            let mut player = Computer::new(&Profile::BALANCED, seed).listing(KEPT);
            let within = player.decide(&battle);
            let name = battle.rules().policies.name.clone();
            assert_eq!(beside, within, "{name}, decision {revision}");
            let choice = within.choice;
            assert!(battle.submit(choice.clone()).is_ok(), "{name}: {choice:?}");
            if revision % 20 == 0 {
                battle.undo();
            }
        }
    }

    #[test]
    fn what_is_thought_on_the_copy_is_what_would_be_thought_in_the_battle() {
        for system in SYSTEMS {
            play(
                Scene::new(ruleset(system), &["AB....", "......", "....ab"]).seeded(1),
                80,
            );
        }
    }

    /// One search in a turn is enough: the copy knows what has been done.
    #[test]
    fn what_has_happened_is_known_to_the_copy() {
        let scene = Scene::new(ruleset("epic_path"), &["A..............a"]);
        let scene = scene.change('a', |one| one.conditions.push("invisible".into()));
        play(scene.seeded(1), 20);
    }

    #[test]
    fn a_thought_about_what_has_passed_is_dropped() {
        let battle = Scene::new(ruleset("classic_d20"), &["A....b"]).seeded(1);
        let mut thinking = Thinking::default();
        thinking.begin(&battle, 1, Profile::BALANCED, 1);
        assert_eq!(thinking.finished(2), None);
        thinking.begin(&battle, 2, Profile::BALANCED, 1);
        assert!(!thinking.is_about(1) && thinking.is_about(2));
        let about_now = thought(&mut thinking, 2);
        assert!(!about_now.weighed.is_empty());
    }
}
