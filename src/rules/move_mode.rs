//! The numbers of ways to go: walks, leaps, charges.

use super::{Capability, Stat};
use serde::{Deserialize, Serialize};

/// The numbers of a movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MoveDef {
    /// Times speed.
    pub factor: u8,
    /// Times speed in heavy armour or with a heavy load, if different.
    pub heavy_factor: Option<u8>,
    /// Half as far for a combatant that has a single action in the turn, however much that is. Without it,
    /// what takes a whole turn covers half as far, but no more than one times speed.
    pub restricted_half: bool,
    /// In a straight line only, and not over hampering terrain.
    pub straight: bool,
    pub exempt: Exempt,
    /// A condition for the mover (running), until its next turn.
    pub condition: Option<String>,
    /// Only for a turn in which nothing else but free actions is done.
    pub move_only: bool,
    /// At most this many squares (crawling).
    pub at_most: Option<u8>,
    /// Only while prone (crawling).
    pub while_prone: bool,
    /// So many times slower.
    pub divisor: u8,
    /// Up and down what has to be climbed.
    pub climbs: bool,
    /// Through ground that can be swum in, by a check.
    pub swims: bool,
    /// Into severe ground, where nothing else leads into it, at the price of open ground.
    pub wades: bool,
    /// So many squares at least, for any who move at all.
    pub at_least: u8,
    /// Added to the check of a climb: a negative number for haste.
    pub check_bonus: i32,
    /// Enemies that threaten a square may strike when it is entered, too (SP-MACT-06).
    pub open_on_arrival: bool,
    /// Through the air, at the speed that it has there: over whatever is no wall, and onto ground that
    /// holds it. Only for those who have such a speed.
    pub flies: bool,
    /// Into spaces down to half of its own width.
    pub squeezes: bool,
    /// Into spaces narrower still, by a check (SP-TERR-14).
    pub wriggles: Option<Wriggle>,
    /// Past enemies by checks (SP-MVT-12).
    pub tumbles: Option<Tumble>,
    /// A check of this number against a difficulty that is part of the movement (moving quietly).
    pub check: Option<(Stat, i32)>,
}

fn one() -> u8 {
    1
}

impl Default for MoveDef {
    fn default() -> Self {
        Self {
            factor: 1,
            heavy_factor: None,
            restricted_half: false,
            straight: false,
            exempt: Exempt::Nothing,
            condition: None,
            move_only: false,
            at_most: None,
            while_prone: false,
            divisor: 1,
            climbs: false,
            swims: false,
            wades: false,
            at_least: 0,
            check_bonus: 0,
            open_on_arrival: false,
            flies: false,
            squeezes: false,
            wriggles: None,
            tumbles: None,
            check: None,
        }
    }
}

impl MoveDef {
    /// Whether it is walking and nothing else: no hurry, no care, no climbing.
    pub fn is_plain(&self) -> bool {
        let plain = Self {
            heavy_factor: self.heavy_factor,
            restricted_half: self.restricted_half,
            ..Self::default()
        };
        *self == plain
    }

    /// The same in the air.
    pub fn is_plain_flight(&self) -> bool {
        let afoot = Self {
            flies: false,
            ..self.clone()
        };
        self.flies && afoot.is_plain()
    }
}

/// Past enemies, by one check against each that could strike or stands in the way. It is done in one go:
/// nothing of it is left for later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tumble {
    pub check: Stat,
    /// The number against an enemy that threatens a square on the way: who reaches it provokes nothing
    /// from that enemy.
    pub past: i32,
    /// The number against an enemy whose space the way leads through: who falls short stops before it.
    pub through: i32,
    /// Added to either for each enemy before.
    #[serde(default)]
    pub each: i32,
    /// Only for those who have ranks in the check.
    #[serde(default)]
    pub trained: bool,
    /// Not in medium or heavy armour, nor with such a load.
    #[serde(default)]
    pub unburdened: bool,
}

/// Through what is less than half as wide as the mover, down to one square, by a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wriggle {
    pub check: Stat,
    pub difficulty: i32,
    /// The condition by id of those in such a space.
    pub condition: String,
}

