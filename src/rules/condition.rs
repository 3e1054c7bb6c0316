//! Conditions as data: what they add, what they deny and forbid, how they end.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::damage::{Adjustment, DamageKind};
use super::{Ability, ActionDef, Capability, ModifierKind, Natures, SkillId, Stat};
use crate::dice::DiceExpr;

/// What a condition forbids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forbids {
    /// Every action that bears this tag or has a primitive of this name in its program.
    Tag(String),
    /// This action.
    Action(String),
    /// All this, refused under this rule of the condition and not under its first.
    Under {
        #[serde(default)]
        rule: String,
        these: Vec<Forbids>,
    },
}

impl Forbids {
    /// Whether an action is among what is forbidden.
    pub fn covers(&self, id: &str, def: &ActionDef) -> bool {
        match self {
            Self::Tag(tag) => def.has(tag),
            Self::Action(action) => action == id,
            Self::Under { these, .. } => these.iter().any(|one| one.covers(id, def)),
        }
    }

    /// What is forbidden, one by one.
    pub fn each(&self) -> Vec<&Self> {
        match self {
            Self::Under { these, .. } => these.iter().flat_map(Self::each).collect(),
            one => vec![one],
        }
    }
}

/// A condition of the ruleset's `conditions.ron`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConditionDef {
    pub name: String,
    /// One line for the tooltip.
    pub text: String,
    /// The icon by name that stands for it on a token; `None`: that of what it does to its bearer.
    pub icon: Option<String>,
    /// Rules by id.
    pub rules: Vec<String>,
    pub effects: Vec<Effect>,
    /// Points of ability scores that do not count while it lasts, with all that follows from the scores.
    /// No score falls below 1 by it (AH-COND-09).
    pub lowers: BTreeMap<Ability, u8>,
    /// Points that scores are higher by while it lasts, with all that follows from the scores (SP-HEAL-09).
    pub raises: BTreeMap<Ability, u8>,
    /// Scores that count as 0 while it lasts, whatever else raises or lowers them, with all that follows
    /// from the scores (SP-COND-02). What comes to those who have lost a whole score does not come.
    pub zeroes: Vec<Ability>,
    /// Bonuses of these kinds do not count in the bearer's defences. A combatant that is denied its
    /// Dexterity cannot take 10 on a dodge, nor the combatant that is denied its Wisdom on a block.
    pub denies: Vec<ModifierKind>,
    /// Neither bonuses nor penalties of these kinds count in the bearer's defences; an effect says
    /// what counts in their place.
    pub voids: Vec<ModifierKind>,
    /// What it denies, it does not deny to the combatant that imposed it (a grapple), whose attacks it
    /// does not help or hinder either (a pin).
    pub spares_imposer: bool,
    /// It concerns attacks between the bearer and one other only; the same condition about the
    /// same one counts once for each that brought it about.
    pub about_one: bool,
    /// Imposed again it neither renews nor replaces the one in force: each ends in its own time.
    pub separate: bool,
    /// The amounts of the first so many that imposed it are added up; `None`: the highest counts (EP-AID-03).
    pub adds_up: Option<u8>,
    /// What ends it: the first attack between the two, or the first answer or check of another kind.
    pub used_up: Option<UsedUp>,
    /// The kind of attack whose bonuses it denies and by which it is used up.
    pub against: AttackFilter,
    pub flags: Vec<Flag>,
    /// Deals its amount of this kind of damage in each turn of the bearer.
    pub ongoing: Option<DamageKind>,
    /// Resistance, vulnerability and immunity to damage as long as it lasts.
    pub adjusts: Vec<Adjustment>,
    /// Its bearer is as hard to strike as what is totally concealed, though it is seen.
    pub eludes: Option<Eludes>,
    /// Capabilities while it lasts, of those that come with an incorporeal body (EP-PHAS-01).
    pub grants: Vec<Capability>,
    /// What conceals its bearer does so by so much more, and by no more than total concealment (EP-CONC-06).
    pub deepens: u8,
    /// Conditions by id that cannot begin while this one is in force.
    pub wards: Vec<String>,
    /// Conditions by id that end as this one begins.
    pub replaces: Vec<String>,
    /// Its ongoing damage is nonlethal (SP-COND-12).
    pub nonlethal: bool,
    /// As many of the last dice of each damage that the bearer rolls as its amount says are not rolled but
    /// averaged, all averages together rounded down (EP-DMG-05).
    pub averages_damage: bool,
    /// Dice of ongoing damage, rolled at the start of each turn of the bearer.
    pub ongoing_dice: Option<DiceExpr>,
    /// Actions that the bearer cannot take, by tag or by id.
    pub forbids: Vec<Forbids>,
    /// It ends when its bearer comes into any state with one of these flags (EP-STNC-01).
    pub ended_by: Vec<Flag>,
    /// Conditions that come along with it and end with it.
    pub implies: Vec<String>,
    /// Conditions that come along with it and stay when it ends (falling prone).
    pub brings: Vec<String>,
    /// An enemy forgets the bearer for a round, unless its Will save against this and the bearer's level
    /// succeeds as its turn begins (EP-FADE-01).
    pub fades: Option<i32>,
    /// Its bearer perceives nothing that is farther away than so many squares (EP-ETHER-03).
    pub sees_to: Option<u16>,
    /// What each turn of its bearer takes to go on bearing it, and for how long that is possible (EP-BRTH-02).
    pub upkeep: Option<Upkeep>,
    /// Its bearer has no air: what the first check of Constitution has to reach, each further one 1 more, in its
    /// turns (EP-COND-06).
    pub suffocates: Option<i32>,
    /// How it ends when whatever imposes it says nothing else.
    pub lasts: Duration,
    /// Drawn on the token; two letters at most.
    pub badge: String,
}

