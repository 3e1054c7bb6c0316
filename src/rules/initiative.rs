//! Initiative, surprise and the order of turns.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use super::{Ability, Stat};

/// How the order is made and kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InitiativeRules {
    /// How equal results are ordered, first rule first; the last resort is always the seat.
    pub ties: Vec<TieBreak>,
    pub surprise: Surprise,
    pub delay: DelayRule,
    /// What becomes of a readied action that is not taken when it could be.
    #[serde(default)]
    pub ready_declined: ReadyDeclined,
    /// Where in the order one stands from now on whose readied action was set off.
    #[serde(default)]
    pub readied_place: ReadiedPlace,
    /// A free step may come before a readied action, for the combatant that has not moved in its own
    /// turn.
    #[serde(default)]
    pub ready_step: bool,
    /// An attack readied for a movement is made only at a combatant that is seen whole (EP-ATT-16).
    #[serde(default)]
    pub ready_sees: bool,
    /// Who is asked first of several who may interrupt the same thing.
    #[serde(default)]
    pub interrupts: Interrupts,
    /// When attacks of opportunity and limited defences are renewed.
    #[serde(default)]
    pub renewal: Renewal,
    #[serde(default)]
    pub newcomers: Newcomers,
    /// Those who are named as a group roll initiative once, and act one after another (EP-INIT-07).
    #[serde(default)]
    pub groups: bool,
    /// How long one encounter lasts; `None`: as long as the battle.
    #[serde(default)]
    pub encounter: Option<Encounter>,
    /// How an ambush is prepared, and where it lets the combatants be placed; `None`: there are none.
    #[serde(default)]
    pub ambush: Option<AmbushRules>,
}

/// The length of an encounter. When it is over a new one begins at once (EP-INIT-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    pub rounds: NonZeroU16,
}

/// A prepared ambush (EP-AMB-02 to EP-AMB-11). Distances are in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmbushRules {
    /// What the check has to reach.
    pub difficulty: i32,
    /// The rounds that it takes to prepare it.
    pub rounds: u16,
    /// Each full minute after the first adds 1 to the check, at most so much.
    pub longest: i32,
    /// What it adds that all who wait are in total cover and keep still.
    pub hiding: i32,
    /// What it adds that all who wait are invisible.
    pub invisible: i32,
    /// How far from one another those are placed at most whom it catches.
    pub together: u16,
    /// How far from each of them those are placed at most who wait.
    pub near: u16,
    /// How many of these may threaten one victim and no other.
    pub alone: u8,
    /// Those who wait have looked out for unseen victims by one check: against their check to hide, or this and
    /// their level (EP-SURP-03).
    pub average: i32,
}

/// The place of one whose readied action was set off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadiedPlace {
    /// On the count of the turn under way, ahead of who acts in it, and of who set the action off if that
    /// one has the count as well.
    #[default]
    AheadOfTrigger,
    /// Just ahead of the combatant whose turn it is.
    AheadOfTurn,
    /// Where it was; a turn that is still to come in the round is whole (EP-READY-04).
    Unchanged,
}

/// Whether those who enter a battle that has begun are flat-footed, where the ruleset has that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Newcomers {
    /// Until their first turn, like any other combatant at the start.
    #[default]
    FlatFooted,
    /// Only those who do not know of the battle.
    FlatFootedIfUnaware,
}

impl Newcomers {
    /// Whether all newcomers are flat-footed.
    pub fn are_flat_footed(self) -> bool {
        match self {
            Self::FlatFooted => true,
            Self::FlatFootedIfUnaware => false,
        }
    }
}

/// One way to order equal results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The higher score.
    Score(Ability),
    /// The higher modifier of an ability, so that neighbouring scores can be equal (EP-INIT-03).
    AbilityModifier(Ability),
    /// The higher number of this kind (EP-INIT-03).
    Stat(Stat),
    /// The higher total initiative modifier.
    Modifier,
    /// A coin for each pair still tied.
    Coin,
    /// A bare d20 by those still tied, until all are ordered.
    RollAgain,
}

/// One stage of a battle's beginning; the ruleset says which there are and in what order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beginning {
    /// Each side places those of its members that have no place yet.
    Deploy,
    /// The battle has begun, and it is told who stands where.
    Announce,
    /// The conditions of the set-up begin, and the wounded fall.
    Conditions,
    /// Who knows of the enemy, and whether there is a surprise round.
    Awareness,
    /// The condition `flat_footed` for every combatant, until its first turn.
    FlatFooted,
    /// Initiative is rolled and the order made.
    Initiative,
    /// The check of a prepared ambush, which lets the side that waits place everybody.
    Ambush,
}

