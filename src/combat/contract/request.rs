//! What a battle asks, and the answers it takes.
//!
//! A battle runs until it needs a decision and then stops with a [`Request`]; a driver answers with
//! a [`Choice`]. Every decision that a rule gives to a creature is a request.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::combat::contract::reason::Reason;
use crate::combat::contract::seat::{Seat, SideId};
use crate::grid::Square;
use crate::rules::{ActionId, DamageKind, Occasion, PoolId, RuleId, WeaponId};

/// A decision that the battle waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Place the members of a side that have no place yet.
    Deploy { side: SideId, unplaced: Vec<Seat> },
    /// Take the turn, or go on with it: any action, or end it.
    Turn { seat: Seat },
    /// A combatant that delays may come in now. `last`: now, or not at all in this round.
    ComeIn {
        seat: Seat,
        when: ComingIn,
        last: bool,
    },
    /// Take this attack of opportunity?
    Opportunity {
        seat: Seat,
        target: Seat,
        cause: Cause,
    },
    /// The readied action can be taken now. `last`: now, or it is lost, and the turn of this round
    /// either way.
    Readied {
        seat: Seat,
        trigger: Trigger,
        by: Seat,
        last: bool,
    },
    /// How to answer this attack. `total` is known to those with combat sense only.
    Defence {
        seat: Seat,
        attacker: Seat,
        total: Option<i32>,
        options: DefenceChoices,
    },
    /// Whether to shield a neighbour, or a thing, from this attack.
    DefendOther {
        seat: Seat,
        target: Sheltered,
        attacker: Seat,
        total: Option<i32>,
    },
    /// Take 10 on the coverage check, or roll?
    Coverage {
        seat: Seat,
        attacker: Seat,
        bonus: i32,
        difficulty: i32,
    },
    /// Which square to push the target to.
    PushTo {
        seat: Seat,
        target: Seat,
        squares: Vec<Square>,
    },
    /// Into which square of its own space a weapon falls that was struck out of the hand.
    DropAt {
        seat: Seat,
        weapon: WeaponId,
        squares: Vec<Square>,
    },
    /// Spend a point of one pool to gather one more of another?
    SpendPoint {
        seat: Seat,
        from: PoolId,
        into: PoolId,
    },
    /// Answer this out of turn? Every answer that is legal is listed.
    Respond {
        seat: Seat,
        by: Seat,
        to: Occasion,
        choices: Vec<Choice>,
    },
    /// Answer a failed manoeuvre in kind?
    Counter {
        seat: Seat,
        target: Seat,
        action: ActionId,
    },
    /// Which ally the help against this enemy is for.
    Help {
        seat: Seat,
        enemy: Seat,
        allies: Vec<Seat>,
        action: ActionId,
    },
    /// Let a combatant have its way, or resist?
    Yield {
        seat: Seat,
        by: Seat,
        what: Yielding,
    },
}

/// What a shield can be held before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sheltered {
    Combatant(Seat),
    /// The thing in this square.
    Thing(Square),
}

/// Where in the order a combatant that delays may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ComingIn {
    /// At its own place: its turn is about to begin, and that will hurt.
    OwnPlace,
    /// When the turn of this one has ended.
    After(Seat),
    /// On the count on which this one has put its turn off.
    InsteadOf(Seat, i32),
    /// On this count.
    Count(i32),
}

/// What a combatant can be let have without a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Yielding {
    /// To pass, in an overrun.
    Way,
    /// The shot at a combatant behind, which it could dodge.
    Shot,
    /// To get out of its hold.
    Grip,
}

/// Why an attack of opportunity is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// The target leaves this square.
    Leaving(Square),
    /// The target does something distracting.
    Act(ActionId),
    /// The target attacks with a bare hand.
    Unarmed(ActionId),
    /// The target stands up.
    Standing,
}

