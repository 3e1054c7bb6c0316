//! Replays: a recorded battle played again, and where it differs.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::combat::battle::{Battle, Entry};
use crate::combat::contract::{Event, Setup, SetupError};
use crate::content::{Catalogue, ranges};
use crate::dice::Dice;
use crate::rules::Ruleset;

/// What it takes to play a battle once more: setup, dice as they were at the start, and what the
/// drivers did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    pub ruleset: String,
    #[serde(deserialize_with = "ranges::read")]
    pub setup: Setup,
    #[serde(deserialize_with = "ranges::read")]
    pub dice: Dice,
    #[serde(deserialize_with = "ranges::read")]
    pub record: Vec<Entry>,
}

/// Why a replay is not the battle that was recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Divergence {
    #[error("the battle cannot be set up: {0}")]
    Setup(#[from] SetupError),
    /// A recorded choice is not legal any more.
    #[error("choice {number} is refused: {reason}")]
    Refused { number: usize, reason: String },
    /// The first event that differs.
    #[error("event {number} differs")]
    Event {
        number: usize,
        recorded: Option<Box<Event>>,
        replayed: Option<Box<Event>>,
    },
    /// The state at the end.
    #[error("the state at the end differs")]
    State,
}

impl Recording {
    /// Plays the battle again from its beginning to the last recorded choice.
    pub fn play(
        &self,
        catalogue: Arc<Catalogue>,
        rules: Arc<Ruleset>,
    ) -> Result<Battle, Divergence> {
        let mut battle = Battle::new(catalogue, rules, &self.setup, self.dice.clone())?;
        for (number, entry) in self.record.iter().enumerate() {
            if let Err(refusal) = battle.repeat(entry.clone()) {
                let reason = battle.tell(&refusal);
                return Err(Divergence::Refused { number, reason });
            }
        }
        Ok(battle)
    }

    /// Plays the battle again and compares every event with what happened.
    pub fn verify(
        &self,
        catalogue: Arc<Catalogue>,
        rules: Arc<Ruleset>,
        events: &[Event],
    ) -> Result<Battle, Divergence> {
        let battle = self.play(catalogue, rules)?;
        match first_difference(events, battle.events()) {
            None => Ok(battle),
            Some(number) => Err(Divergence::Event {
                number,
                recorded: events.get(number).cloned().map(Box::new),
                replayed: battle.events().get(number).cloned().map(Box::new),
            }),
        }
    }
}

/// Where two courses of events part.
pub fn first_difference(a: &[Event], b: &[Event]) -> Option<usize> {
    let common = a.iter().zip(b).take_while(|(a, b)| is_same(a, b)).count();
    (common < a.len().max(b.len())).then_some(common)
}

/// Whether two events are the same. One that was recorded before events told who has brought them about says nothing
/// about that.
fn is_same(a: &Event, b: &Event) -> bool {
    let unsaid = || Event {
        cause: None,
        ..b.clone()
    };
    a == b || a.cause.is_none() && *a == unsaid()
}

impl Battle {
    /// The battle so far as a recording; `None` for copies and for battles restored from a state
    /// that was not their beginning.
    pub fn recording(&self) -> Option<Recording> {
        let dice = self.first_dice()?.clone();
        Some(Recording {
            ruleset: self.rules().id.clone(),
            setup: self.setup().clone(),
            dice,
            record: self.record().to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::testkit::testing::{SYSTEMS, Scene, play, ruleset};
    use crate::combat::testkit::things::catalogue;

    #[test]
    fn a_replay_reproduces_every_event() {
        for system in SYSTEMS {
            let rules = ruleset(system);
            let mut battle = Scene::new(Arc::clone(&rules), &["A....a", "B....b"])
                .beginning()
                .seeded(3);
            play(&mut battle, 400);
            assert!(battle.events().len() > 20);
            let recording = battle.recording().unwrap();
            let again = recording
                .verify(catalogue(), rules, battle.events())
                .unwrap();
            assert_eq!(again.digest(), battle.digest());
        }
    }

    #[test]
    fn other_dice_diverge_and_the_place_is_told() {
        let rules = ruleset("classic_d20");
        let mut battle = Scene::new(Arc::clone(&rules), &["Aa"]).seeded(3);
        play(&mut battle, 40);
        let mut recording = battle.recording().unwrap();
        recording.dice = Dice::seeded(4);
        let verdict = recording.verify(catalogue(), rules, battle.events());
        assert!(verdict.is_err());
    }
}
