//! How an attack is rolled and answered.

use serde::{Deserialize, Serialize};

/// The attack of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackRules {
    pub defence: DefenceModel,
    pub critical: Critical,
    /// What an attack that only has to touch is rolled against.
    #[serde(default)]
    pub touch: TouchRule,
    pub natural_one_misses: bool,
    pub flanking: Flanking,
    pub range: RangeRule,
    /// Shooting at a combatant engaged with an ally.
    pub into_melee: Option<IntoMelee>,
    pub cover: CoverRule,
    pub concealment: ConcealmentRule,
    /// What can be aimed at one combatant that its user does not see.
    #[serde(default)]
    pub aims_at_unseen: AimsAtUnseen,
    /// Penalty steps of further attacks, each 5 lower from +6, +11, +16.
    pub iterations: Iterations,
    /// An attack can be given up before the first one is made, and begins the full attack (EP-FULL-11).
    #[serde(default)]
    pub trades_first: bool,
    /// Bonus for standing higher in melee.
    #[serde(default)]
    pub higher_ground: i32,
    /// Two weapons in one full attack; `None`: not possible.
    #[serde(default)]
    pub two_weapons: Option<TwoWeapons>,
    pub unarmed: UnarmedRule,
    /// Penalty of natural weapons beyond the first, a negative number.
    #[serde(default)]
    pub secondary: i32,
    /// Squares within which ranged attacks can be sneak attacks, if there is a limit.
    #[serde(default)]
    pub sneak_range: Option<u8>,
    #[serde(default)]
    pub blocks: BlockRules,
    /// Striking at things on the map.
    #[serde(default)]
    pub objects: ObjectRule,
    /// What takes two hands is not thrown with one like anything else; `None`: it is.
    #[serde(default)]
    pub hurl: Option<Hurl>,
    /// What cumbersome weapons have beside blocked ground, a negative number; unwieldy ones are of no use there.
    /// `None`: there is room enough everywhere (EP-TERR-06).
    #[serde(default)]
    pub cramped: Option<i32>,
    /// What blows with improvised weapons have, a negative number (EP-STD-01).
    #[serde(default)]
    pub improvised: i32,
    /// What a rated bow adds to attacks of those who are weaker than its rating, a negative number
    /// (AH-DMG-04).
    #[serde(default)]
    pub strong_bow: i32,
    /// A weapon so many size categories larger than its bearer cannot be used; `None`: any can.
    #[serde(default)]
    pub unwieldy: Option<u8>,
    /// The condition of a helpless and unseen combatant that has been found by the combatant that is to
    /// finish it off, which takes an action of its own; `None`: it does not.
    #[serde(default)]
    pub finding: Option<String>,
}

/// What can be aimed at one combatant that is not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimsAtUnseen {
    #[default]
    Everything,
    /// What takes an attack roll, and what works of itself; other abilities take a target in sight (SP-COND-06).
    Attacks,
    /// Nothing; only its square can be struck at (EP-CONC-04).
    Nothing,
}

impl AimsAtUnseen {
    /// Whether nothing is aimed at a creature that is not seen.
    pub fn needs_sight(self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Everything | Self::Attacks => false,
        }
    }
}

/// What cover from where an area, or anything else, comes from adds to Reflex saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverToReflex {
    /// By one, two or more blocked corner lines, and behind a slit, which also spares those behind it
    /// half of the damage, or all of it if they save; against areas alone (CD-COV-02).
    Graded([i32; 4]),
    /// As soon as a line is blocked, against areas and what is aimed at one target (AH-PD-06).
    Single(i32),
    /// Partial cover, battlements and slits, where cover goes by degrees (EP-COVER-04, EP-COVER-11).
    ByDegree([i32; 3]),
}

/// Penalties of blocking with a shield, negative numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockRules {
    /// For each block made in the round already.
    pub each_further: i32,
    /// For another combatant.
    pub for_another: i32,
    /// Without training, instead of the shield uses.
    pub untrained: i32,
}

/// How things on the map are struck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ObjectRule {
    /// Against a number that grows as the thing is smaller, with a bonus in melee; arrows and rays
    /// do half, and nothing is critical.
    #[default]
    BySize,
    /// In melee, against one number for every thing, by an attack like any other.
    OneNumber { defence: i32 },
    /// Against a number for things of the attacker's own size, which is higher for smaller ones and
    /// those in cover. Neighbours may hold their shields before them, and nothing is critical
    /// (AH-SD-16).
    RelativeSize { defence: i32 },
}

