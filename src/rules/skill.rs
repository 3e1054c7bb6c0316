//! Skills: a table of the ruleset. Anything may name one wherever it names a number.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{PoisonError, RwLock};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Every name that was read as that of a skill. Few are ever heard of, and none is forgotten.
static NAMES: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

thread_local! {
    static HEARD: RefCell<BTreeSet<SkillId>> = const { RefCell::new(BTreeSet::new()) };
}

/// A skill by its name, the same in every ruleset that has one of this name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SkillId(u16);

/// What a ruleset says of a skill: an entry of its `skills.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillDef {
    /// As players call it.
    pub name: String,
    /// What it is for, for the card of a combatant.
    pub text: String,
}

impl SkillId {
    /// The skill of this name; `None` only if more names were read than there are numbers for.
    pub fn named(name: &str) -> Option<Self> {
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        let known = names.iter().position(|known| *known == name);
        let id = u16::try_from(known.unwrap_or(names.len())).ok()?;
        if known.is_none() {
            names.push(name.to_owned().leak());
        }
        Some(Self(id))
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        names.get(usize::from(self.0)).copied().unwrap_or_default()
    }

    /// Reads something; with it the skills that it names, so that they can be looked up in a table.
    pub fn heard<R>(read: impl FnOnce() -> R) -> (R, BTreeSet<Self>) {
        let outer = HEARD.take();
        let result = read();
        (result, HEARD.replace(outer))
    }
}

impl Ord for SkillId {
    fn cmp(&self, other: &Self) -> Ordering {
        match self == other {
            true => Ordering::Equal,
            false => self.name().cmp(other.name()),
        }
    }
}

impl PartialOrd for SkillId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for SkillId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for SkillId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit_variant("SkillId", 0, self.name())
    }
}

impl<'de> Deserialize<'de> for SkillId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// A bare word of RON, or a string elsewhere.
        #[derive(Deserialize)]
        #[serde(field_identifier)]
        enum Word {
            Any(String),
        }

        let Word::Any(name) = Word::deserialize(from)?;
        let id = Self::named(&name).ok_or_else(|| D::Error::custom("there are too many skills"))?;
        HEARD.with_borrow_mut(|heard| heard.insert(id));
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Stat;

    #[test]
    fn a_bare_word_is_a_number_of_the_engine_or_a_skill() {
        let (read, heard) = SkillId::heard(|| ron::from_str::<Vec<Stat>>("[will, juggling]"));
        let juggling = SkillId::named("juggling").unwrap();
        assert_eq!(read.unwrap(), [Stat::Will, Stat::Skill(juggling)]);
        assert_eq!(heard, [juggling].into());
        assert_eq!(ron::to_string(&Stat::Skill(juggling)).unwrap(), "juggling");
        assert_eq!(serde_json::to_string(&Stat::Will).unwrap(), "\"will\"");
    }

    #[test]
    fn skills_stand_in_the_order_of_their_names() {
        let [late, early] = ["zzz_late", "aaa_early"].map(|name| SkillId::named(name).unwrap());
        assert!(early < late && Stat::Will < Stat::Skill(early));
    }
}
