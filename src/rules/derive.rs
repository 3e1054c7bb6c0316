//! From neutral d20 terms to a ruleset's own numbers.
//!
//! A monster is written once. Each stat of a ruleset is a sum of terms over what the monster is and
//! carries; a monster may still state a stat outright for one ruleset.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Ability, SkillId, Stat};

/// How a ruleset derives its stats. A stat without an entry is 0.
pub type Derivation = BTreeMap<Stat, Vec<Term>>;

/// One summand of a derived stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// A fixed number, from which the sum starts.
    Const(i32),
    /// An ability modifier.
    Ability(Ability),
    /// The Dexterity modifier, its bonus capped by worn armour and shield.
    CappedDexterity,
    /// The better of two ability modifiers, counted as the first.
    Better(Ability, Ability),
    BaseAttack,
    Level,
    /// Level times numerator over denominator, rounded down.
    LevelTimes(u8, u8),
    /// The size modifier, +1 for Small, -1 for Large.
    Size,
    /// The grapple scale: 4 per category above Medium.
    GrappleSize,
    /// One per category above Medium, minus one per category below.
    SizeSteps,
    Armour,
    Shield,
    NaturalArmour,
    /// The monster's defence bonus of class and level (SP-DEF-01).
    ClassDefence,
    /// Coverage rating of the shield in hand.
    ShieldCoverage,
    /// Coverage rating of the armour worn.
    ArmourCoverage,
    /// Base save bonus of the monster.
    BaseFortitude,
    BaseReflex,
    BaseWill,
    /// The monster's ranks in the skill of this name, without ability.
    Skill(SkillId),
    /// Hit points as written.
    HitPoints,
    /// Speed in squares as written, lowered by worn armour.
    Speed,
    /// Half the speed, rounded down.
    HalfSpeed,
}