impl Beginning {
    /// Whether all become flat-footed.
    pub fn is_flat_footed(self) -> bool {
        match self {
            Self::FlatFooted => true,
            Self::Deploy
            | Self::Announce
            | Self::Conditions
            | Self::Awareness
            | Self::Initiative
            | Self::Ambush => false,
        }
    }

    /// What no battle begins without.
    pub const NEEDED: [Self; 4] = [
        Self::Deploy,
        Self::Announce,
        Self::Conditions,
        Self::Initiative,
    ];

    /// The stages that have to come before this one, where the ruleset has them.
    /// `unaware_roll`: when the unaware roll initiative.
    pub fn follows(self, unaware_roll: UnawareRoll) -> &'static [Self] {
        match (self, unaware_roll) {
            (Self::Announce, _) => &[Self::Deploy],
            (Self::Conditions | Self::FlatFooted, _) => &[Self::Announce],
            (Self::Awareness, _) => &[Self::Announce, Self::Conditions],
            (Self::Initiative, UnawareRoll::AfterSurprise) => &[Self::Awareness],
            (Self::Deploy, _) => &[Self::Ambush],
            (Self::Initiative, UnawareRoll::AtStart) | (Self::Ambush, _) => &[],
        }
    }
}

/// The surprise round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surprise {
    /// When the unaware roll initiative.
    pub unaware_roll: UnawareRoll,
    /// Whether the unaware become aware when attacked, or at the latest when ordinary rounds begin.
    pub unaware_until: UnawareUntil,
    /// Whether further surprise rounds follow while a whole side notices nothing.
    pub repeats: bool,
    /// What the hidden roll.
    pub hide: Stat,
    /// What an observer rolls.
    pub spot: Stat,
    /// What that check has to reach to notice hidden enemies.
    #[serde(default)]
    pub notice: Notice,
    /// What makes it harder to notice hidden enemies.
    #[serde(default)]
    pub noticing: NoticingRules,
    /// What shots from hiding give away; `None`: as much as any other attack.
    #[serde(default)]
    pub shots: Option<ShotRules>,
}

/// What makes it harder to notice hidden enemies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NoticingRules {
    /// So many squares between the two take 1 from the observer's check; `None`: distance takes nothing.
    pub squares_per_point: Option<u16>,
    /// What ground that conceals adds to the check to hide.
    pub concealed: i32,
    /// What a helmet adds to its wearer's check to notice: a negative number.
    pub helmet: i32,
    /// What being invisible adds to the check to hide of a combatant that moves (EP-INVIS-04).
    pub invisible: i32,
    /// And to that of a combatant that stands still.
    pub invisible_still: i32,
}

/// What shots from hiding give away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShotRules {
    /// What a miss adds to the shooter's check to stay hidden: a negative number.
    pub hide: i32,
    /// A hit alerts its victim and every enemy at most so many squares away from it.
    pub hit_within: u16,
}

/// What an observer's check is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// The best total of the hidden; equal is enough.
    #[default]
    MeetsBest,
    /// The lowest total of the hidden; equal is enough.
    MeetsLowest,
    /// The lowest total of the hidden; it must be exceeded.
    BeatsLowest,
    /// The lowest total of the hidden; of equal totals the higher bonus decides, and then both roll again
    /// (SP-SURP-03).
    OpposesLowest,
    /// This number and the highest level of the hidden; equal is enough, and nobody rolls to hide
    /// (EP-SURP-02).
    HighestLevel(i32),
}

impl Notice {
    /// Whether those who hide roll for it.
    pub fn rolls_to_hide(self) -> bool {
        match self {
            Self::MeetsBest | Self::MeetsLowest | Self::BeatsLowest | Self::OpposesLowest => true,
            Self::HighestLevel(_) => false,
        }
    }

    /// Whether equal totals are not enough.
    pub fn needs_more(self) -> bool {
        match self {
            Self::BeatsLowest | Self::OpposesLowest => true,
            Self::MeetsBest | Self::MeetsLowest | Self::HighestLevel(_) => false,
        }
    }