/// How hard a body is to strike that is not all there: attacks in the course of movement, of opportunity and exact
/// ones are not made at it either (EP-PHAS-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eludes {
    /// The highest natural result that misses, whatever it totals.
    pub up_to: u8,
    /// Attacks of these natures strike as ever.
    #[serde(default)]
    pub spares: Natures,
}

/// What a condition takes of each turn of its bearer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upkeep {
    /// The action by id that keeps it up. Taken without the condition it costs what it says itself, and that is the
    /// first round.
    pub by: String,
    /// What it costs, by id: in the first round, the second and so on; the last also in all that follow.
    pub costs: Vec<String>,
    /// As many rounds as this modifier are free of harm, at least one (EP-BRTH-04).
    pub limit: Ability,
    /// The condition by id that begins after these.
    pub then: String,
}

impl ConditionDef {
    /// Whether its bearer is better off with it than without, as far as this condition alone goes: its
    /// numbers help on the whole or trade one thing for another, and it takes nothing away for good.
    pub(super) fn helps(&self) -> bool {
        let helps = |effect: &Effect| match effect.on {
            Aspect::AttackedBy => -effect.value,
            _ => effect.value,
        };
        let numbers: i32 = self.effects.iter().map(helps).sum();
        let trade = self.effects.iter().map(helps).any(|value| value > 0);
        let harmless = self.ongoing.is_none() && self.denies.is_empty();
        let free = self.flags.is_empty() && self.forbids.is_empty();
        harmless && (numbers > 0 || free && (trade || numbers == 0))
    }
}

/// What between the two ends a condition about one other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UsedUp {
    /// The next grapple check between the two.
    ByGrapple,
    /// The bearer's attack roll against the other.
    ByBearer,
    /// The other's attack on the bearer: the whole of it, answers included.
    ByOther,
    /// The bearer's next check of a number that it changes; it need be about no other (EP-AID-03).
    ByCheck,
    /// The bearer's next dodge or block of an attack of the other.
    ByDefence,
    /// Whatever the bearer does to harm an enemy: its next attack roll, at whatever target, or an ability that
    /// needs none (EP-AMB-13). It need be about no other.
    ByHarming,
}

/// A numerical effect of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    pub on: Aspect,
    #[serde(default)]
    pub when: AttackFilter,
    #[serde(default)]
    pub kind: ModifierKind,
    pub value: i32,
    /// The value counts once for each point of the amount that the condition was imposed with.
    #[serde(default)]
    pub each_point: bool,
    /// It counts only for those with so many ranks in a skill, whatever their total (EP-DEF-01).
    #[serde(default)]
    pub ranks: Option<(SkillId, u8)>,
    /// It counts only in attacks on those who do not see the bearer (EP-INVIS-02).
    #[serde(default)]
    pub unseen: bool,
}

/// What an effect changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// The bearer's own attack rolls.
    AttackRoll,
    /// Attack rolls of others against the bearer.
    AttackedBy,
    /// Damage of the bearer's weapons.
    Damage,
    /// One of the bearer's numbers.
    Stat(Stat),
    /// All saving throws.
    Saves,
    /// Checks of every skill of the ruleset.
    Skills,
    /// Every d20 of the bearer but its saving throws (EP-DEF-01).
    Rolls,
    /// Opposed rolls over whether a weapon stays in the bearer's hand.
    Grip,
}

/// Which attacks an effect concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackFilter {
    #[default]
    Any,
    Melee,
    Ranged,
}

impl AttackFilter {
    /// Whether an attack of this kind is concerned.
    pub fn admits(self, ranged: bool) -> bool {
        match self {
            Self::Any => true,
            Self::Melee => !ranged,
            Self::Ranged => ranged,
        }
    }
}