/// The numbers of a leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeapDef {
    pub length: LeapLength,
    /// Over creatures and obstacles no higher than half of the distance; otherwise they are in the
    /// way.
    #[serde(default)]
    pub clears: bool,
    /// A combatant that threatens the landing may strike there.
    #[serde(default)]
    pub open_at_landing: bool,
    /// Not while lying on the ground.
    #[serde(default)]
    pub upright: bool,
    /// To any square that it sees and to which a straight line leads, past the ground and all who stand
    /// between (EP-TERR-05).
    #[serde(default)]
    pub by_sight: bool,
}

/// How far a leap leads at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeapLength {
    Speed,
    /// `Stat::JumpLength`, or half of the speed where that is not stated.
    JumpLength,
}

impl Exempt {
    /// Whether some part of a movement provokes nothing.
    pub fn spares_any(self) -> bool {
        match self {
            Self::StartingSquare | Self::StartingSquareSeen | Self::FirstShift => true,
            Self::Nothing => false,
        }
    }

    /// Whether leaving the square in which the movement starts is safe, at least from those whom the mover
    /// sees.
    pub fn spares_start(self) -> bool {
        matches!(self, Self::StartingSquare | Self::StartingSquareSeen)
    }
}

/// Which part of a movement provokes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exempt {
    #[default]
    Nothing,
    /// Leaving the square in which the movement starts.
    StartingSquare,
    /// The same, for enemies that the mover sees (SP-FULL-17, SP-FULL-18).
    StartingSquareSeen,
    /// The first square of movement is a shift, if it can be one.
    FirstShift,
}

/// The numbers of a charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChargeDef {
    /// Fewest squares of movement.
    pub least: u8,
    /// Times speed.
    pub factor: u8,
    /// Times speed for a combatant with a single action in the turn.
    #[serde(default)]
    pub restricted_factor: Option<u8>,
    pub lane: Lane,
    /// Made in the course of a move: its way is what is left of a plain move under way, or else it takes
    /// a move action as well, and what is left at its end is walked on with. Nothing else comes at its
    /// end (AH-ALIST-18).
    #[serde(default)]
    pub in_move: bool,
    /// Bonus to the attack roll, or to the check, at the end.
    pub attack_bonus: i32,
    #[serde(default)]
    pub ends: ChargeEnd,
    /// Only with these weapons by id; with any melee weapon if empty.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// How many times the weapon's damage is rolled at the end.
    #[serde(default = "one")]
    pub multiplies: u8,
    /// Only for those with this capability.
    #[serde(default)]
    pub needs: Option<Capability>,
    /// Through the air, at the speed that it has there: over whatever is no wall, and down onto ground
    /// that holds it. Only for those who have such a speed (AH-SPEC-02).
    #[serde(default)]
    pub flies: bool,
    /// A condition for the charger until its next turn.
    #[serde(default)]
    pub condition: Option<String>,
    /// Only at a target that is seen from where it begins (EP-ATT-15).
    #[serde(default)]
    pub sees: bool,
    /// Allies in the lane let the charger by (CD-CHG-08).
    #[serde(default)]
    pub past_allies: bool,
}

/// What a charge is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeEnd {
    /// A melee attack from the first square from which it reaches.
    #[default]
    Attack,
    /// A bull rush from a square next to the target.
    BullRush,
    /// Right over the first enemy in the lane, and an attack at a target beyond.
    Overrun,
}

impl ChargeEnd {
    /// The word by which a condition forbids charges with this end and no others, if there is one.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Attack => None,
            Self::BullRush => Some("bull_rush"),
            Self::Overrun => Some("overrun"),
        }
    }

    /// Whether an enemy is run over on the way.
    pub fn runs_over(self) -> bool {
        match self {
            Self::Overrun => true,
            Self::Attack | Self::BullRush => false,
        }
    }
}

/// What way a charge may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// A straight line to the nearest square from which the target is threatened, free of creatures
    /// and hampering terrain.
    Straight,
    /// Any way on which each square is closer to the target than the one before.
    EachSquareCloser,
}
