//! Traits: feats and special qualities, and what a ruleset makes of them.
//!
//! Monsters carry traits by neutral names. A ruleset defines those that mean something in it; a
//! trait that it does not define is inert under it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::damage::Adjustment;
use super::movement::Force;
use super::threat::Provokes;
use super::{Ability, ModifierKind, Nature, Stat};

/// A trait as one ruleset reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TraitDef {
    pub name: String,
    /// One line for the tooltip.
    pub text: String,
    /// Rules by id.
    pub rules: Vec<String>,
    pub modifiers: Vec<StatModifier>,
    /// Points that its bearer has more at the start, by pool.
    pub pools: BTreeMap<String, i32>,
    pub grants: Vec<Capability>,
    /// Resistance, vulnerability and immunity to damage.
    pub adjusts: Vec<Adjustment>,
    /// Help in saves against conditions.
    pub saves: Vec<SaveHelp>,
    /// Actions that are something else for a combatant that has the trait.
    pub changes: Vec<ActionChange>,
    /// Conditions by id that cannot be imposed on its bearer (SP-FULL-25).
    pub wards: Vec<String>,
}

/// Help in saves against conditions that a save ends. Dying is not one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SaveHelp {
    /// The condition by id; every one if left out.
    pub against: Option<String>,
    pub bonus: i32,
    /// One more save as the turn begins, before ongoing damage.
    pub extra: bool,
}

/// What a trait makes of a listed action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionChange {
    /// The action by id.
    pub action: String,
    /// What it costs instead, by id.
    #[serde(default)]
    pub cost: Option<String>,
    /// Whom it provokes instead.
    #[serde(default)]
    pub provokes: Option<Provokes>,
}

/// A standing bonus to a statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatModifier {
    pub stat: Stat,
    #[serde(default)]
    pub kind: ModifierKind,
    pub value: i32,
}

/// Something a combatant can do or is proof against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// Threatens under `Threatens::WithCapability`.
    ThreatensSquares,
    /// This ability's modifier adds to the number of attacks of opportunity in a round.
    ExtraOpportunities(Ability),
    /// Makes attacks of opportunity before its first turn, flat-footed and surprised as it is (EP-INIT-05).
    StrikesWhileFlatFooted,
    /// Counts as armed without a weapon.
    ArmedUnarmed,
    /// Knows an attack's result before choosing a defence.
    CombatSense,
    /// May block with a shield as a free action.
    ShieldProficient,
    /// Attackers never score a critical hit.
    ImmuneToCriticals,
    /// Its attacks threaten from so many natural results lower on; several add up (EP-CRIT-07).
    WiderThreat(u8),
    /// What is made as a weapon has this penalty in its hands, a negative number (EP-ATT-14).
    NotProficient(i8),
    /// Its brutal weapons are so much more so (EP-DMG-06).
    Brutality(u8),
    /// It strikes so many squares farther in melee; several add up (EP-ATT-09).
    LongerReach(u8),
    /// Its off hand strikes so often in a full attack with two weapons, each time along with one attack
    /// of the main hand (EP-FULL-10).
    OffHandAttacks(u8),
    /// More than two legs, or otherwise unusually steady.
    Stable,
    /// Lower penalties for fighting with two weapons.
    TwoWeaponFighting,
    /// Lower penalty of the off hand.
    Ambidexterity,
    /// Extra dice (d6) against a flanked target or one denied its Dexterity.
    SneakAttack(u8),
    /// Can be ridden by a smaller combatant.
    Mount,
    /// Not used to war: the combatant that rides it has to control it in each of its turns.
    Skittish,
    /// Never flanks, whatever its reach.
    CannotFlank,
    /// Uses the rules for dying instead of dying outright.
    Important,
    /// No living body: destroyed instead of dying.
    Lifeless,
    /// Does not breathe, so that what is inhaled does nothing to it (EP-BRTH-05). The lifeless do not either.
    Breathless,
    /// A successful Reflex save for half damage spares it all of it (EP-SPLASH-02).
    Evasion,
    /// Can fly.
    Flies,
    /// Has no body that ground could hamper (SP-TERR-05).
    IgnoresFooting,
    /// No ground hampers its charges and its free steps, which it makes in the air (SP-TERR-05).
    Hovers,
    /// Leaves no room in its space for others (SP-MVT-15).
    FillsSquares,
    /// Not of a human kind, and hard to deceive by human feints.
    Inhuman,
    /// Strikes with bare hands as others do with weapons; the ruleset says how hard by level.
    MartialArts,
    /// Bare hands kill or stun as it likes, at no penalty (SP-UNARM-09).
    LethalAtWill,
    /// Dodge bonus against attacks of opportunity provoked by leaving a square.
    DodgeOpportunities(i8),
    /// Passes through solid things no thicker than itself, and can stop in them (EP-INC-04).
    PassesSolids,
    /// It does not fall, and sinks into nothing (EP-INC-07).
    Weightless,
    /// Moves at full speed even where it cannot see (EP-INC-08).
    KeepsDirection,
    /// What it is, and strikes as, where bodies have no substance.
    Nature(Nature),
    /// Moves others by so many squares against their will.
    Forces(Force, u8),
    /// Perceives by this sense, so many squares far.
    Senses(Sense, u8),
    /// Makes no noise, so that senses other than sight do not find it of themselves, and a search by them is so much
    /// harder (EP-INC-08).
    Silent(u8),
    /// Adds this to the check of an ambush that its side prepares (EP-AMB-04).
    Ambushes(i8),
    /// Its side prepares an ambush in so many rounds (EP-AMB-05).
    PreparesAmbush(u8),
    /// Adds this to the number that those have to reach who may notice an ambush of its side (EP-AMB-05).
    CoversAmbush(i8),
}

impl Capability {
    /// Whether a condition can lend it: what comes with a body of no substance.
    pub fn is_lent(self) -> bool {
        matches!(
            self,
            Self::IgnoresFooting
                | Self::PassesSolids
                | Self::Weightless
                | Self::KeepsDirection
                | Self::Nature(_)
                | Self::Silent(_)
        )
    }
}

/// A sense that finds what plain eyes do not see (EP-CONC-05, EP-INVIS-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sense {
    /// Sees in darkness as in the light, and neither through fog nor what is invisible.
    Darkvision,
    /// Hears where others are as well as others see: not the deaf.
    Blindsense,
    /// Feels whatever touches the ground.
    Tremorsense,
    /// Smells in which square an unseen creature is, and no more.
    Scent,
}
