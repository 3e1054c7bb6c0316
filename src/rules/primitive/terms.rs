//! The words that primitives are told with: who, what of, how long, in which way.

use serde::{Deserialize, Serialize};

use crate::rules::{Ability, Stat, Topic};

/// A part of a number; the parts are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    Number(i32),
    /// The attack roll at the target with the chosen mode, as it would be made now. It stands alone.
    Attack,
    /// The same for an attack that only has to touch. The defence that it has to reach is part of the number that
    /// it is rolled against (EP-AID-01).
    Touch,
    /// A number of the user.
    Mine(Value),
    /// A number of the target.
    Theirs(Value),
    /// The highest level among the enemies of the user that are there.
    EnemyLevel,
}

impl Term {
    /// Whether it is an attack roll.
    pub fn is_attack(&self) -> bool {
        matches!(self, Self::Attack | Self::Touch)
    }
}

/// A number of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    Stat(Stat),
    /// The modifier of a bare ability.
    Ability(Ability),
    /// The bare base attack bonus.
    BaseAttack,
    Level,
}

/// What is added to dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plus {
    /// The bonus of the check that led here.
    CheckBonus,
    Number(i32),
    /// The user's level times one of its numbers.
    Levels(Value),
}

/// To whom something is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Party {
    /// The user.
    #[default]
    Me,
    Target,
    /// The ally that was picked.
    Picked,
    /// The user's mount.
    Mount,
    /// Every ally.
    Allies {
        /// At most so many squares away; `None`: wherever they are.
        #[serde(default)]
        within: Option<u16>,
        /// Only those who see or hear the user.
        #[serde(default)]
        notice: bool,
        /// The user is one of them.
        #[serde(default)]
        me: bool,
    },
}

impl Party {
    /// Whether there can be several of them.
    pub fn is_many(self) -> bool {
        match self {
            Self::Allies { .. } => true,
            Self::Me | Self::Target | Self::Picked | Self::Mount => false,
        }
    }

    /// Whether the user is one of them for sure.
    pub fn has_user(self) -> bool {
        matches!(self, Self::Me | Self::Allies { me: true, .. })
    }
}

/// How long a condition lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// As the condition says itself.
    #[default]
    Own,
    /// Until the user's next turn begins.
    MyNextTurn,
    /// Until the user's next turn ends.
    EndOfMyNextTurn,
    /// Until just before the initiative count on which it began, this many rounds later.
    Rounds(u16),
    /// The same, told in minutes.
    Minutes(u16),
}

/// What a trick loses against those who are not of the user's kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unlike {
    /// Against dumb animals.
    pub animal: i32,
    /// Against what is not human.
    pub inhuman: i32,
}

/// Which allies can be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Circle {
    /// Those in melee with the target: one threatens the other, or both grapple.
    InMelee,
    /// Those who grapple the target.
    InGrapple,
    /// All who can act, wherever they are.
    Anywhere,
}

/// Which attacks are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    #[default]
    One,
    /// All attacks of the turn, one after another.
    All,
    /// One with a weapon of two hands, thrown with one, or one that is not meant to be thrown.
    Hurled,
}

/// What a blow is struck at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrikeAt {
    /// A square in which an unseen enemy may be.
    Square,
    /// The same with all attacks of the turn, each at a square of its own; attacks of the same full attack can be
    /// made at those who are seen.
    Squares,
    /// A thing on the map; `careful`: it lies still for a whole round.
    Object { careful: bool },
    /// A thing in another's hand, which is harder to hit.
    Held,
}

/// A change of posture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// Rise from prone.
    Up,
    /// Fall prone at will.
    Down,
    /// Turn a space that is longer than wide by a quarter, once a turn.
    QuarterTurn,
}

/// What a rider does with its mount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ride {
    /// Get onto an adjacent ally that can be ridden.
    On,
    /// Get off into an adjacent square.
    Off,
    /// A mount that is not used to war is under control for the turn.
    Obeys,
    /// It is not, and the turn is over.
    Balks,
}

/// What is done with a comrade who cannot go by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carry {
    /// Lift an adjacent ally.
    Up,
    /// Set it down in an adjacent square.
    Down,
    /// Get down from the one who carries.
    Off,
}

/// What is done to an adjacent square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Open or close a door.
    Door,
    /// Push a heavy object one square further.
    Push,
}

