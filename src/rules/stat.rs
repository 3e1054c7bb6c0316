//! The numbers a combatant can have. Not every ruleset uses every one.

use serde::{Deserialize, Serialize, Serializer};

use super::SkillId;

macro_rules! stats {
    ($($(#[$doc:meta])* $name:ident => $word:literal),* $(,)?) => {
        /// One number of a combatant, derived by the ruleset or stated outright: one that the engine
        /// asks for itself, or a skill of the ruleset's table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(field_identifier, rename_all = "snake_case")]
        pub enum Stat {
            $($(#[$doc])* $name,)*
            Skill(SkillId),
        }

        impl Stat {
            /// The engine's own, in order.
            pub const ENGINE: &[Self] = &[$(Self::$name),*];

            /// The name in files.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                    Self::Skill(skill) => skill.name(),
                }
            }

            /// The place among the engine's own, for a dense table; a skill has none.
            pub fn place(self) -> Result<usize, SkillId> {
                enum Place { $($name),* }
                match self {
                    $(Self::$name => Ok(Place::$name as usize),)*
                    Self::Skill(skill) => Err(skill),
                }
            }
        }
    };
}

stats! {
    HitPoints => "hit_points",
    /// Squares of one move.
    Speed => "speed",
    Initiative => "initiative",
    MeleeAttack => "melee_attack",
    RangedAttack => "ranged_attack",
    /// Added to weapon damage in melee.
    MeleeDamage => "melee_damage",
    /// Added to weapon damage at range.
    RangedDamage => "ranged_damage",
    /// The fixed number an attack must reach: armour class or defence rating.
    Defence => "defence",
    /// The threshold under which an attack misses outright, before any active defence.
    PassiveDefence => "passive_defence",
    /// The bonus of a dodge rolled against an attack.
    ActiveDefence => "active_defence",
    /// The bonus of a block rolled against an attack, without the iteration's own value.
    ShieldDefence => "shield_defence",
    /// The class bonus from which shield iterations come; 0 or less than 1 means no uses unless listed.
    ShieldUses => "shield_uses",
    /// The rating of worn armour in a coverage check.
    Coverage => "coverage",
    /// Points of each blow that a creature's own hide ignores where armour reduces damage.
    NaturalArmour => "natural_armour",
    Fortitude => "fortitude",
    Reflex => "reflex",
    Will => "will",
    Power => "power",
    Resilience => "resilience",
    Grapple => "grapple",
    /// The level that special abilities grow with.
    CasterLevel => "caster_level",
    /// What saves against special abilities have to reach, their level aside.
    AbilityDifficulty => "ability_difficulty",
    /// Squares of a jump.
    JumpLength => "jump_length",
    /// Squares of one move in the air.
    FlySpeed => "fly_speed",
    /// Squares of one move in the water.
    SwimSpeed => "swim_speed",
}

impl Serialize for Stat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit_variant("Stat", 0, self.name())
    }
}
