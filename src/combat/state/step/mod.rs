//! The resolution stack: what is still to be done, as data.
//!
//! Combat is interrupts inside interrupts. The engine keeps a stack of small steps; the loop takes
//! the top one and hands it to its chapter, which changes components, emits events and pushes further
//! steps. An interrupt is just a push. The stack is part of every snapshot, so a battle can
//! be saved in the middle of anything.

pub(crate) mod ability;
pub(crate) mod attack;
pub(crate) mod blow;
pub(crate) mod declared;
pub(crate) mod fall;
pub(crate) mod hold;
pub(crate) mod inhaling;
pub(crate) mod offer;
pub(crate) mod rush;
pub(crate) mod smash;
pub(crate) mod stage;
pub(crate) mod walk;

use serde::{Deserialize, Serialize};

use crate::combat::contract::{Choice, Request, Seat};

use crate::combat::state::step::ability::Use;
use crate::combat::state::step::attack::Attack;
use crate::combat::state::step::blow::Blow;
use crate::combat::state::step::declared::{Chosen, DeclaredAction, Sequel};
use crate::combat::state::step::fall::Fall;
use crate::combat::state::step::hold::{Counter, Hold, Struck, Struggling};
use crate::combat::state::step::inhaling::Inhaling;
use crate::combat::state::step::offer::{Offer, ReadiedOffer, Response};
use crate::combat::state::step::rush::Rush;
use crate::combat::state::step::smash::Smash;
use crate::combat::state::step::stage::{Boundary, Stage};
use crate::combat::state::step::walk::{Forced, Walk};

/// A question that waits while a combatant does something in between.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub request: Request,
    /// The step that goes on with the answer.
    pub resume: Box<Step>,
    /// The number of the action that is under way.
    pub serial: u32,
}

/// A step that may stop the battle with a request; it gets the answer.
pub trait Asks: Into<Step> {}

/// A step that has asked, its request and the choice.
pub(crate) type Answered<T> = (T, Request, Choice);

macro_rules! steps {
    ($($(#[$doc:meta])* $Name:ident($Part:ident) $(: $Asks:ident)?,)*) => {
        /// One thing still to be done; the table of contents of the flow of combat.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Step {
            $($(#[$doc])* $Name($Part),)*
        }

        $(
            impl From<$Part> for Step {
                fn from(part: $Part) -> Self {
                    Self::$Name(part)
                }
            }

            $(impl $Asks for $Part {})?
        )*
    };
}

impl Step {
    /// The combatant that brings about what comes of this step, if one does.
    pub fn cause(&self) -> Option<Seat> {
        match self {
            Self::Chosen(Chosen(declared))
            | Self::DeclaredAction(declared)
            | Self::Sequel(Sequel(declared)) => Some(declared.seat),
            Self::Attack(attack) => Some(attack.order.attacker),
            Self::Smash(smash) => Some(smash.declared.seat),
            Self::Blow(blow) => blow.by.or(blow.cause),
            Self::Fall(fall) => fall.cause,
            Self::Inhaling(inhaling) => inhaling.cause,
            Self::Forced(forced) => Some(forced.by),
            Self::Rush(rush) => Some(rush.seat),
            Self::Ability(used) => Some(used.seat),
            Self::Struggle(attempt) => Some(attempt.declared.seat),
            Self::Counter(counter) => Some(counter.seat),
            Self::Stage(_)
            | Self::Boundary(_)
            | Self::Walk(_)
            | Self::Offer(_)
            | Self::Readied(_)
            | Self::Response(_)
            | Self::Asked(_)
            | Self::Hold(_)
            | Self::Struck(_) => None,
        }
    }
}

steps! {
    /// Start, turns, end: `flow/turn.rs`.
    Stage(Stage): Asks,
    /// Between two rounds: `flow/round.rs`.
    Boundary(Boundary),
    /// A chosen action is declared and paid for: `action/declare.rs`.
    Chosen(Chosen),
    /// What a chosen action does once its provocation is settled: `action/declare.rs`.
    DeclaredAction(DeclaredAction): Asks,
    /// Movement square by square: `movement/walk.rs`.
    Walk(Walk): Asks,
    /// Attacks of opportunity still to be offered: `opportunity/mod.rs`.
    Offer(Offer): Asks,
    /// Readied actions still to be offered: `flow/ready.rs`.
    Readied(ReadiedOffer): Asks,
    /// An attack on its way through roll, defence and damage: `attack/resolve.rs`.
    Attack(Attack): Asks,
    /// A blow at a thing that neighbours may shield: `attack/smash.rs`.
    Smash(Smash): Asks,
    /// What follows when the attack of an action has hit: `action/program.rs`.
    Sequel(Sequel),
    /// An interrupt or reaction that a combatant may take: `flow/reactions.rs`.
    Response(Response): Asks,
    /// A question that waits while something is done in between: `flow/aside.rs`.
    Asked(Asked),
    /// A blow on its way through shield, armour and body: `damage/blow.rs`.
    Blow(Blow): Asks,
    /// A combatant falls: `movement/fall.rs`.
    Fall(Fall),
    /// A combatant is about to inhale something: `movement/inhale.rs`.
    Inhaling(Inhaling),
    /// A combatant is moved against its will: `movement/forced.rs`.
    Forced(Forced): Asks,
    /// A bull rush: `manoeuvre/bull_rush.rs`.
    Rush(Rush): Asks,
    /// A special ability on its way to every combatant it affects: `ability/resolve.rs`.
    Ability(Use),
    /// A hold that has been won is to be kept: `manoeuvre/grapple.rs`.
    Hold(Hold),
    /// A combatant tries to get free, and those who hold it are asked: `manoeuvre/struggle.rs`.
    Struggle(Struggling): Asks,
    /// A manoeuvre that has failed is answered in kind: `manoeuvre/mod.rs`.
    Counter(Counter): Asks,
    /// A weapon is struck out of a hand and falls: `manoeuvre/disarm.rs`.
    Struck(Struck): Asks,
}
