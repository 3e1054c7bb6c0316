//! Labels: who rolls a die, and what for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a die is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The place in the order of turns.
    Initiative,
    /// A tie that only another die can break.
    TieBreak,
    /// An attack; with advantage or disadvantage, its first die.
    Attack,
    /// The second die of an attack with advantage or disadvantage.
    AttackSecond,
    /// Whether a threatened critical hit is one.
    Confirm,
    /// The damage of a hit.
    Damage,
    /// Damage on top of a hit's own, from another source.
    ExtraDamage,
    /// A defender's own active defence.
    Defence,
    /// A defender's defence with a shield.
    ShieldDefence,
    /// A defence rolled by a combatant that steps in for the target.
    ProtectorDefence,
    /// Whether armour covers the place that was hit.
    Coverage,
    /// Whether a target that is hard to see is missed.
    Concealment,
    /// Whether a shot that missed strikes what the target hid behind.
    StruckCover,
    /// A saving throw.
    Save,
    /// Whether a dying combatant stops getting worse.
    Stabilise,
    /// Whether one who lies stable wakes in an hour of rest.
    Wake,
    /// Whether the wounds of one who has no help begin to heal on a day of rest.
    Mend,
    /// A check against a fixed number.
    Check,
    /// One side of a check against another combatant's check.
    OpposedCheck,
    /// Noticing a combatant.
    Spot,
    /// Staying unnoticed.
    Hide,
    /// Where something that missed its square lands.
    Scatter,
    /// Whom a shot into a crowd strikes instead.
    Stray,
    /// A roll that an ability asks for.
    Ability,
    /// Hit points given back.
    Healing,
    /// Damage or recovery that comes again each turn.
    Ongoing,
    /// Which of several squares at one distance.
    Nearest,
    /// An even chance.
    Coin,
    /// Whether a combatant keeps fighting.
    Morale,
    /// Whether an ambush succeeds.
    Ambush,
}

impl Purpose {
    /// Every purpose, in the enum's order.
    pub const ALL: [Purpose; 30] = [
        Purpose::Initiative,
        Purpose::TieBreak,
        Purpose::Attack,
        Purpose::AttackSecond,
        Purpose::Confirm,
        Purpose::Damage,
        Purpose::ExtraDamage,
        Purpose::Defence,
        Purpose::ShieldDefence,
        Purpose::ProtectorDefence,
        Purpose::Coverage,
        Purpose::Concealment,
        Purpose::StruckCover,
        Purpose::Save,
        Purpose::Stabilise,
        Purpose::Wake,
        Purpose::Mend,
        Purpose::Check,
        Purpose::OpposedCheck,
        Purpose::Spot,
        Purpose::Hide,
        Purpose::Scatter,
        Purpose::Stray,
        Purpose::Ability,
        Purpose::Healing,
        Purpose::Ongoing,
        Purpose::Nearest,
        Purpose::Coin,
        Purpose::Morale,
        Purpose::Ambush,
    ];

    /// The name in content files, logs and scripts: `shield_defence`.
    pub const fn name(self) -> &'static str {
        match self {
            Purpose::Initiative => "initiative",
            Purpose::TieBreak => "tie_break",
            Purpose::Attack => "attack",
            Purpose::AttackSecond => "attack_second",
            Purpose::Confirm => "confirm",
            Purpose::Damage => "damage",
            Purpose::ExtraDamage => "extra_damage",
            Purpose::Defence => "defence",
            Purpose::ShieldDefence => "shield_defence",
            Purpose::ProtectorDefence => "protector_defence",
            Purpose::Coverage => "coverage",
            Purpose::Concealment => "concealment",
            Purpose::StruckCover => "struck_cover",
            Purpose::Save => "save",
            Purpose::Stabilise => "stabilise",
            Purpose::Wake => "wake",
            Purpose::Mend => "mend",
            Purpose::Check => "check",
            Purpose::OpposedCheck => "opposed_check",
            Purpose::Spot => "spot",
            Purpose::Hide => "hide",
            Purpose::Scatter => "scatter",
            Purpose::Stray => "stray",
            Purpose::Ability => "ability",
            Purpose::Healing => "healing",
            Purpose::Ongoing => "ongoing",
            Purpose::Nearest => "nearest",
            Purpose::Coin => "coin",
            Purpose::Morale => "morale",
            Purpose::Ambush => "ambush",
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no [`Purpose`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPurpose(pub String);

impl fmt::Display for UnknownPurpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Purpose::ALL.map(Purpose::name).join(", ");
        write!(
            f,
            "no die is rolled for `{}`; expected one of {names}",
            self.0
        )
    }
}

impl std::error::Error for UnknownPurpose {}

impl FromStr for Purpose {
    type Err = UnknownPurpose;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Purpose::ALL
            .into_iter()
            .find(|purpose| purpose.name() == text)
            .ok_or_else(|| UnknownPurpose(text.to_owned()))
    }
}

/// Who rolls, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RollLabel {
    /// The seat number of the one who rolls, or [`RollLabel::NOBODY`].
    pub who: u8,
    /// What the die is rolled for.
    pub purpose: Purpose,
}

impl RollLabel {
    /// The `who` of a die that belongs to no combatant: a coin toss, a scatter direction.
    pub const NOBODY: u8 = u8::MAX;

    /// A die that the combatant in seat `who` rolls.
    pub const fn new(who: u8, purpose: Purpose) -> Self {
        Self { who, purpose }
    }

    /// A die that belongs to no combatant.
    pub const fn of_battle(purpose: Purpose) -> Self {
        Self::new(Self::NOBODY, purpose)
    }
}

impl fmt::Display for RollLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.who {
            Self::NOBODY => write!(f, "{} of no combatant", self.purpose),
            seat => write!(f, "{} of seat {seat}", self.purpose),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_every_purpose_in_order() {
        for (index, purpose) in Purpose::ALL.into_iter().enumerate() {
            assert_eq!(purpose as usize, index);
        }
        assert_eq!(Purpose::Ambush as usize + 1, Purpose::ALL.len());
    }

    #[test]
    fn names_agree_with_serde_and_parse_back() {
        for purpose in Purpose::ALL {
            assert_eq!(ron::to_string(&purpose).unwrap(), purpose.name());
            assert_eq!(purpose.name().parse(), Ok(purpose));
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let message = "attak".parse::<Purpose>().unwrap_err().to_string();
        assert!(message.contains("`attak`") && message.contains("attack_second"));
    }

    #[test]
    fn a_label_reads_well() {
        assert_eq!(
            RollLabel::new(3, Purpose::Save).to_string(),
            "save of seat 3"
        );
        assert_eq!(
            RollLabel::of_battle(Purpose::Coin).to_string(),
            "coin of no combatant"
        );
    }
}