/// A yes-or-no property of the bearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Takes no actions at all; its turn passes.
    NoActions,
    /// Has a single standard or move action in its turn.
    SingleAction,
    /// Has a single move action in its turn, and no other action that takes time (AH-COND-09).
    SingleMove,
    /// Whatever it holds falls to the ground as it begins.
    DropsHeld,
    /// Cannot leave its square by its own movement.
    NoMovement,
    NoAttacks,
    /// No ranged attacks except with weapons usable while prone.
    NoRangedAttacks,
    /// Shoots with no bow that cannot be used while prone; what is thrown or slung is free (SP-COND-05).
    NoBows,
    NoOpportunityAttacks,
    ThreatensNothing,
    /// Does not help to flank.
    NoFlanking,
    /// May be finished off; lets others pass through its square.
    Helpless,
    /// Comes no closer to the combatant that imposed it.
    KeepsAway,
    /// Comes no closer to the combatant that imposed it (to any enemy that it sees, if no combatant did), and
    /// does it no harm of its own accord as long as there is a square beside it that is farther away (AH-COND-09).
    Flees,
    /// Hears nothing.
    Deaf,
    /// Lies on the ground.
    Prone,
    /// Not aware of its opponents: no defence of its own.
    Unaware,
    FlatFooted,
    /// No active or shield defence at all.
    NoActiveDefence,
    NoShieldDefence,
    /// Its shield hangs loose: the hand is free, and the shield stops nothing.
    ShieldLoose,
    /// Cannot take 10 on a dodge, a block or a coverage check.
    NoTakingTen,
    /// Cannot shield others.
    NoDefendingOthers,
    /// Stands completely still.
    Motionless,
    /// Rolls its attacks and power checks at a disadvantage.
    Disadvantage,
    /// Hits against it are critical.
    HitsAreCritical,
    /// Held by another: movement ends the hold.
    Held,
    Grappling,
    /// Held down in a grapple: can do nothing but try to get free.
    Pinned,
    Dying,
    Stable,
    Dead,
    /// A standard action costs blood.
    Disabled,
    /// Total concealment.
    Invisible,
    /// Flat-footed against attacks of the one that it is about (EP-MAN-05).
    FlatFootedToOne,
    /// On another plane than all others who are not so themselves.
    Ethereal,
    Blind,
    /// Cannot run or charge.
    NoRunning,
    /// No free step.
    NoStep,
    /// Charges no farther than its speed.
    Winded,
    /// Sits or kneels: has to stand up like a prone combatant.
    Kneeling,
    /// A combatant that imposed it has advantage against the bearer.
    OpenToImposer,
    /// Rides the combatant that imposed the condition.
    Mounted,
    /// Is ridden by the combatant that imposed the condition, and has no turn of its own.
    Ridden,
    /// Carries the combatant that imposed the condition.
    Carrying,
    /// Is carried by the combatant that imposed the condition.
    Carried,
    /// Carries a light.
    ShedsLight,
    HalfSpeed,
    /// Uses no ability that takes concentration.
    NoConcentration,
    /// Uses no ability that takes the voice (SP-KIDO-02).
    NoVoice,
    /// Uses no ability that takes a hand (SP-KIDO-04).
    NoGestures,
    /// Is in melee only with those who attack it, like those who can do nothing (SP-COND-10).
    EngagedIfAttacked,
    /// Falls do it no harm (SP-SWIFT-06).
    FallsSoftly,
    /// Covers distance with one action in its turn and no more (SP-FULL-27).
    OneMove,
    /// Has one attack more in a full attack, at its highest bonus, which is never given up (EP-FULL-08).
    BonusAttack,
    /// The enemy that it is about does not notice the bearer (EP-AMB-13).
    Hidden,
    /// The enemy that it is about knows the square of the bearer, seen or not (EP-INVIS-05, EP-INVIS-07).
    Located,
    /// The enemy that it is about has not forgotten the bearer (EP-FADE-01).
    Remembered,
    /// No sense finds the bearer that could do without eyes (EP-ETHER-04).
    BeyondSenses,
    /// Lets abilities through that it could resist (EP-STD-06).
    ResistanceLowered,
    /// What is inhaled does nothing to it (EP-BRTH-03).
    HoldsBreath,
}

/// A set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(u64);

// The last variant of `Flag` finds room.
const _: () = assert!((Flag::HoldsBreath as u32) < u64::BITS);

impl Flags {
    /// The set of these flags.
    pub const fn of(flags: &[Flag]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < flags.len() {
            bits |= 1 << flags[at] as u32;
            at += 1;
        }
        Self(bits)
    }

    /// Whether this flag is in the set.
    #[inline]
    pub const fn has(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u32) != 0
    }

    /// Whether the two sets share a flag.
    #[inline]
    pub const fn has_any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Both sets together.
    #[inline]
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

/// A round is 6 seconds under all rules (CD-TERM-07, AM-SEQ-04, AH-SEQ-03).
pub const ROUNDS_PER_MINUTE: u16 = 10;

/// When a condition ends of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Duration {
    /// Until something ends it.
    #[default]
    UntilEnded,
    /// Until the start of the bearer's next turn.
    UntilOwnTurn,
    /// Until the end of the bearer's next (or current) turn.
    UntilEndOfOwnTurn,
    /// Until just before the initiative count on which it began, this many rounds later.
    Rounds(u16),
    /// The same, told in minutes of [`ROUNDS_PER_MINUTE`].
    Minutes(u16),
    /// Until a save at the end of the bearer's turn succeeds.
    SaveEnds,
    /// Until ordinary rounds begin.
    UntilSurpriseEnds,
    /// Until the encounter is over, of which a battle may have several (EP-TIME-02).
    UntilEncounterEnds,
    /// Until the bearer's next attack roll.
    UntilNextAttack,
}
