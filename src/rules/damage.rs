//! Damage and what stops it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Nature, Natures, Size};
use crate::dice::DiceExpr;

/// The damage rules of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageRules {
    pub strength: StrengthToDamage,
    /// A weapon for one hand may be held in both for a higher Strength bonus; a light one gains
    /// nothing by it.
    #[serde(default)]
    pub both_hands_by_choice: bool,
    /// How many times a weapon set against a charge rolls its damage.
    #[serde(default = "once")]
    pub set_weapon: u8,
    /// How many times a lance rolls its damage in a charge from the saddle.
    #[serde(default = "once")]
    pub lance: u8,
    /// A hit deals at least this much before armour.
    pub minimum: i32,
    pub nonlethal: Nonlethal,
    /// What the system calls damage that does not kill: "nonlethal", "subdual".
    #[serde(default = "nonlethal")]
    pub nonlethal_name: String,
    pub armour: ArmourModel,
    /// Fortitude save against death after this much from one attack, with this difficulty.
    #[serde(default)]
    pub massive: Option<MassiveDamage>,
    /// What a square of hazard does unless the terrain says otherwise.
    #[serde(default)]
    pub hazard_when_staying: bool,
    /// What bare hands deal, if otherwise than the weapon that stands for them.
    #[serde(default)]
    pub bare_hands: Option<BareHands>,
    /// How bad a wound is, in words: the first that fits. Of no effect (AH-WND-01).
    #[serde(default)]
    pub grades: Vec<WoundGrade>,
}

/// How many grades of wounds a ruleset can have.
pub const MOST_GRADES: usize = 6;

/// A word for wounds of one severity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WoundGrade {
    /// Such as "light".
    pub name: String,
    /// Only wounds of at most so many percent of maximum hit points.
    #[serde(default)]
    pub up_to: Option<u8>,
    /// Only wounds of more points than the victim had hit points left.
    #[serde(default)]
    pub past_zero: bool,
}

impl WoundGrade {
    /// Whether a wound of so many points is one of these.
    pub fn fits(&self, points: i32, maximum: i32, past_zero: bool) -> bool {
        let share = |percent: u8| i64::from(maximum) * i64::from(percent);
        let small = |percent| i64::from(points) * 100 <= share(percent);
        self.up_to.is_none_or(small) && (past_zero || !self.past_zero)
    }
}

/// How many wounds of each grade a combatant has suffered in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grades([u8; MOST_GRADES]);

impl Grades {
    /// Wounds of this grade, by its place in the ruleset's list.
    pub fn of(self, grade: u8) -> u8 {
        self.0.get(usize::from(grade)).copied().unwrap_or(0)
    }

    /// One more wound of this grade.
    pub fn count(&mut self, grade: u8) {
        if let Some(wounds) = self.0.get_mut(usize::from(grade)) {
            *wounds = wounds.saturating_add(1);
        }
    }
}

fn nonlethal() -> String {
    "nonlethal".to_owned()
}

/// What bare hands deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BareHands {
    /// Of a Small or smaller combatant.
    pub small: DiceExpr,
    /// Of combatants of these sizes instead.
    #[serde(default)]
    pub sizes: BTreeMap<Size, DiceExpr>,
    /// Of those with the capability of that name.
    #[serde(default)]
    pub martial_arts: Option<MartialArts>,
}

/// What bare hands deal that strike as hard as weapons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MartialArts {
    /// Of a Medium or larger combatant at first.
    pub medium: DiceExpr,
    /// From these levels on.
    pub by_level: BTreeMap<u8, DiceExpr>,
    /// Of a Small or smaller combatant the entry before counts; before `medium` this.
    pub small: DiceExpr,
}

impl MartialArts {
    /// The damage of a combatant of this level.
    pub fn damage(&self, level: i32, small: bool) -> DiceExpr {
        let reached = |least: &u8| i32::from(*least) <= level;
        let grown = self.by_level.iter().rev().filter(|(l, _)| reached(l));
        let mut steps = grown.map(|(_, dice)| *dice).chain([self.medium]);
        let own = steps.next().unwrap_or(self.medium);
        match small {
            false => own,
            true => steps.next().unwrap_or(self.small),
        }
    }
}

/// What Strength adds to weapon damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrengthToDamage {
    /// One hand once, off hand half, two hands one and a half; bows only a penalty.
    ByHands,
    /// One hand once, off hand no bonus, two hands the bonus and so many points more, if the weapon is
    /// not light; weapons that shoot nothing, slings aside (SP-DMG-05 to 07).
    TwoHandsAdd(i32),
    /// Nothing: weapons deal what is listed.
    Nothing,
}

/// Whether there is damage that does not kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Nonlethal {
    /// All damage is real.
    Absent,
    /// A total of its own: equal to hit points staggers, above them makes unconscious. `penalty`, a
    /// negative number, is for dealing it with a weapon made to kill, and the other way round.
    SeparateTotal {
        penalty: i32,
        /// It leaves temporary hit points alone, and is compared with them and hit points together
        /// (SP-HEAL-07).
        #[serde(default)]
        beside_temporary: bool,
    },
}

impl Nonlethal {
    /// Whether there is nonlethal damage.
    pub fn exists(self) -> bool {
        match self {
            Self::SeparateTotal { .. } => true,
            Self::Absent => false,
        }
    }

    /// Penalty of dealing the other sort of damage than the weapon is made for.
    pub fn penalty(self) -> i32 {
        match self {
            Self::Absent => 0,
            Self::SeparateTotal { penalty, .. } => penalty,
        }
    }

    /// Whether temporary hit points stand against it without being used up.
    pub fn beside_temporary(self) -> bool {
        match self {
            Self::Absent => false,
            Self::SeparateTotal {
                beside_temporary, ..
            } => beside_temporary,
        }
    }
}

