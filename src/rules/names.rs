//! What a ruleset calls ability scores and saving throws, which files name in neutral d20 terms.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Ability, Stat, Topic};

/// Names for players, where a ruleset has others than the neutral ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Names {
    pub abilities: BTreeMap<Ability, String>,
    pub saves: BTreeMap<Stat, String>,
}

impl Names {
    /// The name of an ability score.
    pub fn ability(&self, ability: Ability) -> &str {
        let own = self.abilities.get(&ability);
        own.map_or_else(|| ability.label(), String::as_str)
    }

    /// The name of a saving throw; `None`: it is none.
    pub fn save(&self, stat: Stat) -> Option<&str> {
        let neutral = match stat {
            Stat::Fortitude => "Fortitude",
            Stat::Reflex => "Reflex",
            Stat::Will => "Will",
            _ => return None,
        };
        Some(self.saves.get(&stat).map_or(neutral, String::as_str))
    }

    /// The label of a topic in these names.
    pub fn topic(&self, topic: Topic) -> String {
        let words = topic.label().split(' ').map(|word| self.word(word));
        words.collect::<Vec<_>>().join(" ")
    }

    /// The name in place of a neutral one.
    fn word<'a>(&'a self, word: &'a str) -> &'a str {
        let ability = Ability::ALL.into_iter().find(|one| one.label() == word);
        let save = [Stat::Fortitude, Stat::Reflex, Stat::Will].into_iter();
        let mut save = save.filter(|stat| Names::default().save(*stat) == Some(word));
        ability
            .map(|ability| self.ability(ability))
            .or_else(|| self.save(save.next()?))
            .unwrap_or(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_place_of_neutral_ones_once() {
        let names = Names {
            abilities: [(Ability::Constitution, "Fortitude".to_owned())].into(),
            saves: [(Stat::Fortitude, "Constitution".to_owned())].into(),
        };
        assert_eq!(names.topic(Topic::ConstitutionLoss), "loss of Fortitude");
        assert_eq!(names.topic(Topic::Fortitude), "Constitution save");
        assert_eq!(names.topic(Topic::DexterityDenied), "Dexterity denied");
        assert_eq!(names.save(Stat::Defence), None);
    }
}