/// What is done in a hold, or to begin one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grapple {
    Grab,
    /// Damage of a bare hand.
    Damage,
    /// The other is pinned for a round.
    Pin,
    /// The pin of an opponent on an ally is broken.
    Free,
    /// Get out of a hold by force.
    Escape,
    /// Get out of a hold by skill, as the policy `manoeuvres.wriggle` says.
    Wriggle,
    /// Let go of one whom the user holds.
    LetGo,
}

impl Grapple {
    /// Whether it gets its user out of a hold.
    pub fn frees(self) -> bool {
        match self {
            Self::Escape | Self::Wriggle => true,
            Self::Grab | Self::Damage | Self::Pin | Self::Free | Self::LetGo => false,
        }
    }

    /// The topic of what is rolled for it.
    pub fn topic(self) -> Topic {
        match self {
            Self::Grab | Self::LetGo => Topic::Grab,
            Self::Damage => Topic::GrappleDamage,
            Self::Pin => Topic::GrapplePin,
            Self::Free => Topic::GrappleFree,
            Self::Escape => Topic::Escape,
            Self::Wriggle => Topic::Wriggle,
        }
    }
}

/// What is done with a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    /// Draw a weapon or change the one in hand.
    Draw,
    /// Draw a single weapon, by one who would draw a second along with it (SP-MACT-10).
    DrawOne,
    /// Pick up a weapon from the ground.
    PickUp,
    /// Let go of a weapon in hand: it lies in the own square.
    Drop,
    /// Put a weapon in hand away.
    Sheathe,
    /// Let the shield go: it lies in the own square, and does nothing until it is picked up (SP-MACT-14).
    DropShield,
    /// Pick up the own shield where it lies (SP-MACT-15).
    PickUpShield,
    /// Take something out of the pack into a free hand.
    Retrieve,
    /// Draw a weapon that is hidden on the body (EP-STD-03).
    DrawHidden,
    /// Strap an attached weapon on, or off again (EP-FRA-04).
    Strap { on: bool },
    /// Load a weapon: any, or only these by id. `slow`: those that take a full round.
    Load {
        #[serde(default)]
        weapons: Vec<String>,
        #[serde(default)]
        slow: bool,
    },
}

/// What is done about abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Touch with what is held: free in the turn in which it was made ready.
    Touch,
    /// Go on concentrating on what needs it.
    Maintain,
    /// Stop concentrating.
    Cease,
    /// End one of the user's own abilities that is in force.
    Dismiss,
    /// Go on with an ability that takes several rounds.
    KeepOn,
    /// Readied only: undo what an enemy is about to do by the same ability, told by this check,
    /// the level added to the difficulty.
    Counter { check: Stat, difficulty: i32 },
}

/// What an action does to the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnAct {
    /// Put the turn off.
    Delay,
    /// Name an action and a trigger.
    Ready,
    /// Do nothing but take in the battle: the place in the order becomes that of a rolled 20.
    Refocus,
    /// Begin an action that is too long for the turn.
    Start,
    /// Nothing more: the turn ends.
    End,
    Surrender,
}

impl TurnAct {
    /// What is wrong with one of those that are done at once, and with anything beside it.
    pub const ALONE: &'static str =
        "`turn(delay)`, `turn(end)` and `turn(surrender)` stand alone in `does`";

    /// Whether the turn is over or put off with it, before anything else could be done or paid.
    pub fn is_at_once(self) -> bool {
        matches!(self, Self::Delay | Self::End | Self::Surrender)
    }
}

/// Who wins a contest at equal results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// The first fails.
    #[default]
    Fails,
    /// The first succeeds.
    Succeeds,
    /// The one with the higher bonus wins; if those are equal too, both roll again.
    HigherBonus,
}

impl Ties {
    /// Whether the higher bonus wins.
    pub fn is_by_bonus(self) -> bool {
        match self {
            Self::HigherBonus => true,
            Self::Fails | Self::Succeeds => false,
        }
    }
}

/// What is done about seeing and being seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Perceive {
    /// Keep out of sight of every enemy, behind cover or in concealment: one check to hide against what each
    /// notices without looking, 10 and its bonus to spot (EP-COVER-08, EP-CONC-08).
    Hide,
    /// One check to spot every unseen enemy so many squares around, against its check to hide or else
    /// `average` and its level. Allies are told of those who are found (EP-INVIS-05, EP-SURP-07).
    Search {
        within: u16,
        average: i32,
        /// What it adds that the enemy has struck since its turn began: a negative number.
        fought: i32,
    },
    /// One touch into one or two squares beside the user, which finds an unseen creature from this natural
    /// result on (EP-INVIS-06).
    Grope { from: i32 },
}
