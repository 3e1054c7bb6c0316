//! Pools: points beside hit points that abilities and actions take and give back.

use serde::{Deserialize, Serialize};

use super::derive::Term;
use super::{Id, PoolId};

/// How many pools a ruleset can have.
pub const MOST_POOLS: usize = 4;

/// A pool of the ruleset's `pools.ron`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PoolDef {
    /// For the card of a combatant, such as "Energy".
    pub name: String,
    /// One line for the tooltip.
    pub text: String,
    /// One point of it, such as "energy point".
    pub one: String,
    /// Several points of it, such as "energy points".
    pub many: String,
    /// Rules by id.
    pub rules: Vec<String>,
    /// What a combatant begins a battle with; the terms are added.
    pub starts: Vec<Term>,
    /// Only for those who know an ability that takes points of it; others begin with none.
    pub gifted_only: bool,
}

impl PoolDef {
    /// So many points in words.
    pub fn count(&self, points: i32) -> String {
        let what = if points == 1 { &self.one } else { &self.many };
        format!("{points} {what}")
    }
}

/// So many of a thing in words: `1 square`, `2 squares`.
pub fn counted(number: impl TryInto<i64>, one: &str) -> String {
    let number = number.try_into().unwrap_or(i64::MAX);
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {one}{plural}")
}

/// One of a thing in a sentence: `a club`, `an axe`, but `shackles`.
pub fn with_article(name: &str) -> String {
    if name.ends_with('s') && !name.ends_with("ss") {
        name.to_owned()
    } else if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {name}")
    } else {
        format!("a {name}")
    }
}

/// What a combatant has of each pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points([i32; MOST_POOLS]);

impl Points {
    /// The points of one pool.
    pub fn of(self, pool: PoolId) -> i32 {
        self.0.get(pool.index()).copied().unwrap_or(0)
    }

    /// Adds points to a pool, or takes them; says what is in it then.
    pub fn add(&mut self, pool: PoolId, points: i32) -> i32 {
        let slot = self.0.get_mut(pool.index());
        slot.map_or(0, |slot| {
            *slot = slot.saturating_add(points);
            *slot
        })
    }
}