/// What sets off a readied action. No combatant named: an enemy. Named may be any combatant, allies
/// and the readier itself as well as enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trigger {
    /// An enemy (or the named one) attacks any combatant.
    Attacks { who: Option<Seat> },
    /// An enemy comes within reach or range of the readied attack.
    ComesInReach { who: Option<Seat> },
    /// An enemy moves away from its square while within reach.
    Moves { who: Option<Seat> },
    /// An enemy begins to use a special ability.
    Uses { who: Option<Seat> },
    /// An enemy (or the named one) does anything, or this action.
    Acts {
        who: Option<Seat>,
        action: Option<ActionId>,
    },
    /// A combatant begins to attack an enemy (or the named one).
    IsAttacked { who: Option<Seat> },
    /// An attack has hit an enemy (or the named one).
    IsHit { who: Option<Seat> },
    /// An enemy (or the named one) goes down: unconscious, dying or dead.
    Drops { who: Option<Seat> },
    /// An enemy (or the named one) comes into this square of its own accord; with `anyone` the next combatant that
    /// does, friend or foe (EP-READY-02, EP-READY-05).
    Enters {
        who: Option<Seat>,
        at: Square,
        anyone: bool,
    },
}

/// One way to answer an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DefenceChoice {
    /// Do nothing; only the threshold protects.
    Nothing,
    Dodge {
        take_ten: bool,
    },
    Block {
        take_ten: bool,
    },
}

/// The ways in which a target may answer an attack; there are never more.
pub type DefenceChoices = SmallVec<[DefenceChoice; 8]>;

/// What an action is aimed at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    #[default]
    None,
    /// A combatant.
    At(Seat),
    /// One square of a large combatant.
    Part(Seat, Square),
    /// Squares to walk, the current one not included.
    Along(Vec<Square>),
    /// A charge: whom, and the way; an empty way lets the engine choose the shortest.
    Charge(Seat, Vec<Square>),
    /// A readied action: what, at whom, on which event.
    Prepare { action: ActionId, trigger: Trigger },
    /// A weapon to draw, drop or pick up.
    Item(WeaponId),
    /// A thing to drop into this square of its own space.
    ItemAt(WeaponId, Square),
    /// A thing in a combatant's hands.
    Held(Seat, HeldItem),
    /// An action by itself: a long one to begin, the ability to end.
    Action(ActionId),
    /// A long action to begin on a combatant.
    Begin(ActionId, Seat),
    /// A count of the initiative: when a turn that is put off comes.
    Count(i32),
    /// Several combatants.
    Several(Vec<Seat>),
    /// A place: the corner north-west of this square, or the square in whose direction something
    /// goes.
    Spot(Square),
}

impl Aim {
    /// The one square of its target that is meant.
    pub fn part(&self) -> Option<Square> {
        match self {
            Self::Part(_, square) => Some(*square),
            _ => None,
        }
    }
}

/// Ways to make an attack that are declared with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manner {
    /// Deal nonlethal damage with a lethal weapon or the reverse, at -4.
    pub other_lethality: bool,
    /// Fight with the off-hand weapon as well (full attack only).
    pub both_weapons: bool,
    /// Try this in place of the melee attack.
    #[serde(default)]
    pub instead: Option<ActionId>,
    /// The kind of damage, of those that the weapon can deal; its first one if left out.
    #[serde(default)]
    pub kind: Option<DamageKind>,
    /// Use an ability without lowering the guard: nothing provokes, but concentration may fail.
    #[serde(default)]
    pub defensively: bool,
    /// What is chosen where an action leaves an amount open.
    #[serde(default)]
    pub amount: u8,
}

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Squares for the unplaced, in the order of the request (anchor squares).
    Place(Vec<Square>),
    /// Take an action. `mode` is the index of the attack mode where one is needed.
    Act {
        action: ActionId,
        aim: Aim,
        mode: Option<u8>,
        manner: Manner,
    },
    /// An action that costs no time, in the turn of another combatant: the request stays.
    FreeAction {
        seat: Seat,
        action: ActionId,
        aim: Aim,
        mode: Option<u8>,
    },
    /// End the turn.
    EndTurn,
    /// Yes: take the attack of opportunity with this mode, come in now, fire the readied action,
    /// counter, shield the neighbour, take 10.
    Accept {
        mode: Option<u8>,
    },
    /// No: let it pass, go on waiting, roll.
    Decline,
    /// No, and not for the rest of this movement either.
    DeclineMove,
    Defend(DefenceChoice),
    PushTo(Square),
    DropAt(Square),
    /// This one.
    Pick(Seat),
    /// Give up: the side leaves the battle. Possible on its own turn requests.
    Surrender,
}

