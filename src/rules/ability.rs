//! The six ability scores, in neutral d20 terms.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// An ability score. A ruleset may show it under another name ([`Names`](super::Names)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    Strength,
    Dexterity,
    Constitution,
    Intelligence,
    Wisdom,
    Charisma,
}

/// The scores of a creature. Ten is average; the modifier is half of what exceeds ten, rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Abilities {
    pub strength: i16,
    pub dexterity: i16,
    pub constitution: i16,
    pub intelligence: i16,
    pub wisdom: i16,
    pub charisma: i16,
}

impl Ability {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::Strength,
        Self::Dexterity,
        Self::Constitution,
        Self::Intelligence,
        Self::Wisdom,
        Self::Charisma,
    ];

    /// The neutral name, for players.
    pub fn label(self) -> &'static str {
        match self {
            Self::Strength => "Strength",
            Self::Dexterity => "Dexterity",
            Self::Constitution => "Constitution",
            Self::Intelligence => "Intelligence",
            Self::Wisdom => "Wisdom",
            Self::Charisma => "Charisma",
        }
    }
}

impl Default for Abilities {
    fn default() -> Self {
        Self {
            strength: 10,
            dexterity: 10,
            constitution: 10,
            intelligence: 10,
            wisdom: 10,
            charisma: 10,
        }
    }
}

impl Abilities {
    /// The score of one ability.
    pub fn score(&self, ability: Ability) -> i32 {
        i32::from(match ability {
            Ability::Strength => self.strength,
            Ability::Dexterity => self.dexterity,
            Ability::Constitution => self.constitution,
            Ability::Intelligence => self.intelligence,
            Ability::Wisdom => self.wisdom,
            Ability::Charisma => self.charisma,
        })
    }

    /// The modifier of one ability.
    pub fn modifier(&self, ability: Ability) -> i32 {
        (self.score(ability) - 10).div_euclid(2)
    }

    /// Of two abilities the one with the higher modifier: the first if they are equal.
    pub fn better(&self, one: Ability, other: Ability) -> Ability {
        match self.modifier(other) > self.modifier(one) {
            true => other,
            false => one,
        }
    }

    /// The scores after these losses.
    #[must_use]
    pub fn lowered(&self, lost: &Losses) -> Self {
        let [
            strength,
            dexterity,
            constitution,
            intelligence,
            wisdom,
            charisma,
        ] = lost.0;
        Self {
            strength: self.strength.saturating_sub(strength),
            dexterity: self.dexterity.saturating_sub(dexterity),
            constitution: self.constitution.saturating_sub(constitution),
            intelligence: self.intelligence.saturating_sub(intelligence),
            wisdom: self.wisdom.saturating_sub(wisdom),
            charisma: self.charisma.saturating_sub(charisma),
        }
    }
}

/// Points of ability scores that were lost, for a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Losses([i16; 6]);

impl Losses {
    /// Points of this ability.
    pub fn of(&self, ability: Ability) -> i32 {
        self.0[ability as usize].into()
    }

    /// The most points of one ability.
    pub fn most(&self) -> i32 {
        self.0.into_iter().max().unwrap_or(0).into()
    }

    /// So many more points of this ability.
    #[must_use]
    pub fn and(mut self, ability: Ability, points: i32) -> Self {
        let points = i16::try_from(points.max(0)).unwrap_or(i16::MAX);
        let lost = &mut self.0[ability as usize];
        *lost = lost.saturating_add(points);
        self
    }

    /// So many points fewer: below nothing the score is higher than of itself.
    #[must_use]
    pub fn raised(mut self, ability: Ability, points: i32) -> Self {
        let points = i16::try_from(points.max(0)).unwrap_or(i16::MAX);
        let lost = &mut self.0[ability as usize];
        *lost = lost.saturating_sub(points);
        self
    }

    /// So many points more, but never so many that nothing is left of a score.
    #[must_use]
    pub fn and_at_most(self, scores: &Abilities, ability: Ability, points: i32) -> Self {
        let left = scores.lowered(&self).score(ability);
        self.and(ability, points.min(left - 1))
    }

    /// As many points as there are of this score, so that it counts as 0.
    #[must_use]
    pub fn and_all(mut self, scores: &Abilities, ability: Ability) -> Self {
        self.0[ability as usize] = 0;
        self.and(ability, scores.score(ability))
    }

    /// What is left when so many points of each ability have come back.
    #[must_use]
    pub fn restored(self, points: i32) -> Self {
        let back = i16::try_from(points.max(0)).unwrap_or(i16::MAX);
        Self(self.0.map(|lost| lost.saturating_sub(back).max(0)))
    }
}

/// What becomes of those who lose points of an ability score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AbilityLoss {
    /// Hit points, the maximum as well, follow the Constitution modifier, once for each level.
    pub hit_points: bool,
    /// The conditions of those who have nothing left of an ability. Without Constitution they die.
    pub at_zero: BTreeMap<Ability, String>,
    /// What an ability takes of a score is doubled if its attack is a critical hit (EP-CRIT-09).
    pub critical_doubles: bool,
}

impl AbilityLoss {
    /// The hit points that come to a combatant of this level, or (negative) go from it, as its scores change: none
    /// where they do not follow Constitution (SP-DMG-11, SP-HEAL-09).
    pub fn hit_points_with(&self, level: i32, before: Abilities, now: Abilities) -> i32 {
        let modifier = |scores: Abilities| scores.modifier(Ability::Constitution);
        match self.hit_points {
            true => (modifier(now) - modifier(before)) * level.max(0),
            false => 0,
        }
    }
}
