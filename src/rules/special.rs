//! Special abilities as data: spells, talents, breath, scrolls and potions.
//!
//! An ability is an action that only those can take who know it: the loader lays one beside the
//! ruleset's own actions, under the same id, so that budget, readying, dock and computer
//! player treat it like any other. What it does is a list of effects from a closed vocabulary; the
//! abilities themselves are open data.

mod target;

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use super::action::{ActionDef, Limit, Occasion, Shelf};
use super::condition::Duration;
use super::damage::DamageKind;
use super::primitive::Primitive;
use super::targeting::Whom;
use super::threat::Provokes;
use super::{Ability, AbilityComponent, KindRules, Natures, Stat};

pub use target::Target;

/// An ability of the ruleset's `abilities.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbilityDef {
    pub name: String,
    /// What the log says of its user, such as "directs the flame"; empty: the verb of its kind and its name.
    #[serde(default)]
    pub told: String,
    /// One line for the tooltip.
    #[serde(default)]
    pub text: String,
    /// Rules by id.
    #[serde(default)]
    pub rules: Vec<String>,
    /// One of the kinds of the ruleset's `abilities` policy: says what disturbs it and whether it
    /// provokes.
    pub kind: String,
    /// Of a spell and the like; enters difficulties.
    #[serde(default)]
    pub level: u8,
    /// What using it takes of the turn, by id.
    #[serde(default = "standard")]
    pub cost: String,
    /// What it costs with a single action in the turn; the same if left out, except that whole
    /// rounds are not possible then.
    #[serde(default)]
    pub restricted_cost: Option<String>,
    /// It may be begun with a single action in the turn, and finished in the next turn at this cost.
    #[serde(default)]
    pub startable: Option<String>,
    /// Full rounds that it takes; the effect comes just before the turn after the last of them.
    /// 0: at once.
    #[serde(default)]
    pub rounds: u8,
    /// If otherwise than its kind.
    #[serde(default)]
    pub provokes: Option<Provokes>,
    /// Points that it takes, by pool.
    #[serde(default)]
    pub takes: BTreeMap<String, u8>,
    /// Draws on the uses of this other ability: the same spell cast in another way.
    #[serde(default)]
    pub uses_of: Option<String>,
    /// Level of the user that an item is made with, for every user.
    #[serde(default)]
    pub at_level: Option<u8>,
    /// A condition by id that its user has to have, and loses by using it.
    #[serde(default)]
    pub needs: Option<String>,
    /// An action by id that takes no time and gives what is needed: its user takes it of itself.
    #[serde(default)]
    pub prepares: Option<String>,
    /// A check of the user's that has to succeed.
    #[serde(default)]
    pub check: Option<CheckDef>,
    /// Works only on a d20 of at most so many, once it has reached its target.
    #[serde(default)]
    pub works_on: Option<u8>,
    pub target: Target,
    /// An attack roll has to succeed first.
    #[serde(default)]
    pub attack: Option<Touch>,
    #[serde(default)]
    pub save: Option<SaveDef>,
    #[serde(default)]
    pub effects: Vec<SpecialEffect>,
    /// A condition by id that everyone who has had to save gets along with it. When it runs out the
    /// ability comes to its bearer once more.
    #[serde(default)]
    pub again: Option<String>,
    /// A thing by id that has to be in hand; the combatant that has it with it knows how to use it.
    #[serde(default)]
    pub item: Option<String>,
    /// The thing is gone once it was used.
    #[serde(default)]
    pub used_up: bool,
    /// Kinds that it carries as keywords: the combatant that is immune to one of them suffers nothing
    /// of it.
    #[serde(default)]
    pub keywords: Vec<DamageKind>,
    /// It works on those who inhale it, and on nobody who holds its breath or does not breathe (EP-BRTH-03).
    #[serde(default)]
    pub inhaled: bool,
    /// Its damage is for these alone, whomever it strikes or splashes (EP-INC-01).
    #[serde(default)]
    pub harms: Whom,
    /// What it is besides what its kind and its damage make of it (EP-INC-02).
    #[serde(default)]
    pub natures: Natures,
    /// It reaches those on another plane, as force does (EP-ETHER-01).
    #[serde(default)]
    pub abjuration: bool,
    /// No resistance reduces its damage.
    #[serde(default)]
    pub ignores_resistance: bool,
    /// Used out of turn, in answer to this, once between two of its own turns.
    #[serde(default)]
    pub answers: Option<Occasion>,
    /// It answers of itself whenever there is occasion, and nobody is asked (SP-KIDO-20).
    #[serde(default)]
    pub of_itself: bool,
    /// How often it is possible, its uses aside; others of the same group count as it (EP-ACT-09).
    #[serde(default)]
    pub limit: Option<Limit>,
    /// Open words by which conditions forbid it, as with actions.
    #[serde(default)]
    pub tags: Vec<String>,
    /// What it takes of the body, if otherwise than its kind.
    #[serde(default)]
    pub components: Option<Vec<AbilityComponent>>,
    /// Its user can end it at will.
    #[serde(default)]
    pub dismissible: bool,
    #[serde(default)]
    pub readyable: bool,
    #[serde(default)]
    pub bar_order: u8,
    #[serde(default)]
    pub key: Option<char>,
    /// What this other ability of its user has laid upon the ground is moved to its area, from where that
    /// lies its range is counted, and it does nothing else (EP-MACT-01).
    #[serde(default)]
    pub moves: Option<String>,
    /// As that of an action.
    #[serde(default)]
    pub icon: Option<String>,
}