impl ObjectRule {
    /// Whether the size of an object decides how hard it is to hit.
    pub fn is_by_size(self) -> bool {
        match self {
            Self::BySize => true,
            Self::OneNumber { .. } | Self::RelativeSize { .. } => false,
        }
    }

    /// Whether an object is struck by an attack like any other, in melee alone.
    pub fn is_one_number(self) -> bool {
        match self {
            Self::OneNumber { .. } => true,
            Self::BySize | Self::RelativeSize { .. } => false,
        }
    }
}

/// Throwing what is not meant to be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hurl {
    /// Squares of its range increment.
    pub increment: u16,
    /// A negative number.
    pub penalty: i32,
    /// What one hand holds is thrown like this as well if it is not made for it (EP-STD-01).
    #[serde(default)]
    pub whatever: bool,
}

/// What an attack must overcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefenceModel {
    /// One fixed number; equal or higher hits.
    FixedNumber,
    /// A threshold, then an opposed dodge or block chosen by the defender; the attacker wins ties.
    ThresholdThenOpposed,
}

impl DefenceModel {
    /// Whether the defender answers an attack that would hit with a roll of its own.
    pub fn is_answered(self) -> bool {
        match self {
            Self::ThresholdThenOpposed => true,
            Self::FixedNumber => false,
        }
    }
}

/// What a critical hit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Critical {
    /// A natural 20 hits; a threat that hits is confirmed by a second roll; damage is rolled several
    /// times.
    ConfirmThenMultiply,
    /// Every number of the weapon's range hits and threatens, and in the second roll it confirms
    /// (EP-CRIT-01, EP-CRIT-02); damage is rolled several times.
    ConfirmInRange,
    /// Every number of the weapon's range hits; maximum damage if the total also reaches the
    /// defence.
    MaximumOnBeatingDefence,
}

impl Critical {
    /// How a critical hit raises the damage.
    pub fn raises(self) -> Raise {
        match self {
            Self::MaximumOnBeatingDefence => Raise::ToMaximum,
            Self::ConfirmThenMultiply | Self::ConfirmInRange => Raise::ByRolls,
        }
    }
}

/// The effect of a critical hit on the damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raise {
    /// The damage is rolled several times.
    ByRolls,
    /// The dice show the most that they can.
    ToMaximum,
}

/// What an attack that only has to touch is rolled against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TouchRule {
    /// The defence without what only keeps weapons from the skin.
    #[default]
    Skin,
    /// The whole defence, with a bonus; from this natural result on it hits whatever the total, in the
    /// second roll as well, which alone does not threaten (EP-TOUCH-01, EP-TOUCH-02).
    WholeDefence { bonus: i32, hits_from: u8 },
}

/// What standing on opposite sides is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flanking {
    /// A bonus in melee if an ally opposite threatens the target.
    Bonus(i32),
    /// Advantage for each whose reach holds the target and who is able to act; no combatant that is Tiny
    /// or smaller flanks.
    Advantage,
    Nothing,
}

impl Flanking {
    /// Whether flanking means anything.
    pub fn exists(self) -> bool {
        match self {
            Self::Bonus(_) | Self::Advantage => true,
            Self::Nothing => false,
        }
    }

    /// Whether it gives an advantage and no bonus.
    pub fn is_advantage(self) -> bool {
        match self {
            Self::Advantage => true,
            Self::Bonus(_) | Self::Nothing => false,
        }
    }
}

/// How far and how well weapons shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RangeRule {
    /// A penalty (a negative number) for each increment beyond the first, up to so many increments.
    Increments {
        penalty: i32,
        thrown: u8,
        projectile: u8,
    },
    /// The first increment is the limit, without penalties.
    FirstIncrementOnly,
}

/// Shooting at a combatant engaged in melee with an ally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IntoMelee {
    /// A negative number.
    pub penalty: i32,
    /// Waived if the target is at least this many squares from the nearest ally.
    pub waived_at: Option<u8>,
}

/// What cover does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CoverRule {
    /// Bonus by the number of blocked corner lines: one, two, three; all four are total cover.
    /// A creature of the target's size in the way counts as `creature` lines.
    Graded {
        bonuses: [i32; 3],
        /// Behind a slit or a door ajar.
        nine_tenths: i32,
        creature: u8,
        strikes_cover: bool,
    },
    /// One bonus if any line from the attacker's best corner is blocked; all blocked is total. `edges`: a
    /// line along the edge of a wall is blocked as well, except to an adjacent target in melee.
    Single {
        bonus: i32,
        #[serde(default)]
        edges: bool,
    },
    /// By how much of the target what stands in the way hides; creatures are no cover.
    ByDegree(CoverByDegree),
}