impl Choice {
    /// Whether it says yes to an offer.
    pub fn accepts(&self) -> bool {
        matches!(self, Self::Accept { .. })
    }

    /// A plain action without target.
    pub fn act(action: ActionId) -> Self {
        Self::aimed(action, Aim::None)
    }

    /// A plain action aimed like this, with no mode chosen.
    pub fn aimed(action: ActionId, aim: Aim) -> Self {
        Self::Act {
            action,
            aim,
            mode: None,
            manner: Manner::default(),
        }
    }

    /// An action aimed at a combatant.
    pub fn act_at(action: ActionId, mode: u8, target: Seat) -> Self {
        let manner = Manner::default();
        Self::Act {
            action,
            aim: Aim::At(target),
            mode: Some(mode),
            manner,
        }
    }

    /// A movement along squares.
    pub fn walk(action: ActionId, path: Vec<Square>) -> Self {
        Self::aimed(action, Aim::Along(path))
    }
}

impl Request {
    /// The combatant that decides, if it is one.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Self::Deploy { .. } => None,
            Self::Turn { seat }
            | Self::ComeIn { seat, .. }
            | Self::Opportunity { seat, .. }
            | Self::Readied { seat, .. }
            | Self::Defence { seat, .. }
            | Self::DefendOther { seat, .. }
            | Self::Coverage { seat, .. }
            | Self::PushTo { seat, .. }
            | Self::DropAt { seat, .. }
            | Self::Help { seat, .. }
            | Self::Counter { seat, .. }
            | Self::SpendPoint { seat, .. }
            | Self::Respond { seat, .. }
            | Self::Yield { seat, .. } => Some(seat),
        }
    }

    /// The combatant that the request is about. The side that is asked knows of it by the request alone.
    pub fn other(&self) -> Option<Seat> {
        match *self {
            Self::Opportunity { target, .. }
            | Self::PushTo { target, .. }
            | Self::Counter { target, .. } => Some(target),
            Self::Readied { by, .. } | Self::Respond { by, .. } | Self::Yield { by, .. } => {
                Some(by)
            }
            Self::Defence { attacker, .. }
            | Self::DefendOther { attacker, .. }
            | Self::Coverage { attacker, .. } => Some(attacker),
            Self::Help { enemy, .. } => Some(enemy),
            Self::Deploy { .. }
            | Self::Turn { .. }
            | Self::ComeIn { .. }
            | Self::DropAt { .. }
            | Self::SpendPoint { .. } => None,
        }
    }
}

/// Why a choice is not possible. It changes nothing and rolls nothing; it is also the tooltip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub rule: Option<RuleId>,
    /// A whole sentence for the player.
    pub reason: Reason,
}

/// How a kind of request is answered without asking; part of the battle's state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AutoResponse {
    #[default]
    Ask,
    Always,
    Never,
    /// Ask only when the answer can change the outcome.
    AskIfItMatters,
}

/// Kinds of request that can have a standing answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RequestKind {
    ComeIn,
    Opportunity,
    Readied,
    Defence,
    DefendOther,
    Coverage,
    Counter,
    Yield,
    SpendPoint,
    Respond,
}

impl RequestKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::ComeIn,
        Self::Opportunity,
        Self::Readied,
        Self::Defence,
        Self::DefendOther,
        Self::Coverage,
        Self::Counter,
        Self::Yield,
        Self::SpendPoint,
        Self::Respond,
    ];
}

/// A thing that a combatant holds or wears and that can be struck itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum HeldItem {
    Weapon(WeaponId),
    Shield,
    Helmet,
}
