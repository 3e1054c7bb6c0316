//! The numbers a combatant can have. Not every ruleset uses every one.

use serde::{Deserialize, Serialize};

/// One number of a combatant, derived by the ruleset or stated outright.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stat {
    HitPoints,
    /// Squares of one move.
    Speed,
    Initiative,
    MeleeAttack,
    RangedAttack,
    /// Added to weapon damage in melee.
    MeleeDamage,
    /// Added to weapon damage at range.
    RangedDamage,
    /// The fixed number an attack must reach: armour class or defence rating.
    Defence,
    /// The threshold under which an attack misses outright, before any active defence.
    PassiveDefence,
    /// The bonus of a dodge rolled against an attack.
    ActiveDefence,
    /// The bonus of a block rolled against an attack, without the iteration's own value.
    ShieldDefence,
    /// The class bonus from which shield iterations come; 0 or less than 1 means no uses unless listed.
    ShieldUses,
    /// The rating of worn armour in a coverage check.
    Coverage,
    /// Points of each blow that a creature's own hide ignores where armour reduces damage.
    NaturalArmour,
    Fortitude,
    Reflex,
    Will,
    Power,
    Resilience,
    Grapple,
    Bluff,
    /// Seeing through a bluff.
    SenseMotive,
    Perception,
    Stealth,
    Medicine,
    Diplomacy,
    /// What a creature has learnt about the world.
    Knowledge,
    Climb,
    EscapeArtist,
    Concentration,
    /// Telling what a combatant is about to cast.
    Spellcraft,
    /// The level that special abilities grow with.
    CasterLevel,
    /// What saves against special abilities have to reach, their level aside.
    AbilityDifficulty,
    Ride,
    /// Squares of a jump.
    JumpLength,
    Energy,
    FatePoints,
}

impl Stat {
    /// All stats, in order; `stat as usize` indexes a dense table of this length.
    pub const COUNT: usize = Self::FatePoints as usize + 1;
}
