//! Lessons: a battle that guides a newcomer, step by step, as part of its level.

use serde::{Deserialize, Serialize};

use crate::grid::Square;
use crate::rules::{ActionId, Ruleset};

/// One lesson of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonDef {
    /// A few words.
    pub title: String,
    /// Two or three sentences, with [words of the rule system](WORDS) in braces.
    pub text: String,
    /// The action it is about, by id: the first one that the rule system in play has. A rule system
    /// that has none of them passes the lesson over; empty: it is about no action.
    #[serde(default)]
    pub actions: Vec<String>,
    #[serde(default)]
    pub points_at: Option<PointsAt>,
    /// It is learnt when one of these happens; empty: when the player goes on.
    #[serde(default)]
    pub done: Vec<Done>,
}

/// What a lesson points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PointsAt {
    /// A square of the map.
    Square(Square),
    /// The combatant of this name.
    Combatant(String),
    /// The enemy that stands nearest to the combatant whose turn it is.
    NearestEnemy,
    /// The place of the lesson's action in the dock.
    Action,
    /// The button that ends the turn.
    EndTurn,
}

/// What a player of the lessons has done, or has seen happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Done {
    /// Moved, in any way of its own.
    Moved,
    /// Moved onto this square.
    MovedTo(Square),
    /// Took the lesson's action.
    Acted,
    /// Made an attack.
    Attacked,
    /// An attack of opportunity was made, by whichever side.
    Opportunity,
    /// Attacked an enemy that was flanked.
    Flanked,
    /// An enemy fell.
    Felled,
    /// Ended a turn.
    TurnEnded,
}

/// The words that can stand in braces in a lesson's text: the name of the lesson's action, and what
/// the rule system calls the number that an attack has to reach.
pub const WORDS: [&str; 2] = ["action", "defence"];

/// Letters of a lesson's text at the most: what its card has room for.
pub const LONGEST: usize = 330;

impl LessonDef {
    /// The action that it is about under these rules.
    pub fn action(&self, rules: &Ruleset) -> Option<ActionId> {
        self.actions.iter().find_map(|id| rules.actions.id(id))
    }

    /// Its text in the words of these rules.
    pub fn told(&self, rules: &Ruleset) -> String {
        let action = self
            .action(rules)
            .and_then(|action| rules.actions.get(action));
        let action = action.map_or("", |def| def.name.as_str());
        let defence = &rules.policies.defence_name;
        self.text
            .replace("{action}", &action.to_lowercase())
            .replace("{defence}", defence)
    }

    /// The words in braces in its text.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let parts = self.text.split('{').skip(1);
        parts.map(|part| part.split_once('}').map_or(part, |(word, _)| word))
    }
}
