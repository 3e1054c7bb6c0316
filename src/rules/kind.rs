//! Kinds of abilities as data: what provokes, what disturbs them, what they take of a body.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::attack::CoverToReflex;
use super::{Provokes, Stat};

/// How a kind of ability behaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRules {
    /// As players call it.
    pub name: String,
    /// What the log says that its user does, such as "casts"; without it the ability's name stands alone.
    #[serde(default)]
    pub verb: String,
    /// Rules by id.
    #[serde(default)]
    pub rules: Vec<String>,
    #[serde(default)]
    pub provokes: Provokes,
    /// What it takes not to lose it; `None`: it cannot be disturbed.
    #[serde(default)]
    pub concentration: Option<Concentration>,
    /// It can be countered and dispelled.
    #[serde(default)]
    pub magic: bool,
    /// It is no magic, which those harm who have no body (EP-INC-01).
    #[serde(default)]
    pub mundane: bool,
    /// What it takes of its user's body.
    #[serde(default)]
    pub components: Vec<AbilityComponent>,
    /// While a use of several rounds is under way, its user threatens nothing (SP-FULL-14).
    #[serde(default)]
    pub absorbs: bool,
    /// Its use leaves a touch that is held ready as it is (SP-KIDO-13).
    #[serde(default)]
    pub keeps_touch: bool,
    /// The number of a target that a d20 and the level of the user have to reach, or nothing happens to
    /// it; a target that has none of it resists nothing (EP-STD-06).
    #[serde(default)]
    pub resisted_by: Option<Stat>,
}

/// The check that offensive abilities without an attack roll take of a combatant on its guard
/// (EP-DEF-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnGuard {
    /// Conditions by id: with one of them a combatant is on its guard.
    pub conditions: Vec<String>,
    /// The kinds of abilities that take the check.
    pub kinds: Vec<String>,
    /// What is rolled, the best of these; `caster_level` is that of the ability.
    pub best_of: Vec<Stat>,
    /// The number to reach, and what each level of the user adds to it.
    pub base: i32,
    pub each_level: i32,
}

/// What using an ability takes of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbilityComponent {
    /// Words: a gag prevents it, and those who hear nothing may spoil it.
    Voice,
    /// A gesture: it takes a hand that is free and not held.
    Hand,
}

/// Difficulties of the checks of concentration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Concentration {
    /// What is rolled.
    pub check: Stat,
    /// With the damage suffered and the level added.
    pub damage: i32,
    /// For going about it without lowering the guard; `None`: not possible.
    #[serde(default)]
    pub defensive: Option<i32>,
    /// The level adds to that.
    #[serde(default)]
    pub defensive_level: bool,
    /// While held or grappling, with the level added; `None`: no check is needed.
    #[serde(default)]
    pub held: Option<i32>,
}

/// The policy of abilities.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AbilityRules {
    /// Kinds of abilities by name.
    pub kinds: BTreeMap<String, KindRules>,
    /// Of damage that goes on turn after turn only half counts in checks of concentration.
    pub continuing_halved: bool,
    /// What cover adds to a Reflex save against what comes from beyond it; `None`: nothing.
    pub cover_to_reflex: Option<CoverToReflex>,
    /// The least that half of a damage is after a save, if there was any (SP-SAVE-01).
    pub least_half: i32,
    /// What takes the voice fails in so many of a hundred uses of those who hear nothing (SP-KIDO-03).
    pub deaf_spoils: u8,
    /// A blow of the body that hits carries a touch that is held ready into its target, and a bare hand
    /// that carries one counts as armed (SP-KIDO-13, SP-UNARM-04).
    pub blows_carry_touch: bool,
    /// A natural 1 on a save against damage exposes shield, armour or helmet to it.
    pub natural_one_harms_gear: bool,
    /// What offensive abilities take of a combatant on its guard; `None`: nothing more.
    pub on_guard: Option<OnGuard>,
}

impl AbilityRules {
    /// Half of this damage.
    pub fn half(&self, amount: i32) -> i32 {
        (amount / 2).max(self.least_half.min(amount))
    }
}