    /// Whether each check is opposed by a roll of the enemy.
    pub fn is_opposed(self) -> bool {
        match self {
            Self::OpposesLowest => true,
            Self::MeetsBest | Self::MeetsLowest | Self::BeatsLowest | Self::HighestLevel(_) => {
                false
            }
        }
    }
}

/// When combatants who are unaware roll initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnawareRoll {
    AtStart,
    AfterSurprise,
}

impl UnawareRoll {
    /// Whether the unaware roll with all others.
    pub fn is_early(self) -> bool {
        match self {
            Self::AtStart => true,
            Self::AfterSurprise => false,
        }
    }
}

/// How long a combatant stays unaware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnawareUntil {
    /// Until the surprise round ends, attacked or not.
    SurpriseEnds,
    /// Until an enemy does something noticeable; it then counts as aware but flat-footed.
    Alerted,
}

impl UnawareUntil {
    /// Whether an alarm ends it before the surprise is over.
    pub fn is_alerted(self) -> bool {
        match self {
            Self::Alerted => true,
            Self::SurpriseEnds => false,
        }
    }
}

/// How a delayed turn comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DelayRule {
    /// After any later turn of the same round, or on a lower count that was named; the count drops
    /// for good. It ends at `floor` minus the initiative bonus: now, or not at all in this round.
    LowerCount { floor: i32 },
    /// After any turn that has ended; if its own place comes up first, the missed turn passes empty.
    AfterAnyTurn,
    /// The same, on the count of that turn and behind it; a missed turn is lost and no empty one passes (SP-INIT-10).
    /// What ended as the turn came does not come back (SP-INIT-09, SP-STD-04).
    OnAnyCount,
    /// The same, on the count below that of the turn and ahead of those who have it; from the next round on the
    /// tie rules order them (EP-HOLD-02, EP-HOLD-03). Who delays has had a turn: what ended with its start does
    /// not come back (EP-HOLD-06), and a missed turn is lost (EP-HOLD-05).
    OneBelow,
}

impl DelayRule {
    /// The lowest count of a combatant without an initiative bonus, where delaying lowers the count.
    pub fn floor(self) -> Option<i32> {
        match self {
            Self::LowerCount { floor } => Some(floor),
            Self::AfterAnyTurn | Self::OnAnyCount | Self::OneBelow => None,
        }
    }

    /// Whether a delayed turn may be taken in the next round, up to the own place in it.
    pub fn crosses_rounds(self) -> bool {
        !matches!(self, Self::LowerCount { .. })
    }

    /// Whether what ends with the start of a turn is over once the turn has come, even if it is put off.
    pub fn ends_at_place(self) -> bool {
        matches!(self, Self::OnAnyCount | Self::OneBelow)
    }

    /// Whether what is limited by the round and was used while waiting counts in the turn that is had in the same
    /// round; otherwise the limit is one between two own turns (AM-DELAY-04).
    pub fn limits_by_round(self) -> bool {
        match self {
            Self::LowerCount { .. } | Self::OnAnyCount | Self::OneBelow => true,
            Self::AfterAnyTurn => false,
        }
    }
}

/// What becomes of a readied action that is not taken when its trigger comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadyDeclined {
    /// It waits for the next time.
    #[default]
    KeepsWaiting,
    /// In a later round it is lost, and so is the turn of that round; the place in the order is that
    /// of the trigger.
    SpentInLaterRound,
    /// It cannot be declined: the first event that matches sets it off, if it can be done then (EP-READY-05).
    GoesOff,
}

impl ReadyDeclined {
    /// Whether a readied action that is declined in a later round is spent.
    pub fn is_spent(self) -> bool {
        match self {
            Self::SpentInLaterRound => true,
            Self::KeepsWaiting | Self::GoesOff => false,
        }
    }

    /// Whether a readied action cannot be declined.
    pub fn goes_off(self) -> bool {
        match self {
            Self::GoesOff => true,
            Self::KeepsWaiting | Self::SpentInLaterRound => false,
        }
    }
}

/// Who is asked first of several who may interrupt the same thing: by attacks of opportunity, readied
/// actions, answers to an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interrupts {
    /// One kind after another, each in the order of initiative.
    #[default]
    ByKind,
    /// All in the order of initiative.
    InOrder,
}

impl Interrupts {
    /// Whether all are asked in the order of initiative.
    pub fn are_in_order(self) -> bool {
        match self {
            Self::InOrder => true,
            Self::ByKind => false,
        }
    }
}

/// When limited reactions come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Renewal {
    #[default]
    StartOfOwnTurn,
}