fn standard() -> String {
    "standard".to_owned()
}

/// The attack roll of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Touch {
    /// A melee touch.
    Melee,
    /// A ranged touch.
    Ranged,
    /// A ranged attack that armour can stop.
    Missile,
}

/// A check against a fixed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckDef {
    pub stat: Stat,
    pub difficulty: i32,
}

/// The saving throw against an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveDef {
    pub stat: Stat,
    pub success: Saved,
    /// Stated outright; otherwise the user's `ability_difficulty` and the level.
    #[serde(default)]
    pub difficulty: Option<i32>,
}

/// What a successful save does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Saved {
    /// Nothing happens.
    Negates,
    /// Half of the damage and none of the rest.
    Half,
}

/// A number of points: dice, grown with the level of the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// Such as `1d6` or `2d4+1`.
    pub dice: String,
    #[serde(default)]
    pub grows: Growth,
}

/// What the level of the user does to an amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Growth {
    #[default]
    Not,
    /// The dice are rolled once for so many levels, at least once and at most so often.
    Dice { levels: NonZeroU8, most: u8 },
    /// One point for each level, at most so many.
    Points { most: u8 },
}

impl Growth {
    /// How often the dice are rolled, and what is added, at a level.
    pub fn at(self, level: i32) -> (u8, i32) {
        match self {
            Self::Not => (1, 0),
            Self::Dice { levels, most } => {
                let times = (level / i32::from(levels.get())).clamp(1, i32::from(most.max(1)));
                (times as u8, 0)
            }
            Self::Points { most } => (1, level.clamp(0, i32::from(most))),
        }
    }
}

/// What an ability does to each whom it affects: the closed vocabulary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SpecialEffect {
    /// Damage, rolled once for every combatant.
    Damage { amount: Amount, kind: DamageKind },
    /// Hit points given back.
    Heal { amount: Amount },
    /// Hit points on top, which go first.
    TemporaryHitPoints {
        amount: Amount,
        /// They are gone when this condition ends, by id (SP-HEAL-07).
        #[serde(default)]
        lasts_with: Option<String>,
    },
    /// Points of an ability that are lost, with everything that hangs on its score.
    Weaken { ability: Ability, amount: Amount },
    /// A condition: every modifier that lasts is one.
    Condition {
        condition: String,
        #[serde(default)]
        lasts: Lasting,
        /// The number that belongs to it, such as ongoing damage.
        #[serde(default)]
        amount: i32,
    },
    /// Ends conditions by id.
    Cures { conditions: Vec<String> },
    /// Damage to every combatant beside the target.
    Splash { amount: Amount, kind: DamageKind },
    /// Half of what the damage before it was rolled for, once, for all beside those whom it was aimed at, or
    /// in the square and beside it where it comes down (EP-SPLASH-02, EP-SPLASH-08).
    SplashHalf,
    /// Drives the lifeless off, the nearest first: a check of Charisma says up to which level, 2d6
    /// with the level and Charisma how many levels in all. Those of half the user's level are
    /// destroyed, unless it `spares` them.
    Turn {
        condition: String,
        rounds: u16,
        #[serde(default)]
        spares: bool,
    },
    /// The open ground of the area becomes this terrain, by id: who stands on it has come upon it.
    Ground {
        terrain: String,
        /// It lies upon the ground and not in its place as long as the user bears this condition, by id,
        /// which begins with it (EP-MACT-01).
        #[serde(default)]
        lasts_with: Option<String>,
    },
    /// So many squares straight away from the user.
    Push { squares: u8 },
    /// The place in the order of turns is so much higher from now on, or lower (EP-INIT-09).
    Initiative(i32),
    /// Ends running abilities of others on the target: d20 and the level, at most so many, against
    /// 11 and theirs.
    Dispel { most: u8 },
}