/// What armour does against a blow that hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmourModel {
    /// It has done its work in the defence.
    InDefence,
    /// A coverage check decides whether armour is struck; it reduces, absorbs and wears out.
    Coverage(CoverageRules),
}

/// The numbers of coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverageRules {
    /// Totals at which a blow of each kind strikes armour.
    pub slashing: i32,
    pub piercing: i32,
    pub bludgeoning: i32,
    /// Coverage penalty of damaged, battered and ruined armour, negative numbers.
    pub worn: [i32; 3],
    /// Bonus of a helmet; a total that reaches the difficulty exactly strikes it.
    pub helmet: i32,
}

/// Death by one enormous blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MassiveDamage {
    pub threshold: i32,
    pub difficulty: i32,
}

/// A kind of damage.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum DamageKind {
    #[default]
    Slashing,
    Piercing,
    Bludgeoning,
    Fire,
    Cold,
    Acid,
    Lightning,
    Poison,
    /// Pure force, which gets at what has no body.
    Force,
    Untyped,
}

impl DamageKind {
    /// Its name before "damage" or "weapon".
    pub fn label(self) -> &'static str {
        match self {
            Self::Slashing => "slashing",
            Self::Piercing => "piercing",
            Self::Bludgeoning => "bludgeoning",
            Self::Fire => "fire",
            Self::Cold => "cold",
            Self::Acid => "acid",
            Self::Lightning => "lightning",
            Self::Poison => "poison",
            Self::Force => "force",
            Self::Untyped => "plain",
        }
    }

    /// Whether a blow of it is blunt.
    pub fn is_blunt(self) -> bool {
        match self {
            Self::Bludgeoning => true,
            Self::Slashing
            | Self::Piercing
            | Self::Fire
            | Self::Cold
            | Self::Acid
            | Self::Lightning
            | Self::Poison
            | Self::Force
            | Self::Untyped => false,
        }
    }

    /// The nature that it has by itself, if it has one.
    pub fn nature(self) -> Option<Nature> {
        match self {
            Self::Force => Some(Nature::Force),
            Self::Slashing
            | Self::Piercing
            | Self::Bludgeoning
            | Self::Fire
            | Self::Cold
            | Self::Acid
            | Self::Lightning
            | Self::Poison
            | Self::Untyped => None,
        }
    }
}

/// Which damage an adjustment concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Any and every kind.
    All,
    Only(DamageKind),
}

impl Against {
    /// Whether damage of this kind is concerned.
    pub fn concerns(self, kind: DamageKind) -> bool {
        match self {
            Self::All => true,
            Self::Only(only) => only == kind,
        }
    }
}

/// How a creature takes damage otherwise than others do. Of several of one sort the highest that
/// concerns a kind counts; each applies to every kind of every attack anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Adjustment {
    /// So many points are taken off.
    Resists {
        against: Against,
        points: i32,
        /// But nothing of what is of these natures (EP-DMG-02).
        #[serde(default)]
        spares: Natures,
    },
    /// So many points are put on where there is any damage.
    Vulnerable { against: Against, points: i32 },
    /// None at all gets through, whatever ignores resistance; nothing that carries the keyword of
    /// this kind has any effect.
    Immune { against: Against },
    /// None at all gets through that is of none of these natures (EP-INC-01).
    OnlyFrom { natures: Natures },
    /// Half of it gets through, before anything else is taken off, but all of what is of these natures
    /// (EP-INC-02, EP-NEB-01, EP-PHAS-01, EP-DMG-09).
    Halves {
        spares: Natures,
        /// Only where it is dark.
        #[serde(default)]
        in_the_dark: bool,
    },
}

impl Adjustment {
    /// Whether nothing of damage of this kind gets through.
    pub fn is_immune(self, kind: DamageKind) -> bool {
        match self {
            Self::Immune { against } => against.concerns(kind),
            Self::Resists { .. }
            | Self::Vulnerable { .. }
            | Self::OnlyFrom { .. }
            | Self::Halves { .. } => false,
        }
    }

    /// Whether nothing of damage of these natures gets through.
    pub fn is_proof(self, natures: Natures) -> bool {
        match self {
            Self::OnlyFrom { natures: only } => !only.meets(natures),
            Self::Resists { .. }
            | Self::Vulnerable { .. }
            | Self::Immune { .. }
            | Self::Halves { .. } => false,
        }
    }

    /// Whether points are taken off damage of this kind, unless its natures are spared.
    pub fn resists(self, kind: DamageKind) -> bool {
        match self {
            Self::Resists { against, .. } => against.concerns(kind),
            Self::Vulnerable { .. }
            | Self::Immune { .. }
            | Self::OnlyFrom { .. }
            | Self::Halves { .. } => false,
        }
    }

    /// The points that are put on damage of this kind.
    pub fn raises(self, kind: DamageKind) -> Option<i32> {
        match self {
            Self::Vulnerable { against, points } => against.concerns(kind).then_some(points),
            Self::Resists { .. }
            | Self::Immune { .. }
            | Self::OnlyFrom { .. }
            | Self::Halves { .. } => None,
        }
    }

    /// The points that are taken off damage of this kind and these natures.
    pub fn lowers(self, kind: DamageKind, natures: Natures) -> Option<i32> {
        match self {
            Self::Resists {
                against,
                points,
                spares,
            } => (against.concerns(kind) && !spares.meets(natures)).then_some(points),
            Self::Vulnerable { .. }
            | Self::Immune { .. }
            | Self::OnlyFrom { .. }
            | Self::Halves { .. } => None,
        }
    }
}

fn once() -> u8 {
    1
}