/// What cover is worth by degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverByDegree {
    /// Partial cover, battlements and slits (EP-COVER-02, EP-COVER-11).
    pub bonuses: [i32; 3],
    /// What creatures in the path take from a shot, a negative number (EP-COVER-05).
    pub creature: i32,
    pub low: LowObstacles,
}

/// When obstacles give cover that do not reach up to the sky.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LowObstacles {
    /// Squares from a low one within which it covers (EP-COVER-06).
    pub within: u32,
    /// Squares from it within which an attacker overlooks it that is nearer to it than the target.
    pub overlooked: u32,
}

impl LowObstacles {
    /// Whether something counts that blocks so many lines, so far away from attacker and target.
    pub fn count(self, lines: u8, attacker: u32, target: u32) -> bool {
        let overlooked = attacker <= self.overlooked && attacker < target;
        let low = matches!(lines, 1 | 2);
        !overlooked && (!low || target <= self.within)
    }
}

/// What concealment does: how high the die may show for a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConcealmentRule {
    #[serde(default)]
    pub die: MissDie,
    /// What conceals from afar is what lines to the target's corners run through, not only the ground that
    /// it stands on (EP-CONC-01).
    #[serde(default)]
    pub by_lines: bool,
    /// Light fog, moderate darkness.
    pub light: u8,
    /// Dense fog near by.
    pub half: u8,
    /// Dense foliage.
    pub heavy: u8,
    /// Almost total darkness.
    pub nine_tenths: u8,
    /// Unseen.
    pub total: u8,
    /// Squares around a burning torch in which darkness hides no combatant.
    #[serde(default)]
    pub torch: u8,
    /// Up to so many squares from it the light is dim, and darkness conceals as light fog does
    /// (EP-STD-05, EP-CONC-07).
    #[serde(default)]
    pub dim: u8,
    /// Whether the squares of the unseen are known.
    #[serde(default)]
    pub squares: UnseenSquares,
}

/// What is known of the squares of those who are not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnseenSquares {
    /// An unseen combatant is heard: its square is known.
    #[default]
    Known,
    /// Its square has to be found (EP-INVIS-05). A blow at a square is rolled whether or not a combatant is in
    /// it, and tells the more the better the die (EP-INVIS-08).
    Found,
}

impl UnseenSquares {
    /// Whether the square of an unseen enemy has to be found first.
    pub fn are_found(self) -> bool {
        match self {
            Self::Found => true,
            Self::Known => false,
        }
    }
}

/// The die that tells whether concealment makes an attack miss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissDie {
    /// One of its own after a hit: the numbers are percent.
    #[default]
    Percent,
    /// That of the attack, and of the second roll of a threat: natural results up to the number miss
    /// (EP-CONC-02, EP-CRIT-03).
    Attack,
}

/// How many attacks a full attack has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Iterations {
    /// One more at 5 lower for each full 5 points of base attack above +1, up to four.
    FiveLower,
    /// As many and as good as a creature lists; those that list none have them as under `FiveLower`
    /// (EP-FULL-03, EP-FULL-05).
    Listed,
    /// There is no full attack.
    Single,
}

/// Penalties of fighting with two weapons: `main` and `off` are negative, the rest positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoWeapons {
    pub main: i32,
    pub off: i32,
    /// Both are this much better with a light off-hand weapon.
    pub light: i32,
    /// Both better with the two-weapon capability: main hand, off hand.
    pub skill: (i32, i32),
    /// Off hand better with ambidexterity.
    #[serde(default)]
    pub ambidexterity: i32,
}

/// Attacking without a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnarmedRule {
    /// Provokes from an armed target, threatens nothing, nonlethal where the system has it.
    ProvokesFromTarget,
    /// An attack like any other.
    Ordinary,
    /// The same, and an empty hand counts as armed (EP-AOO-04).
    ArmedWithAFreeHand,
}

impl UnarmedRule {
    /// Whether an unarmed attack provokes from its target.
    pub fn provokes(self) -> bool {
        match self {
            Self::ProvokesFromTarget => true,
            Self::Ordinary | Self::ArmedWithAFreeHand => false,
        }
    }

    /// Whether a free hand counts as armed.
    pub fn arms(self) -> bool {
        match self {
            Self::ArmedWithAFreeHand => true,
            Self::ProvokesFromTarget | Self::Ordinary => false,
        }
    }
}