impl SpecialEffect {
    /// Amount and kind of the damage to its targets, if it deals any.
    pub fn damage(&self) -> Option<(&Amount, DamageKind)> {
        let Self::Damage { amount, kind } = self else {
            return None;
        };
        Some((amount, *kind))
    }

    /// Amount and kind of the damage to all beside its targets, if it deals any.
    pub fn splash(&self) -> Option<(&Amount, DamageKind)> {
        let Self::Splash { amount, kind } = self else {
            return None;
        };
        Some((amount, *kind))
    }

    /// Whether it deals damage, to its targets or beside them.
    pub fn deals_damage(&self) -> bool {
        match self {
            Self::Damage { .. } | Self::Splash { .. } | Self::SplashHalf => true,
            Self::Heal { .. }
            | Self::TemporaryHitPoints { .. }
            | Self::Weaken { .. }
            | Self::Condition { .. }
            | Self::Cures { .. }
            | Self::Turn { .. }
            | Self::Ground { .. }
            | Self::Push { .. }
            | Self::Initiative(_)
            | Self::Dispel { .. } => false,
        }
    }
}

/// How long a condition of an ability lasts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Lasting {
    /// As the condition says itself.
    #[default]
    Own,
    Rounds(u16),
    Minutes(u16),
    /// So many rounds for each level of the user.
    RoundsPerLevel(u16),
    /// Rounds rolled with these dice.
    Rolled(String),
    /// As long as the user concentrates on it.
    Maintained,
    /// One of the endings that conditions know.
    Until(Duration),
}

/// How often a combatant can use an ability in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Uses {
    AtWill,
    Times(u8),
}

impl AbilityDef {
    /// The action by which the ability is used.
    pub fn action(&self, id: &str, kinds: &BTreeMap<String, KindRules>) -> ActionDef {
        let kind = kinds.get(&self.kind);
        let by_kind = kind.map_or(Provokes::No, |kind| kind.provokes);
        let verb = kind.map(|kind| kind.verb.as_str());
        let verb = verb.filter(|verb| !verb.is_empty());
        let told = match self.told.as_str() {
            "" => verb.map_or_else(String::new, |verb| format!("{verb} {}", self.name)),
            own => own.to_owned(),
        };
        ActionDef {
            name: self.name.clone(),
            told,
            text: self.text.clone(),
            rules: self.rules.clone(),
            cost: self.cost.clone(),
            restricted_cost: self.restricted_cost.clone(),
            startable: self.startable.clone(),
            provokes: self.provokes.unwrap_or(by_kind),
            target: self.target.targeting(),
            does: vec![Primitive::Use(id.to_owned())],
            answers: self.answers,
            of_itself: self.of_itself,
            limit: self.limit.clone(),
            tags: self.tags.clone(),
            readyable: self.readyable,
            shelf: Shelf::Ability,
            bar_order: self.bar_order,
            key: self.key,
            icon: self.icon.clone(),
            ..ActionDef::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_grow_with_the_level_up_to_their_limit() {
        let dice = Growth::Dice {
            levels: NonZeroU8::MIN,
            most: 10,
        };
        assert_eq!(dice.at(5), (5, 0));
        assert_eq!(dice.at(12), (10, 0));
        let levels = NonZeroU8::new(2).unwrap();
        assert_eq!(Growth::Dice { levels, most: 5 }.at(1), (1, 0));
        assert_eq!(Growth::Points { most: 5 }.at(7), (1, 5));
        assert_eq!(Growth::Not.at(9), (1, 0));
    }
}
