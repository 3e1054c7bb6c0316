//! Refusals: the rule behind a topic and a sentence for the player.

use crate::combat::contract::{Reason, Refusal, Seat};
use crate::combat::state::State;
use crate::rules::{RuleId, Ruleset, Topic};

/// Where the rule behind a topic is looked up.
pub trait Cites {
    /// The rule behind a topic, if the ruleset has one.
    fn rule(&self, topic: Topic) -> Option<RuleId>;
}

impl Cites for Ruleset {
    fn rule(&self, topic: Topic) -> Option<RuleId> {
        self.cite(topic)
    }
}

impl Cites for State<'_> {
    fn rule(&self, topic: Topic) -> Option<RuleId> {
        self.cite(topic)
    }
}

/// A refusal with the rule behind a topic and a sentence for the player.
pub fn refusal(book: &impl Cites, topic: Topic, reason: impl Into<Reason>) -> Refusal {
    Refusal {
        rule: book.rule(topic),
        reason: reason.into(),
    }
}

impl State<'_> {
    /// Refuses with the rule behind a topic and a sentence for the player.
    pub fn refuse<T>(&self, topic: Topic, reason: impl Into<Reason>) -> Result<T, Refusal> {
        Err(refusal(self, topic, reason))
    }

    /// The sentence of a refusal, with the names that combatants have.
    pub fn tell(&self, refusal: &Refusal) -> String {
        let name = |seat, _| self.who(seat).name.as_str();
        refusal.reason.tell(name).into_owned()
    }

    /// What a combatant lacks to pay points of a pool, in a sentence for the player.
    pub fn lacks(&self, seat: Seat, pool: &str, points: u8) -> Option<String> {
        let (pools, points) = (&self.rules().pools, i32::from(points));
        let pool = pools.id(pool)?;
        let left = self.get(seat).vitals.points.of(pool);
        let needed = pools[pool].count(points);
        (left < points).then(|| format!("You need {needed} for that and have {left}."))
    }
}

/// The refusal of an action that is aimed at nothing that it is for.
pub fn aimless(state: &State) -> Result<(), Refusal> {
    let reason = "Choose a target for this first.";
    state.refuse(Topic::Budget, reason)
}
